// Rounds in the plain book: what each call of a game provider should answer and do.
//
// Elsewhere: accounts and lines (book.ts), what settled rounds mean for a week (cashback-book.ts).

import { balance, type Book, type BookMember, type BookRound, BAHT, least, move, openLines } from './book.ts';
import { isAboveLimits } from './limit-book.ts';

const CATEGORIES = { 'test-slot': 'EGAMES', 'test-table': 'LIVECASINO' } as const;

export type Stake = { readonly round: BookRound; readonly txId: string; readonly amount: bigint };

export function placeBet(book: Book, member: BookMember, { round, txId, amount }: Stake): string {
  if (balance(member, 'receivable') < 0n) return 'PLAYER_LOCKED';
  if (round.state === 'closed') return 'BET_SETTLED';
  const binding = openLines(member).filter(({ now, need }) => now < need);
  const category = CATEGORIES[round.gameCode];
  if (binding.some(({ bonus }) => bonus?.excluded.includes(category))) return 'GAME_EXCLUDED';
  const staked = stakeOf(round) + amount;
  if (binding.some(({ bonus }) => bonus?.betMax !== undefined && staked > bonus.betMax)) return 'BONUS_MAX_BET';
  if (isAboveLimits(book, member, amount, round.bets)) return 'LIMIT_REACHED';
  if (amount > balance(member, 'game')) return 'INSUFFICIENT_FUNDS';
  member.stakedAt.push(book.now);
  changing(book, member, round, () => {
    toGames(member, amount);
    round.bets.push({ txId, stake: amount, state: 'open' });
    round.state = 'open';
  });
  closeWhenGone(member);
  return 'OK';
}

export type Result = {
  readonly round: BookRound;
  readonly txId: string;
  readonly payout: bigint;
  readonly isClosed: boolean;
};

export function settleRound(book: Book, member: BookMember, { round, txId, payout, isClosed }: Result): string {
  if (round.bets.every(({ state }) => state === 'void')) return 'TX_ROLLED_BACK';
  if (round.state === 'closed') return 'BET_SETTLED';
  changing(book, member, round, () => {
    fromGames(member, payout);
    round.payout += payout;
    const open = round.bets.filter(({ state }) => state === 'open');
    const stakes = open.reduce((sum, { stake }) => sum + stake, 0n);
    for (const bet of open) {
      bet.state = 'settled';
      bet.by = txId;
    }
    const isDraw = round.gameCode === 'test-table' && payout === stakes;
    const counted = isDraw ? 0n : stakes;
    round.wins.push({ txId, amount: payout, counted, isCancelled: false });
    if (counted > 0n) {
      round.turnover += counted;
      fill(member, counted, CATEGORIES[round.gameCode]);
    }
    if (isClosed || round.isOver === true) round.state = 'closed';
  });
  closeWhenGone(member);
  return 'OK';
}

export function cancelBet(book: Book, member: BookMember, round: BookRound, txId: string): string {
  const bet = round.bets.find((each) => each.txId === txId);
  if (!bet) throw new Error(`the book knows no bet ${txId}`);
  if (bet.state === 'settled') return 'BET_SETTLED';
  if (bet.state === 'void') return 'OK';
  changing(book, member, round, () => {
    fromGames(member, bet.stake);
    bet.state = 'void';
    if (round.bets.every(({ state }) => state === 'void')) round.state = 'void';
    else if (round.isOver === true && round.bets.every(({ state }) => state !== 'open')) round.state = 'closed';
  });
  closeWhenGone(member);
  return 'OK';
}

export function cancelWin(book: Book, member: BookMember, round: BookRound, txId: string): string {
  const win = round.wins.find((each) => each.txId === txId);
  if (!win) throw new Error(`the book knows no win ${txId}`);
  if (win.isCancelled) return 'OK';
  changing(book, member, round, () => {
    win.isCancelled = true;
    takeBack(member, win.amount);
    round.payout -= least(round.payout, win.amount);
    const settled = round.bets.filter(({ state, by }) => state === 'settled' && by === txId);
    if (settled.length === 0) return;
    drain(member, win.counted, CATEGORIES[round.gameCode]);
    round.turnover -= win.counted;
    if (round.state === 'closed' && settled.length < round.bets.length) round.isOver = true;
    round.state = 'open';
    for (const bet of settled) bet.state = 'open';
  });
  if (win.amount > 0n) closeWhenGone(member);
  return 'OK';
}

export function adjustWin(
  book: Book,
  member: BookMember,
  round: BookRound,
  { txId, amount }: { readonly txId: string; readonly amount: bigint },
): string {
  const win = round.wins.find((each) => each.txId === txId);
  if (!win) throw new Error(`the book knows no win ${txId}`);
  if (win.isCancelled) return 'TX_ROLLED_BACK';
  changing(book, member, round, () => {
    if (amount > win.amount) fromGames(member, amount - win.amount);
    else takeBack(member, win.amount - amount);
    round.payout += amount - win.amount;
    win.amount = amount;
  });
  closeWhenGone(member);
  return 'OK';
}

/** A prize stands as a round without a stake. */
export function takeAward(book: Book, member: BookMember, amount: bigint): string {
  const repaid = least(-balance(member, 'receivable'), amount);
  move(member, 'awards', 'receivable', repaid);
  move(member, 'awards', 'game', amount - repaid);
  const round = { id: '', gameCode: 'test-slot', state: 'closed', bets: [], wins: [], turnover: 0n } as const;
  member.allRounds.push({ ...round, bets: [], wins: [], payout: amount, openedAt: book.now, settledAt: book.now });
  closeWhenGone(member);
  return 'OK';
}

export function payTip(book: Book, member: BookMember, amount: bigint): string {
  if (balance(member, 'receivable') < 0n) return 'PLAYER_LOCKED';
  if (isAboveLimits(book, member, amount)) return 'LIMIT_REACHED';
  if (amount > balance(member, 'game')) return 'INSUFFICIENT_FUNDS';
  member.stakedAt.push(book.now);
  move(member, 'game', 'tips', amount);
  closeWhenGone(member);
  return 'OK';
}

/** As far as there is money; the rest is owed. */
function takeBack(member: BookMember, amount: bigint): void {
  const there = least(balance(member, 'game'), amount);
  toGames(member, there);
  move(member, 'receivable', 'games', amount - there);
}

export const stakeOf = (round: BookRound): bigint =>
  round.bets.reduce((sum, { stake, state }) => (state === 'void' ? sum : sum + stake), 0n);

/** Settled figures that change leave what they were: it counted at its time, and stops counting now. */
function changing(book: Book, member: BookMember, round: BookRound, change: () => void): void {
  const before = { at: round.settledAt, stakes: stakeOf(round), payouts: round.payout, turnover: round.turnover };
  change();
  const isSettled = round.bets.length > 0 && round.bets.every(({ state }) => state !== 'open');
  const isSame =
    before.stakes === stakeOf(round) && before.payouts === round.payout && before.turnover === round.turnover;
  if (before.at !== undefined && (!isSettled || !isSame)) {
    const { at, stakes, payouts } = before;
    member.flows.push({ begunAt: at, at, stakes, payouts });
    member.flows.push({ begunAt: book.now, at: book.now, stakes: -stakes, payouts: -payouts });
    round.settledAt = undefined;
  }
  round.settledAt = isSettled ? (round.settledAt ?? book.now) : undefined;
}

function toGames(member: BookMember, amount: bigint): void {
  move(member, 'game', 'games', amount);
  for (const { bonus } of openLines(member)) if (bonus) bonus.netLoss += amount;
}

/** What the member owes is paid first. */
function fromGames(member: BookMember, amount: bigint): void {
  const repaid = least(-balance(member, 'receivable'), amount);
  move(member, 'games', 'receivable', repaid);
  move(member, 'games', 'game', amount - repaid);
  for (const { bonus } of openLines(member)) if (bonus) bonus.netLoss -= amount - repaid;
}

const weightOf = (weights: Readonly<Record<string, bigint>> | undefined, category: string): bigint =>
  weights?.[category] ?? 100n;

/** Rounded up: what it takes to fill so much at this weight. */
const wholeOf = (share: bigint, weight: bigint): bigint => (share === 0n ? 0n : (share * 100n + weight - 1n) / weight);

function fill(member: BookMember, contribution: bigint, category: string): void {
  let left = contribution;
  for (const line of openLines(member)) {
    const weight = weightOf(line.bonus?.weights, category);
    const taken = least((left * weight) / 100n, line.need - line.now);
    line.now += taken;
    left -= least(left, wholeOf(taken, weight));
  }
}

function drain(member: BookMember, contribution: bigint, category: string): void {
  let left = contribution;
  for (const line of openLines(member).toReversed()) {
    const weight = weightOf(line.bonus?.weights, category);
    const taken = least((left * weight) / 100n, line.now);
    line.now -= taken;
    left -= least(left, wholeOf(taken, weight));
  }
}

/** Below five baht, open bets counted in, every line closes. */
function closeWhenGone(member: BookMember): void {
  const staked = member.allRounds
    .filter(({ state }) => state === 'open')
    .flatMap(({ bets }) => bets.filter(({ state }) => state === 'open'))
    .reduce((sum, { stake }) => sum + stake, 0n);
  if (balance(member, 'game') + staked >= 5n * BAHT) return;
  for (const line of openLines(member)) line.isOpen = false;
}
