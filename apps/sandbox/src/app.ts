// The sandbox on one screen: the outside world of a play-money site. A bank and a game studio, which
// speak to the server over signed HTTP only, and share nothing with it but the network.

import type { FastifyInstance } from 'fastify';

import { bankRoutes } from '#bank/bank';
import { createApp } from '#core/http';
import type { Sandbox } from '#core/sandbox';

export function buildApp(sandbox: Sandbox): FastifyInstance {
  const app = createApp();

  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', () => {
    sandbox.store.maybe('select 1');
    return { status: 'ready' };
  });

  bankRoutes(app, sandbox);
  return app;
}
