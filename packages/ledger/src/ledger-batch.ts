// Ledger batch: the balances of some owners in memory, and the transfers decided on them in sequence.
//
// Always true: a transfer has a positive amount and two different accounts of one currency; it touches at most one
// owner (none: house to house). An owner account never goes below zero, a contra account never above; one key has one
// effect. The class does no I/O: ledger.ts loads a batch under the lane lock and writes it; a simulation may keep one
// in memory.
//
// Elsewhere: locks, loading and writing (ledger.ts), SQL (ledger.store.ts), the accounts (the chart of the server).

import type { Money } from '@chaba/money';

/** Account kind: 1–89 owner accounts, 90–99 owner contra accounts, from 100 house accounts. */
export type AccountKind = { readonly kind: number; readonly name: string; readonly currency: string };

export type TransferRequest = {
  /** The owner of the accounts; 0n if both accounts are the house's. */
  readonly ownerId: bigint;
  readonly from: AccountKind;
  readonly to: AccountKind;
  readonly amount: Money;
  /** One word for the cause, such as `bet` or `deposit`. */
  readonly reason: string;
  /** Idempotency key: one key has one effect, permanently. */
  readonly key: string;
  /**
   * The cause has a unique row, written in the same transaction, which prevents duplicates. The key is then stored
   * without an index: a repeated key fails at the cause's row, or the audit reports it.
   */
  readonly isUniqueBySource?: true;
  /** Time of the external event, if it is not now. */
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

/** A transfer as stored in the journal. */
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

/** The lane of an owner; house transfers use lane 0. */
export function computeLane(ownerId: bigint, laneCount: number): number {
  return Number(ownerId % BigInt(laneCount));
}

export class LedgerBatch {
  readonly siteId: number;
  /** Transfers decided and not yet written, in order. */
  readonly decided: JournalRow[] = [];
  /** True if a decided transfer is the first one of an account. */
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

  /** Balance of an owner's account, including transfers decided in this batch. */
  getBalance(ownerId: bigint, kind: AccountKind): Money {
    return this.#balances.get(accountKey(ownerId, kind.kind)) ?? (0n as Money);
  }

  /** The transfer with this key, if the key was loaded or used in this batch. */
  findTransfer(key: string): JournalRow | undefined {
    return this.#known.get(key);
  }

  /** Decides one transfer. A rejection changes nothing; a replay returns the first result. */
  transfer(request: TransferRequest): TransferResult {
    checkTransfer(request);
    const isUniqueBySource = request.isUniqueBySource === true;
    const first = isUniqueBySource ? undefined : this.#known.get(request.key);
    if (first) return hasSameContent(first, request) ? toResult('replayed', first) : { outcome: 'key_conflict' };

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
    this.decided.push(row);
    if (!isUniqueBySource) this.#known.set(request.key, row);
    return toResult('posted', row);
  }

  /** Called after the decided transfers are written; the batch stays usable. */
  clearDecided(): void {
    this.decided.length = 0;
    this.opensAccounts = false;
  }

  #after(ownerId: bigint, kind: AccountKind, amount: bigint): Money | null {
    return isHouse(kind) ? null : ((this.getBalance(ownerId, kind) + amount) as Money);
  }

  #set(ownerId: bigint, kind: AccountKind, balance: Money | null): void {
    if (balance === null) return;
    const key = accountKey(ownerId, kind.kind);
    if (!this.#balances.has(key)) this.opensAccounts = true;
    this.#balances.set(key, balance);
  }

  #laneOf(ownerId: bigint): LaneState {
    const some = this.#lanes.values().next().value;
    const lane = some && this.#lanes.get(computeLane(ownerId, some.laneCount));
    if (!lane) throw new Error(`the lane of owner ${ownerId} is not locked`);
    return lane;
  }
}

export const accountKey = (ownerId: bigint, kind: number): string => `${ownerId}:${kind}`;

/** Throws on a request that is invalid in every ledger state, which is an error of the caller. */
export function checkTransfer(request: TransferRequest): void {
  const { amount, from, to, ownerId } = request;
  if (amount <= 0n) throw new Error(`expected a positive amount, got ${amount}`);
  if (from.kind === to.kind) throw new Error(`expected two different accounts, got ${from.name} twice`);
  if (from.currency !== to.currency) throw new Error(`${from.name} and ${to.name} are of different currencies`);
  if ((ownerId === 0n) !== (isHouse(from) && isHouse(to))) {
    throw new Error(`owner ${ownerId} does not fit ${from.name} → ${to.name}`);
  }
}

function isAllowed(kind: AccountKind, balance: Money | null): boolean {
  if (balance === null) return true;
  return kind.kind >= CONTRA_KIND_MIN ? balance <= 0n : balance >= 0n;
}

function hasSameContent(row: JournalRow, request: TransferRequest): boolean {
  return (
    row.ownerId === request.ownerId &&
    row.fromKind === request.from.kind &&
    row.toKind === request.to.kind &&
    row.amount === request.amount
  );
}

function toResult(outcome: 'posted' | 'replayed', row: JournalRow): TransferResult {
  return {
    outcome,
    transferId: row.transferId,
    ...(row.fromBalance === null ? {} : { fromBalance: row.fromBalance }),
    ...(row.toBalance === null ? {} : { toBalance: row.toBalance }),
  };
}
