// Payouts after a recovery of the database: the bank is queried about every withdrawal that it may have paid.
//
// Always true: nothing is submitted. A withdrawal that waits for an operator here may have been approved and paid after
// the moment of the recovery, so it is queried as well; its payment opens a dispute.
//
// Elsewhere: what holds payouts meanwhile (bank-payouts.store.ts), the whole comparison (modules/recovery).

import type { Database } from '@chaba/database';

import type { PayoutBank, PayoutReport } from '#modules/payout-client';

import { listUndecidedPayouts } from './bank-payouts.store.ts';
import { formatPayoutId, type Settlement, settlePayout } from './payout-results.ts';

export type QueriedPayout = {
  readonly payoutId: string;
  readonly answer: PayoutReport['status'] | 'not_queried';
  /** The effect of the answer here. */
  readonly settlement: Settlement | undefined;
  /** The bank's response states the outcome, or that it never received the order. */
  readonly isCertain: boolean;
};

/** Queries the bank about every undecided withdrawal and applies the results. */
export async function queryRecoveredPayouts(
  database: Database,
  bank: PayoutBank,
  siteId: number,
): Promise<QueriedPayout[]> {
  const queried: QueriedPayout[] = [];
  for (const { withdrawalId, payoutState } of await listUndecidedPayouts(database, siteId)) {
    const payoutId = formatPayoutId(siteId, { withdrawalId });
    if (bank.canQuery === false) {
      queried.push({ payoutId, answer: 'not_queried', settlement: undefined, isCertain: false });
      continue;
    }
    const { status, reason } = await bank.query(payoutId);
    const isResult = status === 'paid' || status === 'failed' || status === 'returned';
    const settlement = isResult ? await settlePayout(database, { payoutId, status, reason }) : undefined;
    // The job queries what was submitted before the moment until the bank's response states its outcome.
    const isFollowed = payoutState === 'submitted' || payoutState === 'accepted';
    const isCertain = isResult || status === 'unknown' || (status === 'accepted' && isFollowed);
    queried.push({ payoutId, answer: status, settlement, isCertain });
  }
  return queried;
}
