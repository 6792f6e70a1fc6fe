// Health checks: liveness (/healthz) and readiness (/readyz).
//
//     starting ──markReady──▶ ready ──markDraining──▶ draining
//
// Always true: only a ready process with a database that has every needed migration answers /readyz with 200.
//
// Elsewhere: the order of a stop (drain.ts).

import type { Database } from '@chaba/database';
import type { FastifyInstance } from 'fastify';

import { findMissingMigrations } from '#core/schema-version';

export type ProcessState = 'starting' | 'ready' | 'draining';

export function registerHealthChecks(app: FastifyInstance, database: Database, getState: () => ProcessState): void {
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
