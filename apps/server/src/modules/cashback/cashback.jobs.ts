// Jobs of cashback: calculate ended weeks (in play mode days), and expire unclaimed amounts.

import type { Job } from '#jobs/jobs';
import { forEachSite } from '#modules/site';

import { calculateDueWeeks, expireOverdue } from './cashback.ts';

const EVERY_MS = 5 * 60_000;

export const cashbackJobs: readonly Job[] = [
  {
    name: 'calculate cashback',
    everyMs: EVERY_MS,
    async run({ database, config, log }) {
      await forEachSite(database, async (site) => {
        const calculated = await calculateDueWeeks(database, site, config.mode === 'play');
        if (calculated > 0) log.info({ site: site.code, calculated }, 'calculated cashback');
      });
    },
  },
  {
    name: 'expire cashback',
    everyMs: EVERY_MS,
    async run({ database, log }) {
      await forEachSite(database, async (site) => {
        const expired = await expireOverdue(database, site.id);
        if (expired > 0) log.info({ site: site.code, expired }, 'expired cashback');
      });
    },
  },
];
