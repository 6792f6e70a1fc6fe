// Exact return of a bet of the trading game, by counting every price walk of its length.

import { EXPIRIES, PAYS, STEP_MAX } from './walk.ts';

export type Odds = {
  /** In millionths of all ways, rounded down. */
  readonly up: number;
  readonly level: number;
  /** Of a stake, level ways counted as returned. */
  readonly returned: number;
};

/** Counts the walks of this many ticks. */
export function computeOdds(ticks: number): Odds {
  let ways = [1n];
  for (let tick = 0; tick < ticks; tick += 1) {
    // The ways to a price are those to the prices that one step reaches it from.
    const before = ways;
    let near = 0n;
    ways = Array.from({ length: before.length + 2 * STEP_MAX }, (_, at) => {
      near += (before[at] ?? 0n) - (before[at - 2 * STEP_MAX - 1] ?? 0n);
      return near;
    });
  }
  const all = ways.reduce((sum, count) => sum + count, 0n);
  const middle = (ways.length - 1) / 2;
  const level = ways[middle] ?? 0n;
  const up = ways.slice(middle + 1).reduce((sum, count) => sum + count, 0n);
  return {
    up: Number((up * 1_000_000n) / all),
    level: Number((level * 1_000_000n) / all),
    returned: Number(((up * BigInt(PAYS) + level * 100n) * 10_000n) / all),
  };
}

/** The lowest return that the game offers, as a percentage with two decimals. */
export function returnPercent(): string {
  const lowest = Math.min(...EXPIRIES.map((ticks) => computeOdds(ticks).returned));
  return `${Math.floor(lowest / 10_000)}.${String(Math.floor(lowest / 100) % 100).padStart(2, '0')}`;
}
