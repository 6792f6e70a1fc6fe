// What withdrawals need done by itself: the bank is told what to pay, and asked about what it has not finished.

import type { Job } from '#jobs/jobs';
import { forEachSite } from '#modules/site';

import { createPayoutClient, submitBankPayouts } from './withdrawals.ts';

const EVERY_MS = 1_000;

export const withdrawalJobs: readonly Job[] = [
  {
    name: 'submit-bank-payouts',
    everyMs: EVERY_MS,
    // Each payout is taken under a row lock, so a member does not wait for the lease of a process that died.
    leaseExtraMs: 2_000,
    async run({ database, bank, log }) {
      const payoutBank = createPayoutClient(bank.payouts);
      await forEachSite(database, async (site) => {
        const payouts = await submitBankPayouts(database, payoutBank, site.id);
        if (payouts > 0) log.info({ payouts, site: site.code }, 'bank payouts submitted');
      });
    },
  },
];
