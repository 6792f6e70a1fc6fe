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

export type Sums = Readonly<ReturnType<typeof simulate>>;
export type Simulated = Readonly<ReturnType<typeof summarise>>;

/** Plays the rounds of one worker: integer sums, pays in hundredths of the stake. */
export function simulate(title: SlotTitle, rounds: number, next: NextNumber) {
  const board = new Board(compile(title));
  const sums = { pay: 0, squares: 0, largest: 0 };
  /** Rounds of each kind; `capped` counts spins that reached the cap. */
  const counts = { paying: 0, gaining: 0, features: 0, from100: 0, from1000: 0, capped: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const first = playFast(board, false, undefined, next);
    let { pay } = first;
    let [left, awarded] = [first.freeSpins, first.freeSpins];
    if (pay === PAY_MAX) counts.capped += 1;
    if (left > 0) counts.features += 1;
    for (; left > 0; left -= 1) {
      const free = playFast(board, true, first.carry, next);
      if (free.pay === PAY_MAX) counts.capped += 1;
      pay += free.pay;
      const granted = Math.min(free.freeSpins, FREE_SPINS_MAX - awarded);
      left += granted;
      awarded += granted;
    }
    sums.pay += pay;
    sums.squares += pay * pay;
    if (pay > 0) counts.paying += 1;
    if (pay > PARTS_OF_STAKE) counts.gaining += 1;
    if (pay >= 100 * PARTS_OF_STAKE) counts.from100 += 1;
    if (pay >= 1_000 * PARTS_OF_STAKE) counts.from1000 += 1;
    if (pay > sums.largest) sums.largest = pay;
  }
  if (!Number.isSafeInteger(sums.squares)) throw new RangeError('expected sums below 2^53: fewer rounds a worker');
  return { rounds, ...sums, counts };
}

/** Shares and figures in stakes, of the rounds of all workers. */
export function summarise(workers: readonly Sums[]) {
  const sum = (of: (sums: Sums) => number): number => workers.reduce((total, each) => total + of(each), 0);
  const rounds = sum((each) => each.rounds);
  const share = (name: keyof Sums['counts']): number => sum(({ counts }) => counts[name]) / rounds;
  const returned = sum((each) => each.pay) / rounds / PARTS_OF_STAKE;
  const squares = sum((each) => each.squares / rounds) / PARTS_OF_STAKE ** 2;
  const sigma = Math.sqrt(squares - returned ** 2);
  return {
    rounds,
    returned,
    sigma,
    standardError: sigma / Math.sqrt(rounds),
    paying: share('paying'),
    /** Rounds that pay more than the stake. */
    gaining: share('gaining'),
    features: share('features'),
    from100: share('from100'),
    from1000: share('from1000'),
    capped: share('capped'),
    /** Of a round with its free spins. */
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
