// What is on the desk while a batch is decided, and the parts that every operation of the wallet is made of.
//
// Always true: nothing here decides; money that comes in from a provider first pays what the member owes, and what is taken back
// stops at zero and is owed from there on. What a round counts as turnover is computed from all its bets before and after each change,
// and lines get the difference.
//
// Elsewhere: bets, wins and rollbacks (wallet-rules.ts), corrections, prizes and tips (corrections.ts), loading and writing
// (batcher.ts).

import type { AccountKind, LedgerBatch } from '@chaba/ledger';
import { add, max, min, money, type Money, subtract, zeroMoney } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import {
  subtractTurnover,
  addTurnover,
  type GameName,
  isBonusLine,
  type TurnoverRequirement,
  type Removal,
} from '#modules/bonuses';
import { isStakeAboveLimits, hasTimeLimit, computeLossDelta, type PlayLimit } from '#modules/limits';

import { findGame } from '#site/catalogue';
import { addHedged, computeCounted, computeHedge, type CountedPart, isHedgeable } from './contribution.ts';
import { computeOwnChange, type ResultChange } from './own-results.ts';
import { type RemovalChange, shareCorrection, shareNewResult } from './removed-money.ts';
import {
  type Bet,
  type WalletOutcome,
  type WalletOutcomeCode,
  type WalletTransaction,
  toTransactionKey,
  type HeldWin,
  type WalletCommand,
  type Round,
  roundKey,
} from './commands.ts';

export const isAboveCap = ({ winCap }: WalletCommand, amount: Money): boolean =>
  winCap !== undefined && amount > winCap;

const REMOVED_TO = [['residual', 'capped'] as const, ['residualTaken', 'removed'] as const];

type RoundName = {
  readonly memberId: bigint;
  readonly provider: string;
  readonly roundId: string;
  readonly gameCode: string;
};

export class WalletState {
  readonly books: LedgerBatch;
  readonly done: Map<string, WalletTransaction>;
  readonly rounds: Map<string, Round>;
  /** The same, made when it is first needed. */
  #byMember: Map<bigint, Round[]> | undefined;
  readonly lines: Map<bigint, TurnoverRequirement[]>;
  readonly newDone: WalletTransaction[] = [];
  readonly changedRounds = new Set<Round>();
  readonly changedLines = new Set<bigint>();
  /** Wins that wait for a person: those that the calls take back or correct, and new ones. */
  readonly held: Map<string, HeldWin>;
  readonly changedHeld = new Set<HeldWin>();
  /** What ended bonuses and caps removed: of members whose results the calls correct. */
  readonly removals: Map<bigint, Removal[]>;
  readonly changedRemovals = new Set<bigint>();
  /** Limits of those who limit their play, and what was lost before the batch. */
  readonly #limits: ReadonlyMap<bigint, readonly PlayLimit[]>;
  /** What the batch adds to the losses of members who limit their play; below zero: less. */
  readonly losses = new Map<bigint, Money>();
  /** Members who limit their time and staked in this batch. */
  readonly played = new Set<bigint>();
  /** Calls that took more back than there was. */
  protected readonly owing = new Set<WalletCommand>();
  /** Calls of whose payout something waits for a person. */
  readonly #holding = new Set<WalletCommand>();
  /** Members whose money, turnover or rounds moved: who looks on is told. */
  readonly moved = new Set<bigint>();

  constructor(
    books: LedgerBatch,
    loaded: {
      done: Map<string, WalletTransaction>;
      rounds: Map<string, Round>;
      lines: Map<bigint, TurnoverRequirement[]>;
      held?: Map<string, HeldWin>;
      removals?: Map<bigint, Removal[]>;
      limits?: ReadonlyMap<bigint, readonly PlayLimit[]>;
    },
  ) {
    this.books = books;
    this.done = loaded.done;
    this.rounds = loaded.rounds;
    this.lines = loaded.lines;
    this.held = loaded.held ?? new Map<string, HeldWin>();
    this.removals = loaded.removals ?? new Map<bigint, Removal[]>();
    this.#limits = loaded.limits ?? new Map<bigint, readonly PlayLimit[]>();
  }

  protected move(
    command: WalletCommand,
    reason: string,
    txId: string,
    from: AccountKind,
    to: AccountKind,
    amount: Money,
  ): void {
    if (amount === 0n) return;
    const { outcome } = this.books.transfer({
      ownerId: command.memberId,
      from,
      to,
      amount,
      reason,
      // The call's own row is unique (wallet_transaction) and written in the same transaction.
      key: `${command.provider}:${txId}`,
      isUniqueBySource: true,
    });
    if (outcome !== 'posted') throw new Error(`${reason} ${txId} was checked and then ${outcome}`);
    this.moved.add(command.memberId);
    this.#countLoss(command.memberId, computeLossDelta(from, to, amount));
  }

  #countLoss(memberId: bigint, loss: Money): void {
    if (this.#limits.has(memberId)) this.losses.set(memberId, add(this.losses.get(memberId) ?? zeroMoney, loss));
  }

  /**
   * Is this more than the member allows himself. In a round: what parts before it would have added to the loss, and whether money of
   * the member's waits there for its result.
   */
  protected isAboveLimits(memberId: bigint, stake: Money, more = zeroMoney, isStaked = false): boolean {
    const limits = this.#limits.get(memberId);
    if (!limits || stake === 0n) return false;
    const lost = add(this.losses.get(memberId) ?? zeroMoney, more);
    return isStakeAboveLimits(limits, { stake, more: lost, isStaked });
  }

  /** Money of the member's own goes into a game. */
  protected stake(command: WalletCommand, reason: 'bet' | 'tip', txId: string, amount: Money): void {
    this.move(command, reason, txId, chart.game, reason === 'bet' ? chart.games : chart.tips, amount);
    if (amount > 0n && hasTimeLimit(this.#limits.get(command.memberId))) this.played.add(command.memberId);
  }

  protected turn(memberId: bigint, change: (lines: readonly TurnoverRequirement[]) => TurnoverRequirement[]): void {
    const lines = this.lines.get(memberId);
    if (!lines || lines.length === 0) return;
    this.lines.set(memberId, change(lines));
    this.changedLines.add(memberId);
  }

  /** The newest turnover line that is open; 0: none. */
  protected newestLineOf(memberId: bigint): number {
    return this.lines.get(memberId)?.at(-1)?.lineNo ?? 0;
  }

  /** Changes bets of a round, and fills or drains turnover lines by what they count more or less than before. */
  protected recount(command: WalletCommand, round: Round, change: () => void): void {
    const counted = computeCounted(round);
    // Rows of an older version counted each win alone: what they counted belongs to the round's line.
    const isKnown = sumOf(counted) === round.turnover;
    const before = isKnown ? counted : [{ lineNo: round.lineNo, amount: round.turnover }];
    change();
    const after = computeCounted(round);
    round.turnover = sumOf(after);
    const lineNos = new Set([...before, ...after].map(({ lineNo }) => lineNo));
    for (const lineNo of [...lineNos].toSorted((one, other) => one - other)) {
      const more = subtract(amountOf(after, lineNo), amountOf(before, lineNo));
      if (more === 0n) continue;
      const game = this.gameOf(command, round.gameCode);
      const named = { category: game.category, lineNo, round: { game, stake: round.stake } };
      if (more > 0n) this.turn(command.memberId, (lines) => addTurnover(lines, { ...named, amount: more }));
      else this.turn(command.memberId, (lines) => subtractTurnover(lines, { ...named, amount: money(-more) }));
    }
  }

  /** Nets the round with opposite bets in other rounds of the same game, market or table round that are open now. */
  protected hedge(command: WalletCommand, round: Round): void {
    if (!isHedgeable(round.bets)) return;
    const table = tableOf(round);
    for (const other of this.#roundsOf(round.memberId)) {
      if (other === round || other.state !== 'open') continue;
      if (other.provider !== round.provider || other.gameCode !== round.gameCode || tableOf(other) !== table) continue;
      if (!other.bets.some(({ state }) => state === 'open')) continue;
      const hedge = computeHedge(round.bets, other.bets);
      if (!hedge) continue;
      round.bets = addHedged(round.bets, hedge.settled);
      this.recount(command, other, () => {
        other.bets = addHedged(other.bets, hedge.open);
      });
      this.changedRounds.add(other);
    }
  }

  /** A result of bets pays another amount than before: own money of lines that began after the bets were placed follows. */
  protected changeOwnMoney(round: Round, bets: readonly Bet[], by: ResultChange): void {
    // No line began after the round.
    if (this.newestLineOf(round.memberId) <= round.lineNo) return;
    this.#bind(round.memberId, ({ lineNo }) => computeOwnChange(round, bets, { ...by, lineNo }));
  }

  #bind(memberId: bigint, changeOf: (line: TurnoverRequirement) => Money): void {
    const lines = this.lines.get(memberId);
    if (!lines?.some(isBonusLine)) return;
    const changed = lines.map((line) => {
      const change = isBonusLine(line) ? changeOf(line) : zeroMoney;
      return change === 0n ? line : { ...line, own: max(zeroMoney, add(line.own, change)) };
    });
    if (changed.every((line, index) => line === lines[index])) return;
    this.lines.set(memberId, changed);
    this.changedLines.add(memberId);
  }

  protected gameOf({ catalogue, provider }: WalletCommand, gameCode: string): GameName {
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
        lineNo: this.newestLineOf(call.memberId),
        state: 'open',
        stake: zeroMoney,
        payout: zeroMoney,
        turnover: zeroMoney,
        bets: [],
        correctedWins: {},
        wasSettled: false,
      };
      this.rounds.set(key, round);
      this.#byMember = undefined;
    }
    return round;
  }

  #roundsOf(memberId: bigint): readonly Round[] {
    this.#byMember ??= Map.groupBy(this.rounds.values(), (round) => round.memberId);
    return this.#byMember.get(memberId) ?? [];
  }

  protected knownRound(target: WalletTransaction): Round {
    const round = this.rounds.get(roundKey(target.provider, target.memberId, target.roundId));
    if (!round) throw new Error(`round ${target.roundId} of ${target.txId} was not loaded`);
    return round;
  }

  protected write(done: WalletTransaction): void {
    this.done.set(toTransactionKey(done.provider, done.memberId, done.txId), done);
    this.newDone.push(done);
  }

  protected balanceOf(memberId: bigint): Money {
    return this.books.balance(memberId, chart.game);
  }

  protected buildOutcome(code: WalletOutcomeCode, command: WalletCommand, txId: string): WalletOutcome {
    const balance = this.balanceOf(command.memberId);
    return { code, txId, before: balance, after: balance, isDuplicate: false };
  }

  /** Credits money of a round: the share that the round took out of a removal returns to it. */
  protected credit(
    command: WalletCommand,
    reason: string,
    { txId, amount, from, round }: { txId: string; amount: Money; from: AccountKind; round: Round },
  ): void {
    const { changes, left } = shareNewResult(this.removals.get(command.memberId) ?? [], round, amount);
    this.#creditMember(command, reason, txId, { amount, left, from });
    this.#moveRemoved(command, reason, txId, changes);
  }

  /** Money from a provider: of what is left for the member, debts are paid first. */
  #creditMember(
    command: WalletCommand,
    reason: string,
    txId: string,
    { amount, left, from }: { amount: Money; left: Money; from: AccountKind },
  ): void {
    const owed = money(-this.books.balance(command.memberId, chart.receivable));
    const repaid = min(owed, left);
    this.move(command, `${reason} repays`, txId, from, chart.receivable, repaid);
    this.move(command, reason, txId, from, chart.game, subtract(amount, repaid));
    this.moved.add(command.memberId);
  }

  /** A payout: to the member, or above the provider's cap to where it waits for a person. */
  protected pay(
    command: WalletCommand,
    reason: 'win' | 'award',
    part: { txId: string; amount: Money },
    round: Round,
  ): void {
    const { txId, amount } = part;
    const from = reason === 'award' ? chart.awards : chart.games;
    round.payout = add(round.payout, amount);
    if (!isAboveCap(command, amount)) return this.credit(command, reason, { txId, amount, from, round });
    this.move(command, `${reason} held`, txId, from, chart.winsHeld, amount);
    this.#hold(command, round, { txId, winTxId: txId, amount, isPrize: reason === 'award' });
  }

  /**
   * A win pays another amount than it did. What of it is held moves where it waits, before the member's own money does; what brings
   * it above the cap is held in turn.
   */
  protected repay(
    command: WalletCommand,
    reason: 'adjust' | 'reverse',
    txId: string,
    { win, from, to }: { readonly win: WalletTransaction; readonly from: Money; readonly to: Money },
  ): void {
    const held = this.held.get(toTransactionKey(command.provider, command.memberId, win.txId));
    const isHeld = held?.state === 'held';
    if (to <= from) {
      const less = subtract(from, to);
      const unheld = isHeld ? min(held.amount, less) : zeroMoney;
      if (isHeld) this.#moveHeld(command, reason, txId, held, subtract(held.amount, unheld));
      const { changes } = this.#shareCorrection(command, win, money(unheld - less));
      this.#moveRemoved(command, reason, txId, changes);
      this.debitUpToBalance(command, reason, txId, subtract(less, unheld));
      return;
    }
    const more = subtract(to, from);
    if (isHeld) return this.#moveHeld(command, reason, txId, held, add(held.amount, more));
    if (!isAboveCap(command, to)) {
      const { changes, left } = this.#shareCorrection(command, win, more);
      this.#creditMember(command, reason, txId, { amount: more, left, from: chart.games });
      return this.#moveRemoved(command, reason, txId, changes);
    }
    this.move(command, `${reason} held`, txId, chart.games, chart.winsHeld, more);
    this.#hold(command, win, { txId, winTxId: win.txId, amount: more, isPrize: false });
  }

  #shareCorrection(command: WalletCommand, win: WalletTransaction, change: Money): ReturnType<typeof shareCorrection> {
    const removals = this.removals.get(command.memberId) ?? [];
    if (removals.length === 0) return { changes: [], left: change };
    const round = this.knownRound(win);
    const bets = round.bets.filter(({ by }) => by === win.txId);
    return shareCorrection(removals, { win, round, bets, change });
  }

  /** A removal takes more of the game wallet, or gives back what a corrected result takes from there. */
  #moveRemoved(command: WalletCommand, reason: string, txId: string, changes: readonly RemovalChange[]): void {
    for (const [name, ending] of REMOVED_TO) {
      const shares = changes.filter(({ removal }) => removal.account === name).map(({ share }) => share);
      const share = add(zeroMoney, ...shares);
      const [from, to] = share > 0n ? [chart.game, chart[name]] : [chart[name], chart.game];
      this.move(command, `${reason} ${ending}`, txId, from, to, share > 0n ? share : money(-share));
    }
    for (const { removal } of changes) {
      const removals = this.removals.get(command.memberId)?.with(removal.removalNo - 1, removal);
      if (removals) this.removals.set(command.memberId, removals);
      this.changedRemovals.add(command.memberId);
    }
  }

  #hold(
    command: WalletCommand,
    { roundId, gameCode }: { readonly roundId: string; readonly gameCode: string },
    part: Pick<HeldWin, 'txId' | 'winTxId' | 'amount' | 'isPrize'>,
  ): void {
    this.#holding.add(command);
    const { provider, memberId } = command;
    const win: HeldWin = { memberId, provider, roundId, gameCode, ...part, state: 'held' };
    this.held.set(toTransactionKey(provider, memberId, win.winTxId), win);
    this.changedHeld.add(win);
  }

  #moveHeld(command: WalletCommand, reason: string, txId: string, win: HeldWin, to: Money): void {
    const isMore = to > win.amount;
    const [from, into] = isMore ? [chart.games, chart.winsHeld] : [chart.winsHeld, chart.games];
    const by = isMore ? subtract(to, win.amount) : subtract(win.amount, to);
    this.move(command, `${reason} held`, txId, from, into, by);
    win.amount = to;
    if (to === 0n) win.state = 'cancelled';
    this.changedHeld.add(win);
  }

  /** Takes money back as far as it is there; the rest is what the member owes. */
  protected debitUpToBalance(command: WalletCommand, reason: string, txId: string, amount: Money): void {
    const there = min(this.balanceOf(command.memberId), amount);
    const missing = subtract(amount, there);
    this.move(command, reason, txId, chart.game, chart.games, there);
    this.move(command, 'owed', txId, chart.receivable, chart.games, missing);
    if (missing > 0n) this.owing.add(command);
  }

  /** What somebody should look at although the call was carried out. */
  protected alarmsOf(command: WalletCommand): Pick<WalletOutcome, 'isOwing' | 'isHeld'> {
    return {
      ...(this.owing.has(command) ? { isOwing: true as const } : {}),
      ...(this.#holding.has(command) ? { isHeld: true as const } : {}),
    };
  }

  /** The first answer again, or a conflict when it was another call. */
  protected repeat(command: WalletCommand, txId: string, first: WalletTransaction, isSame: boolean): WalletOutcome {
    if (first.operation === 'tombstone') return this.buildOutcome('TX_ROLLED_BACK', command, txId);
    if (!isSame) return this.buildOutcome('TX_CONFLICT', command, txId);
    return { code: 'OK', txId, before: first.before, after: first.after, isDuplicate: true };
  }
}

const sumOf = (parts: readonly CountedPart[]): Money => add(zeroMoney, ...parts.map(({ amount }) => amount));
const amountOf = (parts: readonly CountedPart[], lineNo: number): Money =>
  sumOf(parts.filter((part) => part.lineNo === lineNo));
const tableOf = ({ bets }: Round): string | undefined => bets.find(({ table }) => table !== undefined)?.table;
