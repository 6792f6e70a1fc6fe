// Jobs of providers: kicks for members who may not play.

import type { Job } from '#jobs/jobs';
import { forEachSite } from '#modules/site';

import { deliverKicks } from './kicks.ts';
import { getProviderClients } from './provider-client.ts';

const SECOND_MS = 1_000;

export const providerJobs: readonly Job[] = [
  {
    name: 'end the games of locked members',
    everyMs: 2 * SECOND_MS,
    async run(context) {
      const { database, log } = context;
      await forEachSite(database, (site) => deliverKicks(database, site, getProviderClients(context), log));
    },
  },
];
