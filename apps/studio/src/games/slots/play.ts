// The round of a slot title: draw, evaluate, features, settle.
//
// Always true: pure. The same numbers give the same round on the server, the page and the verifier. Draws come in one
// order: reel by reel from the left its height (where heights vary) and its stop, the factors of wilds, then each
// feature in the order of the title. `times` multiplies windows and scatters, not the prizes of hold-and-spin.
//
// Elsewhere: evaluation of a window (board.ts), exact counts (exact.ts), the stream of numbers (fairness/draw.ts).

import type { NextNumber } from '#studio/fairness/draw';

import { type Board, type Cell, type Win } from './board.ts';
import { type CompiledMode, type CompiledOf, pick, type WeightedTable } from './compile.ts';
import { FREE_SPINS_MAX, type Letter, PAY_MAX, WINDOWS_MAX } from './title.ts';

/** State that lasts from one free spin to the next: the letter of a book. */
export type Carry = Letter | undefined;

/** Coins of a hold-and-spin by cell (reel × rows + row), 0 where there is none. */
export type HoldStep = { readonly values: readonly number[]; readonly left: number };

type CellValue = readonly [cell: Cell, value: number];

export type Scene =
  | {
      readonly kind: 'window';
      readonly cells: readonly (readonly Letter[])[];
      /** Reels that a wild covers, and the cells after that. */
      readonly expanded?: readonly number[];
      readonly wildValues?: readonly CellValue[];
      readonly times: number;
      readonly wins: readonly Win[];
      readonly pay: number;
    }
  | { readonly kind: 'drops'; readonly values: readonly CellValue[]; readonly times: number; readonly pay: number }
  | {
      readonly kind: 'scatter';
      readonly count: number;
      readonly cells: readonly Cell[];
      readonly pay: number;
      readonly freeSpins: number;
    }
  | { readonly kind: 'hold'; readonly steps: readonly HoldStep[]; readonly isFull: boolean; readonly pay: number }
  | { readonly kind: 'special'; readonly letter: Letter }
  | { readonly kind: 'book'; readonly letter: Letter; readonly reels: readonly number[]; readonly pay: number };

export type SlotOutcome = { readonly pay: number; readonly freeSpins: number; readonly carry: Carry };
export type SlotRound = SlotOutcome & { readonly scenes: readonly Scene[]; readonly numbers: readonly number[] };

/** Maximum number of numbers that a round uses. */
const NUMBERS_MAX = 400;

/** A whole round with its scenes and the numbers that it used. */
export function play(board: Board, isFree: boolean, carry: Carry, next: NextNumber): SlotRound {
  const scenes: Scene[] = [];
  const numbers: number[] = [];
  const outcome = playFast(
    board,
    isFree,
    carry,
    (size) => {
      const number = next(size);
      numbers.push(number);
      return number;
    },
    scenes,
  );
  if (numbers.length > NUMBERS_MAX) throw new RangeError(`a round takes ${NUMBERS_MAX} numbers at most`);
  return { ...outcome, scenes, numbers };
}

/** The same round without its numbers, and with scenes only where a list is given. */
export function playFast(board: Board, isFree: boolean, carry: Carry, next: NextNumber, scenes?: Scene[]): SlotOutcome {
  const { compiled } = board;
  const mode = isFree ? compiled.free : compiled.base;
  drawWindow(board, mode, next);
  const seen: Seen = { isFree, carry, mode, pay: 0, freeSpins: 0 };
  const counts = compiled.features.map((feature) => ('letter' in feature ? board.count(feature.letter) : 0));
  const scatters =
    scenes && compiled.features.map((feature) => (feature.kind === 'freeSpins' ? board.cellsWith(feature.letter) : []));
  const held = compiled.features.some(
    (feature, index) => feature.kind === 'holdAndSpin' && (counts[index] ?? 0) >= feature.from,
  )
    ? board.cells.slice()
    : undefined;
  seen.pay += payWindows(board, mode, next, scenes);
  for (const [index, feature] of compiled.features.entries()) {
    const count = counts[index] ?? 0;
    if (feature.kind === 'drops') seen.pay += seen.pay === 0 ? 0 : payDrops(board, feature, seen.pay, next, scenes);
    else if (feature.kind === 'freeSpins') grantFreeSpins(feature, count, seen, scatters?.[index] ?? [], scenes);
    else if (feature.kind === 'holdAndSpin' && held && count >= feature.from) {
      seen.pay += holdAndSpin(feature, held, next, scenes);
    } else if (feature.kind === 'book') seen.pay += payBook(board, seen, next, scenes);
  }
  return { pay: Math.min(seen.pay, PAY_MAX), freeSpins: seen.freeSpins, carry: seen.carry };
}

/** State of a round while its features are played. */
type Seen = { readonly isFree: boolean; readonly mode: CompiledMode; carry: Carry; pay: number; freeSpins: number };

function drawWindow(board: Board, mode: CompiledMode, next: NextNumber): void {
  board.use(mode);
  for (const [reel, strip] of mode.strips.entries()) {
    const height = mode.heights ? pick(mode.heights, next(mode.heights.total)) : undefined;
    board.fill(reel, next(strip.length), height);
  }
}

/** Pays the first window and, in a cascade, those that follow from it. */
function payWindows(board: Board, mode: CompiledMode, next: NextNumber, scenes?: Scene[]): number {
  const { compiled } = board;
  const before = scenes && board.window();
  const expanded = compiled.expandingReels.length > 0 ? expandWilds(board) : [];
  const wildValues = compiled.wildTimes ? drawWildTimes(board, compiled.wildTimes, next) : undefined;
  let total = 0;
  for (let step = 0; step < WINDOWS_MAX; step += 1) {
    const times = mode.times[Math.min(step, mode.times.length - 1)] ?? 1;
    const wins: Win[] | undefined = scenes && [];
    const cells = step === 0 && before ? before : scenes && board.window();
    const pay = board.evaluate(times, wins);
    total += pay;
    if (scenes && cells && wins) {
      scenes.push({
        kind: 'window',
        cells,
        times,
        wins,
        pay,
        ...(expanded.length > 0 && { expanded }),
        ...(wildValues && wildValues.length > 0 && { wildValues }),
      });
    }
    if (pay === 0 || !compiled.isCascade) break;
    board.slide();
  }
  return total;
}

function expandWilds(board: Board): number[] {
  const { rows, wild, expandingReels } = board.compiled;
  const expanded = expandingReels.filter((reel) => board.cells.subarray(reel * rows, (reel + 1) * rows).includes(wild));
  for (const reel of expanded) board.cells.fill(wild, reel * rows, (reel + 1) * rows);
  return expanded;
}

function drawWildTimes(board: Board, table: WeightedTable<number>, next: NextNumber): CellValue[] {
  const drawn: CellValue[] = [];
  board.wildValues.fill(1);
  for (const [reel, row] of board.cellsWith(board.compiled.wild)) {
    const value = pick(table, next(table.total));
    board.wildValues[reel * board.compiled.rows + row] = value;
    drawn.push([[reel, row], value]);
  }
  return drawn;
}

/** Adds the pay of the drops of the last window to a cascade that paid. */
function payDrops(
  board: Board,
  feature: CompiledOf<'drops'>,
  paid: number,
  next: NextNumber,
  scenes?: Scene[],
): number {
  const values = board
    .cellsWith(feature.letter)
    .map((cell) => [cell, pick(feature.table, next(feature.table.total))] as const);
  if (values.length === 0) return 0;
  const times = values.reduce((sum, [, value]) => sum + value, 0);
  const pay = paid * (times - 1);
  scenes?.push({ kind: 'drops', values, times, pay });
  return pay;
}

function grantFreeSpins(
  { grants, pays }: CompiledOf<'freeSpins'>,
  count: number,
  seen: Seen,
  cells: readonly Cell[],
  scenes?: Scene[],
): void {
  const most = (table: Readonly<Record<number, number>>): number => table[count] ?? 0;
  const pay = most(pays) * (seen.mode.times[0] ?? 1);
  const freeSpins = Math.min(most(grants), FREE_SPINS_MAX);
  seen.pay += pay;
  seen.freeSpins += freeSpins;
  if (pay > 0 || freeSpins > 0) scenes?.push({ kind: 'scatter', count, cells, pay, freeSpins });
}

/** Draws the letter of a new feature; in free spins pays the letter of the feature that runs. */
function payBook(board: Board, seen: Seen, next: NextNumber, scenes?: Scene[]): number {
  const { book, rows, letters, lines, pays, stride } = board.compiled;
  if (!book) return 0;
  if (!seen.isFree) {
    if (seen.freeSpins > 0) {
      seen.carry = pick(book, next(book.total));
      scenes?.push({ kind: 'special', letter: seen.carry });
    }
    return 0;
  }
  const special = letters.indexOf(seen.carry ?? '');
  const reels = [...board.heights.keys()].filter((reel) =>
    board.cells.subarray(reel * rows, (reel + 1) * rows).includes(special),
  );
  const pay = special < 0 ? 0 : (pays[special * stride + reels.length] ?? 0) * lines.length * (seen.mode.times[0] ?? 1);
  if (pay > 0) scenes?.push({ kind: 'book', letter: seen.carry ?? '', reels, pay });
  return pay;
}

function holdAndSpin(
  { letter, respins, full, chance: [wins, of], table }: CompiledOf<'holdAndSpin'>,
  cells: Int8Array,
  next: NextNumber,
  scenes?: Scene[],
): number {
  const draw = (): number => pick(table, next(table.total));
  const values = Array.from(cells, (cell) => (cell === letter ? draw() : 0));
  const steps: HoldStep[] = [];
  let left = respins;
  let filled = values.filter((value) => value > 0).length;
  if (scenes) steps.push({ values: [...values], left });
  while (left > 0 && filled < values.length) {
    left -= 1;
    for (const [cell, value] of values.entries()) {
      if (value > 0 || next(of) >= wins) continue;
      values[cell] = draw();
      filled += 1;
      left = respins;
    }
    if (scenes) steps.push({ values: [...values], left });
  }
  const isFull = filled === values.length;
  const pay = values.reduce((sum, value) => sum + value, 0) + (isFull ? full : 0);
  scenes?.push({ kind: 'hold', steps, isFull, pay });
  return pay;
}

/** Numbers of a stored round, in their order; each must fit its draw. */
export function replay(numbers: readonly number[]): NextNumber {
  let place = 0;
  return (size) => {
    const number = numbers[place];
    place += 1;
    if (number === undefined || number >= size) {
      throw new RangeError(`expected a number below ${size} at place ${place}`);
    }
    return number;
  };
}
