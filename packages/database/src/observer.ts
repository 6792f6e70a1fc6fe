// Observation of a pool for metrics: connections, waiting times, transaction times, errors by class.
//
// Always true: an observer receives no statement and no value. Errors of the work itself (a rejected request) are not
// errors of the database and are not reported.

import pg from 'pg';

export const databaseErrorClasses = [
  'unavailable',
  'read_only',
  'timeout',
  'lock',
  'deadlock',
  'constraint',
  'other',
] as const;
export type DatabaseErrorClass = (typeof databaseErrorClasses)[number];

export type PoolConnections = { readonly idle: number; readonly busy: number; readonly waiting: number };

export type DatabaseObserver = {
  /** Called once, when the pool is opened, with a function that reads its connections. */
  onOpen(read: () => PoolConnections): void;
  onClose(): void;
  onAcquired(ms: number): void;
  onTransaction(ms: number): void;
  onError(kind: DatabaseErrorClass): void;
};

const CLASSES: readonly (readonly [DatabaseErrorClass, RegExp])[] = [
  ['read_only', /^25006$/],
  ['timeout', /^(?:57014|25P03|ETIMEDOUT)$/],
  ['lock', /^55P03$/],
  ['deadlock', /^40P01$/],
  ['constraint', /^23[0-9A-Z]{3}$/],
  ['unavailable', /^(?:ECONN[A-Z]+|EPIPE|EHOSTUNREACH|57P0[1-5]|53[0-9]{3}|08[0-9A-Z]{3})$/],
];

/** The class of an error of the database; undefined for any other error. */
export function classifyError(error: unknown, isUnavailable: boolean): DatabaseErrorClass | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const found = CLASSES.find(([, pattern]) => pattern.test(code))?.[0];
  if (found !== undefined) return found;
  if (isUnavailable) return 'unavailable';
  return error instanceof pg.DatabaseError ? 'other' : undefined;
}

/** Counts of a pool as the driver reports them. */
export function readConnections({ totalCount, idleCount, waitingCount }: pg.Pool): PoolConnections {
  return { idle: idleCount, busy: totalCount - idleCount, waiting: waitingCount };
}
