// Health checks: liveness (/healthz) and readiness (/readyz).

import type { Database } from '@chaba/database';
import type { FastifyInstance } from 'fastify';

import { pingDatabase } from '#core/durability.store';

export function registerHealthChecks(app: FastifyInstance, database: Database, isPrepared: () => boolean): void {
  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    if (!isPrepared()) return reply.code(503).send({ status: 'starting' });
    try {
      await pingDatabase(database);
      return await reply.send({ status: 'ready' });
    } catch (error) {
      request.log.warn({ err: error }, 'readiness check failed');
      return reply.code(503).send({ status: 'no database' });
    }
  });
}
