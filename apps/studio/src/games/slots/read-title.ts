// Validation of a slot title. The error names the place in the definition.
//
// Always true: a title that is read can be compiled, played and counted exactly.

import { drawings } from '@chaba/art/drawings';

import { countWindows } from './cascades.ts';
import { compile } from './compile.ts';
import { computeDistribution, weigh } from './exact.ts';
import { linesOf } from './lines.ts';
import { featureOf, type Feature, type FeatureKind, type SlotMode, type SlotTitle, type Weights } from './title.ts';

/** Windows that are counted for a title at most. */
const COUNTED_MAX = 250_000_000;
const REELS_MAX = 6;
const ROWS_MAX = 7;
/** Features of lines with a wild; no exact count covers two of them together. */
const LINE_FEATURES = ['expandingWild', 'book', 'wildTimes'] as const;

type Rule = readonly [isMet: boolean, place: string, expected: string];

/** Returns the title, or throws at the first rule that it breaks. */
export function readTitle(title: SlotTitle): SlotTitle {
  for (const [isMet, place, expected] of titleRules(title)) {
    if (!isMet) throw new Error(`slot title ${title.gameCode}, ${place}: expected ${expected}`);
  }
  return title;
}

function* titleRules(title: SlotTitle): Generator<Rule> {
  const { gameCode, revision, since, grid, base, free } = title;
  yield [/^[a-z]+(-[a-z]+)+$/.test(gameCode), 'gameCode', 'words joined by hyphens'];
  yield [isPositive(revision), 'revision', 'a positive integer'];
  yield [/^\d{4}-\d{2}-\d{2}$/.test(since), 'since', 'a date YYYY-MM-DD'];
  const isInside = grid.reels >= 3 && grid.reels <= REELS_MAX && grid.rows >= 3 && grid.rows <= ROWS_MAX;
  yield [isInside, 'grid', '3 to 6 reels of 3 to 7 rows'];
  yield* modeRules(title, 'base', base);
  if (free) yield* modeRules(title, 'free', { ...base, ...free });
  yield* letterRules(title);
  yield* payRules(title);
  yield* combinationRules(title);
  for (const feature of title.features) yield* featureRules(title, feature);
  yield* countRules(title);
}

function* modeRules({ grid, look }: SlotTitle, name: string, { strips, heights, times }: SlotMode): Generator<Rule> {
  yield [strips.length === grid.reels, `${name}.strips`, `${grid.reels} strips`];
  for (const [reel, strip] of strips.entries()) {
    const place = `${name}.strips[${reel}]`;
    yield [strip.length >= grid.rows, place, `${grid.rows} stops or more`];
    for (const letter of strip) {
      yield [letter in look.symbols, place, `a drawing of the letter ${letter} in look.symbols`];
    }
  }
  yield [times.length > 0 && times.every(isPositive), `${name}.times`, 'positive integers'];
  if (!heights) return;
  yield weightRule(heights, `${name}.heights`);
  const rows = Object.keys(heights).map(Number);
  const isInside = rows.every((height) => Number.isInteger(height) && height >= 2 && height <= grid.rows);
  yield [isInside, `${name}.heights`, `heights from 2 to ${grid.rows}`];
}

function weightRule(weights: Weights<string> | Weights<number>, place: string): Rule {
  const entries = Object.values(weights);
  return [entries.length > 0 && entries.every(isPositive), place, 'positive integer weights'];
}

/** Each letter has a meaning, and each drawing is used. */
function* letterRules({ features, pays, wild, look }: SlotTitle): Generator<Rule> {
  const special = features.flatMap((feature) => ('letter' in feature ? [feature.letter] : []));
  const known = new Set([...Object.keys(pays.table), ...special, ...(wild === undefined ? [] : [wild])]);
  for (const [letter, name] of Object.entries(look.symbols)) {
    yield [name in drawings, `look.symbols.${letter}`, 'the name of a drawing'];
    yield [letter.length === 1, `look.symbols.${letter}`, 'one character'];
    yield [known.has(letter), `look.symbols.${letter}`, 'a pay, a feature or the wild'];
  }
  for (const letter of known) yield [letter in look.symbols, `look.symbols.${letter}`, 'a drawing'];
}

function* payRules({ pays, grid, wild, base, free }: SlotTitle): Generator<Rule> {
  const length = 'sizes' in pays ? pays.sizes.length : grid.reels - 2;
  for (const [letter, amounts] of Object.entries(pays.table)) {
    const isWhole = amounts.every((amount) => Number.isInteger(amount) && amount >= 0);
    const isRising = amounts.every((amount, index) => amount >= (amounts[index - 1] ?? 0));
    yield [isWhole && isRising && (amounts.at(-1) ?? 0) > 0, `pays.table.${letter}`, 'rising whole hundredths'];
    yield [amounts.length === length, `pays.table.${letter}`, `${length} pays`];
  }
  if (pays.kind === 'lines') linesOf(pays.lines, grid);
  if (pays.kind === 'ways' && wild !== undefined) {
    const isFirst = [base, free].some((mode) => mode?.strips?.[0]?.includes(wild));
    yield [!isFirst, 'base.strips[0]', 'no wild, because a way of wilds would pay for every letter'];
    yield [!(wild in pays.table), 'pays.table', 'no pay of the wild'];
  }
  if ('sizes' in pays) {
    const isRising = pays.sizes.every((size, index) => size > (pays.sizes[index - 1] ?? 2));
    yield [isRising && (pays.sizes.at(-1) ?? 0) <= grid.reels * grid.rows, 'pays.sizes', 'rising sizes from 3 on'];
    yield [wild === undefined, 'wild', 'none for letters that pay anywhere or in clusters'];
  }
}

/** Features that exist together, with pays that they work with. */
function* combinationRules(title: SlotTitle): Generator<Rule> {
  const { features, pays, wild, base, free } = title;
  const has = (kind: FeatureKind): boolean => featureOf(title, kind) !== undefined;
  yield [new Set(features.map(({ kind }) => kind)).size === features.length, 'features', 'each kind once'];
  yield [!has('cascade') || !has('holdAndSpin'), 'features', 'cascade without holdAndSpin'];
  yield [!has('cascade') || pays.kind !== 'lines', 'features', 'a cascade of ways, letters anywhere or clusters'];
  yield [has('cascade') || !('sizes' in pays), 'features', 'a cascade for letters anywhere or clusters'];
  yield [!has('drops') || has('cascade'), 'features', 'drops with a cascade'];
  yield [!has('book') || has('freeSpins'), 'features', 'book with free spins'];
  yield [!base.heights || (pays.kind === 'ways' && !has('cascade')), 'base.heights', 'ways without a cascade'];
  yield [base.heights !== undefined || free?.heights === undefined, 'free.heights', 'heights of the base game'];
  const onLines = LINE_FEATURES.filter(has);
  const isOnLines = pays.kind === 'lines' && wild !== undefined;
  yield [onLines.length <= 1, 'features', `one of ${onLines.join(', ')}`];
  yield [onLines.length === 0 || isOnLines, 'features', `${onLines.join()} on lines with a wild`];
}

function* featureRules({ pays, wild }: SlotTitle, feature: Feature): Generator<Rule> {
  const place = `features.${feature.kind}`;
  if ('values' in feature) yield weightRule(feature.values, `${place}.values`);
  if (feature.kind === 'book') {
    yield weightRule(feature.special, `${place}.special`);
    const isPaying = Object.keys(feature.special).every((letter) => letter in pays.table && letter !== wild);
    yield [isPaying, `${place}.special`, 'letters with a pay'];
  }
  if (feature.kind === 'holdAndSpin') {
    const [wins, of] = feature.chance;
    yield [isPositive(wins) && isPositive(of) && wins < of, `${place}.chance`, 'a part of a whole'];
    yield [feature.respins > 0 && feature.respins <= 3, `${place}.respins`, 'one to three'];
    yield [feature.from > 1, `${place}.from`, 'two letters or more'];
    yield [!(feature.letter in pays.table), `${place}.letter`, 'a letter without a pay'];
  }
}

function* countRules(title: SlotTitle): Generator<Rule> {
  const compiled = compile(title);
  for (const name of ['base', 'free'] as const) {
    const mode = compiled[name];
    const isCountable = !compiled.isCascade || countWindows(mode) <= COUNTED_MAX;
    yield [isCountable, `${name}.strips`, `${COUNTED_MAX} windows at most`];
    for (const feature of compiled.features) {
      if (feature.kind !== 'freeSpins') continue;
      const granted = weigh(feature.grants, computeDistribution(compiled, mode, feature.letter));
      const isEnding = granted.numerator < granted.denominator;
      yield [isEnding, 'features.freeSpins.grants', 'less than one free spin granted by each'];
    }
  }
}

function isPositive(value: number): boolean {
  return Number.isInteger(value) && value > 0;
}
