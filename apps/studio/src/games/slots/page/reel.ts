// One reel: a strip of symbol images that turns downwards and comes to rest on its window.
//
//     resting ──start──▶ turning (an endless loop) ──land──▶ slowing ──▶ resting
//
// Always true: only the strip's transform moves, on the compositor; what the strip shows changes when it starts and
// when it slows, at the same place, so nothing jumps. Its cells are created once and only change their pictures: no
// frame of a round creates an element or lays one out. With reduced motion it changes at once.

import type { Images } from '#studio/page-kit/bitmaps';
import { el } from '#studio/page-kit/dom';
import { isMotionReduced, pause } from '#studio/page-kit/motion';

const CELL_MS = 44;
/** Cells of a loop in addition to those of a window. */
const LOOP_EXTRA = 6;
export const SLOWING_CELLS = 3;
/** Duration of slowing down, relative to the same distance at full speed: the slope of its easing. */
const SLOWING_FACTOR = 2;
const SETTLE_PX = 4;
const SETTLE_MS = 120;
export const SINK_MS = 260;
const PULSE_MS = 420;
export const FALL_MS_A_CELL = 110;

export type Symbols = readonly string[];
type Filler = (count: number) => Symbols;

export class Reel {
  readonly root = el('div', { class: 'reel' });
  readonly #strip = el('div', { class: 'strip' });
  readonly #cells: readonly HTMLImageElement[];
  readonly #images: Images;
  readonly #loopCells: number;
  /** Letter of each cell. */
  readonly #pictured: string[] = [];
  /** The cell on top of the window while the reel rests. */
  #top = 0;
  #shown: Symbols;
  #turning: Animation | undefined;
  #loop: Symbols = [];

  /** A reel shows so many rows at most, and those of its window when it rests. */
  constructor(images: Images, shown: Symbols, rowsMax: number) {
    this.#images = images;
    this.#shown = shown;
    this.#loopCells = rowsMax > 4 ? rowsMax + 2 : LOOP_EXTRA + rowsMax;
    // A loop shows its window twice; slowing down needs three windows and a cell.
    const count = Math.max(this.#loopCells + rowsMax, rowsMax * 2 + SLOWING_CELLS + 2);
    this.#cells = Array.from({ length: count }, () => {
      const cell = el('img', { class: 'cell', alt: '', draggable: 'false' });
      cell.decoding = 'sync';
      return cell;
    });
    this.#strip.append(...this.#cells);
    this.root.append(this.#strip);
    this.show(shown);
  }

  show(symbols: Symbols): void {
    this.#turning?.cancel();
    this.#turning = undefined;
    this.#setShown(symbols);
    this.#picture(symbols, this.#top);
    this.#rest(this.#top);
  }

  /** Rows that are part of a win; undefined dims nothing. */
  mark(rows: ReadonlySet<number> | undefined): void {
    for (const [row, cell] of this.#visible().entries()) {
      cell.classList.toggle('dim', rows !== undefined && !rows.has(row));
    }
  }

  /** Lets cells grow and shrink once. */
  pulse(rows: readonly boolean[]): void {
    if (isMotionReduced()) return;
    for (const cell of this.#visible().filter((_, row) => rows[row] === true)) {
      cell.animate([{}, { transform: 'scale(1.16)' }, {}], { duration: PULSE_MS, easing: 'ease-out' });
    }
  }

  start(filler: Filler): void {
    this.mark(undefined);
    const between = filler(this.#loopCells - this.#shown.length);
    this.#loop = [...this.#shown, ...between, ...this.#shown];
    this.#picture(this.#loop);
    const loop = this.#loopCells;
    this.#rest(loop);
    this.#turning = this.#strip.animate([{ transform: this.#offset(loop) }, { transform: this.#offset(0) }], {
      duration: loop * CELL_MS,
      iterations: Number.POSITIVE_INFINITY,
    });
  }

  /** Slows down to these symbols; resolves when they rest. */
  async land(symbols: Symbols, filler: Filler): Promise<void> {
    const turning = this.#turning;
    if (!turning) {
      this.show(symbols);
      return;
    }
    const progress = turning.effect?.getComputedTiming().progress ?? 0;
    const place = this.#loopCells * (1 - progress);
    const first = Math.floor(place);
    const rows = symbols.length;
    const passing = [...this.#loop.slice(first, first + rows + 1), ...filler(rows)].slice(0, rows + 1);
    const between = filler(SLOWING_CELLS);
    const distance = rows + SLOWING_CELLS + (place - first);

    turning.cancel();
    this.#turning = undefined;
    this.#setShown(symbols);
    // One cell above the window, for the few pixels by which the reel overshoots.
    this.#picture([...filler(1), ...symbols, ...between, ...passing]);
    this.#rest(1);
    const slowing = this.#strip.animate(
      [
        { transform: this.#offset(1 + distance), easing: 'cubic-bezier(.25, .5, .6, 1)' },
        {
          transform: `${this.#offset(1)} translateY(${SETTLE_PX}px)`,
          easing: 'ease-in-out',
          offset: settleAt(distance),
        },
        { transform: this.#offset(1) },
      ],
      { duration: landingMs(distance) },
    );
    // A hidden page may pause animations indefinitely; the timeout bounds the delay of the result.
    await Promise.race([slowing.finished, pause(2_500)]);
    slowing.cancel();
  }

  /** Sinking cells fade out, the remaining cells fall, and new cells enter from above. */
  async cascade(sinking: readonly boolean[], symbols: Symbols): Promise<void> {
    const sunk = sinking.filter(Boolean).length;
    if (sunk === 0 || isMotionReduced()) {
      this.show(symbols);
      return;
    }
    const leaving = this.#visible()
      .filter((_, row) => sinking[row] === true)
      .map((cell) =>
        cell.animate([{}, { opacity: 0, transform: 'translateY(18%) scale(.6)' }], {
          duration: SINK_MS,
          fill: 'forwards',
        }),
      );
    await finished(leaving);
    for (const each of leaving) each.cancel();
    this.show(symbols);
    const fallen = fallsOf(sinking);
    await finished(
      this.#visible().flatMap((cell, row) => {
        const cells = fallen[row] ?? 0;
        if (cells === 0) return [];
        return cell.animate([{ transform: `translateY(${-cells * 100}%)` }, { transform: 'none' }], {
          duration: FALL_MS_A_CELL * (cells + 1),
          easing: 'cubic-bezier(.4, 0, .7, 1)',
        });
      }),
    );
  }

  #visible(): readonly HTMLImageElement[] {
    return this.#cells.slice(this.#top, this.#top + this.#shown.length);
  }

  /** Sets the pictures of the cells from this index on; a cell with the same picture is unchanged. */
  #picture(symbols: Symbols, from = 0): void {
    for (const [index, symbol] of symbols.entries()) {
      if (this.#pictured[from + index] === symbol) continue;
      this.#pictured[from + index] = symbol;
      this.#cells[from + index]?.setAttribute('src', this.#images[symbol] ?? '');
    }
  }

  /** Sets the position of the strip at rest. */
  #rest(top: number): void {
    this.#top = top;
    this.#strip.style.transform = this.#offset(top);
  }

  /** The transform that puts the strip's cell number `at` on top of the window. */
  #offset(at: number): string {
    return `translateY(${(-at / this.#cells.length) * 100}%)`;
  }

  #setShown(symbols: Symbols): void {
    this.#shown = symbols;
    this.root.style.setProperty('--rows', String(symbols.length));
  }
}

/** Number of cells by which each row of the new window has fallen. */
function fallsOf(sinking: readonly boolean[]): number[] {
  const sunk = sinking.filter(Boolean).length;
  const staying = sinking.flatMap((isSinking, row) => (isSinking ? [] : [row]));
  return sinking.map((_, row) => (row < sunk ? sunk : row - (staying[row - sunk] ?? row)));
}

/** A hidden page may pause animations indefinitely; the timeout bounds the delay of the round. */
async function finished(animations: readonly Animation[]): Promise<void> {
  const all = Promise.all(animations.map((animation) => animation.finished));
  await Promise.race([all, pause(1_500)]);
}

/** Time in which a reel slows down over so many cells and settles. */
export function landingMs(cells: number): number {
  return cells * CELL_MS * SLOWING_FACTOR + SETTLE_MS;
}

function settleAt(distance: number): number {
  return 1 - SETTLE_MS / landingMs(distance);
}
