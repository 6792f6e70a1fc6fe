// The panel under the reels: balance, stake, the round button, and the buttons of two sheets.

import { petalButton } from '@chaba/art/petal-button';
import { pictureAddress } from '@chaba/art/svg';
import { formatBaht, type Money, money } from '@chaba/money';

import { button, el, icon, icons } from './dom.ts';
import { isMotionReduced } from './motion.ts';
import { text } from './page.text.ts';

const COUNT_MS = 400;

export type ControlActions = {
  /** The icon of the round button. */
  readonly icon: string;
  readonly spin: () => void;
  readonly changeStake: (steps: number) => void;
  readonly openPaytable: () => void;
  readonly openHistory: () => void;
};

export class Controls {
  readonly root: HTMLElement;
  readonly #balance = el('strong', { class: 'amount' }, '–');
  readonly #stake = el('strong', { class: 'amount' });
  readonly #spin: HTMLButtonElement;
  readonly #less: HTMLButtonElement;
  readonly #more: HTMLButtonElement;
  readonly #label = document.createTextNode(text.spin);
  #shown: Money | undefined;
  #counting = 0;

  constructor(actions: ControlActions) {
    const petal = el('img', { src: pictureAddress(petalButton()), alt: '', class: 'petal', draggable: 'false' });
    const label = el('span', { class: 'spin-label' }, icon(actions.icon), this.#label);
    this.#spin = button('spin', text.spin, actions.spin, petal, label);
    this.#less = button('step', text.less, () => actions.changeStake(-1), icon(icons.minus));
    this.#more = button('step', text.more, () => actions.changeStake(1), icon(icons.plus));
    this.root = el(
      'section',
      { class: 'panel' },
      el('div', { class: 'box balance' }, el('span', { class: 'label' }, text.balance), this.#balance),
      el(
        'div',
        { class: 'box stake', role: 'group', 'aria-label': text.stake },
        this.#less,
        el(
          'div',
          { class: 'stake-amount', 'aria-live': 'polite' },
          el('span', { class: 'label' }, text.stake),
          this.#stake,
        ),
        this.#more,
      ),
      this.#round(text.paytable, icons.table, actions.openPaytable),
      el('div', { class: 'spin-place' }, this.#spin),
      this.#round(text.history, icons.history, actions.openHistory),
      el('p', { class: 'stamp' }, text.stamp),
    );
  }

  setStake(stake: Money, isLowest: boolean, isHighest: boolean): void {
    this.#stake.textContent = formatBaht(stake);
    this.#less.setAttribute('aria-disabled', String(isLowest));
    this.#more.setAttribute('aria-disabled', String(isHighest));
  }

  /** Shows a balance; counts from the old one unless motion is reduced. */
  setBalance(balance: Money): void {
    const from = this.#shown;
    this.#shown = balance;
    cancelAnimationFrame(this.#counting);
    if (from === undefined || from === balance || isMotionReduced()) {
      this.#balance.textContent = formatBaht(balance);
      return;
    }
    const startedAt = performance.now();
    const step = (now: number): void => {
      const share = Math.min((now - startedAt) / COUNT_MS, 1);
      const eased = BigInt(Math.round((1 - (1 - share) ** 3) * 1_000));
      this.#balance.textContent = formatBaht(money(from + ((balance - from) * eased) / 1_000n));
      if (share < 1) this.#counting = requestAnimationFrame(step);
    };
    this.#counting = requestAnimationFrame(step);
  }

  /** Marks the buttons as busy by ARIA only, so that the focus stays. */
  setBusy(isBusy: boolean): void {
    this.#spin.setAttribute('aria-disabled', String(isBusy));
    this.#spin.classList.toggle('turning', isBusy);
    this.#spin.setAttribute('aria-label', isBusy ? text.spinning : this.#label.data);
  }

  /** Sets the label of the round button. */
  setAction(label: string): void {
    this.#label.data = label;
    this.#spin.setAttribute('aria-label', label);
  }

  #round(label: string, paths: string, open: () => void): HTMLElement {
    return button('round-button', label, open, el('span', { class: 'round' }, icon(paths)), label);
  }
}
