// Places of one member's money: wallets, holds, debts and open stakes, summed from the ledger.
//
// Elsewhere: its classification by bonds (member-leaks.ts).

import { type BoundBonus, colourOf } from './bound-bonus.ts';
import type { BookedBet } from './turnover.ts';

/** Accounts of a member's own money in baht. Income wallets count when their income is claimed. */
const HELD = ['game', 'main', 'withdrawalHeld', 'winsHeld', 'receivable'] as const;
/** Accounts that make up a position. */
const PLACES = ['game', 'main', 'withdrawalHeld', 'winsHeld'] as const;
const DAY_MS = 86_400_000;
/** A position below this amount is spent. */
const SPENT_BELOW = 50_000n;

export class MemberMoney {
  readonly bets = new Map<string, BookedBet>();
  readonly #balances = new Map<string, bigint>(HELD.map((account) => [account, 0n]));
  readonly #rounds = new Map<string, { readonly at: number; readonly time: number }>();
  /** Payouts less stakes. */
  readonly #results = new Map<string, bigint>();
  /** Free spins that wait, by the round that granted them. */
  readonly #spins = new Map<string, number>();
  #time = 0;

  balance(account: string): bigint {
    return this.#balances.get(account) ?? 0n;
  }

  isOwnAccount(account: string): boolean {
    return this.#balances.has(account);
  }

  add(account: string, amount: bigint): void {
    if (this.isOwnAccount(account)) this.#balances.set(account, this.balance(account) + amount);
  }

  setTime(time: number): void {
    this.#time = time;
  }

  /** Records the start of a round at its first mention. */
  beginRound(round: string, at: number): void {
    if (!this.#rounds.has(round)) this.#rounds.set(round, { at, time: this.#time });
  }

  setSpins(round: string, waiting: number): void {
    this.#spins.set(round, waiting);
  }

  hasBegunAfter(round: string, at: number | undefined): boolean {
    return at !== undefined && (this.#rounds.get(round)?.at ?? 0) > at;
  }

  /** Whether a bet under the bond joined a round that had begun before it. */
  isJoined({ startedAt }: BoundBonus, round: string): boolean {
    if ((this.#rounds.get(round)?.at ?? Infinity) >= startedAt) return false;
    return [...this.bets.values()].some((bet) => bet.round === round && !bet.isFree && bet.placedAt > startedAt);
  }

  /**
   * The share of a result that stakes under the bond have, rounded down. It belongs to the bets that changed with it,
   * by their stakes; where these have none, to paid bets of the round that were placed before them. A correction
   * downwards that changes no bet may be of any bet.
   */
  shareOfJoined(
    { startedAt }: BoundBonus,
    of: { readonly playedIn: string; readonly amount: bigint; readonly changed: ReadonlySet<BookedBet> },
  ): bigint {
    const changed = [...of.changed].filter(({ playedIn }) => playedIn === of.playedIn);
    if (changed.length === 0 && of.amount < 0n) return of.amount;
    const isSettled = changed.some(({ isFree }) => !isFree);
    const last = Math.max(...changed.map(({ placedAt }) => placedAt), changed.length === 0 ? Infinity : 0);
    const sharing = (isSettled ? changed : [...this.bets.values()]).filter(
      ({ playedIn, isFree, state, placedAt }) =>
        playedIn === of.playedIn && !isFree && (isSettled || (state !== 'void' && placedAt < last)),
    );
    const sum = (some: readonly BookedBet[]) => some.reduce((total, { stake }) => total + stake, 0n);
    const all = sum(sharing);
    return all === 0n ? 0n : (of.amount * sum(sharing.filter(({ placedAt }) => placedAt > startedAt))) / all;
  }

  addResult(round: string, amount: bigint): void {
    this.#results.set(round, (this.#results.get(round) ?? 0n) + amount);
  }

  /** Results under the older bond of rounds before the newer one. */
  sumWonBetween(older: BoundBonus, newer: BoundBonus): bigint {
    const won = [...this.#results].filter(([round]) => this.isUnder(older, round) && this.isBefore(newer, round));
    return won.reduce((sum, [, amount]) => sum + amount, 0n);
  }

  isBefore(bond: BoundBonus, round: string): boolean {
    return colourOf(bond, this.#rounds.get(round)?.at ?? Infinity) === 'before';
  }

  isUnder(bond: BoundBonus, round: string): boolean {
    return colourOf(bond, this.#rounds.get(round)?.at ?? Infinity) === 'under';
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

  openStakesUnder(bond: BoundBonus): bigint {
    return this.openStakes(({ round }) => this.isUnder(bond, round));
  }

  /** Returns the held wins that were not won under the bond. */
  sumHeldOutside(bond: BoundBonus): bigint {
    const held = this.balance('winsHeld') - bond.heldPending;
    return held > 0n ? held : 0n;
  }

  position(): bigint {
    return PLACES.reduce((sum, account) => sum + this.balance(account), this.openStakes());
  }

  /** Whether all money was lost, before this amount arrived. */
  isSpent(arrived: bigint): boolean {
    return this.position() - arrived < SPENT_BELOW && !this.#hasFreeRound() && !this.#hasWaitingSpin();
  }

  places(): string {
    const places: string[] = PLACES.filter((account) => this.balance(account) > 0n);
    if (this.openStakes() > 0n) places.push('open bets');
    if (this.#hasFreeRound()) places.push('a free round');
    if (this.#hasWaitingSpin()) places.push('a waiting spin');
    return places.join(', ');
  }

  #hasFreeRound(): boolean {
    return [...this.bets.values()].some(
      ({ isFree, state, round }) => isFree && state === 'open' && this.#isYoung(round),
    );
  }

  #hasWaitingSpin(): boolean {
    return [...this.#spins].some(([round, waiting]) => waiting > 0 && this.#isYoung(round));
  }

  /** An older round keeps no requirement open; its result is under the terms that it was played with. */
  #isYoung(round: string): boolean {
    return this.#time - (this.#rounds.get(round)?.time ?? 0) < DAY_MS;
  }
}
