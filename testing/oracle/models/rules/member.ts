// A member's state in the reference model: accounts, requirements, rounds, withdrawals. Amounts are counts of 1/10,000
// baht, times are milliseconds.
//
// Elsewhere: the rules (rules.ts, own-money.ts, play.ts, cashback.ts).

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

export type ModelRequirement = {
  readonly no: number;
  readonly source: string;
  readonly need: bigint;
  now: bigint;
  readonly cap: bigint | undefined;
  /** Withdrawals requested under it and sent, including the money that left the game wallet with them. */
  paid: bigint;
  /** A withdrawal was paid under its cap while a round was open. */
  isServed: boolean;
  isOpen: boolean;
  /** It ended with a removal: later corrections of its results change that first. */
  hasRemoval?: boolean;
  /** Removed above its cap with submitted payouts. */
  capped?: bigint;
  readonly createdAt: number;
  /** Money outside the grant, below zero after a debt; the remaining bonus or code, and the deposit under it. */
  bound: Bound;
  /** For a bonus only. */
  readonly bonus: ModelBonus | undefined;
};

type Bound = { readonly own: bigint; readonly bonus: bigint; readonly deposit: bigint };

export type ModelBonus = {
  readonly amount: bigint;
  readonly depositRequired: bigint;
  readonly expiresAt: number;
  readonly betMax: bigint | undefined;
  readonly excluded: readonly string[];
  readonly weights: Readonly<Record<string, bigint>>;
};

export type ModelBet = {
  readonly txId: string;
  readonly stake: bigint;
  state: 'open' | 'settled' | 'void';
  /** The newest requirement that was open when the bet was placed. */
  readonly line: number;
  /** The win that settled it last, and the amount that it counted then. */
  by?: string;
  counted?: bigint;
};

export type ModelRound = {
  readonly id: string;
  readonly gameCode: 'test-slot' | 'test-table';
  openedAt: number;
  state: 'open' | 'closed' | 'void';
  /** The provider ended the round while a bet has no result. */
  isOver?: boolean;
  bets: ModelBet[];
  payout: bigint;
  turnover: bigint;
  /** The current amount of each win. */
  readonly wins: { readonly txId: string; amount: bigint; isCancelled: boolean }[];
  settledAt: number | undefined;
  /** Earlier periods in which it had a result. */
  readonly countedUntil: { readonly from: number; readonly to: number }[];
};

export type Flow = {
  readonly begunAt: number;
  readonly at: number;
  readonly stakes?: bigint;
  readonly payouts?: bigint;
  readonly gifts?: bigint;
  /** Winnings removed with a forfeited bonus; starts at its grant. */
  readonly taken?: bigint;
  /** Time at which figures were counted that a correction later removed. */
  readonly countedAt?: number;
  readonly deposits?: bigint;
  readonly withdrawals?: bigint;
};

export type ModelWithdrawal = {
  readonly amount: bigint;
  /** The part above the caps: held in addition to the amount, and removed at the submission. */
  removed: bigint;
  readonly requestedAt: number;
  /** The newest requirement at the request: this one and those before it bind the withdrawal. */
  readonly requirementNo: number;
  state: 'requested' | 'approved' | 'paying' | 'paid' | 'failed' | 'rejected' | 'returned';
  /** Time at which an approved withdrawal is checked again. */
  dueAt: number;
  closedAt: number;
  /** It came back and waits in the main wallet. */
  isInMain?: boolean;
  /** Of the removal, own money of requirements that began after the request, by their number. */
  later?: ReadonlyMap<number, bigint>;
};

export type ModelLimit = {
  readonly span: 'day' | 'week' | 'month' | 'bet' | 'time';
  /** Baht for money limits, minutes per day for time limits. */
  readonly amount: bigint;
  /** A requested looser limit; an undefined amount removes the limit. */
  pendingChange: { readonly amount: bigint | undefined; readonly at: number } | undefined;
};

export type ModelPeriod = {
  readonly from: number;
  readonly to: number;
  /** Stakes less payouts that were not taken with a bonus. */
  readonly net: bigint;
  /** Corrections of earlier weeks. */
  readonly reduction: bigint;
  readonly gifts: bigint;
  readonly own: bigint;
  /** Gifts carried over to the next week. */
  readonly giftsLeft: bigint;
  readonly reductionLeft: bigint;
  /** The part of the loss that open rounds postpone by their winnings. */
  readonly openLeft: bigint;
  readonly amount: bigint;
  state: 'none' | 'carried' | 'claimable' | 'claimed' | 'expired';
  readonly expiresAt: number;
};

export type ModelMember = {
  /** Current time of the model. */
  readonly now: () => number;
  readonly limits: Map<ModelLimit['span'], ModelLimit>;
  /** Net amounts to games and tips; negative: from them. */
  readonly losses: { readonly at: number; readonly amount: bigint }[];
  /** Times of stakes and tips. */
  readonly stakedAt: number[];
  readonly acceptsBonus: boolean;
  readonly accounts: Map<Account, bigint>;
  readonly lines: ModelRequirement[];
  readonly rounds: Map<number, ModelRound>;
  readonly allRounds: ModelRound[];
  readonly flows: Flow[];
  readonly periods: ModelPeriod[];
  readonly withdrawals: ModelWithdrawal[];
  readonly codes: Set<string>;
  readonly grants: { readonly promotionId: string; readonly day: number }[];
  parked: bigint[];
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

export const balance = (member: ModelMember, account: Account): bigint => member.accounts.get(account) ?? 0n;

export function move(member: ModelMember, from: Account, to: Account, amount: bigint): void {
  if (amount < 0n) throw new Error(`a movement from ${from} to ${to} is never negative`);
  member.accounts.set(from, balance(member, from) - amount);
  member.accounts.set(to, balance(member, to) + amount);
  const [leaves, comes] = [OF_PLAY.includes(from), OF_PLAY.includes(to)];
  if (leaves !== comes && OF_GAMES.includes(leaves ? to : from)) {
    member.losses.push({ at: member.now(), amount: leaves ? amount : -amount });
  }
}

/** Repays debt from newly playable money and returns the remainder. */
export function repayDebt(member: ModelMember, amount: bigint): bigint {
  const repaid = least(amount, -balance(member, 'receivable'));
  move(member, 'game', 'receivable', repaid);
  return amount - repaid;
}

/** Payouts under a requirement that came back and were not released. */
export const returnedUnder = (member: ModelMember, { no }: ModelRequirement): bigint =>
  member.withdrawals
    .filter(({ isInMain, requirementNo }) => isInMain === true && requirementNo >= no)
    .reduce((sum, { amount }) => sum + amount, 0n);

export const openLines = (member: ModelMember): ModelRequirement[] => member.lines.filter(({ isOpen }) => isOpen);

/** An open withdrawal, with the part above the caps that comes back if it fails. */
export function leavingOf(member: ModelMember): bigint {
  const open = openWithdrawal(member);
  return open ? open.amount + open.removed : 0n;
}

export const openWithdrawal = (member: ModelMember): ModelWithdrawal | undefined =>
  member.withdrawals.find(({ state }) => state === 'requested' || state === 'approved' || state === 'paying');
