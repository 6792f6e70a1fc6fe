// The sandbox on one screen: the outside world of a play-money site. A bank and a game studio, which
// speak to the server over signed HTTP only, and share nothing with it but the network.

import type { FastifyInstance } from 'fastify';

import { bankRoutes } from '#bank/bank';
import { createApp } from '#core/http';
import type { Sandbox } from '#core/sandbox';
import { studioRoutes } from '#studio/studio';

export function buildApp(sandbox: Sandbox): FastifyInstance {
  const app = createApp(sandbox.config);

  // People who open the address itself want the bank's page.
  app.get('/', (_request, reply) => reply.redirect('/bank'));
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', () => {
    sandbox.store.maybe('select 1');
    return { status: 'ready' };
  });

  bankRoutes(app, sandbox);
  studioRoutes(app, sandbox);
  return app;
}
