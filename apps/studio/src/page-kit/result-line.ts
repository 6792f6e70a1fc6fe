// The line under the game: the result of the round and its parts.
//
// Always true: "won" is used only for a payout above the stake. A smaller one is "returned", in the colour of ordinary
// text.

import { formatBaht, type Money } from '@chaba/money';

import { el } from './dom.ts';
import { isMotionReduced } from './motion.ts';
import { text } from './page.text.ts';

const ALL_MS = 1_500;
const EACH_MS = 1_700;

/** One part of a result: its display and its words. */
export type TourStep = { readonly words: string; show(): void };

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

  /** Sets the sentence for screen readers, once a round. */
  speak(sentence: string): void {
    this.#spoken.textContent = sentence;
  }

  /** Shows the payout of a round and its reason in a few words, or the words without one; returns the sentence. */
  showOutcome(stake: Money, payout: Money, why: string, unpaid: string = text.nothing): string {
    if (payout === 0n) {
      this.say(unpaid);
      return unpaid;
    }
    const isGain = payout > stake;
    const verb = isGain ? text.won : text.returned;
    const amount = formatBaht(payout);
    this.say('', '');
    this.#main.className = `result-main ${isGain ? 'gain' : 'plain'}`;
    this.#main.replaceChildren(el('strong', {}, `${verb} ${amount}`), ` ${text.baht}${why === '' ? '' : ` · ${why}`}`);
    return `${verb} ${amount} ${text.baht}`;
  }

  /** Shows all paying parts at once, then each with its words, repeatedly until the next round. */
  tour(showAll: () => void, steps: readonly TourStep[]): void {
    const only = steps.length === 1 ? steps[0] : undefined;
    if (only) {
      only.show();
      this.#detail.textContent = only.words;
      return;
    }
    showAll();
    if (isMotionReduced() || steps.length === 0) return;
    const next = (index: number): void => {
      const step = steps[index % steps.length];
      if (!step) return;
      step.show();
      this.#detail.textContent = step.words;
      this.#tour = window.setTimeout(() => next(index + 1), EACH_MS);
    };
    this.#tour = window.setTimeout(() => next(0), ALL_MS);
  }
}
