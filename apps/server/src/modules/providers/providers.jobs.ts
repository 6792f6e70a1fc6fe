// Jobs of providers: kicks for members who may not play, and the end of kept requests.

import type { Job } from '#jobs/jobs';
import { forEachSite } from '#modules/site';

import { deliverKicks } from './kicks.ts';
import { getProviderClients } from './provider-client.ts';
import { deleteOldRefusedCalls } from './refused-calls.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

export const providerJobs: readonly Job[] = [
  {
    name: 'end the games of locked members',
    everyMs: 2 * SECOND_MS,
    async run(context) {
      const { database, log } = context;
      await forEachSite(database, (site) => deliverKicks(database, site, getProviderClients(context), log));
    },
  },
  {
    name: 'delete-refused-calls',
    everyMs: HOUR_MS,
    async run({ database, log }) {
      const rows = await deleteOldRefusedCalls(database);
      if (rows > 0) log.info({ rows }, 'old refused wallet requests deleted');
    },
  },
];
