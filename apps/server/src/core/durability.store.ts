// SQL of database checks: availability, durability settings, log settings.

import { type Database, type Queryable, sql } from '@chaba/database';

export async function pingDatabase(database: Database): Promise<void> {
  await database.one(sql`select 1 as alive`);
}

/** Current values of the settings that durability of committed transactions depends on. */
export function listDurabilitySettings(database: Queryable): Promise<{ name: string; setting: string }[]> {
  return database.rows<{ name: string; setting: string }>(sql`
    select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') order by name
  `);
}

/** Current values of PostgreSQL log settings. */
export function listLogSettings(
  database: Queryable,
  names: readonly string[],
): Promise<{ name: string; setting: string }[]> {
  return database.rows<{ name: string; setting: string }>(sql`
    select name, setting from pg_settings where name = any(${names}::text[]) order by name
  `);
}
