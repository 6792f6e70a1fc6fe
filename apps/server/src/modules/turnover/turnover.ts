// Applies turnover to open requirements. Pure.
//
// Always true: a contribution fills the oldest requirement first, and the surplus continues to the next; surplus after
// the last is dropped. A reversal subtracts from the newest filled requirement first, so that it mirrors the
// application. Progress stays between zero and the requirement. Bets placed before a requirement, or excluded by its
// terms, do not count for it. If a requirement counts a category at less than 100 %, only that share fills it, and the
// unused part of the bet continues at its full amount.
//
// Elsewhere: contribution of a bet (wallet/contribution.ts), bet terms (bet-terms.ts), sources of requirements
// (requirements.ts).

import { add, type Money, min, money, subtract, zeroMoney } from '@chaba/money';
import { type BetTerms, FULL_WEIGHT } from '@chaba/promotions/offer';

import { type GameName, isStakeWithin, getContributionPercent } from './bet-terms.ts';

export { checkBetTerms, type GameName, parseStored, serializeBetTerms, type StoredBetTerms } from './bet-terms.ts';

export type TurnoverRequirement = {
  readonly memberId: bigint;
  readonly requirementNo: number;
  readonly source: TurnoverSource;
  readonly causeId: string;
  readonly required: Money;
  readonly progress: Money;
  readonly withdrawCap: Money | undefined;
  /** The member's money outside the grant of this requirement (own-money.ts). */
  readonly own: Money;
  /** The bonus or code of this requirement, as far as it is not lost. */
  readonly bonus: Money;
  /** The deposit of the bonus. */
  readonly deposit: Money;
  /** Withdrawals submitted to the bank under the requirement. */
  readonly paid: Money;
  readonly createdAt: Date;
  readonly expiresAt: Date | undefined;
  /** An exclusion began while it was running: it is forfeited once no round may pay. */
  readonly isEnding: boolean;
  /** Bet terms until it is met; undefined: no restrictions. */
  readonly terms: BetTerms | undefined;
};

export type TurnoverSource = 'DEPOSIT' | 'BONUS' | 'CASHBACK' | 'AFFILIATE' | 'ITEMCODE' | 'WHEEL';

export type Turnover = {
  readonly needTurnover: Money;
  readonly nowTurnover: Money;
  readonly remaining: Money;
  /** A requirement limits what may leave (computeWithdrawCap in modules/position). */
  readonly hasCap: boolean;
  /** Oldest first. */
  readonly lines: readonly TurnoverRequirement[];
};

/** Contribution of settled bets of a round, with the category of its game. */
export type Contribution = {
  readonly amount: Money;
  readonly category: string;
  /**
   * The newest requirement open when the bets were placed; later ones do not count them. Undefined: no requirement is
   * later.
   */
  readonly requirementNo?: number;
  /** Counts for later requirements up to this one, too, except those that an exclusion ends. */
  readonly besideNo?: number | undefined;
  /** The round of the bets; terms may exclude its stakes or its game. */
  readonly round?: { readonly game: GameName; readonly stake: Money };
};

/** Whether the requirement belongs to a bonus or code; own money is recorded for these. */
export function isBonusRequirement({
  source,
  withdrawCap,
}: Pick<TurnoverRequirement, 'source' | 'withdrawCap'>): boolean {
  return source === 'BONUS' || source === 'ITEMCODE' || withdrawCap !== undefined;
}

function isCounting({ requirementNo, isEnding, terms }: TurnoverRequirement, contribution: Contribution): boolean {
  const { requirementNo: newest = requirementNo, besideNo = 0 } = contribution;
  if (requirementNo > newest && (isEnding || requirementNo > besideNo)) return false;
  return !terms || !contribution.round || isStakeWithin(terms, contribution.round);
}

/** Applies a contribution, oldest requirement first. Returns all requirements. */
export function addTurnover(lines: readonly TurnoverRequirement[], contribution: Contribution): TurnoverRequirement[] {
  const { amount, category } = contribution;
  let left = amount;
  return lines.map((line) => {
    if (!isCounting(line, contribution)) return line;
    const weight = getContributionPercent(line, category);
    const taken = min(computeShare(left, weight), subtract(line.required, line.progress));
    left = subtract(left, min(left, computeWhole(taken, weight)));
    return taken === 0n ? line : { ...line, progress: add(line.progress, taken) };
  });
}

/** Subtracts a contribution, newest filled requirement first. */
export function subtractTurnover(
  lines: readonly TurnoverRequirement[],
  contribution: Contribution,
): TurnoverRequirement[] {
  const { amount, category } = contribution;
  let left = amount;
  return lines
    .toReversed()
    .map((line) => {
      if (!isCounting(line, contribution)) return line;
      const weight = getContributionPercent(line, category);
      const taken = min(computeShare(left, weight), line.progress);
      left = subtract(left, min(left, computeWhole(taken, weight)));
      return taken === 0n ? line : { ...line, progress: subtract(line.progress, taken) };
    })
    .toReversed();
}

/**
 * The counted part of an amount at this weight, and the amount whose counted part is the given one (at least as large).
 */
const computeShare = (amount: Money, weight: number): Money =>
  weight === FULL_WEIGHT ? amount : money((amount * BigInt(weight)) / BigInt(FULL_WEIGHT));
const computeWhole = (share: Money, weight: number): Money => {
  if (weight === FULL_WEIGHT || share === 0n) return share;
  return money((share * BigInt(FULL_WEIGHT) + BigInt(weight) - 1n) / BigInt(weight));
};

/** The sums displayed to a member. */
export function sumTurnover(lines: readonly TurnoverRequirement[]): Turnover {
  const needTurnover = add(zeroMoney, ...lines.map((line) => line.required));
  const nowTurnover = add(zeroMoney, ...lines.map((line) => line.progress));
  return {
    needTurnover,
    nowTurnover,
    remaining: subtract(needTurnover, nowTurnover),
    hasCap: lines.some(({ withdrawCap }) => withdrawCap !== undefined),
    lines,
  };
}
