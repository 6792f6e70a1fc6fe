// Selection of the stake, stored in this tab.

import { type Money, parseProviderAmount, formatProviderAmount, zeroMoney } from '@chaba/money';

import { readTab, writeTab } from './studio-api.ts';

const DEFAULT_STAKE = '5.0000';

export class StakeChoice {
  readonly #key: string;
  #offered: readonly Money[] = [];
  #index = 0;

  constructor(gameCode: string) {
    this.#key = `${gameCode}-stake`;
  }

  offer(amounts: readonly string[]): void {
    this.#offered = amounts.map((amount) => parseProviderAmount(amount) ?? zeroMoney);
    const wanted = parseProviderAmount(readTab(this.#key) ?? DEFAULT_STAKE);
    this.#index = Math.max(
      0,
      this.#offered.findIndex((amount) => amount === wanted),
    );
  }

  move(steps: number): void {
    this.#index = Math.min(Math.max(this.#index + steps, 0), this.#offered.length - 1);
    writeTab(this.#key, formatProviderAmount(this.amount));
  }

  get amount(): Money {
    return this.#offered[this.#index] ?? zeroMoney;
  }

  get isLowest(): boolean {
    return this.#index === 0;
  }

  get isHighest(): boolean {
    return this.#index === this.#offered.length - 1;
  }
}
