// The cells of a round: filled from stops, evaluated window by window, with the strip sliding down.
//
// Always true: a pay is a whole number of hundredths of the stake. The stops and heights decide every window of a
// cascade, because the cells that slide down are those above on the strip. One board is used by one round at a time.
//
// Elsewhere: the order of draws and features (play.ts), exact counts (exact.ts).

import type { Compiled, CompiledMode } from './compile.ts';
import { type Letter, RUN_MIN } from './title.ts';

/** A place of the board: reel from the left, row from the top, both from 0. */
export type Cell = readonly [reel: number, row: number];

export type Win = {
  readonly letter: Letter;
  /** Reels of a run, or letters that pay together. */
  readonly count: number;
  /** Index of the line. */
  readonly line?: number;
  readonly ways?: number;
  readonly cells: readonly Cell[];
  /** In hundredths of the stake, with its factors. */
  readonly pay: number;
};

type LineWin = { readonly letter: number; readonly count: number; readonly pay: number };

const UNKNOWN = -1;
/** Lines on more letters than this are evaluated without a table. */
const LINE_TABLE_MAX = 2_000_000;

export class Board {
  readonly compiled: Compiled;
  readonly cells: Int8Array;
  readonly heights: Int8Array;
  /** Factor of each cell with a wild; 1 elsewhere. */
  readonly wildValues: Int32Array;
  /** 1: the cell paid in the window that was evaluated last. */
  readonly gone: Uint8Array;
  readonly #above: Int32Array;
  readonly #counts: Int32Array;
  readonly #linePays: Int32Array | undefined;
  readonly #lineCells: Int32Array;
  /** The first cell of the cluster of each cell, directly or through others, and the size of each cluster. */
  readonly #roots: Int32Array;
  readonly #members: Int32Array;
  #mode: CompiledMode;
  #hasGone = false;

  constructor(compiled: Compiled) {
    const { reels, rows, letters, lines } = compiled;
    this.compiled = compiled;
    this.#mode = compiled.base;
    this.cells = new Int8Array(reels * rows);
    this.heights = new Int8Array(reels).fill(rows);
    this.wildValues = new Int32Array(reels * rows).fill(1);
    this.gone = new Uint8Array(reels * rows);
    this.#above = new Int32Array(reels);
    this.#counts = new Int32Array(letters.length);
    this.#roots = new Int32Array(reels * rows);
    this.#members = new Int32Array(reels * rows);
    this.#lineCells = Int32Array.from(lines.flatMap((line) => line.map((row, reel) => reel * rows + row)));
    const combinations = letters.length ** reels;
    const hasTable = compiled.kind === 'lines' && combinations <= LINE_TABLE_MAX;
    this.#linePays = hasTable ? new Int32Array(combinations).fill(UNKNOWN) : undefined;
  }

  use(mode: CompiledMode): void {
    this.#mode = mode;
  }

  /** Puts a reel on a stop. */
  fill(reel: number, stop: number, height = this.compiled.rows): void {
    const strip = this.#mode.strips[reel] ?? new Int8Array(1);
    const first = reel * this.compiled.rows;
    this.heights[reel] = height;
    let place = stop;
    for (let row = 0; row < height; row += 1) {
      this.cells[first + row] = strip[place] ?? 0;
      place = place + 1 === strip.length ? 0 : place + 1;
    }
    this.#above[reel] = stop - 1;
  }

  /** Number of visible cells with a letter. */
  count(letter: number): number {
    const { reels, rows } = this.compiled;
    let seen = 0;
    for (let reel = 0; reel < reels; reel += 1) {
      const end = reel * rows + (this.heights[reel] ?? 0);
      for (let cell = reel * rows; cell < end; cell += 1) if (this.cells[cell] === letter) seen += 1;
    }
    return seen;
  }

  cellsWith(letter: number): Cell[] {
    return this.#cellsWhere((cell) => this.cells[cell] === letter);
  }

  /** Pay of the window times a factor; adds its wins to the list. */
  evaluate(times: number, wins?: Win[]): number {
    const { kind } = this.compiled;
    if (kind === 'lines') return this.#evaluateLines(times, wins);
    if (this.#hasGone) this.gone.fill(0);
    this.#hasGone = false;
    if (kind === 'ways') return this.#evaluateWays(times, wins);
    return kind === 'anywhere' ? this.#evaluateAnywhere(times, wins) : this.#evaluateClusters(times, wins);
  }

  /** Removes the cells that paid and lets each strip slide down. */
  slide(): void {
    const { reels, rows } = this.compiled;
    for (let reel = 0; reel < reels; reel += 1) {
      const strip = this.#mode.strips[reel] ?? new Int8Array(1);
      const first = reel * rows;
      let place = first + rows - 1;
      for (let cell = place; cell >= first; cell -= 1) {
        if (this.gone[cell] === 1) continue;
        this.cells[place] = this.cells[cell] ?? 0;
        place -= 1;
      }
      let above = this.#above[reel] ?? 0;
      for (; place >= first; place -= 1) {
        if (above < 0) above += strip.length;
        this.cells[place] = strip[above] ?? 0;
        above -= 1;
      }
      this.#above[reel] = above;
    }
  }

  /** The visible letters of each reel, top to bottom. */
  window(): Letter[][] {
    const { reels, rows, letters } = this.compiled;
    return Array.from({ length: reels }, (_reel, reel) =>
      Array.from({ length: this.heights[reel] ?? 0 }, (_row, row) => letters[this.cells[reel * rows + row] ?? 0] ?? ''),
    );
  }

  #evaluateLines(times: number, wins: Win[] | undefined): number {
    const { reels, letters, lines, wildTimes } = this.compiled;
    const cells = this.#lineCells;
    let pay = 0;
    for (let line = 0, place = 0; line < lines.length; line += 1, place += reels) {
      let linePay: number;
      if (this.#linePays) {
        let key = 0;
        for (let reel = 0; reel < reels; reel += 1) {
          key = key * letters.length + (this.cells[cells[place + reel] ?? 0] ?? 0);
        }
        linePay = this.#linePays[key] ?? 0;
        if (linePay === UNKNOWN) linePay = this.#linePays[key] = this.#lineWin(place).pay;
      } else linePay = this.#lineWin(place).pay;
      if (linePay === 0) continue;
      const win = wins || wildTimes ? this.#lineWin(place) : undefined;
      if (wildTimes && win) {
        for (let reel = 0; reel < win.count; reel += 1) linePay *= this.wildValues[cells[place + reel] ?? 0] ?? 1;
      }
      pay += linePay * times;
      if (wins && win) this.#pushLine(wins, line, win, linePay * times);
    }
    return pay;
  }

  #pushLine(wins: Win[], line: number, { letter, count }: LineWin, pay: number): void {
    const rows = this.compiled.lines[line] ?? [];
    const cells = rows.slice(0, count).map((row, reel) => [reel, row] as const);
    wins.push({ letter: this.compiled.letters[letter] ?? '', count, line, cells, pay });
  }

  /** The better of the run of wilds and the run that they help; the longer one of two that pay the same. */
  #lineWin(place: number): LineWin {
    const { reels, wild } = this.compiled;
    const at = (reel: number): number => this.cells[this.#lineCells[place + reel] ?? 0] ?? 0;
    return evaluateRun(this.compiled, reels, wild, at);
  }

  /** Each letter of the first reel, through the following reels. The first reel has no wilds. */
  #evaluateWays(times: number, wins: Win[] | undefined): number {
    const { reels, rows, letters, wild, pays, stride } = this.compiled;
    const { cells, heights } = this;
    let pay = 0;
    for (let row = 0; row < (heights[0] ?? 0); row += 1) {
      const letter = cells[row] ?? 0;
      if (this.#isAbove(letter, row)) continue;
      let [ways, count] = [1, 0];
      for (; count < reels; count += 1) {
        const end = count * rows + (heights[count] ?? 0);
        let seen = 0;
        for (let cell = count * rows; cell < end; cell += 1) {
          if (cells[cell] === letter || cells[cell] === wild) seen += 1;
        }
        if (seen === 0) break;
        ways *= seen;
      }
      const each = count < RUN_MIN ? 0 : (pays[letter * stride + count] ?? 0);
      if (each === 0) continue;
      pay += each * ways * times;
      this.#markReels(letter, count);
      if (wins) {
        const found = this.#cellsWhere(
          (cell, reel) => reel < count && (cells[cell] === letter || cells[cell] === wild),
        );
        wins.push({ letter: letters[letter] ?? '', count, ways, cells: found, pay: each * ways * times });
      }
    }
    return pay;
  }

  /** Whether the first reel shows the letter in a row above. */
  #isAbove(letter: number, row: number): boolean {
    for (let above = 0; above < row; above += 1) if (this.cells[above] === letter) return true;
    return false;
  }

  #evaluateAnywhere(times: number, wins: Win[] | undefined): number {
    const { letters, pays, stride, paying } = this.compiled;
    const counts = this.#counts.fill(0);
    for (const letter of this.cells) counts[letter] = (counts[letter] ?? 0) + 1;
    let pay = 0;
    for (const letter of paying) {
      const count = counts[letter] ?? 0;
      const each = pays[letter * stride + count] ?? 0;
      if (each === 0) continue;
      pay += each * times;
      this.#hasGone = true;
      for (let cell = 0; cell < this.cells.length; cell += 1) if (this.cells[cell] === letter) this.gone[cell] = 1;
      if (wins) wins.push({ letter: letters[letter] ?? '', count, cells: this.cellsWith(letter), pay: each * times });
    }
    return pay;
  }

  #evaluateClusters(times: number, wins: Win[] | undefined): number {
    const { letters, pays, stride, sizes, rows } = this.compiled;
    const { cells, gone } = this;
    const [roots, members] = [this.#roots, this.#members];
    const least = sizes[0] ?? 1;
    this.#joinNeighbours();
    let pay = 0;
    for (let root = 0; root < cells.length; root += 1) {
      const size = members[root] ?? 0;
      if (roots[root] !== root || size < least) continue;
      const letter = cells[root] ?? 0;
      const each = pays[letter * stride + size] ?? 0;
      if (each === 0) continue;
      pay += each * times;
      this.#hasGone = true;
      const found: Cell[] | undefined = wins && [];
      for (let cell = root; cell < cells.length; cell += 1) {
        if (cells[cell] !== letter || this.#rootOf(cell) !== root) continue;
        gone[cell] = 1;
        found?.push([Math.floor(cell / rows), cell % rows]);
      }
      if (wins && found) wins.push({ letter: letters[letter] ?? '', count: size, cells: found, pay: each * times });
    }
    return pay;
  }

  /** Assigns one root, the first cell, to all connected cells, with their number. */
  #joinNeighbours(): void {
    const { rows } = this.compiled;
    const { cells } = this;
    const [roots, members] = [this.#roots, this.#members];
    for (let cell = 0, row = 0; cell < cells.length; cell += 1) {
      const letter = cells[cell];
      let root = cell;
      let size = 1;
      if (row > 0 && cells[cell - 1] === letter) {
        root = this.#rootOf(cell - 1);
        size = (members[root] ?? 0) + 1;
      }
      if (cell >= rows && cells[cell - rows] === letter) {
        const left = this.#rootOf(cell - rows);
        if (left < root) {
          roots[root] = left;
          size += members[left] ?? 0;
          root = left;
        } else if (left > root) {
          roots[left] = root;
          size += members[left] ?? 0;
        } else if (root === cell) size = (members[left] ?? 0) + 1;
      }
      roots[cell] = root;
      members[root] = size;
      row = row + 1 === rows ? 0 : row + 1;
    }
  }

  #rootOf(cell: number): number {
    let root = cell;
    while (this.#roots[root] !== root) root = this.#roots[root] ?? 0;
    return root;
  }

  #markReels(letter: number, count: number): void {
    const { rows, wild, isCascade } = this.compiled;
    if (!isCascade) return;
    this.#hasGone = true;
    for (let cell = 0; cell < count * rows; cell += 1) {
      if (this.cells[cell] === letter || this.cells[cell] === wild) this.gone[cell] = 1;
    }
  }

  #cellsWhere(holds: (cell: number, reel: number) => boolean): Cell[] {
    const { reels, rows } = this.compiled;
    const found: Cell[] = [];
    for (let reel = 0; reel < reels; reel += 1) {
      for (let row = 0; row < (this.heights[reel] ?? 0); row += 1) {
        if (holds(reel * rows + row, reel)) found.push([reel, row]);
      }
    }
    return found;
  }
}

/** The pay of letters from the left: the better of the run of wilds and the run that they help. */
export function evaluateRun(
  { pays, stride }: Pick<Compiled, 'pays' | 'stride'>,
  reels: number,
  wild: number,
  at: (reel: number) => number,
): LineWin {
  let wilds = 0;
  while (wilds < reels && at(wilds) === wild) wilds += 1;
  const wildPay = wild >= 0 && wilds >= RUN_MIN ? (pays[wild * stride + wilds] ?? 0) : 0;
  if (wilds === reels) return { letter: wild, count: wilds, pay: wildPay };
  const helped = at(wilds);
  let count = wilds + 1;
  while (count < reels && (at(count) === helped || at(count) === wild)) count += 1;
  const helpedPay = count >= RUN_MIN ? (pays[helped * stride + count] ?? 0) : 0;
  return helpedPay > 0 && helpedPay >= wildPay
    ? { letter: helped, count, pay: helpedPay }
    : { letter: wild, count: wilds, pay: wildPay };
}
