// What playing needs done by itself: tokens that are long over are cleared away.

import type { Job } from '#jobs/jobs';
import { everySite } from '#modules/site';

import { deleteOldTokens } from './launch.store.ts';

const HOUR_MS = 3_600_000;
const TOKENS_KEPT_DAYS = 2;

export const playJobs: readonly Job[] = [
  {
    name: 'clear game tokens that are over',
    everyMs: HOUR_MS,
    async run({ database }) {
      for (const site of await everySite(database)) await deleteOldTokens(database, site.id, TOKENS_KEPT_DAYS);
    },
  },
];
