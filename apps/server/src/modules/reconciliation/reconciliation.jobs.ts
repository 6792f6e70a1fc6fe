// Jobs of reconciliation: orphan wins are retried, open rounds are marked and queried, and each provider's day is
// compared.

import { forEachConcurrent } from '#core/for-each-concurrent';
import type { Job } from '#jobs/jobs';
import { forEachSite } from '#modules/site';
import { createWalletBatcher } from '#modules/wallet';
import { getProviderClients, listComparedProviders, openFeeds } from '#modules/providers';
import { applySpinDecisions } from '#modules/free-spins';

import { markOpenRounds } from './open-round-marker.ts';
import { retryOrphanWins } from './orphan-wins.ts';
import { compareDueDays } from './reconciliation.ts';
import { queryStuckRounds } from './stuck-rounds.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export const reconciliationJobs: readonly Job[] = [
  {
    name: 'retry-orphan-wins',
    everyMs: MINUTE_MS,
    async run({ database, log }) {
      const batcher = createWalletBatcher(database);
      await forEachSite(database, async (site) => {
        await retryOrphanWins(database, site, batcher, log);
        // Decisions whose process ended before their command.
        await applySpinDecisions(database, site, batcher);
      });
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
      await forEachSite(database, (site) => queryStuckRounds(database, site, getProviderClients(context), log));
    },
  },
  {
    name: 'reconcile-providers',
    everyMs: HOUR_MS,
    async run(context) {
      const { database, log, config } = context;
      const feedOf = openFeeds(database, config, getProviderClients(context));
      await forEachSite(database, async (site) => {
        await forEachConcurrent(listComparedProviders(site), 1, async (provider) => {
          const calls = await feedOf(site, provider);
          if (!calls) return;
          await compareDueDays({ database, site, provider, calls, log, isPlayMoney: config.mode === 'play' });
        });
      });
    },
  },
];
