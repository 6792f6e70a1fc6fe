// The game studio: playable games on their own origin, connected to a member site by the wallet protocol over signed
// HTTP. Members are identified by opaque player ids only.
//
// Always true: after a start every open round of an earlier process is resumed with the same transaction ids until the
// wallet responds.
//
// Elsewhere: slot titles (slots/), games of their own (card-garden/), shared tables (tables/), the draw
// (fairness/), the life of a round (rounds.ts, settlement.ts), routes (player.routes.ts, site.routes.ts), the built
// pages (pages.ts).

import { openRetryLoop } from '@chaba/sandbox-kit/reliable-call';
import type { Sandbox } from '@chaba/sandbox-kit/sandbox';
import type { FastifyInstance } from 'fastify';

import { applySeeds } from '#studio/fairness/seeds.store';
import { openTables } from './server/tables/tables.ts';
import { applyTickets } from './server/tables/tickets.store.ts';

import { FaultInjector } from './server/fault-injection.ts';
import { applyCalls } from './server/calls.store.ts';
import { applyKeys } from './server/keys.store.ts';
import { siteRoutes } from './server/site.routes.ts';
import { pageRoutes } from './server/pages.ts';
import { playerRoutes } from './server/player.routes.ts';
import { applyRounds, makeOpenRoundsDue, nextAttemptAtMs } from './server/rounds.store.ts';
import { applySessions } from './server/sessions.store.ts';
import { settleDue } from './server/settlement.ts';
import type { StudioContext, StudioConfig } from './server/studio-context.ts';

export type { StudioConfig } from './server/studio-context.ts';

export function studioRoutes(app: FastifyInstance, sandbox: Sandbox<StudioConfig>): void {
  applyKeys(sandbox.store);
  applySeeds(sandbox.store);
  applySessions(sandbox.store);
  applyRounds(sandbox.store);
  applyTickets(sandbox.store);
  applyCalls(sandbox.store);
  makeOpenRoundsDue(sandbox.store, Date.now());

  const studio: StudioContext = {
    ...sandbox,
    behaviour: new FaultInjector(),
    rounds: openRetryLoop({
      name: 'settling open rounds',
      nextDueMs: () => nextAttemptAtMs(sandbox.store),
      attemptDue: () => settleDue(studio),
    }),
  };
  app.addHook('onClose', () => studio.rounds.close());

  pageRoutes(app, sandbox.config);
  playerRoutes(app, studio);
  siteRoutes(app, studio, openTables(app, studio));
}
