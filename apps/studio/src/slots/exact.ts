// The exact return of a title, as a fraction of integers: no simulation, no float.
//
// Lines and ways: products of each reel's counts. Scatters: convolution over the reels. Hold-and-spin: a Markov chain
// over filled cells and respins left. Free spins: granted by paid spins, divided by one less those granted by free
// ones. Cascades: every window is played to its end (cascades.ts).
//
// Elsewhere: simulated rounds (simulation.ts), the report (certificate.ts).

import { evaluateRun } from './board.ts';
import { cascadePay, type CascadeCount, countCascades } from './cascades.ts';
import {
  compile,
  type Compiled,
  type CompiledFeature,
  type CompiledMode,
  tableOf,
  type WeightedTable,
} from './compile.ts';
import { fraction, type Fraction, freeSpinsAfter, ONE, plus, power, times, ZERO } from './fraction.ts';
import { type ByCount, PARTS_OF_STAKE, RUN_MIN, type SlotTitle } from './title.ts';

/** Returns are parts of the stake. */
export type Exact = {
  readonly total: Fraction;
  readonly parts: {
    /** Lines, ways or clusters of a paid spin. */
    readonly windows: Fraction;
    readonly scatters: Fraction;
    readonly holdAndSpin: Fraction;
    readonly freeSpins: Fraction;
  };
  /** Probability per paid spin. */
  readonly chances: { readonly freeSpins: Fraction; readonly holdAndSpin: Fraction; readonly fullBoard: Fraction };
  /** Most windows of a cascade; 1 without cascades. */
  readonly windowsMax: number;
  readonly method: 'closed' | 'counted';
};

export function countReturn(title: SlotTitle): Exact {
  const compiled = compile(title);
  const counted = compiled.isCascade ? countCascades(compiled, compiled.base) : undefined;
  const hasOwnStrips = title.free?.strips !== undefined;
  const paid = countMode(compiled, compiled.base, false, counted);
  const freeCount = counted && hasOwnStrips ? countCascades(compiled, compiled.free) : counted;
  const free = countMode(compiled, compiled.free, true, freeCount);
  const followed = freeSpinsAfter(paid.granted, free.granted);
  const freeSpins = times(plus(free.windows, free.scatters, free.hold.pay), followed);
  const inStakes = (hundredths: Fraction): Fraction => times(hundredths, fraction(1, PARTS_OF_STAKE));
  const parts = {
    windows: inStakes(paid.windows),
    scatters: inStakes(paid.scatters),
    holdAndSpin: inStakes(paid.hold.pay),
    freeSpins: inStakes(freeSpins),
  };
  return {
    total: plus(...Object.values(parts)),
    parts,
    chances: { freeSpins: paid.chance, holdAndSpin: paid.hold.chance, fullBoard: paid.hold.full },
    windowsMax: Math.max(paid.windowsMax, free.windowsMax),
    method: compiled.isCascade ? 'counted' : 'closed',
  };
}

/** Expected values of one spin, pays in hundredths of the stake. */
type ModeCount = {
  readonly windows: Fraction;
  readonly scatters: Fraction;
  readonly granted: Fraction;
  readonly chance: Fraction;
  readonly hold: { readonly pay: Fraction; readonly chance: Fraction; readonly full: Fraction };
  readonly windowsMax: number;
};

function countMode(
  compiled: Compiled,
  mode: CompiledMode,
  isFree: boolean,
  counted: CascadeCount | undefined,
): ModeCount {
  let [scatters, granted, chance] = [ZERO, ZERO, ZERO];
  let hold: ModeCount['hold'] = { pay: ZERO, chance: ZERO, full: ZERO };
  for (const feature of compiled.features) {
    if (feature.kind === 'freeSpins') {
      const seen = computeDistribution(compiled, mode, feature.letter);
      scatters = times(weigh(feature.pays, seen), fraction(mode.times[0] ?? 1));
      granted = weigh(feature.grants, seen);
      chance = plus(...seen.filter((_, count) => (feature.grants[count] ?? 0) > 0));
    } else if (feature.kind === 'holdAndSpin') {
      hold = countHold(compiled, feature, computeDistribution(compiled, mode, feature.letter));
    }
  }
  const windows = counted
    ? cascadePay(counted, mode.times, compiled.drops?.table)
    : countWindows(compiled, mode, isFree);
  return { windows, windowsMax: counted?.windowsMax ?? 1, scatters, granted, chance, hold };
}

function countWindows(compiled: Compiled, mode: CompiledMode, isFree: boolean): Fraction {
  const factor = fraction(mode.times[0] ?? 1);
  if (compiled.kind === 'ways') return times(countWays(compiled, mode), factor);
  const book = isFree && compiled.book ? countBook(compiled, mode, compiled.book) : ZERO;
  return times(plus(countLines(compiled, mode), book), factor);
}

/** Markers of the letter of a run: no letter yet, and a run that has ended. */
const NONE = -1;
const BROKEN = -2;

/** Every combination of letters on every line, weighed with the number of stops that show it. */
function countLines(compiled: Compiled, mode: CompiledMode): Fraction {
  const { reels, letters, lines, wild, wildTimes } = compiled;
  const mean = wildTimes ? meanOf(wildTimes) : ONE;
  const known = new Map<string, Fraction>();
  const sums = lines.map((rows) => {
    const counts = rows.map((row, reel) => lettersAt(compiled, mode, reel, row));
    const key = counts.map((reel) => reel.join(' ')).join('|');
    const sum = known.get(key) ?? weighLine(counts);
    known.set(key, sum);
    return sum;
  });
  return plus(...sums);

  function weighLine(counts: readonly (readonly number[])[]): Fraction {
    // By number of wilds in the paying run, each of which multiplies it.
    const byWilds = Array.from({ length: reels + 1 }, () => 0n);
    const chosen = Array.from({ length: reels }, () => 0);
    const stopsFrom = mode.strips.map((_, from) =>
      mode.strips.slice(from).reduce((product, strip) => product * strip.length, 1),
    );
    // The pay of a broken run is independent of the following reels.
    const visit = (reel: number, weight: number, helped: number): void => {
      if (reel === reels || helped === BROKEN) {
        const { count, pay } = evaluateRun(compiled, reels, wild, (place) => chosen[place] ?? 0);
        const wilds = wildTimes ? chosen.slice(0, count).filter((letter) => letter === wild).length : 0;
        byWilds[wilds] = (byWilds[wilds] ?? 0n) + BigInt(pay) * BigInt(weight * (stopsFrom[reel] ?? 1));
        return;
      }
      for (let letter = 0; letter < letters.length; letter += 1) {
        const count = counts[reel]?.[letter] ?? 0;
        if (count === 0) continue;
        chosen[reel] = letter;
        const next = letter === wild ? helped : helped === NONE || helped === letter ? letter : BROKEN;
        visit(reel + 1, weight * count, next);
      }
    };
    visit(0, 1, NONE);
    const stops = mode.strips.reduce((product, strip) => product * BigInt(strip.length), 1n);
    return plus(...byWilds.map((sum, wilds) => times(fraction(sum, stops), power(mean, wilds))));
  }
}

/** Number of stops that show each letter at a row, after wilds have covered their reels. */
function lettersAt(
  { letters, rows, wild, expandingReels }: Compiled,
  mode: CompiledMode,
  reel: number,
  row: number,
): number[] {
  const strip = mode.strips[reel] ?? new Int8Array();
  const counts = letters.map(() => 0);
  for (let stop = 0; stop < strip.length; stop += 1) {
    const shown = Array.from({ length: rows }, (_, place) => strip[(stop + place) % strip.length] ?? 0);
    const isCovered = expandingReels.includes(reel) && shown.includes(wild);
    const letter = isCovered ? wild : (shown[row] ?? 0);
    counts[letter] = (counts[letter] ?? 0) + 1;
  }
  return counts;
}

/** In free spins the drawn letter pays on every line for each reel that shows it. */
function countBook(compiled: Compiled, mode: CompiledMode, book: WeightedTable<string>): Fraction {
  const { letters, pays, stride, lines } = compiled;
  return plus(
    ...book.entries.map(([weight, special]) => {
      const letter = letters.indexOf(special);
      const reels = convolve(
        mode.strips.map((_, reel) =>
          reelCounts(compiled, mode, reel, letter).map((count, seen) => [Math.min(seen, 1), count]),
        ),
      );
      const expected = reels.map((chance, count) =>
        times(chance, fraction((pays[letter * stride + count] ?? 0) * lines.length)),
      );
      return times(plus(...expected), fraction(weight, book.total));
    }),
  );
}

/** A way of a letter exists through each pair of cells on neighbouring reels, so counts multiply. */
function countWays(compiled: Compiled, mode: CompiledMode): Fraction {
  const { reels, paying, wild, pays, stride } = compiled;
  const sums = paying.map((letter) => {
    const found = mode.strips.map((_, reel) => reelCounts(compiled, mode, reel, letter, wild));
    let [through, sum] = [ONE, ZERO];
    for (let count = 0; count <= reels; count += 1) {
      const each = count < RUN_MIN ? 0 : (pays[letter * stride + count] ?? 0);
      const none = count === reels ? ONE : shareOfReel(found[count] ?? [], (seen) => (seen === 0 ? 1 : 0));
      if (each > 0) sum = plus(sum, times(times(through, none), fraction(each)));
      if (count < reels) {
        through = times(
          through,
          shareOfReel(found[count] ?? [], (seen) => seen),
        );
      }
    }
    return sum;
  });
  return plus(...sums);
}

function shareOfReel(counts: readonly number[], weigh: (seen: number) => number): Fraction {
  const all = counts.reduce((sum, count) => sum + count, 0);
  return fraction(
    counts.reduce((sum, count, seen) => sum + count * weigh(seen), 0),
    all,
  );
}

/** Weight of the windows of a reel that show a letter (or another one) 0, 1, … times. */
function reelCounts({ rows }: Compiled, mode: CompiledMode, reel: number, letter: number, other = letter): number[] {
  const strip = mode.strips[reel] ?? new Int8Array();
  const counts = Array.from({ length: rows + 1 }, () => 0);
  const heights = mode.heights ?? tableOf({ [rows]: 1 });
  for (const [weight, height] of heights.entries) {
    for (let stop = 0; stop < strip.length; stop += 1) {
      let seen = 0;
      for (let row = 0; row < height; row += 1) {
        const shown = strip[(stop + row) % strip.length];
        if (shown === letter || shown === other) seen += 1;
      }
      counts[seen] = (counts[seen] ?? 0) + weight;
    }
  }
  return counts;
}

/** Probability of each number of a letter in the whole window. */
export function computeDistribution(compiled: Compiled, mode: CompiledMode, letter: number): Fraction[] {
  return convolve(
    mode.strips.map((_, reel) => reelCounts(compiled, mode, reel, letter).map((count, seen) => [seen, count])),
  );
}

function convolve(reels: readonly (readonly (readonly [seen: number, weight: number])[])[]): Fraction[] {
  let [ways, all]: [bigint[], bigint] = [[1n], 1n];
  for (const reel of reels) {
    const next: bigint[] = [];
    for (const [before, count] of ways.entries()) {
      for (const [seen, weight] of reel) {
        if (weight > 0) next[before + seen] = (next[before + seen] ?? 0n) + count * BigInt(weight);
      }
    }
    ways = Array.from(next, (count) => count ?? 0n);
    all *= BigInt(reel.reduce((sum, [, weight]) => sum + weight, 0));
  }
  return ways.map((count) => fraction(count, all));
}

function weigh(table: ByCount, chances: readonly Fraction[]): Fraction {
  return plus(...chances.map((chance, count) => times(chance, fraction(table[count] ?? 0))));
}

function meanOf({ total, entries }: WeightedTable<number>): Fraction {
  return fraction(
    entries.reduce((sum, [weight, value]) => sum + weight * value, 0),
    total,
  );
}

type Hold = Extract<CompiledFeature, { kind: 'holdAndSpin' }>;

/** The chain ends without respins or with a full board; the values are independent of the cells. */
function countHold({ reels, rows }: Compiled, feature: Hold, chances: readonly Fraction[]): ModeCount['hold'] {
  const cells = reels * rows;
  const ends = chainEnds(cells, feature);
  let [pay, chance, full] = [ZERO, ZERO, ZERO];
  for (const [filled, share] of chances.entries()) {
    const end = ends[filled];
    if (filled < feature.from || !end) continue;
    const prize = plus(times(end.filled, meanOf(feature.table)), times(end.full, fraction(feature.full)));
    pay = plus(pay, times(share, prize));
    chance = plus(chance, share);
    full = plus(full, times(share, end.full));
  }
  return { pay, chance, full };
}

type End = { readonly filled: Fraction; readonly full: Fraction };

/** Expected number of filled cells and probability of a full board, by number of filled cells at the start. */
function chainEnds(cells: number, { respins, chance: [wins, of] }: Hold): End[] {
  const starts: End[] = [];
  starts[cells] = { filled: fraction(cells), full: ONE };
  for (let filled = cells - 1; filled >= 0; filled -= 1) {
    const empty = cells - filled;
    let state: End = { filled: fraction(filled), full: ZERO };
    for (let left = 1; left <= respins; left += 1) {
      const none = power(fraction(of - wins, of), empty);
      const branches: [Fraction, End][] = [[none, state]];
      for (let hits = 1; hits <= empty; hits += 1) {
        const each = times(power(fraction(wins, of), hits), power(fraction(of - wins, of), empty - hits));
        branches.push([times(fraction(choose(empty, hits)), each), starts[filled + hits] ?? state]);
      }
      state = {
        filled: plus(...branches.map(([share, end]) => times(share, end.filled))),
        full: plus(...branches.map(([share, end]) => times(share, end.full))),
      };
    }
    starts[filled] = state;
  }
  return starts;
}

function choose(all: number, some: number): bigint {
  let result = 1n;
  for (let index = 1; index <= some; index += 1) result = (result * BigInt(all - some + index)) / BigInt(index);
  return result;
}
