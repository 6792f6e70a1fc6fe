// SQL about the database itself: does it answer, and does it keep what it has promised when the power goes.

import { type Database, type Queryable, sql } from '@chaba/database';

export async function pingDatabase(database: Database): Promise<void> {
  await database.one(sql`select 1 as alive`);
}

/** The settings without which a committed transaction may be lost in a crash, as they are now. */
export function durabilitySettings(database: Queryable): Promise<{ name: string; setting: string }[]> {
  return database.rows<{ name: string; setting: string }>(sql`
    select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') order by name
  `);
}

/** Settings about the log of PostgreSQL, as they are now. */
export function logSettings(
  database: Queryable,
  names: readonly string[],
): Promise<{ name: string; setting: string }[]> {
  return database.rows<{ name: string; setting: string }>(sql`
    select name, setting from pg_settings where name = any(${names}::text[]) order by name
  `);
}
