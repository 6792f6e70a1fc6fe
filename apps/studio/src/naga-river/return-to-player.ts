// The exact return to player of naga-river: every window there is, played to its end. No simulation, no float.
//
// Twenty stops on five reels are 3,200,000 rounds; in free spins the same, with their own multipliers.
//
// Elsewhere: the figure that the game states (game.ts), which a test holds against this one.

import { type Fraction, withFreeSpins } from '#studio/slots/fraction';

import { outcomeOf, PARTS_OF_STAKE, STOP_COUNTS } from './maths.ts';

/** Of one paid spin with all the free spins that follow from it. Takes some seconds. */
export function returnToPlayer(): Fraction {
  const windows = STOP_COUNTS.reduce((product, count) => product * BigInt(count), 1n);
  let [paid, free, granted] = [0, 0, 0];
  forEveryStop((stops) => {
    const outcome = outcomeOf(stops, false);
    paid += outcome.pay;
    granted += outcome.freeSpins;
    free += outcomeOf(stops, true).pay;
  });
  const parts = windows * BigInt(PARTS_OF_STAKE);
  return withFreeSpins(
    { numerator: BigInt(paid), denominator: parts },
    { numerator: BigInt(free), denominator: parts },
    { numerator: BigInt(granted), denominator: windows },
  );
}

function forEveryStop(visit: (stops: readonly number[]) => void): void {
  const stops = STOP_COUNTS.map(() => 0);
  for (;;) {
    visit(stops);
    let reel = stops.length - 1;
    for (; reel >= 0; reel -= 1) {
      const next = (stops[reel] ?? 0) + 1;
      stops[reel] = next === STOP_COUNTS[reel] ? 0 : next;
      if (stops[reel] !== 0) break;
    }
    if (reel < 0) return;
  }
}
