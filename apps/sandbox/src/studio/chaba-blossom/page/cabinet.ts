// The cabinet: five reels in a gold frame, the frames and lines of wins over them.

import {
  LINES,
  REELS,
  resultOf,
  ROWS,
  type SlotResult,
  type SlotSymbol,
  SYMBOLS,
  STRIPS,
  windowAt,
} from '#studio/chaba-blossom/maths';
import { el } from '#studio/page/dom';

import { symbolNames, text } from './page.text.ts';
import { Reel } from './reel.ts';
import type { SymbolImages } from './symbols.ts';

const START_APART_MS = 80;
const STOP_APART_MS = 140;
const TURN_MS_MIN = 620;

export type Cells = ReadonlySet<string>;
export type PaidLine = { readonly line: number; readonly count: number };

export class Cabinet {
  readonly root: HTMLElement;
  readonly #reels: readonly Reel[];
  readonly #frames = new Map<string, HTMLElement>();
  readonly #path = document.createElementNS('http://www.w3.org/2000/svg', 'polyline');
  readonly #window: HTMLElement;
  #startedAt = 0;

  constructor(images: SymbolImages, stops: readonly number[]) {
    const window = windowAt(stops);
    this.#reels = window.map((shown) => new Reel(images, shown));
    const frames = el('div', { class: 'frames', 'aria-hidden': 'true' });
    for (let row = 0; row < ROWS; row += 1) {
      for (let reel = 0; reel < REELS; reel += 1) {
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
    this.#describe(stops);
  }

  start(): void {
    this.clear();
    this.#startedAt = performance.now();
    if (isMotionReduced()) return;
    for (const [index, reel] of this.#reels.entries()) {
      setTimeout(() => reel.start(passingBy(index)), index * START_APART_MS);
    }
  }

  /** Brings the reels to rest on these stops, left to right. */
  async land(stops: readonly number[], onStop: (reel: number) => void): Promise<void> {
    const window = windowAt(stops);
    if (isMotionReduced()) {
      for (const [index, reel] of this.#reels.entries()) reel.show(window[index] ?? []);
    } else {
      const turned = performance.now() - this.#startedAt;
      await pause(TURN_MS_MIN - turned);
      await Promise.all(
        this.#reels.map(async (reel, index) => {
          await pause(index * STOP_APART_MS);
          await reel.land(window[index] ?? [], passingBy(index));
          onStop(index);
        }),
      );
    }
    this.#describe(stops);
  }

  show(stops: readonly number[]): void {
    this.clear();
    for (const [index, shown] of windowAt(stops).entries()) this.#reels[index]?.show(shown);
    this.#describe(stops);
  }

  /** Frames these cells and dims the rest; draws the line when there is one. */
  highlight(cells: Cells, line: PaidLine | undefined, isQuiet: boolean): void {
    for (const [name, frame] of this.#frames) frame.classList.toggle('lit', cells.has(name));
    this.root.classList.toggle('quiet', isQuiet);
    for (const [index, reel] of this.#reels.entries()) {
      const rows = Array.from({ length: ROWS }, (_, row) => row).filter((row) => cells.has(cellName(index, row)));
      reel.mark(new Set(rows));
    }
    this.#path.classList.toggle('lit', line !== undefined);
    const rows = line && LINES[line.line]?.slice(0, line.count);
    const points = rows?.map((row, reel) => `${reel * 100 + 50},${row * 100 + 50}`);
    if (points) this.#path.setAttribute('points', points.join(' '));
  }

  clear(): void {
    for (const frame of this.#frames.values()) frame.classList.remove('lit');
    for (const reel of this.#reels) reel.mark(undefined);
    this.#path.classList.remove('lit');
  }

  #lineDrawing(): SVGSVGElement {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('class', 'win-line');
    svg.setAttribute('viewBox', `0 0 ${REELS * 100} ${ROWS * 100}`);
    svg.setAttribute('preserveAspectRatio', 'none');
    svg.setAttribute('aria-hidden', 'true');
    svg.append(this.#path);
    return svg;
  }

  #describe(stops: readonly number[]): void {
    const window = windowAt(stops);
    const rows = text.rowNames.map(
      (name, row) => `${name} ${window.map((shown) => symbolNames[shown[row] ?? 'lantern']).join(' ')}`,
    );
    this.#window.setAttribute('aria-label', text.reels(rows.join(' · ')));
  }
}

/** Every cell that pays in this result. */
export function payingCells(stops: readonly number[], result: SlotResult): Cells {
  const cells = new Set<string>();
  for (const win of result.lineWins) {
    for (const cell of lineCells(win.line, win.count)) cells.add(cell);
  }
  if (result.lanternPay > 0) for (const cell of lanternCells(stops)) cells.add(cell);
  return cells;
}

export function lineCells(line: number, count: number): string[] {
  return (LINES[line] ?? []).slice(0, count).map((row, reel) => cellName(reel, row));
}

export function lanternCells(stops: readonly number[]): string[] {
  return windowAt(stops).flatMap((shown, reel) =>
    shown.flatMap((symbol, row) => (symbol === 'lantern' ? [cellName(reel, row)] : [])),
  );
}

/** The stops a fresh page shows: a window that pays nothing, so that it promises nothing. */
export function restingStops(): number[] {
  for (let first = 0; ; first += 1) {
    const stops = STRIPS.map((strip, reel) => (first + reel * 5) % strip.length);
    if (resultOf(stops).pay === 0) return stops;
  }
}

export function isMotionReduced(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}

function cellName(reel: number, row: number): string {
  return `${reel}:${row}`;
}

/** A piece of the reel's own strip. For looks only: what flies past is not the result. */
function passingBy(reel: number): (count: number) => SlotSymbol[] {
  const strip = STRIPS[reel] ?? SYMBOLS;
  return (count) => {
    const first = Math.floor(Math.random() * strip.length);
    return Array.from({ length: count }, (_, index) => strip[(first + index) % strip.length] ?? 'mango');
  };
}
