// Rounds in the reference model: the expected result and effect of each provider request.
//
// Elsewhere: accounts and requirements (rules.ts), the effect of settled rounds on a week (cashback.ts).

import type { RulesModel } from './rules.ts';
import {
  balance,
  type ModelBet,
  type ModelRequirement,
  type ModelMember,
  type ModelRound,
  least,
  move,
  openLines,
} from './member.ts';
import { changeOwn, closeWhenGone } from './own-money.ts';
import { isAboveLimits } from './limits.ts';

const CATEGORIES = { 'test-slot': 'EGAMES', 'test-table': 'LIVECASINO' } as const;

export type ModelStake = { readonly round: ModelRound; readonly txId: string; readonly amount: bigint };

export function placeBet(model: RulesModel, member: ModelMember, { round, txId, amount }: ModelStake): string {
  if (balance(member, 'receivable') < 0n) return 'PLAYER_LOCKED';
  if (round.state === 'closed') return 'BET_SETTLED';
  const binding = openLines(member).filter(({ now, need }) => now < need);
  const category = CATEGORIES[round.gameCode];
  if (binding.some(({ bonus }) => bonus?.excluded.includes(category))) return 'GAME_EXCLUDED';
  const staked = stakeOf(round) + amount;
  if (binding.some(({ bonus }) => bonus?.betMax !== undefined && staked > bonus.betMax)) return 'BONUS_MAX_BET';
  if (isAboveLimits(model, member, amount, round.bets)) return 'LIMIT_REACHED';
  if (amount > balance(member, 'game')) return 'INSUFFICIENT_FUNDS';
  member.stakedAt.push(model.now);
  changing(model, member, round, () => {
    toGames(member, amount);
    round.bets.push({ txId, stake: amount, state: 'open', line: openLines(member).at(-1)?.no ?? 0 });
    round.state = 'open';
  });
  closeWhenGone(member);
  return 'OK';
}

type Result = {
  readonly round: ModelRound;
  readonly txId: string;
  readonly payout: bigint;
  readonly isClosed: boolean;
};

export function settleRound(model: RulesModel, member: ModelMember, { round, txId, payout, isClosed }: Result): string {
  if (round.bets.every(({ state }) => state === 'void')) return 'TX_ROLLED_BACK';
  if (round.state === 'closed') return 'BET_SETTLED';
  changing(model, member, round, () => {
    fromGames(member, payout);
    round.payout += payout;
    const open = round.bets.filter(({ state }) => state === 'open');
    const stakes = open.reduce((sum, { stake }) => sum + stake, 0n);
    changeOwn(member, open.length > 0 ? open : round.bets, {
      from: 0n,
      to: payout,
      settles: open.length > 0 ? 1n : 0n,
    });
    const counted = countedOf(round, stakes, payout);
    const shares = open.map(({ stake }) => (stakes === 0n ? 0n : (counted * stake) / stakes));
    const rest = counted - shares.reduce((sum, share) => sum + share, 0n);
    for (const [index, bet] of open.entries()) {
      bet.state = 'settled';
      bet.by = txId;
      bet.counted = (shares[index] ?? 0n) + (index === 0 ? rest : 0n);
    }
    round.wins.push({ txId, amount: payout, isCancelled: false });
    round.turnover += counted;
    byLine(open, (requirementNo, amount) => fill(member, round, requirementNo, amount));
    if (isClosed || round.isOver === true) round.state = 'closed';
  });
  closeWhenGone(member);
  return 'OK';
}

export function cancelBet(model: RulesModel, member: ModelMember, round: ModelRound, txId: string): string {
  const bet = round.bets.find((each) => each.txId === txId);
  if (!bet) throw new Error(`the model has no bet ${txId}`);
  if (bet.state === 'settled') return 'BET_SETTLED';
  if (bet.state === 'void') return 'OK';
  changing(model, member, round, () => {
    fromGames(member, bet.stake);
    bet.state = 'void';
    if (round.bets.every(({ state }) => state === 'void')) round.state = 'void';
    else if (round.isOver === true && round.bets.every(({ state }) => state !== 'open')) round.state = 'closed';
  });
  closeWhenGone(member);
  return 'OK';
}

export function cancelWin(model: RulesModel, member: ModelMember, round: ModelRound, txId: string): string {
  const win = round.wins.find((each) => each.txId === txId);
  if (!win) throw new Error(`the model has no win ${txId}`);
  if (win.isCancelled) return 'OK';
  changing(model, member, round, () => {
    win.isCancelled = true;
    debit(member, win.amount);
    round.payout -= least(round.payout, win.amount);
    const settled = round.bets.filter(({ state, by }) => state === 'settled' && by === txId);
    const sharing = settled.length > 0 ? settled : round.bets;
    changeOwn(member, sharing, { from: win.amount, to: 0n, settles: settled.length > 0 ? -1n : 0n });
    if (settled.length === 0) return;
    byLine(settled, (requirementNo, amount) => {
      drain(member, round, requirementNo, amount);
      round.turnover -= amount;
    });
    if (round.state === 'closed' && settled.length < round.bets.length) round.isOver = true;
    round.state = 'open';
    for (const bet of settled) bet.state = 'open';
  });
  if (win.amount > 0n) closeWhenGone(member);
  return 'OK';
}

export function adjustWin(
  model: RulesModel,
  member: ModelMember,
  round: ModelRound,
  { txId, amount }: { readonly txId: string; readonly amount: bigint },
): string {
  const win = round.wins.find((each) => each.txId === txId);
  if (!win) throw new Error(`the model has no win ${txId}`);
  if (win.isCancelled) return 'TX_ROLLED_BACK';
  changing(model, member, round, () => {
    if (amount > win.amount) fromGames(member, amount - win.amount);
    else debit(member, win.amount - amount);
    const settled = round.bets.filter(({ state, by }) => state === 'settled' && by === txId);
    changeOwn(member, settled.length > 0 ? settled : round.bets, { from: win.amount, to: amount, settles: 0n });
    round.payout += amount - win.amount;
    win.amount = amount;
  });
  closeWhenGone(member);
  return 'OK';
}

/** A prize is recorded as a round without a stake. */
export function applyAward(model: RulesModel, member: ModelMember, amount: bigint): string {
  const repaid = least(-balance(member, 'receivable'), amount);
  move(member, 'awards', 'receivable', repaid);
  move(member, 'awards', 'game', amount - repaid);
  const round = { id: '', gameCode: 'test-slot', state: 'closed', bets: [], wins: [], turnover: 0n } as const;
  const at = { openedAt: model.now, settledAt: model.now };
  member.allRounds.push({ ...round, bets: [], wins: [], countedUntil: [], payout: amount, ...at });
  closeWhenGone(member);
  return 'OK';
}

export function payTip(model: RulesModel, member: ModelMember, amount: bigint): string {
  if (balance(member, 'receivable') < 0n) return 'PLAYER_LOCKED';
  if (isAboveLimits(model, member, amount)) return 'LIMIT_REACHED';
  if (amount > balance(member, 'game')) return 'INSUFFICIENT_FUNDS';
  member.stakedAt.push(model.now);
  move(member, 'game', 'tips', amount);
  closeWhenGone(member);
  return 'OK';
}

/** Debits the available money; the remainder becomes debt. */
function debit(member: ModelMember, amount: bigint): void {
  const there = least(balance(member, 'game'), amount);
  toGames(member, there);
  move(member, 'receivable', 'games', amount - there);
}

export const stakeOf = (round: ModelRound): bigint =>
  round.bets.reduce((sum, { stake, state }) => (state === 'void' ? sum : sum + stake), 0n);

/** Changed settled figures keep their history: the old value counted from its time until now. */
function changing(model: RulesModel, member: ModelMember, round: ModelRound, change: () => void): void {
  const before = { at: round.settledAt, stakes: stakeOf(round), payouts: round.payout, turnover: round.turnover };
  change();
  const isSettled = round.bets.length > 0 && round.bets.every(({ state }) => state !== 'open');
  const isSame =
    before.stakes === stakeOf(round) && before.payouts === round.payout && before.turnover === round.turnover;
  if (before.at !== undefined && (!isSettled || !isSame)) {
    const { at, stakes, payouts } = before;
    member.flows.push({ begunAt: at, at, stakes, payouts });
    member.flows.push({ begunAt: model.now, at: model.now, stakes: -stakes, payouts: -payouts, countedAt: at });
    round.countedUntil.push({ from: at, to: model.now });
    round.settledAt = undefined;
  }
  round.settledAt = isSettled ? (round.settledAt ?? model.now) : undefined;
}

function toGames(member: ModelMember, amount: bigint): void {
  move(member, 'game', 'games', amount);
}

/** Debt is repaid first. */
function fromGames(member: ModelMember, amount: bigint): void {
  const repaid = least(-balance(member, 'receivable'), amount);
  move(member, 'games', 'receivable', repaid);
  move(member, 'games', 'game', amount - repaid);
}

/** A draw counts nothing, a table game without positions counts half. */
function countedOf({ gameCode }: ModelRound, stakes: bigint, payout: bigint): bigint {
  if (gameCode === 'test-slot') return stakes;
  return payout === stakes ? 0n : stakes / 2n;
}

/** Turnover of bets by the requirement under which they were placed, oldest first. */
function byLine(bets: readonly ModelBet[], each: (requirementNo: number, amount: bigint) => void): void {
  const requirementNos = [...new Set(bets.map(({ line }) => line))].toSorted((one, other) => one - other);
  for (const requirementNo of requirementNos) {
    const amount = bets.reduce((sum, { line, counted = 0n }) => (line === requirementNo ? sum + counted : sum), 0n);
    each(requirementNo, amount);
  }
}

/**
 * The requirements that a bet of this round counts for: those that existed at its placement and whose terms it meets.
 */
function countingLines(member: ModelMember, round: ModelRound, requirementNo: number): ModelRequirement[] {
  return openLines(member).filter(({ no, bonus }) => {
    if (no > requirementNo) return false;
    const isTooMuch = bonus?.betMax !== undefined && stakeOf(round) > bonus.betMax;
    return !isTooMuch && !bonus?.excluded.includes(CATEGORIES[round.gameCode]);
  });
}

const getContributionPercent = (weights: Readonly<Record<string, bigint>> | undefined, category: string): bigint =>
  weights?.[category] ?? 100n;

/** The turnover, rounded up, that fills this share at this weight. */
const wholeOf = (share: bigint, weight: bigint): bigint => (share === 0n ? 0n : (share * 100n + weight - 1n) / weight);

function fill(member: ModelMember, round: ModelRound, requirementNo: number, contribution: bigint): void {
  let left = contribution;
  for (const line of countingLines(member, round, requirementNo)) {
    const weight = getContributionPercent(line.bonus?.weights, CATEGORIES[round.gameCode]);
    const taken = least((left * weight) / 100n, line.need - line.now);
    line.now += taken;
    left -= least(left, wholeOf(taken, weight));
  }
}

function drain(member: ModelMember, round: ModelRound, requirementNo: number, contribution: bigint): void {
  let left = contribution;
  for (const line of countingLines(member, round, requirementNo).toReversed()) {
    const weight = getContributionPercent(line.bonus?.weights, CATEGORIES[round.gameCode]);
    const taken = least((left * weight) / 100n, line.now);
    line.now -= taken;
    left -= least(left, wholeOf(taken, weight));
  }
}
