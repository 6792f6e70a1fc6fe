// The exact return of a title, as a fraction of integers: no simulation, no float.
//
// Lines and ways: products of each reel's counts. Scatters: convolution over the reels. Hold-and-spin: a Markov chain
// over filled cells and respins left. Free spins: granted by paid spins, divided by one less those granted by free
// ones. Cascades: every window is played to its end (cascades.ts).
//
// Elsewhere: simulated rounds (simulation.ts), the report (certificate.ts).

import { evaluateRun } from './board.ts';
import { cascadePay, type CascadeCount, countCascades, countWindows } from './cascades.ts';
import { compile, type Compiled, type CompiledMode, type CompiledOf, tableOf, type WeightedTable } from './compile.ts';
import { fraction, type Fraction, freeSpinsAfter, meanOf, ONE, plus, power, times, ZERO } from './fraction.ts';
import { type ByCount, PARTS_OF_STAKE, RUN_MIN, type SlotTitle } from './title.ts';

export type Exact = Readonly<ReturnType<typeof countReturn>>;

/** Returns as parts of the stake, and probabilities. */
export function countReturn(title: SlotTitle) {
  const compiled = compile(title);
  const counted = compiled.isCascade ? countCascades(compiled, compiled.base) : undefined;
  const freeCounted = counted && title.free?.strips ? countCascades(compiled, compiled.free) : counted;
  const paid = countMode(compiled, compiled.base, counted);
  const free = countMode(compiled, compiled.free, freeCounted);
  const followed = freeSpinsAfter(paid.granted, free.granted);
  const inStakes = (hundredths: Fraction): Fraction => times(hundredths, fraction(1, PARTS_OF_STAKE));
  const parts = {
    /** Lines, ways or clusters of a paid spin. */
    windows: inStakes(paid.windows),
    scatters: inStakes(paid.scatters),
    holdAndSpin: inStakes(paid.hold.pay),
    freeSpins: inStakes(times(plus(free.windows, free.scatters, free.hold.pay), followed)),
  };
  return {
    total: plus(...Object.values(parts)),
    parts,
    /** Per paid spin. */
    chances: { freeSpins: paid.chance, holdAndSpin: paid.hold.chance, fullBoard: paid.hold.full },
    /** Most windows of a cascade; 1 without cascades. */
    windowsMax: Math.max(counted?.windowsMax ?? 1, freeCounted?.windowsMax ?? 1),
    method: counted ? ('counted' as const) : ('closed' as const),
  };
}

/** Expected values of one spin, pays in hundredths of the stake. */
function countMode(compiled: Compiled, mode: CompiledMode, counted: CascadeCount | undefined) {
  let [scatters, granted, chance] = [ZERO, ZERO, ZERO];
  let hold = NO_HOLD;
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
  const windows = counted ? cascadePay(counted, mode.times, compiled.drops?.table) : countWindow(compiled, mode);
  return { windows, scatters, granted, chance, hold };
}

/** Expected pay of a window without a cascade. */
function countWindow(compiled: Compiled, mode: CompiledMode): Fraction {
  const factor = fraction(mode.times[0] ?? 1);
  if (compiled.kind === 'ways') return times(countWays(compiled, mode), factor);
  const book = compiled.book && mode === compiled.free ? countBook(compiled, mode, compiled.book) : ZERO;
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
    const stopsFrom = mode.strips.map((_, from) => countWindows({ strips: mode.strips.slice(from) }));
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
    return plus(...byWilds.map((sum, wilds) => times(fraction(sum, stopsFrom[0]), power(mean, wilds))));
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
  const expected = book.entries.map(([weight, special]) => {
    const letter = letters.indexOf(special);
    const showing = mode.strips.map((_, reel) => {
      const { total, entries } = countShown(compiled, mode, reel, letter);
      return { total, entries: entries.map(([stops, seen]) => [stops, Math.min(seen, 1)] as const) };
    });
    const pay = convolve(showing).map((chance, count) => times(chance, fraction(pays[letter * stride + count] ?? 0)));
    return times(plus(...pay), fraction(weight * lines.length, book.total));
  });
  return plus(...expected);
}

/** A way of a letter exists through each pair of cells on neighbouring reels, so counts multiply. */
function countWays(compiled: Compiled, mode: CompiledMode): Fraction {
  const { reels, paying, wild, pays, stride } = compiled;
  const sums = paying.map((letter) => {
    let [through, sum] = [ONE, ZERO];
    for (let count = 0; count <= reels; count += 1) {
      // After the last reel the letter is not shown.
      const shown = count === reels ? tableOf({ 0: 1 }) : countShown(compiled, mode, count, letter, wild);
      const [none = ZERO] = convolve([shown]);
      const each = count < RUN_MIN ? 0 : (pays[letter * stride + count] ?? 0);
      sum = plus(sum, times(times(through, none), fraction(each)));
      through = times(through, meanOf(shown));
    }
    return sum;
  });
  return plus(...sums);
}

/** How many times the windows of a reel show a letter (or another one), weighed with their stops and heights. */
function countShown(
  { rows }: Compiled,
  mode: CompiledMode,
  reel: number,
  letter: number,
  other = letter,
): WeightedTable<number> {
  const strip = mode.strips[reel] ?? new Int8Array();
  const weights: Record<number, number> = {};
  for (const [weight, height] of (mode.heights ?? tableOf({ [rows]: 1 })).entries) {
    for (let stop = 0; stop < strip.length; stop += 1) {
      let seen = 0;
      for (let row = 0; row < height; row += 1) {
        const shown = strip[(stop + row) % strip.length];
        if (shown === letter || shown === other) seen += 1;
      }
      weights[seen] = (weights[seen] ?? 0) + weight;
    }
  }
  return tableOf(weights);
}

/** Probability of each number of a letter in the whole window. */
export function computeDistribution(compiled: Compiled, mode: CompiledMode, letter: number): Fraction[] {
  return convolve(mode.strips.map((_, reel) => countShown(compiled, mode, reel, letter)));
}

/** Probability of each sum of independent draws. */
function convolve(draws: readonly WeightedTable<number>[]): Fraction[] {
  const { ways, all } = countSums(draws);
  return ways.map((count) => fraction(count, all));
}

/** The ways to each sum of independent draws, and all ways. */
function countSums(draws: readonly WeightedTable<number>[]): {
  readonly ways: readonly bigint[];
  readonly all: bigint;
} {
  let [ways, all]: [bigint[], bigint] = [[1n], 1n];
  for (const { total, entries } of draws) {
    const next: bigint[] = [];
    for (const [before, count] of ways.entries()) {
      for (const [weight, value] of entries) {
        next[before + value] = (next[before + value] ?? 0n) + count * BigInt(weight);
      }
    }
    ways = Array.from(next, (count) => count ?? 0n);
    all *= BigInt(total);
  }
  return { ways, all };
}

/** Expected value of a table by number of letters. */
export function weigh(table: ByCount, chances: readonly Fraction[]): Fraction {
  return plus(...chances.map((chance, count) => times(chance, fraction(table[count] ?? 0))));
}

type Hold = CompiledOf<'holdAndSpin'>;
const NO_HOLD = { pay: ZERO, chance: ZERO, full: ZERO };

/** The chain ends without respins or with a full board; the values are independent of the cells. */
function countHold({ cells }: Compiled, feature: Hold, chances: readonly Fraction[]): typeof NO_HOLD {
  const ends = chainEnds(cells, feature);
  let { pay, chance, full } = NO_HOLD;
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

/**
 * Expected number of filled cells and probability of a full board, by number of filled cells at the start. Sums stand
 * over powers of one denominator and are reduced once, because lowest terms of each step would take most of the time.
 */
function chainEnds(cells: number, { respins, chance: [wins, of] }: Hold): End[] {
  const base = BigInt(of);
  const sums: { readonly filled: bigint; readonly full: bigint; readonly power: number }[] = [];
  sums[cells] = { filled: BigInt(cells), full: 1n, power: 0 };
  for (let filled = cells - 1; filled >= 0; filled -= 1) {
    const { ways } = countSums(Array.from({ length: cells - filled }, () => tableOf({ 0: of - wins, 1: wins })));
    let end = { filled: BigInt(filled), full: 0n, power: 0 };
    for (let left = 1; left <= respins; left += 1) {
      // Without a hit one respin less is left; a hit brings all of them back.
      const fewer = end;
      const power = Math.max(fewer.power, sums[filled + 1]?.power ?? 0);
      end = { filled: 0n, full: 0n, power: power + cells - filled };
      for (const [count, share] of ways.entries()) {
        const after = sums[filled + count] ?? fewer;
        const scaled = share * base ** BigInt(power - after.power);
        end.filled += scaled * after.filled;
        end.full += scaled * after.full;
      }
    }
    sums[filled] = end;
  }
  return sums.map(({ filled, full, power }) => {
    const all = base ** BigInt(power);
    return { filled: fraction(filled, all), full: fraction(full, all) };
  });
}
