// Results of payouts, posted once: paid, failed, or returned after payment.
//
//     paying ──▶ paid ──▶ returned
//        ├─────▶ failed
//        └─────▶ returned
//
// The bank reports results and is queried about unfinished payouts. The first result closes the withdrawal; a repeated
// result has no effect. A result that contradicts the posted one opens a dispute (payout-disputes.ts) and moves no
// money except a freeze.
//
// Always true: money that left the member is in `payouts` exactly if the withdrawal is `paid`; returned money is in the
// main wallet exactly once. The member's total and the requirements that counted the amount follow in the same
// transaction. Lock order: the member's lane, the payout, the withdrawal.
//
// Elsewhere: calling the bank (bank-payouts.ts), holds and caps (caps.ts).

import type { Database, Transaction } from '@chaba/database';
import * as ledger from '@chaba/ledger';
import { type Money, money, zeroMoney } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { publishAfterCommit } from '#core/member-events';
import { assert } from '#core/domain-error';
import { countLeaving, uncountLeaving } from '#modules/requirements';
import { returnOwnMoney } from '#modules/own-money';
import { addMemberTotals } from '#modules/members';
import { loadPosition } from '#modules/position';

import { adjustRemoved, closeRequirements, postHolds, voidHolds } from './caps.ts';
import { recordContradiction } from './payout-disputes.ts';
import * as payouts from './bank-payouts.store.ts';
import { lockWithdrawal } from './submission.ts';
import { checkUnsent } from './withdrawal-rules.ts';
import * as store from './withdrawals.store.ts';

type PayoutResult = {
  readonly payoutId: string;
  readonly status: 'paid' | 'failed' | 'returned';
  readonly reason: string | undefined;
};

/** `contradicted`: the bank contradicts the posted result, which stays until an operator decides. */
export type Settlement = 'settled' | 'known' | 'contradicted' | 'unknown_payout';

const FAILURE_REASON_LENGTH_MAX = 200;

export function formatPayoutId(siteId: number, withdrawal: Pick<store.Withdrawal, 'withdrawalId'>): string {
  return `P${siteId}-${withdrawal.withdrawalId}`;
}

export function parsePayoutId(
  payoutId: string,
): { readonly siteId: number; readonly withdrawalId: bigint } | undefined {
  const name = /^P(\d{1,9})-(\d{1,18})$/.exec(payoutId);
  return name === null ? undefined : { siteId: Number(name[1]), withdrawalId: BigInt(name[2] ?? '') };
}

/** Applies a result of the bank, reported or queried. */
export async function settlePayout(database: Database, result: PayoutResult): Promise<Settlement> {
  const named = parsePayoutId(result.payoutId);
  if (named === undefined) return 'unknown_payout';
  const { siteId, withdrawalId } = named;

  return database.transaction(async (tx) => {
    const withdrawal = await lockWithdrawal(tx, siteId, withdrawalId);
    if (!withdrawal) return 'unknown_payout';
    const payout = await payouts.lockPayout(tx, siteId, withdrawalId);
    const reason = result.reason?.slice(0, FAILURE_REASON_LENGTH_MAX);
    const claim = { claimed: result.status, reason } as const;

    const isDisputed = (await payouts.findOpenDispute(tx, siteId, withdrawalId)) !== undefined;
    if (isDisputed) return recordContradiction(tx, siteId, withdrawal, claim);
    switch (withdrawal.state) {
      case 'approved':
      case 'paying':
        assert(payout, 'an approved withdrawal has a payout');
        // The bank has another order under this id, so its result does not apply to ours.
        if (payout.state === 'unknown' && payout.lastResponse?.startsWith('conflict') === true) {
          await payouts.recordClaim(tx, siteId, result.payoutId, `conflict, then ${result.status}`);
          return 'contradicted';
        }
        await postResult(tx, siteId, withdrawal, claim);
        return 'settled';
      case 'paid':
        if (result.status === 'paid') return 'known';
        if (result.status === 'failed') return recordContradiction(tx, siteId, withdrawal, claim);
        await postReturn(tx, siteId, withdrawal, { state: 'returned', reason, key: 'returned' });
        return 'settled';
      case 'failed':
        return result.status === 'paid' ? recordContradiction(tx, siteId, withdrawal, claim) : 'known';
      case 'returned':
        // The money is already back: `paid` is the earlier message, delayed or repeated.
        return 'known';
      case 'requested':
      case 'rejected':
        if (result.status === 'paid') return recordContradiction(tx, siteId, withdrawal, claim);
        return payout ? 'known' : 'unknown_payout';
    }
  });
}

/** Posts the first result of a payout in flight. The caller holds the lane. */
export async function postResult(
  tx: Transaction,
  siteId: number,
  unsettled: store.Withdrawal,
  { claimed, reason }: { readonly claimed: PayoutResult['status']; readonly reason: string | undefined },
): Promise<void> {
  const isSubmitted = unsettled.state === 'paying';
  const withdrawal = isSubmitted || claimed !== 'paid' ? unsettled : await adjustUnsubmitted(tx, siteId, unsettled);
  if (claimed === 'paid') {
    await postHolds(tx, siteId, withdrawal);
    await postPaid(tx, siteId, withdrawal);
  } else {
    await store.close(tx, siteId, withdrawal, { state: claimed, reason });
    if (isSubmitted) await uncountLeaving(tx, siteId, withdrawal);
    const back = await voidHolds(tx, siteId, withdrawal, chart.main);
    const { memberId, withdrawalId, createdAt: requestedAt } = withdrawal;
    const key = `withdrawal:${withdrawalId}:back`;
    await returnOwnMoney(tx, siteId, { memberId, ...back, removed: back.amount, key, requestedAt });
  }
  await payouts.closePayout(tx, siteId, withdrawal.withdrawalId, claimed);
  publishAfterCommit(tx, siteId, withdrawal.memberId);
}

/** Recomputes the removal for a result of a payout that was never submitted here, as its submission would have. */
async function adjustUnsubmitted(
  tx: Transaction,
  siteId: number,
  withdrawal: store.Withdrawal,
): Promise<store.Withdrawal> {
  const verdict = checkUnsent(withdrawal, await loadPosition(tx, siteId, withdrawal.memberId));
  if (verdict.verdict !== 'submit') return withdrawal;
  return (await adjustRemoved(tx, siteId, withdrawal, verdict.removed)).adjusted;
}

/** Records that the amount has left: the total, the requirements that count it, and those that it served. */
export async function postPaid(tx: Transaction, siteId: number, withdrawal: store.Withdrawal): Promise<void> {
  const { memberId, amount } = withdrawal;
  await addMemberTotals(tx, siteId, memberId, { deposit: zeroMoney, withdraw: amount });
  // A submitted amount is counted already.
  if (withdrawal.state !== 'paying') await countLeaving(tx, siteId, withdrawal);
  const isClosed = await store.close(tx, siteId, withdrawal, { state: 'paid', reason: undefined });
  assert(isClosed, 'a withdrawal that is locked is in the state that was read');
  await closeRequirements(tx, siteId, withdrawal);
}

/** Posts a returned amount to the main wallet and subtracts it from the total and the requirements. */
export async function postReturn(
  tx: Transaction,
  siteId: number,
  withdrawal: store.Withdrawal,
  to: { readonly state: 'returned' | 'failed'; readonly reason: string | undefined; readonly key: string },
): Promise<void> {
  const { withdrawalId, memberId: ownerId, amount } = withdrawal;
  const key = `withdrawal:${withdrawalId}:${to.key}`;
  const back = { ownerId, from: chart.payouts, to: chart.main, amount, reason: 'payout returned', key };
  const [posting] = await ledger.postTransfers(tx, siteId, [back]);
  assert(posting?.outcome === 'posted', 'a payout is returned once');
  await addMemberTotals(tx, siteId, ownerId, { deposit: zeroMoney, withdraw: negative(amount) });
  await uncountLeaving(tx, siteId, withdrawal);
  const isClosed = await store.close(tx, siteId, withdrawal, { state: to.state, reason: to.reason });
  assert(isClosed, 'a withdrawal that is locked is in the state that was read');
  publishAfterCommit(tx, siteId, ownerId);
}

const negative = (amount: Money): Money => money(-amount);
