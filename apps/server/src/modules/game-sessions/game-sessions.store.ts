// SQL of game sessions: one-time launch tokens, of which only hashes are stored, and the sessions that they become.

import { createSecretKey, type KeyObject } from 'node:crypto';

import { type Database, type Queryable, type Sql, sql, type Transaction } from '@chaba/database';

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

/** Times are of the database's clock, which also dates ended sessions. */
export type OpenedSession = { readonly memberId: bigint; readonly playerId: string; readonly expiresAt: Date };

/** Consumes a launch token and opens its session in one statement: of two concurrent requests one succeeds. */
export async function redeemLaunchToken(
  database: Database,
  siteId: number,
  launch: {
    readonly provider: string;
    readonly launchHash: Buffer;
    readonly livesHours: number;
  },
): Promise<OpenedSession | 'unknown' | 'over'> {
  const opened = await database.oneOrNone<OpenedSession>(sql`
    with used as (
      update game_launch set used_at = now()
      where site_id = ${siteId} and token_hash = ${launch.launchHash} and provider = ${launch.provider}
        and used_at is null and expires_at > now()
      returning member_id, game_code
    ), opened as (
      insert into game_session (site_id, token_hash, member_id, provider, game_code, expires_at)
      select ${siteId}, ${launch.launchHash}, member_id, ${launch.provider}, game_code,
        now() + make_interval(hours => ${launch.livesHours}::int) from used
      returning member_id, expires_at
    )
    select member.member_id as "memberId", player_id as "playerId", opened.expires_at as "expiresAt"
    from opened join member on member.site_id = ${siteId} and member.member_id = opened.member_id
  `);
  if (opened) return opened;
  const known = await database.oneOrNone(sql`
    select 1 from game_launch
    where site_id = ${siteId} and token_hash = ${launch.launchHash} and provider = ${launch.provider}
  `);
  return known ? 'over' : 'unknown';
}

/** The site's keys of session tokens: the first encrypts, each decrypts. */
export async function loadSessionKeys(
  database: Queryable,
  siteId: number,
): Promise<readonly [KeyObject, ...KeyObject[]]> {
  const { key, second } = await database.one<{ key: Buffer; second: Buffer | null }>(
    sql`select session_token_key as key, session_token_key_second as second from site where site_id = ${siteId}`,
  );
  return [createSecretKey(key), ...(second === null ? [] : [createSecretKey(second)])];
}

export type Opened = { readonly provider: string; readonly memberId: bigint; readonly hours: number };

/** Whether the member opened a game of this provider in the last hours. */
export async function hasOpened(database: Queryable, siteId: number, by: Opened): Promise<boolean> {
  return (await database.oneOrNone(openedQuery(siteId, by))) !== undefined;
}

/** The query plan, for the test of its cost. */
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

/** Deletes the member's launches and game sessions. */
export async function deleteTokensOf(tx: Transaction, siteId: number, memberId: bigint): Promise<void> {
  await tx.execute(sql`delete from game_launch where site_id = ${siteId} and member_id = ${memberId}`);
  await tx.execute(sql`delete from game_session where site_id = ${siteId} and member_id = ${memberId}`);
}

/** Deletes tokens that expired so many days ago. */
export async function deleteExpiredTokens(database: Queryable, siteId: number, keptDays: number): Promise<void> {
  await database.execute(sql`
    delete from game_launch where site_id = ${siteId} and expires_at < now() - make_interval(days => ${keptDays}::int)
  `);
  await database.execute(sql`
    delete from game_session where site_id = ${siteId} and expires_at < now() - make_interval(days => ${keptDays}::int)
  `);
}
