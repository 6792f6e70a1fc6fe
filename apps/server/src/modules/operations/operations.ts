// Operations: heartbeats of processes, the status of the whole installation, and records of work outside the product.
//
// Elsewhere: metrics (core/metrics.ts), the private listener (http/private-listener.ts), the command
// (apps/ops/src/ops.ts).

import type { Database } from '@chaba/database';

import type { Context } from '#core/context';
import { getInstanceName } from '#core/instance';
import { RECORDED_EVENTS } from '#core/metrics';
import { redactError } from '#core/redaction';
import { getReplicaReads } from '#core/replica';
import { findMissingMigrations } from '#core/schema-version';

import { saveRecord } from './operations.store.ts';
import { renderPage } from './page.ts';
import {
  createUnmigratedStatus,
  createUnreachableStatus,
  loadStatus,
  type Status,
  type StatusOptions,
} from './status.ts';

export { startBeat } from './beat.ts';
export { rotateSecrets, rotateSessionKeys, type RotationStep } from './key-rotation.ts';
export { formatStatus } from './page.ts';
export { type Status, withMisplaced } from './status.ts';
export { loadCellState, loadServedSites } from './operations.store.ts';

const STATUS_WITHIN_MS = 5_000;

type ExpectedStatus = Omit<StatusOptions, 'missingMigrations'>;

/** The status; broken when the database does not answer in time. */
export async function findStatus(database: Database, expected: ExpectedStatus): Promise<Status> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer within 5 seconds')), STATUS_WITHIN_MS);
  try {
    return await Promise.race([checkAll(database, expected), timeout]);
  } catch (error) {
    return createUnreachableStatus(redactError(error).message);
  } finally {
    clearTimeout(timer);
  }
}

async function checkAll(database: Database, expected: ExpectedStatus): Promise<Status> {
  const missingMigrations = await findMissingMigrations(database);
  try {
    return await loadStatus(database, { ...expected, missingMigrations });
  } catch (error) {
    // An empty database lacks the tables that are read.
    if (missingMigrations.length > 0) return createUnmigratedStatus(missingMigrations);
    throw error;
  }
}

/** The page /ops. Backups are expected where real money is at stake. */
export async function renderStatusPage(context: Context): Promise<{ status: number; html: string }> {
  const { database, config } = context;
  const isBackupExpected = config.mode === 'licensed';
  const replica = getReplicaReads(context);
  const status = await findStatus(database, { isBackupExpected, isStandbyRequired: config.isSyncRequired, replica });
  return { status: status.level === 'broken' ? 503 : 200, html: renderPage(status, getInstanceName(config)) };
}

type RecordedKind = (typeof RECORDED_EVENTS)[number];

export function isRecordedKind(kind: string): kind is RecordedKind {
  return (RECORDED_EVENTS as readonly string[]).includes(kind);
}

/** Records the success of a backup, a drill or a whole audit, for alerts and the status. */
export function recordEvent(database: Database, kind: RecordedKind, seconds?: number): Promise<void> {
  return saveRecord(database, kind, seconds);
}
