// Jobs of providers: kicks for members who may not play, the end of kept requests, and providers without code here.

import type { Job } from '#jobs/jobs';
import { forEachSite } from '#modules/site';

import { deliverKicks } from './kicks.ts';
import { listUnknownProtocols } from './protocols.ts';
import { getProviderClients } from './provider-client.ts';
import { deleteOldRefusedCalls } from './refused-calls.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

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
    name: 'report-unknown-protocols',
    everyMs: 10 * MINUTE_MS,
    async run({ database, log }) {
      await forEachSite(database, async (site) => {
        for (const { ch, protocol } of listUnknownProtocols(site)) {
          log.warn({ site: site.code, provider: ch, protocol }, 'provider protocol unknown');
        }
      });
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
