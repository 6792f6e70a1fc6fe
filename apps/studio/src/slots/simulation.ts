// Simulates rounds of a title, to compare with the exact count and for figures without one.
//
// Always true: numbers come from xoshiro128** seeded with SHA-256(seed, worker), so a run can be repeated. Sums are
// integers; floats appear in the statistics at the end. A round is a paid spin with all its free spins, because those
// are not independent of each other.

import { createHash } from 'node:crypto';

import type { NextNumber } from '#studio/fairness/draw';

import { Board } from './board.ts';
import { compile } from './compile.ts';
import { playFast } from './play.ts';
import { FREE_SPINS_MAX, PARTS_OF_STAKE, PAY_MAX, type SlotTitle } from './title.ts';

/** Integer sums over the rounds of one worker, pays in hundredths of the stake. */
export type Sums = {
  rounds: number;
  pay: number;
  squares: number;
  paying: number;
  gaining: number;
  features: number;
  from100: number;
  from1000: number;
  /** Spins that reached the cap. */
  capped: number;
  largest: number;
};

export type Simulated = {
  readonly rounds: number;
  readonly returned: number;
  readonly standardError: number;
  readonly sigma: number;
  /** Shares of rounds that pay anything, and that pay more than the stake. */
  readonly paying: number;
  readonly gaining: number;
  readonly features: number;
  readonly from100: number;
  readonly from1000: number;
  readonly capped: number;
  /** Largest payout of a round with its free spins, in stakes. */
  readonly largest: number;
};

export function simulate(title: SlotTitle, rounds: number, next: NextNumber): Sums {
  const board = new Board(compile(title));
  const sums: Sums = {
    rounds,
    pay: 0,
    squares: 0,
    paying: 0,
    gaining: 0,
    features: 0,
    from100: 0,
    from1000: 0,
    capped: 0,
    largest: 0,
  };
  for (let round = 0; round < rounds; round += 1) {
    const first = playFast(board, false, undefined, next);
    let { pay } = first;
    let [left, awarded] = [first.freeSpins, first.freeSpins];
    if (pay === PAY_MAX) sums.capped += 1;
    if (left > 0) sums.features += 1;
    for (; left > 0; left -= 1) {
      const free = playFast(board, true, first.carry, next);
      if (free.pay === PAY_MAX) sums.capped += 1;
      pay += free.pay;
      const granted = Math.min(free.freeSpins, FREE_SPINS_MAX - awarded);
      left += granted;
      awarded += granted;
    }
    sums.pay += pay;
    sums.squares += pay * pay;
    if (pay > 0) sums.paying += 1;
    if (pay > PARTS_OF_STAKE) sums.gaining += 1;
    if (pay >= 100 * PARTS_OF_STAKE) sums.from100 += 1;
    if (pay >= 1_000 * PARTS_OF_STAKE) sums.from1000 += 1;
    if (pay > sums.largest) sums.largest = pay;
  }
  if (!Number.isSafeInteger(sums.squares)) throw new RangeError('expected sums below 2^53: fewer rounds a worker');
  return sums;
}

export function summarise(workers: readonly Sums[]): Simulated {
  const sum = (of: (sums: Sums) => number): number => workers.reduce((total, each) => total + of(each), 0);
  const rounds = sum((each) => each.rounds);
  const returned = sum((each) => each.pay) / rounds / PARTS_OF_STAKE;
  const squares = workers.reduce((total, each) => total + each.squares / rounds, 0) / PARTS_OF_STAKE ** 2;
  const sigma = Math.sqrt(squares - returned ** 2);
  return {
    rounds,
    returned,
    sigma,
    standardError: sigma / Math.sqrt(rounds),
    paying: sum((each) => each.paying) / rounds,
    gaining: sum((each) => each.gaining) / rounds,
    features: sum((each) => each.features) / rounds,
    from100: sum((each) => each.from100) / rounds,
    from1000: sum((each) => each.from1000) / rounds,
    capped: sum((each) => each.capped) / rounds,
    largest: Math.max(...workers.map((each) => each.largest)) / PARTS_OF_STAKE,
  };
}

/** xoshiro128** of Blackman and Vigna; each number is equally likely. */
export function xoshiro(seed: string, worker: number): NextNumber {
  const digest = createHash('sha256').update(`${seed}:${worker}`).digest();
  let [a, b, c, d] = [0, 4, 8, 12].map((offset) => digest.readInt32LE(offset)) as [number, number, number, number];
  const rotate = (value: number, by: number): number => (value << by) | (value >>> (32 - by));
  const word = (): number => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    return result;
  };
  // Whole numbers of 32 bits throughout: a remainder of floats takes several times as long.
  return (size) => {
    const divisor = size >>> 0;
    let number = word();
    // Below this bound no number is skipped, so the exact bound is computed almost never.
    if (number > 0xffff_ffff - divisor) {
      const fair = 0x1_0000_0000 - (0x1_0000_0000 % size);
      while (number >= fair) number = word();
    }
    return (number >>> 0) % divisor;
  };
}
