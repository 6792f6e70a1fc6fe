// State of the process as its callers see it.
//
//     starting ──markReady──▶ ready ──startDraining──▶ draining
//
// Always true: a draining process serves every call as before, answers /readyz with 503, and closes each connection
// with its response, so that the edge sends the next call to another process.
//
// Elsewhere: health checks (health.ts), the order of a stop (main.ts).

import type { FastifyInstance } from 'fastify';

export type Lifecycle = {
  readonly getState: () => 'starting' | 'ready' | 'draining';
  readonly isDraining: () => boolean;
  readonly markReady: () => void;
  readonly startDraining: () => void;
};

export function createLifecycle(): Lifecycle {
  let state: ReturnType<Lifecycle['getState']> = 'starting';
  return {
    getState: () => state,
    isDraining: () => state === 'draining',
    markReady() {
      if (state === 'starting') state = 'ready';
    },
    startDraining() {
      state = 'draining';
    },
  };
}

/** Answers of a draining process close their connection. */
export function registerDraining(app: FastifyInstance, { isDraining }: Lifecycle): void {
  app.addHook('onRequest', async (_request, reply) => {
    if (isDraining()) reply.header('connection', 'close');
  });
}
