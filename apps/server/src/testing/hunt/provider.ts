// The game provider of a hunt story: its bets and wins, and the effect of each accepted request on the member.
//
// The story chooses results, so a win by itself is no finding. A bet debits its stake, a result credits its amount, a
// correction moves the difference.
//
// Elsewhere: the product's rules for such requests (modules/play).

import type { BetState } from './facts.ts';

type ProviderBet = { readonly round: string; readonly stake: bigint; state: BetState };
type Win = { readonly round: string; paid: bigint; readonly settles: readonly string[] };
type Change = { readonly txId: string; readonly state: BetState };

/** The effect of an accepted request, and the bets that changed state. */
export type Effect = { readonly amount: bigint; readonly changes: readonly Change[] };

export class TestGameProvider {
  readonly #bets = new Map<string, ProviderBet>();
  readonly #wins = new Map<string, Win>();
  readonly #rounds = new Map<string, string>();
  readonly #tables = new Set<string>();
  /** The win that a correction refers to. */
  readonly #corrects = new Map<string, string>();

  /** Records the round of a transaction. */
  place(txId: string, round: string): void {
    this.#rounds.set(txId, round);
  }

  /** Rounds with positions are played at a table, and so are their results. */
  markTable(round: string): void {
    this.#tables.add(round);
  }

  isTable(round: string): boolean {
    return this.#tables.has(round);
  }

  bet(txId: string, bet: { readonly round: string; readonly stake: bigint; readonly isFree: boolean }): Effect {
    const stake = bet.isFree ? 0n : bet.stake;
    this.#bets.set(txId, { round: bet.round, stake, state: 'open' });
    return { amount: -stake, changes: [] };
  }

  win(
    txId: string,
    win: { readonly round: string; readonly amount: bigint; readonly ref: string | undefined },
  ): Effect {
    const settles = [...this.#bets].flatMap(([name, bet]) =>
      bet.state === 'open' && bet.round === win.round && (win.ref === undefined || win.ref === name) ? [name] : [],
    );
    this.#wins.set(txId, { round: win.round, paid: win.amount, settles });
    return { amount: win.amount, changes: settles.map((name) => this.#change(name, 'settled')) };
  }

  /** Rolls back an open bet or a win; a settled bet stays. */
  rollback(ref: string): Effect {
    const bet = this.#bets.get(ref);
    if (bet?.state === 'open') return { amount: bet.stake, changes: [this.#change(ref, 'void')] };
    const win = this.#wins.get(ref);
    if (!win) return { amount: 0n, changes: [] };
    const amount = -win.paid;
    win.paid = 0n;
    this.#wins.delete(ref);
    return { amount, changes: win.settles.map((name) => this.#change(name, 'open')) };
  }

  adjust(txId: string, ref: string, amount: bigint): Effect {
    this.#corrects.set(txId, ref);
    const win = this.#wins.get(ref);
    if (!win) return { amount: 0n, changes: [] };
    const difference = amount - win.paid;
    win.paid = amount;
    return { amount: difference, changes: [] };
  }

  /** An operator rejected a held win, so this amount is not paid. */
  refuse(txId: string, amount: bigint): void {
    const win = this.#wins.get(this.#corrects.get(txId) ?? txId);
    if (win) win.paid -= amount;
  }

  roundOf(txId: string): string | undefined {
    return this.#rounds.get(txId);
  }

  #change(txId: string, state: BetState): Change {
    const bet = this.#bets.get(txId);
    if (bet) bet.state = state;
    return { txId, state };
  }
}
