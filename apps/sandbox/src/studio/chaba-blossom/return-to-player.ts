// The exact return to player of chaba-blossom, from its own strips and table: no simulation, no float.
//
// The expected pay of one line is the sum over all ways five symbols can meet, each weighed with how
// often its symbols stand on their reels; all twenty lines have the same one, because every row of a
// reel sees every stop. Lanterns are counted over the windows of each reel.

import {
  COUNT_MIN,
  LANTERN_PAYS,
  lineWin,
  REELS,
  STOP_COUNTS,
  STRIPS,
  SYMBOLS,
  type SlotSymbol,
  windowAt,
} from './maths.ts';

/** An exact fraction of the stake. */
export type Fraction = { readonly numerator: bigint; readonly denominator: bigint };

export function returnToPlayer(): Fraction {
  const denominator = STOP_COUNTS.reduce((product, count) => product * BigInt(count), 1n);
  return { numerator: weighedLinePays([], 1) + weighedLanternPays(), denominator };
}

/** A fraction as a percentage with two decimals, rounded to the nearest: "96.00". */
export function percentText({ numerator, denominator }: Fraction): string {
  const hundredths = (numerator * 20_000n + denominator) / (denominator * 2n);
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
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

function weighedLanternPays(): bigint {
  // ways[n]: in how many combinations of windows, over the reels so far, n lanterns are seen.
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
  return LANTERN_PAYS.reduce((sum, pay, index) => sum + BigInt(pay) * (ways[index + COUNT_MIN] ?? 0n), 0n);
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
