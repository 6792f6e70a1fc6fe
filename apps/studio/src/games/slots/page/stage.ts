// The stage of a slot: a round played scene by scene on the cabinet.
//
// Always true: the scenes come from the numbers of the settled round (slots/play.ts); the only random part here is the
// letters of a turning reel. A return up to the stake has no light and no sound of its own.
//
// Elsewhere: reels (cabinet.ts), rules (paytable-sheet.ts), words (words.ts), the life of a round
// (page-kit/game-page.ts).

import type { Images } from '#studio/page-kit/bitmaps';
import { el } from '#studio/page-kit/dom';
import { isMotionReduced, pause } from '#studio/page-kit/motion';
import { text } from '#studio/page-kit/page.text';
import type { ResultLine, TourStep } from '#studio/page-kit/result-line';
import type { Sound } from '#studio/page-kit/sound';
import { parsePayout, type Stage, parseStake } from '#studio/page-kit/stage';
import { Board } from '#studio/games/slots/board';
import { compile } from '#studio/games/slots/compile';
import { play, replay, type SlotRound, type Scene } from '#studio/games/slots/play';
import { type Letter, PARTS_OF_STAKE, type SlotTitle } from '#studio/games/slots/title';
import type { RoundOnWire } from '#studio/wire/wire';

import { Cabinet, cellName, type Cells, type Window, windowDrawing } from './cabinet.ts';
import { slotText } from './page.text.ts';
import { createPaytableContent } from './paytable-sheet.ts';
import type { SlotPage } from './slot-page.ts';
import { formatPart, getSymbolName, letterOf, roundWords, winWords } from './words.ts';

/** Time to read a window of a cascade. */
export const SEEN_MS = 850;
const HOLD_STEP_MS = 760;
const SPECIAL_MS = 1_500;

type WindowScene = Extract<Scene, { kind: 'window' }>;

export function createStage(page: SlotPage, images: Images): Stage {
  const stage = new SlotStage(page, images);
  return {
    root: stage.root,
    start: () => stage.start(),
    land: (round, sound, line) => stage.land(round, sound, line),
    show: (round) => stage.show(round),
    rest: () => stage.cabinet.rest(),
    describeResult: (round, line) => stage.describeResult(round, line),
    history: (round) => roundDrawing(page.title, stage.playOf(round), parseStake(round), images),
    paytable: (stake) => createPaytableContent(page, images, stake),
  };
}

class SlotStage {
  readonly cabinet: Cabinet;
  readonly root: HTMLElement;
  readonly #title: SlotTitle;
  readonly #images: Images;
  readonly #board: Board;
  readonly #factors: readonly HTMLElement[];

  constructor({ title }: SlotPage, images: Images) {
    this.#title = title;
    this.#images = images;
    this.#board = new Board(compile(title));
    const describe = (window: Window): string => describeWindow(title, window);
    const parts = {
      images,
      rows: title.grid.rows,
      hasLines: title.pays.kind === 'lines',
      passingBy: passingBy(title),
      describe,
    };
    this.cabinet = new Cabinet(parts, this.#restingWindow());
    this.#factors = title.base.times.length > 1 ? title.base.times.map(() => el('li', {})) : [];
    const list = el('ol', { class: 'multipliers', 'aria-label': slotText.multiplierLabel }, ...this.#factors);
    this.root = el('div', { class: 'stage' }, ...(this.#factors.length > 0 ? [list] : []), this.cabinet.root);
    this.#lightUp(-1, false);
  }

  playOf(round: RoundOnWire): SlotRound {
    const isFree = round.isFree === true;
    return play(this.#board, isFree, isFree ? round.carry : undefined, replay(round.draws ?? []));
  }

  start(): void {
    this.#lightUp(-1, document.body.classList.contains('free'));
    this.cabinet.start();
  }

  async land(round: RoundOnWire, sound: Sound, line: ResultLine): Promise<void> {
    const { scenes } = this.playOf(round);
    const windows = scenes.filter((scene) => scene.kind === 'window');
    const [first] = windows;
    if (!first) return;
    const isFree = round.isFree === true;
    await this.cabinet.land(first.cells, this.#onStop(first, scenes, sound));
    await this.#expand(first, line);
    let paid = 0;
    for (const [step, scene] of windows.entries()) {
      paid += scene.pay;
      const isGain = paid > PARTS_OF_STAKE;
      if (isGain) this.#lightUp(scene.wins.length > 0 ? step : step - 1, isFree);
      const next = windows[step + 1];
      if (!next) break;
      if (isGain) this.cabinet.highlight(winningCells(scene));
      line.say(slotText.windowPays(formatPart(parseStake(round), scene.pay), scene.times));
      await pauseInMotion(SEEN_MS);
      await this.cabinet.cascade(winningCells(scene), next.cells);
      if (isGain) sound.flow(step);
    }
    for (const scene of scenes) await this.#playFeature(scene, round, sound, line);
  }

  /** Shows the end of an earlier round at once. */
  show(round: RoundOnWire): void {
    const { scenes, pay } = this.playOf(round);
    const windows = scenes.filter((scene) => scene.kind === 'window');
    const last = windows.at(-1);
    this.cabinet.show(last ? coveredWindow(this.#title, last) : this.#restingWindow());
    this.#lightUp(pay > PARTS_OF_STAKE ? windows.length - 2 : -1, round.isFree === true);
  }

  describeResult(round: RoundOnWire, line: ResultLine): string {
    const played = this.playOf(round);
    const [stake, payout] = [parseStake(round), parsePayout(round)];
    const granted = round.freeAwarded === undefined ? undefined : text.freeGranted(round.freeAwarded);
    const sentence = line.showOutcome(stake, payout, this.#reasonOf(played), granted);
    const highlight = (cells: Cells, rows?: readonly number[]): void => {
      if (payout > stake) this.cabinet.highlight(cells, rows);
    };
    const windows = played.scenes.filter((scene) => scene.kind === 'window');
    const [only] = windows;
    if (only && windows.length === 1 && played.scenes.length === 1) {
      const steps = only.wins.map((win): TourStep => {
        const rows = win.line === undefined ? undefined : win.cells.map(([, row]) => row);
        return {
          words: winWords(this.#title, win, stake),
          show: () => highlight(namesOf(win.cells), rows),
        };
      });
      if (steps.length > 0) line.tour(() => highlight(winningCells(only)), steps);
    } else {
      const steps = roundWords(this.#title, played, stake).map((words) => ({ words, show: () => undefined }));
      if (steps.length > 0) line.tour(() => undefined, steps);
    }
    return granted === undefined || granted === sentence ? sentence : `${sentence} ${granted}`;
  }

  #reasonOf({ scenes }: SlotRound): string {
    const windows = scenes.filter((scene) => scene.kind === 'window');
    const hold = scenes.find(({ kind }) => kind === 'hold');
    if (hold) return slotText.hold(getSymbolName(this.#title, letterOf(this.#title, 'holdAndSpin')));
    if (windows.length > 1) return slotText.cascades(windows.length - 1);
    const wins = windows[0]?.wins ?? [];
    const [win] = wins;
    if (win?.line !== undefined) {
      return wins.length === 1 ? slotText.line(win.line + 1) : slotText.lineCount(wins.length);
    }
    return '';
  }

  async #expand(scene: WindowScene, line: ResultLine): Promise<void> {
    const { wild = '' } = this.#title;
    if (scene.expanded && scene.expanded.length > 0) {
      line.say(slotText.expanded(getSymbolName(this.#title, wild)));
      await this.cabinet.cover(scene.expanded, wild);
    }
    for (const [[reel, row], times] of scene.wildValues ?? []) {
      this.cabinet.label(reel, row, slotText.multiplier(times));
    }
  }

  async #playFeature(scene: Scene, round: RoundOnWire, sound: Sound, line: ResultLine): Promise<void> {
    const stake = parseStake(round);
    switch (scene.kind) {
      case 'window':
        return;
      case 'drops':
        for (const [[reel, row], value] of scene.values) this.cabinet.label(reel, row, slotText.multiplier(value));
        line.say(slotText.dropsTotal(scene.times));
        return pauseInMotion(SPECIAL_MS);
      case 'scatter':
        if (scene.freeSpins > 0 || parsePayout(round) > stake) this.cabinet.highlight(namesOf(scene.cells));
        return pauseInMotion(SEEN_MS);
      case 'special':
        line.say(slotText.special(getSymbolName(this.#title, scene.letter)));
        return pauseInMotion(SPECIAL_MS);
      case 'book':
        line.say(slotText.bookFills(getSymbolName(this.#title, scene.letter), scene.reels.length));
        await this.cabinet.cover(scene.reels, scene.letter);
        return pauseInMotion(SEEN_MS);
      case 'hold':
        return this.#playHold(scene, stake, sound, line);
    }
  }

  async #playHold(
    scene: Extract<Scene, { kind: 'hold' }>,
    stake: Parameters<typeof formatPart>[0],
    sound: Sound,
    line: ResultLine,
  ): Promise<void> {
    const coin = letterOf(this.#title, 'holdAndSpin');
    const [image, symbol] = [this.#images[coin] ?? '', getSymbolName(this.#title, coin)];
    const words = (values: readonly number[]): string[] =>
      values.map((value) => (value > 0 ? shortBaht(formatPart(stake, value)) : ''));
    let filled = 0;
    for (const [index, step] of scene.steps.entries()) {
      this.cabinet.hold(words(step.values), image);
      line.say(index === 0 ? slotText.holdStart(symbol) : slotText.holdLeft(symbol, step.left));
      const now = step.values.filter((value) => value > 0).length;
      if (now > filled) sound.chip();
      filled = now;
      await pauseInMotion(index === 0 ? SPECIAL_MS : HOLD_STEP_MS);
    }
    if (scene.isFull) line.say(slotText.holdFull(symbol));
  }

  /** A knock at each reel's rest; a bell where the round grants something, from the reel that completes it. */
  #onStop(first: WindowScene, scenes: readonly Scene[], sound: Sound): (reel: number) => void {
    const scatter = scenes.find((scene) => scene.kind === 'scatter');
    const granting = scatter && scatter.freeSpins > 0 ? scatter : undefined;
    const last = granting?.cells.at(-1)?.[0];
    return (reel) => {
      sound.stop(reel);
      if (!granting || reel !== last) return;
      for (const [place, row] of granting.cells) this.cabinet.pulse(place, first.cells[place]?.[row] ?? '');
      sound.grant();
    };
  }

  #lightUp(step: number, isFree: boolean): void {
    const times = (isFree ? this.#title.free?.times : undefined) ?? this.#title.base.times;
    const lit = Math.min(step, this.#factors.length - 1);
    for (const [index, item] of this.#factors.entries()) {
      const words = slotText.multiplier(times[Math.min(index, times.length - 1)] ?? 1);
      item.classList.toggle('on', index === lit);
      if (item.textContent !== words) item.textContent = words;
    }
  }

  /** A window without pay, for a page without an earlier round. */
  #restingWindow(): Window {
    const strips = this.#title.base.strips;
    for (let first = 0; ; first += 1) {
      const numbers = strips.map((strip, reel) => (first + reel * 5) % strip.length);
      let reel = 0;
      const next = (size: number): number => {
        const length = strips[reel]?.length ?? 0;
        // With variable heights each reel draws its height before its stop; the middle height is used.
        if (size !== length) return Math.floor(size / 2);
        reel += 1;
        return numbers[reel - 1] ?? 0;
      };
      const { pay, scenes } = play(this.#board, false, undefined, next);
      const [window] = scenes;
      if (pay === 0 && scenes.length === 1 && window?.kind === 'window') return window.cells;
    }
  }
}

/** Every window of a round, one under the other, and its parts in words. */
export function roundDrawing(
  title: SlotTitle,
  round: SlotRound,
  stake: Parameters<typeof formatPart>[0],
  images: Images,
): HTMLElement {
  const windows = round.scenes.filter((scene) => scene.kind === 'window');
  const drawn = windows.map((scene) => windowDrawing(coveredWindow(title, scene), images));
  const words = roundWords(title, round, stake).map((each) => el('p', { class: 'hint' }, each));
  return el('div', { class: 'windows' }, ...drawn, ...words);
}

function coveredWindow({ wild = '' }: SlotTitle, { cells, expanded = [] }: WindowScene): Window {
  return cells.map((shown, reel) => (expanded.includes(reel) ? shown.map(() => wild) : shown));
}

function winningCells({ wins }: WindowScene): Cells {
  return new Set(wins.flatMap(({ cells }) => [...namesOf(cells)]));
}

function namesOf(cells: readonly (readonly [reel: number, row: number])[]): Cells {
  return new Set(cells.map(([reel, row]) => cellName(reel, row)));
}

function describeWindow(title: SlotTitle, window: Window): string {
  const isEven = window.every((shown) => shown.length === title.grid.rows);
  const names = (letters: readonly Letter[]): string => letters.map((letter) => getSymbolName(title, letter)).join(' ');
  if (!isEven) return slotText.window(window.map((shown, reel) => slotText.reel(reel + 1, names(shown))).join(' · '));
  const rows = slotText
    .rowNames(title.grid.rows)
    .map((name, row) => `${name} ${names(window.map((shown) => shown[row] ?? ''))}`);
  return slotText.window(rows.join(' · '));
}

function passingBy({ base }: SlotTitle): (reel: number) => (count: number) => readonly Letter[] {
  return (reel) => (count) => {
    const strip = base.strips[reel] ?? '';
    const first = Math.floor(Math.random() * strip.length);
    return Array.from({ length: count }, (_, index) => strip[(first + index) % strip.length] ?? '');
  };
}

function pauseInMotion(ms: number): Promise<void> {
  return isMotionReduced() ? Promise.resolve() : pause(ms);
}

/** Coins are small: whole baht without decimals. */
function shortBaht(amount: string): string {
  return amount.replace(/\.00$/, '');
}
