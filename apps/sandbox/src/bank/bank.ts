// The sandbox bank: transfers, account names, slips, payouts, statements and a feed, with play money.
//
//     people ── transfers, slips, the page ──▶ bank ◀── account names, slips, payouts (signed) ── server
//                                               └── feed, results of payouts (signed) ──▶ server
//
// Always true: acknowledged state is on the disk; messages to the server are retried until it answers 2xx.
//
// Elsewhere: account holders (accounts.ts), the page for testers (page/).

import type { DueScheduler } from '@chaba/sandbox-kit/due-scheduler';
import type { Sandbox } from '@chaba/sandbox-kit/sandbox';
import type { FastifyInstance } from 'fastify';

import type { BankConfig } from '#core/config';

import { balanceTables } from './balances.store.ts';
import { bankTimes, type BankTimes } from './bank-clock.ts';
import { behaviourTables } from './behaviour.store.ts';
import { bankPageRoutes } from './page/page.routes.ts';
import { outboxTables } from './outbox.store.ts';
import { startOutbox } from './outbox.ts';
import { payoutTables } from './payouts.store.ts';
import { startPayouts } from './payouts.ts';
import type { BankContext } from './bank-context.ts';
import { serviceRoutes } from './services.routes.ts';
import { transferRoutes } from './transfers.routes.ts';
import { transferTables } from './transfers.store.ts';

export function bankRoutes(app: FastifyInstance, sandbox: Sandbox<BankConfig>, times: BankTimes = bankTimes): void {
  const memory = sandbox.store;
  memory.apply('balances', balanceTables);
  memory.apply('behaviour', behaviourTables);
  memory.apply('outbox', outboxTables);
  memory.apply('payouts', payoutTables);
  memory.apply('transfers', transferTables);

  const outbox = startOutbox(sandbox, times);
  const payouts: DueScheduler = startPayouts(memory, outbox);
  const context: BankContext = { memory, times, outbox, wakePayouts: () => payouts.wake() };

  transferRoutes(app, sandbox, context);
  serviceRoutes(app, sandbox, context);
  bankPageRoutes(app, sandbox.config, context);
  app.addHook('onClose', async () => {
    await payouts.stop();
    await outbox.stop();
  });
}
