// Changes of a command in the state of the wallet: rounds, money, held wins, removals, requirements. Pure.
//
// Always true: the command was checked before (wallet-rules.ts). Money from a provider repays the member's debt first;
// a correction larger than the balance becomes debt and the balance stops at zero. A payout above the provider's win
// cap is held, and the held part changes before the member's own money does.
//
// Elsewhere: the rules that decide (wallet-rules.ts), the state (wallet-state.ts), turnover of a round
// (contribution.ts), shares of a changed result (result-shares.ts).

import { toRoundKey, toTransactionKey } from '#core/transaction-names';
import type { AccountKind } from '@chaba/ledger';
import { add, type Money, min, money, subtract, zeroMoney } from '@chaba/money';
import { chart } from '#core/chart-of-accounts';
import { addTurnover, type GameName, isBonusRequirement, subtractTurnover } from '#modules/turnover';
import { changeRemoval, listRequirementNos } from '#modules/removals';
import { computeLossDelta, hasTimeLimit } from '#modules/limits';
import { computeRepayment } from '#modules/debt';
import type { WalletCommand } from '#modules/wallet-commands';
import {
  addHedged,
  compareCounted,
  computeCounted,
  computeHedge,
  listHedgeGroups,
  sumCounted,
} from './contribution.ts';
import {
  computeOwnChange,
  computeOwnShare,
  type RemovalChange,
  type ResultChange,
  shareCorrection,
  shareNewResult,
} from './result-shares.ts';
import { type Bet, type HeldWin, type Round, type WalletTransaction } from './rounds.ts';
import type { Alarms, WalletState } from './wallet-state.ts';

export function getBalance(state: WalletState, memberId: bigint): Money {
  return state.ledger.getBalance(memberId, chart.game);
}

// ── reading ──────────────────────────────────────────────────────────────────────────────────────────────────────────

export function hasDebt(state: WalletState, memberId: bigint): boolean {
  return state.ledger.getBalance(memberId, chart.receivable) < 0n;
}

function isRequirementOpen(state: WalletState, memberId: bigint, requirementNo: number): boolean {
  return state.requirements.get(memberId)?.some((line) => line.requirementNo === requirementNo) ?? false;
}

/**
 * The line number of the newest open turnover requirement, which binds what begins now; 0: none. One that an exclusion
 * ends as soon as its play is settled binds nothing new, so the newest one before it counts. Its end puts what began
 * meanwhile under newer ones (promotions/forfeit.ts).
 */
export function getNewestRequirementNo(state: WalletState, memberId: bigint): number {
  const lines = state.requirements.get(memberId) ?? [];
  const ending = lines.findIndex(({ isEnding }) => isEnding);
  return (ending === -1 ? lines.at(-1) : lines[ending - 1])?.requirementNo ?? 0;
}

export function getGameName({ catalogue, provider }: WalletCommand, gameCode: string): GameName {
  return { provider, gameCode, category: catalogue.findGame(provider, gameCode)?.category ?? '' };
}

export const isAboveCap = ({ winCap }: WalletCommand, amount: Money): boolean =>
  winCap !== undefined && amount > winCap;

/** The round of an applied transaction. */
export function getRoundOf(state: WalletState, target: WalletTransaction): Round {
  const round = state.rounds.get(toRoundKey(target.provider, target.memberId, target.roundId));
  if (!round) throw new Error(`round ${target.roundId} of ${target.txId} was not loaded`);
  return round;
}

// ── transactions and rounds ──────────────────────────────────────────────────────────────────────────────────────────

/** The round of a command; a new one is added to the state. */
export function openRound(
  state: WalletState,
  { provider, memberId, roundId, gameCode }: Pick<Round, 'provider' | 'memberId' | 'roundId' | 'gameCode'>,
): Round {
  const key = toRoundKey(provider, memberId, roundId);
  const known = state.rounds.get(key);
  if (known) return known;
  const round: Round = {
    memberId,
    provider,
    roundId,
    gameCode,
    newestRequirementNo: state.granting.get(key)?.newestRequirementNo ?? getNewestRequirementNo(state, memberId),
    state: 'open',
    stake: zeroMoney,
    payout: zeroMoney,
    turnover: zeroMoney,
    bets: [],
    freeSpins: 0,
    correctedWins: {},
    wasSettled: false,
  };
  state.rounds.set(key, round);
  const rounds = state.roundsByMember.get(memberId);
  if (rounds) rounds.push(round);
  else state.roundsByMember.set(memberId, [round]);
  return round;
}

export function recordTransaction(state: WalletState, transaction: WalletTransaction): void {
  const { provider, memberId, txId } = transaction;
  state.transactions.set(toTransactionKey(provider, memberId, txId), transaction);
  state.changes.transactions.push(transaction);
}

// ── money ────────────────────────────────────────────────────────────────────────────────────────────────────────────

type TransferCause = { readonly reason: string; readonly txId: string };

function transfer(
  state: WalletState,
  command: WalletCommand,
  { reason, txId }: TransferCause,
  { from, to, amount }: { readonly from: AccountKind; readonly to: AccountKind; readonly amount: Money },
): void {
  if (amount === 0n) return;
  const { memberId } = command;
  const { outcome } = state.ledger.transfer({
    ownerId: memberId,
    from,
    to,
    amount,
    reason,
    // The row of wallet_transaction is unique and written in the same database transaction.
    key: `${command.provider}:${txId}`,
    isUniqueBySource: true,
  });
  if (outcome !== 'posted') throw new Error(`expected ${reason} ${txId} to be posted after its checks, got ${outcome}`);
  state.changes.members.add(memberId);
  if (!state.limits.has(memberId)) return;
  const { losses } = state.changes;
  losses.set(memberId, add(losses.get(memberId) ?? zeroMoney, computeLossDelta(from, to, amount)));
}

/** Debits a stake or a tip. */
export function debitStake(
  state: WalletState,
  command: WalletCommand,
  reason: 'bet' | 'tip',
  txId: string,
  amount: Money,
): void {
  const to = reason === 'bet' ? chart.games : chart.tips;
  transfer(state, command, { reason, txId }, { from: chart.game, to, amount });
  const limits = state.limits.get(command.memberId);
  if (amount > 0n && limits && hasTimeLimit(limits)) state.changes.timed.add(command.memberId);
}

/** Credits a result of these bets of a round, or of the whole round. Removals of ended bonuses take their share. */
export function credit(
  state: WalletState,
  command: WalletCommand,
  movement: TransferCause,
  {
    amount,
    from,
    round,
    bets,
  }: { readonly amount: Money; readonly from: AccountKind; readonly round: Round; readonly bets: readonly Bet[] },
): void {
  const { memberId } = command;
  const isOpen = (requirementNo: number): boolean => isRequirementOpen(state, memberId, requirementNo);
  const { changes, left } = shareNewResult(state.removals.get(memberId) ?? [], { round, bets, amount, isOpen });
  creditMember(state, command, movement, { amount, left, from });
  applyRemovalChanges(state, command, movement, changes);
}

/** Credits money from a provider. `left`: the part that no removal takes; debt is repaid from it. */
function creditMember(
  state: WalletState,
  command: WalletCommand,
  { reason, txId }: TransferCause,
  { amount, left, from }: { readonly amount: Money; readonly left: Money; readonly from: AccountKind },
): void {
  const repaid = computeRepayment(left, state.ledger.getBalance(command.memberId, chart.receivable));
  transfer(state, command, { reason: `${reason} repays`, txId }, { from, to: chart.receivable, amount: repaid });
  transfer(state, command, { reason, txId }, { from, to: chart.game, amount: subtract(amount, repaid) });
  state.changes.members.add(command.memberId);
}

/** Credits a payout to the member, or holds it when it is above the provider's win cap. */
export function payOut(
  state: WalletState,
  command: WalletCommand,
  {
    reason,
    txId,
    amount,
    round,
    bets,
  }: TransferCause & {
    readonly reason: 'win' | 'award';
    readonly amount: Money;
    readonly round: Round;
    readonly bets: readonly Bet[];
  },
): Alarms {
  const from = reason === 'award' ? chart.awards : chart.games;
  round.payout = add(round.payout, amount);
  if (!isAboveCap(command, amount)) {
    credit(state, command, { reason, txId }, { amount, from, round, bets });
    return {};
  }
  transfer(state, command, { reason: `${reason} held`, txId }, { from, to: chart.winsHeld, amount });
  return holdWin(state, command, round, { txId, winTxId: txId, amount, isPrize: reason === 'award' });
}

type PayoutChange = { readonly win: WalletTransaction; readonly from: Money; readonly to: Money };

/**
 * Changes the amount that a win paid. The held part changes before the member's own money does; an increase above the
 * win cap is held in turn.
 */
export function changePayout(
  state: WalletState,
  command: WalletCommand,
  movement: TransferCause & { readonly reason: 'adjust' | 'reverse' },
  { win, from, to }: PayoutChange,
): Alarms {
  const held = state.heldWins.get(toTransactionKey(command.provider, command.memberId, win.txId));
  const isHeld = held?.state === 'held';
  if (to <= from) {
    const less = subtract(from, to);
    const unheld = isHeld ? min(held.amount, less) : zeroMoney;
    if (isHeld) changeHeldWin(state, command, movement, held, subtract(held.amount, unheld));
    const { changes } = shareWinCorrection(state, command, win, money(unheld - less));
    applyRemovalChanges(state, command, movement, changes);
    return debitUpToBalance(state, command, movement, subtract(less, unheld));
  }
  const more = subtract(to, from);
  if (isHeld) {
    changeHeldWin(state, command, movement, held, add(held.amount, more));
    return {};
  }
  if (!isAboveCap(command, to)) {
    const { changes, left } = shareWinCorrection(state, command, win, more);
    creditMember(state, command, movement, { amount: more, left, from: chart.games });
    applyRemovalChanges(state, command, movement, changes);
    return {};
  }
  const { reason, txId } = movement;
  transfer(state, command, { reason: `${reason} held`, txId }, { from: chart.games, to: chart.winsHeld, amount: more });
  return holdWin(state, command, win, { txId, winTxId: win.txId, amount: more, isPrize: false });
}

function holdWin(
  state: WalletState,
  { provider, memberId }: WalletCommand,
  { roundId, gameCode }: Pick<Round, 'roundId' | 'gameCode'>,
  part: Pick<HeldWin, 'txId' | 'winTxId' | 'amount' | 'isPrize'>,
): Alarms {
  const win: HeldWin = { memberId, provider, roundId, gameCode, ...part, state: 'held' };
  state.heldWins.set(toTransactionKey(provider, memberId, win.winTxId), win);
  state.changes.heldWins.add(win);
  return { isHeld: true };
}

function changeHeldWin(
  state: WalletState,
  command: WalletCommand,
  { reason, txId }: TransferCause,
  win: HeldWin,
  to: Money,
): void {
  const isMore = to > win.amount;
  const [from, into] = isMore ? [chart.games, chart.winsHeld] : [chart.winsHeld, chart.games];
  const amount = isMore ? subtract(to, win.amount) : subtract(win.amount, to);
  transfer(state, command, { reason: `${reason} held`, txId }, { from, to: into, amount });
  win.amount = to;
  if (to === 0n) win.state = 'cancelled';
  state.changes.heldWins.add(win);
}

/** Debits at most the balance; the rest becomes the member's debt. */
function debitUpToBalance(
  state: WalletState,
  command: WalletCommand,
  { reason, txId }: TransferCause,
  amount: Money,
): Alarms {
  const debited = min(getBalance(state, command.memberId), amount);
  const missing = subtract(amount, debited);
  transfer(state, command, { reason, txId }, { from: chart.game, to: chart.games, amount: debited });
  transfer(state, command, { reason: 'owed', txId }, { from: chart.receivable, to: chart.games, amount: missing });
  return missing > 0n ? { isOwing: true } : {};
}

// ── removals ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const REMOVED_TO = [['residual', 'capped'] as const, ['residualTaken', 'removed'] as const];

function shareWinCorrection(
  state: WalletState,
  { memberId }: WalletCommand,
  win: WalletTransaction,
  change: Money,
): ReturnType<typeof shareCorrection> {
  const removals = state.removals.get(memberId) ?? [];
  if (removals.length === 0) return { changes: [], left: change };
  const round = getRoundOf(state, win);
  const bets = round.bets.filter(({ by }) => by === win.txId);
  return shareCorrection(removals, { win, round, bets, change });
}

/**
 * Makes a free round of its own a round of the removals that ended the requirement of its granting round: of each
 * requirement the last one, which closed it.
 */
export function bindToRemovals(state: WalletState, command: WalletCommand, round: Round): void {
  const { provider, memberId } = command;
  const granting = state.granting.get(toRoundKey(provider, memberId, round.roundId));
  if (!granting) return;
  const removals = (state.removals.get(memberId) ?? []).filter(
    ({ requirementNo, removedAt }) =>
      requirementNo <= granting.newestRequirementNo &&
      removedAt >= granting.openedAt &&
      !isRequirementOpen(state, memberId, requirementNo),
  );
  const closing = removals.filter(
    ({ requirementNo }, index) => removals.findLastIndex((each) => each.requirementNo === requirementNo) === index,
  );
  const changes = closing.map((removal) => ({ removal: changeRemoval(removal, round, []), share: zeroMoney }));
  applyRemovalChanges(state, command, { reason: 'bet', txId: '' }, changes);
}

/** Moves money between the game wallet and removals, and records the changed removals. */
function applyRemovalChanges(
  state: WalletState,
  command: WalletCommand,
  { reason, txId }: TransferCause,
  changes: readonly RemovalChange[],
): void {
  if (changes.length === 0) return;
  const { memberId } = command;
  for (const [name, ending] of REMOVED_TO) {
    const shares = changes.filter(({ removal }) => removal.account === name).map(({ share }) => share);
    const share = add(zeroMoney, ...shares);
    const [from, to] = share > 0n ? [chart.game, chart[name]] : [chart[name], chart.game];
    const amount = share > 0n ? share : money(-share);
    transfer(state, command, { reason: `${reason} ${ending}`, txId }, { from, to, amount });
  }
  for (const { removal, share } of changes) {
    if (share !== 0n) state.shares.push({ madeBy: listRequirementNos(removal), share });
    const { removalNo } = removal;
    const removals = state.removals.get(memberId)?.map((each) => (each.removalNo === removalNo ? removal : each));
    if (removals) state.removals.set(memberId, removals);
    state.changes.removals.add(memberId);
  }
}

// ── turnover requirements ────────────────────────────────────────────────────────────────────────────────────────────

/** Changes bets of a round, and adds the difference in counted turnover to the requirements. */
export function changeBets(state: WalletState, command: WalletCommand, round: Round, change: () => void): void {
  const counted = computeCounted(round);
  // Rows of an older version counted each win alone: their turnover belongs to the round's requirement.
  const isKnown = sumCounted(counted) === round.turnover;
  const before = isKnown ? counted : [{ requirementNo: round.newestRequirementNo, amount: round.turnover }];
  change();
  const after = computeCounted(round);
  round.turnover = sumCounted(after);
  if ((state.requirements.get(command.memberId)?.length ?? 0) === 0) return;
  for (const { requirementNo, besideNo, more } of compareCounted(before, after)) {
    const game = getGameName(command, round.gameCode);
    const contribution = { category: game.category, requirementNo, besideNo, round: { game, stake: round.stake } };
    const requirements = state.requirements.get(command.memberId) ?? [];
    const changed =
      more > 0n
        ? addTurnover(requirements, { ...contribution, amount: more })
        : subtractTurnover(requirements, { ...contribution, amount: money(-more) });
    state.requirements.set(command.memberId, changed);
    state.changes.requirements.add(command.memberId);
  }
}

/** Nets the round with other open rounds of the same game, market or table round: with each, then with all together. */
export function hedgeRound(state: WalletState, command: WalletCommand, round: Round): void {
  for (const group of listHedgeGroups(round, state.roundsByMember.get(round.memberId) ?? [])) {
    const hedge = computeHedge(
      round.bets,
      group.map(({ bets }) => bets),
    );
    if (!hedge) continue;
    round.bets = addHedged(round.bets, hedge.settled);
    for (const [index, other] of group.entries()) {
      const amount = hedge.open[index] ?? zeroMoney;
      if (amount === 0n) continue;
      changeBets(state, command, other, () => {
        other.bets = addHedged(other.bets, amount);
      });
      state.changes.rounds.add(other);
    }
  }
}

/**
 * Follows a changed result of bets in the own money of requirements that began after the bets were placed. The share
 * that a removal took is in no own money.
 */
export function changeOwnMoney(state: WalletState, round: Round, bets: readonly Bet[], by: ResultChange): void {
  const { memberId } = round;
  const shares = state.shares.splice(0);
  const requirements = state.requirements.get(memberId);
  // No requirement began after the round.
  const newest = requirements?.at(-1)?.requirementNo ?? 0;
  if (newest <= round.newestRequirementNo || !requirements?.some(isBonusRequirement)) return;
  const changed = requirements.map((requirement) => {
    const { requirementNo, own } = requirement;
    if (!isBonusRequirement(requirement)) return requirement;
    const taken = shares.map((share) => computeOwnShare(round, bets, { ...share, of: requirementNo }));
    const change = subtract(computeOwnChange(round, bets, { ...by, requirementNo }), add(zeroMoney, ...taken));
    return change === 0n ? requirement : { ...requirement, own: add(own, change) };
  });
  if (changed.every((requirement, index) => requirement === requirements[index])) return;
  state.requirements.set(memberId, changed);
  state.changes.requirements.add(memberId);
}
