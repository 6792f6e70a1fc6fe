// Plays many rounds and measures what they return, to hold against the exact figure.
//
// Always true: pays are summed as integers; floats appear only in the statistics at the end. A round is a paid
// spin with all the free spins that follow from it, because those are not independent of each other.

/** What a slot's draw pays: all that a simulation needs to know of it. */
export type SlotMaths = {
  /** Pays are whole parts of the stake, this many to one. */
  readonly partsOfStake: number;
  outcomeOf(stops: readonly number[], isFree: boolean): { readonly pay: number; readonly freeSpins: number };
};

export type Simulated = {
  readonly rounds: number;
  readonly returned: number;
  readonly exact: number;
  readonly standardError: number;
  readonly standardErrorsAway: number;
  /** Share of rounds that pay anything, and that pay more than the stake. */
  readonly payingShare: number;
  readonly gainingShare: number;
  /** Share of rounds that bring free spins. */
  readonly featureShare: number;
  /** The largest payout of a round with its free spins that was met, in stakes. */
  readonly largestPayout: number;
};

export function simulate(
  maths: SlotMaths,
  exact: number,
  rounds: number,
  nextStops: () => readonly number[],
): Simulated {
  const { partsOfStake } = maths;
  let [sum, squares, paying, gaining, features, largest] = [0, 0, 0, 0, 0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const first = maths.outcomeOf(nextStops(), false);
    let { pay, freeSpins } = first;
    if (freeSpins > 0) features += 1;
    while (freeSpins > 0) {
      const free = maths.outcomeOf(nextStops(), true);
      pay += free.pay;
      freeSpins += free.freeSpins - 1;
    }
    sum += pay;
    squares += pay * pay;
    if (pay > 0) paying += 1;
    if (pay > partsOfStake) gaining += 1;
    if (pay > largest) largest = pay;
  }

  const returned = sum / rounds / partsOfStake;
  const variance = squares / rounds / partsOfStake ** 2 - returned ** 2;
  const standardError = Math.sqrt(variance / rounds);
  return {
    rounds,
    returned,
    exact,
    standardError,
    standardErrorsAway: Math.abs(returned - exact) / standardError,
    payingShare: paying / rounds,
    gainingShare: gaining / rounds,
    featureShare: features / rounds,
    largestPayout: largest / partsOfStake,
  };
}
