// The helper: shows the expected value of each choice once the player has turned it on.
//
// Always true: the input is the five dealt cards, which the player's page shows too; the helper does not affect draws.

import type { Worth } from '#studio/games/card-garden/solver';
import { el } from '#studio/page-kit/dom';
import { readTab, writeTab } from '#studio/page-kit/studio-api';

import { cardText } from './page.text.ts';

const KEY = 'card-garden-helper';

type Answer = { readonly cards: readonly number[]; readonly worths: readonly Worth[] };

export class Helper {
  readonly root: HTMLElement;
  readonly #switch: HTMLButtonElement;
  readonly #words = el('span', { class: 'helper-words', role: 'status' });
  readonly #onBest: (kept: number | undefined) => void;
  #worker: Worker | undefined;
  #isOn = readTab(KEY) === 'on';
  #cards: readonly number[] | undefined;
  #answer: Answer | undefined;
  #kept = 0;

  constructor(onBest: (kept: number | undefined) => void) {
    this.#onBest = onBest;
    this.#switch = el('button', { type: 'button', class: 'helper-switch', role: 'switch' }, cardText.helper);
    this.#switch.addEventListener('click', () => this.#toggle());
    this.root = el('div', { class: 'helper' }, this.#switch, this.#words);
    this.#show();
  }

  /** Sets the hand to choose from; undefined between hands. */
  setHand(cards: readonly number[] | undefined): void {
    this.#cards = cards;
    this.#kept = 0;
    this.#answer = undefined;
    this.#requestValues();
    this.#show();
  }

  setKept(kept: number): void {
    this.#kept = kept;
    this.#show();
  }

  #toggle(): void {
    this.#isOn = !this.#isOn;
    writeTab(KEY, this.#isOn ? 'on' : 'off');
    this.#requestValues();
    this.#show();
  }

  #requestValues(): void {
    if (!this.#isOn || !this.#cards || this.#answer) return;
    if (!this.#worker) {
      this.#worker = new Worker(new URL('./helper.worker.ts', import.meta.url), { type: 'module' });
      this.#worker.addEventListener('message', (event: MessageEvent<Answer>) => {
        if (event.data.cards.join() !== this.#cards?.join()) return;
        this.#answer = event.data;
        this.#show();
      });
    }
    // The options form of postMessage: the other form takes a target origin and exists for windows.
    this.#worker.postMessage(this.#cards, { transfer: [] });
  }

  #show(): void {
    this.#switch.setAttribute('aria-checked', String(this.#isOn));
    const best = this.#isOn ? this.#answer?.worths[0] : undefined;
    this.#onBest(best?.kept);
    if (!this.#isOn) this.#words.textContent = cardText.helperOff;
    else if (!this.#cards) this.#words.textContent = cardText.helperIdle;
    else if (!best) this.#words.textContent = cardText.helperBusy;
    else {
      const chosen = this.#answer?.worths.find(({ kept }) => kept === this.#kept)?.worth ?? 0;
      const isBest = chosen === best.worth || this.#kept === 0;
      this.#words.textContent = isBest
        ? cardText.helperBest(rounded(best.worth))
        : cardText.helperChosen(rounded(chosen), rounded(best.worth));
    }
  }
}

function rounded(worth: number): string {
  return String(Math.round(worth * 1_000) / 1_000);
}
