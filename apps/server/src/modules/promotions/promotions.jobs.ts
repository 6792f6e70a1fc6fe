// Job that expires bonuses and notifies members before.

import type { Job } from '#jobs/jobs';
import { forEachSite } from '#modules/site';

import { expireBonuses } from './grants.ts';

export const bonusJobs: readonly Job[] = [
  {
    name: 'expire bonuses',
    everyMs: 60_000,
    async run({ database, log }) {
      await forEachSite(database, async (site) => {
        const { expired, noticed } = await expireBonuses(database, site.id);
        if (expired + noticed > 0) log.info({ site: site.code, expired, noticed }, 'bonuses expired');
      });
    },
  },
];
