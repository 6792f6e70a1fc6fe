// The cabinet of a slot: reels in a frame, with the frames and lines of wins. Shared by all slots.

import { el } from '#studio/page/dom';
import { isMotionReduced, pause } from '#studio/page/motion';
import type { Sound } from '#studio/page/sound';

import { Reel, ROWS, type Symbols } from './reel.ts';

const START_APART_MS = 80;
const STOP_APART_MS = 140;
const TURN_MS_MIN = 620;
/** Reels sink one after the other: what each of them moves is made in a frame of its own. */
const SINK_APART_MS = 50;
/** From one spin to the next, at least. */
export const ROUND_MS = 2_500;
/** So many of the symbol that grants free rounds do. */
const GRANTING = 3;

/** What each reel shows, top to bottom. */
export type Window = readonly Symbols[];
export type Cells = ReadonlySet<string>;

export type CabinetParts = {
  readonly images: Readonly<Record<string, string>>;
  /** A piece of a reel's own strip. For looks only: what flies past is not the result. */
  passingBy(reel: number): (count: number) => Symbols;
  /** The window in words. */
  describe(window: Window): string;
};

export class Cabinet {
  readonly root: HTMLElement;
  readonly #parts: CabinetParts;
  readonly #reels: readonly Reel[];
  readonly #frames = new Map<string, HTMLElement>();
  readonly #path = document.createElementNS('http://www.w3.org/2000/svg', 'polyline');
  readonly #window: HTMLElement;
  #shown: Window;
  #startedAt = 0;

  constructor(parts: CabinetParts, window: Window) {
    this.#parts = parts;
    this.#shown = window;
    this.#reels = window.map((shown) => new Reel(parts.images, shown));
    const frames = el('div', { class: 'frames', 'aria-hidden': 'true' });
    for (let row = 0; row < ROWS; row += 1) {
      for (const reel of window.keys()) {
        const frame = el('span', { class: 'frame' });
        this.#frames.set(cellName(reel, row), frame);
        frames.append(frame);
      }
    }
    this.#window = el(
      'div',
      { class: 'window', role: 'img' },
      el('div', { class: 'reels' }, ...this.#reels.map((reel) => reel.root)),
      frames,
      this.#lineDrawing(),
    );
    this.root = el('div', { class: 'cabinet' }, this.#window);
    this.#describe();
  }

  start(): void {
    this.clear();
    this.#startedAt = performance.now();
    if (isMotionReduced()) return;
    for (const [index, reel] of this.#reels.entries()) {
      setTimeout(() => reel.start(this.#parts.passingBy(index)), index * START_APART_MS);
    }
  }

  /** Brings the reels to rest on this window, left to right. */
  async land(window: Window, onStop: (reel: number) => void): Promise<void> {
    this.#shown = window;
    if (isMotionReduced()) {
      for (const [index, reel] of this.#reels.entries()) {
        reel.show(window[index] ?? []);
        onStop(index);
      }
    } else {
      await pause(TURN_MS_MIN - (performance.now() - this.#startedAt));
      await Promise.all(
        this.#reels.map(async (reel, index) => {
          await pause(index * STOP_APART_MS);
          await reel.land(window[index] ?? [], this.#parts.passingBy(index));
          onStop(index);
        }),
      );
    }
    this.#describe();
  }

  /** Brings the reels back to what they showed before. */
  rest(): Promise<void> {
    return this.land(this.#shown, () => undefined);
  }

  show(window: Window): void {
    this.clear();
    this.#shown = window;
    for (const [index, shown] of window.entries()) this.#reels[index]?.show(shown);
    this.#describe();
  }

  /** Lets these cells sink and the reels slide down to this window. */
  async cascade(sinking: readonly (readonly boolean[])[], window: Window): Promise<void> {
    this.clear();
    this.#shown = window;
    await Promise.all(
      this.#reels.map(async (reel, index) => {
        if (!isMotionReduced()) await pause(index * SINK_APART_MS);
        await reel.cascade(sinking[index] ?? [], window[index] ?? []);
      }),
    );
    this.#describe();
  }

  /** Frames these cells and dims the rest; draws a line through the rows when there is one. */
  highlight(cells: Cells, lineRows: readonly number[] | undefined, isQuiet: boolean): void {
    for (const [name, frame] of this.#frames) frame.classList.toggle('lit', cells.has(name));
    this.root.classList.toggle('quiet', isQuiet);
    for (const [index, reel] of this.#reels.entries()) {
      const rows = Array.from({ length: ROWS }, (_, row) => row).filter((row) => cells.has(cellName(index, row)));
      reel.mark(new Set(rows));
    }
    this.#path.classList.toggle('lit', lineRows !== undefined);
    const points = lineRows?.map((row, reel) => `${reel * 100 + 50},${row * 100 + 50}`);
    if (points) this.#path.setAttribute('points', points.join(' '));
  }

  /** Lets the cells of a reel that show this symbol grow for a moment. */
  pulse(reel: number, symbol: string): void {
    this.#reels[reel]?.pulse((this.#shown[reel] ?? []).map((shown) => shown === symbol));
  }

  clear(): void {
    for (const frame of this.#frames.values()) frame.classList.remove('lit');
    for (const reel of this.#reels) reel.mark(undefined);
    this.#path.classList.remove('lit');
  }

  #lineDrawing(): SVGSVGElement {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('class', 'win-line');
    svg.setAttribute('viewBox', `0 0 ${this.#reels.length * 100} ${ROWS * 100}`);
    svg.setAttribute('preserveAspectRatio', 'none');
    svg.setAttribute('aria-hidden', 'true');
    svg.append(this.#path);
    return svg;
  }

  #describe(): void {
    this.#window.setAttribute('aria-label', this.#parts.describe(this.#shown));
  }
}

export function cellName(reel: number, row: number): string {
  return `${reel}:${row}`;
}

/** The cells for which this holds. */
export function cellsWhere(window: Window, holds: (symbol: string, reel: number, row: number) => boolean): Cells {
  const cells = window.flatMap((shown, reel) =>
    shown.flatMap((symbol, row) => (holds(symbol, reel, row) ? [cellName(reel, row)] : [])),
  );
  return new Set(cells);
}

/**
 * At each reel's rest its knock; from the third of this symbol on, when it grants something, its bell. Two of them are
 * nothing.
 */
export function specialTeller(cabinet: Cabinet, window: Window, symbol: string, sound: Sound): (reel: number) => void {
  return (reel) => {
    sound.stop(reel);
    const countTo = (end: number): number =>
      window
        .slice(0, end)
        .flat()
        .filter((shown) => shown === symbol).length;
    const [before, now] = [countTo(reel), countTo(reel + 1)];
    if (now < GRANTING || now === before) return;
    for (let each = before < GRANTING ? 0 : reel; each <= reel; each += 1) cabinet.pulse(each, symbol);
    if (before < GRANTING) sound.grant();
  };
}

/** A window in the small: for the history and the verifier. */
export function windowDrawing(window: Window, images: Readonly<Record<string, string>>): HTMLElement {
  const cells = Array.from({ length: ROWS }, (_, row) =>
    window.map((shown) => el('img', { src: images[shown[row] ?? ''], alt: '', width: 44, height: 44 })),
  ).flat();
  return el('div', { class: 'small-window' }, ...cells);
}
