// Operator decisions about payouts: stop an unsent one or take its approval back, and confirm the outcome of an unknown
// or disputed one.
//
// Always true: an outcome is decided only if the bank left it open: a dispute, an unknown result, or one that was
// queried many times. The caller records operator and reason in the same transaction.
//
// Elsewhere: postings (payout-results.ts), disputes (payout-disputes.ts), the commands (operators).

import type { Database, Transaction } from '@chaba/database';

import { publishAfterCommit } from '#core/member-events';

import { releaseFrozen, postConfirmedPayout } from './payout-disputes.ts';
import { postPaid, postResult, postReturn } from './payout-results.ts';
import * as payouts from './bank-payouts.store.ts';
import { cancelUnsent, lockWithdrawal } from './submission.ts';
import * as store from './withdrawals.store.ts';
import type { Withdrawal } from './withdrawals.store.ts';

export type WithdrawalDecision = { readonly siteId: number; readonly withdrawalId: bigint; readonly decidedBy: string };

const STUCK_TRIES_MIN = 10;
const STUCK_SHOWN_MAX = 200;

/** Payouts without a result from the bank: unknown, or without an answer. */
export function listStuckPayouts(database: Database, siteId: number): Promise<payouts.OpenPayout[]> {
  return payouts.listStuckPayouts(database, siteId, STUCK_TRIES_MIN, STUCK_SHOWN_MAX);
}

/** Cancels an approved withdrawal before the bank is called; the money is playable again. */
export async function stopPayout(
  tx: Transaction,
  { siteId, withdrawalId, decidedBy }: WithdrawalDecision,
): Promise<'stopped' | 'not_waiting' | 'submitted'> {
  const withdrawal = await lockWithdrawal(tx, siteId, withdrawalId);
  if (withdrawal?.state === 'paying') return 'submitted';
  if (withdrawal?.state !== 'approved') return 'not_waiting';
  await cancelUnsent(tx, siteId, withdrawal, { decidedBy, reason: 'STOPPED' });
  return 'stopped';
}

/** Takes an operator's approval back before the bank is called: the request waits for a decision again. */
export async function reopenWithdrawal(
  tx: Transaction,
  { siteId, withdrawalId }: Omit<WithdrawalDecision, 'decidedBy'>,
): Promise<'reopened' | 'not_waiting' | 'submitted'> {
  const withdrawal = await lockWithdrawal(tx, siteId, withdrawalId);
  if (withdrawal?.state === 'paying' || withdrawal?.state === 'paid') return 'submitted';
  if (withdrawal?.state !== 'approved') return 'not_waiting';
  const { decidedBy } = await store.loadDecisionFacts(tx, siteId, withdrawalId);
  if (decidedBy === null) return 'not_waiting';
  if (!(await payouts.stopPayout(tx, siteId, withdrawalId))) return 'submitted';
  await store.requireReview(tx, siteId, withdrawalId, []);
  publishAfterCommit(tx, siteId, withdrawal.memberId);
  return 'reopened';
}

/** Confirms that the bank paid. */
export function confirmPaid(tx: Transaction, decision: WithdrawalDecision): Promise<'paid' | 'not_waiting'> {
  return confirm(tx, decision, 'paid');
}

/** Confirms that the bank did not pay, or that the money was returned. */
export function confirmFailed(tx: Transaction, decision: WithdrawalDecision): Promise<'failed' | 'not_waiting'> {
  return confirm(tx, decision, 'failed');
}

async function confirm<Outcome extends 'paid' | 'failed'>(
  tx: Transaction,
  { siteId, withdrawalId, decidedBy }: WithdrawalDecision,
  state: Outcome,
): Promise<Outcome | 'not_waiting'> {
  const withdrawal = await lockWithdrawal(tx, siteId, withdrawalId);
  if (!withdrawal) return 'not_waiting';
  const payout = await payouts.lockPayout(tx, siteId, withdrawalId);
  const dispute = await payouts.findOpenDispute(tx, siteId, withdrawalId);
  if (dispute) {
    await payouts.decideDispute(tx, siteId, dispute, { state, decidedBy });
    await postDecision(tx, siteId, { withdrawal, dispute, state });
    publishAfterCommit(tx, siteId, withdrawal.memberId);
    return state;
  }
  if (!payout || !isUndecided(payout)) return 'not_waiting';
  await postResult(tx, siteId, withdrawal, { claimed: state, reason: `by ${decidedBy}` });
  return state;
}

function isUndecided({ state, attempts }: payouts.BankPayout): boolean {
  return state === 'unknown' || ((state === 'submitted' || state === 'accepted') && attempts >= STUCK_TRIES_MIN);
}

async function postDecision(
  tx: Transaction,
  siteId: number,
  decided: { readonly withdrawal: Withdrawal; readonly dispute: payouts.Dispute; readonly state: 'paid' | 'failed' },
): Promise<void> {
  const { withdrawal, dispute, state } = decided;
  const wasPaid = withdrawal.state === 'paid';
  if (state === 'failed') {
    if (!wasPaid) return releaseFrozen(tx, siteId, dispute);
    const key = `dispute:${dispute.disputeNo}:back`;
    return postReturn(tx, siteId, withdrawal, { state: 'failed', reason: 'DISPUTED', key });
  }
  if (wasPaid) return;
  if (withdrawal.state === 'requested') {
    return postResult(tx, siteId, withdrawal, { claimed: 'paid', reason: undefined });
  }
  await postConfirmedPayout(tx, siteId, withdrawal, dispute);
  await postPaid(tx, siteId, withdrawal);
  await payouts.closePayout(tx, siteId, withdrawal.withdrawalId, 'paid');
}
