// Errors of the database: which of them mean that it was unavailable, and which that the connection is unusable.
//
// Always true: an unavailable database is "try again" to every caller. Whether the statement had its effect is unknown
// then, so a retry uses the same idempotency key.
//
// Elsewhere: where they are thrown (database.ts, pipeline.ts), their HTTP responses (apps/server/src/http/errors.ts).

import pg from 'pg';

/** The database could not be reached, or was lost during a request: the effect of the sent statements is unknown. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable';
}

/**
 * The commit is durable on the primary, and PostgreSQL stopped waiting for the synchronous standby: a failover may lose
 * it, so it must not be answered as done.
 */
export class OutcomeUnknown extends DatabaseUnavailable {
  override readonly name = 'OutcomeUnknown';
}

/** Refused, reset, unreachable or timed out by the network. */
const NETWORK = /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|EAI_AGAIN)$/;
/** A demoted or starting server, a shutdown, a lost connection, no free slot. */
const AWAY = /^(25006|57P0[1234]|08[0-9A-Z]{3}|53[0-9]{3})$/;
/** The login is refused: the role is missing, or may not log in at this server. */
const LOGIN_REFUSED = /^(28[0-9A-Z]{3}|3D000)$/;
const DRIVER =
  /^(timeout expired|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/;
/** The site moves to another cell (migrations/0018_cells.sql). */
const SITE_MOVING = 'CM001';
const INSUFFICIENT_PRIVILEGE = '42501';

/** Whether the database was unavailable, in contrast to a statement that it rejected. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  if (!(error instanceof Error)) return false;
  const code = getCode(error);
  if (code === SITE_MOVING) return true;
  return NETWORK.test(code) || AWAY.test(code) || LOGIN_REFUSED.test(code) || DRIVER.test(error.message);
}

/**
 * Whether the pool drops the connection after this error: it leads to a server that is no primary any more, or its role
 * lost its rights. A new connection finds the present primary and role.
 */
export function isConnectionStale(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = getCode(error);
  return code !== SITE_MOVING && (isDatabaseUnavailable(error) || code === INSUFFICIENT_PRIVILEGE);
}

/** Whether a statement lost against another one, or waited too long for it: the same statement may succeed later. */
export function isConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(40|55|57)/.test(error.code ?? '');
}

/** The constraint that an insert or update violated; undefined for any other error. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.constraint : undefined;
}

function getCode(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
