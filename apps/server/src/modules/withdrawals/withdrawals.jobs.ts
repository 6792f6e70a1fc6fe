// Job that submits bank payouts and queries unfinished ones.

import type { Job } from '#jobs/jobs';
import { forEachSite } from '#modules/site';

import { payouts } from './withdrawals.ts';
import { createPayoutClient } from '#modules/payout-client';

const EVERY_MS = 1_000;

export const withdrawalJobs: readonly Job[] = [
  {
    name: 'submit-bank-payouts',
    everyMs: EVERY_MS,
    // A row lock protects each payout, so a short lease suffices after a process dies.
    leaseExtraMs: 2_000,
    async run({ database, bank, log }) {
      const payoutBank = createPayoutClient(bank.payouts);
      await forEachSite(database, async (site) => {
        const submitted = await payouts.submit(database, payoutBank, site.id);
        if (submitted > 0) log.info({ payouts: submitted, site: site.code }, 'bank payouts submitted');
      });
    },
  },
];
