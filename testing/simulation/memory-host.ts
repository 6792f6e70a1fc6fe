// The wallet in memory: the product's own rules (`wallet-rules.ts`) with maps in place of tables.
//
// Always true: a batch works on copies and is written whole or not at all, as a transaction is. A planted fault breaks
// one invariant by changing stored or returned data, never the rules.
//
// Elsewhere: the same over PostgreSQL (database-host.ts).

import { toRoundKey, toTransactionKey } from '@chaba/server/core/transaction-names';
import { type AccountKind, accountKey, LedgerBatch } from '@chaba/ledger';
import { add, baht, type Money, zeroMoney } from '@chaba/money';

import { chart } from '@chaba/server/core/chart-of-accounts';
import type { TurnoverRequirement } from '@chaba/server/modules/turnover';
import type { PlayLimit } from '@chaba/server/modules/limits';
import type { WalletCommand, WalletOutcome } from '@chaba/server/modules/wallet-commands';
import type { HeldWin, Round, WalletTransaction } from '@chaba/server/modules/wallet/rounds';
import { applyCommand } from '@chaba/server/modules/wallet/wallet-rules';
import { createWalletState, type WalletState } from '@chaba/server/modules/wallet/wallet-state';

import type { SeededRandom } from '#testing/seeded-random';
import type { CrashPoint, WalletHost } from './network.ts';

export const plantedFaults = [
  'loses stored transactions',
  'responds before it writes',
  'writes half of a batch',
  'stores no tombstone',
  'refunds the stake at every rollback',
  'pays a win of a bet that was rolled back',
  'returns the current balance to a repeated call',
  'counts turnover when a bet is placed',
  'keeps the turnover of a reversed win',
  'omits the second leg of a transfer',
  'accepts a stake above the balance',
  'rolls a settled bet back',
  'settles a bet without its payout',
  'accepts a repeated id with another amount',
  'pays a win above the cap at once',
  'loses a held win',
  'releases a held win twice',
  'loses an orphan win',
  'pays an orphan win twice',
  'accepts a bet above the limit of a member',
  'records no losses',
  'rejects a win after the end of its round',
  'rejects a bet after a cancelled one',
  'ends a round while free spins wait',
  'keeps a round open after its last free spin',
  'counts the free spins of a repeated call again',
  'takes the stake of a free spin',
] as const;
export type PlantedFault = (typeof plantedFaults)[number];

const SITE = 1;
const NEED = baht(1_000_000);

export type WalletRecords = {
  /** `owner:kind` → balance. */
  readonly balances: Map<string, Money>;
  readonly house: Map<number, bigint>;
  readonly done: Map<string, WalletTransaction>;
  readonly rounds: Map<string, Round>;
  readonly lines: Map<bigint, TurnoverRequirement[]>;
  readonly held: Map<string, HeldWin>;
  /** Payouts that were held at any time. */
  readonly everHeld: Set<string>;
  /** Losses so far of members with a limit. */
  readonly losses: Map<bigint, Money>;
  /** Bets accepted above a limit. */
  readonly aboveLimit: string[];
  /** Orphan wins: their bet has not arrived. */
  readonly waiting: Map<string, WalletCommand & { operation: 'play' }>;
  /** Number of transfer legs. */
  transfers: number;
};

export class MemoryHost implements WalletHost {
  readonly records: WalletRecords;
  readonly #chance: SeededRandom;
  readonly #fault: PlantedFault | undefined;
  /** Loss limits by member. */
  readonly #limits: ReadonlyMap<bigint, Money>;
  #sequence = 0n;

  constructor(
    members: ReadonlyMap<bigint, Money>,
    limits: ReadonlyMap<bigint, Money>,
    random: SeededRandom,
    fault?: PlantedFault,
  ) {
    this.#limits = limits;
    this.#chance = random;
    this.#fault = fault;
    const lines = [...members.keys()].map((memberId): [bigint, TurnoverRequirement[]] => [
      memberId,
      [lineOf(memberId)],
    ]);
    this.records = {
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

  /** The member's playable and held money minus debt. */
  balance(memberId: bigint): bigint {
    const of = (kind: number): bigint => this.records.balances.get(`${memberId}:${kind}`) ?? 0n;
    return of(chart.game.kind) + of(chart.winsHeld.kind) + of(chart.receivable.kind);
  }

  findRound({ memberId, roundId }: Pick<Round, 'memberId' | 'roundId'>): Round | undefined {
    return [...this.records.rounds.values()].find((each) => each.memberId === memberId && each.roundId === roundId);
  }

  async apply(commands: readonly WalletCommand[], falls: CrashPoint): Promise<WalletOutcome[]> {
    await Promise.resolve();
    this.#tamperBefore(commands);
    const state = this.#open();
    const outcomes = commands.map((command) => this.#decide(state, command));
    if (falls === 'before it wrote') {
      // Fault: responds with success and loses the write.
      if (this.#fault === 'responds before it writes') return outcomes;
      throw new Error('fell over');
    }
    this.#write(state);
    if (falls === 'after it wrote') throw new Error('fell over');
    for (const [place, call] of commands.entries()) {
      if (outcomes[place]?.code === 'BET_NOT_FOUND') this.#storeOrphanWin(call);
    }
    return outcomes;
  }

  async runJobs(): Promise<void> {
    await Promise.resolve();
    for (const [key, call] of this.records.waiting) {
      const state = this.#open();
      const { code } = applyCommand(state, call);
      if (code === 'BET_NOT_FOUND') continue;
      this.#write(state);
      // Fault: pays an orphan win twice.
      if (this.#fault === 'pays an orphan win twice') this.#payAgain(call);
      this.records.waiting.delete(key);
    }
    for (const [key, win] of this.records.held) this.#release(key, win);
  }

  #storeOrphanWin(command: WalletCommand): void {
    if (command.operation !== 'play' || command.parts.some(({ operation }) => operation === 'bet')) return;
    if (this.#fault === 'loses an orphan win') return;
    this.records.waiting.set(
      toTransactionKey(command.provider, command.memberId, command.parts[0]?.txId ?? ''),
      command,
    );
  }

  #payAgain({ memberId, parts }: WalletCommand & { operation: 'play' }): void {
    this.#pay(memberId, chart.games, parts[0]?.amount ?? zeroMoney);
  }

  #release(key: string, { memberId, amount }: HeldWin): void {
    this.#pay(memberId, chart.winsHeld, amount);
    if (this.#fault === 'releases a held win twice') this.#pay(memberId, chart.games, amount);
    this.records.held.delete(key);
  }

  /** Credits the member and repays debt first. */
  #pay(ownerId: bigint, from: AccountKind, amount: Money): void {
    const state = this.#open();
    const owed = -state.ledger.getBalance(ownerId, chart.receivable);
    const repaid = (owed < amount ? owed : amount) as Money;
    for (const [to, part] of [
      [chart.receivable, repaid],
      [chart.game, (amount - repaid) as Money],
    ] as const) {
      if (part > 0n) {
        state.ledger.transfer({ ownerId, from, to, amount: part, reason: 'paid', key: '', isUniqueBySource: true });
      }
    }
    this.#write(state);
    this.#countLoss(ownerId, -amount as Money);
  }

  #countLoss(memberId: bigint, more: Money): void {
    const known = this.records.losses.get(memberId);
    if (known !== undefined) this.records.losses.set(memberId, add(known, more));
  }

  #open(): WalletState {
    const { records } = this;
    const lane = { lane: 0, laneCount: 1, lastSequence: this.#sequence };
    return createWalletState({
      ledger: new LedgerBatch(SITE, new Map([[0, lane]]), new Map(records.balances), new Map()),
      transactions: new Map(records.done),
      rounds: new Map([...records.rounds].map(([key, round]) => [key, { ...round }])),
      requirements: new Map(records.lines),
      heldWins: new Map([...records.held].map(([key, win]) => [key, { ...win }])),
      limits: new Map([...this.#limits].map(([memberId, amount]) => [memberId, [this.#limitOf(memberId, amount)]])),
    });
  }

  #limitOf(memberId: bigint, amount: Money): PlayLimit {
    const ignoresLimit = this.#fault === 'accepts a bet above the limit of a member';
    return {
      span: 'month',
      amount: ignoresLimit ? NEED : amount,
      lost: this.records.losses.get(memberId) ?? zeroMoney,
    };
  }

  #write(state: WalletState): void {
    const { records } = this;
    const { ledger } = state;
    this.#sequence += BigInt(ledger.decided.length);
    records.transfers += ledger.decided.length;
    const house = new Map<number, bigint>();
    for (const row of ledger.decided) {
      for (const [kind, balance, amount] of [
        [row.fromKind, row.fromBalance, -row.amount],
        [row.toKind, row.toBalance, row.amount],
      ] as const) {
        if (balance === null) house.set(kind, (house.get(kind) ?? 0n) + amount);
        else records.balances.set(accountKey(row.ownerId, kind), balance);
      }
    }
    for (const [kind, amount] of house) {
      const isLost = this.#fault === 'omits the second leg of a transfer' && this.#chance.is(0.2);
      if (!isLost) records.house.set(kind, (records.house.get(kind) ?? 0n) + amount);
    }
    const isHalf = this.#fault === 'writes half of a batch' && this.#chance.is(0.3);
    const isOmitted = this.#fault === 'records no losses' && this.#chance.is(0.3);
    if (!isOmitted) for (const [memberId, more] of state.changes.losses) this.#countLoss(memberId, more);
    for (const done of state.changes.transactions) {
      if (!isHalf) records.done.set(toTransactionKey(done.provider, done.memberId, done.txId), done);
    }
    for (const [key, round] of state.rounds) records.rounds.set(key, round);
    for (const [memberId, lines] of state.requirements) records.lines.set(memberId, lines);
    for (const win of state.changes.heldWins) {
      const key = toTransactionKey(win.provider, win.memberId, win.winTxId);
      if (win.state === 'held' && this.#fault !== 'loses a held win') records.held.set(key, win);
      else records.held.delete(key);
      records.everHeld.add(key);
    }
  }

  // ── planted faults ─────────────────────────────────────────────────────────────────────────────────────────────────

  #tamperBefore(commands: readonly WalletCommand[]): void {
    const { done, rounds } = this.records;
    for (const command of commands) {
      const own = (txId: string): string => toTransactionKey(command.provider, command.memberId, txId);
      if (this.#fault === 'loses stored transactions' && command.operation === 'play' && this.#chance.is(0.5)) {
        for (const { txId } of command.parts) done.delete(own(txId));
      }
      if (command.operation !== 'rollback') continue;
      const target = done.get(own(command.refTxId));
      const round = [...rounds.values()].find(({ bets }) => bets.some(({ txId }) => txId === command.refTxId));
      if (target?.operation !== 'bet' || round === undefined) continue;
      const state = round.bets.find(({ txId }) => txId === command.refTxId)?.state;
      const opens =
        (this.#fault === 'refunds the stake at every rollback' && state === 'void') ||
        (this.#fault === 'rolls a settled bet back' && state === 'settled');
      if (!opens) continue;
      if (state === 'void') {
        done.delete(own(command.txId));
        round.stake = (round.stake + target.amount) as Money;
      }
      round.state = 'open';
      round.bets = round.bets.map((bet) => (bet.txId === command.refTxId ? { ...bet, state: 'open' } : bet));
    }
  }

  /** Fault: closes the round too early. */
  #isClosedTooEarly(state: WalletState, command: WalletCommand): boolean {
    const [part] = command.operation === 'play' ? command.parts : [];
    const round = state.rounds.get(toRoundKey(command.provider, command.memberId, command.roundId));
    if (!part || !round || state.transactions.has(toTransactionKey(command.provider, command.memberId, part.txId))) {
      return false;
    }
    if (this.#fault === 'rejects a bet after a cancelled one') {
      return part.operation === 'bet' && round.state === 'void';
    }
    const isOvertaken = part.operation === 'win' && round.bets.some(({ isRoundOver }) => isRoundOver === true);
    return isOvertaken && this.#fault === 'rejects a win after the end of its round';
  }

  #decide(state: WalletState, command: WalletCommand): WalletOutcome {
    if (this.#isClosedTooEarly(state, command)) {
      const now = state.ledger.getBalance(command.memberId, chart.game);
      return { code: 'BET_SETTLED', txId: '', before: now, after: now, isDuplicate: false };
    }
    const given = this.#twisted(state, command);
    const tombstonesFrom = state.changes.transactions.length;
    const lines = state.requirements.get(command.memberId);
    const outcome = applyCommand(state, given);
    this.#miscountSpins(state, command, outcome);
    if (this.#fault === 'stores no tombstone') dropTombstones(state, tombstonesFrom);
    if (this.#fault === 'keeps the turnover of a reversed win' && command.operation === 'rollback' && lines) {
      state.requirements.set(command.memberId, lines);
    }
    const isBet = command.operation === 'play' && command.parts.every(({ operation }) => operation === 'bet');
    if (
      this.#fault === 'counts turnover when a bet is placed' &&
      isBet &&
      outcome.code === 'OK' &&
      !outcome.isDuplicate
    ) {
      const stake = command.parts.reduce((sum, part) => sum + part.amount, 0n);
      const [line] = state.requirements.get(command.memberId) ?? [];
      if (line) state.requirements.set(command.memberId, [{ ...line, progress: (line.progress + stake) as Money }]);
    }
    if (isBet && outcome.code === 'OK' && !outcome.isDuplicate) this.#checkLimit(state, command);
    if (this.#fault === 'returns the current balance to a repeated call' && outcome.isDuplicate) {
      const now = state.ledger.getBalance(command.memberId, chart.game);
      return { ...outcome, before: now, after: now };
    }
    return outcome;
  }

  /** Faults: the waiting free spins of the command's round differ from what its provider stated. */
  #miscountSpins(state: WalletState, command: WalletCommand, { isDuplicate }: WalletOutcome): void {
    const round = state.rounds.get(toRoundKey(command.provider, command.memberId, command.roundId));
    if (!round) return;
    const stated = command.operation === 'play' ? (command.freeSpins ?? 0) : 0;
    if (this.#fault === 'counts the free spins of a repeated call again' && isDuplicate && stated > 0) {
      round.freeSpins = stated;
    }
    const isLastSpin = round.bets.some(({ isFree }) => isFree === true) && round.state === 'closed';
    if (this.#fault === 'keeps a round open after its last free spin' && isLastSpin) round.state = 'open';
  }

  #checkLimit({ changes: { losses } }: WalletState, { memberId, parts }: WalletCommand & { operation: 'play' }): void {
    const limit = this.#limits.get(memberId);
    const lost = add(this.records.losses.get(memberId) ?? zeroMoney, losses.get(memberId) ?? zeroMoney);
    if (limit !== undefined && lost > limit) this.records.aboveLimit.push(parts.map(({ txId }) => txId).join('+'));
  }

  /** Changes the command as a planted fault does. */
  #twisted(state: WalletState, command: WalletCommand): WalletCommand {
    if (this.#fault === 'pays a win above the cap at once') return { ...command, winCap: undefined };
    if (command.operation !== 'play') return command;
    if (this.#fault === 'ends a round while free spins wait') return { ...command, freeSpins: undefined };
    if (this.#fault === 'takes the stake of a free spin') {
      return { ...command, parts: command.parts.map((part) => ({ ...part, isFree: false })) };
    }
    const { parts } = command;
    const isNew = !state.transactions.has(toTransactionKey(command.provider, command.memberId, parts[0]?.txId ?? ''));
    if (this.#fault === 'settles a bet without its payout' && isNew && this.#chance.is(0.3)) {
      return {
        ...command,
        parts: parts.map((part) => (part.operation === 'win' ? { ...part, amount: zeroMoney } : part)),
      };
    }
    if (this.#fault === 'accepts a stake above the balance') {
      const getBalance = state.ledger.getBalance(command.memberId, chart.game);
      const least = (amount: Money): Money => (amount > getBalance ? getBalance : amount);
      return {
        ...command,
        parts: parts.map((part) =>
          part.operation === 'bet' && isNew ? { ...part, amount: least(part.amount) } : part,
        ),
      };
    }
    if (this.#fault === 'accepts a repeated id with another amount' && !isNew) {
      const stored = (txId: string) =>
        state.transactions.get(toTransactionKey(command.provider, command.memberId, txId))?.amount;
      return { ...command, parts: parts.map((part) => ({ ...part, amount: stored(part.txId) ?? part.amount })) };
    }
    if (this.#fault === 'pays a win of a bet that was rolled back') {
      for (const round of state.rounds.values()) {
        if (round.roundId !== command.roundId || round.state !== 'void' || parts[0]?.operation !== 'win') continue;
        round.state = 'open';
        round.bets = round.bets.map((bet) => ({ ...bet, state: 'settled' }));
      }
    }
    return command;
  }
}

function dropTombstones(state: WalletState, from: number): void {
  for (const done of state.changes.transactions.splice(from)) {
    if (done.operation === 'tombstone') {
      state.transactions.delete(toTransactionKey(done.provider, done.memberId, done.txId));
    } else state.changes.transactions.push(done);
  }
}

const lineOf = (memberId: bigint): TurnoverRequirement => ({
  memberId,
  requirementNo: 1,
  source: 'DEPOSIT',
  causeId: 'simulation',
  required: NEED,
  progress: zeroMoney,
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
