// One reel: a strip of symbol images that turns downwards and comes to rest on a window of three.
//
//     resting ──start──▶ turning (an endless loop) ──land──▶ slowing ──▶ resting
//
// Always true: only the strip's transform moves, on the compositor; what the strip shows changes when it starts and
// when it slows, at the same place, so nothing jumps. Its cells are made once and only change their pictures: no frame
// of a round makes an element or lays one out. With reduced motion it changes at once.

import { el } from '#studio/page/dom';
import { isMotionReduced, pause } from '#studio/page/motion';

export const ROWS = 3;

const CELL_MS = 44;
const LOOP_CELLS = 9;
/** What a loop needs: what was shown is on it twice. No strip is longer. */
const CELLS = LOOP_CELLS + ROWS;
const SLOWING_CELLS = 3;
/** How much longer slowing down takes than going on at full speed: the slope of its easing. */
const SLOWING_FACTOR = 2;
const SETTLE_PX = 4;
const SETTLE_MS = 120;
const SINK_MS = 260;
const PULSE_MS = 420;
const FALL_MS_A_CELL = 110;

type Images = Readonly<Record<string, string>>;
export type Symbols = readonly string[];
type Filler = (count: number) => Symbols;

export class Reel {
  readonly root = el('div', { class: 'reel' });
  readonly #strip = el('div', { class: 'strip' });
  readonly #cells: readonly HTMLImageElement[];
  readonly #images: Images;
  /** What each cell shows. */
  readonly #pictured: string[] = [];
  /** The cell on top of the window while the reel rests. */
  #top = 0;
  #shown: Symbols;
  #turning: Animation | undefined;
  #loop: Symbols = [];

  constructor(images: Images, shown: Symbols) {
    this.#images = images;
    this.#shown = shown;
    this.#cells = Array.from({ length: CELLS }, () => {
      const cell = el('img', { class: 'cell', alt: '', draggable: 'false' });
      cell.decoding = 'sync';
      return cell;
    });
    this.#picture(Array.from({ length: CELLS }, (_, index) => shown[index % ROWS] ?? ''));
    this.#strip.append(...this.#cells);
    this.root.append(this.#strip);
  }

  show(symbols: Symbols): void {
    this.#turning?.cancel();
    this.#turning = undefined;
    this.#shown = symbols;
    this.#picture(symbols, this.#top);
    this.#rest(this.#top);
  }

  /** Which of the three visible cells are part of a win; undefined dims nothing. */
  mark(rows: ReadonlySet<number> | undefined): void {
    for (const [row, cell] of this.#visible().entries()) {
      cell.classList.toggle('dim', rows !== undefined && !rows.has(row));
    }
  }

  /** These of the three visible cells grow and shrink once. */
  pulse(rows: readonly boolean[]): void {
    if (isMotionReduced()) return;
    for (const cell of this.#visible().filter((_, row) => rows[row] === true)) {
      cell.animate([{}, { transform: 'scale(1.16)' }, {}], { duration: PULSE_MS, easing: 'ease-out' });
    }
  }

  start(filler: Filler): void {
    const between = filler(LOOP_CELLS - ROWS);
    this.#loop = [...this.#shown, ...between, ...this.#shown];
    this.#picture(this.#loop);
    this.#rest(LOOP_CELLS);
    this.#turning = this.#strip.animate([{ transform: offset(LOOP_CELLS) }, { transform: offset(0) }], {
      duration: LOOP_CELLS * CELL_MS,
      iterations: Number.POSITIVE_INFINITY,
    });
  }

  /** Slows down to these symbols; answers when they rest. */
  async land(symbols: Symbols, filler: Filler): Promise<void> {
    const turning = this.#turning;
    if (!turning) {
      this.show(symbols);
      return;
    }
    const progress = turning.effect?.getComputedTiming().progress ?? 0;
    const place = LOOP_CELLS * (1 - progress);
    const first = Math.floor(place);
    const passing = this.#loop.slice(first, first + ROWS + 1);
    const between = filler(SLOWING_CELLS);
    const distance = ROWS + SLOWING_CELLS + (place - first);

    turning.cancel();
    this.#turning = undefined;
    this.#shown = symbols;
    // One cell above the window, for the few pixels by which the reel overshoots.
    this.#picture([...filler(1), ...symbols, ...between, ...passing]);
    this.#rest(1);
    const slowing = this.#strip.animate(
      [
        { transform: offset(1 + distance), easing: 'cubic-bezier(.25, .5, .6, 1)' },
        {
          transform: `${offset(1)} translateY(${SETTLE_PX}px)`,
          easing: 'ease-in-out',
          offset: settleAt(distance),
        },
        { transform: offset(1) },
      ],
      { duration: distance * CELL_MS * SLOWING_FACTOR + SETTLE_MS },
    );
    // A hidden page may throttle animations for ever; the result must not wait for it.
    await Promise.race([slowing.finished, pause(2_500)]);
    slowing.cancel();
  }

  /** What sinks fades away, what stays falls, and the new ones come from above. */
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
    return this.#cells.slice(this.#top, this.#top + ROWS);
  }

  /** Gives the cells from this one on these pictures; one that has its own already is left alone. */
  #picture(symbols: Symbols, from = 0): void {
    for (const [index, symbol] of symbols.entries()) {
      if (this.#pictured[from + index] === symbol) continue;
      this.#pictured[from + index] = symbol;
      this.#cells[from + index]?.setAttribute('src', this.#images[symbol] ?? '');
    }
  }

  /** Where the strip lies when nothing moves it. */
  #rest(top: number): void {
    this.#top = top;
    this.#strip.style.transform = offset(top);
  }
}

/** How many cells each row of the new window has fallen. */
function fallsOf(sinking: readonly boolean[]): number[] {
  const sunk = sinking.filter(Boolean).length;
  const staying = sinking.flatMap((isSinking, row) => (isSinking ? [] : [row]));
  return sinking.map((_, row) => (row < sunk ? sunk : row - (staying[row - sunk] ?? row)));
}

/** A hidden page may throttle animations for ever; the round must not wait for it. */
async function finished(animations: readonly Animation[]): Promise<void> {
  const all = Promise.all(animations.map((animation) => animation.finished));
  await Promise.race([all, pause(1_500)]);
}

/** The transform that puts the strip's cell number `at` on top of the window. */
function offset(at: number): string {
  return `translateY(${(-at / CELLS) * 100}%)`;
}

function settleAt(distance: number): number {
  const slowingMs = distance * CELL_MS * SLOWING_FACTOR;
  return slowingMs / (slowingMs + SETTLE_MS);
}
