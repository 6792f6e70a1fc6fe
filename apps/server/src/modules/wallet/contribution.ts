// Turnover that the settled bets of a round count, and the exposure of their positions. Pure.
//
// A round counts from all its bets, whichever wins settle them:
//
//     each win:          upper bound of its bets          free, pushed, drawn: nothing · validBet, at most the stakes
//     the round:         the sum, at most the exposure    of bets that are not void, less the part hedged elsewhere
//     each requirement:  its share by placing time        nothing of bets placed before it
//
// Positions of one game that exclude each other share a board of equally likely outcomes: two sides of a bet, or the
// numbers of a roulette wheel. A board has a guaranteed return; the exposure is the stake above it:
//
//     player 100, banker 100     returns 200 on either side             exposure 0
//     red 100, black 30          returns 60 at least                    exposure 70
//     35 numbers, 10 on each     returns 360 but for two of 37          exposure 0
//     two dozens, 100 on each    returns nothing on 13 of 37            exposure 200
//
// Always true: the same bets count the same in any order of their wins, so a change adds or subtracts the difference of
// before and after. Less than the stake always has a reason, which the bet history shows. Outcomes that are rare
// together (a tenth of the board) are left out of the guaranteed return, and the exposure is at most the stakes.
// Positions of no board count whole.
//
// Elsewhere: turnover requirements (turnover/turnover.ts), rounds and bets (rounds.ts).

import { TABLE_WITHOUT_POSITIONS_PERCENT } from '@chaba/contract/constraints';
import { add, max, type Money, min, money, subtract, zeroMoney } from '@chaba/money';

import type { ResultPosition, StakedPosition } from '#modules/wallet-commands';
import type { Bet, BetPosition, NotCounted, Round } from './rounds.ts';

export type SettledBets = {
  readonly bets: readonly {
    readonly stake: Money;
    readonly isFree: boolean;
    readonly positions: readonly ResultPosition[];
  }[];
  readonly payout: Money;
  readonly validBet: Money | undefined;
  readonly isTable: boolean;
};

export type Eligible = { readonly amount: Money; readonly why: NotCounted | undefined };

/**
 * Counted turnover of bets that were placed under one turnover requirement. `besideNo`: the newest one that was open
 * then, where an exclusion was ending others.
 */
export type CountedPart = {
  readonly requirementNo: number;
  readonly besideNo?: number | undefined;
  readonly amount: Money;
};

const isSamePart = (one: Omit<CountedPart, 'amount'>, other: Omit<CountedPart, 'amount'>): boolean =>
  one.requirementNo === other.requirementNo && one.besideNo === other.besideNo;

/** Upper bound of the turnover of the bets that a win settles. */
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
  // At a table without positions a payout equal to the stakes is a draw; at a slot it is a win.
  if (payout === stakes) return { amount: zeroMoney, why: 'DRAW' };
  return { amount: money((stakes * BigInt(TABLE_WITHOUT_POSITIONS_PERCENT)) / 100n), why: 'TABLE' };
}

const counted = (amount: Money, why: NotCounted): Eligible =>
  amount === 0n ? { amount, why } : { amount, why: undefined };

/** Counted turnover of a round's settled bets by requirement, the oldest first. */
export function computeCounted(round: Pick<Round, 'bets' | 'newestRequirementNo'>): CountedPart[] {
  const parts: { requirementNo: number; besideNo: number | undefined; amount: Money }[] = [];
  for (const bet of round.bets) {
    if (bet.state !== 'settled') continue;
    const amount = eligibleOf(bet);
    if (amount === 0n) continue;
    const placed = { requirementNo: bet.line ?? round.newestRequirementNo, besideNo: bet.besideNo };
    const part = parts.find((each) => isSamePart(each, placed));
    if (part) part.amount = add(part.amount, amount);
    else parts.push({ ...placed, amount });
  }
  if (parts.length === 0) return [];
  let left = computeRoundExposure(round.bets);
  return parts
    .toSorted((one, other) => one.requirementNo - other.requirementNo)
    .flatMap((part) => {
      const amount = min(part.amount, left);
      left = subtract(left, amount);
      return amount === 0n ? [] : [{ ...part, amount }];
    });
}

export const sumCounted = (parts: readonly CountedPart[]): Money => sum(parts.map(({ amount }) => amount));

/** The turnover that each requirement counts more after a change, the oldest first; below zero: less. */
export function compareCounted(
  before: readonly CountedPart[],
  after: readonly CountedPart[],
): (Omit<CountedPart, 'amount'> & { readonly more: Money })[] {
  const all = [...before, ...after];
  const amountOf = (parts: readonly CountedPart[], part: CountedPart): Money =>
    sumCounted(parts.filter((each) => isSamePart(each, part)));
  return all
    .filter((part, index) => all.findIndex((each) => isSamePart(each, part)) === index)
    .toSorted((one, other) => one.requirementNo - other.requirementNo)
    .map((part) => ({ ...part, more: subtract(amountOf(after, part), amountOf(before, part)) }))
    .filter(({ more }) => more !== 0n);
}

/** The exposure of all bets that are not void, less the part hedged by other rounds. */
function computeRoundExposure(bets: readonly Bet[]): Money {
  const standing = bets.filter(({ state, isFree }) => state !== 'void' && isFree !== true);
  const unnamed = standing.filter(({ positions }) => positions === undefined);
  const exposure = add(computeExposure(listPositions(standing)), ...unnamed.map(({ stake }) => stake));
  return max(zeroMoney, subtract(exposure, hedgedOf(bets)));
}

/**
 * The exposure that a settled round and open rounds, which cover it together, take of each other; undefined: none.
 * Half of it is the settled round's, as far as the rounds have it; rounds without a part in the cover give nothing.
 */
export function computeHedge(
  settled: readonly Bet[],
  open: readonly (readonly Bet[])[],
): { readonly settled: Money; readonly open: readonly Money[] } | undefined {
  const own = listUnhedged(settled);
  const alone = computeExposure(own);
  const others = open.map(listUnhedged);
  const coveredBy = (rounds: readonly (readonly StakedPosition[])[]): Money => {
    const beside = rounds.flat();
    return subtract(add(alone, computeExposure(beside)), computeExposure([...own, ...beside]));
  };
  const both = coveredBy(others);
  if (both <= 0n) return undefined;
  let covering: readonly (readonly StakedPosition[])[] = others;
  for (const other of others) {
    const without = covering.filter((each) => each !== other);
    if (coveredBy(without) === both) covering = without;
  }
  let left = subtract(both, min(alone, money((both + 1n) / 2n)));
  const taken = others.map((other) => {
    const part = covering.includes(other) ? min(computeExposure(other), left) : zeroMoney;
    left = subtract(left, part);
    return part;
  });
  return { settled: min(alone, subtract(both, sum(taken))), open: taken };
}

/** Whether bets of other rounds may be opposite to bets of this one. */
export function isHedgeable(bets: readonly Bet[]): boolean {
  return bets.some(({ positions }) => positions?.some(({ type }) => hasOpposite(type)));
}

/**
 * Groups of the member's rounds that the round is netted with: open rounds of the same game and market or table round,
 * each alone, then all together.
 */
export function listHedgeGroups(round: Round, rounds: readonly Round[]): readonly (readonly Round[])[] {
  if (!isHedgeable(round.bets)) return [];
  const table = tableOf(round);
  const others = rounds.filter(
    (other) =>
      other !== round &&
      other.state === 'open' &&
      other.provider === round.provider &&
      other.gameCode === round.gameCode &&
      tableOf(other) === table &&
      other.bets.some(({ state }) => state === 'open'),
  );
  return [...others.map((other) => [other]), ...(others.length > 1 ? [others] : [])];
}

const tableOf = ({ bets }: Round): string | undefined => bets.find(({ table }) => table !== undefined)?.table;

/** The bets with more hedged exposure; the first bet holds the sum. */
export function addHedged(bets: readonly Bet[], amount: Money): Bet[] {
  return bets.map((bet, index) => (index === 0 ? { ...bet, hedged: add(hedgedOf(bets), amount) } : bet));
}

/** The bets with the pushed parts that a result names. Bets without positions receive those of the result. */
export function withResult(bets: readonly Bet[], result: readonly ResultPosition[]): Bet[] {
  const isNamed = bets.some(({ positions }) => positions !== undefined);
  if (!isNamed) {
    if (result.length === 0) return [...bets];
    const positions = result.map(({ type, stake, pushed }) => withPushed({ type, stake }, pushed));
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
      const taken = min(left, position.stake);
      pushed.set(name, subtract(left, taken));
      return withPushed(position, taken);
    });
    return { ...bet, positions };
  });
}

/** The bets of a win, each with the upper bound of its turnover. */
export function withEligible(bets: readonly Bet[], { amount, why }: Eligible): Bet[] {
  const stakes = sum(bets.map(({ stake }) => stake));
  const shares = bets.map(({ stake }) => (stakes === 0n ? zeroMoney : money((amount * stake) / stakes)));
  const rest = subtract(amount, sum(shares));
  return bets.map((bet, index) => {
    const share = add(shares[index] ?? zeroMoney, index === 0 ? rest : zeroMoney);
    const isWhole = share === bet.stake;
    return {
      ...bet,
      ...(isWhole ? {} : { counted: share }),
      ...(why === undefined ? {} : { notCounted: why }),
    };
  });
}

/** A bet as it was placed, without its result. */
export function asPlaced(bet: Bet): Bet {
  const { by: _by, counted: _counted, notCounted: _notCounted, ...placed } = bet;
  const { positions } = placed;
  return {
    ...placed,
    state: 'open',
    ...(positions === undefined ? {} : { positions: positions.map(({ type, stake }) => ({ type, stake })) }),
  };
}

/** The positions of a bet, with zero where nothing was pushed. */
export function positionsOf({ positions = [] }: Bet): ResultPosition[] {
  return positions.map(({ type, stake, pushed }) => ({
    type,
    stake: stake,
    pushed: pushed ?? zeroMoney,
  }));
}

const withPushed = ({ type, stake }: BetPosition, pushed: Money): BetPosition =>
  pushed === 0n ? { type, stake } : { type, stake, pushed };

/** Rows of an older version hold a reason without an amount; opposite bets are computed again. */
function eligibleOf({ stake, counted: eligible, notCounted }: Bet): Money {
  if (eligible !== undefined) return eligible;
  return notCounted === undefined || notCounted === 'OPPOSITE' ? stake : zeroMoney;
}

function listPositions(bets: readonly Bet[]): StakedPosition[] {
  return bets.flatMap((bet) =>
    positionsOf(bet).map(({ type, stake, pushed }) => ({ type, stake: max(zeroMoney, subtract(stake, pushed)) })),
  );
}

/** Positions of bets that are not void, each with the share of the exposure that is not hedged. */
function listUnhedged(bets: readonly Bet[]): StakedPosition[] {
  const positions = listPositions(bets.filter(({ state, isFree }) => state !== 'void' && isFree !== true));
  const hedged = hedgedOf(bets);
  if (hedged === 0n) return positions;
  const exposure = computeExposure(positions);
  const left = max(zeroMoney, subtract(exposure, hedged));
  return exposure === 0n ? [] : positions.map(({ type, stake }) => ({ type, stake: money((stake * left) / exposure) }));
}

const hedgedOf = ([first]: readonly Bet[]): Money => first?.hedged ?? zeroMoney;
const sum = (amounts: readonly Money[]): Money => add(zeroMoney, ...amounts);

// ── exposure of positions ────────────────────────────────────────────────────────────────────────────────────────────

type Board = {
  readonly outcomes: number;
  /** The multiple that a stake on one outcome returns; on several outcomes it is divided by their number. */
  readonly returns: number;
};
type Spot = { readonly board: string; readonly outcomes: readonly number[] };

const RARE_PERCENT = 10;

const SIDES: readonly (readonly [string, string])[] = [
  ['player', 'banker'],
  ['dragon', 'tiger'],
  ['big', 'small'],
  ['up', 'down'],
  ['call', 'put'],
  ['over', 'under'],
  ['home', 'away'],
];
const TWO_SIDES: Board = { outcomes: 2, returns: 2 };
const ROULETTE = 'roulette';
const WHEEL: Board = { outcomes: 37, returns: 36 };
const RED = [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36];

const numbers = (isOn: (number: number) => boolean): number[] =>
  Array.from({ length: 36 }, (_, index) => index + 1).filter(isOn);
const between = (from: number, to: number): number[] => numbers((number) => number >= from && number <= to);

const spots = new Map<string, Spot>([
  ...SIDES.flatMap(([one, other]) => [
    [one, { board: one, outcomes: [0] }] as const,
    [other, { board: one, outcomes: [1] }] as const,
  ]),
  ...(
    [
      ['red', RED],
      ['black', numbers((number) => !RED.includes(number))],
      ['odd', numbers((number) => number % 2 === 1)],
      ['even', numbers((number) => number % 2 === 0)],
      ['low', between(1, 18)],
      ['high', between(19, 36)],
      ['1-18', between(1, 18)],
      ['19-36', between(19, 36)],
      ...[1, 2, 3].flatMap((part) => {
        const dozen = between(12 * part - 11, 12 * part);
        const column = numbers((number) => number % 3 === part % 3);
        const names = [`${dozen[0]}-${dozen.at(-1)}`, `dozen${part}`, `dozen:${part}`];
        return [
          ...names.map((name) => [name, dozen] as const),
          [`column${part}`, column] as const,
          [`column:${part}`, column] as const,
        ];
      }),
    ] as const
  ).map(([name, outcomes]) => [name, { board: ROULETTE, outcomes }] as const),
]);

/** The stakes less their guaranteed return. */
export function computeExposure(positions: readonly StakedPosition[]): Money {
  const onBoards = new Map<string, { spot: Spot; stake: Money }[]>();
  let exposure = zeroMoney;
  for (const { type, stake } of positions) {
    const spot = findSpot(type);
    if (!spot) {
      exposure = add(exposure, stake);
      continue;
    }
    const bets = onBoards.get(spot.board) ?? [];
    onBoards.set(spot.board, bets);
    bets.push({ spot, stake });
  }
  for (const [name, bets] of onBoards) {
    const stakes = add(zeroMoney, ...bets.map(({ stake }) => stake));
    const returned = computeGuaranteedReturn(name === ROULETTE ? WHEEL : TWO_SIDES, bets);
    exposure = add(exposure, max(zeroMoney, subtract(stakes, returned)));
  }
  return exposure;
}

/** Whether other positions may be opposite to this one. */
export function hasOpposite(type: string): boolean {
  return findSpot(type) !== undefined;
}

/**
 * The name of a position as bets and results share it: a market names its time or line behind a colon ("up:30",
 * "over:2.5").
 */
export function toPositionName(type: string): string {
  const name = type.toLowerCase().replaceAll(/[\s_]/g, '');
  const [side = ''] = name.split(':', 1);
  return /^[a-z]+:[\d.]+$/.test(name) && spots.get(side)?.outcomes.length === 1 ? side : name;
}

function computeGuaranteedReturn(board: Board, bets: readonly { spot: Spot; stake: Money }[]): Money {
  const returns = Array.from({ length: board.outcomes }, () => 0n);
  for (const { spot, stake } of bets) {
    const paid = (stake * BigInt(board.returns)) / BigInt(spot.outcomes.length);
    for (const outcome of spot.outcomes) returns[outcome] = (returns[outcome] ?? 0n) + paid;
  }
  const rare = Math.floor((board.outcomes * RARE_PERCENT) / 100);
  return money(returns.toSorted((one, other) => Number(one - other))[rare] ?? 0n);
}

function findSpot(type: string): Spot | undefined {
  const name = toPositionName(type);
  const known = spots.get(name);
  if (known) return known;
  // "17", "number:17", "straight:17"; "split:17-20", "corner:1-2-4-5": every number that is covered is named.
  const named =
    /^(?:(?:number|straight|split|street|trio|corner|square|line|basket|numbers):?)?(\d{1,2}(?:[-,/]\d{1,2})*)$/.exec(
      name,
    )?.[1];
  const outcomes = [...new Set(named?.split(/[-,/]/).map(Number))];
  const isOnWheel = outcomes.length > 0 && outcomes.every((number) => number < WHEEL.outcomes);
  return isOnWheel ? { board: ROULETTE, outcomes } : undefined;
}
