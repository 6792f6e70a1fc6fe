// What playing needs done by itself: tokens that are long over are cleared away, wins without a bet are tried again.

import type { Job } from '#jobs/jobs';
import { everySite } from '#modules/site';

import { deleteOldTokens } from './launch.store.ts';
import { serveWaiting } from './waiting-wins.ts';
import { openWalletLanes } from './wallet-lanes.ts';

const MINUTE_MS = 60_000;
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
  {
    name: 'try wins again that waited for their bet',
    everyMs: MINUTE_MS,
    async run({ database, log }) {
      const lanes = openWalletLanes(database);
      for (const site of await everySite(database)) await serveWaiting(database, site, lanes, log);
    },
  },
];
