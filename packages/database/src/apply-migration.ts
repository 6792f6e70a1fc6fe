// Applies one migration file to a database that serves calls.
//
//     waits for a lock ──LOCK_TIMEOUT──▶ rolled back ──pause──▶ tried again … RETRY_FOR ──▶ failed
//
// Always true: a file is applied in one transaction with the row that records it, except one that begins with
// `-- outside a transaction`: that holds a single concurrent statement, and an index that an interrupted run left
// invalid is dropped before the next one builds it. A statement that waits for a table lock queues every later
// statement behind it, so it waits less than a caller notices, and often.
//
// Elsewhere: which files are applied (migrate.ts), their rules (migration-rules.ts).

import { setTimeout as sleep } from 'node:timers/promises';

import type pg from 'pg';

export type MigrationFile = { readonly name: string; readonly text: string; readonly checksum: string };
export type LockPatience = { readonly lockTimeoutMs: number; readonly pauseMs: number; readonly retryForMs: number };

export const OUTSIDE = /^-- outside a transaction\b/;
const LOCK_NOT_AVAILABLE = '55P03';
/** 3 s would stop the wallet for as long as its own flight timeout. */
const PATIENCE: LockPatience = { lockTimeoutMs: 50, pauseMs: 500, retryForMs: 120_000 };

export async function applyMigration(
  client: pg.Client,
  migration: MigrationFile,
  { lockTimeoutMs, pauseMs, retryForMs }: LockPatience = PATIENCE,
  beforeCommit: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const { name } = migration;
  for (const until = Date.now() + retryForMs; ; await sleep(pauseMs * (0.5 + Math.random()))) {
    try {
      if (OUTSIDE.test(migration.text)) await applyOutside(client, migration);
      else await applyInTransaction(client, migration, lockTimeoutMs, beforeCommit);
      return;
    } catch (error) {
      if (isLockTimeout(error) && Date.now() < until) continue;
      const reason = isLockTimeout(error)
        ? `a lock was not free within ${Math.round(retryForMs / 1_000)} s`
        : error instanceof Error
          ? error.message
          : String(error);
      throw new Error(`${name} failed: ${reason}`, { cause: error });
    }
  }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
}

async function applyInTransaction(
  client: pg.Client,
  file: MigrationFile,
  lockTimeoutMs: number,
  beforeCommit: () => Promise<void>,
): Promise<void> {
  try {
    await client.query('begin');
    await client.query(`set local lock_timeout = ${Math.trunc(lockTimeoutMs)}`);
    await client.query(file.text);
    await record(client, file);
    await beforeCommit();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Concurrent statements block no call, so they wait as long as the oldest transaction takes. */
async function applyOutside(client: pg.Client, file: MigrationFile): Promise<void> {
  const index = /\bcreate\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?"?(\w+)"?\s+on\b/i.exec(
    file.text,
  );
  const state = index?.[1] === undefined ? 'missing' : await findIndexState(client, index[1]);
  if (state === 'invalid') await client.query(`drop index concurrently ${client.escapeIdentifier(index?.[1] ?? '')}`);
  if (state !== 'valid') await client.query(file.text);
  await record(client, file);
}

async function findIndexState(client: pg.Client, name: string): Promise<'missing' | 'invalid' | 'valid'> {
  const { rows } = await client.query<{ isValid: boolean }>(
    'select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)',
    [client.escapeIdentifier(name)],
  );
  const [row] = rows;
  if (row === undefined) return 'missing';
  return row.isValid ? 'valid' : 'invalid';
}

async function record(client: pg.Client, { name, checksum }: MigrationFile): Promise<void> {
  await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum]);
}
