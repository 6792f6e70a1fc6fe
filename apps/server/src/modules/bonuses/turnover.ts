// How turnover fills the lines that ask for it. Pure: lines in, lines out.
//
// Always true: a bet's contribution fills the oldest line first and the rest flows on to the next; what flows past the last
// line is dropped. A reversal takes back from the newest filled line first, so that filling and taking back are mirrors.
// A line never holds more than it needs nor less than nothing.
//
// Elsewhere: what a bet contributes (play), where lines come from and go (bonuses.ts).

import { add, type Money, min, subtract, zeroMoney } from '@chaba/money';

export type OpenLine = {
  readonly memberId: bigint;
  readonly lineNo: number;
  readonly source: TurnoverSource;
  readonly causeId: string;
  readonly need: Money;
  readonly now: Money;
  readonly withdrawCap: Money | undefined;
  readonly createdAt: Date;
  readonly expiresAt: Date | undefined;
};

export type TurnoverSource = 'DEPOSIT' | 'BONUS' | 'CASHBACK' | 'AFFILIATE' | 'ITEMCODE' | 'WHEEL';

export type Turnover = {
  readonly needTurnover: Money;
  readonly nowTurnover: Money;
  readonly remaining: Money;
  /** The most that may leave while these lines are open; undefined without a cap. */
  readonly withdrawCap: Money | undefined;
  /** Oldest first. */
  readonly lines: readonly OpenLine[];
};

/** Fills the lines, oldest first; answers all of them as they are afterwards. */
export function fillLines(lines: readonly OpenLine[], contribution: Money): OpenLine[] {
  let left = contribution;
  return lines.map((line) => {
    const taken = min(left, subtract(line.need, line.now));
    left = subtract(left, taken);
    return taken === 0n ? line : { ...line, now: add(line.now, taken) };
  });
}

/** Takes a contribution back, newest filled line first. */
export function drainLines(lines: readonly OpenLine[], contribution: Money): OpenLine[] {
  let left = contribution;
  return lines
    .toReversed()
    .map((line) => {
      const taken = min(left, line.now);
      left = subtract(left, taken);
      return taken === 0n ? line : { ...line, now: subtract(line.now, taken) };
    })
    .toReversed();
}

/** The sums that a member sees. */
export function turnoverOfLines(lines: readonly OpenLine[]): Turnover {
  const needTurnover = add(zeroMoney, ...lines.map((line) => line.need));
  const nowTurnover = add(zeroMoney, ...lines.map((line) => line.now));
  const caps = lines.flatMap((line) => (line.withdrawCap === undefined ? [] : [line.withdrawCap]));
  return {
    needTurnover,
    nowTurnover,
    remaining: subtract(needTurnover, nowTurnover),
    withdrawCap: caps.length === 0 ? undefined : caps.reduce((least, cap) => min(least, cap)),
    lines,
  };
}
