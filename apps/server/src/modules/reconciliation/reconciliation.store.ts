// SQL of the daily comparison and its reports. Rows in, rows out; nothing is decided here.
//
// Elsewhere: differences (discrepancies.ts), reading a day (reconciliation.ts).

import { type Queryable, sql, type Sql } from '@chaba/database';
import { money } from '@chaba/money';

import { type RoundName, type TransactionName, toRoundKey, toTransactionKey } from '#core/transaction-names';

import type { DayOperation, Discrepancy, Tallies, Tally, WaitingState } from './discrepancies.ts';

// ── our side ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The keys of those rounds that are open here. */
export async function openRoundsAmong(
  database: Queryable,
  siteId: number,
  names: readonly RoundName[],
): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const rows = await database.rows<RoundName>(sql`
    select member_id as "memberId", provider, round_id as "roundId"
    from game_round join unnest(${names.map((name) => name.memberId)}::bigint[],
      ${names.map((name) => name.provider)}::text[], ${names.map((name) => name.roundId)}::text[])
      as wanted (member_id, provider, round_id) using (member_id, provider, round_id)
    where site_id = ${siteId} and state = 'open'
  `);
  return new Set(rows.map(({ provider, memberId, roundId }) => toRoundKey(provider, memberId, roundId)));
}

/** The states of those transactions that are stored as orphan wins and not applied, by key. */
export async function waitingAmong(
  database: Queryable,
  siteId: number,
  names: readonly TransactionName[],
): Promise<Map<string, WaitingState>> {
  if (names.length === 0) return new Map();
  const rows = await database.rows<TransactionName & { state: WaitingState }>(sql`
    select member_id as "memberId", provider, tx_id as "txId", state
    from orphan_win join unnest(${names.map((name) => name.memberId)}::bigint[],
      ${names.map((name) => name.provider)}::text[], ${names.map((name) => name.txId)}::text[])
      as wanted (member_id, provider, tx_id) using (member_id, provider, tx_id)
    where site_id = ${siteId} and state <> 'applied'
  `);
  return new Map(
    rows.map(({ provider, memberId, txId, state }) => [toTransactionKey(provider, memberId, txId), state]),
  );
}

// ── days ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

export type DaySpan = { readonly day: string; readonly from: Date; readonly to: Date };

/** The begin and end of a Bangkok day; by default yesterday. */
export function spanOfDay(database: Queryable, day: string | undefined): Promise<DaySpan & { readonly now: Date }> {
  const wanted = sql`coalesce(${day ?? null}::date, (now() at time zone 'Asia/Bangkok')::date - 1)`;
  return database.one(sql`
    select ${wanted} as day, ${wanted}::timestamp at time zone 'Asia/Bangkok' as from,
      (${wanted} + 1)::timestamp at time zone 'Asia/Bangkok' as to, now() as now
  `);
}

/**
 * Days of the last week that are due, the oldest first, so many minutes after midnight. A day with discrepancies is
 * compared again for three days, at doubling intervals; a failed day at every run; and a day of which an operator
 * rejected a held win since.
 */
export async function daysDue(
  database: Queryable,
  siteId: number,
  provider: string,
  minutesAfterMidnight: number,
): Promise<string[]> {
  const rows = await database.rows<{ day: string }>(sql`
    with span as (
      select (now() at time zone 'Asia/Bangkok')::date - 1 as yesterday,
        (select min(day) from reconciliation where site_id = ${siteId} and provider = ${provider}) as first
    ), wanted as (
      select day::date, (day::date + 1)::timestamp at time zone 'Asia/Bangkok' as "end"
      from span, generate_series(greatest(coalesce(first, yesterday), yesterday - 6), yesterday, interval '1 day') as day
    )
    select wanted.day from wanted
    left join reconciliation made on made.site_id = ${siteId} and made.provider = ${provider} and made.day = wanted.day
    where now() >= "end" + make_interval(mins => ${minutesAfterMidnight}::int)
      and (made.day is null or made.failure is not null
        or made.compared_at < "end" + make_interval(mins => ${minutesAfterMidnight}::int)
        or (discrepancy_count > 0 and made.compared_at < "end" + interval '3 days'
          and now() - "end" >= (made.compared_at - "end") * 2)
        or exists (
          select from held_win held where held.site_id = ${siteId} and held.provider = ${provider} and held.state = 'refused'
            and held.held_at >= "end" - interval '1 day' and held.held_at < "end" and held.decided_at > made.compared_at))
    order by wanted.day
  `);
  return rows.map(({ day }) => day);
}

// ── reports ──────────────────────────────────────────────────────────────────────────────────────────────────────────

export type ReconciliationReport = {
  readonly provider: string;
  readonly day: string;
  readonly byOperation: readonly DayOperation[];
  readonly discrepancies: readonly Discrepancy[];
  readonly discrepancyCount: number;
  /** Identical lines of the feed. */
  readonly repeatedLines: number;
  /** An operator decided the discrepancies. */
  readonly isClosed?: boolean;
  /** Why the day could not be compared. */
  readonly failure?: string | undefined;
  readonly failures?: number | undefined;
};

/** Writes the report of a comparison begun at this time; returns the discrepancies of the former report. */
export async function writeComparison(
  database: Queryable,
  siteId: number,
  made: ReconciliationReport,
  begunAt: Date,
): Promise<number> {
  const row = await database.oneOrNone<{ before: number }>(sql`
    select discrepancy_count as before from reconciliation
    where site_id = ${siteId} and provider = ${made.provider} and day = ${made.day}::date`);
  await database.execute(sql`
    insert into reconciliation (site_id, provider, day, compared_at, discrepancies, discrepancy_count, by_operation, duplicate_count)
    values (${siteId}, ${made.provider}, ${made.day}::date, ${begunAt}, ${JSON.stringify(made.discrepancies)}::jsonb,
      ${made.discrepancyCount}, ${JSON.stringify(made.byOperation.map(packed))}::jsonb, ${made.repeatedLines})
    on conflict (site_id, provider, day) do update set compared_at = excluded.compared_at,
      discrepancies = excluded.discrepancies, discrepancy_count = excluded.discrepancy_count,
      by_operation = excluded.by_operation, duplicate_count = excluded.duplicate_count, failure = null,
      closed_at = case when reconciliation.discrepancies = excluded.discrepancies then reconciliation.closed_at end,
      closed_by = case when reconciliation.discrepancies = excluded.discrepancies then reconciliation.closed_by end`);
  return row?.before ?? 0;
}

/** Records a failed comparison, unless a complete report exists; returns the number of failures. */
export async function recordFailure(
  database: Queryable,
  siteId: number,
  of: { readonly provider: string; readonly day: string; readonly failure: string },
  minutesAfterMidnight: number,
): Promise<number> {
  const row = await database.oneOrNone<{ failure_count: number }>(sql`
    insert into reconciliation as made (site_id, provider, day, discrepancy_count, failure, failure_count)
    values (${siteId}, ${of.provider}, ${of.day}::date, 0, ${of.failure}, 1)
    on conflict (site_id, provider, day) do update set failure = excluded.failure, failure_count = made.failure_count + 1
      where made.failure is not null or made.compared_at
        < ((made.day + 1)::timestamp + make_interval(mins => ${minutesAfterMidnight}::int)) at time zone 'Asia/Bangkok'
    returning failure_count
  `);
  return row?.failure_count ?? 0;
}

/** Closes a compared day with discrepancies. */
export async function closeDay(
  tx: Queryable,
  siteId: number,
  { provider, day, closedBy }: { readonly provider: string; readonly day: string; readonly closedBy: string },
): Promise<boolean> {
  const touched = await tx.execute(sql`
    update reconciliation set closed_at = now(), closed_by = ${closedBy}
    where site_id = ${siteId} and provider = ${provider} and day = ${day}::date and closed_at is null
      and discrepancy_count > 0 and failure is null`);
  return touched === 1;
}

/** Days from the first on that failed or have discrepancies, and that no operator has closed. */
export function listOpenDays(
  tx: Queryable,
  siteId: number,
  firstDay: string,
): Promise<{ provider: string; day: string }[]> {
  return tx.rows(sql`
    select provider, day from reconciliation
    where site_id = ${siteId} and day >= ${firstDay}::date and closed_at is null and (discrepancy_count > 0 or failure is not null)
    order by day, provider`);
}

type ComparisonRow = {
  provider: string;
  day: string;
  discrepancies: Discrepancy[];
  discrepancy_count: number;
  by_operation: PackedOperation[];
  duplicate_count: number;
  is_closed: boolean;
  failure: string | null;
  failure_count: number;
};

/** The latest reports. */
export function latestComparisons(database: Queryable, siteId: number, limit: number): Promise<ReconciliationReport[]> {
  return listReports(database, sql`site_id = ${siteId} order by day desc, provider limit ${limit}`);
}

/** Reports of days that failed, or with discrepancies that no operator has closed, oldest first. */
export function openComparisons(database: Queryable, siteId: number, limit: number): Promise<ReconciliationReport[]> {
  return listReports(
    database,
    sql`site_id = ${siteId} and (failure is not null or (discrepancy_count > 0 and closed_at is null))
      order by day, provider limit ${limit}`,
  );
}

async function listReports(database: Queryable, condition: Sql): Promise<ReconciliationReport[]> {
  const rows = await database.rows<ComparisonRow>(sql`
    select provider, day, discrepancies, discrepancy_count, by_operation, duplicate_count, failure, failure_count,
      closed_at is not null as is_closed
    from reconciliation where ${condition}
  `);
  return rows.map((row) => ({
    provider: row.provider,
    day: row.day,
    byOperation: row.by_operation.map(unpacked),
    discrepancies: row.discrepancies,
    discrepancyCount: row.discrepancy_count,
    repeatedLines: row.duplicate_count,
    isClosed: row.is_closed,
    failure: row.failure ?? undefined,
    failures: row.failure_count,
  }));
}

type PackedTally = readonly [count: number, amount: string];
type PackedOperation = { readonly operation: DayOperation['operation'] } & Record<keyof Tallies, PackedTally>;

const pack = ({ count, amount }: Tally): PackedTally => [count, amount.toString()];
const unpack = ([count, amount]: PackedTally): Tally => ({ count, amount: money(BigInt(amount)) });

const packed = ({ operation, theirs, ours, theirsElsewhere, oursElsewhere }: DayOperation): PackedOperation => ({
  operation,
  theirs: pack(theirs),
  ours: pack(ours),
  theirsElsewhere: pack(theirsElsewhere),
  oursElsewhere: pack(oursElsewhere),
});

const unpacked = ({ operation, theirs, ours, theirsElsewhere, oursElsewhere }: PackedOperation): DayOperation => ({
  operation,
  theirs: unpack(theirs),
  ours: unpack(ours),
  theirsElsewhere: unpack(theirsElsewhere),
  oursElsewhere: unpack(oursElsewhere),
});
