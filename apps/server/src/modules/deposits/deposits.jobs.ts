// Jobs of deposits: retry slips that the bank could not verify, and find the members of unclaimed money.

import type { Job } from '#jobs/jobs';
import { forEachSite } from '#modules/site';

import { slips } from './deposits.ts';
import { rematchDeposits } from './bank-feed.ts';

const RETRY_EVERY_MS = 5_000;
const REMATCH_EVERY_MS = 60_000;

export const depositJobs: readonly Job[] = [
  {
    name: 'retry-pending-slips',
    everyMs: RETRY_EVERY_MS,
    leaseExtraMs: 5_000,
    async run({ database, bank, config, log }) {
      const context = { database, verifier: slips.createVerifier(bank.slips), isRateLimited: config.isRateLimited };
      await forEachSite(database, async (site) => {
        const retried = await slips.retryPending(context, site.id);
        if (retried > 0) log.info({ slips: retried, site: site.code }, 'pending slips retried');
      });
    },
  },
  {
    name: 'rematch-deposits',
    everyMs: REMATCH_EVERY_MS,
    async run({ database, log }) {
      await forEachSite(database, async (site) => {
        const deposits = await rematchDeposits(database, site.id);
        if (deposits > 0) log.info({ deposits, site: site.code }, 'deposits rematched');
      });
    },
  },
];
