// The line under the reels: what the round brought, and line by line why.
//
// Always true: "won" is said only of a payout above the stake. A smaller one is "returned", in the colour
// of ordinary text: there is no fanfare for losing less.

import { formatBaht, type Money, money } from '@chaba/money';

import { PARTS_OF_STAKE, resultOf, type SlotResult } from '#studio/chaba-blossom/maths';
import { el } from '#studio/page/dom';

import { type Cabinet, isMotionReduced, lanternCells, lineCells, payingCells } from './cabinet.ts';
import { symbolNames, text } from './page.text.ts';

const ALL_MS = 1_500;
const EACH_MS = 1_700;

export type Outcome = { readonly stops: readonly number[]; readonly stake: Money; readonly payout: Money };

export class ResultLine {
  readonly root: HTMLElement;
  readonly #main = el('p', { class: 'result-main' });
  readonly #detail = el('p', { class: 'result-detail' });
  readonly #spoken = el('p', { class: 'for-ears', 'aria-live': 'polite' });
  #tour = 0;

  constructor() {
    this.root = el('div', { class: 'result' }, this.#main, this.#detail, this.#spoken);
  }

  say(main: string, detail = '', kind: 'plain' | 'waiting' = 'plain'): void {
    clearTimeout(this.#tour);
    this.#main.className = `result-main ${kind}`;
    this.#main.textContent = main;
    this.#detail.textContent = detail;
  }

  /** For screen readers, once a round. */
  speak(sentence: string): void {
    this.#spoken.textContent = sentence;
  }

  /** Tells the outcome and frames what paid; answers the sentence of it. */
  tell(cabinet: Cabinet, outcome: Outcome): string {
    const { stops, stake, payout } = outcome;
    const result = resultOf(stops);
    if (payout === 0n) {
      this.say(text.nothing);
      return text.nothing;
    }
    const isGain = payout > stake;
    const verb = isGain ? text.won : text.returned;
    const amount = formatBaht(payout);
    this.say('', '');
    this.#main.className = `result-main ${isGain ? 'gain' : 'plain'}`;
    this.#main.replaceChildren(el('strong', {}, `${verb} ${amount}`), ` ${text.baht} · ${whereOf(result)}`);
    this.#showTour(cabinet, outcome, result, !isGain);
    return `${verb} ${amount} ${text.baht}`;
  }

  stop(): void {
    clearTimeout(this.#tour);
  }

  /** All that pays at once, then each line with its own words, round and round until the next spin. */
  #showTour(cabinet: Cabinet, { stops, stake }: Outcome, result: SlotResult, isQuiet: boolean): void {
    const all = payingCells(stops, result);
    const steps = result.lineWins.map((win) => ({
      cells: new Set(lineCells(win.line, win.count)),
      line: win,
      words: text.lineDetail(win.line + 1, symbolNames[win.symbol], win.count, formatBaht(shareOf(stake, win.pay))),
    }));
    const lanterns = {
      cells: new Set(lanternCells(stops)),
      line: undefined,
      words: text.lanternDetail(result.lanterns, formatBaht(shareOf(stake, result.lanternPay))),
    };
    const tour = result.lanternPay > 0 ? [...steps, lanterns] : steps;
    const only = tour.length === 1 ? tour[0] : undefined;

    cabinet.highlight(all, only?.line, isQuiet);
    this.#detail.textContent = only?.words ?? '';
    if (only || isMotionReduced()) return;
    const next = (index: number): void => {
      const step = tour[index % tour.length];
      if (!step) return;
      cabinet.highlight(step.cells, step.line, isQuiet);
      this.#detail.textContent = step.words;
      this.#tour = window.setTimeout(() => next(index + 1), EACH_MS);
    };
    this.#tour = window.setTimeout(() => next(0), ALL_MS);
  }
}

export function shareOf(stake: Money, pay: number): Money {
  return money((stake / BigInt(PARTS_OF_STAKE)) * BigInt(pay));
}

function whereOf(result: SlotResult): string {
  const [first] = result.lineWins;
  if (result.lanternPay > 0 && !first) return text.lanterns(result.lanterns);
  return result.lineWins.length === 1 && first ? text.line(first.line + 1) : text.lineCount(result.lineWins.length);
}
