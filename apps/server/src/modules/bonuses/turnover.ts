// How turnover fills the lines that ask for it. Pure: lines in, lines out.
//
// Always true: a bet's contribution fills the oldest line first and the rest flows on to the next; what flows past the last
// line is dropped. A reversal takes back from the newest filled line first, so that filling and taking back are mirrors.
// A line never holds more than it needs nor less than nothing, and takes nothing from bets that were placed before it or that its terms
// exclude. Where a line counts a category of games at less than the whole, only that share fills it, and what the line did not need of
// the bet flows on whole.
//
// Elsewhere: what a bet contributes (play), what lines say about bets (bet-terms.ts), where lines come from (bonuses.ts).

import { add, max, type Money, min, money, subtract, zeroMoney } from '@chaba/money';

import { type BetTerms, FULL_WEIGHT, type GameName, isStakeWithin, getContributionPercent } from './bet-terms.ts';

export type TurnoverRequirement = {
  readonly memberId: bigint;
  readonly lineNo: number;
  readonly source: TurnoverSource;
  readonly causeId: string;
  readonly required: Money;
  readonly progress: Money;
  readonly withdrawCap: Money | undefined;
  /** Money of the member outside the grant that the line was made for (own-money.ts). */
  readonly own: Money;
  /** The bonus or code that the line was made for, as far as it is not lost. */
  readonly bonus: Money;
  /** The deposit that the bonus came with. */
  readonly deposit: Money;
  /** Withdrawals that were sent to the bank under the line. */
  readonly paid: Money;
  readonly createdAt: Date;
  readonly expiresAt: Date | undefined;
  /** An exclusion began while it was running: it is given up as soon as no round may pay any more. */
  readonly isEnding: boolean;
  /** How the member may bet until it is filled; undefined: as ever. */
  readonly terms: BetTerms | undefined;
};

export type TurnoverSource = 'DEPOSIT' | 'BONUS' | 'CASHBACK' | 'AFFILIATE' | 'ITEMCODE' | 'WHEEL';

export type Turnover = {
  readonly needTurnover: Money;
  readonly nowTurnover: Money;
  readonly remaining: Money;
  /** The most that may leave while these lines are open: the smallest cap and own money beside it; undefined without a cap. */
  readonly withdrawCap: Money | undefined;
  /** Oldest first. */
  readonly lines: readonly TurnoverRequirement[];
};

/** What settled bets of a round count, and the category of its game. */
export type Contribution = {
  readonly amount: Money;
  readonly category: string;
  /** The newest line that was open when the bets were placed: later lines take nothing. Undefined: no line is later. */
  readonly lineNo?: number;
  /** The round they belong to: a line takes nothing from stakes or games that its terms exclude. */
  readonly round?: { readonly game: GameName; readonly stake: Money };
};

/** Whether the line is one of a bonus or code: then own money beside it is recorded. */
export function isBonusLine({ source, withdrawCap }: Pick<TurnoverRequirement, 'source' | 'withdrawCap'>): boolean {
  return source === 'BONUS' || source === 'ITEMCODE' || withdrawCap !== undefined;
}

function isCounting({ lineNo, terms }: TurnoverRequirement, contribution: Contribution): boolean {
  if (contribution.lineNo !== undefined && lineNo > contribution.lineNo) return false;
  return !terms || !contribution.round || isStakeWithin(terms, contribution.round);
}

/** Fills the lines, oldest first; answers all of them as they are afterwards. */
export function addTurnover(lines: readonly TurnoverRequirement[], contribution: Contribution): TurnoverRequirement[] {
  const { amount, category } = contribution;
  let left = amount;
  return lines.map((line) => {
    if (!isCounting(line, contribution)) return line;
    const weight = getContributionPercent(line, category);
    const taken = min(shareOf(left, weight), subtract(line.required, line.progress));
    left = subtract(left, min(left, wholeOf(taken, weight)));
    return taken === 0n ? line : { ...line, progress: add(line.progress, taken) };
  });
}

/** Takes a contribution back, newest filled line first. */
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
      const taken = min(shareOf(left, weight), line.progress);
      left = subtract(left, min(left, wholeOf(taken, weight)));
      return taken === 0n ? line : { ...line, progress: subtract(line.progress, taken) };
    })
    .toReversed();
}

/** What counts of an amount at this weight, and the amount of which so much counts (never less than it took). */
const shareOf = (amount: Money, weight: number): Money =>
  weight === FULL_WEIGHT ? amount : money((amount * BigInt(weight)) / BigInt(FULL_WEIGHT));
const wholeOf = (share: Money, weight: number): Money => {
  if (weight === FULL_WEIGHT || share === 0n) return share;
  return money((share * BigInt(FULL_WEIGHT) + BigInt(weight) - 1n) / BigInt(weight));
};

/** The sums that a member sees. */
export function turnoverOfLines(lines: readonly TurnoverRequirement[]): Turnover {
  const needTurnover = add(zeroMoney, ...lines.map((line) => line.required));
  const nowTurnover = add(zeroMoney, ...lines.map((line) => line.progress));
  const caps = lines.flatMap(({ withdrawCap, own, paid }) =>
    withdrawCap === undefined ? [] : [max(zeroMoney, subtract(add(withdrawCap, own), paid))],
  );
  return {
    needTurnover,
    nowTurnover,
    remaining: subtract(needTurnover, nowTurnover),
    withdrawCap: caps.length === 0 ? undefined : caps.reduce((least, cap) => min(least, cap)),
    lines,
  };
}
