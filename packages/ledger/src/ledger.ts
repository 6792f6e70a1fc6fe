// Double-entry ledger for many sites, inside the caller's database transaction.
//
// A transaction that moves an owner's money first locks the owner's lane (one row), before any other row lock. Lanes
// are locked in order, so lock cycles are impossible. Under the lock the balances are read once, transfers are decided
// in memory (ledger-batch.ts) and one statement writes them.
//
// Always true: see README.md, which lists each invariant with its assertion here and its constraint in SQL. A rejection
// ('insufficient_funds') changes nothing; a repeated key returns the first result.
//
// Elsewhere: transfer rules (ledger-batch.ts), SQL (ledger.store.ts), the audit (audit.ts).

import type { Queryable, Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

import {
  type AccountKind,
  LedgerBatch,
  checkTransfer,
  type LaneState,
  type TransferResult,
  type TransferRequest,
} from './ledger-batch.ts';
import * as store from './ledger.store.ts';
import type { HoldRequest, HoldRef } from './ledger.store.ts';

export {
  countLanes as getLaneCount,
  type Entry,
  type HoldRef,
  type HoldRequest,
  insertLanes as openSite,
  insertOwners as addOwners,
  listEntries,
} from './ledger.store.ts';

export {
  type AccountKind,
  accountKey,
  LedgerBatch,
  isHouse,
  computeLane as laneOf,
  type TransferResult,
  type TransferRequest,
} from './ledger-batch.ts';
export { audit, type AuditFinding } from './audit.ts';

/** Every account kind by name. */
type Chart = Readonly<Record<string, AccountKind>>;

/** Creates a chart from `{ game: [1, 'THB'], … }`; throws if two kinds share a number. */
export function defineChart<const Names extends string>(
  kinds: Readonly<Record<Names, readonly [kind: number, currency: string]>>,
): Readonly<Record<Names, AccountKind>> {
  const numbers = new Set<number>();
  const chart = {} as Record<Names, AccountKind>;
  for (const name of Object.keys(kinds) as Names[]) {
    const [kind, currency] = kinds[name];
    if (numbers.has(kind)) throw new Error(`account kind ${kind} is in the chart twice`);
    numbers.add(kind);
    chart[name] = { kind, name, currency };
  }
  return chart;
}

/** Stores the chart for SQL. Idempotent; throws if a stored kind has another name or currency. */
export async function installChart(tx: Queryable, chart: Chart): Promise<void> {
  const kept = await store.installKinds(tx, Object.values(chart));
  if (kept !== Object.keys(chart).length) throw new Error('the chart of accounts contradicts the stored chart');
}

const lockedLanes = new WeakMap<Transaction, Map<number, Map<number, LaneState>>>();

/** Locks the lanes of these owners until the transaction ends; the first statement of a money transaction. */
export async function lockLanes(tx: Transaction, siteId: number, ownerIds: readonly bigint[]): Promise<void> {
  const held = getLockedLanes(tx, siteId);
  const wanted =
    held.size > 0 ? ownerIds.filter((ownerId) => !held.has(Number(ownerId % readLaneCount(held)))) : ownerIds;
  if (wanted.length === 0) return;
  const highest = Math.max(-1, ...held.keys());
  // A lower lane after a higher one could deadlock with another transaction.
  if (wanted.some((ownerId) => held.size > 0 && Number(ownerId % readLaneCount(held)) < highest)) {
    throw new Error('lanes must be locked together or in order');
  }
  for (const lane of await store.lockLanes(tx, siteId, wanted)) held.set(lane.lane, lane);
  if (held.size === 0) throw new Error(`site ${siteId} has no lanes: openSite was not called`);
}

/** Locks one lane by number, for a writer of a whole lane. */
export async function lockLane(tx: Transaction, siteId: number, lane: number): Promise<void> {
  const held = getLockedLanes(tx, siteId);
  if (held.has(lane)) return;
  for (const state of await store.lockLane(tx, siteId, lane)) held.set(state.lane, state);
  if (!held.has(lane)) throw new Error(`site ${siteId} has no lane ${lane}`);
}

/**
 * Locks the lanes of these owners and loads their balances. `keys` are loaded so that a repeated one is replayed; a key
 * that is not listed must be new, otherwise the write fails as a whole.
 */
export async function loadBatch(
  tx: Transaction,
  siteId: number,
  wanted: { readonly ownerIds: readonly bigint[]; readonly keys: readonly string[] },
): Promise<LedgerBatch> {
  await lockLanes(tx, siteId, wanted.ownerIds);
  const owners = [...new Set(wanted.ownerIds)].filter((ownerId) => ownerId !== 0n);
  const balances = await store.loadBalances(tx, siteId, owners);
  const known = wanted.keys.length > 0 ? await store.loadTransfersByKey(tx, siteId, wanted.keys) : new Map();
  return new LedgerBatch(siteId, getLockedLanes(tx, siteId), balances, known);
}

/** The same for a writer of a whole lane. Its keys must be new, because no keys are loaded. */
export async function loadLaneBatch(
  tx: Transaction,
  siteId: number,
  lane: number,
  ownerIds: readonly bigint[],
): Promise<LedgerBatch> {
  // Both queries are pipelined and executed in order, so the balances are read under the lock.
  const [, balances] = await Promise.all([lockLane(tx, siteId, lane), store.loadBalances(tx, siteId, ownerIds)]);
  return new LedgerBatch(siteId, getLockedLanes(tx, siteId), balances, new Map());
}

/** Writes the decided transfers of a batch: journal, balances, house stripes and lane counters, in one statement. */
export async function writeBatch(tx: Transaction, batch: LedgerBatch): Promise<void> {
  if (batch.decided.length === 0) return;
  await store.writeBatch(tx, batch);
  batch.clearDecided();
}

/** Posts transfers in order; each one is posted, replayed or rejected on its own. */
export async function postTransfers(
  tx: Transaction,
  siteId: number,
  requests: readonly TransferRequest[],
): Promise<TransferResult[]> {
  // Checks all requests first: an error must not leave a part of the list decided and unwritten.
  for (const request of requests) checkTransfer(request);
  const batch = await loadBatch(tx, siteId, {
    ownerIds: requests.map((request) => request.ownerId),
    keys: requests.map((request) => request.key),
  });
  const results = requests.map((request) => batch.transfer(request));
  await writeBatch(tx, batch);
  return results;
}

/** Reserves money: it leaves `from` at once and stays in `held` until the hold is posted or voided, once. */
export async function placeHold(
  tx: Transaction,
  siteId: number,
  hold: HoldRequest,
): Promise<'placed' | 'replayed' | 'insufficient_funds' | 'key_conflict'> {
  // A hold that cannot be posted later must not be placed.
  checkTransfer({ ...hold, from: hold.held, key: '' });
  const [placed] = await postTransfers(tx, siteId, [
    { ...hold, to: hold.held, key: `hold:${hold.ownerId}:${hold.holdId}:place` },
  ]);
  if (!placed) throw new Error('expected one result for one request, got none');
  if (placed.outcome !== 'posted') return placed.outcome;
  await store.insertHold(tx, siteId, hold);
  return 'placed';
}

/** Moves the held money to the hold's `to` account. */
export function postHold(tx: Transaction, siteId: number, hold: HoldRef): Promise<'posted' | 'not_open'> {
  return closeHold(tx, siteId, hold, 'posted');
}

/** Returns the held money to its source, or to another account of the owner. */
export function voidHold(
  tx: Transaction,
  siteId: number,
  hold: HoldRef & { readonly returnTo?: AccountKind },
): Promise<'voided' | 'not_open'> {
  return closeHold(tx, siteId, hold, 'voided');
}

async function closeHold<State extends 'posted' | 'voided'>(
  tx: Transaction,
  siteId: number,
  name: HoldRef & { readonly returnTo?: AccountKind },
  state: State,
): Promise<State | 'not_open'> {
  await lockLanes(tx, siteId, [name.ownerId]);
  const hold = await store.closeHold(tx, siteId, name, state);
  if (!hold) return 'not_open';
  const [closed] = await postTransfers(tx, siteId, [
    {
      ownerId: name.ownerId,
      from: hold.held,
      to: state === 'posted' ? hold.to : (name.returnTo ?? hold.from),
      amount: hold.amount,
      reason: hold.reason,
      key: `hold:${name.ownerId}:${name.holdId}:${state}`,
    },
  ]);
  if (closed?.outcome !== 'posted') throw new Error(`hold ${name.holdId} was open, but its transfer was not ${state}`);
  return state;
}

/** Balances of an owner by chart name; accounts never used are 0. */
export async function getBalances<Names extends string>(
  database: Queryable,
  siteId: number,
  ownerId: bigint,
  chart: Readonly<Record<Names, AccountKind>>,
): Promise<Record<Names, Money>> {
  const balances = await store.loadBalances(database, siteId, [ownerId]);
  const named = {} as Record<Names, Money>;
  for (const name of Object.keys(chart) as Names[]) {
    named[name] = balances.get(`${ownerId}:${chart[name].kind}`) ?? (0n as Money);
  }
  return named;
}

/** Balance of a house account: the sum of its stripes. */
export function getHouseBalance(database: Queryable, siteId: number, kind: AccountKind): Promise<Money> {
  return store.getHouseBalance(database, siteId, kind.kind);
}

function getLockedLanes(tx: Transaction, siteId: number): Map<number, LaneState> {
  let sites = lockedLanes.get(tx);
  if (!sites) lockedLanes.set(tx, (sites = new Map()));
  let lanes = sites.get(siteId);
  if (!lanes) sites.set(siteId, (lanes = new Map()));
  return lanes;
}

function readLaneCount(held: ReadonlyMap<number, LaneState>): bigint {
  for (const lane of held.values()) return BigInt(lane.laneCount);
  throw new Error('no lane is locked');
}
