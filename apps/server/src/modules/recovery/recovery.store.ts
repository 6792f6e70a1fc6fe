// SQL of a recovery: the end of all earlier access, and the state of the recovery by site.
//
// Always true: ending access and holding payouts is one transaction of the tables' owner.

import { randomBytes } from 'node:crypto';

import { type Database, type Queryable, sql } from '@chaba/database';

/** More movements than a site can have had between the moment of the recovery and the loss. */
const NUMBERS_SKIPPED = 1_000_000;
/** Of a session token key, as a new site gets one. */
const KEY_BYTES = 32;

/** Whether a server process is connected; its caches would outlive a change of keys. */
export async function hasServerConnections(database: Queryable): Promise<boolean> {
  const row = await database.oneOrNone(sql`
    select 1 from pg_stat_activity where datname = current_database() and application_name ~ '^chaba (server|jobs|wallet|back office)'
    limit 1`);
  return row !== undefined;
}

export type EndedAccess = {
  readonly restoredTo: Date | null;
  readonly sessions: number;
  readonly devices: number;
  readonly games: number;
  readonly seeds: number;
};

const isServed = sql`site_id in (select site_id from served_site)`;

/**
 * Ends every session of members and operators, device, launch and game session, claim and running export, makes new
 * keys and seeds, and holds payouts. Beats are written every 10 seconds, so the newest one dates the database.
 */
export function endAccess(owner: Database): Promise<EndedAccess> {
  return owner.transaction(async (tx) => {
    const newest = await tx.one<{ at: Date | null }>(sql`select max(beat_at) as at from process_beat`);
    await tx.execute(sql`delete from process_beat`);
    const sessions = await tx.execute(sql`delete from member_session where ${isServed}`);
    const devices = await tx.execute(sql`delete from member_device where ${isServed}`);
    const launches = await tx.execute(sql`delete from game_launch where ${isServed}`);
    const games = await tx.execute(sql`delete from game_session where ${isServed}`);
    await tx.execute(sql`delete from operator_session`);
    await tx.execute(sql`delete from operator_login`);
    await tx.execute(sql`delete from operator_challenge`);
    await tx.execute(sql`delete from queue_claim where ${isServed}`);
    // Its rows would be of two moments, and its person has no session.
    await tx.execute(sql`
      update export_job set state = 'cancelled', finished_at = now() where state in ('waiting', 'running') and ${isServed}`);
    const sites = await tx.rows<{ id: number }>(sql`select site_id as id from served_site`);
    await tx.execute(sql`
      update site set session_token_key = made.key, session_token_key_second = null
      from unnest(${sites.map(({ id }) => id)}::int[], ${sites.map(() => randomBytes(KEY_BYTES))}::bytea[]) as made (site_id, key)
      where made.site_id = site.site_id`);
    // A seed that was revealed after the moment would be secret and in use again.
    const seeds = await tx.execute(
      sql`update wheel_seed set revealed_at = now() where revealed_at is null and ${isServed}`,
    );
    // The bank has the numbers of payouts from after the moment; they must not be assigned again.
    await tx.rows(sql`select setval('movement_number', nextval('movement_number') + ${NUMBERS_SKIPPED}::bigint)`);
    await tx.execute(sql`
      insert into recovery (site_id, restored_to) select site_id, ${newest.at}::timestamptz from served_site
      on conflict (site_id) where released_at is null
        do update set restored_to = least(recovery.restored_to, excluded.restored_to), compared_at = null`);
    return { restoredTo: newest.at, sessions, devices, games: launches + games, seeds };
  });
}

export type Recovery = {
  readonly recoveryId: bigint;
  readonly restoredTo: Date | null;
  readonly recoveredAt: Date;
  readonly comparedAt: Date | null;
  /** Bangkok days since the moment, at most 31. */
  readonly days: readonly string[];
};

/** The recovery of a site that no operator has ended. */
export function findOpenRecovery(database: Queryable, siteId: number): Promise<Recovery | undefined> {
  return database.oneOrNone(sql`
    select recovery_id as "recoveryId", restored_to as "restoredTo", recovered_at as "recoveredAt", compared_at as "comparedAt",
      array(select to_char(day, 'YYYY-MM-DD') from generate_series(
        greatest((coalesce(restored_to, recovered_at - interval '1 day') at time zone 'Asia/Bangkok')::date,
          (now() at time zone 'Asia/Bangkok')::date - 30),
        (now() at time zone 'Asia/Bangkok')::date, interval '1 day') as day) as days
    from recovery where site_id = ${siteId} and released_at is null`);
}

export async function markCompared(database: Queryable, siteId: number): Promise<void> {
  await database.execute(sql`
    update recovery set compared_at = now() where site_id = ${siteId} and released_at is null`);
}

export async function release(database: Queryable, siteId: number, by: string): Promise<boolean> {
  const touched = await database.execute(sql`
    update recovery set released_at = now(), released_by = ${by}
    where site_id = ${siteId} and released_at is null and compared_at is not null`);
  return touched === 1;
}
