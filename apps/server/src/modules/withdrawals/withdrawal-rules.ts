// Every reason to say no to a withdrawal, in the order a member should hear them, and who decides about it. Pure.
//
// Always true: what the client believes about limits is never asked. A bonus's withdraw cap removes only what lies above it,
// and removes it when the withdrawal is paid.
//
// Elsewhere: turnover and caps (bonuses), limits of the brand (site), asking and paying (withdrawals.ts, payouts.ts).

import { max, type Money, subtract, zeroMoney } from '@chaba/money';

import { Refusal, refuse } from '#core/refusal';
import type { WithdrawLimits } from '#modules/site';

/** Where a member stands, read under the lane lock. */
export type Standing = {
  readonly limits: WithdrawLimits;
  readonly gameWallet: Money;
  /** Turnover still missing. */
  readonly remaining: Money;
  /** The most that an open bonus lets out; undefined when there is no such bonus. */
  readonly withdrawCap: Money | undefined;
  readonly hasOpenRequest: boolean;
  /** A corrected win was more than there was, and the rest is owed. */
  readonly isOwing: boolean;
  /** On a break of half a year or more: who cannot play cannot play turnover either, so a person decides instead. */
  readonly isExcluded: boolean;
};

export type RiskFacts = {
  /** Only who is excluded comes this far without it. */
  readonly lacksTurnover: boolean;
  readonly isNameVerified: boolean;
  readonly paid: number;
  readonly paidToday: number;
  readonly failedToday: number;
};

export const PAID_PER_DAY_UNSEEN_MAX = 10;

export function checkRules(amount: Money, standing: Standing): void {
  const { limits, withdrawCap, remaining } = standing;
  if (!limits.canWithdraw) refuse('WITHDRAW_CLOSED');
  if (amount < limits.minimum) refuse('WITHDRAW_BELOW_MINIMUM', { minimum: limits.minimum });
  if (hasMaximum(limits) && amount > limits.maximum) refuse('WITHDRAW_ABOVE_MAXIMUM', { maximum: limits.maximum });
  if (standing.hasOpenRequest) refuse('WITHDRAW_ALREADY_OPEN');
  if (standing.isOwing) refuse('WITHDRAW_FROZEN');
  if (remaining > 0n && !standing.isExcluded) refuse('TURNOVER_NOT_MET', { remaining });
  if (withdrawCap !== undefined && amount > withdrawCap) refuse('WITHDRAW_ABOVE_CAP', { maximum: withdrawCap });
  if (amount > standing.gameWallet) refuse('INSUFFICIENT_FUNDS');
}

/** What stands in the way whatever the amount: the same reasons in the same order, all of them. */
export function reasonsAgainst(standing: Standing): Refusal[] {
  const { limits, remaining } = standing;
  const reasons: Refusal[] = [];
  if (!limits.canWithdraw) reasons.push(new Refusal('WITHDRAW_CLOSED', {}));
  if (standing.hasOpenRequest) reasons.push(new Refusal('WITHDRAW_ALREADY_OPEN', {}));
  if (standing.isOwing) reasons.push(new Refusal('WITHDRAW_FROZEN', {}));
  if (remaining > 0n && !standing.isExcluded) reasons.push(new Refusal('TURNOVER_NOT_MET', { remaining }));
  if (standing.gameWallet < limits.minimum) reasons.push(new Refusal('INSUFFICIENT_FUNDS', {}));
  return reasons;
}

/** What the cap of an open bonus takes out of the game wallet when the member withdraws. */
export function removedByCap({ gameWallet, withdrawCap }: Pick<Standing, 'gameWallet' | 'withdrawCap'>): Money {
  return withdrawCap === undefined ? zeroMoney : max(zeroMoney, subtract(gameWallet, withdrawCap));
}

/** Why a person must look before the money leaves; none: it is approved by the rule. */
export function reviewReasons(amount: Money, limits: WithdrawLimits, risk: RiskFacts): string[] {
  const reasons: string[] = [];
  if (!limits.isAutomatic) reasons.push('AUTOMATIC_OFF');
  if (amount > limits.automaticMaximum) reasons.push('ABOVE_AUTOMATIC_MAXIMUM');
  if (!risk.isNameVerified && risk.paid === 0) reasons.push('NAME_UNVERIFIED');
  if (risk.paidToday >= PAID_PER_DAY_UNSEEN_MAX) reasons.push('MANY_TODAY');
  if (risk.lacksTurnover) reasons.push('EXCLUDED_WITHOUT_TURNOVER');
  if (risk.failedToday > 0) reasons.push('PAYOUT_FAILED_TODAY');
  return reasons;
}

function hasMaximum(limits: WithdrawLimits): boolean {
  return limits.maximum > 0n;
}
