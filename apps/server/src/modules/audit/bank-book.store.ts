// SQL of the bank book: the house's accounts, their statement lines, and the postings on them.

import { type Queryable, type Sql, sql, type Transaction } from '@chaba/database';
import type { AuditFinding } from '@chaba/ledger';
import type { Money } from '@chaba/money';

import type { HouseAccount, StatementLine } from './statement-bank.ts';
import type { Match, OpenLine, OwnRow } from './statement-matching.ts';

export type AccountName = { readonly siteId: number; readonly houseAccount: string };

export type BookedAccount = AccountName & {
  readonly at: HouseAccount;
  readonly receivingAccountId: bigint | null;
};

type AccountState = {
  readonly cursor: string | null;
  /** Lines of the first reading are not compared. After a recovery the lines since its moment are. */
  readonly isFirstReading: boolean;
  readonly comparedFrom: Date;
  readonly balance: Money | null;
  readonly balanceAt: Date | null;
  readonly readAt: Date | null;
};

export type BookLineSource = 'statement' | 'feed' | 'operator';

/**
 * Sites that share a receiving account have one book of it, at the site with the lowest id; payouts of all sites leave
 * one account.
 */
export async function listAccounts(database: Queryable): Promise<BookedAccount[]> {
  type Row = {
    siteId: number;
    receivingAccountId: bigint | null;
    kind: HouseAccount['kind'];
    bankCode: string | null;
    account: string | null;
  };
  const rows = await database.rows<Row>(sql`
    select * from (
      select distinct on (kind, bank_code, account) site_id as "siteId", receiving_account_id as "receivingAccountId", kind,
        bank_code as "bankCode", account
      from receiving_account where site_id in (select site_id from served_site) order by kind, bank_code, account, site_id, receiving_account_id
    ) as receiving
    union all
    select min(site_id), null, 'paying', null, null from served_site having count(*) > 0
    order by 1, 2`);
  return rows.map(({ siteId, receivingAccountId, kind, bankCode, account }) => ({
    siteId,
    receivingAccountId,
    houseAccount: receivingAccountId === null ? 'paying' : `receiving:${receivingAccountId}`,
    at:
      kind === 'paying'
        ? { kind }
        : kind === 'wallet'
          ? { kind, account: account ?? '' }
          : { kind, bankCode: bankCode ?? '', account: account ?? '' },
  }));
}

/** Creates the book of an account if missing and locks it until the transaction ends. */
export async function lockAccount(tx: Transaction, account: BookedAccount): Promise<AccountState> {
  const { siteId, houseAccount, receivingAccountId } = account;
  const [recovery] = await tx.rows<{ restoredTo: Date | null }>(sql`
    select restored_to as "restoredTo" from recovery where site_id = ${siteId} and released_at is null`);
  await tx.execute(sql`
    insert into house_account (site_id, house_account, receiving_account_id, compared_from)
    values (${siteId}, ${houseAccount}, ${receivingAccountId}, coalesce(${recovery?.restoredTo ?? null}::timestamptz, now()))
    on conflict do nothing`);
  return tx.one(sql`
    select cursor, cursor is null and not exists (
        select from recovery where site_id = ${siteId} and released_at is null) as "isFirstReading",
      compared_from as "comparedFrom", balance_e4 as balance, balance_at as "balanceAt", read_at as "readAt" from house_account
    where site_id = ${siteId} and house_account = ${houseAccount} for update`);
}

export async function saveBalance(
  tx: Transaction,
  { siteId, houseAccount }: AccountName,
  to: { readonly cursor: string | null; readonly balance: Money; readonly at: Date },
): Promise<void> {
  await tx.execute(sql`
    update house_account set cursor = ${to.cursor}, balance_e4 = ${to.balance}, balance_at = ${to.at}, read_at = now()
    where site_id = ${siteId} and house_account = ${houseAccount}`);
}

export async function insertLines(
  tx: Transaction,
  { siteId, houseAccount }: AccountName,
  lines: readonly StatementLine[],
  of: { readonly source: BookLineSource; readonly isBefore: (line: StatementLine) => boolean },
): Promise<void> {
  for (const line of lines) {
    await tx.execute(sql`
      insert into statement_line (site_id, house_account, line_id, source, booked_at, amount_e4, balance_after_e4, trans_ref, payout_id,
        is_before)
      values (${siteId}, ${houseAccount}, ${line.lineId}, ${of.source}, ${line.bookedAt}, ${line.amount}, ${line.balanceAfter},
        ${line.transRef ?? null}, ${line.payoutId ?? null}, ${of.isBefore(line)})
      on conflict do nothing`);
  }
}

/** Feed lines with a balance after the newest imported one; delayed lines are awaited for `settledHours`. */
export function listFeedLines(
  tx: Queryable,
  account: BookedAccount,
  after: { readonly balanceAt: Date | null; readonly settledHours: number },
): Promise<StatementLine[]> {
  return tx.rows(sql`
    select 'feed:' || feed_line_id as "lineId", transferred_at as "bookedAt", line.amount_e4 as amount,
      balance_after_e4 as "balanceAfter", null as "transRef", null as "payoutId"
    from feed_line as line join receiving_account as receiving using (site_id, receiving_account_id)
    where ${isSameAccount(account)} and balance_after_e4 is not null
      and transferred_at > coalesce(${after.balanceAt}::timestamptz, '-infinity')
      and line.created_at <= now() - make_interval(hours => ${after.settledHours}::int)
    order by transferred_at, feed_line_id limit 1000`);
}

/** Lines without a matched row; of those before the first reading only the newest two days. */
export function listOpenLines(
  tx: Queryable,
  { siteId, houseAccount }: AccountName,
  { comparedFrom }: AccountState,
): Promise<OpenLine[]> {
  return tx.rows(sql`
    select line_id as "lineId", booked_at as "bookedAt", amount_e4 as amount, trans_ref as "transRef", payout_id as "payoutId"
    from statement_line as line
    where site_id = ${siteId} and house_account = ${houseAccount} and source <> 'operator'
      and (not is_before or booked_at >= ${comparedFrom}::timestamptz - interval '2 days') and not exists (
        select from statement_match as matched where matched.site_id = line.site_id
          and matched.house_account = line.house_account and matched.line_id = line.line_id)
    order by line_no`);
}

const isSameAccount = ({ at }: BookedAccount): Sql =>
  at.kind === 'paying'
    ? sql`false`
    : sql`receiving.kind = ${at.kind} and receiving.account = ${at.account}
        and receiving.bank_code is not distinct from ${at.kind === 'bank' ? at.bankCode : null}`;

/**
 * Postings on the account: bank movements and their returns on a receiving account, paid payouts on the paying account.
 */
const ownRows = (account: BookedAccount): Sql =>
  account.at.kind === 'paying'
    ? sql`
      select 'payout:' || site_id || ':' || withdrawal_id as item_key, -amount_e4 as amount_e4, closed_at as at, closed_at as booked_at,
        array[]::text[] as line_ids, null::text as trans_ref, payout_id
      from withdrawal join bank_payout using (site_id, withdrawal_id) where withdrawal.state = 'paid'`
    : sql`
      select 'deposit:' || site_id || ':' || bank_movement_id as item_key, movement.amount_e4, movement.transferred_at as at,
        movement.created_at as booked_at, array[line.bank_line_id, 'feed:' || feed_line_id] as line_ids,
        movement.trans_ref::text as trans_ref, null::text as payout_id
      from bank_movement as movement join receiving_account as receiving using (site_id, receiving_account_id)
        left join feed_line as line using (site_id, feed_line_id)
      where ${isSameAccount(account)}
      union all
      select 'return:' || site_id || ':' || bank_movement_id, -amount_e4, changed_at, changed_at, array[]::text[], null, null
      from bank_movement as movement join receiving_account as receiving using (site_id, receiving_account_id)
      where ${isSameAccount(account)} and movement.state = 'returned'`;

/**
 * Expressions of a `with`, of which `unmatched` holds the postings on the account since a moment that have no line. The
 * postings are of all sites and the matches of one.
 */
const unmatchedRows = (account: BookedAccount, since: Sql): Sql => sql`
  own as (select * from (${ownRows(account)}) as own where booked_at >= ${since}),
  matched_row as (select item_key from statement_match
    where site_id = ${account.siteId} and house_account = ${account.houseAccount}),
  unmatched as (select own.* from own left join matched_row using (item_key) where matched_row.item_key is null)`;

/** Rows without a line, from two days before the first reading: their lines may be read after it. */
export function listUnmatchedRows(
  tx: Queryable,
  account: BookedAccount,
  { comparedFrom }: AccountState,
): Promise<OwnRow[]> {
  return tx.rows(sql`
    with ${unmatchedRows(account, sql`${comparedFrom}::timestamptz - interval '2 days'`)}
    select item_key as "rowName", amount_e4 as amount, at, array_remove(line_ids, null) as "lineIds", trans_ref as "transRef",
      payout_id as "payoutId"
    from unmatched order by at, item_key`);
}

export async function insertMatches(
  tx: Transaction,
  { siteId, houseAccount }: AccountName,
  matches: readonly Match[],
): Promise<void> {
  await tx.execute(sql`
    insert into statement_match (site_id, house_account, item_key, line_id, amount_e4)
    select ${siteId}, ${houseAccount}, unnest(${matches.map((match) => match.rowName)}::text[]),
      unnest(${matches.map((match) => match.lineId)}::text[]), unnest(${matches.map((match) => match.amount)}::bigint[])`);
}

export type Patience = {
  /** Time until a transfer on a statement must be reported. */
  readonly reportHours: number;
  /** Time until the bank must post a transfer that a slip proved. */
  readonly postHours: number;
  /** Time during which a payout may be settled on one side only. */
  readonly payHours: number;
  /** Time until an operator must send back money posted as returned. */
  readonly returnHours: number;
};

/**
 * Differences that neither a row nor the allowed time explains.
 *
 * @param openLines the lines without a row before they were matched
 */
export async function findDifferences(
  tx: Queryable,
  account: BookedAccount,
  { comparedFrom, cursor, balanceAt, readAt }: AccountState,
  openLines: readonly OpenLine[],
  patience: Patience,
): Promise<AuditFinding[]> {
  const { siteId, houseAccount } = account;
  const isOlder = (time: Sql, hours: number, than = sql`now()`): Sql =>
    sql`${time} <= ${than} - make_interval(secs => ${hours * 3_600}::float8)`;
  // A row counts as missing after the bank stated something later.
  const isOverdue = (hours: number): Sql => isOlder(sql`booked_at`, hours, sql`${readAt}::timestamptz`);
  const isStated = cursor === null ? sql`at <= ${balanceAt}::timestamptz` : sql`true`;
  const baht = (column: Sql): Sql => sql`round(${column} / 10000.0, 2)`;
  const payoutIds = openLines.map(({ payoutId }) => payoutId).filter((payoutId) => payoutId !== null);
  const found = await tx.rows<{ rule: string; detail: string }>(sql`
    with payout as materialized (
      select payout_id, withdrawal.state, withdrawal.amount_e4 as payout_e4
      from bank_payout join withdrawal using (site_id, withdrawal_id) where payout_id = any(${payoutIds}::text[])
    ), payout_line as (
      select payout_id, sum(amount_e4) as payout_lines_e4 from statement_line
      where site_id = ${siteId} and house_account = ${houseAccount} and payout_id = any(${payoutIds}::text[]) group by 1
    ), line as (
      select line.*, coalesce(matched_e4, 0) as matched_e4, coalesce(rows, 0) as rows from statement_line as line
      left join (select site_id, house_account, line_id, sum(amount_e4) as matched_e4, count(*) as rows from statement_match
        group by 1, 2, 3) as matched using (site_id, house_account, line_id)
      where site_id = ${siteId} and house_account = ${houseAccount} and not is_before
    ), ${unmatchedRows(account, sql`${comparedFrom}::timestamptz`)}
    select case when amount_e4 > 0 then 'money that arrived at the bank is reported' else 'money that left the bank was paid out or returned' end as rule,
      format('%s line %s: %s at %s%s', house_account, line_id, ${baht(sql`amount_e4`)}, booked_at, ', payout ' || payout_id) as detail
    from line left join payout using (payout_id) left join payout_line using (payout_id)
    where rows = 0 and amount_e4 <> 0 and source <> 'operator'
      and case when amount_e4 > 0 then ${isOlder(sql`read_at`, patience.reportHours)}
        else ${isOlder(sql`read_at`, patience.payHours)} or coalesce(state not in ('approved', 'paying'), true) end
      -- All lines of a payout together: it was paid, or it left and came back.
      and (payout_id is null or payout_lines_e4 <> case state when 'paid' then -payout_e4 else 0 end)
    union all
    select 'a line of a statement and its rows are of one amount',
      format('%s line %s: %s, rows %s', house_account, line_id, ${baht(sql`amount_e4`)}, ${baht(sql`matched_e4`)})
    from line where (rows > 0 or source = 'operator') and amount_e4 <> matched_e4
    union all
    select case split_part(item_key, ':', 1) when 'deposit' then 'a deposit arrived at the bank' when 'return' then 'a returned deposit left the bank'
        else 'a paid payout left the bank' end, format('%s: %s', item_key, ${baht(sql`amount_e4`)})
    from unmatched
    where ${isStated} and case split_part(item_key, ':', 1) when 'deposit' then ${isOverdue(patience.postHours)}
      when 'return' then ${isOverdue(patience.returnHours)} else ${isOverdue(patience.payHours)} end
    order by 1, 2`);
  return found.map(({ rule, detail }) => ({ rule, detail, site: siteId }));
}

export type BookSummary = AccountName & {
  readonly account: string;
  readonly balance: Money | null;
  readonly balanceAt: Date | null;
  /** Balance of the bank that no row explains yet; negative: the bank has less. */
  readonly unexplained: bigint;
  /** Posted rows that appear on no statement yet. */
  readonly unposted: bigint;
};

export async function loadSummary(database: Queryable, account: BookedAccount): Promise<BookSummary> {
  const { siteId, houseAccount, at } = account;
  const shown = { siteId, houseAccount, account: at.kind === 'paying' ? 'paying' : at.account };
  type Row = Pick<BookSummary, 'balance' | 'balanceAt' | 'unexplained'> & { comparedFrom: Date };
  const house = await database.oneOrNone<Row>(sql`
    select balance_e4 as balance, balance_at as "balanceAt", compared_from as "comparedFrom",
      (select coalesce(sum(amount_e4), 0)::bigint from statement_line
        where site_id = ${siteId} and house_account = ${houseAccount} and not is_before)
      - (select coalesce(sum(matched.amount_e4), 0)::bigint
        from statement_match as matched join statement_line using (site_id, house_account, line_id)
        where site_id = ${siteId} and house_account = ${houseAccount} and not is_before) as unexplained
    from house_account where site_id = ${siteId} and house_account = ${houseAccount}`);
  if (house === undefined) return { ...shown, balance: null, balanceAt: null, unexplained: 0n, unposted: 0n };
  const { comparedFrom, ...book } = house;
  const { unposted } = await database.one<{ unposted: bigint }>(sql`
    with ${unmatchedRows(account, sql`${comparedFrom}::timestamptz`)}
    select coalesce(sum(amount_e4), 0)::bigint as unposted from unmatched`);
  return { ...shown, ...book, unposted };
}
