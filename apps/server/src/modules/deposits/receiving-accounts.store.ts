// SQL of receiving accounts and of the site that owns each. No decisions.
//
// Always true: the first site that entered an account owns it; the others number it for themselves.
//
// Elsewhere: the movements on an account (movements.store.ts).

import { type Queryable, sql, type Transaction } from '@chaba/database';

import type { ReceiverName } from './feed-matching.ts';

/** An account of a site that members transfer to. */
export type ReceivingAccount = {
  readonly receivingAccountId: bigint;
  readonly kind: 'bank' | 'wallet';
  readonly bankCode: string | null;
  readonly account: string;
  readonly holderName: string;
  readonly activeFrom: Date;
  readonly activeTo: Date | null;
};

/** An account in the numbering of the site that owns it. */
export type OwnedAccount = { readonly siteId: number; readonly receivingAccountId: bigint };

const accountColumns = sql`
  receiving_account_id as "receivingAccountId", kind, bank_code as "bankCode", account, holder_name as "holderName",
  active_from as "activeFrom", active_to as "activeTo"`;

/** A receiving account with the id that its PromptPay code pays to. */
export type ListedAccount = ReceivingAccount & { readonly promptPayId: string | null };

/** All accounts of the site, closed ones included. */
export function listReceivingAccounts(database: Queryable, siteId: number): Promise<ListedAccount[]> {
  return database.rows(sql`
    select ${accountColumns}, promptpay_id as "promptPayId"
    from receiving_account where site_id = ${siteId} order by receiving_account_id`);
}

/** Accounts of other sites that this site does not use. */
export function listForeignAccounts(database: Queryable, siteId: number): Promise<ReceivingAccount[]> {
  return database.rows(sql`
    select ${accountColumns} from receiving_account a
    where site_id <> ${siteId} and (kind, account, coalesce(bank_code, '')) not in (
      select kind, account, coalesce(bank_code, '') from receiving_account where site_id = ${siteId})`);
}

/** The number that this site gives an account of another site. */
export async function findReceivingAccountId(
  database: Queryable,
  siteId: number,
  owned: OwnedAccount,
): Promise<bigint> {
  if (owned.siteId === siteId) return owned.receivingAccountId;
  const { kind, bankCode, account } = await database.one<ReceiverName>(sql`
    select kind, bank_code as "bankCode", account from receiving_account
    where site_id = ${owned.siteId} and receiving_account_id = ${owned.receivingAccountId}`);
  const { id } = await database.one<{ id: bigint }>(sql`
    select receiving_account_id as id from receiving_account
    where site_id = ${siteId} and kind = ${kind} and account = ${account} and bank_code is not distinct from ${bankCode}`);
  return id;
}

/** Without a request of two people the account counts as known, which operators cannot write. */
export async function insertReceivingAccount(
  database: Queryable,
  siteId: number,
  account: Pick<ReceivingAccount, 'kind' | 'bankCode' | 'account' | 'holderName'>,
  { isRequested, shownAfterSeconds }: { readonly isRequested: boolean; readonly shownAfterSeconds: number },
): Promise<void> {
  const { kind, bankCode, account: number, holderName } = account;
  // Transfers of the last weeks to an account that is shown at once are matched too.
  const activeFrom =
    shownAfterSeconds === 0
      ? sql`now() - interval '30 days'`
      : sql`now() + make_interval(secs => ${shownAfterSeconds}::int)`;
  await database.execute(
    isRequested
      ? sql`insert into receiving_account (site_id, kind, bank_code, account, holder_name, active_from)
        values (${siteId}, ${kind}, ${bankCode}, ${number}, ${holderName}, ${activeFrom}) on conflict do nothing`
      : sql`insert into receiving_account (site_id, kind, bank_code, account, holder_name, active_from, is_known)
        values (${siteId}, ${kind}, ${bankCode}, ${number}, ${holderName}, ${activeFrom}, true)
        on conflict do nothing`,
  );
}

/** Closes the account now, or opens a closed one again. False when it is so already. */
export async function setAccountOpen(
  tx: Transaction,
  siteId: number,
  receivingAccountId: bigint,
  isOpen: boolean,
): Promise<boolean> {
  const changed = await tx.execute(sql`
    update receiving_account set active_to = case when ${isOpen}::boolean then null else now() end
    where site_id = ${siteId} and receiving_account_id = ${receivingAccountId}
      and (active_to is not null) = ${isOpen}::boolean`);
  return changed === 1;
}

/** The account number of a receiving account. */
export async function loadAccountNumber(
  database: Queryable,
  siteId: number,
  receivingAccountId: bigint,
): Promise<string> {
  const row = await database.one<{ account: string }>(sql`
    select account from receiving_account where site_id = ${siteId} and receiving_account_id = ${receivingAccountId}`);
  return row.account;
}

/** The account at its owner: the first site that entered it. */
export async function findOwnedAccount(database: Queryable, of: ReceiverName): Promise<OwnedAccount | undefined> {
  const find = (): Promise<OwnedAccount | undefined> =>
    database.oneOrNone(sql`
      select site_id as "siteId", receiving_account_id as "receivingAccountId" from receiving_account_owner
      where kind = ${of.kind} and bank_code = ${of.bankCode ?? ''} and account = ${of.account}`);
  const owned = await find();
  if (owned) return owned;
  return (await insertOwner(database, of)) ? find() : undefined;
}

/** Makes the first site that has this account its owner, where it has none. False when no site has the account. */
export async function insertOwner(database: Queryable, of: ReceiverName): Promise<boolean> {
  const { found } = await database.one<{ found: boolean }>(sql`
    with first as (
      select kind, coalesce(bank_code, '') as bank_code, account, site_id, receiving_account_id from receiving_account
      where kind = ${of.kind} and account = ${of.account} and bank_code is not distinct from ${of.bankCode}
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
    join receiving_account a on a.kind = o.kind and a.account = o.account and coalesce(a.bank_code, '') = o.bank_code
    where o.site_id = ${of.siteId} and o.receiving_account_id = ${of.receivingAccountId}
    order by a.site_id`);
  return rows.map(({ siteId }) => siteId);
}

/** The sites whose members may transfer to an account that this site owns. */
export async function listSitesOfAccounts(database: Queryable, siteId: number): Promise<number[]> {
  const rows = await database.rows<{ siteId: number }>(sql`
    select distinct a.site_id as "siteId" from receiving_account_owner o
    join receiving_account a on a.kind = o.kind and a.account = o.account and coalesce(a.bank_code, '') = o.bank_code
    where o.site_id = ${siteId} order by 1`);
  return rows.map((row) => row.siteId);
}

/**
 * Sets the id that a PromptPay code of the account pays to; null: no code. Called by an audited action of an operator.
 */
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
