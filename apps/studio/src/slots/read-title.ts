// Validation of a slot title. The error names the place in the definition.
//
// Always true: a title that is read can be compiled, played and counted exactly.

import { drawings } from '#studio/art/drawings';

import { countWindows } from './cascades.ts';
import { computeDistribution } from './exact.ts';
import { compile } from './compile.ts';
import { linesOf } from './lines.ts';
import { toNumber } from './fraction.ts';
import { featureOf, type FeatureKind, type SlotMode, type SlotTitle, type Weights } from './title.ts';

/** Windows that are counted for a title at most. */
const COUNTED_MAX = 250_000_000;
const REELS_MAX = 6;
const ROWS_MAX = 7;
/** Pairs of features that no exact count covers together. */
const EXCLUSIVE: readonly (readonly [FeatureKind, FeatureKind])[] = [
  ['cascade', 'holdAndSpin'],
  ['cascade', 'expandingWild'],
  ['cascade', 'book'],
  ['cascade', 'wildTimes'],
  ['book', 'expandingWild'],
  ['book', 'wildTimes'],
  ['expandingWild', 'wildTimes'],
];

export function readTitle(title: SlotTitle): SlotTitle {
  const fail = (place: string, expected: string): never => {
    throw new Error(`slot title ${title.gameCode}, ${place}: expected ${expected}`);
  };
  const check = (isTrue: boolean, place: string, expected: string): void => {
    if (!isTrue) fail(place, expected);
  };
  check(/^[a-z]+(-[a-z]+)+$/.test(title.gameCode), 'gameCode', 'words joined by hyphens');
  check(Number.isInteger(title.revision) && title.revision > 0, 'revision', 'a positive integer');
  check(/^\d{4}-\d{2}-\d{2}$/.test(title.since), 'since', 'a date YYYY-MM-DD');
  const { reels, rows } = title.grid;
  check(reels >= 3 && reels <= REELS_MAX && rows >= 3 && rows <= ROWS_MAX, 'grid', '3 to 6 reels of 3 to 7 rows');
  checkMode(title, 'base', title.base, check);
  if (title.free) checkMode(title, 'free', { ...title.base, ...title.free }, check);
  checkLetters(title, check);
  checkPays(title, check);
  checkFeatures(title, check);
  checkCounts(title, check);
  return title;
}

type Check = (isTrue: boolean, place: string, expected: string) => void;

function checkMode({ grid, look }: SlotTitle, name: string, { strips, heights, times }: SlotMode, check: Check): void {
  check(strips.length === grid.reels, `${name}.strips`, `${grid.reels} strips`);
  for (const [reel, strip] of strips.entries()) {
    check(strip.length >= grid.rows, `${name}.strips[${reel}]`, `${grid.rows} stops or more`);
    for (const letter of strip) {
      check(letter in look.symbols, `${name}.strips[${reel}]`, `a drawing of the letter ${letter} in look.symbols`);
    }
  }
  check(
    times.length > 0 && times.every((factor) => Number.isInteger(factor) && factor > 0),
    `${name}.times`,
    'positive integers',
  );
  if (!heights) return;
  checkWeights(heights, `${name}.heights`, check);
  const isInside = Object.keys(heights)
    .map(Number)
    .every((height) => Number.isInteger(height) && height >= 2 && height <= grid.rows);
  check(isInside, `${name}.heights`, `heights from 2 to ${grid.rows}`);
}

function checkWeights(weights: Weights<string> | Weights<number>, place: string, check: Check): void {
  const entries = Object.values(weights);
  const isGood = entries.length > 0 && entries.every((weight) => Number.isInteger(weight) && weight > 0);
  check(isGood, place, 'positive integer weights');
}

/** Each letter has a meaning, and each drawing is used. */
function checkLetters(title: SlotTitle, check: Check): void {
  const special = title.features.flatMap((feature) => ('letter' in feature ? [feature.letter] : []));
  const known = new Set([
    ...Object.keys(title.pays.table),
    ...special,
    ...(title.wild === undefined ? [] : [title.wild]),
  ]);
  for (const [letter, name] of Object.entries(title.look.symbols)) {
    check(name in drawings, `look.symbols.${letter}`, 'the name of a drawing');
    check(letter.length === 1, `look.symbols.${letter}`, 'one character');
    check(known.has(letter), `look.symbols.${letter}`, 'a pay, a feature or the wild');
  }
  for (const letter of known) check(letter in title.look.symbols, `look.symbols.${letter}`, 'a drawing');
}

function checkPays(title: SlotTitle, check: Check): void {
  const { pays, grid, wild } = title;
  for (const [letter, amounts] of Object.entries(pays.table)) {
    const isWhole = amounts.every((amount) => Number.isInteger(amount) && amount >= 0);
    const isRising = amounts.every((amount, index) => amount >= (amounts[index - 1] ?? 0));
    check(isWhole && isRising && (amounts.at(-1) ?? 0) > 0, `pays.table.${letter}`, 'rising whole hundredths');
    const length = 'sizes' in pays ? pays.sizes.length : grid.reels - 2;
    check(amounts.length === length, `pays.table.${letter}`, `${length} pays`);
  }
  if (pays.kind === 'lines') linesOf(pays.lines, grid);
  if (pays.kind === 'ways') {
    const isFirst = wild !== undefined && [title.base, title.free].some((mode) => mode?.strips?.[0]?.includes(wild));
    check(!isFirst, 'base.strips[0]', 'no wild, because a way of wilds would pay for every letter');
    check(wild === undefined || !(wild in pays.table), 'pays.table', 'no pay of the wild');
  }
  if ('sizes' in pays) {
    const isRising = pays.sizes.every((size, index) => size > (pays.sizes[index - 1] ?? 2));
    check(isRising && (pays.sizes.at(-1) ?? 0) <= grid.reels * grid.rows, 'pays.sizes', 'rising sizes from 3 on');
    check(wild === undefined, 'wild', 'none for letters that pay anywhere or in clusters');
  }
}

function checkFeatures(title: SlotTitle, check: Check): void {
  const { features, pays, wild, base, free } = title;
  const has = (kind: FeatureKind): boolean => featureOf(title, kind) !== undefined;
  check(new Set(features.map(({ kind }) => kind)).size === features.length, 'features', 'each kind once');
  for (const [one, other] of EXCLUSIVE) check(!has(one) || !has(other), 'features', `${one} without ${other}`);
  check(!has('cascade') || pays.kind !== 'lines', 'features', 'a cascade of ways, letters anywhere or clusters');
  check(has('cascade') || !('sizes' in pays), 'features', 'a cascade for letters anywhere or clusters');
  check(!has('drops') || has('cascade'), 'features', 'drops with a cascade');
  check(!base.heights || (pays.kind === 'ways' && !has('cascade')), 'base.heights', 'ways without a cascade');
  check(base.heights !== undefined || free?.heights === undefined, 'free.heights', 'heights of the base game');
  for (const kind of ['expandingWild', 'book', 'wildTimes'] as const) {
    check(!has(kind) || (pays.kind === 'lines' && wild !== undefined), 'features', `${kind} on lines with a wild`);
  }
  for (const feature of features) {
    const place = `features.${feature.kind}`;
    if ('values' in feature) checkWeights(feature.values, `${place}.values`, check);
    if (feature.kind === 'book') {
      checkWeights(feature.special, `${place}.special`, check);
      const isPaying = Object.keys(feature.special).every((letter) => letter in pays.table && letter !== wild);
      check(isPaying && has('freeSpins'), `${place}.special`, 'letters with a pay, in a title with free spins');
    }
    if (feature.kind === 'holdAndSpin') {
      const [wins, of] = feature.chance;
      check(
        Number.isInteger(wins) && Number.isInteger(of) && wins > 0 && wins < of,
        `${place}.chance`,
        'a part of a whole',
      );
      check(
        feature.respins > 0 && feature.respins <= 3 && feature.from > 1,
        place,
        'one to three respins from two letters on',
      );
      check(!(feature.letter in pays.table), `${place}.letter`, 'a letter without a pay');
    }
  }
}

function checkCounts(title: SlotTitle, check: Check): void {
  const compiled = compile(title);
  for (const name of ['base', 'free'] as const) {
    const mode = compiled[name];
    if (compiled.isCascade) {
      check(countWindows(mode) <= COUNTED_MAX, `${name}.strips`, `${COUNTED_MAX} windows at most`);
    }
    for (const feature of compiled.features) {
      if (feature.kind !== 'freeSpins') continue;
      const seen = computeDistribution(compiled, mode, feature.letter);
      const granted = seen.reduce((sum, chance, count) => sum + toNumber(chance) * (feature.grants[count] ?? 0), 0);
      check(granted < 1, 'features.freeSpins.grants', 'less than one free spin granted by each');
    }
  }
}
