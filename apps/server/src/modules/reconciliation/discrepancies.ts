// Discrepancies of a provider's day: each transaction by itself, totals by operation, and differences that disappear
// once both sides are known. Pure.
//
// Always true: one transaction has at most one discrepancy, of one kind. Amounts are equal to the last unit or differ.
// Granted stakes are no money. Transactions that both sides cancelled do not count. Identical lines of a feed are one
// line.
//
// Elsewhere: reading both sides (reconciliation.ts), SQL (reconciliation.store.ts).

import { add, type Money, formatProviderAmount, subtract, zeroMoney } from '@chaba/money';

import type { ProviderTransaction } from '#modules/provider-protocol';
import { type LocalTransaction } from '#modules/wallet';
import { OPERATOR_SPINS_PREFIX, OPERATOR_VOID_PREFIX } from '#modules/wallet-commands';

import { createFingerprintSet } from './fingerprint-set.ts';

/** The state of an orphan win that is not applied. */
export type WaitingState = 'pending' | 'rejected' | 'expired';

export type DiscrepancyKind =
  /** Applied on one side only. */
  | 'missing here'
  | 'missing there'
  /** The same id with other content. */
  | 'operation'
  | 'amount'
  | 'member'
  | 'round'
  | 'game'
  | 'reference'
  /** Cancelled on one side only. */
  | 'cancelled here'
  | 'cancelled there'
  /** An operator rejected the held win. */
  | 'refused here'
  /** The round is over there. */
  | 'open here'
  /** An orphan win: pending, or expired. */
  | 'waits here'
  | 'given up here';

export type Discrepancy = {
  readonly txId: string;
  readonly operation: string;
  readonly playerId: string;
  readonly roundId: string;
  readonly kind: DiscrepancyKind;
  /** The value of the provider. */
  readonly provider: string | null;
  /** The value of the wallet. */
  readonly wallet: string | null;
};

export type Tally = { readonly count: number; readonly amount: Money };
export type Tallies = {
  readonly theirs: Tally;
  readonly ours: Tally;
  /** Transactions of one side that the other side has on another day. */
  readonly theirsElsewhere: Tally;
  readonly oursElsewhere: Tally;
};
type MoneyOperation = Exclude<ProviderTransaction['operation'], 'endRound'>;
export type DayOperation = Tallies & { readonly operation: MoneyOperation };

/** A difference that a later line may explain. */
type PendingDiscrepancy = {
  readonly difference: Discrepancy;
  readonly received?: ProviderTransaction;
  readonly ours?: LocalTransaction;
  /** The target of our rollback. */
  readonly cancelled?: LocalTransaction | undefined;
};

/** About 50 MB at most. */
const PENDING_MAX = 50_000;
const DIFFERENCES_MAX = 200;
const OPERATIONS: readonly MoneyOperation[] = ['bet', 'win', 'rollback', 'adjust', 'award', 'tip'];

/** The key of a transaction on both sides: ids are unique for each player only. */
const toKey = ({ playerId, txId }: { readonly playerId: string; readonly txId: string }): string =>
  `${playerId}|${txId}`;

/** Our records of a transaction of the provider. */
export type LocalMatch = {
  readonly ours: LocalTransaction | undefined;
  readonly waiting: WaitingState | undefined;
  /** A rollback of an unknown bet, which moved nothing. */
  readonly isOfUnknown: boolean;
  /** For an endRound. */
  readonly isRoundOpen: boolean;
};

type FieldDifference = Pick<Discrepancy, 'kind' | 'provider' | 'wallet'>;

/** The first field in which a transaction of the provider differs from ours. */
function findDifference(call: ProviderTransaction, match: LocalMatch): FieldDifference | undefined {
  const { ours } = match;
  if (call.operation === 'endRound') {
    return match.isRoundOpen ? { kind: 'open here', provider: 'over', wallet: 'open' } : undefined;
  }
  if (!ours) return describeMissing(call, match.waiting);
  if (ours.operation === 'tombstone') {
    const isNothing = call.isCancelled;
    return isNothing ? undefined : { kind: 'cancelled here', provider: formatStake(call), wallet: null };
  }
  if (ours.operation !== call.operation) return { kind: 'operation', provider: call.operation, wallet: ours.operation };
  const isAmount = call.amount === undefined || match.isOfUnknown || staked(call) === staked(ours);
  if (!isAmount) return { kind: 'amount', provider: formatStake(call), wallet: formatStake(ours) };
  return findFieldDifference(call, ours) ?? findStateDifference(call, ours);
}

function describeMissing(call: ProviderTransaction, waiting: WaitingState | undefined): FieldDifference | undefined {
  if (call.isCancelled) return undefined;
  const kind = waiting === undefined ? 'missing here' : waiting === 'pending' ? 'waits here' : 'given up here';
  return { kind, provider: formatStake(call), wallet: null };
}

function findFieldDifference(call: ProviderTransaction, ours: LocalTransaction): FieldDifference | undefined {
  const pairs = [
    ['round', call.roundId, ours.roundId],
    ['game', call.gameCode, ours.gameCode],
    ['reference', call.refTxId, ours.refTxId],
  ] as const;
  const other = pairs.find(([, theirs, own]) => theirs !== '' && own !== '' && theirs !== own);
  return other && { kind: other[0], provider: other[1], wallet: other[2] };
}

function findStateDifference(call: ProviderTransaction, ours: LocalTransaction): FieldDifference | undefined {
  const amount = formatStake(ours);
  if (ours.isRefused) return { kind: 'refused here', provider: amount, wallet: null };
  if (ours.isCancelled && !call.isCancelled) return { kind: 'cancelled here', provider: amount, wallet: null };
  if (call.isCancelled && !ours.isCancelled) return { kind: 'cancelled there', provider: null, wallet: amount };
  if (call.isRoundClosed && ours.isRoundOpen) return { kind: 'open here', provider: 'over', wallet: 'open' };
  return undefined;
}

/** The moved amount: zero for a granted stake. */
const staked = ({ isFree, amount }: { readonly isFree: boolean; readonly amount?: Money | undefined }): Money =>
  isFree ? zeroMoney : (amount ?? zeroMoney);

const formatStake = (call: { readonly isFree: boolean; readonly amount?: Money | undefined }): string =>
  formatProviderAmount(staked(call));

/** Collects the discrepancies of a day while both sides are read. */
export class DiscrepancyCollector {
  readonly #from: Date;
  readonly #to: Date;
  readonly #lines = createFingerprintSet();
  readonly #received = createFingerprintSet();
  readonly #receivedOfDay = createFingerprintSet();
  readonly #cancelled = createFingerprintSet();
  readonly #tallies = new Map<MoneyOperation, Tallies>();
  readonly #found: Discrepancy[] = [];
  readonly #pendingMax: number;
  #pending: PendingDiscrepancy[] = [];
  /** A cancellation arrived since the pending discrepancies were last checked. */
  #isNewlyCancelled = false;
  #until: Date | undefined;
  #uncounted = 0;
  repeatedLines = 0;

  constructor({ from, to }: { readonly from: Date; readonly to: Date }, pendingMax = PENDING_MAX) {
    this.#from = from;
    this.#to = to;
    this.#pendingMax = pendingMax;
  }

  /** Records a page of the feed; returns its new transactions of the day. */
  recordPage(page: readonly ProviderTransaction[]): {
    readonly ofDay: readonly ProviderTransaction[];
    readonly isNew: boolean;
  } {
    const fresh = page.filter((call) => this.#lines.add(createFingerprint(call)));
    this.repeatedLines += page.length - fresh.length;
    for (const call of fresh) {
      this.#received.add(toKey(call));
      if (this.isOfDay(call.at)) this.#receivedOfDay.add(toKey(call));
      this.recordCancelled(call);
    }
    return { ofDay: fresh.filter(({ at }) => this.isOfDay(at)), isNew: fresh.length > 0 || page.length === 0 };
  }

  recordCancelled(call: ProviderTransaction): void {
    if (call.operation === 'rollback') this.#cancelled.add(toKey({ playerId: call.playerId, txId: call.refTxId }));
    if (call.isCancelled) this.#cancelled.add(toKey(call));
    this.#isNewlyCancelled ||= call.isCancelled || call.operation === 'rollback';
  }

  /** Records the end of the feed: complete until this time, so later transactions of ours are not searched. */
  recordEnd(until: Date): void {
    this.#until = until;
  }

  #isBeyondEnd(at: Date): boolean {
    return this.#until !== undefined && at >= this.#until;
  }

  isReceived(call: LocalTransaction): boolean {
    return this.#received.has(toKey(call));
  }

  isOfDay(at: Date): boolean {
    return at >= this.#from && at < this.#to;
  }

  /** Compares a transaction of the provider with our record. */
  compareProviderTransaction(call: ProviderTransaction, match: LocalMatch): void {
    const { ours } = match;
    if (call.operation !== 'endRound' && !call.isCancelled) {
      const isElsewhere = ours !== undefined && !this.isOfDay(ours.at);
      this.#count(call.operation, isElsewhere ? ['theirs', 'theirsElsewhere'] : ['theirs'], moved(call));
    }
    const found = findDifference(call, match);
    if (!found) return;
    const { txId, operation, playerId, roundId } = call;
    const difference = { txId, operation, playerId, roundId, ...found };
    if (isPending(difference)) this.#addPending({ difference, received: call, ...(ours && { ours }) });
    else this.#record(difference);
  }

  /**
   * Compares our transaction once the provider's are known; `cancelled`: the target of a rollback that the feed lacks.
   */
  compareLocalTransaction(ours: LocalTransaction, cancelled?: LocalTransaction): void {
    const { operation } = ours;
    // Cancelled transactions were compared with the provider's bet or win; without one, neither side counts them.
    if (operation === 'tombstone' || ours.isCancelled || ours.txId.startsWith(OPERATOR_SPINS_PREFIX)) return;
    if (this.isReceived(ours)) {
      const isElsewhere = !this.#receivedOfDay.has(toKey(ours));
      this.#count(operation, isElsewhere ? ['ours', 'oursElsewhere'] : ['ours'], moved(ours));
      return;
    }
    // An open bet that the feed lacks is queried by its round (stuck-rounds.ts).
    if (ours.isOpen || this.#isBeyondEnd(ours.at)) return;
    if (operation === 'rollback' && !this.#isBeyondDay(cancelled)) return;
    this.#count(operation, ['ours'], moved(ours));
    const { txId, playerId, roundId } = ours;
    const missing = { kind: 'missing there', provider: null, wallet: formatStake(ours) } as const;
    this.#addPending({ difference: { txId, operation, playerId, roundId, ...missing }, ours, cancelled });
  }

  /** A rollback is compared by its target, unless the target is of another day, which may be compared already. */
  #isBeyondDay(cancelled: LocalTransaction | undefined): boolean {
    if (cancelled === undefined || cancelled.operation === 'tombstone') return false;
    if (this.#receivedOfDay.has(toKey(cancelled))) return false;
    return this.isReceived(cancelled) || !this.isOfDay(cancelled.at);
  }

  /** After both sides: removes what both cancelled, and joins differences that two members have under one id. */
  settle(): void {
    const left = this.#pending.filter((pending) => !this.#isAgreed(pending));
    const theirs = new Map(
      left
        .filter(({ received }) => received !== undefined)
        .map((pending) => [pending.difference.txId, pending] as const),
    );
    const joined = new Set<PendingDiscrepancy>();
    for (const pending of left) {
      const { difference } = pending;
      const other = difference.kind === 'missing there' ? theirs.get(difference.txId) : undefined;
      if (other?.difference.kind !== 'missing here' || joined.has(other)) continue;
      joined.add(pending).add(other);
      this.#record({ ...difference, kind: 'member', provider: other.difference.playerId, wallet: difference.playerId });
    }
    this.#pending = left.filter((pending) => !joined.has(pending));
  }

  /** Rounds whose transactions may be on another day there, or were cancelled since. */
  listPendingRounds(): string[] {
    const hasRound = ({ difference }: PendingDiscrepancy) =>
      difference.roundId !== '' && difference.kind !== 'missing here';
    return [...new Set(this.#pending.filter(hasRound).map(({ difference }) => difference.roundId))];
  }

  /** Applies the provider's record of a round, beyond the hours around the day, to pending discrepancies. */
  applyRound(
    { roundId, calls }: { readonly roundId: string; readonly calls: readonly ProviderTransaction[] },
    isInFeed: (call: ProviderTransaction) => boolean,
  ): void {
    for (const call of calls) this.recordCancelled(call);
    const byName = new Map(calls.map((call) => [toKey(call), call]));
    this.#pending = this.#pending.filter((pending) => {
      const { difference, ours, cancelled } = pending;
      if (this.#isAgreed(pending)) return false;
      // The provider may not have a transaction that an operator cancelled here.
      if (cancelled && difference.roundId === roundId && difference.txId.startsWith(OPERATOR_VOID_PREFIX)) {
        if (byName.has(toKey(cancelled))) return true;
        this.#count('rollback', ['ours'], zeroMoney, -1);
        return false;
      }
      const call = byName.get(toKey(difference));
      // Within the feed's span and absent from the feed: missing.
      if (difference.kind !== 'missing there' || !ours || !call) return true;
      if (isInFeed(call) && !this.#isBeyondEnd(call.at)) return true;
      const found = findDifference(call, { ours, waiting: undefined, isOfUnknown: false, isRoundOpen: false });
      this.#count(call.operation, ['oursElsewhere'], moved(ours));
      if (found) this.#record({ ...difference, ...found });
      return false;
    });
  }

  report(): {
    readonly byOperation: readonly DayOperation[];
    readonly discrepancies: readonly Discrepancy[];
    readonly discrepancyCount: number;
    readonly repeatedLines: number;
  } {
    const all = [...this.#found, ...this.#pending.map(({ difference }) => difference)];
    return {
      byOperation: OPERATIONS.flatMap((operation) => {
        const tallies = this.#tallies.get(operation);
        return tallies ? [{ operation, ...tallies }] : [];
      }),
      discrepancies: all.slice(0, DIFFERENCES_MAX),
      discrepancyCount: all.length + this.#uncounted,
      repeatedLines: this.repeatedLines,
    };
  }

  /** Removes the transaction from both totals. */
  #isAgreed({ difference, received, ours, cancelled }: PendingDiscrepancy): boolean {
    const counted = received ? difference : cancelled;
    if (!counted || !this.#cancelled.has(toKey(counted))) return false;
    if (!received) this.#count('rollback', ['ours'], zeroMoney, -1);
    else if (difference.kind !== 'open here' && received.operation !== 'endRound') {
      const isElsewhere = ours !== undefined && !this.isOfDay(ours.at);
      this.#count(received.operation, isElsewhere ? ['theirs', 'theirsElsewhere'] : ['theirs'], moved(received), -1);
    }
    return true;
  }

  #record(difference: Discrepancy): void {
    if (this.#found.length < DIFFERENCES_MAX) this.#found.push(difference);
    else this.#uncounted += 1;
  }

  #addPending(pending: PendingDiscrepancy): void {
    if (this.#isAgreed(pending)) return;
    if (this.#pending.length >= this.#pendingMax && this.#isNewlyCancelled) {
      this.#pending = this.#pending.filter((each) => !this.#isAgreed(each));
      this.#isNewlyCancelled = false;
    }
    if (this.#pending.length < this.#pendingMax) this.#pending.push(pending);
    else this.#record(pending.difference);
  }

  #count(
    operation: Exclude<LocalTransaction['operation'] | ProviderTransaction['operation'], 'tombstone'>,
    sides: readonly (keyof Tallies)[],
    amount: Money,
    times: 1 | -1 = 1,
  ): void {
    if (operation === 'endRound') return;
    const tallies = { ...(this.#tallies.get(operation) ?? noTallies) };
    for (const side of sides) {
      const { count, amount: sum } = tallies[side];
      tallies[side] = { count: count + times, amount: times === 1 ? add(sum, amount) : subtract(sum, amount) };
    }
    this.#tallies.set(operation, tallies);
  }
}

const none: Tally = { count: 0, amount: zeroMoney };
const noTallies: Tallies = { theirs: none, ours: none, theirsElsewhere: none, oursElsewhere: none };

/** The money of a rollback is that of its target, which is no longer counted. */
const moved = (call: ProviderTransaction | LocalTransaction): Money =>
  call.operation === 'rollback' ? zeroMoney : staked(call);

/** Whether a later line may explain it. */
function isPending({ kind, operation }: Discrepancy): boolean {
  if (kind === 'missing here') return operation !== 'rollback';
  return kind === 'cancelled here' || kind === 'open here';
}

/** A line of the feed without its time. */
function createFingerprint(call: ProviderTransaction): string {
  const { operation, txId, refTxId, roundId, gameCode, playerId, amount, isFree, isRoundClosed, isCancelled } = call;
  return [
    operation,
    playerId,
    txId,
    refTxId,
    roundId,
    gameCode,
    amount === undefined ? '' : formatProviderAmount(amount),
    `${isFree}${isRoundClosed}${isCancelled}`,
  ].join('|');
}
