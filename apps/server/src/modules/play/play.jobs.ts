// What playing needs done by itself: tokens that are long over are cleared away, wins without a bet are tried again, rounds that
// stay open are marked and asked about, locked members leave their games, and each provider's day is compared with our books.

import type { Context } from '#core/context';
import { forEachConcurrent } from '#core/for-each-concurrent';
import type { Job } from '#jobs/jobs';
import { forEachSite } from '#modules/site';

import { deliverKicks } from '#providers/kicks';
import { deleteOldTokens } from './launch.store.ts';
import { markOpenRounds } from '#reconciliation/open-round-marker';
import {
  type ProviderClientFactory,
  comparedProviders,
  createProviderClients,
  openFeeds,
} from '#providers/provider-client';
import { compareDueDays } from '#modules/reconciliation';
import { queryStuckRounds } from '#reconciliation/stuck-rounds';
import { retryOrphanWins } from '#reconciliation/orphan-wins';
import { createWalletBatcher } from '#wallet/batcher';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const TOKENS_KEPT_DAYS = 2;

const askings = new WeakMap<Context, ProviderClientFactory>();

/** Circuit breakers live as long as the process. */
function askingOf(context: Context): ProviderClientFactory {
  const clients = askings.get(context) ?? createProviderClients(context.database, context.config);
  askings.set(context, clients);
  return clients;
}

export const playJobs: readonly Job[] = [
  {
    name: 'clear game tokens that are over',
    everyMs: HOUR_MS,
    async run({ database }) {
      await forEachSite(database, (site) => deleteOldTokens(database, site.id, TOKENS_KEPT_DAYS));
    },
  },
  {
    name: 'retry-orphan-wins',
    everyMs: MINUTE_MS,
    async run({ database, log }) {
      const batcher = createWalletBatcher(database);
      await forEachSite(database, (site) => retryOrphanWins(database, site, batcher, log));
    },
  },
  {
    name: 'mark-open-rounds',
    everyMs: MINUTE_MS,
    async run({ database }) {
      await forEachSite(database, (site) => markOpenRounds(database, site.id));
    },
  },
  {
    name: 'query-stuck-rounds',
    everyMs: 5 * MINUTE_MS,
    async run(context) {
      const { database, log } = context;
      await forEachSite(database, (site) => queryStuckRounds(database, site, askingOf(context), log));
    },
  },
  {
    name: 'end the games of locked members',
    everyMs: 2 * SECOND_MS,
    async run(context) {
      const { database, log } = context;
      await forEachSite(database, (site) => deliverKicks(database, site, askingOf(context), log));
    },
  },
  {
    name: 'reconcile-providers',
    everyMs: HOUR_MS,
    async run(context) {
      const { database, log, config } = context;
      const feedOf = openFeeds(database, config, askingOf(context));
      await forEachSite(database, async (site) => {
        await forEachConcurrent(comparedProviders, 1, async (provider) => {
          const calls = await feedOf(site, provider);
          if (!calls) return;
          await compareDueDays({ database, site, provider, calls, log, isPlayMoney: config.mode === 'play' });
        });
      });
    },
  },
];
