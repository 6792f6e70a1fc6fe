// What settled bets of a round add to a member's turnover (rules §7). Pure.
//
// A round counts from all its bets, whichever wins settle them:
//
//     each win:   what its bets can count at most        free: nothing · pushed or drawn: not · a provider's validBet, never above the stakes
//     the round:  the sum of it, at most the exposure    of all bets that stand, less what opposite bets of other rounds take
//     each line:  its share by when bets were placed     a turnover line takes nothing from bets that were placed before it
//
// Always true: the same bets count the same, whatever the order of their wins, so that what a change of the round adds or takes back is
// the difference of before and after. Where less than the stake counts there is a reason, which the member sees in the bet history.
//
// Elsewhere: exposure of positions (exposure.ts), filling the lines that ask for turnover (bonuses).

import { TABLE_WITHOUT_POSITIONS_PERCENT } from '@chaba/contract/constraints';
import { add, max, type Money, min, money, subtract, zeroMoney } from '@chaba/money';

import { computeExposure, hasOpposite, type StakedPosition, toPositionName } from './exposure.ts';
import type { Bet, BetPosition, Round } from './commands.ts';

export type Position = StakedPosition & { readonly pushed: Money };

/** Why less than the stake counts: a free round, a draw, both sides of a bet, the provider says so, or a table without positions. */
export type NotCounted = 'FREE' | 'DRAW' | 'OPPOSITE' | 'PROVIDER' | 'TABLE';

export type SettledBets = {
  readonly bets: readonly {
    readonly stake: Money;
    readonly isFree: boolean;
    readonly positions: readonly Position[];
  }[];
  readonly payout: Money;
  readonly validBet: Money | undefined;
  readonly isTable: boolean;
};

export type Eligible = { readonly amount: Money; readonly why: NotCounted | undefined };

/** What counts of bets that were placed under one turnover line. */
export type CountedPart = { readonly lineNo: number; readonly amount: Money };

/** What of the bets that a win settles can count at most. */
export function computeEligible({ bets, payout, validBet, isTable }: SettledBets): Eligible {
  const paid = bets.filter((bet) => !bet.isFree);
  if (paid.length === 0) return { amount: zeroMoney, why: 'FREE' };
  const stakes = sum(paid.map((bet) => bet.stake));
  if (validBet !== undefined) return counted(min(validBet, stakes), 'PROVIDER');
  const positions = paid.flatMap((bet) => bet.positions);
  if (positions.length > 0) {
    const pushed = sum(positions.map((position) => position.pushed));
    return counted(max(zeroMoney, subtract(stakes, pushed)), 'DRAW');
  }
  if (!isTable) return counted(stakes, 'FREE');
  // A table that says nothing else and pays exactly the stakes back has called a draw; a reel that does so has paid.
  if (payout === stakes) return { amount: zeroMoney, why: 'DRAW' };
  return { amount: money((stakes * BigInt(TABLE_WITHOUT_POSITIONS_PERCENT)) / 100n), why: 'TABLE' };
}

const counted = (amount: Money, why: NotCounted): Eligible =>
  amount === 0n ? { amount, why } : { amount, why: undefined };

/** What the settled bets of a round count, by the line they were placed under, the oldest first. */
export function computeCounted(round: Pick<Round, 'bets' | 'lineNo'>): CountedPart[] {
  const byLine = new Map<number, Money>();
  for (const bet of round.bets) {
    if (bet.state !== 'settled') continue;
    const amount = eligibleOf(bet);
    if (amount === 0n) continue;
    const lineNo = bet.line ?? round.lineNo;
    byLine.set(lineNo, add(byLine.get(lineNo) ?? zeroMoney, amount));
  }
  if (byLine.size === 0) return [];
  let left = computeRoundExposure(round.bets);
  return [...byLine]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([lineNo, eligible]) => {
      const amount = min(eligible, left);
      left = subtract(left, amount);
      return amount === 0n ? [] : [{ lineNo, amount }];
    });
}

/** What can be lost of all bets that stand, less what opposite bets of other rounds take of it. */
function computeRoundExposure(bets: readonly Bet[]): Money {
  const standing = bets.filter(({ state, isFree }) => state !== 'void' && isFree !== true);
  const unnamed = standing.filter(({ positions }) => positions === undefined);
  const exposure = add(computeExposure(listPositions(standing)), ...unnamed.map(({ stake }) => toMoney(stake)));
  return max(zeroMoney, subtract(exposure, hedgedOf(bets)));
}

/**
 * Sets what two rounds with opposite bets take of each other's exposure, when one is settled while the other is open; undefined when they
 * take nothing.
 */
export function computeHedge(
  settled: readonly Bet[],
  open: readonly Bet[],
): { readonly settled: Money; readonly open: Money } | undefined {
  const [one, other] = [listUnhedged(settled), listUnhedged(open)];
  const [alone, beside] = [computeExposure(one), computeExposure(other)];
  const both = subtract(add(alone, beside), computeExposure([...one, ...other]));
  if (both <= 0n) return undefined;
  const half = min(alone, money((both + 1n) / 2n));
  return { settled: half, open: min(beside, subtract(both, half)) };
}

/** Whether bets of other rounds may stand against bets of this one. */
export function isHedgeable(bets: readonly Bet[]): boolean {
  return bets.some(({ positions }) => positions?.some(({ type }) => hasOpposite(type)));
}

/** The bets with more of the exposure taken by other rounds; the first of them keeps the sum. */
export function addHedged(bets: readonly Bet[], amount: Money): Bet[] {
  return bets.map((bet, index) => (index === 0 ? { ...bet, hedged: add(hedgedOf(bets), amount).toString() } : bet));
}

/**
 * The bets with what a result says of their positions. It names positions of the bets, with what was pushed of each; where the bets named
 * none, its positions are theirs.
 */
export function withResult(bets: readonly Bet[], result: readonly Position[]): Bet[] {
  const isNamed = bets.some(({ positions }) => positions !== undefined);
  if (!isNamed) {
    if (result.length === 0) return [...bets];
    const positions = result.map(({ type, stake, pushed }) =>
      serializeBetTerms({ type, stake: stake.toString() }, pushed),
    );
    return bets.map((bet, index) => (index === 0 ? { ...bet, positions } : bet));
  }
  const pushed = new Map<string, Money>();
  for (const { type, pushed: amount } of result) {
    const name = toPositionName(type);
    if (amount > 0n) pushed.set(name, add(pushed.get(name) ?? zeroMoney, amount));
  }
  if (pushed.size === 0) return [...bets];
  return bets.map((bet) => {
    if (!bet.positions) return bet;
    const positions = bet.positions.map((position) => {
      const name = toPositionName(position.type);
      const left = pushed.get(name) ?? zeroMoney;
      const taken = min(left, toMoney(position.stake));
      pushed.set(name, subtract(left, taken));
      return serializeBetTerms(position, taken);
    });
    return { ...bet, positions };
  });
}

/** The bets of a win with what of each can count at most. */
export function withEligible(bets: readonly Bet[], { amount, why }: Eligible): Bet[] {
  const stakes = sum(bets.map(({ stake }) => toMoney(stake)));
  const shares = bets.map(({ stake }) => (stakes === 0n ? zeroMoney : money((amount * toMoney(stake)) / stakes)));
  const rest = subtract(amount, sum(shares));
  return bets.map((bet, index) => {
    const share = add(shares[index] ?? zeroMoney, index === 0 ? rest : zeroMoney);
    const isWhole = share === toMoney(bet.stake);
    return {
      ...bet,
      ...(isWhole ? {} : { counted: share.toString() }),
      ...(why === undefined ? {} : { notCounted: why }),
    };
  });
}

/** The bets without what their result said, as they were placed. */
export function asPlaced(bet: Bet): Bet {
  const { by: _by, counted: _counted, notCounted: _notCounted, ...placed } = bet;
  const { positions } = placed;
  return {
    ...placed,
    state: 'open',
    ...(positions === undefined ? {} : { positions: positions.map(({ type, stake }) => ({ type, stake })) }),
  };
}

/** The positions of a bet as the rules read them. */
export function positionsOf({ positions = [] }: Bet): Position[] {
  return positions.map(({ type, stake, pushed }) => ({
    type,
    stake: toMoney(stake),
    pushed: pushed === undefined ? zeroMoney : toMoney(pushed),
  }));
}

const serializeBetTerms = ({ type, stake }: BetPosition, pushed: Money): BetPosition =>
  pushed === 0n ? { type, stake } : { type, stake, pushed: pushed.toString() };

/** Rows of an older version say why nothing counts instead of how much does; both sides of a bet are computed anew. */
function eligibleOf({ stake, counted: eligible, notCounted }: Bet): Money {
  if (eligible !== undefined) return toMoney(eligible);
  return notCounted === undefined || notCounted === 'OPPOSITE' ? toMoney(stake) : zeroMoney;
}

function listPositions(bets: readonly Bet[]): StakedPosition[] {
  return bets.flatMap((bet) =>
    positionsOf(bet).map(({ type, stake, pushed }) => ({ type, stake: max(zeroMoney, subtract(stake, pushed)) })),
  );
}

/** Positions of standing bets, each with the share of the exposure that no other round takes. */
function listUnhedged(bets: readonly Bet[]): StakedPosition[] {
  const positions = listPositions(bets.filter(({ state, isFree }) => state !== 'void' && isFree !== true));
  const hedged = hedgedOf(bets);
  if (hedged === 0n) return positions;
  const exposure = computeExposure(positions);
  const left = max(zeroMoney, subtract(exposure, hedged));
  return exposure === 0n ? [] : positions.map(({ type, stake }) => ({ type, stake: money((stake * left) / exposure) }));
}

const hedgedOf = ([first]: readonly Bet[]): Money => (first?.hedged === undefined ? zeroMoney : toMoney(first.hedged));
const toMoney = (text: string): Money => money(BigInt(text));
const sum = (amounts: readonly Money[]): Money => add(zeroMoney, ...amounts);
