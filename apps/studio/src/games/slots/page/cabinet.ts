// The cabinet of a slot: reels in a frame, with the frames, labels and lines of wins, and the coins of hold-and-spin.
//
// Always true: motion never changes a result, and with reduced motion every window is shown at once.

import { el } from '#studio/page-kit/dom';
import { isMotionReduced, pause } from '#studio/page-kit/motion';

import { Reel, type Symbols } from './reel.ts';

const START_APART_MS = 80;
const STOP_APART_MS = 140;
/** From the start to the stop of the first reel, at least. */
export const TURN_MS_MIN = 620;
/** All reels stop within this time after the first, however many there are. */
export const STOPS_MS_MAX = 560;
/** Delay between sinking reels, so that each is computed in a frame of its own. */
const SINK_APART_MS = 50;
const EXPAND_MS = 320;
/** Time from one spin to the next, at least. */
export const ROUND_MS = 2_500;

/** The letters of each reel, top to bottom. */
export type Window = readonly Symbols[];
/** Names of cells (cellName). */
export type Cells = ReadonlySet<string>;

export type CabinetParts = {
  readonly images: Readonly<Record<string, string>>;
  readonly rows: number;
  readonly hasLines: boolean;
  /** A part of a reel's own strip for the animation, independent of the result. */
  passingBy(reel: number): (count: number) => Symbols;
  /** The window in words. */
  describe(window: Window): string;
};

export class Cabinet {
  readonly root: HTMLElement;
  readonly #parts: CabinetParts;
  readonly #reels: readonly Reel[];
  /** One column of slots a reel; a slot lies over a cell. */
  readonly #columns: readonly HTMLElement[];
  readonly #slots = new Map<string, HTMLElement>();
  readonly #path = document.createElementNS('http://www.w3.org/2000/svg', 'polyline');
  readonly #window: HTMLElement;
  #shown: Window;
  #startedAt = 0;

  constructor(parts: CabinetParts, window: Window) {
    this.#parts = parts;
    this.#shown = window;
    this.#reels = window.map((shown) => new Reel(parts.images, shown, parts.rows));
    this.#columns = window.map((_, reel) => {
      const slots = Array.from({ length: parts.rows }, (_row, row) => {
        const slot = el('span', { class: 'slot' }, el('span', { class: 'frame' }));
        this.#slots.set(cellName(reel, row), slot);
        return slot;
      });
      return el('div', { class: 'slots' }, ...slots);
    });
    this.#window = el(
      'div',
      { class: 'window', role: 'img' },
      el('div', { class: 'reels' }, ...this.#reels.map((reel) => reel.root)),
      el('div', { class: 'frames', 'aria-hidden': 'true' }, ...this.#columns),
      parts.hasLines ? this.#lineDrawing() : undefined,
    );
    this.root = el('div', { class: 'cabinet' }, this.#window);
    this.#setShown(window);
  }

  start(): void {
    this.#startedAt = performance.now();
    if (isMotionReduced()) {
      this.clear();
      return;
    }
    this.#clearSlots();
    for (const [index, reel] of this.#reels.entries()) {
      setTimeout(() => reel.start(this.#parts.passingBy(index)), index * START_APART_MS);
    }
  }

  /** Brings the reels to rest on this window, left to right. */
  async land(window: Window, onStop: (reel: number) => void): Promise<void> {
    this.#setShown(window);
    if (isMotionReduced()) {
      for (const [index, reel] of this.#reels.entries()) {
        reel.show(window[index] ?? []);
        onStop(index);
      }
      return;
    }
    const apartMs = Math.min(STOP_APART_MS, STOPS_MS_MAX / this.#reels.length);
    await pause(TURN_MS_MIN - (performance.now() - this.#startedAt));
    await Promise.all(
      this.#reels.map(async (reel, index) => {
        await pause(index * apartMs);
        await reel.land(window[index] ?? [], this.#parts.passingBy(index));
        onStop(index);
      }),
    );
  }

  /** Returns the reels to their previous window. */
  rest(): Promise<void> {
    return this.land(this.#shown, () => undefined);
  }

  show(window: Window): void {
    this.clear();
    for (const [index, shown] of window.entries()) this.#reels[index]?.show(shown);
    this.#setShown(window);
  }

  /** Lets these cells sink and the reels slide down to this window. */
  async cascade(sinking: Cells, window: Window): Promise<void> {
    this.clear();
    const before = this.#shown;
    this.#setShown(window);
    await Promise.all(
      this.#reels.map(async (reel, index) => {
        if (!isMotionReduced()) await pause(index * SINK_APART_MS);
        const rows = (before[index] ?? []).map((_, row) => sinking.has(cellName(index, row)));
        await reel.cascade(rows, window[index] ?? []);
      }),
    );
  }

  /** Covers whole reels with one letter. */
  async cover(reels: readonly number[], letter: string): Promise<void> {
    const window = this.#shown.map((shown, reel) => (reels.includes(reel) ? shown.map(() => letter) : shown));
    this.show(window);
    for (const reel of reels) this.pulse(reel, letter);
    if (!isMotionReduced()) await pause(EXPAND_MS);
  }

  /** Highlights these cells, dims the others, and draws a line through the rows if given. */
  highlight(cells: Cells, lineRows?: readonly number[]): void {
    for (const [name, slot] of this.#slots) slot.classList.toggle('lit', cells.has(name));
    for (const [index, reel] of this.#reels.entries()) {
      const rows = (this.#shown[index] ?? []).flatMap((_, row) => (cells.has(cellName(index, row)) ? [row] : []));
      reel.mark(new Set(rows));
    }
    this.#path.classList.toggle('lit', lineRows !== undefined);
    const points = lineRows?.map((row, reel) => `${reel * 100 + 50},${row * 100 + 50}`);
    if (points) this.#path.setAttribute('points', points.join(' '));
  }

  /** Writes a factor or a value over a cell. */
  label(reel: number, row: number, words: string): void {
    this.#slots.get(cellName(reel, row))?.append(el('b', { class: 'label-over' }, words));
  }

  /** Shows the board of a hold-and-spin: the words of each coin by cell, empty where there is none. */
  hold(words: readonly string[], image: string): void {
    this.root.classList.add('holding');
    const rows = this.#parts.rows;
    for (const [cell, value] of words.entries()) {
      const slot = this.#slots.get(cellName(Math.floor(cell / rows), cell % rows));
      if (!slot || value === '' || slot.querySelector('.coin')) continue;
      slot.append(el('span', { class: 'coin' }, el('img', { src: image, alt: '' }), el('b', {}, value)));
    }
  }

  /** Lets the cells of a reel that show this letter grow for a moment. */
  pulse(reel: number, letter: string): void {
    this.#reels[reel]?.pulse((this.#shown[reel] ?? []).map((shown) => shown === letter));
  }

  clear(): void {
    this.#clearSlots();
    for (const reel of this.#reels) reel.mark(undefined);
  }

  #clearSlots(): void {
    this.root.classList.remove('holding');
    for (const slot of this.#slots.values()) {
      slot.classList.remove('lit');
      while (slot.childElementCount > 1) slot.lastElementChild?.remove();
    }
    this.#path.classList.remove('lit');
  }

  #setShown(window: Window): void {
    this.#shown = window;
    for (const [index, shown] of window.entries()) {
      this.#columns[index]?.style.setProperty('--rows', String(shown.length));
    }
    this.#window.setAttribute('aria-label', this.#parts.describe(window));
  }

  #lineDrawing(): SVGSVGElement {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('class', 'win-line');
    svg.setAttribute('viewBox', `0 0 ${this.#reels.length * 100} ${this.#parts.rows * 100}`);
    svg.setAttribute('preserveAspectRatio', 'none');
    svg.setAttribute('aria-hidden', 'true');
    svg.append(this.#path);
    return svg;
  }
}

export function cellName(reel: number, row: number): string {
  return `${reel}:${row}`;
}

/** A window in small size, for the history and the verifier. */
export function windowDrawing(window: Window, images: Readonly<Record<string, string>>): HTMLElement {
  const reels = window.map((shown) =>
    el('div', {}, ...shown.map((letter) => el('img', { src: images[letter], alt: '', width: 40, height: 40 }))),
  );
  return el('div', { class: 'small-window' }, ...reels);
}
