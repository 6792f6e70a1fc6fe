// Rules of withdrawals: pure functions of the member's position, the limits of the site and the request.
//
// Always true: limits stated by the client are never used. A withdraw cap removes only the money above it, and only
// when the withdrawal is submitted or the requirement closes. While a requirement with a cap is open, nothing leaves
// until the play is settled, because the removal is unknown before. After a day an open round binds only the money that
// it was played with: own money leaves, without a removal.
//
// Elsewhere: the position and its sums (position), requests and decisions (withdrawals.ts), submission (submission.ts).

import { add, max, type Money, subtract, zeroMoney } from '@chaba/money';

import { DomainError } from '#core/domain-error';
import { describeSpins, type SiteCatalogue } from '#core/catalogue';
import {
  computeCapRest,
  computeRemainingTurnover,
  computeRestoredLimit,
  computeWithdrawCap,
  hasYoungRound,
  isUnsettled,
  listBindingSpins,
  type Position,
  type PositionRequirement,
} from '#modules/position';
import type { WithdrawSettings } from '#modules/site';

/** Earlier withdrawals of the member. */
export type WithdrawalHistory = {
  readonly isNameVerified: boolean;
  readonly paid: number;
  readonly paidToday: number;
  readonly failedToday: number;
  readonly isIdentityNew: boolean;
  readonly isRecovered: boolean;
};

/** Reasons for an operator's review of a withdrawal. */
export type WithdrawalReviewReason =
  | 'AUTOMATIC_OFF'
  | 'ABOVE_AUTOMATIC_MAXIMUM'
  | 'NAME_UNVERIFIED'
  | 'MANY_TODAY'
  | 'EXCLUDED_WITHOUT_TURNOVER'
  | 'BONUS_NOT_GIVEN_UP'
  | 'PAYOUT_FAILED_TODAY'
  | 'IDENTITY_CHANGED'
  | 'PASSWORD_RECOVERED'
  // Found after the approval, before the bank was called.
  | 'MEMBER_LOCKED'
  | 'PAYOUT_DISPUTED'
  | 'TURNOVER_LOST'
  | 'ABOVE_CAP';

/** Reasons why an approved withdrawal is not submitted yet. */
export type WaitReason = 'BET_OPEN' | 'WIN_HELD';

export const PAID_PER_DAY_UNSEEN_MAX = 10;

/** The settings of the site, with the catalogue that names its games. */
export type WithdrawTerms = WithdrawSettings & { readonly catalogue: SiteCatalogue };

export function checkRequest(amount: Money, position: Position, limits: WithdrawTerms): void {
  const { minimum, maximum } = limits;
  const ofAmount = [
    amount < minimum ? new DomainError('WITHDRAW_BELOW_MINIMUM', { minimum }) : undefined,
    maximum > 0n && amount > maximum ? new DomainError('WITHDRAW_ABOVE_MAXIMUM', { maximum }) : undefined,
  ];
  const ofMoney = [
    checkCap(amount, position, limits),
    amount > position.playable ? new DomainError('INSUFFICIENT_FUNDS', {}) : undefined,
  ];
  const first = [...listSiteReasons(limits), ...ofAmount, ...listMemberReasons(position, limits), ...ofMoney].find(
    (reason) => reason !== undefined,
  );
  if (first) throw first;
}

/** All reasons against a withdrawal that are independent of the amount, in the order of the response. */
export function listReasons(position: Position, limits: WithdrawTerms): DomainError[] {
  const reasons = [...listSiteReasons(limits), ...listMemberReasons(position, limits)];
  // The limit may change while a withdrawal is open or the play is unsettled.
  const isCapFinal = position.leaving === undefined && findWaitReason(position, position.requirements) === undefined;
  const ofCap = isCapFinal ? checkCap(limits.minimum, position, limits) : undefined;
  if (ofCap) reasons.push(ofCap);
  if (position.playable < limits.minimum) reasons.push(new DomainError('INSUFFICIENT_FUNDS', {}));
  return reasons;
}

/**
 * A release of returned payouts restores the part of the limit that they take. While an old round under a cap is open,
 * it is the round and not the cap that keeps the money.
 */
function checkCap(amount: Money, position: Position, { minimum, catalogue }: WithdrawTerms): DomainError | undefined {
  const limit = computeWithdrawCap(position);
  if (limit === undefined || amount <= limit) return undefined;
  const { returned } = computeRestoredLimit(position);
  if (returned > 0n && (amount <= add(limit, returned) || limit < minimum)) {
    return new DomainError('WITHDRAW_RETURNED_WAITS', { returned });
  }
  const isOfRound = position.requirements.some(({ cap, hasOldRound }) => cap !== undefined && hasOldRound);
  return isOfRound ? createPlayError(position, catalogue) : new DomainError('WITHDRAW_ABOVE_CAP', { maximum: limit });
}

function listSiteReasons({ canWithdraw }: WithdrawSettings): DomainError[] {
  return canWithdraw ? [] : [new DomainError('WITHDRAW_CLOSED', {})];
}

function listMemberReasons(position: Position, { catalogue }: WithdrawTerms): DomainError[] {
  const remaining = computeRemainingTurnover(position);
  const isExcluded = hasExclusion(position);
  const reasons: DomainError[] = [];
  if (position.isLocked) reasons.push(new DomainError('MEMBER_LOCKED', {}));
  if (position.leaving) reasons.push(new DomainError('WITHDRAW_ALREADY_OPEN', {}));
  if (position.disputed.count > 0) reasons.push(new DomainError('WITHDRAW_DISPUTED', {}));
  if (position.debt > 0n) reasons.push(new DomainError('WITHDRAW_FROZEN', {}));
  if (remaining > 0n && !isExcluded) reasons.push(new DomainError('TURNOVER_NOT_MET', { remaining }));
  const wait = findWaitReason(position, position.requirements);
  if (wait === 'BET_OPEN') reasons.push(createPlayError(position, catalogue));
  else if (wait) reasons.push(new DomainError(`WITHDRAW_${wait}`, {}));
  // An exclusion forfeits the running bonus, which requires its results.
  else if (isExcluded && isUnsettled(position) && position.requirements.some(isRunningBonus)) {
    reasons.push(new DomainError('WITHDRAW_BONUS_ENDING', {}));
  }
  return reasons;
}

/**
 * Removal by the caps of the open requirements if all playable money is withdrawn; money already held is not counted
 * again.
 */
export function computeRemoval(position: Position): Money {
  const { leaving } = position;
  const isSubmitted = leaving?.state === 'sent' || leaving?.state === 'unknown';
  const amount = isSubmitted ? zeroMoney : (leaving?.amount ?? zeroMoney);
  return computeExcess(position.requirements, add(position.playable, amount));
}

/** Part of an amount above the caps of these requirements; unknown, so zero, while an old round of one is open. */
export function computeExcess(lines: readonly PositionRequirement[], amount: Money): Money {
  const limit = computeWithdrawCap({ requirements: lines.filter(({ hasOldRound }) => !hasOldRound) });
  return limit === undefined ? zeroMoney : max(zeroMoney, subtract(amount, limit));
}

/** A check of a withdrawal: whether it is against the payout, and the figures that it compared. */
export type WithdrawalCheck = {
  readonly reason: WithdrawalReviewReason | 'OWED' | WaitReason;
  readonly isAgainst: boolean;
  readonly figures: Readonly<Record<string, Money | number>>;
};

type ReviewCheck = WithdrawalCheck & { readonly reason: WithdrawalReviewReason };

const check = (
  reason: WithdrawalReviewReason,
  isAgainst: boolean,
  figures: WithdrawalCheck['figures'] = {},
): ReviewCheck => ({ reason, isAgainst, figures });

const listAgainst = (checks: readonly ReviewCheck[]): WithdrawalReviewReason[] =>
  checks.flatMap(({ reason, isAgainst }) => (isAgainst ? [reason] : []));

/** The checks of a request that an operator reviews if one is against it. */
export function listReviewChecks(
  amount: Money,
  position: Position,
  { limits, history }: { readonly limits: WithdrawSettings; readonly history: WithdrawalHistory },
): ReviewCheck[] {
  const isExcluded = hasExclusion(position);
  const remaining = computeRemainingTurnover(position);
  const { automaticMaximum: maximum } = limits;
  const { paid, paidToday, failedToday } = history;
  return [
    check('AUTOMATIC_OFF', !limits.isAutomatic),
    check('ABOVE_AUTOMATIC_MAXIMUM', amount > maximum, { amount, maximum }),
    check('NAME_UNVERIFIED', !history.isNameVerified && paid === 0, { paid }),
    check('MANY_TODAY', paidToday >= PAID_PER_DAY_UNSEEN_MAX, { paidToday, limit: PAID_PER_DAY_UNSEEN_MAX }),
    check('EXCLUDED_WITHOUT_TURNOVER', isExcluded && remaining > 0n, { remaining }),
    check('BONUS_NOT_GIVEN_UP', isExcluded && position.requirements.some(isRunningBonus)),
    check('PAYOUT_FAILED_TODAY', failedToday > 0, { failedToday }),
    check('IDENTITY_CHANGED', history.isIdentityNew),
    check('PASSWORD_RECOVERED', history.isRecovered),
  ];
}

/** Reasons for an operator's review of a request; if empty, it is approved at once. */
export function listReviewReasons(...of: Parameters<typeof listReviewChecks>): WithdrawalReviewReason[] {
  return listAgainst(listReviewChecks(...of));
}

/** A withdrawal that was certainly not submitted to the bank. */
export type UnsentWithdrawal = {
  readonly amount: Money;
  readonly removed: Money;
  /** The newest requirement at the request; later ones do not bind the withdrawal. */
  readonly newestRequirementNo: number;
  readonly reviewReasons: readonly string[];
};

export type WithdrawalVerdict =
  /** Submit, with the removal of the cap as computed now. */
  | { readonly verdict: 'submit'; readonly removed: Money }
  | { readonly verdict: 'wait'; readonly reason: WaitReason }
  | { readonly verdict: 'review'; readonly reasons: readonly WithdrawalReviewReason[] }
  /** The member owes, or money under a later cap paid for own money that was undone: the unsent money pays for it. */
  | { readonly verdict: 'repay' };

/**
 * Final check of a withdrawal, at its approval and before the bank is called. `position` contains the withdrawal
 * itself.
 */
export function checkUnsent(withdrawal: UnsentWithdrawal, position: Position): WithdrawalVerdict {
  if (computeOwed(withdrawal, position) > 0n) return { verdict: 'repay' };
  const lines = listBinding(withdrawal, position);
  const reasons = listAgainst(listUnsentChecks(withdrawal, position));
  if (reasons.length > 0) return { verdict: 'review', reasons };

  const wait = findWaitReason(position, lines);
  if (wait) return { verdict: 'wait', reason: wait };
  const total = add(position.playable, withdrawal.amount, withdrawal.removed);
  return { verdict: 'submit', removed: computeExcess(lines, total) };
}

/**
 * The debt, and what was used of the caps of later requirements above what they allow: own money of before them was
 * undone, and money under them paid for it instead of the withdrawal.
 */
function computeOwed({ newestRequirementNo: newest }: UnsentWithdrawal, { debt, requirements }: Position): Money {
  const later = requirements.filter(({ requirementNo }) => requirementNo > newest);
  const rest = computeCapRest({ requirements: later.map((line) => ({ ...line, hasOldRound: false })) });
  return add(debt, max(zeroMoney, subtract(zeroMoney, rest ?? zeroMoney)));
}

/** Later requirements do not bind the withdrawal. */
const listBinding = (
  { newestRequirementNo: newest }: UnsentWithdrawal,
  { requirements }: Position,
): readonly PositionRequirement[] => requirements.filter(({ requirementNo }) => requirementNo <= newest);

function listUnsentChecks(withdrawal: UnsentWithdrawal, position: Position): ReviewCheck[] {
  const requirements = listBinding(withdrawal, position);
  const limit = computeWithdrawCap({ requirements });
  const lacksTurnover = requirements.some(({ required, progress }) => progress < required);
  const isExcluded = hasExclusion(position);
  const remaining = computeRemainingTurnover({ requirements });
  const isKnown = withdrawal.reviewReasons.includes('EXCLUDED_WITHOUT_TURNOVER');
  return [
    check('MEMBER_LOCKED', position.isLocked),
    check('PAYOUT_DISPUTED', position.disputed.count > 0, { disputes: position.disputed.count }),
    check('TURNOVER_LOST', lacksTurnover && !isExcluded, { remaining }),
    check('EXCLUDED_WITHOUT_TURNOVER', lacksTurnover && isExcluded && !isKnown, { remaining }),
    check('ABOVE_CAP', limit !== undefined && withdrawal.amount > limit, {
      amount: withdrawal.amount,
      ...(limit === undefined ? {} : { limit }),
    }),
  ];
}

/** The checks of `checkUnsent` with their figures, in its order. */
export function explainUnsent(withdrawal: UnsentWithdrawal, position: Position): WithdrawalCheck[] {
  const wait = findWaitReason(position, listBinding(withdrawal, position));
  const { inPlay, winsHeld } = position;
  const owed = computeOwed(withdrawal, position);
  return [
    { reason: 'OWED', isAgainst: owed > 0n, figures: { owed } },
    ...listUnsentChecks(withdrawal, position),
    { reason: 'BET_OPEN', isAgainst: wait === 'BET_OPEN', figures: { openRounds: inPlay.openRounds } },
    { reason: 'WIN_HELD', isAgainst: wait === 'WIN_HELD', figures: { held: winsHeld.held } },
  ];
}

/** Open play as a reason against a withdrawal: free spins that the member can play, else a round that has no result. */
function createPlayError(position: Position, catalogue: SiteCatalogue): DomainError {
  const first = position.requirements.find(({ cap }) => cap !== undefined)?.requirementNo ?? 0;
  const waiting = listBindingSpins(position, first);
  if (waiting.length === 0) return new DomainError('WITHDRAW_BET_OPEN', {});
  return new DomainError('WITHDRAW_FREE_SPINS', describeSpins(catalogue, waiting));
}

/** Under a cap nothing leaves while the outcome of the play of the last day is unknown. */
function findWaitReason(position: Position, lines: readonly PositionRequirement[]): WaitReason | undefined {
  if (!lines.some(({ cap }) => cap !== undefined)) return undefined;
  const { winsHeld } = position;
  if (hasYoungRound(position) || winsHeld.orphanCount > 0) return 'BET_OPEN';
  return winsHeld.held > 0n ? 'WIN_HELD' : undefined;
}

const isRunningBonus = ({ source, required, progress }: PositionRequirement): boolean =>
  source === 'BONUS' && progress < required;

const hasExclusion = ({ playBreak }: Position): boolean => playBreak?.isExclusion === true;
