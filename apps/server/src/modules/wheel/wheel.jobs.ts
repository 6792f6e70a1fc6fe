// Jobs that post coins for deposits and for turnover, and take back the coins of deposits that were taken back.

import type { Job } from '#jobs/jobs';
import { forEachSite } from '#modules/site';

import { collectOwedCoins, rewardDeposits, rewardTurnover } from './coins.ts';

const EVERY_MS = 10_000;

export const wheelJobs: readonly Job[] = [
  {
    name: 'give coins for deposits',
    everyMs: EVERY_MS,
    async run({ database, log }) {
      await forEachSite(database, async (site) => {
        const coins = await rewardDeposits(database, site.id);
        if (coins > 0) log.info({ coins, site: site.code }, 'gave coins for deposits');
      });
    },
  },
  {
    name: 'give coins for turnover',
    everyMs: EVERY_MS,
    async run({ database, log }) {
      await forEachSite(database, async (site) => {
        const coins = await rewardTurnover(database, site.id);
        if (coins > 0) log.info({ coins, site: site.code }, 'gave coins for turnover');
      });
    },
  },
  {
    name: 'take back coins of deposits',
    everyMs: EVERY_MS,
    async run({ database, log }) {
      await forEachSite(database, async (site) => {
        const coins = await collectOwedCoins(database, site.id);
        if (coins > 0) log.info({ coins, site: site.code }, 'took back coins of deposits');
      });
    },
  },
];
