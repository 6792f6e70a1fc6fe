// The exact return to player of chaba-blossom, from its own strips and table: no simulation, no float.
//
// The expected pay of one line is the sum over all ways five symbols can meet, each weighed with how
// often its symbols stand on their reels; all twenty lines have the same one, because every row of a
// reel sees every stop. Lanterns are counted over the windows of each reel; free spins by slots/fraction.ts.

import { type Fraction, withFreeSpins } from '#studio/slots/fraction';

import {
  COUNT_MIN,
  FREE_SPINS,
  FREE_TIMES,
  LANTERN_PAYS,
  lineWin,
  REELS,
  STOP_COUNTS,
  STRIPS,
  SYMBOLS,
  type SlotSymbol,
  windowAt,
} from './maths.ts';

/** Of one paid spin with all the free spins that follow from it. */
export function returnToPlayer(): Fraction {
  const windows = STOP_COUNTS.reduce((product, count) => product * BigInt(count), 1n);
  const ways = lanternWays();
  const paid = { numerator: weighedLinePays([], 1) + weighedBy(LANTERN_PAYS, ways), denominator: windows };
  const granted = { numerator: weighedBy(FREE_SPINS, ways), denominator: windows };
  return withFreeSpins(paid, { numerator: paid.numerator * BigInt(FREE_TIMES), denominator: windows }, granted);
}

function weighedLinePays(chosen: readonly SlotSymbol[], weight: number): bigint {
  if (chosen.length === REELS) return BigInt((lineWin(chosen)?.pay ?? 0) * weight);
  const strip = STRIPS[chosen.length] ?? [];
  let total = 0n;
  for (const symbol of SYMBOLS) {
    const count = strip.filter((stop) => stop === symbol).length;
    if (count > 0) total += weighedLinePays([...chosen, symbol], weight * count);
  }
  return total;
}

/** In how many combinations of windows n lanterns are seen. */
function lanternWays(): bigint[] {
  let ways: bigint[] = [1n];
  for (let reel = 0; reel < REELS; reel += 1) {
    const next: bigint[] = [];
    for (const [seen, before] of ways.entries()) {
      for (const [more, count] of lanternWindows(reel).entries()) {
        next[seen + more] = (next[seen + more] ?? 0n) + before * count;
      }
    }
    ways = next;
  }
  return ways;
}

function weighedBy(table: readonly number[], ways: readonly bigint[]): bigint {
  return table.reduce((sum, amount, index) => sum + BigInt(amount) * (ways[index + COUNT_MIN] ?? 0n), 0n);
}

/** Of all stops of a reel, how many show 0, 1, … lanterns. */
function lanternWindows(reel: number): bigint[] {
  const counts: bigint[] = [0n, 0n, 0n, 0n];
  for (let stop = 0; stop < (STOP_COUNTS[reel] ?? 0); stop += 1) {
    const stops = STOP_COUNTS.map((_, index) => (index === reel ? stop : 0));
    const seen = windowAt(stops)[reel]?.filter((symbol) => symbol === 'lantern').length ?? 0;
    counts[seen] = (counts[seen] ?? 0n) + 1n;
  }
  return counts;
}
