// SQL of business days: balances by day, what differs, explanations, closes.
//
// Always true: a day is read from sums and from rows of that day, each by a key that begins with the site. The rows of
// a close are written by statements that read the same lines and differences as the page.
//
// Elsewhere: rules (day-close.ts), the sums (rollups.store.ts), keys (packages/database/migrations/0017_reports.sql).

import { type Queryable, type Sql, sql, type Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';

const ZONE = 'Asia/Bangkok';
const PLAY_LINES = [chart.games.kind, chart.tips.kind, chart.awards.kind].map((kind) => `account ${kind}`);
/** The recount of a day is a difference of that day, not a finding of the next. */
const SUMS_RULE = 'the sums of a day equal a count from the journal';

/** Bangkok days, both included. */
export type DayRange = { readonly first: string; readonly last: string };

const startOf = (day: Sql): Sql => sql`(${day})::timestamp at time zone ${ZONE}`;
const isBetween = (column: Sql, { first, last }: DayRange): Sql =>
  sql`${column} >= ${startOf(sql`${first}::date`)} and ${column} < ${startOf(sql`${last}::date + 1`)}`;

// ── balances ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The movements of a span by line: accounts in baht, and providers. */
const movementsOf = (siteId: number, isIn: (time: Sql) => Sql): Sql => sql`
  select 'account ' || kind as line, sum(side.in_e4)::bigint as in_e4, sum(side.out_e4)::bigint as out_e4
  from report_money_hour
  cross join lateral (values (from_kind, 0::bigint, amount_e4), (to_kind, amount_e4, 0::bigint)) as side (kind, in_e4, out_e4)
  join ledger_kind using (kind)
  where site_id = ${siteId} and currency = 'THB' and ${isIn(sql`hour`)} group by 1
  union all
  select 'provider ' || provider, sum(stake_e4 + tip_e4)::bigint, sum(payout_e4 + prize_e4)::bigint
  from report_play_slice where site_id = ${siteId} and ${isIn(sql`slice`)} group by 1`;

export type UnbalancedDay = { readonly day: string; readonly from: Date; readonly to: Date };

/** The oldest counted day without balances; undefined: none. */
export function findUnbalanced(tx: Queryable, siteId: number): Promise<UnbalancedDay | undefined> {
  return tx.oneOrNone(sql`
    select day::text as day, ${startOf(sql`day`)} as from, ${startOf(sql`day + 1`)} as to
    from report_day where site_id = ${siteId} and balanced_at is null order by report_day.day limit 1`);
}

/** Writes the balances of a day: those of the day before, or of all hours before, and the movements of the day. */
export async function saveBalances(tx: Transaction, siteId: number, { day, from, to }: UnbalancedDay): Promise<void> {
  const before = sql`select line, closing_e4 from report_day_balance where site_id = ${siteId} and day = ${day}::date - 1`;
  const { isFirst } = await tx.one<{ isFirst: boolean }>(sql`select not exists (${before}) as "isFirst"`);
  const opening = isFirst
    ? sql`select line, in_e4 - out_e4 as closing_e4 from (${movementsOf(siteId, (time) => sql`${time} < ${from}`)}) as earlier`
    : before;
  const moved = movementsOf(siteId, (time) => sql`${time} >= ${from} and ${time} < ${to}`);
  await tx.execute(sql`
    insert into report_day_balance (site_id, day, line, opening_e4, in_e4, out_e4, closing_e4)
    select ${siteId}, ${day}::date, line, opening, moved_in, moved_out, opening + moved_in - moved_out from (
      select line, coalesce(before.closing_e4, 0) as opening, coalesce(moved.in_e4, 0) as moved_in,
        coalesce(moved.out_e4, 0) as moved_out
      from (${opening}) as before full join (${moved}) as moved using (line)
    ) as line where opening <> 0 or moved_in <> 0 or moved_out <> 0`);
  await tx.execute(sql`
    update report_day set balanced_at = now() where site_id = ${siteId} and day = ${day}::date`);
}

/** Balances from a day on are computed again. */
export async function deleteBalances(tx: Transaction, siteId: number, fromDay: string): Promise<void> {
  await tx.execute(sql`delete from report_day_balance where site_id = ${siteId} and day >= ${fromDay}::date`);
  await tx.execute(sql`
    update report_day set balanced_at = null where site_id = ${siteId} and day >= ${fromDay}::date`);
}

// ── lines and differences ────────────────────────────────────────────────────────────────────────────────────────────

export type StoredLine = {
  readonly line: string;
  readonly opening: Money;
  readonly in: Money;
  readonly out: Money;
  readonly closing: Money;
};

/** The lines of days as they are now: accounts, providers, and the accounts at banks by their statements. */
const linesOf = (siteId: number, days: DayRange): Sql => sql`
  select day, line, opening_e4, in_e4, out_e4, closing_e4 from report_day_balance
  where site_id = ${siteId} and day between ${days.first}::date and ${days.last}::date
  union all
  select day, 'bank ' || house_account, closing_e4 - in_e4 + out_e4, in_e4, out_e4, closing_e4 from (
    select (booked_at at time zone ${ZONE})::date as day, house_account,
      coalesce(sum(amount_e4) filter (where amount_e4 > 0), 0)::bigint as in_e4,
      coalesce(-sum(amount_e4) filter (where amount_e4 < 0), 0)::bigint as out_e4,
      (array_agg(balance_after_e4 order by line_no desc))[1] as closing_e4
    from statement_line where site_id = ${siteId} and ${isBetween(sql`booked_at`, days)} group by 1, 2
  ) as booked`;

const keptLines = (siteId: number, days: DayRange): Sql => sql`
  select day, line, opening_e4, in_e4, out_e4, closing_e4 from day_close join day_close_line using (site_id, day, close_no)
  where site_id = ${siteId} and day between ${days.first}::date and ${days.last}::date and reopened_at is null`;

/**
 * The differences of counted days. `mark` distinguishes differences whose amounts are equal or absent: an explanation
 * holds for one state only.
 */
const differencesOf = (siteId: number, days: DayRange): Sql => sql`
  with line as materialized (${linesOf(siteId, days)}), kept as materialized (${keptLines(siteId, days)}),
  counted as (
    select day from report_day where site_id = ${siteId} and day between ${days.first}::date and ${days.last}::date
      and balanced_at is not null
  ), found as (
    select day, 'sums ' || subject as subject, stored_e4 as ours, counted_e4 as theirs, null::text as detail, null::text as mark
    from report_difference where site_id = ${siteId} and day between ${days.first}::date and ${days.last}::date
    union all
    select counted.day, 'account ' || kind, coalesce(line.closing_e4, 0), balance_e4, null, null
    from counted
    join report_house_balance as house on house.site_id = ${siteId} and at = ${startOf(sql`counted.day + 1`)}
    join ledger_kind using (kind)
    left join line on line.day = counted.day and line = 'account ' || kind
    where currency = 'THB' and coalesce(line.closing_e4, 0) <> balance_e4
    union all
    select day, 'play', providers, journal, null, null from (
      select day, coalesce(sum(in_e4 - out_e4) filter (where line like 'provider %'), 0)::bigint as providers,
        coalesce(sum(in_e4 - out_e4) filter (where line = any(${PLAY_LINES}::text[])), 0)::bigint as journal
      from line group by day
    ) as played where providers <> journal
    union all
    select day, 'provider ' || provider, null, null, coalesce(failure, discrepancy_count::text),
      md5(discrepancies::text)
    from reconciliation where site_id = ${siteId} and day between ${days.first}::date and ${days.last}::date
      and (discrepancy_count > 0 or failure is not null)
    union all
    select day, 'bank ' || house_account, sum(matched)::bigint, sum(amount_e4)::bigint,
      count(*)::text, null
    from (
      select (booked_at at time zone ${ZONE})::date as day, house_account, amount_e4, (
        select coalesce(sum(matched.amount_e4), 0) from statement_match as matched where matched.site_id = booked.site_id
          and matched.house_account = booked.house_account and matched.line_id = booked.line_id) as matched
      from statement_line as booked
      where site_id = ${siteId} and ${isBetween(sql`booked_at`, days)} and not is_before
    ) as booked where matched <> amount_e4 group by 1, 2
    union all
    select (found_at at time zone ${ZONE})::date, 'finding ' || audit_finding_id, null, null, left(rule || ': ' || detail, 500), 'found'
    from audit_finding where site_id = ${siteId} and ${isBetween(sql`found_at`, days)} and rule <> ${SUMS_RULE}
    union all
    select coalesce(line.day, kept.day), 'changed ' || coalesce(line.line, kept.line), coalesce(line.closing_e4, 0),
      coalesce(kept.closing_e4, 0), null, concat_ws(' ', line.in_e4, line.out_e4, kept.in_e4, kept.out_e4)
    from line full join kept on kept.day = line.day and kept.line = line.line
    where coalesce(line.day, kept.day) in (select day from kept)
      and (line.opening_e4, line.in_e4, line.out_e4) is distinct from (kept.opening_e4, kept.in_e4, kept.out_e4)
  )
  select found.day, left(found.subject, 200) as subject, ours, theirs, found.detail,
    left(concat_ws(' ', ours, theirs, coalesce(mark, md5(found.detail), 'amounts')), 300) as state
  from found join counted using (day)`;

const explained = (siteId: number, days: DayRange): Sql => sql`
  select found.*, said.text as explanation, explained_by, explained_at from (${differencesOf(siteId, days)}) as found
  left join day_explanation as said on said.site_id = ${siteId} and said.day = found.day
    and said.subject = found.subject and said.state = found.state`;

export type StoredDifference = {
  readonly subject: string;
  readonly state: string;
  readonly ours: Money | null;
  readonly theirs: Money | null;
  readonly detail: string | null;
  readonly explanation: string | null;
  readonly explainedBy: string | null;
  readonly explainedAt: Date | null;
};

export function listDifferences(database: Queryable, siteId: number, day: string): Promise<StoredDifference[]> {
  return database.rows(sql`
    select subject, state, ours, theirs, detail, explanation, explained_by as "explainedBy", explained_at as "explainedAt"
    from (${explained(siteId, { first: day, last: day })}) as difference order by explanation is not null, subject, state`);
}

const shownLine = sql`line, opening_e4 as opening, in_e4 as in, out_e4 as out, closing_e4 as closing`;

/** The kept lines of a closed day, else those of now. */
export async function listLines(database: Queryable, siteId: number, day: string): Promise<StoredLine[]> {
  const days = { first: day, last: day };
  const kept = await database.rows<StoredLine>(
    sql`select ${shownLine} from (${keptLines(siteId, days)}) as kept order by line`,
  );
  if (kept.length > 0) return kept;
  return database.rows(sql`select ${shownLine} from (${linesOf(siteId, days)}) as line order by line`);
}

/** Masked names of accounts at banks are made of these. */
export function listHouseAccounts(
  database: Queryable,
  siteId: number,
): Promise<{ readonly houseAccount: string; readonly bankCode: string | null; readonly account: string | null }[]> {
  return database.rows(sql`
    select house_account as "houseAccount", bank_code as "bankCode", account from house_account
    left join receiving_account using (site_id, receiving_account_id) where site_id = ${siteId}`);
}

// ── days ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

export type StoredDay = {
  readonly day: string;
  readonly isCounted: boolean;
  readonly differences: number;
  readonly unexplained: number;
  readonly isChanged: boolean;
  readonly closedBy: string | null;
  readonly closedAt: Date | null;
};

/** Days that are over, the newest first; `before`: a day that is not included. */
export function listDays(
  database: Queryable,
  siteId: number,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<StoredDay[]> {
  return database.rows(sql`
    select over.day::date::text as day, counted.balanced_at is not null as "isCounted", closed_by as "closedBy",
      closed_at as "closedAt", 0 as differences, 0 as unexplained, false as "isChanged"
    from report_progress
    cross join lateral (select min(hour) as hour from report_hour where site_id = ${siteId}) as first
    cross join lateral generate_series((first.hour at time zone ${ZONE})::date::timestamp,
      least((now() at time zone ${ZONE})::date - 1, coalesce(${before ?? null}::date, 'infinity') - 1)::timestamp,
      interval '1 day') as over (day)
    left join report_day as counted on counted.site_id = ${siteId} and counted.day = over.day::date
    left join day_close as made on made.site_id = ${siteId} and made.day = over.day::date and reopened_at is null
    where report_progress.site_id = ${siteId} order by over.day desc limit ${limit}`);
}

export type DayCounts = Pick<StoredDay, 'day' | 'differences' | 'unexplained' | 'isChanged'>;

export function countDifferences(database: Queryable, siteId: number, days: DayRange): Promise<DayCounts[]> {
  return database.rows(sql`
    select day::text as day, count(*)::int as differences, (count(*) filter (where explanation is null))::int as unexplained,
      bool_or(subject like 'changed %') as "isChanged"
    from (${explained(siteId, days)}) as difference group by 1`);
}

export type StoredClose = {
  readonly closeNo: number;
  readonly closedBy: string;
  readonly closedAt: Date;
  readonly reopenedBy: string | null;
  readonly reopenedAt: Date | null;
  readonly request: bigint | null;
};

/** The state of a day; undefined: it is not over, or before the first hour. */
export function findDay(
  database: Queryable,
  siteId: number,
  day: string,
): Promise<{ readonly isCounted: boolean } | undefined> {
  return database.oneOrNone(sql`
    select coalesce((select balanced_at is not null from report_day where site_id = ${siteId} and day = ${day}::date), false)
      as "isCounted"
    where ${day}::date < (now() at time zone ${ZONE})::date
      and ${day}::date >= (select (min(hour) at time zone ${ZONE})::date from report_hour where site_id = ${siteId})`);
}

export function listCloses(database: Queryable, siteId: number, day: string): Promise<StoredClose[]> {
  return database.rows(sql`
    select close_no as "closeNo", closed_by as "closedBy", closed_at as "closedAt", reopened_by as "reopenedBy",
      reopened_at as "reopenedAt", reopen_request_id as request
    from day_close where site_id = ${siteId} and day = ${day}::date order by close_no desc`);
}

export type Explanation = {
  readonly day: string;
  readonly subject: string;
  readonly state: string;
  readonly text: string;
  readonly by: string;
};

export async function saveExplanation(tx: Transaction, siteId: number, of: Explanation): Promise<void> {
  await tx.execute(sql`
    insert into day_explanation (site_id, day, subject, state, text, explained_by)
    values (${siteId}, ${of.day}::date, ${of.subject}, ${of.state}, ${of.text}, ${of.by})
    on conflict (site_id, day, subject, state) do update
      set text = excluded.text, explained_by = excluded.explained_by, explained_at = now()`);
}

/** Closes a day and keeps its lines and explained differences; false where it is closed already. */
export async function insertClose(
  tx: Transaction,
  siteId: number,
  { day, by }: { readonly day: string; readonly by: string },
): Promise<boolean> {
  const days = { first: day, last: day };
  const made = await tx.oneOrNone<{ closeNo: number }>(sql`
    insert into day_close (site_id, day, close_no, closed_by)
    select ${siteId}, ${day}::date, coalesce((select max(close_no) from day_close where site_id = ${siteId} and day = ${day}::date), 0) + 1, ${by}
    on conflict do nothing returning close_no as "closeNo"`);
  if (made === undefined) return false;
  await tx.execute(sql`
    insert into day_close_line (site_id, day, close_no, line, opening_e4, in_e4, out_e4, closing_e4)
    select ${siteId}, day, ${made.closeNo}, line, opening_e4, in_e4, out_e4, closing_e4 from (${linesOf(siteId, days)}) as line`);
  // An unexplained difference violates its constraint.
  await tx.execute(sql`
    insert into day_close_difference (site_id, day, close_no, subject, state, explanation, explained_by)
    select ${siteId}, day, ${made.closeNo}, subject, state, explanation, explained_by from (${explained(siteId, days)}) as difference`);
  return true;
}

/** Reopens a closed day by an executed request; false where no close is in force. */
export async function reopenClose(
  tx: Transaction,
  siteId: number,
  { day, by, requestId }: { readonly day: string; readonly by: string; readonly requestId: bigint },
): Promise<boolean> {
  const changed = await tx.execute(sql`
    update day_close set reopened_at = now(), reopened_by = ${by}, reopen_request_id = ${requestId}
    where site_id = ${siteId} and day = ${day}::date and reopened_at is null`);
  return changed === 1;
}
