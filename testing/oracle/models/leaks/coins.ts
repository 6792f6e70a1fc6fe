// Coins of one member: the maximum that deposits and turnover may have earned.
//
// A deposit of the amount in the wheel's terms earns one coin, which goes or is owed when the deposit is sent back.
// Turnover earns one coin for each full amount; a stake placed under an open bonus or cap earns none, and a free round
// has none.
//
// Always true: the maximum of turnover is the highest at any moment, so a correction removes no coin. Coins of codes
// and of the wheel itself are gifts and not counted here.
//
// Elsewhere: the risk of bets (exposure.ts), prizes of the wheel (member-leaks.ts).

import { min } from '#testing/oracle/arithmetic';
import { exposureOf } from './exposure.ts';
import { COIN_DEPOSIT, COIN_TURNOVER } from '#testing/oracle/product/initial-data';
import type { BookedBet } from './turnover.ts';

export class CoinBook {
  readonly #issued = new Map<string, bigint>();
  #deposits = 0n;
  #coins = 0n;
  #risked = 0n;

  deposit(amount: bigint): void {
    if (amount >= COIN_DEPOSIT) this.#deposits += 1n;
    if (amount <= -COIN_DEPOSIT) this.#deposits -= 1n;
  }

  /** Called with all bets of the member after each step. */
  play(bets: readonly BookedBet[]): void {
    const counting = bets.filter(({ state, isFree, isBound }) => state === 'settled' && !isFree && !isBound);
    const risked = exposureOf(counting);
    if (risked > this.#risked) this.#risked = risked;
  }

  issue(cause: string, coins: bigint): void {
    this.#issued.set(cause, this.#of(cause) + coins);
    this.#coins += coins;
  }

  /** Coins of turnover above the maximum; zero or less: none. */
  excessOfTurnover(): bigint {
    return this.#of('turnover') - this.#risked / COIN_TURNOVER;
  }

  /** Coins of deposits above the maximum, which are owed: only coins that the member has or spends are in excess. */
  excessOfDeposits(spent: bigint): bigint {
    return min(this.#of('deposit') - this.#deposits, this.#coins + spent);
  }

  #of(cause: string): bigint {
    return this.#issued.get(cause) ?? 0n;
  }
}
