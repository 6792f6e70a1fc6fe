// SQL of database checks: migrations, durability settings, log settings.

import { type Database, type Queryable, sql } from '@chaba/database';

/** Names of the applied migrations; undefined in a database without any. */
export async function listAppliedMigrations(database: Database): Promise<string[] | undefined> {
  const { isMade } = await database.one<{ isMade: boolean }>(
    sql`select to_regclass('public.migration') is not null as "isMade"`,
  );
  if (!isMade) return undefined;
  return (await database.rows<{ name: string }>(sql`select name from migration`)).map(({ name }) => name);
}

/** Current values of the settings that durability of committed transactions depends on. */
export function listDurabilitySettings(database: Queryable): Promise<{ name: string; setting: string }[]> {
  return database.rows<{ name: string; setting: string }>(sql`
    select name, setting from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'synchronous_standby_names') order by name
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
