// Withdrawals: a member requests money; the rule or an operator approves; the bank pays it to the bound account.
//
//     requested ──approve──▶ approved ──submit──▶ paying ──▶ paid ──▶ returned
//         │  ▲                   │ │                 └─────▶ failed
//         │  └──lock, lost turnover┘ │
//         └─────reject, debt─────▶ rejected ◀──stop, debt
//
// A request places a hold, so the money cannot be staked during the bank transfer. Paid posts the hold; rejected and
// failed void it, once. A rejected amount is playable again, a returned payout goes to the main wallet. The
// member cannot cancel.
//
// Always true: a withdrawal and its hold change in one transaction, which locks the member's lane first. A member has
// at most one open request, and one idempotency key makes one withdrawal. The account is copied at the request. Every
// decision is a pure function of the member's position (withdrawal-rules.ts) and is repeated before the bank is called.
//
// Elsewhere: final check (submission.ts), calling the bank (bank-payouts.ts), its results (payout-results.ts), disputes
// (payout-disputes.ts), removals of caps (caps.ts), requirements and caps (bonuses).

import type { Database, Transaction } from '@chaba/database';
import * as ledger from '@chaba/ledger';
import { add, type Money, zeroMoney } from '@chaba/money';

import { publishAfterCommit } from '#core/member-events';
import { assert, type DomainError, fail } from '#core/domain-error';
import { forfeitForExclusion } from '#modules/promotions';
import { findNewestRequirementNo } from '#modules/requirements';
import { loadMember } from '#modules/members';
import {
  computeRemainingTurnover,
  computeWithdrawCap,
  loadPosition,
  loadPositions,
  type Position,
} from '#modules/position';
import { loadSite, type WithdrawSettings } from '#modules/site';

import { closeMemberCaps, placeHolds } from './caps.ts';
import type { WithdrawalDecision } from './payout-decisions.ts';
import { formatPayoutId } from './payout-results.ts';
import * as payoutStore from './bank-payouts.store.ts';
import { cancelUnsent, endForExclusion, lockWithdrawal } from './submission.ts';
import { checkRequest, checkUnsent, computeRemoval, listReasons, listReviewReasons } from './withdrawal-rules.ts';
import * as store from './withdrawals.store.ts';

export { cancelOpenWithdrawal } from './submission.ts';
export { explainReview, loadReview, lockReview, type Review } from './withdrawal-review.ts';
export type { WithdrawalCheck } from './withdrawal-rules.ts';
export { loadWithdrawals, listRecentWithdrawals } from './withdrawal-review.ts';
export type { Withdrawal, WithdrawalState } from './withdrawals.store.ts';
export * as payouts from './payouts.ts';

type WithdrawalRequest = {
  readonly siteId: number;
  readonly memberId: bigint;
  readonly amount: Money;
  readonly idempotencyKey: string;
};

type WithdrawCondition = {
  readonly limits: WithdrawSettings;
  readonly gameWallet: Money;
  readonly needTurnover: Money;
  readonly nowTurnover: Money;
  readonly remaining: Money;
  /** Maximum that may still leave under the open requirements with a cap; undefined: no cap. */
  readonly withdrawCap: Money | undefined;
  readonly willRemove: Money;
  readonly reasons: readonly DomainError[];
};

const WAITING_SHOWN_MAX = 200;

export async function requestWithdrawal(database: Database, request: WithdrawalRequest): Promise<store.Withdrawal> {
  const { siteId, memberId, amount } = request;
  assert(amount > 0n, 'the contract lets only positive amounts in');

  return database.transaction(async (tx) => {
    await ledger.lockLanes(tx, siteId, [memberId]);
    const first = await store.findByKey(tx, siteId, memberId, request.idempotencyKey);
    if (first) return first.amount === amount ? first : fail('IDEMPOTENCY_KEY_REUSED');

    await closeMemberCaps(tx, siteId, memberId);
    const isEnding = (await forfeitForExclusion(tx, siteId, memberId)) === 'pending';
    const { withdraw, catalogue } = await loadSite(tx, siteId);
    const limits = { ...withdraw, catalogue };
    const position = await loadPosition(tx, siteId, memberId);
    checkRequest(amount, position, limits);
    if (isEnding) fail('WITHDRAW_BONUS_ENDING');

    const member = await loadMember(tx, siteId, memberId);
    const past = await store.loadPastWithdrawals(tx, siteId, memberId);
    const history = { ...past, isNameVerified: member.isNameVerified };
    const reasons = listReviewReasons(amount, position, { limits, history });
    const withdrawal = await store.insertWithdrawal(tx, siteId, {
      memberId,
      amount,
      removed: computeRemoval(position),
      newestRequirementNo: await findNewestRequirementNo(tx, siteId, memberId),
      state: reasons.length === 0 ? 'approved' : 'requested',
      idempotencyKey: request.idempotencyKey,
      bankCode: member.bankCode,
      account: member.bankAccount,
      holderName: `${member.firstName} ${member.lastName}`,
      reviewReasons: reasons,
    });
    await placeHolds(tx, siteId, withdrawal);
    if (withdrawal.state === 'approved') {
      const { withdrawalId } = withdrawal;
      const payoutId = formatPayoutId(siteId, withdrawal);
      await payoutStore.insertPayout(tx, siteId, { payoutId, withdrawalId, hasGrace: false });
    }
    publishAfterCommit(tx, siteId, memberId);
    return withdrawal;
  });
}

/** Progress of the member's requirements and all reasons against a withdrawal. */
export async function loadCondition(database: Database, siteId: number, memberId: bigint): Promise<WithdrawCondition> {
  return database.transaction(async (tx) => {
    const { withdraw, catalogue } = await loadSite(tx, siteId);
    const limits = { ...withdraw, catalogue };
    const position = await loadPosition(tx, siteId, memberId);
    return {
      limits,
      gameWallet: position.playable,
      needTurnover: add(zeroMoney, ...position.requirements.map(({ required }) => required)),
      nowTurnover: add(zeroMoney, ...position.requirements.map(({ progress }) => progress)),
      remaining: computeRemainingTurnover(position),
      withdrawCap: computeWithdrawCap(position),
      willRemove: computeRemoval(position),
      reasons: listReasons(position, limits),
    };
  });
}

export type Restriction = { readonly position: Position; readonly reasons: readonly DomainError[] };

/** The positions of several members with all reasons against a withdrawal of each now, in one statement. */
export async function loadRestrictions(
  database: Database,
  siteId: number,
  memberIds: readonly bigint[],
): Promise<Map<bigint, Restriction>> {
  return database.transaction(async (tx) => {
    const { withdraw, catalogue } = await loadSite(tx, siteId);
    const limits = { ...withdraw, catalogue };
    const positions = await loadPositions(tx, siteId, memberIds);
    return new Map(
      [...positions].map(([memberId, position]) => [memberId, { position, reasons: listReasons(position, limits) }]),
    );
  });
}

/** Withdrawals of a member that changed since the given time. */
export function listChangedWithdrawals(
  database: Database,
  siteId: number,
  of: { readonly memberId: bigint; readonly since: Date },
): Promise<store.ChangedWithdrawal[]> {
  return store.listChangedWithdrawals(database, siteId, of);
}

/** Requests that wait for an operator, oldest first. */
export function listWaitingWithdrawals(database: Database, siteId: number): Promise<store.Withdrawal[]> {
  return store.listWaitingWithdrawals(database, siteId, WAITING_SHOWN_MAX);
}

/** Approved, unsubmitted withdrawals, which an operator can stop. */
export function listUnsentWithdrawals(database: Database, siteId: number): Promise<store.Withdrawal[]> {
  return store.listUnsentWithdrawals(database, siteId, WAITING_SHOWN_MAX);
}

/**
 * Approves a request. `blocked`: a rule prevents it now and is added to the review reasons; `cancelled`: the money
 * repaid a debt; `bonus_ended`: an exclusion ended its bonus, and it is cancelled. `hasGrace`: the bank is called after
 * the site's grace, in which the approval can be taken back. The caller records operator and reason in the same
 * transaction.
 */
export async function approveWithdrawal(
  tx: Transaction,
  { siteId, withdrawalId, decidedBy, hasGrace = false }: WithdrawalDecision & { readonly hasGrace?: boolean },
): Promise<'approved' | 'not_waiting' | 'blocked' | 'cancelled' | 'bonus_ended'> {
  const withdrawal = await lockWithdrawal(tx, siteId, withdrawalId);
  if (withdrawal?.state !== 'requested') return 'not_waiting';
  const ending = await endForExclusion(tx, siteId, withdrawal);
  if (ending === 'cancelled') return 'bonus_ended';
  const isDisputed = (await payoutStore.findOpenDispute(tx, siteId, withdrawalId)) !== undefined;
  const verdict = checkUnsent(withdrawal, await loadPosition(tx, siteId, withdrawal.memberId));
  if (verdict.verdict === 'repay' && !isDisputed) {
    await cancelUnsent(tx, siteId, withdrawal, { decidedBy, reason: 'OWED' });
    return 'cancelled';
  }
  if (verdict.verdict === 'review' || isDisputed || ending === 'pending') {
    const reasons = [
      ...(verdict.verdict === 'review' ? verdict.reasons : []),
      ...(isDisputed && verdict.verdict !== 'review' ? ['PAYOUT_DISPUTED'] : []),
      ...(ending === 'pending' ? ['BONUS_NOT_GIVEN_UP'] : []),
    ];
    await store.requireReview(tx, siteId, withdrawalId, reasons);
    return 'blocked';
  }
  assert(await store.approve(tx, siteId, withdrawalId, decidedBy), 'a locked request is still a request');
  await payoutStore.insertPayout(tx, siteId, { payoutId: formatPayoutId(siteId, withdrawal), withdrawalId, hasGrace });
  publishAfterCommit(tx, siteId, withdrawal.memberId);
  return 'approved';
}

/** Rejects a request; the money is playable again. */
export async function rejectWithdrawal(
  tx: Transaction,
  { siteId, withdrawalId, decidedBy }: WithdrawalDecision,
): Promise<'rejected' | 'not_waiting'> {
  const withdrawal = await lockWithdrawal(tx, siteId, withdrawalId);
  if (withdrawal?.state !== 'requested') return 'not_waiting';
  // The bank reports the payout as paid: the money is not returned before an operator has checked it.
  if (await payoutStore.findOpenDispute(tx, siteId, withdrawalId)) return 'not_waiting';
  await cancelUnsent(tx, siteId, withdrawal, { decidedBy, reason: undefined });
  return 'rejected';
}
