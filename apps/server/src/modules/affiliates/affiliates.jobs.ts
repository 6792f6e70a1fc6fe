// What friend referral needs done by itself: yesterday is calculated at one o'clock, and what waited three days is released.

import type { Job } from '#jobs/jobs';
import { atEverySite } from '#modules/site';

import { calculateDays, releaseDue } from './affiliates.ts';

const EVERY_MS = 5 * 60_000;

export const affiliateJobs: readonly Job[] = [
  {
    name: 'calculate affiliate income',
    everyMs: EVERY_MS,
    async run({ database, config, log }) {
      await atEverySite(database, async (site) => {
        const calculated = await calculateDays(database, site, config.mode === 'play');
        const released = await releaseDue(database, site.id);
        const facts = { site: site.code, calculated, released };
        if (calculated + released > 0) log.info(facts, 'dealt with affiliate income');
      });
    },
  },
];
