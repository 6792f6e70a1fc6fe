// The sandbox on one screen: the outside world of a play-money site. A bank and a game studio, which
// speak to the server over signed HTTP only, and share nothing with it but the network.

import type { FastifyInstance } from 'fastify';

import { createApp } from '@chaba/sandbox-kit/http';
import type { Sandbox } from '@chaba/sandbox-kit/sandbox';
import { studioRoutes } from '@chaba/studio';

import { bankRoutes } from '#bank/bank';
import type { Config } from '#core/config';

export function buildApp(sandbox: Sandbox<Config>): FastifyInstance {
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
