// SQL of the rotation of keys that are stored in the database: those of game sessions by site, and secrets of the
// server.
//
//     one key ──a second is accepted──▶ ──all processes have it──▶ the second is used, the first accepted ──▶ one key
//
// Always true: runs as the owner of the tables, because the product role may not change a key.

import { randomBytes } from 'node:crypto';

import { type Database, type Queryable, sql } from '@chaba/database';

const KEY_BYTES = 32;

/** Whether previous keys exist, and whether something made with one of them may still be valid. */
export type PreviousKeys = { readonly exist: boolean; readonly areNeeded: boolean };

export function findPreviousSessionKeys(owner: Queryable, neededHours: number): Promise<PreviousKeys> {
  return owner.one(sql`
    select coalesce(bool_or(session_token_rotated_at is not null), false) as exist,
      coalesce(bool_or(session_token_rotated_at > now() - make_interval(hours => ${neededHours}::int)), false) as "areNeeded"
    from site where session_token_key_second is not null`);
}

/** Gives every site a second key, which decrypts and does not encrypt. */
export async function addSessionKeys(owner: Database): Promise<void> {
  await owner.transaction(async (tx) => {
    for (const { id } of await tx.rows<{ id: number }>(sql`select site_id as id from served_site order by site_id`)) {
      await tx.execute(sql`
        update site set session_token_key_second = ${randomBytes(KEY_BYTES)}, session_token_rotated_at = null
        where site_id = ${id}`);
    }
  });
}

/** From now on the second key encrypts. A site that was opened meanwhile keeps its only key. */
export async function exchangeSessionKeys(owner: Queryable): Promise<void> {
  await owner.execute(sql`
    update site set session_token_key = session_token_key_second, session_token_key_second = session_token_key,
      session_token_rotated_at = now()
    where session_token_key_second is not null and session_token_rotated_at is null
      and site_id in (select site_id from served_site)`);
}

export async function removeSessionKeys(owner: Queryable): Promise<void> {
  await owner.execute(sql`
    update site set session_token_key_second = null, session_token_rotated_at = null
    where site_id in (select site_id from served_site)`);
}

export function findPreviousSecrets(owner: Queryable, neededMinutes: number): Promise<PreviousKeys> {
  return owner.one(sql`
    select count(*) > 0 as exist,
      coalesce(bool_or(rotated_at > now() - make_interval(mins => ${neededMinutes}::int)), false) as "areNeeded"
    from server_secret where previous is not null`);
}

/** Each use reads the secrets, so one step is enough. */
export async function exchangeSecrets(owner: Database): Promise<void> {
  await owner.transaction(async (tx) => {
    for (const { name } of await tx.rows<{ name: string }>(sql`select name from server_secret order by name`)) {
      await tx.execute(sql`
        update server_secret set previous = secret, secret = ${randomBytes(KEY_BYTES)}, rotated_at = now()
        where name = ${name}`);
    }
  });
}

export async function removeSecrets(owner: Queryable): Promise<void> {
  await owner.execute(sql`update server_secret set previous = null`);
}
