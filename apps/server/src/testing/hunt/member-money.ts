// Places of one member's money: wallets, holds, debts and open stakes, summed from the ledger.
//
// Elsewhere: its classification by bonds (member-book.ts).

import { type Bond, colourOf } from './bonds.ts';
import type { BookedBet } from './turnover-book.ts';

/** Accounts of a member's own money in baht. Income wallets count when their income is claimed. */
const HELD = ['game', 'main', 'withdrawalHeld', 'winsHeld', 'receivable'] as const;
/** Accounts that make up a position. */
const PLACES = ['game', 'main', 'withdrawalHeld', 'winsHeld'] as const;
/** A position below this amount is spent. */
const SPENT_BELOW = 50_000n;

export class MemberMoney {
  readonly bets = new Map<string, BookedBet>();
  readonly #balances = new Map<string, bigint>(HELD.map((account) => [account, 0n]));
  readonly #rounds = new Map<string, number>();

  balance(account: string): bigint {
    return this.#balances.get(account) ?? 0n;
  }

  isOwnAccount(account: string): boolean {
    return this.#balances.has(account);
  }

  add(account: string, amount: bigint): void {
    if (this.isOwnAccount(account)) this.#balances.set(account, this.balance(account) + amount);
  }

  /** Records the start of a round at its first mention. */
  beginRound(round: string, at: number): void {
    if (!this.#rounds.has(round)) this.#rounds.set(round, at);
  }

  hasBegunAfter(round: string, at: number | undefined): boolean {
    return at !== undefined && (this.#rounds.get(round) ?? 0) > at;
  }

  isUnder(bond: Bond, round: string): boolean {
    return colourOf(bond, this.#rounds.get(round) ?? Infinity) === 'under';
  }

  /** Returns the member's total, open stakes included. */
  worth(): bigint {
    return [...this.#balances.values()].reduce((sum, amount) => sum + amount, 0n) + this.openStakes();
  }

  openStakes(isCounted: (bet: BookedBet) => boolean = () => true): bigint {
    let total = 0n;
    for (const bet of this.bets.values()) {
      if (bet.state === 'open' && !bet.isFree && isCounted(bet)) total += bet.stake;
    }
    return total;
  }

  openStakesUnder(bond: Bond): bigint {
    return this.openStakes(({ round }) => this.isUnder(bond, round));
  }

  /** Returns the held wins that were not won under the bond. */
  sumHeldOutside(bond: Bond): bigint {
    const held = this.balance('winsHeld') - bond.heldPending;
    return held > 0n ? held : 0n;
  }

  position(): bigint {
    return PLACES.reduce((sum, account) => sum + this.balance(account), this.openStakes());
  }

  isSpent(): boolean {
    return this.position() < SPENT_BELOW && !this.#hasFreeRound();
  }

  places(): string {
    const places: string[] = PLACES.filter((account) => this.balance(account) > 0n);
    if (this.openStakes() > 0n) places.push('open bets');
    if (this.#hasFreeRound()) places.push('a free round');
    return places.join(', ');
  }

  #hasFreeRound(): boolean {
    return [...this.bets.values()].some(({ isFree, state }) => isFree && state === 'open');
  }
}
