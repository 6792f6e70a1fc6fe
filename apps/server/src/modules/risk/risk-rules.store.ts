// SQL of the rules of risk: what each counts among new rows.
//
// Always true: each statement begins at an index of what is new since a moment, and reads at most `limit` members. Days
// and months are those of Bangkok.

import { type Queryable, sql } from '@chaba/database';

/** A member who reached the threshold. `mark` is what makes the finding the same as an earlier one. */
export type Reached = { readonly memberId: bigint; readonly mark: string; readonly figure: bigint };

/** Members who signed in by one device or network, the latest to appear last. */
export type SharedSignal = { readonly mark: string; readonly memberIds: readonly bigint[] };

export type ReadWindow = { readonly since: Date; readonly threshold: bigint; readonly limit: number };

const day = sql`(now() at time zone 'Asia/Bangkok')::date`;
const monthMark = sql`to_char(now() at time zone 'Asia/Bangkok', 'YYYY-MM')`;

/** Groups above `largest` are networks of many strangers and are left out. */
export function listSharedSignals(
  database: Queryable,
  siteId: number,
  of: ReadWindow & { readonly kind: 'device' | 'address'; readonly largest: number },
): Promise<SharedSignal[]> {
  return database.rows(sql`
    select encode(signal.trace_hash, 'hex') as mark,
      array_agg(signal.member_id order by signal.first_seen_at, signal.member_id) as "memberIds"
    from (
      select distinct trace_hash from risk_signal
      where site_id = ${siteId} and kind = ${of.kind} and last_seen_at >= ${of.since} limit ${of.limit}
    ) as touched
    join risk_signal as signal on signal.site_id = ${siteId} and signal.trace_hash = touched.trace_hash
      and signal.kind = ${of.kind}
    group by signal.trace_hash having count(*) between ${of.threshold} and ${of.largest}::int`);
}

/** Sign-ins of a member that were locked within a day. */
export function listLockedSignIns(database: Queryable, siteId: number, of: ReadWindow): Promise<Reached[]> {
  return database.rows(sql`
    select member_id as "memberId", ${day}::text as mark, sum(count)::bigint as figure
    from security_event
    where site_id = ${siteId} and kind = 'login_locked' and member_id in (
        select member_id from security_event
        where site_id = ${siteId} and last_at >= ${of.since} and kind = 'login_locked' and member_id is not null
        order by last_at desc limit ${of.limit})
      and last_at > now() - interval '1 day'
    group by member_id having sum(count) >= ${of.threshold}`);
}

/** Members with a deposit since then. */
const depositors = (siteId: number, { since, limit }: ReadWindow) => sql`
  select distinct member_id from deposit
  where site_id = ${siteId} and credited_at >= ${since} order by member_id limit ${limit}`;

export function listDepositsOfDay(database: Queryable, siteId: number, of: ReadWindow): Promise<Reached[]> {
  return database.rows(sql`
    select member_id as "memberId", ${day}::text as mark, count(*)::bigint as figure from deposit
    where site_id = ${siteId} and member_id in (${depositors(siteId, of)})
      and credited_at >= ${day}::timestamp at time zone 'Asia/Bangkok'
    group by member_id having count(*) >= ${of.threshold}`);
}

/** Deposits less withdrawals, or losses, of 30 days by the sums of the reports. */
export function listMonthlySums(
  database: Queryable,
  siteId: number,
  of: ReadWindow & { readonly figure: 'net-deposits' | 'losses' },
): Promise<Reached[]> {
  const sum =
    of.figure === 'losses'
      ? sql`sum(stake_e4 - payout_e4 - prize_e4)::bigint`
      : sql`sum(deposit_e4 - withdrawal_e4)::bigint`;
  return database.rows(sql`
    select member_id as "memberId", ${monthMark} as mark, ${sum} as figure from report_member_day
    where site_id = ${siteId} and member_id in (${depositors(siteId, of)}) and day > ${day} - 30
    group by member_id having ${sum} >= ${of.threshold}`);
}

/** Breaks and exclusions that began within 90 days, of members who are on a break now. */
export function listBreaks(database: Queryable, siteId: number, of: ReadWindow): Promise<Reached[]> {
  return database.rows(sql`
    select member_id as "memberId", 'break ' || max(pause_no) as mark, count(*)::bigint as figure from play_break
    where site_id = ${siteId} and length <> 'lifted' and begun_at > now() - interval '90 days' and member_id in (
      select member_id from member where site_id = ${siteId} and paused_until > now() limit ${of.limit})
    group by member_id having count(*) >= ${of.threshold} and max(begun_at) >= ${of.since}`);
}

/** Requests for a looser limit within 30 days, of members with such a request since then. */
export function listLooserLimits(database: Queryable, siteId: number, of: ReadWindow): Promise<Reached[]> {
  return database.rows(sql`
    select member_id as "memberId", ${monthMark} as mark, count(*)::bigint as figure from member_limit_change
    where site_id = ${siteId} and act = 'asked' and changed_at > now() - interval '30 days' and member_id in (
      select member_id from member_limit where site_id = ${siteId} and wished_at >= ${of.since} limit ${of.limit})
    group by member_id having count(*) >= ${of.threshold}`);
}

export type NewcomerName = { readonly memberId: bigint; readonly firstName: string; readonly lastName: string };

/** Members after an id, whose names the bank certified. */
export function listNewMembers(
  database: Queryable,
  siteId: number,
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<NewcomerName[]> {
  return database.rows(sql`
    select member_id as "memberId", first_name as "firstName", last_name as "lastName" from member
    where site_id = ${siteId} and member_id > ${after} order by member_id limit ${limit}`);
}
