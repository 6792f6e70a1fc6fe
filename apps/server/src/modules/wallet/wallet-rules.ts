// The wallet's rule: what each call of a game provider does to rounds, money and turnover. Pure, and decided one call after
// the other on what was loaded.
//
// Always true (wallet-protocol, rules 1–11): one id is one effect and one answer for ever; the same id with other content is
// TX_CONFLICT; a bet after its rollback is refused for good; a settled bet cannot be rolled back; money that comes back is
// never refused for the state of a token, a member or the brand; a correction larger than the balance becomes what the
// member owes and the wallet stops at zero. Turnover counts when a bet settles, and is taken back when a win is cancelled;
// it counts from all bets of a round. A result of a bet from before a bonus is the member's own money.
//
// Elsewhere: loading and writing the desk (batcher.ts), what a bet contributes (contribution.ts), words on the wire
// (providers/chaba/chaba.routes.ts).

import { add, type Money, min, money, subtract, zeroMoney } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { checkBetTerms } from '#modules/bonuses';

import { asPlaced, computeEligible, positionsOf, withEligible, withResult } from './contribution.ts';
import { Corrections, payoutNow } from './corrections.ts';
import { isAboveCap } from './wallet-state.ts';
import {
  type Bet,
  closeRoundIfSettled,
  type WalletOutcome,
  type WalletOutcomeCode,
  type WalletTransaction,
  toTransactionKey,
  type WalletCommand,
  type BetWinItem,
  type Round,
  roundKey,
  markRoundEnded,
} from './commands.ts';

export class WalletStateMachine extends Corrections {
  applyCommand(command: WalletCommand): WalletOutcome {
    if (command.operation === 'play') return this.#play(command);
    if (command.operation === 'rollback') return this.#rollback(command);
    return this.correct(command);
  }

  // ── bets and wins ──────────────────────────────────────────────────────────────────────────────────────────────────────

  #play(call: WalletCommand & { operation: 'play' }): WalletOutcome {
    const known = call.parts.map((part) => this.done.get(toTransactionKey(call.provider, call.memberId, part.txId)));
    const [part] = call.parts;
    const lastTxId = call.parts.at(-1)?.txId ?? '';
    if (!part) throw new Error('a call has at least one part');
    if (known.some((done) => done !== undefined)) return this.#again(call, known);
    const refusal = this.#refusalOf(call);
    if (refusal) return this.buildOutcome(refusal, call, call.parts[0]?.txId ?? '');

    const before = this.balanceOf(call.memberId);
    const round = this.roundOf(call);
    for (const each of call.parts) {
      const beforePart = this.balanceOf(call.memberId);
      if (each.operation === 'bet') this.#bet(call, round, each);
      else this.#win(call, round, each);
      this.#remember(call, each, beforePart);
    }
    if (call.isRoundClosed) markRoundEnded(round);
    closeRoundIfSettled(round);
    this.changedRounds.add(round);
    const after = this.balanceOf(call.memberId);
    return { code: 'OK', txId: lastTxId, before, after, isDuplicate: false, ...this.alarmsOf(call) };
  }

  /** All of it was done before: the first answer. Some of it, or with other content: a conflict. */
  #again(
    call: WalletCommand & { operation: 'play' },
    known: readonly (WalletTransaction | undefined)[],
  ): WalletOutcome {
    const [first, last] = [known[0], known.at(-1)];
    const isTombstone = known.some((done) => done?.operation === 'tombstone');
    if (isTombstone) return this.buildOutcome('TX_ROLLED_BACK', call, call.parts[0]?.txId ?? '');
    const isSame = call.parts.every((part, index) => {
      const done = known[index];
      return (
        done !== undefined &&
        done.operation === part.operation &&
        done.refTxId === part.refTxId &&
        done.amount === part.amount &&
        done.roundId === call.roundId &&
        done.gameCode === call.gameCode
      );
    });
    if (!isSame || !first || !last) return this.buildOutcome('TX_CONFLICT', call, call.parts[0]?.txId ?? '');
    return { code: 'OK', txId: last.txId, before: first.before, after: last.after, isDuplicate: true };
  }

  /** Every reason to say no, before anything is changed, so that a list is carried out whole or not at all. */
  #refusalOf(call: WalletCommand & { operation: 'play' }): WalletOutcomeCode | undefined {
    const round = this.rounds.get(roundKey(call.provider, call.memberId, call.roundId));
    const bets = new Map(round?.bets.map((bet) => [bet.txId, bet.state]));
    const ids = new Set<string>();
    let balance = this.balanceOf(call.memberId);
    let roundStake = round?.stake ?? zeroMoney;
    // What the parts before the one that is looked at come to.
    let lost = zeroMoney;
    let isStaked = round?.bets.some(({ state, stake }) => state === 'open' && stake !== '0') ?? false;
    for (const part of call.parts) {
      if (ids.has(part.txId)) return 'TX_CONFLICT';
      ids.add(part.txId);
      if (part.operation === 'bet') {
        if (call.stakeError) return call.stakeError;
        if (this.books.balance(call.memberId, chart.receivable) < 0n) return 'PLAYER_LOCKED';
        // A round without a bet holds a prize that came before it.
        if (round?.state === 'closed' && round.bets.length > 0) return 'BET_SETTLED';
        if (!part.isFree) {
          balance = subtract(balance, part.amount);
          roundStake = add(roundStake, part.amount);
        }
        const lines = this.lines.get(call.memberId) ?? [];
        const forbidden = checkBetTerms(lines, this.gameOf(call, call.gameCode), roundStake);
        if (forbidden) return forbidden;
        const isAbove = !part.isFree && this.isAboveLimits(call.memberId, part.amount, lost, isStaked);
        if (isAbove) return 'LIMIT_REACHED';
        if (balance < 0n) return 'INSUFFICIENT_FUNDS';
        if (!part.isFree) lost = add(lost, part.amount);
        isStaked ||= !part.isFree && part.amount > 0n;
        bets.set(part.txId, 'open');
      } else {
        const refusal = refusalOfWin(part, bets, round, call.isFreeWithoutBet === true);
        if (refusal) return refusal;
        if (isAboveCap(call, part.amount)) continue;
        balance = add(balance, part.amount);
        lost = subtract(lost, part.amount);
      }
    }
    return undefined;
  }

  #bet(command: WalletCommand, round: Round, part: BetWinItem): void {
    if (!part.isFree) this.stake(command, 'bet', part.txId, part.amount);
    const stake = part.isFree ? zeroMoney : part.amount;
    const line = this.newestLineOf(command.memberId);
    const bet: Bet = {
      txId: part.txId,
      stake: stake.toString(),
      state: 'open',
      ...(part.isFree ? { isFree: true } : {}),
      ...(part.validBet === undefined ? {} : { validBet: part.validBet.toString() }),
      ...(part.positions.length === 0
        ? {}
        : { positions: part.positions.map(({ type, stake: on }) => ({ type, stake: on.toString() })) }),
      ...(line === round.lineNo ? {} : { line }),
      ...(part.tableRound === undefined ? {} : { table: part.tableRound }),
    };
    // A bet that joins settled ones may stand against them.
    this.recount(command, round, () => {
      // All that was staked here was cancelled, or nothing was yet.
      round.state = 'open';
      round.stake = add(round.stake, stake);
      round.bets = [...round.bets, bet];
    });
  }

  /** Settles the bet it names, or every open bet of the round. */
  #win(call: WalletCommand & { operation: 'play' }, round: Round, part: BetWinItem): void {
    this.pay(call, 'win', part, round);
    const open = round.bets.filter(
      (bet) => bet.state === 'open' && (part.refTxId === undefined || bet.txId === part.refTxId),
    );
    this.changeOwnMoney(round, open, { from: zeroMoney, to: part.amount, settles: 1n });
    if (open.length === 0) return;
    const result = withResult(open, part.positions);
    const eligible = computeEligible({
      bets: result.map((bet) => ({
        stake: money(BigInt(bet.stake)),
        isFree: bet.isFree === true,
        positions: positionsOf(bet),
      })),
      payout: part.amount,
      validBet: part.validBet ?? validBetOf(result),
      isTable: call.isTable,
    });
    const settled = new Map(
      withEligible(result, eligible).map((bet) => [bet.txId, { ...bet, state: 'settled', by: part.txId } as const]),
    );
    this.recount(call, round, () => {
      round.bets = round.bets.map((bet) => settled.get(bet.txId) ?? bet);
      this.hedge(call, round);
    });
    if (round.turnover > 0n || eligible.why !== undefined) return;
    round.bets = round.bets.map((bet) => (settled.has(bet.txId) ? { ...bet, notCounted: 'OPPOSITE' as const } : bet));
  }

  // ── cancelling ─────────────────────────────────────────────────────────────────────────────────────────────────────────

  #rollback(call: WalletCommand & { operation: 'rollback' }): WalletOutcome {
    const again = this.done.get(toTransactionKey(call.provider, call.memberId, call.txId));
    if (again) {
      const isOfUnknown =
        this.done.get(toTransactionKey(call.provider, call.memberId, call.refTxId))?.operation === 'tombstone';
      const isSame = again.operation === 'rollback' && again.refTxId === call.refTxId;
      const isSameAmount = call.amount === undefined || isOfUnknown || call.amount === again.amount;
      if (!isSame || !isSameAmount) return this.buildOutcome('TX_CONFLICT', call, call.txId);
      const { before, after } = again;
      return { code: 'OK', txId: call.txId, before, after, isDuplicate: true, ...(isOfUnknown ? { isOfUnknown } : {}) };
    }
    const target = this.done.get(toTransactionKey(call.provider, call.memberId, call.refTxId));
    if (target?.operation === 'rollback') return this.buildOutcome('TX_CONFLICT', call, call.txId);
    // Corrections, prizes and tips are final; a wrong one is put right by the next correction.
    if (target && isFinal(target)) return this.buildOutcome('BET_SETTLED', call, call.txId);
    if (target && !this.#isWhole(call, target)) return this.buildOutcome('TX_CONFLICT', call, call.txId);
    const before = this.balanceOf(call.memberId);
    if (!target) this.#writeTombstone(call, before);
    const refusal = target?.operation === 'bet' ? this.#cancelBet(call, target) : undefined;
    if (refusal) return this.buildOutcome(refusal, call, call.txId);
    if (target?.operation === 'win') this.#cancelWin(call, target);
    const after = this.balanceOf(call.memberId);
    this.write({
      memberId: call.memberId,
      provider: call.provider,
      txId: call.txId,
      operation: 'rollback',
      refTxId: call.refTxId,
      roundId: target?.roundId ?? call.roundId,
      gameCode: target?.gameCode ?? call.gameCode,
      amount: target && target.operation !== 'tombstone' ? (call.amount ?? target.amount) : zeroMoney,
      before,
      after,
    });
    const isOfUnknown = target === undefined || target.operation === 'tombstone';
    const more = { ...(isOfUnknown ? { isOfUnknown } : {}), ...this.alarmsOf(call) };
    return { code: 'OK', txId: call.txId, before, after, isDuplicate: false, ...more };
  }

  /** Nothing is cancelled in part: what the provider takes back is what was taken or paid, first or as it stands. */
  #isWhole({ amount }: WalletCommand & { operation: 'rollback' }, target: WalletTransaction): boolean {
    if (amount === undefined || amount === target.amount || target.operation === 'tombstone') return true;
    const round = this.knownRound(target);
    const bet = round.bets.find(({ txId }) => txId === target.txId);
    return bet === undefined ? amount === payoutNow(round, target) : amount === BigInt(bet.stake);
  }

  /** The bet never came: it must not come any more. */
  #writeTombstone(call: WalletCommand & { operation: 'rollback' }, balance: Money): void {
    this.write({
      memberId: call.memberId,
      provider: call.provider,
      txId: call.refTxId,
      operation: 'tombstone',
      refTxId: call.txId,
      roundId: call.roundId,
      gameCode: call.gameCode,
      amount: zeroMoney,
      before: balance,
      after: balance,
    });
  }

  #cancelBet(command: WalletCommand, target: WalletTransaction): WalletOutcomeCode | undefined {
    const round = this.knownRound(target);
    const bet = round.bets.find((each) => each.txId === target.txId);
    if (bet?.state === 'settled') return 'BET_SETTLED';
    if (!bet || bet.state === 'void') return undefined;
    const stake = BigInt(bet.stake) as Money;
    this.credit(command, 'void', { txId: target.txId, amount: stake, from: chart.games, round });
    this.recount(command, round, () => {
      round.stake = subtract(round.stake, stake);
      round.bets = round.bets.map((each) => (each === bet ? { ...each, state: 'void' } : each));
    });
    if (round.bets.every((each) => each.state === 'void')) round.state = 'void';
    else closeRoundIfSettled(round);
    this.changedRounds.add(round);
    return undefined;
  }

  /**
   * Takes a win back as far as there is money; the rest is what the member owes. The bets that it settled are open again with what
   * they brought; those that another win settled stay settled.
   */
  #cancelWin(call: WalletCommand & { operation: 'rollback' }, target: WalletTransaction): void {
    const round = this.knownRound(target);
    const paid = payoutNow(round, target);
    if (paid === undefined) return;
    round.correctedWins = { ...round.correctedWins, [target.txId]: 'void' };
    this.repay(call, 'reverse', target.txId, { win: target, from: paid, to: zeroMoney });
    round.payout = subtract(round.payout, min(round.payout, paid));
    this.changedRounds.add(round);
    const reopened = new Set(round.bets.filter((bet) => bet.state === 'settled' && bet.by === target.txId));
    this.changeOwnMoney(round, [...reopened], { from: paid, to: zeroMoney, settles: -1n });
    if (reopened.size === 0) return;
    const wasOver = round.state === 'closed';
    this.recount(call, round, () => {
      round.state = 'open';
      round.bets = round.bets.map((bet) => (reopened.has(bet) ? asPlaced(bet) : bet));
    });
    // What closed it may be the win that is taken back; with other results left, something else did or will.
    if (wasOver && reopened.size < round.bets.length) markRoundEnded(round);
  }

  #remember(call: WalletCommand & { operation: 'play' }, part: BetWinItem, before: Money): void {
    this.write({
      memberId: call.memberId,
      provider: call.provider,
      txId: part.txId,
      operation: part.operation,
      refTxId: part.refTxId,
      roundId: call.roundId,
      gameCode: call.gameCode,
      amount: part.amount,
      before,
      after: this.balanceOf(call.memberId),
    });
  }
}

/** What the bets said of their turnover when they were placed; nothing where none did. */
function validBetOf(bets: readonly Bet[]): Money | undefined {
  if (bets.every(({ validBet }) => validBet === undefined)) return undefined;
  return add(zeroMoney, ...bets.map(({ validBet, stake }) => BigInt(validBet ?? stake) as Money));
}

const isFinal = ({ operation }: WalletTransaction): boolean =>
  operation === 'adjust' || operation === 'award' || operation === 'tip';

function refusalOfWin(
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
  const isAwaited = part.refTxId === undefined ? [...bets.values()].includes('open') : state === 'open';
  return round?.state === 'closed' && !isAwaited ? 'BET_SETTLED' : undefined;
}
