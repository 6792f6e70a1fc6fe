// What cashback needs done by itself: each week is calculated after it ended, and what nobody claimed expires.

import type { Job } from '#jobs/jobs';
import { atEverySite } from '#modules/site';

import { closeUpToNow, closeWeek, expireOverdue } from './cashback.ts';

const EVERY_MS = 5 * 60_000;

export const cashbackJobs: readonly Job[] = [
  {
    name: 'calculate cashback',
    everyMs: EVERY_MS,
    async run({ database, config, log }) {
      await atEverySite(database, async (site) => {
        const closed = await closeWeek(database, site);
        // Play money shows within minutes what a week would bring.
        const early = config.mode === 'play' ? await closeUpToNow(database, site) : 0;
        if (closed + early > 0) log.info({ site: site.code, calculated: closed + early }, 'calculated cashback');
      });
    },
  },
  {
    name: 'expire cashback',
    everyMs: EVERY_MS,
    async run({ database, log }) {
      await atEverySite(database, async (site) => {
        const expired = await expireOverdue(database, site.id);
        if (expired > 0) log.info({ site: site.code, expired }, 'expired cashback');
      });
    },
  },
];
