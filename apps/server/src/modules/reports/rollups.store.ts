// SQL of the sums: an hour of the journal, ten minutes of play, and the same counted again.
//
// Always true: a source is read by the time of posting through its BRIN index, never by another column. The statements
// that add and those that count again share one text.
//
// Elsewhere: order and locks (rollups.ts).

import { type Database, type Queryable, type Sql, sql, type Transaction } from '@chaba/database';

import { chart } from '#core/chart-of-accounts';

export type RollupSpan = { readonly from: Date; readonly to: Date };

/** Members that register side by side may get their numbers in another order. */
const NUMBERS_SIDE_BY_SIDE = 1_000;
const ZONE = 'Asia/Bangkok';

const [bank, unmatched, payouts] = [chart.bank.kind, chart.unmatched.kind, chart.payouts.kind];
const [games, tips, awards] = [chart.games.kind, chart.tips.kind, chart.awards.kind];
const MEMBER_KINDS_BELOW = 100;
const GIFTS = [
  chart.bonusCost,
  chart.cashbackCost,
  chart.affiliateCost,
  chart.codeCost,
  chart.prizeCost,
  chart.adjustments,
].map(({ kind }) => kind);

// ── what a transfer is ───────────────────────────────────────────────────────────────────────────────────────────────

/** The amount, where it leaves a kind of these; negative where it comes back. */
const outOf = (kinds: readonly number[]): Sql => sql`case when from_kind = any(${[...kinds]}::smallint[]) then amount_e4
  when to_kind = any(${[...kinds]}::smallint[]) then -amount_e4 else 0 end`;
const isOfMember = sql`least(from_kind, to_kind) < ${MEMBER_KINDS_BELOW}`;
const isBet = sql`to_kind = ${games} and reason = 'bet'`;
/** A stake, or one that came back. */
const stake = sql`case when ${isBet} then amount_e4 when from_kind = ${games} and reason like 'void%' then -amount_e4 else 0 end`;
const payout = sql`case when ${isBet} or (from_kind = ${games} and reason like 'void%') then 0 else ${outOf([games])} end`;

const playSums = sql`
  count(*) filter (where ${isBet})::int as bets, coalesce(sum(${stake}), 0)::bigint as stake_e4,
  coalesce(sum(${payout}), 0)::bigint as payout_e4, coalesce(sum(${outOf([awards])}), 0)::bigint as prize_e4,
  coalesce(sum(-(${outOf([tips])})), 0)::bigint as tip_e4`;

const isPlay = sql`(from_kind between ${games} and ${awards} or to_kind between ${games} and ${awards})`;

const transfersOf = (siteId: number, { from, to }: RollupSpan): Sql =>
  sql`ledger_transfer where site_id = ${siteId} and created_at >= ${from} and created_at < ${to}`;

// ── the sums of a span, from the sources ─────────────────────────────────────────────────────────────────────────────

const moneyHours = (siteId: number, span: RollupSpan): Sql => sql`
  select date_trunc('hour', created_at) as hour, from_kind, to_kind, left(reason, 60) as reason, count(*)::int as transfers,
    sum(amount_e4)::bigint as amount_e4
  from ${transfersOf(siteId, span)} group by 1, 2, 3, 4`;

/**
 * The journal has the money and the provider (its key is `<provider>:<transaction>`), the wallet transaction of the
 * same moment has the game; a cancelling transaction names the one it cancels.
 */
const playSlices = (siteId: number, span: RollupSpan): Sql => sql`
  with played as materialized (
    select * , case when key like 'held%' then split_part(key, ':', 3) else split_part(key, ':', 1) end as provider
    from ${transfersOf(siteId, span)} and ${isPlay}
  ), named as (
    select distinct on (member_id, key) member_id, key, game_code
    from wallet_transaction as call
    cross join lateral (values (provider || ':' || tx_id), (provider || ':' || ref_tx_id)) as of (key)
    where site_id = ${siteId} and created_at >= ${span.from} and created_at < ${span.to} and key is not null
    order by member_id, key, game_code
  )
  select date_bin('10 minutes', created_at, ${span.from}) as slice, provider, coalesce(game_code, '') as game_code, ${playSums}
  from played left join named on named.member_id = played.owner_id and named.key = played.key
  group by 1, 2, 3`;

const memberDays = (siteId: number, span: RollupSpan): Sql => sql`
  select (created_at at time zone ${ZONE})::date as day, owner_id as member_id,
    coalesce(sum(${outOf([bank, unmatched])}), 0)::bigint as deposit_e4,
    coalesce(sum(-(${outOf([payouts])})), 0)::bigint as withdrawal_e4, ${playSums},
    coalesce(sum(${outOf(GIFTS)}), 0)::bigint as gift_e4, min(date_trunc('hour', created_at)) filter (where ${isBet}) as played_from
  from ${transfersOf(siteId, span)} and ${isOfMember} group by 1, 2`;

// ── progress ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Adds the row of a new site: its first hour is that of its first member or transfer. */
export async function ensureProgress(database: Database, siteId: number): Promise<void> {
  await database.execute(sql`
    insert into report_progress (site_id, hours_until, slices_until)
    select ${siteId}, first, first from (select date_trunc('hour', least(now(),
      (select registered_at from member where site_id = ${siteId} order by member_id limit 1),
      (select created_at from ledger_transfer where site_id = ${siteId} and from_kind <> account_kind('games') and to_kind <> account_kind('games')
        order by created_at limit 1))) as first) as begun
    on conflict do nothing`);
}

export type RollupProgress = {
  readonly hoursUntil: Date;
  readonly slicesUntil: Date;
  readonly lastMemberId: bigint;
  /** The ends of the last hour and ten minutes that no running transaction can change. */
  readonly hoursEnd: Date;
  readonly slicesEnd: Date;
};

/** Locks the progress of a site. Hours are full ten minutes after their end, which the longest transaction outlasts. */
export function lockProgress(tx: Transaction, siteId: number, settleMinutes: number): Promise<RollupProgress> {
  return tx.one(sql`
    select hours_until as "hoursUntil", slices_until as "slicesUntil", last_member_id as "lastMemberId",
      date_trunc('hour', now() - make_interval(mins => ${settleMinutes})) as "hoursEnd",
      date_bin('10 minutes', now() - make_interval(mins => ${settleMinutes}), 'epoch') as "slicesEnd"
    from report_progress where site_id = ${siteId} for update`);
}

// ── adding ───────────────────────────────────────────────────────────────────────────────────────────────────────────

export async function addHours(tx: Transaction, siteId: number, span: RollupSpan, lastMemberId: bigint): Promise<void> {
  await tx.execute(sql`insert into report_money_hour (site_id, hour, from_kind, to_kind, reason, transfers, amount_e4)
    select ${siteId}, hour, from_kind, to_kind, reason, transfers, amount_e4 from (${moneyHours(siteId, span)}) as summed`);
  await addHouseBalances(tx, siteId, span);
  await tx.execute(sql`
    insert into report_member_day as stored (site_id, day, member_id, deposit_e4, withdrawal_e4, bets, stake_e4, payout_e4,
      prize_e4, tip_e4, gift_e4, played_from)
    select ${siteId}, day, member_id, deposit_e4, withdrawal_e4, bets, stake_e4, payout_e4, prize_e4, tip_e4, gift_e4, played_from
    from (${memberDays(siteId, span)}) as summed
    on conflict (site_id, day, member_id) do update set deposit_e4 = stored.deposit_e4 + excluded.deposit_e4,
      withdrawal_e4 = stored.withdrawal_e4 + excluded.withdrawal_e4, bets = stored.bets + excluded.bets,
      stake_e4 = stored.stake_e4 + excluded.stake_e4, payout_e4 = stored.payout_e4 + excluded.payout_e4,
      prize_e4 = stored.prize_e4 + excluded.prize_e4, tip_e4 = stored.tip_e4 + excluded.tip_e4,
      gift_e4 = stored.gift_e4 + excluded.gift_e4, played_from = least(stored.played_from, excluded.played_from)`);
  await tx.execute(sql`
    insert into report_hour (site_id, hour, registered, players)
    select ${siteId}, hour, (select count(*) from member where site_id = ${siteId} and member_id > ${lastMemberId}
        and registered_at >= hour and registered_at < hour + interval '1 hour'),
      (select count(*) from report_member_day where site_id = ${siteId} and day = (hour at time zone ${ZONE})::date and played_from = hour)
    from generate_series(${span.from}::timestamptz, ${span.to}::timestamptz - interval '1 hour', interval '1 hour') as hour`);
  await tx.execute(sql`
    update report_progress set hours_until = ${span.to}, last_member_id = greatest(last_member_id,
      coalesce((select max(member_id) from member where site_id = ${siteId}), 0) - ${NUMBERS_SIDE_BY_SIDE})
    where site_id = ${siteId}`);
}

/** The balance at the end of each hour: that at its beginning, and the sums of the hour. */
async function addHouseBalances(tx: Transaction, siteId: number, { from, to }: RollupSpan): Promise<void> {
  await tx.execute(sql`
    insert into report_house_balance (site_id, at, kind, balance_e4)
    select ${siteId}, at, kind, sum(change)::bigint
    from generate_series(${from}::timestamptz + interval '1 hour', ${to}::timestamptz, interval '1 hour') as at
    join (
      select at as since, kind, balance_e4 as change from report_house_balance where site_id = ${siteId} and at = ${from}
      union all
      select hour + interval '1 hour', side.kind, side.change from report_money_hour
      cross join lateral (values (from_kind, -amount_e4), (to_kind, amount_e4)) as side (kind, change)
      where site_id = ${siteId} and hour >= ${from} and hour < ${to} and side.kind >= ${MEMBER_KINDS_BELOW}
    ) as changed on changed.since <= at
    group by at, kind`);
}

export async function addSlices(tx: Transaction, siteId: number, span: RollupSpan): Promise<void> {
  await tx.execute(sql`
    insert into report_play_slice (site_id, slice, provider, game_code, bets, stake_e4, payout_e4, prize_e4, tip_e4)
    select ${siteId}, slice, provider, game_code, bets, stake_e4, payout_e4, prize_e4, tip_e4
    from (${playSlices(siteId, span)}) as summed`);
  await tx.execute(sql`update report_progress set slices_until = ${span.to} where site_id = ${siteId}`);
}

// ── counting again ───────────────────────────────────────────────────────────────────────────────────────────────────

export type CountedDay = RollupSpan & { readonly day: string };

/** The oldest Bangkok day of the site that is over, summed whole and not counted again; undefined: none. */
export function findUncounted(database: Queryable, siteId: number): Promise<CountedDay | undefined> {
  return database.oneOrNone(sql`
    select day::date::text as day, day::timestamp at time zone ${ZONE} as from, (day + interval '1 day')::timestamp at time zone ${ZONE} as to
    from report_progress as progress
    cross join lateral generate_series(
      coalesce((select max(day) + 1 from report_day where site_id = ${siteId})::timestamp,
        (select min(hour) from report_hour where site_id = ${siteId}) at time zone ${ZONE})::date::timestamp,
      (least(hours_until, slices_until) at time zone ${ZONE})::date::timestamp - interval '1 day', interval '1 day') as day
    where progress.site_id = ${siteId} order by day limit 1`);
}

/** The oldest of the last days whose count is older than these hours; undefined: none. */
export function findCounted(
  database: Queryable,
  siteId: number,
  { days, hours }: { readonly days: number; readonly hours: number },
): Promise<CountedDay | undefined> {
  return database.oneOrNone(sql`
    select day::text as day, day::timestamp at time zone ${ZONE} as from, (day + 1)::timestamp at time zone ${ZONE} as to
    from report_day where site_id = ${siteId} and day >= (now() at time zone ${ZONE})::date - ${days}::int
      and counted_at < now() - make_interval(hours => ${hours}) order by report_day.day limit 1`);
}

export type SumDifference = { readonly subject: string; readonly stored: bigint; readonly counted: bigint };

/** Compares the stored sums of a day with those of the sources. */
export function compareDay(tx: Transaction, siteId: number, span: CountedDay): Promise<SumDifference[]> {
  const { from, to, day } = span;
  const rows: readonly Sql[] = [
    compare(
      sql`'hour ' || to_char(hour at time zone ${ZONE}, 'HH24:MI') || ' ' || from_kind || ' to ' || to_kind || ' ' || reason`,
      sql`select hour, from_kind, to_kind, reason, amount_e4 from report_money_hour
        where site_id = ${siteId} and hour >= ${from} and hour < ${to}`,
      sql`select hour, from_kind, to_kind, reason, amount_e4 from (${moneyHours(siteId, span)}) as summed`,
    ),
    compare(
      sql`'play ' || provider || ' ' || game_code`,
      sql`select provider, game_code, stake_e4 - payout_e4 - prize_e4 + tip_e4 as amount_e4 from report_play_slice
        where site_id = ${siteId} and slice >= ${from} and slice < ${to}`,
      sql`select provider, game_code, stake_e4 - payout_e4 - prize_e4 + tip_e4 as amount_e4 from (${playSlices(siteId, span)}) as summed`,
    ),
    compare(
      sql`'member ' || member_id || ' ' || figure`,
      sql`select member_id, figure, amount_e4 from report_member_day ${memberFigures}
        where site_id = ${siteId} and day = ${day}::date`,
      sql`select member_id, figure, amount_e4 from (${memberDays(siteId, span)}) as summed ${memberFigures}`,
    ),
    compareBalances(siteId),
  ];
  const [first = sql``, ...more] = rows;
  return tx.rows(more.reduce((all, next) => sql`${all} union all ${next}`, first));
}

const memberFigures = sql`cross join lateral (values ('deposits', deposit_e4), ('withdrawals', withdrawal_e4),
  ('stakes', stake_e4), ('payouts', payout_e4), ('prizes', prize_e4), ('tips', tip_e4), ('gifts', gift_e4))
  as figures (figure, amount_e4)`;

/** The stored balances and the journal since then give the balances of the house now. */
function compareBalances(siteId: number): Sql {
  const since = sql`(select hours_until from report_progress where site_id = ${siteId})`;
  return compare(
    sql`'account ' || kind`,
    sql`select kind, balance_e4 as amount_e4 from report_house_balance where site_id = ${siteId} and at = ${since}
      union all select side.kind, side.change from ledger_transfer
      cross join lateral (values (from_kind, -amount_e4), (to_kind, amount_e4)) as side (kind, change)
      where site_id = ${siteId} and created_at >= ${since} and side.kind >= ${MEMBER_KINDS_BELOW}`,
    sql`select kind, balance_e4 as amount_e4 from ledger_house_balance where site_id = ${siteId}`,
  );
}

/** Sums of both sides by their name; those that differ. */
function compare(subject: Sql, stored: Sql, counted: Sql): Sql {
  return sql`
    select left(subject, 200) as subject, sum(stored)::bigint as stored, sum(counted)::bigint as counted from (
      select ${subject} as subject, amount_e4 as stored, 0 as counted from (${stored}) as kept
      union all
      select ${subject}, 0, amount_e4 from (${counted}) as read
    ) as both_sides group by 1 having sum(stored) <> sum(counted)`;
}

/** Writes the sums of the day anew, and the balances of all later hours. */
export async function replaceDay(tx: Transaction, siteId: number, span: CountedDay): Promise<void> {
  const { from, to, day } = span;
  const isOfHours = sql`site_id = ${siteId} and hour >= ${from} and hour < ${to}`;
  await tx.execute(sql`delete from report_money_hour where ${isOfHours}`);
  await tx.execute(sql`insert into report_money_hour (site_id, hour, from_kind, to_kind, reason, transfers, amount_e4)
    select ${siteId}, hour, from_kind, to_kind, reason, transfers, amount_e4 from (${moneyHours(siteId, span)}) as summed`);
  await tx.execute(sql`delete from report_play_slice where site_id = ${siteId} and slice >= ${from} and slice < ${to}`);
  await tx.execute(sql`
    insert into report_play_slice (site_id, slice, provider, game_code, bets, stake_e4, payout_e4, prize_e4, tip_e4)
    select ${siteId}, slice, provider, game_code, bets, stake_e4, payout_e4, prize_e4, tip_e4
    from (${playSlices(siteId, span)}) as summed`);
  await tx.execute(sql`delete from report_member_day where site_id = ${siteId} and day = ${day}::date`);
  await tx.execute(sql`
    insert into report_member_day (site_id, day, member_id, deposit_e4, withdrawal_e4, bets, stake_e4, payout_e4,
      prize_e4, tip_e4, gift_e4, played_from)
    select ${siteId}, day, member_id, deposit_e4, withdrawal_e4, bets, stake_e4, payout_e4, prize_e4, tip_e4, gift_e4, played_from
    from (${memberDays(siteId, span)}) as summed`);
  await tx.execute(sql`
    update report_hour set players = (select count(*) from report_member_day as played
      where played.site_id = report_hour.site_id and played.day = ${day}::date and played_from = hour)
    where ${isOfHours}`);
  const { until } = await tx.one<{ until: Date }>(
    sql`select hours_until as until from report_progress where site_id = ${siteId}`,
  );
  await tx.execute(sql`delete from report_house_balance where site_id = ${siteId} and at > ${from}`);
  await addHouseBalances(tx, siteId, { from, to: until });
}

export async function saveDay(
  tx: Transaction,
  siteId: number,
  { day, differences }: { readonly day: string; readonly differences: readonly SumDifference[] },
): Promise<void> {
  await tx.execute(sql`
    insert into report_day (site_id, day) values (${siteId}, ${day}::date)
    on conflict (site_id, day) do update set counted_at = now()`);
  await tx.execute(sql`
    insert into report_difference (site_id, day, subject, stored_e4, counted_e4)
    select ${siteId}, ${day}::date, unnest(${differences.map(({ subject }) => subject)}::text[]),
      unnest(${differences.map(({ stored }) => stored)}::bigint[]), unnest(${differences.map(({ counted }) => counted)}::bigint[])
    on conflict (site_id, day, subject) do update set stored_e4 = excluded.stored_e4, counted_e4 = excluded.counted_e4`);
}
