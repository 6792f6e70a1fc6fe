// SQL of play-time counters.

import { type Queryable, type Sql, sql, type Transaction } from '@chaba/database';

export type PlayTimeTerms = {
  /** A bet counts for the time until the next bet, at most this long. */
  readonly gapMs: number;
  readonly game: number;
  /** Accounts that receive stakes and tips. */
  readonly staked: readonly number[];
};
type Found = { readonly site: number; readonly detail: string };

/**
 * Two servers may lock the lane in a different order than their transactions started. The difference shows only in a
 * truncated gap and is at most this long.
 */
const DISORDER_MS = 60_000;

const today = sql`(now() at time zone 'Asia/Bangkok')::date`;

const between = (earlier: Sql, later: Sql, gapMs: number): Sql =>
  sql`least(greatest(extract(epoch from ${later} - ${earlier}) * 1000, 0), ${gapMs}::int)::int`;

/** Play time of the member today until now, from a row `counted` that may be absent. */
export const playedNow = (gapMs: number): Sql =>
  sql`coalesce(counted.played_ms + ${between(sql`counted.last_bet_at`, sql`now()`, gapMs)}, 0)`;

/** Joins today's row of the member. */
export const countedToday = (siteId: number, memberId: Sql): Sql => sql`
  left join member_play_time counted on counted.site_id = ${siteId} and counted.member_id = ${memberId} and counted.day = ${today}`;

/** Play time of today computed from the journal, by member. */
const journal = ({ gapMs, game, staked }: PlayTimeTerms, of: Sql): Sql => sql`
  select site_id, member_id, ${today} as day,
    coalesce(sum(${between(sql`bet_before_at`, sql`bet_at`, gapMs)}), 0)::int as played_ms, max(bet_at) as last_bet_at
  from (select site_id, owner_id as member_id, created_at::timestamptz(3) as bet_at,
      lag(created_at::timestamptz(3)) over (partition by site_id, owner_id order by created_at) as bet_before_at
    from ledger_transfer
    where ${of} and created_at >= ${today}::timestamp at time zone 'Asia/Bangkok'
      and from_kind = ${game} and to_kind = any(${staked}::smallint[]) and reason in ('bet', 'tip')) bets
  group by 1, 2
`;

/**
 * If the clock was set back, the earlier time is stored; otherwise nothing would count until the clock reached the old
 * time again.
 */
export async function countPlay(
  tx: Transaction,
  siteId: number,
  memberIds: readonly bigint[],
  gapMs: number,
): Promise<void> {
  await tx.execute(sql`
    insert into member_play_time as known (site_id, member_id, day, played_ms, last_bet_at)
    select ${siteId}, member_id, ${today}, 0, now() from unnest(${memberIds}::bigint[]) as played (member_id)
    on conflict (site_id, member_id, day) do update set
      played_ms = known.played_ms + ${between(sql`known.last_bet_at`, sql`excluded.last_bet_at`, gapMs)},
      last_bet_at = case when known.last_bet_at - excluded.last_bet_at > ${DISORDER_MS}::int * interval '1 millisecond'
        then excluded.last_bet_at else greatest(known.last_bet_at, excluded.last_bet_at) end
  `);
}

export async function deletePlayTime(tx: Transaction, siteId: number, memberId: bigint): Promise<void> {
  await tx.execute(sql`delete from member_play_time where site_id = ${siteId} and member_id = ${memberId}`);
}

/** Members that already have a row keep it. */
export async function recountPlay(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  terms: PlayTimeTerms,
): Promise<void> {
  await tx.execute(sql`
    insert into member_play_time (site_id, member_id, day, played_ms, last_bet_at)
    ${journal(terms, sql`site_id = ${siteId} and owner_id = ${memberId}`)}
    on conflict (site_id, member_id, day) do nothing
  `);
}

export async function loadPlayedToday(
  database: Queryable,
  siteId: number,
  memberId: bigint,
  gapMs: number,
): Promise<number> {
  const { played } = await database.one<{ played: number }>(sql`
    select ${playedNow(gapMs)}::int as played from (select ${memberId}::bigint as member_id) target
    ${countedToday(siteId, sql`target.member_id`)}
  `);
  return played;
}

/** Counters of today that differ from the journal. */
export function findWrongPlay(database: Queryable, siteId: number | undefined, terms: PlayTimeTerms): Promise<Found[]> {
  const site = siteId === undefined ? sql`true` : sql`site_id = ${siteId}`;
  const timed = sql`(site_id, owner_id) in (select site_id, member_id from member_limit where kind = 'time' and ${site})`;
  return database.rows(sql`
    select site_id as site, format('member %s: counted %s ms up to %s, booked %s ms up to %s', member_id,
      counted.played_ms, counted.last_bet_at, booked.played_ms, booked.last_bet_at) as detail
    from (select * from member_play_time where day = ${today} and ${site}) counted
    full join (${journal(terms, timed)}) booked using (site_id, member_id, day)
    where counted.last_bet_at is distinct from booked.last_bet_at
      or booked.played_ms - counted.played_ms not between 0 and ${DISORDER_MS}::int
    limit 20
  `);
}
