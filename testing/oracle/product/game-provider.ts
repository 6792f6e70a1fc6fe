// The game provider of a hunt story: its bets and wins, and the effect of each accepted request on the member.
//
// The story chooses results, so a win by itself is no finding. A bet debits its stake, a result credits its amount, a
// correction moves the difference.
//
// Elsewhere: the product's rules for such requests (modules/play).

import type { BetState } from '#testing/oracle/facts';

/** Free spins that are not played lapse. */
const SPINS_LAPSE_MS = 29 * 86_400_000;

type ProviderBet = { readonly round: string; readonly stake: bigint; state: BetState };
type Win = { readonly round: string; paid: bigint; readonly settles: readonly string[] };
/**
 * Free spins of a round. `stated`: the provider names their number, and the round stays open. `open`: it names none and
 * leaves the round open. `ended`: it ends the round, and each spin is a round of its own.
 */
export type SpinProtocol = 'stated' | 'open' | 'ended';
type SpinGrant = { waiting: number; readonly protocol: SpinProtocol; readonly lapsesAt: number };
type Change = { readonly txId: string; readonly state: BetState };

/** The effect of an accepted request, and the bets that changed state. */
export type Effect = { readonly amount: bigint; readonly changes: readonly Change[] };

export class TestGameProvider {
  readonly #bets = new Map<string, ProviderBet>();
  readonly #wins = new Map<string, Win>();
  readonly #rounds = new Map<string, string>();
  readonly #tables = new Set<string>();
  readonly #grants = new Map<string, SpinGrant>();
  /** By member and game, the last one last. */
  readonly #paidRounds = new Map<string, readonly { readonly round: string; readonly at: number }[]>();
  readonly #origins = new Map<string, string>();
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

  /** A win of the round grants free spins. */
  grant(round: string, grant: { readonly spins: number; readonly protocol: SpinProtocol; readonly at: number }): void {
    const { spins: waiting, protocol, at } = grant;
    this.#grants.set(round, { waiting, protocol, lapsesAt: at + SPINS_LAPSE_MS });
  }

  /** A paid round of the member in the game. */
  recordPaidRound(member: string, game: string, paid: { readonly round: string; readonly at: number }): void {
    const key = `${member} ${game}`;
    const others = (this.#paidRounds.get(key) ?? []).filter(({ round }) => round !== paid.round);
    const known = this.#paidRounds.get(key)?.find(({ round }) => round === paid.round);
    this.#paidRounds.set(
      key,
      [...others, known ?? paid].toSorted((one, other) => one.at - other.at),
    );
  }

  /**
   * The round to which results of this round belong. A free round that does not name the round that granted it belongs
   * to the last paid one of the game that was not void by then.
   */
  originOf(round: string): string {
    return this.#origins.get(round) ?? round;
  }

  /** False: it belongs to no paid round, as all spins of the last one lapsed. */
  beginFreeRound(member: string, game: string, free: { readonly round: string; readonly at: number }): boolean {
    const { round, at } = free;
    const isPaid = (bet: ProviderBet) => bet.stake > 0n && bet.state !== 'void';
    const paid = this.#paidRounds
      .get(`${member} ${game}`)
      ?.findLast((each) => [...this.#bets.values()].some((bet) => bet.round === each.round && isPaid(bet)));
    if (this.#origins.has(round) || [...this.#bets.values()].some((bet) => bet.round === round)) return true;
    if (!paid || paid.at + SPINS_LAPSE_MS < at) return false;
    this.#origins.set(round, paid.round);
    return true;
  }

  /** Cancels the waiting spins of the round whose paid result is reversed; its new result may grant others. */
  cancelsSpins(winTxId: string): boolean {
    const win = this.#wins.get(winTxId);
    const grant = win && this.#grants.get(win.round);
    if (!grant || !win.settles.some((txId) => (this.#bets.get(txId)?.stake ?? 0n) > 0n)) return false;
    grant.waiting = 0;
    return true;
  }

  /** The house ended the free spins of the round that wait. */
  endSpins(round: string): void {
    const grant = this.#grants.get(round);
    if (grant) grant.waiting = 0;
  }

  grantOf(round: string): Readonly<SpinGrant> | undefined {
    return this.#grants.get(round);
  }

  /** Plays one free spin of the round; returns the number that still waits. */
  takeSpin(round: string): number {
    const grant = this.#grants.get(round);
    if (!grant || grant.waiting === 0) throw new Error(`round ${round} has no free spin`);
    return (grant.waiting -= 1);
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
