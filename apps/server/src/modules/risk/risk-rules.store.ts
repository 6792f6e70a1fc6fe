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
    select encode(signal.signal_hash, 'hex') as mark,
      array_agg(signal.member_id order by signal.first_seen_at, signal.member_id) as "memberIds"
    from (
      select distinct signal_hash from risk_signal
      where site_id = ${siteId} and kind = ${of.kind} and last_seen_at >= ${of.since} limit ${of.limit}
    ) as touched
    join risk_signal as signal on signal.site_id = ${siteId} and signal.signal_hash = touched.signal_hash
      and signal.kind = ${of.kind}
    group by signal.signal_hash having count(*) between ${of.threshold} and ${of.largest}::int`);
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

/** Codes and bonuses of a member today, of members with one since then. */
export function listGiftsOfDay(database: Queryable, siteId: number, of: ReadWindow): Promise<Reached[]> {
  const today = sql`${day}::timestamp at time zone 'Asia/Bangkok'`;
  return database.rows(sql`
    select member_id as "memberId", ${day}::text as mark, figure from (
      select member_id,
        (select count(*) from bonus_grant as given
          where given.site_id = ${siteId} and given.member_id = touched.member_id and granted_at >= ${today})
        + (select count(*) from item_code_use as used
          where used.site_id = ${siteId} and used.member_id = touched.member_id and created_at >= ${today}) as figure
      from (
        (${depositors(siteId, of)}) union
        (select member_id from item_code_use where site_id = ${siteId} and created_at >= ${of.since} limit ${of.limit})
      ) as touched
    ) as counted where figure >= ${of.threshold}`);
}

/** Deposits of two days that no round followed, of members whose deposit became a day old since then. */
export function listUnplayedDeposits(database: Queryable, siteId: number, of: ReadWindow): Promise<Reached[]> {
  const isDayOld = sql`credited_at < now() - interval '1 day'`;
  return database.rows(sql`
    select member_id as "memberId", (max(credited_at) at time zone 'Asia/Bangkok')::date::text as mark,
      sum(amount_e4)::bigint as figure
    from deposit
    where site_id = ${siteId} and ${isDayOld} and credited_at >= ${of.since}::timestamptz - interval '2 days'
      and member_id in (
        select distinct member_id from deposit
        where site_id = ${siteId} and ${isDayOld} and credited_at >= ${of.since}::timestamptz - interval '1 day'
        order by member_id limit ${of.limit})
      and not exists (
        select from game_round as round
        where round.site_id = ${siteId} and round.member_id = deposit.member_id and opened_at >= deposit.credited_at)
    group by member_id having sum(amount_e4) >= ${of.threshold}`);
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
    select member_id as "memberId", 'break ' || max(play_break_no) as mark, count(*)::bigint as figure from play_break
    where site_id = ${siteId} and length <> 'lifted' and started_at > now() - interval '90 days' and member_id in (
      select member_id from member where site_id = ${siteId} and play_break_until > now() limit ${of.limit})
    group by member_id having count(*) >= ${of.threshold} and max(started_at) >= ${of.since}`);
}

/** Requests for a looser limit within 30 days, of members with such a request since then. */
export function listLooserLimits(database: Queryable, siteId: number, of: ReadWindow): Promise<Reached[]> {
  return database.rows(sql`
    select member_id as "memberId", ${monthMark} as mark, count(*)::bigint as figure from member_limit_change
    where site_id = ${siteId} and action = 'requested' and changed_at > now() - interval '30 days' and member_id in (
      select member_id from member_limit where site_id = ${siteId} and pending_since >= ${of.since} limit ${of.limit})
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

// ── linked members ───────────────────────────────────────────────────────────────────────────────────────────────────

/** Members who signed in by a device or network of this one. Larger groups than `largest` are left out. */
export async function listBySharedSignals(
  database: Queryable,
  siteId: number,
  { memberId, largest }: { readonly memberId: bigint; readonly largest: number },
): Promise<bigint[]> {
  const rows = await database.rows<{ memberId: bigint }>(sql`
    select distinct shared.member_id as "memberId" from (
      select array(
        select other.member_id from risk_signal as other
        where other.site_id = own.site_id and other.signal_hash = own.signal_hash and other.kind = own.kind
        limit ${largest + 1}) as ids
      from risk_signal as own where own.site_id = ${siteId} and own.member_id = ${memberId}
    ) as trace cross join unnest(trace.ids) as shared (member_id)
    where cardinality(trace.ids) <= ${largest} and shared.member_id <> ${memberId}`);
  return rows.map((row) => row.memberId);
}

type NewRows = Omit<ReadWindow, 'threshold'>;

/** A withdrawal that was requested within a day of the bonus of the first deposit. */
const isBonusWithdrawn = sql`
  bonus.terms ->> 'usable' = 'first_deposit'
  and withdrawal.created_at between bonus.granted_at and bonus.granted_at + interval '1 day'`;

/** Members who requested such a withdrawal since then. */
export async function listBonusWithdrawals(
  database: Queryable,
  siteId: number,
  { since, limit }: NewRows,
): Promise<bigint[]> {
  const rows = await database.rows<{ memberId: bigint }>(sql`
    select distinct member_id as "memberId" from withdrawal join bonus_grant as bonus using (site_id, member_id)
    where site_id = ${siteId} and withdrawal.created_at >= ${since} and ${isBonusWithdrawn} order by 1 limit ${limit}`);
  return rows.map(({ memberId }) => memberId);
}

/** Those of the members who requested such a withdrawal at any time. */
export async function filterBonusWithdrawn(
  database: Queryable,
  siteId: number,
  memberIds: readonly bigint[],
): Promise<bigint[]> {
  const rows = await database.rows<{ memberId: bigint }>(sql`
    select distinct member_id as "memberId" from withdrawal join bonus_grant as bonus using (site_id, member_id)
    where site_id = ${siteId} and member_id = any(${memberIds}::bigint[]) and ${isBonusWithdrawn} order by 1`);
  return rows.map(({ memberId }) => memberId);
}

/** Rounds of a member in which a table is looked for. */
const LATEST_ROUNDS = 50;

/** Members who requested a withdrawal or signed in since then, and lately played at a table that names positions. */
export async function listActiveTablePlayers(
  database: Queryable,
  siteId: number,
  { since, limit }: NewRows,
): Promise<bigint[]> {
  const rows = await database.rows<{ memberId: bigint }>(sql`
    select active.member_id as "memberId" from (
      (select member_id from withdrawal where site_id = ${siteId} and created_at >= ${since} limit ${limit})
      union
      (select member_id from risk_signal where site_id = ${siteId} and last_seen_at >= ${since} limit ${limit})
    ) as active
    where exists (
      select from (
        select bets from game_round as round
        where round.site_id = ${siteId} and round.member_id = active.member_id
          and opened_at > now() - interval '30 days' order by opened_at desc limit ${LATEST_ROUNDS}
      ) as latest where jsonb_path_exists(latest.bets, '$[*].positions'))
    order by 1`);
  return rows.map(({ memberId }) => memberId);
}
