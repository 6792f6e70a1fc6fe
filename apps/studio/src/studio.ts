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
import { openTables } from '#studio/tables/tables';
import { applyTickets } from '#studio/tables/tickets.store';

import { FaultInjector } from './fault-injection.ts';
import { applyCalls } from './calls.store.ts';
import { applyKeys } from './keys.store.ts';
import { siteRoutes } from './site.routes.ts';
import { pageRoutes } from './pages.ts';
import { playerRoutes } from './player.routes.ts';
import { applyRounds, makeOpenRoundsDue, nextAttemptAtMs } from './rounds.store.ts';
import { applySessions } from './sessions.store.ts';
import { settleDue } from './settlement.ts';
import type { StudioContext, StudioConfig } from './studio-state.ts';

export type { StudioConfig } from './studio-state.ts';

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
