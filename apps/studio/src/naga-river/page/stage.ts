// The stage of naga-river: the cabinet, the multipliers over it, and a round played window by window.

import { formatBaht } from '@chaba/money';

import {
  FREE_MULTIPLIERS,
  FREE_SPINS,
  MULTIPLIERS,
  PAYING,
  resultOf,
  type Step,
  WAY_PAYS,
} from '#studio/naga-river/maths';
import type { Images } from '#studio/page/bitmaps';
import { el } from '#studio/page/dom';
import { isMotionReduced, pause } from '#studio/page/motion';
import { rules, text } from '#studio/page/page.text';
import { payRow, section } from '#studio/page/paytable';
import { payoutOf, type Stage, stakeOf } from '#studio/page/stage';
import { Cabinet, cellsWhere, specialTeller, type Window, windowDrawing } from '#studio/slots/cabinet';
import type { RoundOnWire } from '#studio/wire';

import { nagaText, symbolNames } from './page.text.ts';
import { resultWords, shareOf } from './pays.ts';

const SEEN_MS = 850;
const RESTING = [0, 0, 0, 0, 0];

export function makeStage(images: Images): Stage {
  const cabinet = new Cabinet({ images, passingBy, describe }, restingWindow());
  const factors = MULTIPLIERS.map(() => el('li', {}));
  const multipliers = el('ol', { class: 'multipliers', 'aria-label': nagaText.multiplierLabel }, ...factors);
  const lightUp = (step: number, isFree: boolean): void => showMultipliers(factors, step, isFree);
  lightUp(-1, false);

  return {
    root: el('div', { class: 'stage' }, multipliers, cabinet.root),
    start() {
      lightUp(-1, document.body.classList.contains('free'));
      cabinet.start();
    },
    async land(round, sound, line) {
      const isFree = round.isFree === true;
      const { steps } = resultOf(round.draws ?? [], isFree);
      const [first] = steps;
      if (!first) return;
      await cabinet.land(first.window, specialTeller(cabinet, first.window, 'fireball', sound));
      for (const [index, step] of steps.entries()) {
        lightUp(step.wins.length > 0 ? index : index - 1, isFree);
        const next = steps[index + 1];
        if (!next) break;
        cabinet.highlight(sinkingCells(step), undefined, false);
        const pay = step.wins.reduce((sum, win) => sum + win.pay, 0);
        line.say(nagaText.stepPays(formatBaht(shareOf(stakeOf(round), pay)), step.multiplier));
        if (!isMotionReduced()) await pause(SEEN_MS);
        await cabinet.cascade(step.sinking, next.window);
        sound.flow(index);
      }
    },
    show(round) {
      const { steps } = resultOf(round.draws ?? [], round.isFree === true);
      cabinet.show(steps.at(-1)?.window ?? restingWindow());
      lightUp(steps.length - 2, round.isFree === true);
    },
    rest: () => cabinet.rest(),
    tell(round, line) {
      const result = resultOf(round.draws ?? [], round.isFree === true);
      const cascades = result.steps.length - 1;
      const sentence = line.tell(stakeOf(round), payoutOf(round), cascades > 0 ? nagaText.cascades(cascades) : '');
      const words = resultWords(result, stakeOf(round)).map((each) => ({ words: each, show: () => undefined }));
      if (words.length > 0) line.tour(() => undefined, words);
      return round.freeAwarded === undefined ? sentence : `${sentence} ${text.freeGranted(round.freeAwarded)}`;
    },
    history: (round) => historyOf(round, images),
    paytable: (stake, returnPercent) => paytableContent(images, stake, returnPercent),
  };
}

/** Every window of the round, one under the other. */
export function windowsDrawing(steps: readonly Step[], images: Images): HTMLElement {
  return el('div', { class: 'windows' }, ...steps.map((step) => windowDrawing(step.window, images)));
}

function historyOf(round: RoundOnWire, images: Images): HTMLElement {
  const result = resultOf(round.draws ?? [], round.isFree === true);
  const words = resultWords(result, stakeOf(round)).map((each) => el('p', { class: 'hint' }, each));
  return el('div', {}, windowsDrawing(result.steps, images), ...words);
}

function paytableContent(images: Images, stake: Parameters<Stage['paytable']>[0], returnPercent: string): HTMLElement {
  const rows = PAYING.map((symbol) =>
    payRow(
      images[symbol] ?? '',
      symbolNames[symbol],
      WAY_PAYS[symbol].map((pay, index) => [`${index + 3}×`, shareOf(stake, pay)] as const),
      undefined,
    ),
  );
  return el(
    'div',
    {},
    el('p', {}, nagaText.intro),
    el('p', { class: 'hint' }, rules.payHint(formatBaht(stake))),
    el(
      'ul',
      { class: 'pays' },
      ...rows,
      payRow(images['pearl'] ?? '', symbolNames.pearl, [], nagaText.wild),
      payRow(images['fireball'] ?? '', symbolNames.fireball, [], nagaText.fireball),
    ),
    ...section(nagaText.cascadeTitle, nagaText.cascade(MULTIPLIERS)),
    ...section(nagaText.freeTitle, nagaText.free(FREE_SPINS, FREE_MULTIPLIERS)),
    ...section(rules.rtpTitle, nagaText.rtp(returnPercent)),
    ...section(rules.drawTitle, rules.draw),
    ...section(rules.faultTitle, rules.fault),
    ...section(rules.keysTitle, rules.keys),
    el('p', { class: 'hint' }, rules.care),
  );
}

function showMultipliers(shown: readonly HTMLElement[], step: number, isFree: boolean): void {
  const factors = isFree ? FREE_MULTIPLIERS : MULTIPLIERS;
  const lit = Math.min(step, factors.length - 1);
  for (const [index, factor] of factors.entries()) {
    const item = shown[index];
    const words = nagaText.multiplier(factor);
    item?.classList.toggle('on', index === lit);
    if (item && item.textContent !== words) item.textContent = words;
  }
}

function sinkingCells(step: Step): ReadonlySet<string> {
  return cellsWhere(step.window, (_symbol, reel, row) => step.sinking[reel]?.[row] === true);
}

/** What a fresh page shows: the end of a round, where nothing pays, so that it promises nothing. */
function restingWindow(): Window {
  return resultOf(RESTING).steps.at(-1)?.window ?? [];
}

function describe(window: Window): string {
  const names: Readonly<Record<string, string>> = symbolNames;
  const rows = text.rowNames.map((name, row) => `${name} ${window.map((shown) => names[shown[row] ?? '']).join(' ')}`);
  return text.reels(rows.join(' · '));
}

/** For looks only: what flies past is not the result. */
function passingBy(): (count: number) => readonly string[] {
  return (count) => Array.from({ length: count }, () => PAYING[Math.floor(Math.random() * PAYING.length)] ?? 'shell');
}
