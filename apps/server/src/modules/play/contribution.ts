// What settled bets add to a member's turnover (rules §7). Pure.
//
// Always true: never more than the stakes; free rounds, and whatever was pushed (a draw), add nothing; opposite bets of one
// round count only with what one side has more than the other. A provider's validBet, when sent, is the figure, but never
// above the stakes. Where nothing counts there is a reason, which the member sees in the bet history.
//
// Elsewhere: filling the lines that ask for turnover (bonuses).

import { add, max, type Money, min, subtract, zeroMoney } from '@chaba/money';

export type Position = { readonly type: string; readonly stake: Money; readonly pushed: Money };

export type SettledBets = {
  readonly bets: readonly {
    readonly stake: Money;
    readonly isFree: boolean;
    readonly positions: readonly Position[];
  }[];
  readonly payout: Money;
  readonly validBet: Money | undefined;
  /** As the result tells them, with what was pushed; may be empty. */
  readonly positions: readonly Position[];
  readonly isTable: boolean;
};

/** Why settled bets add nothing: a free round, a draw, both sides of a bet, or the provider says so. */
export type NotCounted = 'FREE' | 'DRAW' | 'OPPOSITE' | 'PROVIDER';

export type Contribution = { readonly amount: Money; readonly why: NotCounted | undefined };

/** Sides of which one must lose when the other wins. */
const OPPOSITES: readonly (readonly [string, string])[] = [
  ['player', 'banker'],
  ['red', 'black'],
  ['odd', 'even'],
  ['big', 'small'],
  ['dragon', 'tiger'],
  ['up', 'down'],
  ['over', 'under'],
  ['home', 'away'],
];

export function contributionOf(settled: SettledBets): Contribution {
  const paid = settled.bets.filter((bet) => !bet.isFree);
  if (paid.length === 0) return nothing('FREE');
  const stakes = sum(paid.map((bet) => bet.stake));
  if (settled.validBet !== undefined) return counted(min(settled.validBet, stakes), 'PROVIDER');

  const placed = paid.flatMap((bet) => bet.positions);
  const pushed = sum(settled.positions.map((position) => position.pushed));
  if (placed.length > 0 || settled.positions.length > 0) {
    const exposure = exposureOf(placed.length > 0 ? placed : settled.positions);
    if (exposure === 0n) return nothing('OPPOSITE');
    return counted(max(zeroMoney, subtract(min(exposure, stakes), pushed)), 'DRAW');
  }
  // A table that says nothing else and pays exactly the stakes back has called a draw; a reel that does so has paid.
  return settled.isTable && settled.payout === stakes ? nothing('DRAW') : counted(stakes, 'FREE');
}

const nothing = (why: NotCounted): Contribution => ({ amount: zeroMoney, why });
const counted = (amount: Money, why: NotCounted): Contribution =>
  amount === 0n ? nothing(why) : { amount, why: undefined };

/** What is really at risk: of two opposite sides, only the difference. */
function exposureOf(positions: readonly Position[]): Money {
  const byType = new Map<string, Money>();
  for (const { type, stake } of positions) {
    const name = type.toLowerCase();
    byType.set(name, add(byType.get(name) ?? zeroMoney, stake));
  }
  for (const [one, other] of OPPOSITES) {
    const both = min(byType.get(one) ?? zeroMoney, byType.get(other) ?? zeroMoney);
    if (both === 0n) continue;
    byType.set(one, subtract(byType.get(one) ?? zeroMoney, both));
    byType.set(other, subtract(byType.get(other) ?? zeroMoney, both));
  }
  return sum([...byType.values()]);
}

const sum = (amounts: readonly Money[]): Money => add(zeroMoney, ...amounts);
