// Jobs of playing: expired game tokens are deleted.

import type { Job } from '#jobs/jobs';
import { forEachSite } from '#modules/site';
import { deleteExpiredTokens } from '#modules/game-sessions';

const HOUR_MS = 3_600_000;
const TOKENS_KEPT_DAYS = 2;

export const playJobs: readonly Job[] = [
  {
    name: 'clear game tokens that are over',
    everyMs: HOUR_MS,
    async run({ database }) {
      await forEachSite(database, (site) => deleteExpiredTokens(database, site.id, TOKENS_KEPT_DAYS));
    },
  },
];
