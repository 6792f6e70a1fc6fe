// Corrections of results, prizes without a bet, tips, and the word that a round is over. The wallet's rule for them, pure.
//
// Always true: a correction names a win and says what it pays in the end, so that several of them in a row come to the last one;
// turnover stays, because the stake was what it was; what brings a win above the cap is held as such a win is. A prize stands as a round of its own, without a stake. A tip asks for a seat
// and money like a bet and never counts. The end of a round closes it as soon as no bet is open, and moves nothing.
//
// Elsewhere: bets, wins, rollbacks (wallet-rules.ts).

import { type Money, money, zeroMoney } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';

import { WalletState } from './wallet-state.ts';
import {
  type CorrectionCall,
  type WalletOutcome,
  type WalletTransaction,
  toTransactionKey,
  type Round,
  roundKey,
  markRoundEnded,
} from './commands.ts';

type Moving = Exclude<CorrectionCall, { operation: 'endRound' }>;

/** What a win pays as it stands, after every correction; undefined when it was taken back. */
export function payoutNow(round: Round, win: WalletTransaction): Money | undefined {
  const corrected = round.correctedWins[win.txId];
  if (corrected === undefined) return win.amount;
  return corrected === 'void' ? undefined : money(BigInt(corrected));
}

export class Corrections extends WalletState {
  protected correct(call: CorrectionCall): WalletOutcome {
    if (call.operation === 'endRound') return this.#endRound(call);
    const first = this.done.get(toTransactionKey(call.provider, call.memberId, call.txId));
    if (first) return this.repeat(call, call.txId, first, isSameCall(first, call));
    if (call.operation === 'adjust') return this.#adjust(call);
    return call.operation === 'award' ? this.#award(call) : this.#tip(call);
  }

  #adjust(call: Moving & { operation: 'adjust' }): WalletOutcome {
    const win = this.done.get(toTransactionKey(call.provider, call.memberId, call.refTxId));
    if (win?.operation !== 'win') return this.buildOutcome('BET_NOT_FOUND', call, call.txId);
    const round = this.knownRound(win);
    const paid = payoutNow(round, win);
    if (paid === undefined) return this.buildOutcome('TX_ROLLED_BACK', call, call.txId);
    const before = this.balanceOf(call.memberId);
    this.repay(call, 'adjust', call.txId, { win, from: paid, to: call.amount });
    const settled = round.bets.filter(({ by }) => by === win.txId);
    this.changeOwnMoney(round, settled, { from: paid, to: call.amount, settles: 0n });
    round.payout = money(round.payout - paid + call.amount);
    round.correctedWins = { ...round.correctedWins, [win.txId]: call.amount.toString() };
    this.changedRounds.add(round);
    return this.#carriedOut(call, before, call.refTxId);
  }

  #award(call: Moving & { operation: 'award' }): WalletOutcome {
    const before = this.balanceOf(call.memberId);
    const named = { ...call, roundId: call.roundId === '' ? `award:${call.txId}` : call.roundId };
    const round = this.roundOf(named);
    this.pay(call, 'award', call, round);
    this.changeOwnMoney(round, [], { from: zeroMoney, to: call.amount, settles: 0n });
    if (round.bets.length === 0) round.state = 'closed';
    this.changedRounds.add(round);
    return this.#carriedOut(call, before);
  }

  #tip(call: Moving & { operation: 'tip' }): WalletOutcome {
    if (call.stakeError) return this.buildOutcome(call.stakeError, call, call.txId);
    if (this.books.balance(call.memberId, chart.receivable) < 0n) {
      return this.buildOutcome('PLAYER_LOCKED', call, call.txId);
    }
    if (this.isAboveLimits(call.memberId, call.amount)) return this.buildOutcome('LIMIT_REACHED', call, call.txId);
    const before = this.balanceOf(call.memberId);
    if (call.amount > before) return this.buildOutcome('INSUFFICIENT_FUNDS', call, call.txId);
    this.stake(call, 'tip', call.txId, call.amount);
    return this.#carriedOut(call, before);
  }

  #endRound(call: CorrectionCall & { operation: 'endRound' }): WalletOutcome {
    const round = this.rounds.get(roundKey(call.provider, call.memberId, call.roundId));
    if (round?.state === 'open') {
      markRoundEnded(round);
      this.changedRounds.add(round);
      this.moved.add(call.memberId);
    }
    return this.buildOutcome('OK', call, '');
  }

  #carriedOut(call: Moving, before: Money, refTxId?: string): WalletOutcome {
    const after = this.balanceOf(call.memberId);
    const { memberId, provider, txId, operation, roundId, gameCode, amount } = call;
    this.write({ memberId, provider, txId, operation, refTxId, roundId, gameCode, amount, before, after });
    this.moved.add(memberId);
    return { code: 'OK', txId, before, after, isDuplicate: false, ...this.alarmsOf(call) };
  }
}

function isSameCall(first: WalletTransaction, call: Moving): boolean {
  return (
    first.operation === call.operation &&
    first.refTxId === (call.operation === 'adjust' ? call.refTxId : undefined) &&
    first.amount === call.amount &&
    first.roundId === call.roundId &&
    first.gameCode === call.gameCode
  );
}
