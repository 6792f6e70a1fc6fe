// The sandbox application: a bank and a game studio for a play-money site. Both communicate with the server over signed
// HTTP only and share no storage with it.

import type { FastifyInstance } from 'fastify';

import { createApp } from '@chaba/sandbox-kit/http';
import type { Sandbox } from '@chaba/sandbox-kit/sandbox';
import { studioRoutes } from '@chaba/studio';

import { bankRoutes } from '#bank/bank';
import type { BankConfig } from '#core/config';

export function buildApp(sandbox: Sandbox<BankConfig>): FastifyInstance {
  const app = createApp(sandbox.config);

  // The root address leads to the bank's page.
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
