// The rules of the wallet: which commands of a provider are accepted, and what each does. Pure; commands are applied
// one after the other to one state.
//
// Always true (wallet-protocol, rules 1–11): a command is checked as a whole before the state changes; a bet after its
// rollback is rejected; a settled bet cannot be rolled back; money that returns is never rejected for the state of a
// token, a member or the site. Turnover counts when a bet settles, from all bets of its round before and after each
// change, and is subtracted when a win is reversed. A correction names a win and its final amount, so the last of
// several corrections stands; turnover stays. A prize is a round without a stake. A tip needs a session and money like
// a bet and never counts.
//
// Elsewhere: changes of money, rounds and requirements (wallet-effects.ts), repeats (repeats.ts), the state
// (wallet-state.ts), loading and writing (batcher.ts).

import { toRoundKey, toTransactionKey } from '#core/transaction-names';
import { add, type Money, min, money, subtract, zeroMoney } from '@chaba/money';
import { chart } from '#core/chart-of-accounts';
import { checkBetTerms } from '#modules/turnover';
import { isStakeAboveLimits } from '#modules/limits';
import type {
  Adjust,
  AwardTip,
  BetWin,
  BetWinItem,
  EndRound,
  Rollback,
  WalletCommand,
  WalletOutcome,
  WalletOutcomeCode,
} from '#modules/wallet-commands';
import type { SessionErrorCode } from '#modules/game-sessions';
import { asPlaced, computeEligible, positionsOf, withEligible, withResult } from './contribution.ts';
import { findRepeat } from './repeats.ts';
import {
  type Bet,
  closeRoundIfSettled,
  getCurrentPayout,
  markRoundEnded,
  type Round,
  type WalletTransaction,
} from './rounds.ts';
import type { Alarms, WalletState } from './wallet-state.ts';
import {
  bindToRemovals,
  changeBets,
  changeOwnMoney,
  changePayout,
  credit,
  debitStake,
  getBalance,
  getGameName,
  getNewestRequirementNo,
  getRoundOf,
  hasDebt,
  hedgeRound,
  isAboveCap,
  openRound,
  payOut,
  recordTransaction,
} from './wallet-effects.ts';

export function applyCommand(state: WalletState, command: WalletCommand): WalletOutcome {
  const repeated = findRepeat(command, (txId) => getTransaction(state, command, txId));
  if (repeated) {
    return 'rejected' in repeated ? unchanged(state, command, repeated.txId, repeated.rejected) : repeated;
  }
  switch (command.operation) {
    case 'play':
      return applyBetWin(state, command);
    case 'rollback':
      return applyRollback(state, command);
    case 'adjust':
      return applyAdjust(state, command);
    case 'award':
    case 'tip':
      return applyAwardTip(state, command);
    case 'endRound':
      return endRound(state, command);
  }
}

function getTransaction(
  state: WalletState,
  { provider, memberId }: WalletCommand,
  txId: string,
): WalletTransaction | undefined {
  return state.transactions.get(toTransactionKey(provider, memberId, txId));
}

/** An outcome that moves nothing. */
function unchanged(
  state: WalletState,
  { memberId }: WalletCommand,
  txId: string,
  code: WalletOutcomeCode,
): WalletOutcome {
  const balance = getBalance(state, memberId);
  return { code, txId, before: balance, after: balance, isDuplicate: false };
}

// ── bets and wins ────────────────────────────────────────────────────────────────────────────────────────────────────

function applyBetWin(state: WalletState, command: BetWin): WalletOutcome {
  const { memberId, parts } = command;
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last) throw new Error('expected a bet or win with at least one part, got none');
  const rejected = checkBetWin(state, command);
  if (rejected) return unchanged(state, command, first.txId, rejected);

  const before = getBalance(state, memberId);
  const round = openRound(state, command);
  let alarms: Alarms = {};
  let after = before;
  for (const part of parts) {
    const beforePart = after;
    if (part.operation === 'bet') placeBet(state, command, round, part);
    else alarms = { ...alarms, ...settle(state, command, round, part) };
    const { txId, operation, refTxId, amount } = part;
    const { provider, roundId, gameCode } = command;
    after = getBalance(state, memberId);
    const done = { memberId, provider, txId, operation, refTxId, roundId, gameCode, amount, before: beforePart, after };
    recordTransaction(state, done);
  }
  round.freeSpins = command.freeSpins ?? (command.isRoundClosed ? 0 : round.freeSpins);
  if (command.isRoundClosed) markRoundEnded(round);
  closeRoundIfSettled(round);
  state.changes.rounds.add(round);
  return { code: 'OK', txId: last.txId, before, after, isDuplicate: false, ...alarms };
}

/** Why a list of bets and wins is rejected. Checked before any change: a list is applied as a whole or not at all. */
function checkBetWin(state: WalletState, command: BetWin): WalletOutcomeCode | undefined {
  const { memberId } = command;
  const round = state.rounds.get(toRoundKey(command.provider, memberId, command.roundId));
  const bets = new Map(round?.bets.map((bet) => [bet.txId, bet.state]));
  const ids = new Set<string>();
  // Figures after the parts that are already checked.
  const after: StakeFigures = {
    balance: getBalance(state, memberId),
    roundStake: round?.stake ?? zeroMoney,
    lost: zeroMoney,
    isStaked: round?.bets.some((bet) => bet.state === 'open' && bet.stake !== 0n) ?? false,
  };
  for (const part of command.parts) {
    if (ids.has(part.txId)) return 'TX_CONFLICT';
    ids.add(part.txId);
    if (part.operation === 'bet') {
      const rejected = checkBet(state, command, round, { part, after });
      if (rejected) return rejected;
      bets.set(part.txId, 'open');
    } else {
      const rejected = checkWin(part, bets, round, command.isFreeWithoutBet === true);
      if (rejected) return rejected;
      // A win never funds a bet of its list: debts and removals may take it.
      if (isAboveCap(command, part.amount)) continue;
      after.lost = subtract(after.lost, part.amount);
    }
  }
  return undefined;
}

type StakeFigures = { balance: Money; roundStake: Money; lost: Money; isStaked: boolean };

function checkBet(
  state: WalletState,
  command: BetWin,
  round: Round | undefined,
  { part, after }: { readonly part: BetWinItem; readonly after: StakeFigures },
): WalletOutcomeCode | undefined {
  const { memberId } = command;
  const sessionError = checkStakeAllowed(state, command);
  if (sessionError) return sessionError;
  // A round without a bet is a prize that arrived first.
  if (round?.state === 'closed' && round.bets.length > 0) return 'BET_SETTLED';
  const stake = part.isFree ? zeroMoney : part.amount;
  after.balance = subtract(after.balance, stake);
  after.roundStake = add(after.roundStake, stake);
  const requirements = state.requirements.get(memberId);
  // The stake of a granted spin was subject to the terms.
  const isGranted = part.isFree && isGrantedSpin(state, command, round);
  const excluded =
    !isGranted && requirements && checkBetTerms(requirements, getGameName(command, command.gameCode), after.roundStake);
  if (excluded) return excluded;
  if (isAboveLimits(state, memberId, stake, after)) return 'LIMIT_REACHED';
  if (after.balance < 0n) return 'INSUFFICIENT_FUNDS';
  after.lost = add(after.lost, stake);
  after.isStaked ||= stake > 0n;
  return undefined;
}

/** Whether a free bet is a spin that a paid bet granted, in this round or before it. */
function isGrantedSpin(state: WalletState, { provider, memberId, roundId }: BetWin, round: Round | undefined): boolean {
  return (round?.bets.length ?? 0) > 0 || state.granting.has(toRoundKey(provider, memberId, roundId));
}

/** Why the member may not stake at all: a lock first, then the session, then a debt. */
function checkStakeAllowed(state: WalletState, command: BetWin | AwardTip): SessionErrorCode | undefined {
  const { memberId, stakeError, sessionStartedAt } = command;
  if (state.lockedMembers.has(memberId)) return 'PLAYER_LOCKED';
  if (stakeError) return stakeError;
  const endedAt = state.sessionsEndedAt.get(memberId);
  if (endedAt && sessionStartedAt !== undefined && sessionStartedAt <= endedAt.getTime()) return 'TOKEN_EXPIRED';
  return hasDebt(state, memberId) ? 'PLAYER_LOCKED' : undefined;
}

/** Whether the stake exceeds a limit of the member, with the losses of this batch and of the parts before it. */
function isAboveLimits(
  state: WalletState,
  memberId: bigint,
  stake: Money,
  { lost, isStaked }: Pick<StakeFigures, 'lost' | 'isStaked'>,
): boolean {
  const limits = state.limits.get(memberId);
  if (!limits || stake === 0n) return false;
  const more = add(state.changes.losses.get(memberId) ?? zeroMoney, lost);
  return isStakeAboveLimits(limits, { stake, more, isStaked });
}

function checkWin(
  part: BetWinItem,
  bets: ReadonlyMap<string, Bet['state']>,
  round: Round | undefined,
  isFreeWithoutBet: boolean,
): WalletOutcomeCode | undefined {
  if (bets.size === 0 && part.isFree && part.refTxId === undefined && isFreeWithoutBet) {
    return round && round.state !== 'open' ? 'BET_SETTLED' : undefined;
  }
  if (bets.size === 0) return 'BET_NOT_FOUND';
  const state = part.refTxId === undefined ? undefined : bets.get(part.refTxId);
  if (part.refTxId !== undefined && state === undefined) return 'BET_NOT_FOUND';
  const isAllVoid = [...bets.values()].every((each) => each === 'void');
  if (state === 'void' || isAllVoid) return 'TX_ROLLED_BACK';
  const hasOpenBet = part.refTxId === undefined ? [...bets.values()].includes('open') : state === 'open';
  return round?.state === 'closed' && !hasOpenBet ? 'BET_SETTLED' : undefined;
}

function placeBet(state: WalletState, command: BetWin, round: Round, part: BetWinItem): void {
  const stake = part.isFree ? zeroMoney : part.amount;
  debitStake(state, command, 'bet', part.txId, stake);
  const line = getNewestRequirementNo(state, command.memberId);
  const newest = state.requirements.get(command.memberId)?.at(-1)?.requirementNo ?? 0;
  const bet: Bet = {
    txId: part.txId,
    stake,
    state: 'open',
    ...(part.isFree ? { isFree: true } : {}),
    ...(part.isFree && command.isCampaign === true ? { isCampaign: true } : {}),
    ...(part.validBet === undefined ? {} : { validBet: part.validBet }),
    ...(part.positions.length === 0
      ? {}
      : { positions: part.positions.map(({ type, stake: staked }) => ({ type, stake: staked })) }),
    // A free spin belongs to the requirement of its round.
    ...(part.isFree || line === round.newestRequirementNo ? {} : { line }),
    ...(part.isFree || newest === line ? {} : { besideNo: newest }),
    ...(part.tableRound === undefined ? {} : { table: part.tableRound }),
  };
  // A bet in a round with settled bets may be opposite to them.
  changeBets(state, command, round, () => {
    // A void round, or one that held only a prize, is open again.
    round.state = 'open';
    round.stake = add(round.stake, stake);
    round.bets = [...round.bets, bet];
  });
  if (part.isFree) bindToRemovals(state, command, round);
}

/** Pays a win and settles the bet that it names, or every open bet of the round. */
function settle(state: WalletState, command: BetWin, round: Round, part: BetWinItem): Alarms {
  const { txId, amount } = part;
  const open = round.bets.filter(
    (bet) => bet.state === 'open' && (part.refTxId === undefined || bet.txId === part.refTxId),
  );
  const alarms = payOut(state, command, { reason: 'win', txId, amount, round, bets: open });
  changeOwnMoney(state, round, open, { from: zeroMoney, to: amount, settles: 1n });
  if (open.length === 0) return alarms;
  const result = withResult(open, part.positions);
  const eligible = computeEligible({
    bets: result.map((bet) => ({ stake: bet.stake, isFree: bet.isFree === true, positions: positionsOf(bet) })),
    payout: amount,
    validBet: part.validBet ?? sumValidBets(result),
    isTable: command.isTable,
  });
  const settled = new Map(
    withEligible(result, eligible).map((bet) => [bet.txId, { ...bet, state: 'settled', by: txId } as const]),
  );
  changeBets(state, command, round, () => {
    round.bets = round.bets.map((bet) => settled.get(bet.txId) ?? bet);
    hedgeRound(state, command, round);
  });
  if (round.turnover > 0n || eligible.why !== undefined) return alarms;
  round.bets = round.bets.map((bet) => (settled.has(bet.txId) ? { ...bet, notCounted: 'OPPOSITE' as const } : bet));
  return alarms;
}

/** The turnover that the bets named when they were placed; undefined where no bet did. */
function sumValidBets(bets: readonly Bet[]): Money | undefined {
  if (bets.every(({ validBet }) => validBet === undefined)) return undefined;
  return add(zeroMoney, ...bets.map(({ validBet, stake }) => validBet ?? stake));
}

// ── rollbacks ────────────────────────────────────────────────────────────────────────────────────────────────────────

function applyRollback(state: WalletState, command: Rollback): WalletOutcome {
  const { memberId, provider, txId, refTxId } = command;
  const target = getTransaction(state, command, refTxId);
  const rejected = target && checkRollback(state, command, target);
  if (rejected) return unchanged(state, command, txId, rejected);
  const before = getBalance(state, memberId);
  if (!target) recordTombstone(state, command, before);
  if (target?.operation === 'bet') voidBet(state, command, target);
  const alarms = target?.operation === 'win' ? reverseWin(state, command, target) : {};
  const after = getBalance(state, memberId);
  const isOfUnknown = target === undefined || target.operation === 'tombstone';
  recordTransaction(state, {
    memberId,
    provider,
    txId,
    operation: 'rollback',
    refTxId,
    roundId: target?.roundId ?? command.roundId,
    gameCode: target?.gameCode ?? command.gameCode,
    amount: isOfUnknown ? zeroMoney : (command.amount ?? target.amount),
    before,
    after,
  });
  return { code: 'OK', txId, before, after, isDuplicate: false, ...(isOfUnknown ? { isOfUnknown } : {}), ...alarms };
}

function checkRollback(
  state: WalletState,
  command: Rollback,
  target: WalletTransaction,
): WalletOutcomeCode | undefined {
  switch (target.operation) {
    case 'rollback':
      return 'TX_CONFLICT';
    case 'tombstone':
      return undefined;
    case 'bet':
    case 'win': {
      const round = getRoundOf(state, target);
      const bet = round.bets.find(({ txId }) => txId === target.txId);
      const current = bet === undefined ? getCurrentPayout(round, target) : bet.stake;
      if (!isWhole(command, target, current)) return 'TX_CONFLICT';
      return target.operation === 'bet' && bet?.state === 'settled' ? 'BET_SETTLED' : undefined;
    }
    case 'adjust':
    case 'award':
    case 'tip':
      // Final; the next correction changes them.
      return 'BET_SETTLED';
  }
}

/** A rollback cancels the whole amount, as it was first or as it is now. */
const isWhole = ({ amount }: Rollback, target: WalletTransaction, current: Money | undefined): boolean =>
  amount === undefined || amount === target.amount || amount === current;

/** Records that a bet is rejected if it arrives after its rollback. */
function recordTombstone(state: WalletState, command: Rollback, balance: Money): void {
  recordTransaction(state, {
    memberId: command.memberId,
    provider: command.provider,
    txId: command.refTxId,
    operation: 'tombstone',
    refTxId: command.txId,
    roundId: command.roundId,
    gameCode: command.gameCode,
    amount: zeroMoney,
    before: balance,
    after: balance,
  });
}

/** Voids an open bet and returns its stake. */
function voidBet(state: WalletState, command: Rollback, target: WalletTransaction): void {
  const round = getRoundOf(state, target);
  const bet = round.bets.find((each) => each.txId === target.txId);
  if (!bet || bet.state === 'void') return;
  const { stake, txId } = bet;
  credit(state, command, { reason: 'void', txId }, { amount: stake, from: chart.games, round, bets: [bet] });
  // A returned stake is own money already, except what a removal took of it.
  changeOwnMoney(state, round, [bet], { from: zeroMoney, to: zeroMoney, settles: 0n });
  changeBets(state, command, round, () => {
    round.stake = subtract(round.stake, stake);
    round.bets = round.bets.map((each) => (each === bet ? { ...each, state: 'void' } : each));
  });
  const isVoid = round.bets.every((each) => each.state === 'void');
  // Without its paid bets the round grants nothing.
  if (round.stake === 0n && stake > 0n) round.freeSpins = 0;
  if (isVoid) round.state = 'void';
  else closeRoundIfSettled(round);
  state.changes.rounds.add(round);
}

/** Reverses a win. The bets that it settled are open again, with their turnover; bets of another win stay settled. */
function reverseWin(state: WalletState, command: Rollback, target: WalletTransaction): Alarms {
  const round = getRoundOf(state, target);
  const paid = getCurrentPayout(round, target);
  if (paid === undefined) return {};
  const { txId } = target;
  round.correctedWins = { ...round.correctedWins, [txId]: 'void' };
  const alarms = changePayout(state, command, { reason: 'reverse', txId }, { win: target, from: paid, to: zeroMoney });
  round.payout = subtract(round.payout, min(round.payout, paid));
  state.changes.rounds.add(round);
  const reopened = new Set(round.bets.filter((bet) => bet.state === 'settled' && bet.by === txId));
  changeOwnMoney(state, round, [...reopened], { from: paid, to: zeroMoney, settles: -1n });
  if (reopened.size === 0) return alarms;
  const wasOver = round.state === 'closed';
  // The result of a paid bet granted the spins; its new result states them again.
  if ([...reopened].some(({ stake }) => stake > 0n)) round.freeSpins = 0;
  changeBets(state, command, round, () => {
    round.state = 'open';
    round.bets = round.bets.map((bet) => (reopened.has(bet) ? asPlaced(bet) : bet));
  });
  // The reversed win may have closed the round. With other results left, another command closed it or will.
  if (wasOver && reopened.size < round.bets.length) markRoundEnded(round);
  return alarms;
}

// ── corrections, prizes, tips and the end of a round ─────────────────────────────────────────────────────────────────

function applyAdjust(state: WalletState, command: Adjust): WalletOutcome {
  const { memberId, txId, refTxId, amount } = command;
  const win = getTransaction(state, command, refTxId);
  if (win?.operation !== 'win') return unchanged(state, command, txId, 'BET_NOT_FOUND');
  const round = getRoundOf(state, win);
  const paid = getCurrentPayout(round, win);
  if (paid === undefined) return unchanged(state, command, txId, 'TX_ROLLED_BACK');
  const before = getBalance(state, memberId);
  const alarms = changePayout(state, command, { reason: 'adjust', txId }, { win, from: paid, to: amount });
  const settled = round.bets.filter(({ by }) => by === win.txId);
  changeOwnMoney(state, round, settled, { from: paid, to: amount, settles: 0n });
  round.payout = money(round.payout - paid + amount);
  round.correctedWins = { ...round.correctedWins, [win.txId]: amount };
  state.changes.rounds.add(round);
  return finish(state, command, before, alarms);
}

function applyAwardTip(state: WalletState, command: AwardTip): WalletOutcome {
  const { memberId, txId, amount, operation } = command;
  const before = getBalance(state, memberId);
  if (operation === 'tip') {
    const rejected = checkTip(state, command, before);
    if (rejected) return unchanged(state, command, txId, rejected);
    debitStake(state, command, 'tip', txId, amount);
    return finish(state, command, before, {});
  }
  const round = openRound(state, { ...command, roundId: command.roundId === '' ? `award:${txId}` : command.roundId });
  const alarms = payOut(state, command, { reason: 'award', txId, amount, round, bets: [] });
  changeOwnMoney(state, round, [], { from: zeroMoney, to: amount, settles: 0n });
  if (round.bets.length === 0) round.state = 'closed';
  state.changes.rounds.add(round);
  return finish(state, command, before, alarms);
}

function checkTip(state: WalletState, command: AwardTip, balance: Money): WalletOutcomeCode | undefined {
  const rejected = checkStakeAllowed(state, command);
  if (rejected) return rejected;
  const { memberId, amount } = command;
  if (isAboveLimits(state, memberId, amount, { lost: zeroMoney, isStaked: false })) return 'LIMIT_REACHED';
  return amount > balance ? 'INSUFFICIENT_FUNDS' : undefined;
}

function finish(state: WalletState, command: Adjust | AwardTip, before: Money, alarms: Alarms): WalletOutcome {
  const { memberId, provider, txId, operation, roundId, gameCode, amount } = command;
  const refTxId = command.operation === 'adjust' ? command.refTxId : undefined;
  const after = getBalance(state, memberId);
  recordTransaction(state, { memberId, provider, txId, operation, refTxId, roundId, gameCode, amount, before, after });
  state.changes.members.add(memberId);
  return { code: 'OK', txId, before, after, isDuplicate: false, ...alarms };
}

/** Closes the round as soon as no bet is open; moves nothing. Free spins that wait are over with it. */
function endRound(state: WalletState, command: EndRound): WalletOutcome {
  const { provider, memberId, roundId } = command;
  const round = state.rounds.get(toRoundKey(provider, memberId, roundId));
  if (round?.state === 'open') {
    round.freeSpins = command.freeSpins ?? 0;
    markRoundEnded(round);
    state.changes.rounds.add(round);
    state.changes.members.add(memberId);
  }
  return unchanged(state, command, '', 'OK');
}
