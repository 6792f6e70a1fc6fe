// Payouts that a recovery of the database lost: the bank paid a withdrawal of after the recovered moment.
//
// Always true: the amount is that of the bank's statement, and each payout is recorded once, under the number that the
// member and the bank know. The withdrawal has no hold, as its money was in no hold here: it is debited from the
// wallets, and the member owes the difference.
//
// Elsewhere: postings of a confirmed payout (payout-disputes.ts), the recovery (modules/recovery), operator and reason
// (operators).

import type { Transaction } from '@chaba/database';
import * as ledger from '@chaba/ledger';
import { zeroMoney } from '@chaba/money';

import { publishAfterCommit } from '#core/member-events';
import { assert } from '#core/domain-error';
import { loadMember } from '#modules/members';

import * as payouts from './bank-payouts.store.ts';
import { postConfirmedPayout } from './payout-disputes.ts';
import { parsePayoutId, postPaid } from './payout-results.ts';
import * as store from './withdrawals.store.ts';

export type LostPayout = {
  readonly siteId: number;
  readonly payoutId: string;
  readonly memberId: bigint;
  readonly decidedBy: string;
};

/**
 * Records the payout and debits the member. `not_waiting`: no recovery, or no statement shows this payout as paid;
 * `exists`: the withdrawal is known.
 */
export async function recordLostPayout(
  tx: Transaction,
  { siteId, payoutId, memberId, decidedBy }: LostPayout,
): Promise<'paid' | 'not_waiting' | 'exists'> {
  const named = parsePayoutId(payoutId);
  if (named?.siteId !== siteId) return 'not_waiting';
  const { withdrawalId } = named;
  await ledger.lockLanes(tx, siteId, [memberId]);
  if ((await store.findById(tx, siteId, withdrawalId)) !== undefined) return 'exists';
  const lost = await payouts.findLostPayout(tx, siteId, { payoutId, memberId });
  if (lost === undefined) return 'not_waiting';
  const member = await loadMember(tx, siteId, memberId);
  const { amount, newestRequirementNo } = lost;
  const withdrawal = await store.insertLostWithdrawal(tx, siteId, {
    withdrawalId,
    memberId,
    amount,
    newestRequirementNo,
    bankCode: member.bankCode,
    account: member.bankAccount,
    holderName: `${member.firstName} ${member.lastName}`,
    decidedBy,
    idempotencyKey: `recovered:${payoutId}`,
  });
  await payouts.insertPayout(tx, siteId, { payoutId, withdrawalId, hasGrace: false });
  const claim = { claimedResult: 'paid', reason: 'on the statement of the bank', newestRequirementNo } as const;
  const frozen = { heldMain: zeroMoney, heldGame: zeroMoney };
  await payouts.insertDispute(tx, siteId, {
    withdrawalId,
    memberId,
    disputeNo: 1,
    recordedState: 'lost',
    ...claim,
    ...frozen,
  });
  const dispute = await payouts.findOpenDispute(tx, siteId, withdrawalId);
  assert(dispute, 'a dispute that was opened a moment ago is open');
  await payouts.decideDispute(tx, siteId, dispute, { state: 'paid', decidedBy });
  await postConfirmedPayout(tx, siteId, withdrawal, dispute);
  await postPaid(tx, siteId, withdrawal);
  await payouts.closePayout(tx, siteId, withdrawalId, 'paid');
  publishAfterCommit(tx, siteId, memberId);
  return 'paid';
}
