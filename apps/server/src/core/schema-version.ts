// Checks that the database has every migration that this version needs.
//
// Always true: a database that lacks one prevents the start and readiness. One that has more is accepted: a release
// works with the schema before and after its own migrations, so neighbouring versions run side by side.
//
// Elsewhere: applying migrations (packages/database/src/migrate.ts, apps/ops/src/migrate.ts).

import type { Database } from '@chaba/database';
import { readMigrations } from '@chaba/database/migrate';

import { ConfigError } from './config.ts';
import { listAppliedMigrations } from './durability.store.ts';

const needed: readonly string[] = readMigrations().map(({ name }) => name);

/** Names of the migrations that the database lacks. */
export async function findMissingMigrations(database: Database): Promise<readonly string[]> {
  const applied = new Set(await listAppliedMigrations(database));
  return needed.filter((name) => !applied.has(name));
}

export async function requireMigrations(database: Database): Promise<void> {
  const missing = await findMissingMigrations(database);
  if (missing.length === 0) return;
  throw new ConfigError(
    `The database lacks ${missing.join(', ')}: run \`npm run migrate -- --apply\` with the owner in DATABASE_OWNER_URL.`,
  );
}
