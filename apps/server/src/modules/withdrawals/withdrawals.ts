// Withdrawals: a member asks for money out; the rule or a person says yes; the bank pays it to the bound account.
//
//     requested ──approve──▶ approved ──told──▶ paying ──▶ paid
//         └─────reject─────▶ rejected              └─────▶ failed
//
// Asking places a hold, so the same baht cannot be bet while the bank works. Paid posts the hold; rejected and failed void it,
// once: a rejected amount is playable again, a payout that came back waits in the main wallet (rules §2). The member cannot cancel.
//
// Always true: a withdrawal and its hold change in one transaction, which takes the member's lane first. One open request
// a member; one idempotency key makes one withdrawal, however often it is sent. The account is a copy made when the member asked.
//
// Elsewhere: reasons to say no (withdrawal-rules.ts), the bank's side (payouts.ts), turnover and caps (bonuses).

import type { Database, Transaction } from '@chaba/database';
import * as ledger from '@chaba/ledger';
import type { Money } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { signalAfterCommit } from '#core/live';
import { assert, type Refusal, refuse } from '#core/refusal';
import { turnoverOf } from '#modules/bonuses';
import { memberById, pauseOf } from '#modules/members';
import { siteIn } from '#modules/site';

import { giveBack, holdNames, payoutIdOf } from './payouts.ts';
import { checkRules, reasonsAgainst, removedByCap, reviewReasons, type Standing } from './withdrawal-rules.ts';
import * as store from './withdrawals.store.ts';

export { openPayoutBank, type PayoutBank } from './payout-bank.ts';
export { payWaiting, settlePayout } from './payouts.ts';
export type { StuckPayout, Withdrawal, WithdrawalState } from './withdrawals.store.ts';

export type WithdrawalRequest = {
  readonly siteId: number;
  readonly memberId: bigint;
  readonly amount: Money;
  readonly idempotencyKey: string;
};

export type Condition = Omit<Standing, 'hasOpenRequest' | 'isOwing' | 'isExcluded'> & {
  readonly needTurnover: Money;
  readonly nowTurnover: Money;
  readonly willRemove: Money;
  readonly reasons: readonly Refusal[];
};

const WAITING_SHOWN_MAX = 200;
const STUCK_TRIES_MIN = 10;

export async function requestWithdrawal(database: Database, request: WithdrawalRequest): Promise<store.Withdrawal> {
  const { siteId, memberId, amount } = request;
  assert(amount > 0n, 'the contract lets only positive amounts in');

  return database.transaction(async (tx) => {
    await ledger.lockLanes(tx, siteId, [memberId]);
    const first = await store.findByKey(tx, siteId, memberId, request.idempotencyKey);
    if (first) return first.amount === amount ? first : refuse('IDEMPOTENCY_KEY_REUSED');

    const member = await memberById(tx, siteId, memberId);
    if (member.isLocked) refuse('MEMBER_LOCKED');
    const standing = await standingOf(tx, siteId, memberId);
    checkRules(amount, standing);

    const past = await store.pastWithdrawals(tx, siteId, memberId);
    const reasons = reviewReasons(amount, standing.limits, {
      ...past,
      isNameVerified: member.isNameVerified,
      lacksTurnover: standing.remaining > 0n,
    });
    const withdrawal = await store.insertWithdrawal(tx, siteId, {
      memberId,
      amount,
      removed: removedByCap(standing),
      state: reasons.length === 0 ? 'approved' : 'requested',
      idempotencyKey: request.idempotencyKey,
      bankCode: member.bankCode,
      account: member.bankAccount,
      holderName: `${member.firstName} ${member.lastName}`,
      reviewReasons: reasons,
    });
    await hold(tx, siteId, withdrawal);
    if (withdrawal.state === 'approved') {
      await store.insertPayout(tx, siteId, payoutIdOf(siteId, withdrawal), withdrawal.withdrawalId);
    }
    signalAfterCommit(tx, siteId, memberId);
    return withdrawal;
  });
}

/** What stands between the member and a withdrawal, with every reason to say no (rules §3). */
export async function withdrawalCondition(database: Database, siteId: number, memberId: bigint): Promise<Condition> {
  return database.transaction(async (tx) => {
    const { hasOpenRequest, isOwing, isExcluded, ...standing } = await standingOf(tx, siteId, memberId);
    return {
      ...standing,
      willRemove: removedByCap(standing),
      reasons: reasonsAgainst({ ...standing, hasOpenRequest, isOwing, isExcluded }),
    };
  });
}

/** Withdrawals of a member that moved on since then. */
export function changedWithdrawals(
  database: Database,
  siteId: number,
  of: { readonly memberId: bigint; readonly since: Date },
): Promise<store.ChangedWithdrawal[]> {
  return store.changedWithdrawals(database, siteId, of);
}

/** Requests that wait for a person, oldest first. */
export function waitingWithdrawals(database: Database, siteId: number): Promise<store.Withdrawal[]> {
  return store.waitingWithdrawals(database, siteId, WAITING_SHOWN_MAX);
}

/** Payouts that the bank leaves without a result. */
export function stuckPayouts(database: Database, siteId: number): Promise<store.StuckPayout[]> {
  return store.stuckPayouts(database, siteId, STUCK_TRIES_MIN, WAITING_SHOWN_MAX);
}

export type WithdrawalDecision = { readonly siteId: number; readonly withdrawalId: bigint; readonly decidedBy: string };

/** A person says yes. Called inside the transaction that records who said so and why. */
export async function approveWithdrawal(
  tx: Transaction,
  decision: WithdrawalDecision,
): Promise<'approved' | 'not_waiting'> {
  const { siteId, withdrawalId, decidedBy } = decision;
  const withdrawal = await lockOwner(tx, siteId, withdrawalId);
  if (!withdrawal || !(await store.decide(tx, siteId, withdrawalId, { state: 'approved', decidedBy }))) {
    return 'not_waiting';
  }
  await store.insertPayout(tx, siteId, payoutIdOf(siteId, withdrawal), withdrawalId);
  signalAfterCommit(tx, siteId, withdrawal.memberId);
  return 'approved';
}

/** A person says no: the money is playable again. */
export async function rejectWithdrawal(
  tx: Transaction,
  decision: WithdrawalDecision,
): Promise<'rejected' | 'not_waiting'> {
  const { siteId, withdrawalId, decidedBy } = decision;
  const withdrawal = await lockOwner(tx, siteId, withdrawalId);
  if (!withdrawal || !(await store.decide(tx, siteId, withdrawalId, { state: 'rejected', decidedBy }))) {
    return 'not_waiting';
  }
  await giveBack(tx, siteId, withdrawal, chart.game);
  return 'rejected';
}

async function lockOwner(tx: Transaction, siteId: number, withdrawalId: bigint): Promise<store.Withdrawal | undefined> {
  const withdrawal = await store.findById(tx, siteId, withdrawalId);
  if (withdrawal) await ledger.lockLanes(tx, siteId, [withdrawal.memberId]);
  return withdrawal;
}

async function standingOf(tx: Transaction, siteId: number, memberId: bigint) {
  const { withdraw: limits } = await siteIn(tx, siteId);
  const { needTurnover, nowTurnover, remaining, withdrawCap } = await turnoverOf(tx, siteId, memberId);
  const { game: gameWallet, receivable } = await ledger.balancesOf(tx, siteId, memberId, chart);
  const hasOpenRequest = await store.hasOpen(tx, siteId, memberId);
  const isOwing = receivable < 0n;
  const isExcluded = (await pauseOf(tx, siteId, memberId))?.isExclusion === true;
  return { limits, gameWallet, needTurnover, nowTurnover, remaining, withdrawCap, hasOpenRequest, isOwing, isExcluded };
}

async function hold(tx: Transaction, siteId: number, withdrawal: store.Withdrawal): Promise<void> {
  const names = holdNames(withdrawal);
  const common = { ownerId: withdrawal.memberId, from: chart.game, held: chart.withdrawalHeld } as const;
  const held = await ledger.placeHold(tx, siteId, {
    ...common,
    ...names.amount,
    to: chart.payouts,
    amount: withdrawal.amount,
    reason: 'withdrawal',
  });
  if (held === 'insufficient_funds') refuse('INSUFFICIENT_FUNDS');
  assert(held === 'placed', 'a withdrawal inserted just now has no hold yet');
  if (withdrawal.removed === 0n) return;

  const removed = await ledger.placeHold(tx, siteId, {
    ...common,
    ...names.removed,
    to: chart.residual,
    amount: withdrawal.removed,
    reason: 'above the withdraw cap',
  });
  assert(removed === 'placed', 'what lies above the cap is still there when the amount below it was held');
}
