// SQL of launching: one-time launch tokens, of which only hashes are stored, and the sessions that they become.

import { createSecretKey, type KeyObject } from 'node:crypto';

import { type Database, type Queryable, type Sql, sql, type Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

import type { NotCounted } from '#wallet/contribution';

export type NewLaunch = {
  readonly memberId: bigint;
  readonly provider: string;
  readonly gameCode: string;
  readonly tokenHash: Buffer;
  readonly livesSeconds: number;
};

export async function insertLaunch(database: Queryable, siteId: number, launch: NewLaunch): Promise<void> {
  await database.execute(sql`
    insert into game_launch (site_id, token_hash, member_id, provider, game_code, expires_at)
    values (${siteId}, ${launch.tokenHash}, ${launch.memberId}, ${launch.provider}, ${launch.gameCode},
      now() + make_interval(secs => ${launch.livesSeconds}::int))
  `);
}

/** By the database's clock, which also says when seats were ended. */
export type OpenedSeat = { readonly memberId: bigint; readonly playerId: string; readonly expiresAt: Date };

/** Uses a launch token up and opens its session, in one statement: of two who send it, one is served. */
export async function redeemLaunchToken(
  database: Database,
  siteId: number,
  seat: {
    readonly provider: string;
    readonly launchHash: Buffer;
    readonly livesHours: number;
  },
): Promise<OpenedSeat | 'unknown' | 'over'> {
  const opened = await database.oneOrNone<OpenedSeat>(sql`
    with used as (
      update game_launch set used_at = now()
      where site_id = ${siteId} and token_hash = ${seat.launchHash} and provider = ${seat.provider}
        and used_at is null and expires_at > now()
      returning member_id, game_code
    ), opened as (
      insert into game_session (site_id, token_hash, member_id, provider, game_code, expires_at)
      select ${siteId}, ${seat.launchHash}, member_id, ${seat.provider}, game_code,
        now() + make_interval(hours => ${seat.livesHours}::int) from used
      returning member_id, expires_at
    )
    select member.member_id as "memberId", player_id as "playerId", opened.expires_at as "expiresAt"
    from opened join member on member.site_id = ${siteId} and member.member_id = opened.member_id
  `);
  if (opened) return opened;
  const known = await database.oneOrNone(sql`
    select 1 from game_launch
    where site_id = ${siteId} and token_hash = ${seat.launchHash} and provider = ${seat.provider}
  `);
  return known ? 'over' : 'unknown';
}

/** The brand's key of seat tokens; it never changes. */
export async function seatKey(database: Queryable, siteId: number): Promise<KeyObject> {
  const { key } = await database.one<{ key: Buffer }>(
    sql`select session_token_key as key from site where site_id = ${siteId}`,
  );
  return createSecretKey(key);
}

export type Opened = { readonly provider: string; readonly memberId: bigint; readonly hours: number };

/** Did the member open a game of this provider in the last hours. */
export async function hasOpened(database: Queryable, siteId: number, by: Opened): Promise<boolean> {
  return (await database.oneOrNone(openedQuery(siteId, by))) !== undefined;
}

/** How PostgreSQL finds that, for the test that keeps it quick. */
export async function explainOpened(database: Queryable, siteId: number, by: Opened): Promise<string> {
  const rows = await database.rows<{ 'QUERY PLAN': string }>(sql`explain ${openedQuery(siteId, by)}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

function openedQuery(siteId: number, by: Opened): Sql {
  return sql`
    select 1 from game_launch
    where site_id = ${siteId} and member_id = ${by.memberId} and provider = ${by.provider}
      and created_at > now() - make_interval(hours => ${by.hours}::int) limit 1`;
}

export type OpenRound = {
  readonly roundId: string;
  readonly provider: string;
  readonly gameCode: string;
  readonly stake: Money;
  readonly openedAt: Date;
};

export function openRounds(database: Queryable, siteId: number, memberId: bigint, limit: number): Promise<OpenRound[]> {
  return database.rows(sql`
    select round_id as "roundId", provider, game_code as "gameCode", stake_e4 as stake, opened_at as "openedAt"
    from open_round where site_id = ${siteId} and member_id = ${memberId}
    order by opened_at desc limit ${limit}
  `);
}

export async function hasOpenRound(
  database: Queryable,
  siteId: number,
  at: { readonly memberId: bigint; readonly provider: string; readonly gameCode: string },
): Promise<boolean> {
  const row = await database.oneOrNone(sql`
    select 1 from open_round where site_id = ${siteId} and member_id = ${at.memberId}
      and provider = ${at.provider} and game_code = ${at.gameCode} limit 1
  `);
  return row !== undefined;
}

export type PastRound = OpenRound & {
  readonly state: 'open' | 'closed' | 'void';
  readonly payout: Money;
  /** What of the payout waits for a person. */
  readonly held: Money;
  readonly turnover: Money;
  /** Why its settled bets added nothing or less, if so. */
  readonly notCounted: NotCounted | null;
  readonly settledAt: Date | null;
  /** Microseconds since 1970: exact, where a Date is cut to milliseconds. */
  readonly openedMicros: bigint;
};

/** So many months back, and of those the Bangkok days that are wished; both ends included. */
export type Within = { readonly months: number; readonly from?: string | undefined; readonly to?: string | undefined };

export type RoundPosition = { readonly openedMicros: bigint; readonly provider: string; readonly roundId: string };

const pastRound = sql`
  round_id as "roundId", provider, game_code as "gameCode", stake_e4 as stake, payout_e4 as payout,
  turnover_e4 as turnover,
  (select coalesce(sum(held.amount_e4), 0)::bigint from held_win held where held.site_id = game_round.site_id
    and held.member_id = game_round.member_id and held.provider = game_round.provider
    and held.round_id = game_round.round_id and held.state = 'held') as held,
  jsonb_path_query_first(bets, '$[*].notCounted') #>> '{}' as "notCounted", state, opened_at as "openedAt", settled_at as "settledAt",
  (extract(epoch from opened_at) * 1000000)::bigint as "openedMicros"`;

/** Newest first, from after a position on; the index game_round_by_time serves it at any depth. */
export function pastRounds(
  database: Queryable,
  siteId: number,
  of: {
    readonly memberId: bigint;
    readonly within: Within;
    readonly after: RoundPosition | undefined;
    readonly limit: number;
  },
): Promise<PastRound[]> {
  const { after, within } = of;
  const { months, from, to } = within;
  const kept = sql`(date_trunc('day', now() at time zone 'Asia/Bangkok') - make_interval(months => ${months}::int)) at time zone 'Asia/Bangkok'`;
  const since = from ? sql`and opened_at >= (${from}::date)::timestamp at time zone 'Asia/Bangkok'` : sql``;
  const until = to ? sql`and opened_at < (${to}::date + 1)::timestamp at time zone 'Asia/Bangkok'` : sql``;
  const at = sql`to_timestamp(0) + ${after?.openedMicros ?? 0n}::bigint * interval '1 microsecond'`;
  const later = after
    ? sql`and opened_at <= ${at} and (opened_at < ${at} or (provider, round_id) > (${after.provider}, ${after.roundId}))`
    : sql``;
  return database.rows(sql`
    select ${pastRound} from game_round where site_id = ${siteId} and member_id = ${of.memberId} and opened_at >= ${kept} ${since} ${until} ${later}
    order by opened_at desc, provider, round_id limit ${of.limit}
  `);
}

export function roundByName(
  database: Queryable,
  siteId: number,
  of: { readonly memberId: bigint; readonly provider: string; readonly roundId: string },
): Promise<PastRound | undefined> {
  return database.oneOrNone(sql`
    select ${pastRound} from game_round where site_id = ${siteId} and member_id = ${of.memberId}
      and provider = ${of.provider} and round_id = ${of.roundId}
  `);
}

/** No launch of the member opens a game session any more, and none counts as opened. */
export async function deleteTokensOf(tx: Transaction, siteId: number, memberId: bigint): Promise<void> {
  await tx.execute(sql`delete from game_launch where site_id = ${siteId} and member_id = ${memberId}`);
  await tx.execute(sql`delete from game_session where site_id = ${siteId} and member_id = ${memberId}`);
}

/** Tokens that are long over serve nobody. */
export async function deleteOldTokens(database: Queryable, siteId: number, keptDays: number): Promise<void> {
  await database.execute(sql`
    delete from game_launch where site_id = ${siteId} and expires_at < now() - make_interval(days => ${keptDays}::int)
  `);
  await database.execute(sql`
    delete from game_session where site_id = ${siteId} and expires_at < now() - make_interval(days => ${keptDays}::int)
  `);
}
