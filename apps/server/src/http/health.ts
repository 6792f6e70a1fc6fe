// Health checks: liveness (/healthz) and readiness (/readyz).
//
// Always true: only a ready process with a database that has every needed migration answers /readyz with 200. The check
// has a connection of its own, so a busy process stays ready; otherwise the edge would remove one process after another
// under load.
//
// Elsewhere: the states of a process (lifecycle.ts).

import { openDatabase } from '@chaba/database';
import type { FastifyInstance } from 'fastify';

import type { Config } from '#core/config';
import { findMissingMigrations } from '#core/schema-version';

import type { Lifecycle } from './lifecycle.ts';

const STATEMENT_TIMEOUT_MS = 2_000;

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
  app.get('/readyz', async (request, reply) => {
    const state = getState();
    if (state !== 'ready') return reply.code(503).send({ status: state });
    try {
      const missing = await findMissingMigrations(database);
      if (missing.length > 0) return await reply.code(503).send({ status: `the database lacks ${missing.join(', ')}` });
      return await reply.send({ status: 'ready' });
    } catch (error) {
      request.log.warn({ err: error }, 'readiness check failed');
      return reply.code(503).send({ status: 'no database' });
    }
  });
}
