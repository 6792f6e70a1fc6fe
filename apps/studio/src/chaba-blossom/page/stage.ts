// The stage of chaba-blossom: the cabinet, what paid on it, and the paytable.

import { LINES, resultOf, type SlotResult, STRIPS, SYMBOLS, windowAt } from '#studio/chaba-blossom/maths';
import type { Images } from '#studio/page/bitmaps';
import { text } from '#studio/page/page.text';
import type { TourStep } from '#studio/page/result-line';
import { payoutOf, type Stage, stakeOf } from '#studio/page/stage';
import {
  Cabinet,
  cellName,
  type Cells,
  cellsWhere,
  specialTeller,
  type Window,
  windowDrawing,
} from '#studio/slots/cabinet';
import type { RoundOnWire } from '#studio/wire';

import { blossomText, symbolNames } from './page.text.ts';
import { lanternWords, lineWords } from './pays.ts';
import { paytableContent } from './paytable-sheet.ts';

export function makeStage(images: Images): Stage {
  const cabinet = new Cabinet({ images, passingBy, describe }, windowAt(restingStops()));
  return {
    root: cabinet.root,
    start: () => cabinet.start(),
    land(round, sound) {
      const window = windowAt(round.draws ?? []);
      return cabinet.land(window, specialTeller(cabinet, window, 'lantern', sound));
    },
    show: (round) => cabinet.show(windowAt(round.draws ?? [])),
    rest: () => cabinet.rest(),
    tell(round, line) {
      const result = resultOf(round.draws ?? [], round.isFree === true);
      const sentence = line.tell(stakeOf(round), payoutOf(round), whereOf(result));
      const isQuiet = payoutOf(round) <= stakeOf(round);
      const steps = stepsOf(cabinet, round, result, isQuiet);
      if (steps.length > 0) line.tour(() => cabinet.highlight(payingCells(round, result), undefined, isQuiet), steps);
      return round.freeAwarded === undefined ? sentence : `${sentence} ${text.freeGranted(round.freeAwarded)}`;
    },
    history: (round) => windowDrawing(windowAt(round.draws ?? []), images),
    paytable: (stake, returnPercent) => paytableContent(images, stake, returnPercent),
  };
}

function stepsOf(cabinet: Cabinet, round: RoundOnWire, result: SlotResult, isQuiet: boolean): TourStep[] {
  const stake = stakeOf(round);
  const words = lineWords(result, stake);
  const steps = result.lineWins.map((win, index) => ({
    words: words[index] ?? '',
    show: () => cabinet.highlight(lineCells(win.line, win.count), (LINES[win.line] ?? []).slice(0, win.count), isQuiet),
  }));
  if (result.lanternPay === 0) return steps;
  const lanterns = lanternCells(windowAt(round.draws ?? []));
  return [
    ...steps,
    { words: lanternWords(result, stake), show: () => cabinet.highlight(lanterns, undefined, isQuiet) },
  ];
}

/** Every cell that pays in this result. */
function payingCells(round: RoundOnWire, result: SlotResult): Cells {
  const cells = new Set(result.lineWins.flatMap((win) => [...lineCells(win.line, win.count)]));
  if (result.lanternPay > 0) for (const cell of lanternCells(windowAt(round.draws ?? []))) cells.add(cell);
  return cells;
}

function lineCells(line: number, count: number): Cells {
  return new Set((LINES[line] ?? []).slice(0, count).map((row, reel) => cellName(reel, row)));
}

function lanternCells(window: Window): Cells {
  return cellsWhere(window, (symbol) => symbol === 'lantern');
}

function whereOf(result: SlotResult): string {
  const [first] = result.lineWins;
  if (result.lanternPay > 0 && !first) return blossomText.lanterns(result.lanterns);
  const { length } = result.lineWins;
  return length === 1 && first ? blossomText.line(first.line + 1) : blossomText.lineCount(length);
}

/** The stops a fresh page shows: a window that pays nothing, so that it promises nothing. */
function restingStops(): number[] {
  for (let first = 0; ; first += 1) {
    const stops = STRIPS.map((strip, reel) => (first + reel * 5) % strip.length);
    if (resultOf(stops).pay === 0) return stops;
  }
}

function describe(window: Window): string {
  const names: Readonly<Record<string, string>> = symbolNames;
  const rows = text.rowNames.map((name, row) => `${name} ${window.map((shown) => names[shown[row] ?? '']).join(' ')}`);
  return text.reels(rows.join(' · '));
}

function passingBy(reel: number): (count: number) => readonly string[] {
  const strip = STRIPS[reel] ?? SYMBOLS;
  return (count) => {
    const first = Math.floor(Math.random() * strip.length);
    return Array.from({ length: count }, (_, index) => strip[(first + index) % strip.length] ?? 'mango');
  };
}
