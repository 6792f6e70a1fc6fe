// What is on the desk while a batch is decided, and the parts that every operation of the wallet is made of.
//
// Always true: nothing here decides; money that comes in from a provider first pays what the member owes, and what is taken back
// stops at zero and is owed from there on.
//
// Elsewhere: bets, wins and rollbacks (desk.ts), corrections, prizes and tips (corrections.ts), loading and writing
// (wallet-lanes.ts).

import type { AccountKind, Books } from '@chaba/ledger';
import { add, min, money, type Money, subtract, zeroMoney } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import type { GameName, OpenLine } from '#modules/bonuses';

import { findGame } from './catalogue.ts';
import {
  type DeskAnswer,
  type DeskCode,
  type Done,
  doneKey,
  type HeldWin,
  type MoneyCall,
  type Round,
  roundKey,
} from './rounds.ts';

type RoundName = {
  readonly memberId: bigint;
  readonly provider: string;
  readonly roundId: string;
  readonly gameCode: string;
};

export class DeskState {
  readonly books: Books;
  readonly done: Map<string, Done>;
  readonly rounds: Map<string, Round>;
  readonly lines: Map<bigint, OpenLine[]>;
  readonly newDone: Done[] = [];
  readonly changedRounds = new Set<Round>();
  readonly changedLines = new Set<bigint>();
  /** Wins that wait for a person: those that the calls take back or correct, and new ones. */
  readonly held: Map<string, HeldWin>;
  readonly changedHeld = new Set<HeldWin>();
  /** Members whose money or turnover moved. */
  readonly moved = new Set<bigint>();

  constructor(
    books: Books,
    loaded: {
      done: Map<string, Done>;
      rounds: Map<string, Round>;
      lines: Map<bigint, OpenLine[]>;
      held?: Map<string, HeldWin>;
    },
  ) {
    this.books = books;
    this.done = loaded.done;
    this.rounds = loaded.rounds;
    this.lines = loaded.lines;
    this.held = loaded.held ?? new Map<string, HeldWin>();
  }

  protected move(
    call: MoneyCall,
    reason: string,
    txId: string,
    from: AccountKind,
    to: AccountKind,
    amount: Money,
  ): void {
    if (amount === 0n) return;
    const { outcome } = this.books.transfer({
      ownerId: call.memberId,
      from,
      to,
      amount,
      reason,
      // The call's own row is unique (wallet_transaction) and written in the same transaction.
      key: `${call.provider}:${txId}`,
      isOnceByCause: true,
    });
    if (outcome !== 'posted') throw new Error(`${reason} ${txId} was checked and then ${outcome}`);
    this.moved.add(call.memberId);
  }

  protected turn(memberId: bigint, change: (lines: readonly OpenLine[]) => OpenLine[]): void {
    const lines = this.lines.get(memberId);
    if (!lines || lines.length === 0) return;
    this.lines.set(memberId, change(lines));
    this.changedLines.add(memberId);
  }

  protected gameOf({ catalogue, provider }: MoneyCall, gameCode: string): GameName {
    return { provider, gameCode, category: findGame(catalogue, provider, gameCode)?.category ?? '' };
  }

  protected roundOf(call: RoundName): Round {
    const key = roundKey(call.provider, call.memberId, call.roundId);
    let round = this.rounds.get(key);
    if (!round) {
      round = {
        memberId: call.memberId,
        provider: call.provider,
        roundId: call.roundId,
        gameCode: call.gameCode,
        state: 'open',
        stake: zeroMoney,
        payout: zeroMoney,
        turnover: zeroMoney,
        bets: [],
        correctedWins: {},
        wasSettled: false,
      };
      this.rounds.set(key, round);
    }
    return round;
  }

  protected knownRound(target: Done): Round {
    const round = this.rounds.get(roundKey(target.provider, target.memberId, target.roundId));
    if (!round) throw new Error(`round ${target.roundId} of ${target.txId} was not loaded`);
    return round;
  }

  protected write(done: Done): void {
    this.done.set(doneKey(done.provider, done.memberId, done.txId), done);
    this.newDone.push(done);
  }

  protected balanceOf(memberId: bigint): Money {
    return this.books.balance(memberId, chart.game);
  }

  protected say(code: DeskCode, call: MoneyCall, txId: string): DeskAnswer {
    const balance = this.balanceOf(call.memberId);
    return { code, txId, before: balance, after: balance, isDuplicate: false };
  }

  /** Money from a provider: what the member owes is paid first. */
  protected credit(call: MoneyCall, reason: string, txId: string, amount: Money, from: AccountKind): void {
    const owed = money(-this.books.balance(call.memberId, chart.receivable));
    const repaid = min(owed, amount);
    this.move(call, `${reason} repays`, txId, from, chart.receivable, repaid);
    this.move(call, reason, txId, from, chart.game, subtract(amount, repaid));
    this.moved.add(call.memberId);
  }

  /** A payout: to the member, or above the provider's cap to where it waits for a person. */
  protected pay(call: MoneyCall, reason: 'win' | 'award', part: { txId: string; amount: Money }, round: Round): void {
    const { txId, amount } = part;
    const from = reason === 'award' ? chart.awards : chart.games;
    round.payout = add(round.payout, amount);
    if (call.winCap === undefined || amount <= call.winCap) return this.credit(call, reason, txId, amount, from);
    this.move(call, `${reason} held`, txId, from, chart.winsHeld, amount);
    const { provider, memberId } = call;
    const { roundId, gameCode } = round;
    const win: HeldWin = {
      memberId,
      provider,
      txId,
      roundId,
      gameCode,
      amount,
      isPrize: reason === 'award',
      state: 'held',
    };
    this.held.set(doneKey(provider, memberId, txId), win);
    this.changedHeld.add(win);
  }

  /** A held win that was corrected or taken back moves where it waits, not in the member's own money. True when it was one. */
  protected moveHeld(
    call: MoneyCall,
    reason: string,
    of: { readonly txId: string; readonly ref: string },
    to: Money,
  ): boolean {
    const win = this.held.get(doneKey(call.provider, call.memberId, of.ref));
    if (win?.state !== 'held') return false;
    if (to > win.amount) this.move(call, reason, of.txId, chart.games, chart.winsHeld, subtract(to, win.amount));
    else this.move(call, reason, of.txId, chart.winsHeld, chart.games, subtract(win.amount, to));
    win.amount = to;
    if (to === 0n) win.state = 'cancelled';
    this.changedHeld.add(win);
    return true;
  }

  /** Takes money back as far as it is there; the rest is what the member owes. */
  protected takeBack(call: MoneyCall, reason: string, txId: string, amount: Money): void {
    const there = min(this.balanceOf(call.memberId), amount);
    this.move(call, reason, txId, chart.game, chart.games, there);
    this.move(call, 'owed', txId, chart.receivable, chart.games, subtract(amount, there));
  }

  /** The first answer again, or a conflict when it was another call. */
  protected repeat(call: MoneyCall, txId: string, first: Done, isSame: boolean): DeskAnswer {
    if (first.operation === 'tombstone') return this.say('TX_ROLLED_BACK', call, txId);
    if (!isSame) return this.say('TX_CONFLICT', call, txId);
    return { code: 'OK', txId, before: first.before, after: first.after, isDuplicate: true };
  }
}
