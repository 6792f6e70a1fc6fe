// Plays many rounds and measures what they return, to hold against the exact figure.
//
// Always true: pays are summed as integers; floats appear only in the statistics at the end.

import { PARTS_OF_STAKE, resultOf } from './maths.ts';
import { returnToPlayer } from './return-to-player.ts';

export type Simulated = {
  readonly rounds: number;
  readonly returned: number;
  readonly exact: number;
  readonly standardError: number;
  readonly standardErrorsAway: number;
  /** Share of rounds that pay anything, and that pay more than the stake. */
  readonly payingShare: number;
  readonly gainingShare: number;
  /** The largest payout met, in stakes. */
  readonly largestPayout: number;
};

export function simulate(rounds: number, nextStops: () => readonly number[]): Simulated {
  let sum = 0;
  let squares = 0;
  let paying = 0;
  let gaining = 0;
  let largest = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { pay } = resultOf(nextStops());
    sum += pay;
    squares += pay * pay;
    if (pay > 0) paying += 1;
    if (pay > PARTS_OF_STAKE) gaining += 1;
    if (pay > largest) largest = pay;
  }

  const { numerator, denominator } = returnToPlayer();
  const exact = Number((numerator * 1_000_000_000n) / denominator) / 1_000_000_000;
  const returned = sum / rounds / PARTS_OF_STAKE;
  const variance = squares / rounds / PARTS_OF_STAKE ** 2 - returned ** 2;
  const standardError = Math.sqrt(variance / rounds);
  return {
    rounds,
    returned,
    exact,
    standardError,
    standardErrorsAway: Math.abs(returned - exact) / standardError,
    payingShare: paying / rounds,
    gainingShare: gaining / rounds,
    largestPayout: largest / PARTS_OF_STAKE,
  };
}
