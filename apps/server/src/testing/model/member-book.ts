// What a member has in the plain book: accounts, lines, rounds, withdrawals. Amounts are counts of 1/10,000 baht, times are milliseconds.
//
// Elsewhere: the rules about them (book.ts, own-book.ts, play-book.ts, cashback-book.ts).

import type { BookPeriod } from './cashback-book.ts';

export type Account =
  | 'game'
  | 'main'
  | 'cashback'
  | 'residual'
  | 'withdrawalHeld'
  | 'receivable'
  | 'bank'
  | 'payouts'
  | 'games'
  | 'awards'
  | 'tips'
  | 'bonusCost'
  | 'cashbackCost'
  | 'codeCost'
  | 'residualTaken';

export type BookLine = {
  readonly no: number;
  readonly source: string;
  readonly need: bigint;
  now: bigint;
  readonly cap: bigint | undefined;
  /** Withdrawals that were asked for under it and sent, and what went from the game wallet beside them. */
  paid: bigint;
  /** A withdrawal was paid under its cap while a round was open. */
  isServed: boolean;
  isOpen: boolean;
  readonly createdAt: number;
  /** Money outside the grant, the rest of the bonus or code, and the deposit under it. */
  bound: Bound;
  /** Of a bonus only. */
  readonly bonus: BookBonus | undefined;
};

type Bound = { readonly own: bigint; readonly bonus: bigint; readonly deposit: bigint };

export type BookBonus = {
  readonly amount: bigint;
  readonly plainNeed: bigint;
  readonly expiresAt: number;
  readonly betMax: bigint | undefined;
  readonly excluded: readonly string[];
  readonly weights: Readonly<Record<string, bigint>>;
};

export type BookBet = {
  readonly txId: string;
  readonly stake: bigint;
  state: 'open' | 'settled' | 'void';
  /** The newest line that was open when it was placed. */
  readonly line: number;
  /** The win that settled it last, and what it counted then. */
  by?: string;
  counted?: bigint;
};

export type BookRound = {
  readonly id: string;
  readonly gameCode: 'test-slot' | 'test-table';
  openedAt: number;
  state: 'open' | 'closed' | 'void';
  /** Its provider said that it is over, and a bet has no result yet. */
  isOver?: boolean;
  bets: BookBet[];
  payout: bigint;
  turnover: bigint;
  /** What each pays as it stands. */
  readonly wins: { readonly txId: string; amount: bigint; isCancelled: boolean }[];
  settledAt: number | undefined;
  /** Earlier times in which it had a result. */
  readonly countedUntil: { readonly from: number; readonly to: number }[];
};

export type Flow = {
  readonly begunAt: number;
  readonly at: number;
  readonly stakes?: bigint;
  readonly payouts?: bigint;
  readonly gifts?: bigint;
  /** Winnings that went with a bonus that was given back; begun when that was granted. */
  readonly taken?: bigint;
  /** Of figures that a correction takes out: when they were counted. */
  readonly countedAt?: number;
  readonly deposits?: bigint;
  readonly withdrawals?: bigint;
};

export type BookWithdrawal = {
  readonly amount: bigint;
  /** Held beside the amount: above the caps. */
  removed: bigint;
  readonly askedAt: number;
  /** The newest line when it was asked for: it is bound by this one and those before. */
  readonly lineNo: number;
  state: 'requested' | 'approved' | 'paying' | 'paid' | 'failed' | 'rejected' | 'returned';
  /** When an approved one is looked at again. */
  dueAt: number;
  closedAt: number;
};

export type BookLimit = {
  readonly span: 'day' | 'week' | 'month' | 'bet' | 'time';
  /** Of money, or minutes of a day. */
  readonly amount: bigint;
  /** A looser one that was asked for; without an amount: none at all. */
  wish: { readonly amount: bigint | undefined; readonly at: number } | undefined;
};

export type BookMember = {
  /** What time it is in the book. */
  readonly now: () => number;
  readonly limits: Map<BookLimit['span'], BookLimit>;
  /** What went to games and tips; below zero what came from them. */
  readonly losses: { readonly at: number; readonly amount: bigint }[];
  /** When stakes and tips were taken. */
  readonly stakedAt: number[];
  readonly acceptsBonus: boolean;
  readonly accounts: Map<Account, bigint>;
  readonly lines: BookLine[];
  readonly rounds: Map<number, BookRound>;
  readonly allRounds: BookRound[];
  readonly flows: Flow[];
  readonly periods: BookPeriod[];
  readonly withdrawals: BookWithdrawal[];
  readonly codes: Set<string>;
  readonly grants: { readonly promotionId: string; readonly day: number }[];
  parked: bigint[];
  /** When the main wallet was released last. */
  releasedAt: number;
  deposited: bigint;
};

export const BAHT = 10_000n;
export const DAY_MS = 86_400_000;
const BANGKOK_MS = 7 * 3_600_000;

export const bangkokDay = (at: number): number => Math.floor((at + BANGKOK_MS) / DAY_MS);
export const satang = (amount: bigint): bigint => (amount / 100n) * 100n;
export const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);
export const most = (one: bigint, other: bigint): bigint => (one > other ? one : other);

const OF_PLAY: readonly Account[] = ['game', 'receivable'];
const OF_GAMES: readonly Account[] = ['games', 'awards', 'tips'];

export const balance = (member: BookMember, account: Account): bigint => member.accounts.get(account) ?? 0n;

export function move(member: BookMember, from: Account, to: Account, amount: bigint): void {
  if (amount < 0n) throw new Error(`a movement from ${from} to ${to} is never negative`);
  member.accounts.set(from, balance(member, from) - amount);
  member.accounts.set(to, balance(member, to) + amount);
  const [leaves, comes] = [OF_PLAY.includes(from), OF_PLAY.includes(to)];
  if (leaves !== comes && OF_GAMES.includes(leaves ? to : from)) {
    member.losses.push({ at: member.now(), amount: leaves ? amount : -amount });
  }
}

/** What becomes playable pays what is owed first; answers what is left of it. */
export function repayDebt(member: BookMember, amount: bigint): bigint {
  const repaid = least(amount, -balance(member, 'receivable'));
  move(member, 'game', 'receivable', repaid);
  return amount - repaid;
}

export const openLines = (member: BookMember): BookLine[] => member.lines.filter(({ isOpen }) => isOpen);
