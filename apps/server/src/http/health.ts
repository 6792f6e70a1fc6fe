// Health checks: liveness (/healthz) and readiness (/readyz).
//
// Always true: only a ready process with a database that has every needed migration answers /readyz with 200. The check
// has a connection of its own, so a busy process stays ready; otherwise the edge would remove one process after another
// under load. Any number of callers share one check of at most 500 ms ago, and only a changed result is logged.
//
// Elsewhere: the states of a process (lifecycle.ts).

import { openDatabase } from '@chaba/database';
import type { FastifyInstance } from 'fastify';

import type { Config } from '#core/config';
import { findMissingMigrations } from '#core/schema-version';

import type { Lifecycle } from './lifecycle.ts';

const STATEMENT_TIMEOUT_MS = 2_000;
const RESULT_VALID_MS = 500;
const READY = 'ready';

export function registerHealthChecks(
  app: FastifyInstance,
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  { getState }: Lifecycle,
): void {
  const database = openDatabase({
    url: databaseUrl,
    poolSize: 1,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    applicationName: 'chaba health',
  });
  app.addHook('onClose', () => database.close());
  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));
  const checkDatabase = createSharedCheck(async () => {
    try {
      const missing = await findMissingMigrations(database);
      return { status: missing.length === 0 ? READY : `the database lacks ${missing.join(', ')}` };
    } catch (error) {
      return { status: 'no database', error };
    }
  }, app.log);
  app.get('/readyz', async (_request, reply) => {
    const state = getState();
    const status = state === 'ready' ? await checkDatabase() : state;
    return reply.code(status === READY ? 200 : 503).send({ status });
  });
}

type Result = { readonly status: string; readonly error?: unknown };

/** Shares a running check and the result of the last one; logs each change of the result. `now`: of a test. */
export function createSharedCheck(
  check: () => Promise<Result>,
  log: Pick<FastifyInstance['log'], 'info' | 'warn'>,
  now: () => number = () => performance.now(),
): () => Promise<string> {
  let logged = READY;
  let validUntil = 0;
  let latest: Promise<string> | undefined;

  async function run(): Promise<string> {
    const { status, error } = await check();
    validUntil = now() + RESULT_VALID_MS;
    if (status !== logged) {
      if (status === READY) log.info('readiness check succeeded again');
      else log.warn({ err: error, status }, 'readiness check failed');
      logged = status;
    }
    return status;
  }
  return () => {
    if (latest === undefined || now() >= validUntil) {
      validUntil = Infinity;
      latest = run();
    }
    return latest;
  };
}
