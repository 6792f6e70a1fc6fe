// A working copy of the books of some owners: balances in memory, on which transfers are decided one after the other.
//
// Always true: a transfer has a positive amount and two different accounts of one currency; it touches one owner at most (or
// none: house to house); an owner's account never goes below zero, a contra account never above; equal keys are one effect.
// Nothing here knows a database: ledger.ts loads the copy under the owner's lane lock and writes what was decided, and a
// simulation may keep one in memory for ever.
//
// Elsewhere: locks, loading and writing (ledger.ts), SQL (ledger.store.ts), what accounts exist (the chart of the server).

import type { Money } from '@chaba/money';

/** One kind of account: 1–89 an owner's, 90–99 an owner's contra account, from 100 the house's. */
export type AccountKind = { readonly kind: number; readonly name: string; readonly currency: string };

export type TransferRequest = {
  /** Whose accounts are touched; 0n when both sides are the house's. */
  readonly ownerId: bigint;
  readonly from: AccountKind;
  readonly to: AccountKind;
  readonly amount: Money;
  /** One word that says why, as `bet` or `deposit`. */
  readonly reason: string;
  /** Idempotency: one key is one effect, for ever. */
  readonly key: string;
  /**
   * The cause keeps a row of its own, unique and written in the same transaction, and that is what makes this happen once: the
   * key is then kept as a text and has no index. Repeating such a key fails at the cause's row, or is found by the audit.
   */
  readonly isUniqueBySource?: true;
  /** When it happened outside, if that is not now. */
  readonly eventAt?: Date;
  /** The transfer that this one corrects. */
  readonly corrects?: bigint;
};

export type TransferResult =
  | {
      readonly outcome: 'posted' | 'replayed';
      readonly transferId: bigint;
      readonly fromBalance?: Money;
      readonly toBalance?: Money;
    }
  | { readonly outcome: 'insufficient_funds' | 'key_conflict' };

/** A transfer as the journal has it. */
export type JournalRow = {
  readonly ownerId: bigint;
  readonly transferId: bigint;
  readonly fromKind: number;
  readonly toKind: number;
  readonly amount: Money;
  readonly fromBalance: Money | null;
  readonly toBalance: Money | null;
  readonly correctsId: bigint | null;
  readonly eventAt: Date | null;
  readonly reason: string;
  readonly key: string;
  readonly isUniqueBySource: boolean;
};

export const LANES_MAX = 64;
const CONTRA_KIND_MIN = 90;
const HOUSE_KIND_MIN = 100;

export const isHouse = (kind: AccountKind): boolean => kind.kind >= HOUSE_KIND_MIN;

export type LaneState = { readonly lane: number; readonly laneCount: number; lastSequence: bigint };

/** Which lane keeps an owner's money; the house's own transfers go by lane 0. */
export function laneOf(ownerId: bigint, laneCount: number): number {
  return Number(ownerId % BigInt(laneCount));
}

export class LedgerBatch {
  readonly siteId: number;
  /** Transfers decided and not yet written, in order. */
  readonly written: JournalRow[] = [];
  /** Is one of their accounts touched for the first time ever. */
  opensAccounts = false;

  readonly #lanes: ReadonlyMap<number, LaneState>;
  readonly #balances: Map<string, Money>;
  readonly #known: Map<string, JournalRow>;

  constructor(
    siteId: number,
    lanes: ReadonlyMap<number, LaneState>,
    balances: Map<string, Money>,
    known: Map<string, JournalRow>,
  ) {
    this.siteId = siteId;
    this.#lanes = lanes;
    this.#balances = balances;
    this.#known = known;
  }

  /** What an owner has in one account now, transfers decided here included. */
  balance(ownerId: bigint, kind: AccountKind): Money {
    return this.#balances.get(accountKey(ownerId, kind.kind)) ?? (0n as Money);
  }

  /** The transfer that already carries this key, when its key was loaded or decided here. */
  known(key: string): JournalRow | undefined {
    return this.#known.get(key);
  }

  /** Decides one transfer. A refusal changes nothing; a replay answers what the first one answered. */
  transfer(request: TransferRequest): TransferResult {
    checkTransfer(request);
    const isUniqueBySource = request.isUniqueBySource === true;
    const first = isUniqueBySource ? undefined : this.#known.get(request.key);
    if (first) return isSame(first, request) ? posting('replayed', first) : { outcome: 'key_conflict' };

    const from = this.#after(request.ownerId, request.from, -request.amount);
    const to = this.#after(request.ownerId, request.to, request.amount);
    if (!isAllowed(request.from, from) || !isAllowed(request.to, to)) return { outcome: 'insufficient_funds' };

    const lane = this.#laneOf(request.ownerId);
    lane.lastSequence += 1n;
    const row: JournalRow = {
      ownerId: request.ownerId,
      transferId: lane.lastSequence * BigInt(LANES_MAX) + BigInt(lane.lane),
      fromKind: request.from.kind,
      toKind: request.to.kind,
      amount: request.amount,
      fromBalance: from,
      toBalance: to,
      correctsId: request.corrects ?? null,
      eventAt: request.eventAt ?? null,
      reason: request.reason,
      key: request.key,
      isUniqueBySource: isUniqueBySource,
    };
    this.#set(request.ownerId, request.from, from);
    this.#set(request.ownerId, request.to, to);
    this.written.push(row);
    if (!isUniqueBySource) this.#known.set(request.key, row);
    return posting('posted', row);
  }

  /** Called once what was decided is written: the copy goes on from there. */
  settleWritten(): void {
    this.written.length = 0;
    this.opensAccounts = false;
  }

  #after(ownerId: bigint, kind: AccountKind, amount: bigint): Money | null {
    return isHouse(kind) ? null : ((this.balance(ownerId, kind) + amount) as Money);
  }

  #set(ownerId: bigint, kind: AccountKind, balance: Money | null): void {
    if (balance === null) return;
    const key = accountKey(ownerId, kind.kind);
    if (!this.#balances.has(key)) this.opensAccounts = true;
    this.#balances.set(key, balance);
  }

  #laneOf(ownerId: bigint): LaneState {
    const some = this.#lanes.values().next().value;
    const lane = some && this.#lanes.get(laneOf(ownerId, some.laneCount));
    if (!lane) throw new Error(`the lane of owner ${ownerId} is not locked`);
    return lane;
  }
}

export const accountKey = (ownerId: bigint, kind: number): string => `${ownerId}:${kind}`;

/** Throws at what no state of the books could allow: it is a bug of the caller. */
export function checkTransfer(request: TransferRequest): void {
  const { amount, from, to, ownerId } = request;
  if (amount <= 0n) throw new Error(`a transfer moves a positive amount, not ${amount}`);
  if (from.kind === to.kind) throw new Error(`a transfer has two different accounts, not ${from.name} twice`);
  if (from.currency !== to.currency) throw new Error(`${from.name} and ${to.name} are of different currencies`);
  if ((ownerId === 0n) !== (isHouse(from) && isHouse(to))) {
    throw new Error(`owner ${ownerId} does not fit ${from.name} → ${to.name}`);
  }
}

function isAllowed(kind: AccountKind, balance: Money | null): boolean {
  if (balance === null) return true;
  return kind.kind >= CONTRA_KIND_MIN ? balance <= 0n : balance >= 0n;
}

function isSame(row: JournalRow, request: TransferRequest): boolean {
  return (
    row.ownerId === request.ownerId &&
    row.fromKind === request.from.kind &&
    row.toKind === request.to.kind &&
    row.amount === request.amount
  );
}

function posting(outcome: 'posted' | 'replayed', row: JournalRow): TransferResult {
  return {
    outcome,
    transferId: row.transferId,
    ...(row.fromBalance === null ? {} : { fromBalance: row.fromBalance }),
    ...(row.toBalance === null ? {} : { toBalance: row.toBalance }),
  };
}
