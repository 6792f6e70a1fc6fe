// The amount that bets put at risk: for positions that cannot all lose, only the difference. Pure.
//
// Always true: bets without positions risk their whole stake. Wheel numbers that leave out at most three risk no more
// than the same stake on each number left out; a full cover risks one stake.
//
// Elsewhere: how much of it a turnover requirement may count (turnover.ts). The product has its own rules
// (wallet/contribution.ts).

import type { StakePosition } from '#testing/oracle/facts';

export type RiskedBet = {
  readonly market: string;
  readonly stake: bigint;
  readonly positions: readonly StakePosition[];
};

const SIDES: readonly (readonly [string, string])[] = [
  ['player', 'banker'],
  ['dragon', 'tiger'],
  ['red', 'black'],
  ['odd', 'even'],
  ['low', 'high'],
  ['small', 'big'],
  ['up', 'down'],
  ['call', 'put'],
  ['over', 'under'],
];
const WHEEL_NUMBERS = 37n;
/** More uncovered numbers are an ordinary risk. */
const LEFT_OUT_MAX = 3n;

/** Returns the amount that these bets risk, market by market. */
export function exposureOf(bets: readonly RiskedBet[]): bigint {
  let total = 0n;
  for (const market of Map.groupBy(bets, (bet) => bet.market).values()) total += exposureOfMarket(market);
  return total;
}

function exposureOfMarket(bets: readonly RiskedBet[]): bigint {
  let plain = 0n;
  const stakes = new Map<string, bigint>();
  for (const { stake, positions } of bets) {
    if (positions.length === 0) plain += stake;
    for (const { type, stake } of positions) stakes.set(type, (stakes.get(type) ?? 0n) + stake);
  }
  for (const [one, other] of SIDES) {
    const [left, right] = [stakes.get(one) ?? 0n, stakes.get(other) ?? 0n];
    if (left === 0n || right === 0n) continue;
    stakes.delete(other);
    stakes.set(one, left > right ? left - right : right - left);
  }
  const numbers = [...stakes].filter(([type]) => /^number\d+$/.test(type));
  for (const [type] of numbers) stakes.delete(type);
  return plain + sum([...stakes.values()]) + exposureOfNumbers(numbers.map(([, stake]) => stake));
}

function exposureOfNumbers(stakes: readonly bigint[]): bigint {
  const total = sum(stakes);
  const leftOut = WHEEL_NUMBERS - BigInt(stakes.length);
  if (leftOut > LEFT_OUT_MAX) return total;
  const risked = leftOut === 0n ? 1n : leftOut;
  const most = stakes.reduce((high, stake) => (stake > high ? stake : high), 0n);
  return most * risked < total ? most * risked : total;
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
