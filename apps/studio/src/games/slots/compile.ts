// A title turned into numbered tables, once: letters are indexes, a line is a key into a table of pays.
//
// Always true: nothing here draws or evaluates. Tables of pays are filled when they are first used.
//
// Elsewhere: evaluation (board.ts), the round (play.ts).

import { linesOf } from './lines.ts';
import { featureOf, type Feature, type Letter, type SlotMode, RUN_MIN, type SlotTitle, type Weights } from './title.ts';

export type WeightedTable<T> = {
  readonly total: number;
  readonly entries: readonly (readonly [weight: number, value: T])[];
};

export type CompiledMode = {
  readonly strips: readonly Int8Array[];
  readonly heights: WeightedTable<number> | undefined;
  readonly times: readonly number[];
};

type CompiledFeature = ReturnType<typeof compileFeature>;
export type CompiledOf<Kind extends CompiledFeature['kind']> = Extract<CompiledFeature, { readonly kind: Kind }>;

export type Compiled = Readonly<ReturnType<typeof compile>>;

export function compile(title: SlotTitle) {
  const letters = lettersOf(title);
  const { reels, rows } = title.grid;
  const index = (letter: Letter): number => letters.indexOf(letter);
  const stride = reels * rows + 1;
  const base = compileMode(title.base, index);
  const drops = featureOf(title, 'drops');
  const wildTimes = featureOf(title, 'wildTimes');
  const book = featureOf(title, 'book');
  return {
    title,
    reels,
    rows,
    cells: reels * rows,
    letters,
    /** Index of the wild, -1 without one. */
    wild: title.wild === undefined ? -1 : index(title.wild),
    base,
    free: compileMode({ ...title.base, ...title.free }, index),
    kind: title.pays.kind,
    lines: title.pays.kind === 'lines' ? linesOf(title.pays.lines, title.grid) : [],
    /** Smallest size that pays, and each larger step, for `anywhere` and `cluster`. */
    sizes: 'sizes' in title.pays ? title.pays.sizes : [],
    /** Pay of a letter (index × stride + count or size). */
    pays: paysOf(title, letters, stride),
    stride,
    /** Letters with a pay, by index. */
    paying: Object.keys(title.pays.table).map(index),
    features: title.features.map((feature) => compileFeature(feature, index)),
    isCascade: featureOf(title, 'cascade') !== undefined,
    drops: drops && { letter: index(drops.letter), table: tableOf(drops.values) },
    expandingReels: featureOf(title, 'expandingWild')?.reels ?? [],
    wildTimes: wildTimes && tableOf(wildTimes.values),
    book: book && letterTable(book.special),
  };
}

/** All letters of the strips, in the order of the symbols of the look. */
function lettersOf(title: SlotTitle): Letter[] {
  return Object.keys(title.look.symbols);
}

export function tableOf(weights: Weights<number>): WeightedTable<number> {
  const { total, entries } = letterTable(weights);
  return { total, entries: entries.map(([weight, value]) => [weight, Number(value)] as const) };
}

function letterTable(weights: Weights<Letter>): WeightedTable<Letter> {
  const entries = Object.entries(weights).map(([value, weight]) => [weight, value] as const);
  return { total: entries.reduce((sum, [weight]) => sum + weight, 0), entries };
}

/** The value of a number below the total of the weights. */
export function pick<T>({ entries }: WeightedTable<T>, number: number): T {
  let left = number;
  for (const [weight, value] of entries) {
    if (left < weight) return value;
    left -= weight;
  }
  throw new RangeError(`expected a number below the sum of the weights, got ${number}`);
}

function compileMode({ strips, heights, times }: SlotMode, index: (letter: Letter) => number): CompiledMode {
  return {
    strips: strips.map((strip) => Int8Array.from([...strip], index)),
    heights: heights && tableOf(heights),
    times,
  };
}

function compileFeature(feature: Feature, index: (letter: Letter) => number) {
  switch (feature.kind) {
    case 'freeSpins':
      return { ...feature, letter: index(feature.letter), pays: feature.pays ?? {} };
    case 'holdAndSpin':
      return { ...feature, letter: index(feature.letter), table: tableOf(feature.values) };
    case 'drops':
      return { kind: 'drops' as const, letter: index(feature.letter), table: tableOf(feature.values) };
    case 'cascade':
    case 'expandingWild':
    case 'book':
    case 'wildTimes':
      return feature;
  }
}

function paysOf({ pays }: SlotTitle, letters: readonly Letter[], stride: number): Int32Array {
  const table = new Int32Array(letters.length * stride);
  for (const [letter, amounts] of Object.entries(pays.table)) {
    const first = letters.indexOf(letter) * stride;
    if (pays.kind === 'lines' || pays.kind === 'ways') {
      for (const [place, amount] of amounts.entries()) table[first + RUN_MIN + place] = amount;
    } else {
      for (const [place, size] of pays.sizes.entries()) table.fill(amounts[place] ?? 0, first + size, first + stride);
    }
  }
  return table;
}
