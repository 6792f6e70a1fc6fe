// SQL of receiving accounts and of the site that owns each. No decisions.
//
// Always true: the first site that entered an account owns it; the others number it for themselves.
//
// Elsewhere: the movements on an account (movements.store.ts).

import { type Queryable, type Sql, sql, type Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

export type ReceiverName = {
  readonly kind: 'bank' | 'wallet';
  readonly bankCode: string | null;
  readonly account: string;
};

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

/** A receiving account as operators list it and members are shown it. */
export type ListedAccount = ReceivingAccount & {
  /** The id that its PromptPay code pays to now. */
  readonly promptPayId: string | null;
  /** The id that replaces it later, and when. */
  readonly nextPromptPay: { readonly id: string | null; readonly from: Date } | null;
  readonly shownFrom: Date;
  /** Lower places are shown first. */
  readonly sortOrder: number;
  /** Accounts of one group take turns. */
  readonly rotation: string | null;
  readonly dayMax: Money | null;
  readonly totalMax: Money | null;
};

const isNextInForce = sql`coalesce(next_promptpay_from <= now(), false)`;

/** All accounts of the site in display order, closed ones included. */
export async function listReceivingAccounts(database: Queryable, siteId: number): Promise<ListedAccount[]> {
  type Row = Omit<ListedAccount, 'nextPromptPay'> & {
    readonly nextPromptPayId: string | null;
    readonly nextPromptPayFrom: Date | null;
  };
  const rows = await database.rows<Row>(sql`
    select ${accountColumns}, coalesce(shown_from, active_from) as "shownFrom", sort_order as "sortOrder", rotation, day_max_e4 as "dayMax",
      total_max_e4 as "totalMax", case when ${isNextInForce} then next_promptpay_id else promptpay_id end as "promptPayId",
      next_promptpay_id as "nextPromptPayId", case when not ${isNextInForce} then next_promptpay_from end as "nextPromptPayFrom"
    from receiving_account where site_id = ${siteId} order by sort_order, receiving_account_id`);
  return rows.map(({ nextPromptPayId: id, nextPromptPayFrom: from, ...account }) => ({
    ...account,
    nextPromptPay: from === null ? null : { id, from },
  }));
}

/** Sums that an account received: on this Bangkok day, and in all. */
export type Received = { readonly receivingAccountId: bigint; readonly today: Money; readonly total: Money };

/**
 * Sums of the movements on these accounts of a site, whichever site owns them. `isTotal`: also of all days; otherwise
 * the total is that of today.
 */
export function sumReceived(
  database: Queryable,
  siteId: number,
  { accountIds, isTotal }: { readonly accountIds: readonly bigint[]; readonly isTotal: boolean },
): Promise<Received[]> {
  const day = sql`date_trunc('day', now() at time zone 'Asia/Bangkok') at time zone 'Asia/Bangkok'`;
  const sumOf = (span: Sql): Sql => sql`(
    select coalesce(sum(amount_e4), 0)::bigint from bank_movement as movement
    where movement.site_id = owner.site_id and movement.receiving_account_id = owner.receiving_account_id ${span})`;
  return database.rows(sql`
    select account.receiving_account_id as "receivingAccountId", ${sumOf(sql`and transferred_at >= ${day}`)} as today,
      ${isTotal ? sumOf(sql``) : sumOf(sql`and transferred_at >= ${day}`)} as total
    from receiving_account as account
    join receiving_account_owner as owner on owner.kind = account.kind and owner.account = account.account
      and owner.bank_code = coalesce(account.bank_code, '')
    where account.site_id = ${siteId} and account.receiving_account_id = any(${accountIds}::bigint[])`);
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

/** Closes the account now. False when it is so already. */
export async function closeAccount(tx: Transaction, siteId: number, receivingAccountId: bigint): Promise<boolean> {
  const changed = await tx.execute(sql`
    update receiving_account set active_to = now()
    where site_id = ${siteId} and receiving_account_id = ${receivingAccountId} and active_to is null`);
  return changed === 1;
}

/** Opens a closed account again: transfers count at once, members are shown it later. False when it is open already. */
export async function reopenAccount(
  tx: Transaction,
  siteId: number,
  of: { readonly receivingAccountId: bigint; readonly shownAfterSeconds: number },
): Promise<boolean> {
  const changed = await tx.execute(sql`
    update receiving_account set active_to = null, shown_from = now() + make_interval(secs => ${of.shownAfterSeconds}::int)
    where site_id = ${siteId} and receiving_account_id = ${of.receivingAccountId} and active_to is not null`);
  return changed === 1;
}

/** Order and turn of an account. */
export async function setPlace(
  tx: Transaction,
  siteId: number,
  of: { readonly receivingAccountId: bigint; readonly sortOrder: number; readonly rotation: string | null },
): Promise<void> {
  await tx.execute(sql`
    update receiving_account set sort_order = ${of.sortOrder}::int, rotation = ${of.rotation}
    where site_id = ${siteId} and receiving_account_id = ${of.receivingAccountId}`);
}

/** Ceilings of an account; null: none. */
export async function setCeilings(
  tx: Transaction,
  siteId: number,
  of: { readonly receivingAccountId: bigint; readonly dayMax: Money | null; readonly totalMax: Money | null },
): Promise<void> {
  await tx.execute(sql`
    update receiving_account set day_max_e4 = ${of.dayMax}::bigint, total_max_e4 = ${of.totalMax}::bigint
    where site_id = ${siteId} and receiving_account_id = ${of.receivingAccountId}`);
}

/** The holder that a site wrote for this account first; undefined: no site has it. */
export async function findHolder(
  database: Queryable,
  of: ReceiverName,
): Promise<{ readonly holderName: string } | undefined> {
  return database.oneOrNone(sql`
    select holder_name as "holderName" from receiving_account
    where kind = ${of.kind} and account = ${of.account} and bank_code is not distinct from ${of.bankCode}
    order by receiving_account_id limit 1`);
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
 * Sets the id that a PromptPay code of the account pays to, from a later moment on; null: no code. Called by an audited
 * action of an operator.
 */
export async function setPromptPayId(
  tx: Transaction,
  siteId: number,
  of: { readonly receivingAccountId: bigint; readonly promptPayId: string | null; readonly afterSeconds: number },
): Promise<void> {
  await tx.execute(sql`
    update receiving_account set promptpay_id = case when ${isNextInForce} then next_promptpay_id else promptpay_id end,
      next_promptpay_id = ${of.promptPayId}, next_promptpay_from = now() + make_interval(secs => ${of.afterSeconds}::int)
    where site_id = ${siteId} and receiving_account_id = ${of.receivingAccountId}`);
}
