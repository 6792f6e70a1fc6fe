// Chips of a shared table. The selected chip is the amount of the next bet; keys 1 to 5 select too.

import { type Money, parseProviderAmount, zeroMoney } from '@chaba/money';

import { button, el } from './dom.ts';
import { tableText } from './table.text.ts';

const formatChip = (chip: string): string => Number(chip).toLocaleString('th');
const CHIPS = ['10', '50', '100', '500', '1000'] as const;

export class Chips {
  readonly root: HTMLElement;
  readonly #buttons: readonly HTMLButtonElement[];
  readonly #onChange: () => void;
  #chosen = 0;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
    this.#buttons = CHIPS.map((chip, index) =>
      button(`chip chip-${chip}`, tableText.chip(formatChip(chip)), () => this.#choose(index), formatChip(chip)),
    );
    this.root = el('div', { class: 'chips', role: 'group', 'aria-label': tableText.chips }, ...this.#buttons);
    this.#show();
  }

  get amount(): Money {
    return parseProviderAmount(CHIPS[this.#chosen] ?? '') ?? zeroMoney;
  }

  /** Selects a chip by key; returns whether the key is one of a chip. */
  onKey({ key }: KeyboardEvent): boolean {
    const index = '12345'.indexOf(key);
    if (key.length !== 1 || index < 0) return false;
    this.#choose(index);
    return true;
  }

  #choose(index: number): void {
    this.#chosen = index;
    this.#show();
    this.#onChange();
  }

  #show(): void {
    for (const [index, made] of this.#buttons.entries()) {
      made.setAttribute('aria-pressed', String(index === this.#chosen));
    }
  }
}

/** Class of the largest chip that fits into an amount. */
export function getChipClass(amount: bigint): string {
  return `chip-${CHIPS.findLast((chip) => amount >= (parseProviderAmount(chip) ?? zeroMoney)) ?? CHIPS[0]}`;
}
