// The facts of a withdrawal for an operator: its verdict now, the payout, what the bank contradicts, the position of
// the member.
//
// Always true: the verdict is that of `checkUnsent`, which also decides at the approval. `lockReview` holds the lane of
// the member, so that the facts stay true until the transaction ends.
//
// Elsewhere: the decisions (withdrawals.ts, payout-decisions.ts).

import type { Queryable, Transaction } from '@chaba/database';

import { loadMember } from '#modules/members';
import { loadPosition, type Position } from '#modules/position';
import { loadSite } from '#modules/site';

import type { Dispute, BankPayout } from './bank-payouts.store.ts';
import * as payouts from './bank-payouts.store.ts';
import { lockWithdrawal } from './submission.ts';
import {
  checkUnsent,
  explainUnsent,
  listReviewChecks,
  type WithdrawalCheck,
  type WithdrawalVerdict,
} from './withdrawal-rules.ts';
import * as store from './withdrawals.store.ts';

export type Review = {
  readonly withdrawal: store.Withdrawal;
  readonly decision: store.WithdrawalDecisionFacts;
  /** Undefined when nothing is left to decide about an unsent withdrawal. */
  readonly verdict: WithdrawalVerdict | undefined;
  readonly payout: BankPayout | undefined;
  readonly dispute: Dispute | undefined;
  readonly position: Position;
  readonly history: store.PastWithdrawals;
};

/** Undefined: no such withdrawal at the site. */
export async function loadReview(
  database: Queryable,
  siteId: number,
  withdrawalId: bigint,
): Promise<Review | undefined> {
  const withdrawal = await store.findById(database, siteId, withdrawalId);
  return withdrawal && loadFacts(database, siteId, withdrawal);
}

/** The same under the lane lock of the member. */
export async function lockReview(tx: Transaction, siteId: number, withdrawalId: bigint): Promise<Review | undefined> {
  const withdrawal = await lockWithdrawal(tx, siteId, withdrawalId);
  return withdrawal && loadFacts(tx, siteId, withdrawal);
}

async function loadFacts(database: Queryable, siteId: number, withdrawal: store.Withdrawal): Promise<Review> {
  const { withdrawalId, memberId, state } = withdrawal;
  const [position, payout, dispute, history, decision] = [
    await loadPosition(database, siteId, memberId),
    await payouts.findPayout(database, siteId, withdrawalId),
    await payouts.findOpenDispute(database, siteId, withdrawalId),
    await store.loadPastWithdrawals(database, siteId, memberId),
    await store.loadDecisionFacts(database, siteId, withdrawalId),
  ];
  const isUnsent = state === 'requested' || state === 'approved';
  const verdict = isUnsent ? checkUnsent(withdrawal, position) : undefined;
  return { withdrawal, decision, verdict, payout, dispute, position, history };
}

/**
 * The reasons of the review and the reasons against the payout now: each check of the deciding functions with its
 * figures. The checks of the request are repeated with the facts of now.
 */
export async function explainReview(tx: Transaction, siteId: number, review: Review): Promise<WithdrawalCheck[]> {
  const { withdrawal, position, history: past, verdict } = review;
  const { withdraw: limits } = await loadSite(tx, siteId);
  const member = await loadMember(tx, siteId, withdrawal.memberId);
  const history = { ...past, isNameVerified: member.isNameVerified };
  const ofNow = verdict === undefined ? [] : explainUnsent(withdrawal, position);
  const known = new Set(ofNow.map(({ reason }) => reason));
  const ofRequest = listReviewChecks(withdrawal.amount, position, { limits, history });
  return [...ofRequest.filter(({ reason }) => !known.has(reason)), ...ofNow];
}

/** Withdrawals by id, in any state. */
export function loadWithdrawals(
  database: Queryable,
  siteId: number,
  ids: readonly bigint[],
): Promise<store.Withdrawal[]> {
  return store.listByIds(database, siteId, ids);
}

/** The newest withdrawals before an id, in any state. */
export function listRecentWithdrawals(
  database: Queryable,
  siteId: number,
  page: { readonly before: bigint | undefined; readonly limit: number },
): Promise<store.Withdrawal[]> {
  return store.listRecent(database, siteId, page);
}
