// SQL of receiving accounts: those of a site, and the site that owns an account which several sites use.

import { type Queryable, sql, type Transaction } from '@chaba/database';

import type { ReceivingAccount } from './slip-rules.ts';

export type ReceiverName = {
  readonly kind: 'bank' | 'wallet';
  readonly bankCode: string | null;
  readonly account: string;
};

/** The account as its owning site has it. */
export type OwnedAccount = { readonly siteId: number; readonly receivingAccountId: bigint };

const accountColumns = sql`
  receiving_account_id as "receivingAccountId", kind, bank_code as "bankCode", account, holder_name as "holderName",
  active_from as "activeFrom", active_to as "activeTo"`;

/** A receiving account, and what a PromptPay code of it pays to. */
export type ListedAccount = ReceivingAccount & { readonly promptPayId: string | null };

export function receivingAccounts(database: Queryable, siteId: number): Promise<ListedAccount[]> {
  return database.rows(sql`
    select ${accountColumns}, promptpay_id as "promptPayId"
    from receiving_account where site_id = ${siteId} order by receiving_account_id`);
}

/** Accounts of other sites that this site does not use. */
export function listForeignAccounts(database: Queryable, siteId: number): Promise<ReceivingAccount[]> {
  return database.rows(sql`
    select ${accountColumns} from receiving_account a
    where site_id <> ${siteId} and not exists (select from receiving_account mine
      where mine.site_id = ${siteId} and mine.kind = a.kind and mine.account = a.account
        and mine.bank_code is not distinct from a.bank_code)`);
}

/** The account of this site that is the same as one that another site owns. */
export async function findReceivingAccountId(
  database: Queryable,
  siteId: number,
  owned: { readonly siteId: number; readonly receivingAccountId: bigint },
): Promise<bigint> {
  if (owned.siteId === siteId) return owned.receivingAccountId;
  const row = await database.one<{ id: bigint }>(sql`
    select a.receiving_account_id as id from receiving_account o
    join receiving_account a on a.site_id = ${siteId} and a.kind = o.kind and a.account = o.account
      and a.bank_code is not distinct from o.bank_code
    where o.site_id = ${owned.siteId} and o.receiving_account_id = ${owned.receivingAccountId}`);
  return row.id;
}

export async function insertReceivingAccount(
  database: Queryable,
  siteId: number,
  account: Pick<ReceivingAccount, 'kind' | 'bankCode' | 'account' | 'holderName'>,
): Promise<void> {
  await database.execute(sql`
    insert into receiving_account (site_id, kind, bank_code, account, holder_name, active_from)
    values (${siteId}, ${account.kind}, ${account.bankCode}, ${account.account}, ${account.holderName}, now() - interval '30 days')
    on conflict do nothing`);
}

/** The number of one of our accounts. */
export async function loadAccountNumber(
  database: Queryable,
  siteId: number,
  receivingAccountId: bigint,
): Promise<string> {
  const row = await database.one<{ account: string }>(sql`
    select account from receiving_account where site_id = ${siteId} and receiving_account_id = ${receivingAccountId}`);
  return row.account;
}

/** The account as the site that owns it has it; the first site that entered an account owns it. */
export async function findOwnedAccount(database: Queryable, of: ReceiverName): Promise<OwnedAccount | undefined> {
  const find = (): Promise<OwnedAccount | undefined> =>
    database.oneOrNone(sql`
      select site_id as "siteId", receiving_account_id as "receivingAccountId" from receiving_account_owner
      where kind = ${of.kind} and bank_code = ${of.bankCode ?? ''} and account = ${of.account}`);
  const owned = await find();
  if (owned) return owned;
  return (await insertOwner(database, of)) ? find() : undefined;
}

/** Makes the first site that has this account its owner; another owner stays. False when no site has the account. */
export async function insertOwner(database: Queryable, of: ReceiverName): Promise<boolean> {
  const { found } = await database.one<{ found: boolean }>(sql`
    with first as (
      select kind, coalesce(bank_code, '') as bank_code, account, site_id, receiving_account_id from receiving_account
      where site_id > 0 and kind = ${of.kind} and account = ${of.account} and bank_code is not distinct from ${of.bankCode}
      order by receiving_account_id limit 1
    ), owned as (
      insert into receiving_account_owner (kind, bank_code, account, site_id, receiving_account_id)
      select kind, bank_code, account, site_id, receiving_account_id from first
      on conflict (kind, bank_code, account) do nothing
    )
    select exists (select from first) as found`);
  return found;
}

/** The sites whose members may transfer to this account. */
export async function listSitesOfAccount(database: Queryable, of: OwnedAccount): Promise<number[]> {
  const rows = await database.rows<{ siteId: number }>(sql`
    select a.site_id as "siteId" from receiving_account_owner o
    join receiving_account a on a.site_id > 0 and a.kind = o.kind and a.account = o.account and coalesce(a.bank_code, '') = o.bank_code
    where o.site_id = ${of.siteId} and o.receiving_account_id = ${of.receivingAccountId}
    order by a.site_id`);
  return rows.map(({ siteId }) => siteId);
}

export async function setPromptPayId(
  tx: Transaction,
  siteId: number,
  receivingAccountId: bigint,
  promptPayId: string | null,
): Promise<void> {
  await tx.execute(sql`
    update receiving_account set promptpay_id = ${promptPayId}
    where site_id = ${siteId} and receiving_account_id = ${receivingAccountId}`);
}
