// What deposits need done by itself: slips that the bank could not answer for are asked again, and money that came before its
// member signed up finds its owner.

import type { Job } from '#jobs/jobs';
import { forEachSite } from '#modules/site';

import { retryPendingSlips, rematchDeposits, openSlipVerifier } from './deposits.ts';

const EVERY_MS = 5_000;
const MATCH_EVERY_MS = 60_000;

export const depositJobs: readonly Job[] = [
  {
    name: 'retry-pending-slips',
    everyMs: EVERY_MS,
    leaseExtraMs: 5_000,
    async run({ database, bank, config, log }) {
      const desk = { database, verifier: openSlipVerifier(bank.slips), isRateLimited: config.isRateLimited };
      await forEachSite(database, async (site) => {
        const slips = await retryPendingSlips(desk, site.id);
        if (slips > 0) log.info({ slips, site: site.code }, 'asked the bank again about slips');
      });
    },
  },
  {
    name: 'rematch-deposits',
    everyMs: MATCH_EVERY_MS,
    async run({ database, log }) {
      await forEachSite(database, async (site) => {
        const deposits = await rematchDeposits(database, site.id);
        if (deposits > 0) log.info({ deposits, site: site.code }, 'found the members of deposits');
      });
    },
  },
];
