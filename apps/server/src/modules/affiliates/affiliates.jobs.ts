// Jobs of friend referral: calculate the previous day at 01:00, and release results after three days.

import type { Job } from '#jobs/jobs';
import { forEachSite } from '#modules/site';

import { calculateDays, releaseDue } from './affiliates.ts';

const EVERY_MS = 5 * 60_000;

export const affiliateJobs: readonly Job[] = [
  {
    name: 'calculate affiliate income',
    everyMs: EVERY_MS,
    async run({ database, config, log }) {
      await forEachSite(database, async (site) => {
        const calculated = await calculateDays(database, site, config.mode === 'play');
        if (calculated > 0) log.info({ site: site.code, calculated }, 'calculated affiliate income');
      });
    },
  },
  {
    name: 'release affiliate income',
    everyMs: EVERY_MS,
    async run({ database, log }) {
      await forEachSite(database, async (site) => {
        const released = await releaseDue(database, site.id);
        if (released > 0) log.info({ site: site.code, released }, 'released affiliate income');
      });
    },
  },
];
