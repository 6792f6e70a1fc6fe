// One reel: a strip of symbol images that turns downwards and comes to rest on a window of three.
//
//     resting ──start──▶ turning (an endless loop) ──land──▶ slowing ──▶ resting
//
// Always true: only the strip's transform moves, on the compositor; the strip is rebuilt when it starts
// and when it slows, at the same place, so nothing jumps. With reduced motion it changes at once.

import { el } from '#studio/page/dom';
import { isMotionReduced } from '#studio/page/motion';

export const ROWS = 3;

const CELL_MS = 44;
const LOOP_CELLS = 9;
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
  readonly #images: Images;
  #shown: Symbols;
  #turning: Animation | undefined;
  #loop: Symbols = [];

  constructor(images: Images, shown: Symbols) {
    this.#images = images;
    this.#shown = shown;
    this.root.append(this.#strip);
    this.show(shown);
  }

  show(symbols: Symbols): void {
    this.#turning?.cancel();
    this.#turning = undefined;
    this.#shown = symbols;
    this.#fill(symbols, 0);
  }

  /** Which of the three visible cells are part of a win; undefined dims nothing. */
  mark(rows: ReadonlySet<number> | undefined): void {
    for (const [row, cell] of [...this.#strip.children].entries()) {
      cell.classList.toggle('dim', rows !== undefined && !rows.has(row));
    }
  }

  /** These of the three visible cells grow and shrink once. */
  pulse(rows: readonly boolean[]): void {
    if (isMotionReduced()) return;
    const cells = [...this.#strip.children].filter((_, row) => rows[row] === true);
    for (const cell of cells) {
      cell.animate([{}, { transform: 'scale(1.16)' }, {}], { duration: PULSE_MS, easing: 'ease-out' });
    }
  }

  start(filler: Filler): void {
    const between = filler(LOOP_CELLS - ROWS);
    this.#loop = [...this.#shown, ...between, ...this.#shown];
    this.#fill(this.#loop, LOOP_CELLS);
    this.#turning = this.#strip.animate(
      [{ transform: offset(LOOP_CELLS, this.#loop.length) }, { transform: offset(0, this.#loop.length) }],
      { duration: LOOP_CELLS * CELL_MS, iterations: Number.POSITIVE_INFINITY },
    );
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
    // One cell above the window, for the few pixels by which the reel overshoots.
    const strip = [...filler(1), ...symbols, ...between, ...passing];
    const distance = ROWS + SLOWING_CELLS + (place - first);

    turning.cancel();
    this.#fill(strip, 1 + distance);
    const slowing = this.#strip.animate(
      [
        { transform: offset(1 + distance, strip.length), easing: 'cubic-bezier(.25, .5, .6, 1)' },
        {
          transform: `${offset(1, strip.length)} translateY(${SETTLE_PX}px)`,
          easing: 'ease-in-out',
          offset: settleAt(distance),
        },
        { transform: offset(1, strip.length) },
      ],
      { duration: distance * CELL_MS * SLOWING_FACTOR + SETTLE_MS, fill: 'forwards' },
    );
    // A hidden page may throttle animations for ever; the result must not wait for it.
    await Promise.race([slowing.finished, new Promise((resolve) => setTimeout(resolve, 2_500))]);
    slowing.cancel();
    this.show(symbols);
  }

  /** What sinks fades away, what stays falls, and the new ones come from above. */
  async cascade(sinking: readonly boolean[], symbols: Symbols): Promise<void> {
    const sunk = sinking.filter(Boolean).length;
    if (sunk > 0 && !isMotionReduced()) {
      const leaving = [...this.#strip.children].filter((_, row) => sinking[row] === true);
      await finished(
        leaving.map((cell) =>
          cell.animate([{}, { opacity: 0, transform: 'translateY(18%) scale(.6)' }], {
            duration: SINK_MS,
            fill: 'forwards',
          }),
        ),
      );
    }
    this.show(symbols);
    if (sunk === 0 || isMotionReduced()) return;
    const fallen = fallsOf(sinking);
    await finished(
      [...this.#strip.children].map((cell, row) => {
        const cells = fallen[row] ?? 0;
        return cell.animate([{ transform: `translateY(${-cells * 100}%)` }, { transform: 'none' }], {
          duration: FALL_MS_A_CELL * (cells + 1),
          easing: 'cubic-bezier(.4, 0, .7, 1)',
        });
      }),
    );
  }

  #fill(symbols: Symbols, at: number): void {
    this.#strip.replaceChildren(
      ...symbols.map((symbol) => {
        const image = el('img', { class: 'cell', src: this.#images[symbol] ?? '', alt: '', draggable: 'false' });
        image.decoding = 'sync';
        return image;
      }),
    );
    this.#strip.style.transform = at === 0 ? 'none' : offset(at, symbols.length);
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
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, 1_500))]);
}

/** The transform that puts the strip's cell number `at` on top of the window. */
function offset(at: number, cells: number): string {
  return `translateY(${(-at / cells) * 100}%)`;
}

function settleAt(distance: number): number {
  const slowingMs = distance * CELL_MS * SLOWING_FACTOR;
  return slowingMs / (slowingMs + SETTLE_MS);
}
