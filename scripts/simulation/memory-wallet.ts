// The wallet in memory: the product's own rule (Desk) and its own books, with maps where the product has tables.
//
// Always true: a batch works on copies and is written whole or not at all, as a transaction is. A planted fault breaks one
// promise on purpose, by touching what is stored or answered and never the rule itself.
//
// Elsewhere: the same over PostgreSQL (lanes-wallet.ts).

import { type AccountKind, accountKey, Books } from '@chaba/ledger';
import { add, baht, type Money, zeroMoney } from '@chaba/money';

import { chart } from '#server/core/chart-of-accounts';
import type { OpenLine } from '#server/modules/bonuses/bonuses';
import type { PlayLimit } from '#server/modules/limits/limits';
import { Desk } from '#server/modules/play/desk';
import {
  type DeskAnswer,
  type Done,
  doneKey,
  type HeldWin,
  type MoneyCall,
  type Round,
  roundKey,
} from '#server/modules/play/rounds';

import type { Chance } from './chance.ts';
import type { Fall, Host } from './network.ts';

export const plantedFaults = [
  'forgets what it has done',
  'answers before it has written',
  'writes half of a batch',
  'buries no bet that was rolled back before it came',
  'gives a stake back at every rollback',
  'pays a win of a bet that was rolled back',
  'answers a repeated call with the balance of now',
  'counts turnover when a bet is placed',
  'keeps the turnover of a win that was taken back',
  'forgets the other leg of a transfer',
  'lets a stake through that there is no money for',
  'rolls a settled bet back',
  'settles a bet and forgets to pay',
  'takes a repeated call with another amount for the same',
  'pays a win above the cap at once',
  'forgets that a win is held',
  'releases a held win twice',
  'forgets a win that waits for its bet',
  'pays a win that waited once more',
  'takes a bet above the limit of a member',
  'forgets what a member lost',
  'refuses a win that was overtaken',
  'takes no bet after a cancelled one',
] as const;
export type PlantedFault = (typeof plantedFaults)[number];

const SITE = 1;
const NEED = baht(1_000_000);

export type Kept = {
  /** `owner:kind` → what it is. */
  readonly balances: Map<string, Money>;
  readonly house: Map<number, bigint>;
  readonly done: Map<string, Done>;
  readonly rounds: Map<string, Round>;
  readonly lines: Map<bigint, OpenLine[]>;
  readonly held: Map<string, HeldWin>;
  /** Payouts that a person saw or will see. */
  readonly everHeld: Set<string>;
  /** What members with a limit lost so far. */
  readonly losses: Map<bigint, Money>;
  /** Bets that were taken above a limit. */
  readonly aboveLimit: string[];
  /** Wins whose bet was not here yet. */
  readonly waiting: Map<string, MoneyCall & { operation: 'play' }>;
  /** Every transfer: from, to and amount of each leg. */
  transfers: number;
};

export class MemoryWallet implements Host {
  readonly kept: Kept;
  readonly #chance: Chance;
  readonly #fault: PlantedFault | undefined;
  /** What these members allow themselves to lose. */
  readonly #limits: ReadonlyMap<bigint, Money>;
  #sequence = 0n;

  constructor(
    members: ReadonlyMap<bigint, Money>,
    limits: ReadonlyMap<bigint, Money>,
    chance: Chance,
    fault?: PlantedFault,
  ) {
    this.#limits = limits;
    this.#chance = chance;
    this.#fault = fault;
    const lines = [...members.keys()].map((memberId): [bigint, OpenLine[]] => [memberId, [lineOf(memberId)]]);
    this.kept = {
      balances: new Map([...members].map(([memberId, money]) => [`${memberId}:${chart.game.kind}`, money])),
      house: new Map([[chart.bank.kind, -[...members.values()].reduce((sum, money) => sum + money, 0n)]]),
      done: new Map(),
      rounds: new Map(),
      lines: new Map(lines),
      held: new Map(),
      everHeld: new Set(),
      losses: new Map([...limits.keys()].map((memberId) => [memberId, zeroMoney])),
      aboveLimit: [],
      waiting: new Map(),
      transfers: 0,
    };
  }

  /** What a member has to play with and held, less what the member owes. */
  balance(memberId: bigint): bigint {
    const of = (kind: number): bigint => this.kept.balances.get(`${memberId}:${kind}`) ?? 0n;
    return of(chart.game.kind) + of(chart.winsHeld.kind) + of(chart.receivable.kind);
  }

  async serve(calls: readonly MoneyCall[], falls: Fall): Promise<DeskAnswer[]> {
    await Promise.resolve();
    this.#tamperBefore(calls);
    const desk = this.#open();
    const answers = calls.map((call) => this.#decide(desk, call));
    if (falls === 'before it wrote') {
      // This one says yes and then loses it.
      if (this.#fault === 'answers before it has written') return answers;
      throw new Error('fell over');
    }
    this.#write(desk);
    if (falls === 'after it wrote') throw new Error('fell over');
    for (const [place, call] of calls.entries()) {
      if (answers[place]?.code === 'BET_NOT_FOUND') this.#keepWaiting(call);
    }
    return answers;
  }

  async work(): Promise<void> {
    await Promise.resolve();
    for (const [key, call] of this.kept.waiting) {
      const desk = this.#open();
      const { code } = desk.decide(call);
      if (code === 'BET_NOT_FOUND') continue;
      this.#write(desk);
      // This one lost count of what it paid.
      if (this.#fault === 'pays a win that waited once more') this.#payAgain(call);
      this.kept.waiting.delete(key);
    }
    for (const [key, win] of this.kept.held) this.#release(key, win);
  }

  #keepWaiting(call: MoneyCall): void {
    if (call.operation !== 'play' || call.parts.some(({ operation }) => operation === 'bet')) return;
    if (this.#fault === 'forgets a win that waits for its bet') return;
    this.kept.waiting.set(doneKey(call.provider, call.memberId, call.parts[0]?.txId ?? ''), call);
  }

  #payAgain({ memberId, parts }: MoneyCall & { operation: 'play' }): void {
    this.#pay(memberId, chart.games, parts[0]?.amount ?? zeroMoney);
  }

  #release(key: string, { memberId, amount }: HeldWin): void {
    this.#pay(memberId, chart.winsHeld, amount);
    if (this.#fault === 'releases a held win twice') this.#pay(memberId, chart.games, amount);
    this.kept.held.delete(key);
  }

  /** To the member: what is owed is paid first. */
  #pay(ownerId: bigint, from: AccountKind, amount: Money): void {
    const desk = this.#open();
    const owed = -desk.books.balance(ownerId, chart.receivable);
    const repaid = (owed < amount ? owed : amount) as Money;
    for (const [to, part] of [
      [chart.receivable, repaid],
      [chart.game, (amount - repaid) as Money],
    ] as const) {
      if (part > 0n) {
        desk.books.transfer({ ownerId, from, to, amount: part, reason: 'paid', key: '', isOnceByCause: true });
      }
    }
    this.#write(desk);
    this.#countLoss(ownerId, -amount as Money);
  }

  #countLoss(memberId: bigint, more: Money): void {
    const known = this.kept.losses.get(memberId);
    if (known !== undefined) this.kept.losses.set(memberId, add(known, more));
  }

  #open(): Desk {
    const { kept } = this;
    const lane = { lane: 0, laneCount: 1, lastSequence: this.#sequence };
    return new Desk(new Books(SITE, new Map([[0, lane]]), new Map(kept.balances), new Map()), {
      done: new Map(kept.done),
      rounds: new Map([...kept.rounds].map(([key, round]) => [key, { ...round }])),
      lines: new Map(kept.lines),
      held: new Map([...kept.held].map(([key, win]) => [key, { ...win }])),
      limits: new Map([...this.#limits].map(([memberId, amount]) => [memberId, [this.#limitOf(memberId, amount)]])),
    });
  }

  #limitOf(memberId: bigint, amount: Money): PlayLimit {
    const isBlind = this.#fault === 'takes a bet above the limit of a member';
    return { span: 'month', amount: isBlind ? NEED : amount, lost: this.kept.losses.get(memberId) ?? zeroMoney };
  }

  #write(desk: Desk): void {
    const { kept } = this;
    const { books } = desk;
    this.#sequence += BigInt(books.written.length);
    kept.transfers += books.written.length;
    const house = new Map<number, bigint>();
    for (const row of books.written) {
      for (const [kind, balance, amount] of [
        [row.fromKind, row.fromBalance, -row.amount],
        [row.toKind, row.toBalance, row.amount],
      ] as const) {
        if (balance === null) house.set(kind, (house.get(kind) ?? 0n) + amount);
        else kept.balances.set(accountKey(row.ownerId, kind), balance);
      }
    }
    for (const [kind, amount] of house) {
      const isLost = this.#fault === 'forgets the other leg of a transfer' && this.#chance.is(0.2);
      if (!isLost) kept.house.set(kind, (kept.house.get(kind) ?? 0n) + amount);
    }
    const isHalf = this.#fault === 'writes half of a batch' && this.#chance.is(0.3);
    const isForgetful = this.#fault === 'forgets what a member lost' && this.#chance.is(0.3);
    if (!isForgetful) for (const [memberId, more] of desk.losses) this.#countLoss(memberId, more);
    for (const done of desk.newDone) {
      if (!isHalf) kept.done.set(doneKey(done.provider, done.memberId, done.txId), done);
    }
    for (const [key, round] of desk.rounds) kept.rounds.set(key, round);
    for (const [memberId, lines] of desk.lines) kept.lines.set(memberId, lines);
    for (const win of desk.changedHeld) {
      const key = doneKey(win.provider, win.memberId, win.winTxId);
      if (win.state === 'held' && this.#fault !== 'forgets that a win is held') kept.held.set(key, win);
      else kept.held.delete(key);
      kept.everHeld.add(key);
    }
  }

  // ── planted faults ─────────────────────────────────────────────────────────────────────────────────────────────────────

  #tamperBefore(calls: readonly MoneyCall[]): void {
    const { done, rounds } = this.kept;
    for (const call of calls) {
      const own = (txId: string): string => doneKey(call.provider, call.memberId, txId);
      if (this.#fault === 'forgets what it has done' && call.operation === 'play' && this.#chance.is(0.5)) {
        for (const { txId } of call.parts) done.delete(own(txId));
      }
      if (call.operation !== 'rollback') continue;
      const target = done.get(own(call.refTxId));
      const round = [...rounds.values()].find(({ bets }) => bets.some(({ txId }) => txId === call.refTxId));
      if (target?.operation !== 'bet' || round === undefined) continue;
      const state = round.bets.find(({ txId }) => txId === call.refTxId)?.state;
      const opens =
        (this.#fault === 'gives a stake back at every rollback' && state === 'void') ||
        (this.#fault === 'rolls a settled bet back' && state === 'settled');
      if (!opens) continue;
      if (state === 'void') {
        done.delete(own(call.txId));
        round.stake = (round.stake + target.amount) as Money;
      }
      round.state = 'open';
      round.bets = round.bets.map((bet) => (bet.txId === call.refTxId ? { ...bet, state: 'open' } : bet));
    }
  }

  /** A wallet that takes a round for over too soon. */
  #isTakenForOver(desk: Desk, call: MoneyCall): boolean {
    const [part] = call.operation === 'play' ? call.parts : [];
    const round = desk.rounds.get(roundKey(call.provider, call.memberId, call.roundId));
    if (!part || !round || desk.done.has(doneKey(call.provider, call.memberId, part.txId))) return false;
    if (this.#fault === 'takes no bet after a cancelled one') return part.operation === 'bet' && round.state === 'void';
    const isOvertaken = part.operation === 'win' && round.bets.some(({ isRoundOver }) => isRoundOver === true);
    return isOvertaken && this.#fault === 'refuses a win that was overtaken';
  }

  #decide(desk: Desk, call: MoneyCall): DeskAnswer {
    if (this.#isTakenForOver(desk, call)) {
      const now = desk.books.balance(call.memberId, chart.game);
      return { code: 'BET_SETTLED', txId: '', before: now, after: now, isDuplicate: false };
    }
    const given = this.#twisted(desk, call);
    const buried = desk.newDone.length;
    const lines = desk.lines.get(call.memberId);
    const answer = desk.decide(given);
    if (this.#fault === 'buries no bet that was rolled back before it came') dropTombstones(desk, buried);
    if (this.#fault === 'keeps the turnover of a win that was taken back' && call.operation === 'rollback' && lines) {
      desk.lines.set(call.memberId, lines);
    }
    const isBet = call.operation === 'play' && call.parts.every(({ operation }) => operation === 'bet');
    if (
      this.#fault === 'counts turnover when a bet is placed' &&
      isBet &&
      answer.code === 'OK' &&
      !answer.isDuplicate
    ) {
      const stake = call.parts.reduce((sum, part) => sum + part.amount, 0n);
      const [line] = desk.lines.get(call.memberId) ?? [];
      if (line) desk.lines.set(call.memberId, [{ ...line, now: (line.now + stake) as Money }]);
    }
    if (isBet && answer.code === 'OK' && !answer.isDuplicate) this.#checkLimit(desk, call);
    if (this.#fault === 'answers a repeated call with the balance of now' && answer.isDuplicate) {
      const now = desk.books.balance(call.memberId, chart.game);
      return { ...answer, before: now, after: now };
    }
    return answer;
  }

  #checkLimit({ losses }: Desk, { memberId, parts }: MoneyCall & { operation: 'play' }): void {
    const limit = this.#limits.get(memberId);
    const lost = add(this.kept.losses.get(memberId) ?? zeroMoney, losses.get(memberId) ?? zeroMoney);
    if (limit !== undefined && lost > limit) this.kept.aboveLimit.push(parts.map(({ txId }) => txId).join('+'));
  }

  /** The call as a careless wallet would understand it. */
  #twisted(desk: Desk, call: MoneyCall): MoneyCall {
    if (this.#fault === 'pays a win above the cap at once') return { ...call, winCap: undefined };
    if (call.operation !== 'play') return call;
    const { parts } = call;
    const isNew = !desk.done.has(doneKey(call.provider, call.memberId, parts[0]?.txId ?? ''));
    if (this.#fault === 'settles a bet and forgets to pay' && isNew && this.#chance.is(0.3)) {
      return {
        ...call,
        parts: parts.map((part) => (part.operation === 'win' ? { ...part, amount: zeroMoney } : part)),
      };
    }
    if (this.#fault === 'lets a stake through that there is no money for') {
      const balance = desk.books.balance(call.memberId, chart.game);
      const least = (amount: Money): Money => (amount > balance ? balance : amount);
      return {
        ...call,
        parts: parts.map((part) =>
          part.operation === 'bet' && isNew ? { ...part, amount: least(part.amount) } : part,
        ),
      };
    }
    if (this.#fault === 'takes a repeated call with another amount for the same' && !isNew) {
      const stored = (txId: string) => desk.done.get(doneKey(call.provider, call.memberId, txId))?.amount;
      return { ...call, parts: parts.map((part) => ({ ...part, amount: stored(part.txId) ?? part.amount })) };
    }
    if (this.#fault === 'pays a win of a bet that was rolled back') {
      for (const round of desk.rounds.values()) {
        if (round.roundId !== call.roundId || round.state !== 'void' || parts[0]?.operation !== 'win') continue;
        round.state = 'open';
        round.bets = round.bets.map((bet) => ({ ...bet, state: 'settled' }));
      }
    }
    return call;
  }
}

function dropTombstones(desk: Desk, from: number): void {
  for (const done of desk.newDone.splice(from)) {
    if (done.operation === 'tombstone') desk.done.delete(doneKey(done.provider, done.memberId, done.txId));
    else desk.newDone.push(done);
  }
}

const lineOf = (memberId: bigint): OpenLine => ({
  memberId,
  lineNo: 1,
  source: 'DEPOSIT',
  causeId: 'simulation',
  need: NEED,
  now: zeroMoney,
  withdrawCap: undefined,
  own: zeroMoney,
  bonus: zeroMoney,
  deposit: zeroMoney,
  paid: zeroMoney,
  createdAt: new Date(0),
  expiresAt: undefined,
  isEnding: false,
  terms: undefined,
});
