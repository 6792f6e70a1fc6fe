// The format of a slot title: reels, pays, features and look as data. Pays and values count hundredths of the stake.
//
// Always true: a title has no functions. A change of anything that pays is a new revision. The list of kinds is closed:
// a new kind needs its evaluation (board.ts, play.ts), its exact count (exact.ts) and its test.
//
// Elsewhere: validation (read-title.ts), the titles (titles/), names (titles.text.ts), looks (look.ts).

import type { DrawingName } from '@chaba/art/drawings';
import type { PaletteName } from '@chaba/art/palettes';
import type { WorldName } from '@chaba/art/worlds';

import type { SoundSet } from '#studio/wire/sound-set';

/** One character of a strip. */
export type Letter = string;
/** Weight of each value of a draw, in the order of the values. */
export type Weights<Value extends string | number> = Readonly<Record<Value, number>>;
/** By number of letters: hundredths of the stake, or free spins. */
export type ByCount = Readonly<Record<number, number>>;
/** Hundredths of the stake: for 3, 4, 5 (6) reels from the left, or by `sizes`. */
export type PayTable = Readonly<Record<Letter, readonly number[]>>;

export type SlotMode = {
  /** One text a reel. A window shows a stop and those after it, round the end. */
  readonly strips: readonly string[];
  /** Number of rows that a reel shows, drawn before its stop; absent: all rows of the grid. */
  readonly heights?: Weights<number>;
  /** Factors of the first, second, … window of a cascade; the last one continues. */
  readonly times: readonly number[];
};

export type Pays =
  | { readonly kind: 'lines'; readonly lines: LineSet; readonly table: PayTable }
  | { readonly kind: 'ways'; readonly table: PayTable }
  | { readonly kind: 'anywhere' | 'cluster'; readonly sizes: readonly number[]; readonly table: PayTable };

export type LineSet = 'five' | 'ten' | 'twenty' | 'forty';

export type Feature =
  /** Paying cells disappear and the strip above them slides down. */
  | { readonly kind: 'cascade' }
  /** Letters are counted anywhere in the first window. */
  | { readonly kind: 'freeSpins'; readonly letter: Letter; readonly grants: ByCount; readonly pays?: ByCount }
  | {
      readonly kind: 'holdAndSpin';
      readonly letter: Letter;
      /** Number of letters that starts the feature. */
      readonly from: number;
      readonly respins: number;
      /** Prize of a full board, beside its values. */
      readonly full: number;
      /** Probability that an empty cell gets a letter in a respin. */
      readonly chance: readonly [wins: number, of: number];
      readonly values: Weights<number>;
    }
  /** A wild on these reels (from 0) covers its reel. */
  | { readonly kind: 'expandingWild'; readonly reels: readonly number[] }
  /** One letter drawn for a whole feature; in free spins it fills its reels and pays anywhere on every line. */
  | { readonly kind: 'book'; readonly special: Weights<Letter> }
  /** Each wild of a winning line multiplies it. */
  | { readonly kind: 'wildTimes'; readonly values: Weights<number> }
  /** The sum of the values of these letters multiplies what a cascade paid. */
  | { readonly kind: 'drops'; readonly letter: Letter; readonly values: Weights<number> };

export type FeatureKind = Feature['kind'];
type FeatureOf<Kind extends FeatureKind> = Extract<Feature, { readonly kind: Kind }>;

export type CabinetFrame = 'gold' | 'bamboo' | 'silver' | 'teak' | 'jade' | 'lacquer';

export type SlotTitle = {
  readonly gameCode: string;
  /** Code of the provider in the catalogue of a member site. */
  readonly provider: string;
  readonly revision: number;
  /** Date of publication, YYYY-MM-DD. */
  readonly since: string;
  readonly look: {
    readonly world: WorldName;
    readonly palette: PaletteName;
    readonly frame: CabinetFrame;
    readonly sound: SoundSet;
    /** Drawing of each letter, by name. */
    readonly symbols: Readonly<Record<Letter, DrawingName>>;
  };
  readonly grid: { readonly reels: number; readonly rows: number };
  readonly wild?: Letter;
  readonly base: SlotMode;
  readonly free?: Partial<SlotMode>;
  readonly pays: Pays;
  readonly features: readonly Feature[];
};

/** Kind of play that a member chooses by; each title has one. */
export type Mechanic =
  | 'lines'
  | 'waysCascade'
  | 'holdAndSpin'
  | 'variableWays'
  | 'anywhere'
  | 'cluster'
  | 'book'
  | 'threeReels';

export function featureOf<Kind extends FeatureKind>(title: SlotTitle, kind: Kind): FeatureOf<Kind> | undefined {
  return title.features.find((feature): feature is FeatureOf<Kind> => feature.kind === kind);
}

export function mechanicOf(title: SlotTitle): Mechanic {
  if (title.grid.reels === 3) return 'threeReels';
  if (featureOf(title, 'holdAndSpin')) return 'holdAndSpin';
  if (featureOf(title, 'book')) return 'book';
  if (title.pays.kind === 'anywhere' || title.pays.kind === 'cluster') return title.pays.kind;
  if (title.pays.kind === 'lines') return 'lines';
  return title.base.heights ? 'variableWays' : 'waysCascade';
}

/** Number of ways or lines, as the page states it; clusters have none. */
export function countPlaces({ grid, pays }: SlotTitle): number {
  if (pays.kind === 'lines') return LINE_COUNTS[pays.lines];
  return pays.kind === 'ways' ? grid.rows ** grid.reels : 0;
}

export const LINE_COUNTS: Readonly<Record<LineSet, number>> = { five: 5, ten: 10, twenty: 20, forty: 40 };

/** Runs from the left pay from this many reels on. */
export const RUN_MIN = 3;
export const PARTS_OF_STAKE = 100;
/** One spin pays at most this, in hundredths of its stake. */
export const PAY_MAX = 5_000 * PARTS_OF_STAKE;
/** A cascade and a feature end after this many windows and free spins. */
export const WINDOWS_MAX = 50;
export const FREE_SPINS_MAX = 100;
