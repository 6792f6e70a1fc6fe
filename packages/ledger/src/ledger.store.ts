// SQL of the ledger: rows in, rows out. It contains no decisions, and only the lane row is locked.

import { hash } from 'node:crypto';

import { type Queryable, type Sql, sql, type Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

import {
  type AccountKind,
  accountKey,
  type LedgerBatch,
  type JournalRow,
  LANES_MAX,
  type LaneState,
} from './ledger-batch.ts';

export type HoldRequest = {
  readonly ownerId: bigint;
  /** Name of the hold, unique per owner; placing it again is a replay. */
  readonly holdId: string;
  readonly from: AccountKind;
  /** The owner's account of reserved money, from which nothing else can spend. */
  readonly held: AccountKind;
  /** The account credited when the hold is posted. */
  readonly to: AccountKind;
  readonly amount: Money;
  readonly reason: string;
};

export type HoldRef = { readonly ownerId: bigint; readonly holdId: string };

export type Entry = {
  readonly transferId: bigint;
  readonly amount: bigint;
  readonly balance: Money | null;
  readonly reason: string;
  readonly createdAt: Date;
};

type LaneRow = { lane: number; lane_count: number; last_sequence: bigint };

const toLane = (row: LaneRow): LaneState => ({
  lane: row.lane,
  laneCount: row.lane_count,
  lastSequence: row.last_sequence,
});

/** Stores the chart, and returns the number of kinds that are stored as given. */
export async function installKinds(tx: Queryable, kinds: readonly AccountKind[]): Promise<number> {
  const wanted = sql`
    select * from unnest(${kinds.map((kind) => kind.kind)}::smallint[], ${kinds.map((kind) => kind.name)}::text[],
      ${kinds.map((kind) => kind.currency)}::text[]) as wanted (kind, name, currency)`;
  await tx.execute(sql`insert into ledger_kind (kind, name, currency) ${wanted} on conflict do nothing`);
  const row = await tx.one<{ kept: bigint }>(sql`
    select count(*) as kept from (${wanted}) as wanted join ledger_kind using (kind, name, currency)`);
  return Number(row.kept);
}

/** Creates the lanes of a site. Idempotent; the number of lanes is fixed while the site runs. */
export async function insertLanes(tx: Queryable, siteId: number, laneCount: number): Promise<void> {
  await tx.execute(sql`
    insert into ledger_lane (site_id, lane, lane_count)
    select ${siteId}, lane, ${laneCount}::int from generate_series(0, ${laneCount}::int - 1) as lane
    where not exists (select from ledger_lane where site_id = ${siteId})
    on conflict (site_id, lane) do nothing
  `);
}

/** Registers owners of accounts, in the transaction that creates the owner. Idempotent. */
export async function insertOwners(tx: Queryable, siteId: number, ownerIds: readonly bigint[]): Promise<void> {
  await tx.execute(sql`
    insert into ledger_owner (site_id, owner_id) select ${siteId}, unnest(${ownerIds}::bigint[]) on conflict do nothing
  `);
}

/** The number of lanes of a site. */
export async function countLanes(database: Queryable, siteId: number): Promise<number> {
  const row = await database.one<{ count: bigint }>(
    sql`select count(*) as count from ledger_lane where site_id = ${siteId}`,
  );
  return Number(row.count);
}

/** Locks the lanes of these owners in order; a row is read after its lock is granted. */
export async function lockLanes(tx: Transaction, siteId: number, ownerIds: readonly bigint[]): Promise<LaneState[]> {
  const rows = await tx.rows<LaneRow>(sql`
    select lane, lane_count, last_sequence from ledger_lane
    where site_id = ${siteId} and lane in (
      select distinct owner_id % (select lane_count from ledger_lane where site_id = ${siteId} and lane = 0)
      from unnest(${ownerIds}::bigint[]) as owner_id
    )
    order by lane for no key update
  `);
  return rows.map(toLane);
}

export async function lockLane(tx: Transaction, siteId: number, lane: number): Promise<LaneState[]> {
  const rows = await tx.rows<LaneRow>(sql`
    select lane, lane_count, last_sequence from ledger_lane
    where site_id = ${siteId} and lane = ${lane} for no key update
  `);
  return rows.map(toLane);
}

export async function loadBalances(
  database: Queryable,
  siteId: number,
  ownerIds: readonly bigint[],
): Promise<Map<string, Money>> {
  const rows = await database.rows<{ owner_id: bigint; kind: number; balance_e4: Money }>(sql`
    select owner_id, kind, balance_e4 from ledger_balance
    where site_id = ${siteId} and owner_id = any(${ownerIds}::bigint[])
  `);
  return new Map(rows.map((row) => [accountKey(row.owner_id, row.kind), row.balance_e4]));
}

type TransferRow = {
  owner_id: bigint;
  transfer_id: bigint;
  from_kind: number;
  to_kind: number;
  amount_e4: Money;
  from_balance_e4: Money | null;
  to_balance_e4: Money | null;
  corrects_id: bigint | null;
  event_at: Date | null;
  reason: string;
  key: string;
};

export async function loadTransfersByKey(
  tx: Queryable,
  siteId: number,
  keys: readonly string[],
): Promise<Map<string, JournalRow>> {
  const rows = await tx.rows<TransferRow>(sql`
    select owner_id, transfer_id, from_kind, to_kind, amount_e4, from_balance_e4, to_balance_e4, corrects_id, event_at,
      reason, key
    from ledger_transfer where site_id = ${siteId} and is_keyed and ${keyHashSql(sql`key`)} = any(${keys.map(hashKey)}::uuid[])
  `);
  return new Map(
    rows.map((row) => [
      row.key,
      {
        ownerId: row.owner_id,
        transferId: row.transfer_id,
        fromKind: row.from_kind,
        toKind: row.to_kind,
        amount: row.amount_e4,
        fromBalance: row.from_balance_e4,
        toBalance: row.to_balance_e4,
        correctsId: row.corrects_id,
        eventAt: row.event_at,
        reason: row.reason,
        key: row.key,
        isUniqueBySource: false,
      },
    ]),
  );
}

/**
 * Journal, balances, house stripes and lane counters, in one statement for each lane: the function derives all of them
 * from the transfers and rejects a batch that does not continue the stored balances and the lane's counter
 * (migrations/0001_ledger.sql).
 */
export async function writeBatch(
  tx: Transaction,
  { siteId, decided: written, opensAccounts }: LedgerBatch,
): Promise<void> {
  const byLane = Map.groupBy(written, (row) => Number(row.transferId % BigInt(LANES_MAX)));
  await Promise.all([...byLane].map(([lane, rows]) => writeLane(tx, siteId, { lane, rows, opensAccounts })));
}

type LaneBatch = { readonly lane: number; readonly rows: readonly JournalRow[]; readonly opensAccounts: boolean };

async function writeLane(tx: Transaction, siteId: number, { lane, rows, opensAccounts }: LaneBatch): Promise<void> {
  const sequenceBefore = toSequence(rows[0]) - 1n;
  // The function numbers transfers by position; the same numbers were already returned to the caller.
  if (toSequence(rows.at(-1)) !== sequenceBefore + BigInt(rows.length)) {
    throw new Error(`transfers of lane ${lane} are not contiguous: two batches decided in turns`);
  }
  const plain = opensAccounts ? undefined : findPlainKinds(rows);
  await tx.execute(sql`
    select ledger_post_batch(${siteId}::int, ${lane}::smallint, ${sequenceBefore}::bigint,
      ${plain?.owner ?? null}::smallint, ${plain?.house ?? null}::smallint, ${rows.map((row) => row.ownerId)}::bigint[],
      ${rows.map((row) => row.amount)}::bigint[], ${rows.map((row) => row.fromBalance)}::bigint[],
      ${rows.map((row) => row.toBalance)}::bigint[], ${rows.map((row) => row.correctsId)}::bigint[],
      ${rows.map((row) => row.eventAt)}::timestamptz[], ${rows.map((row) => !row.isUniqueBySource)}::boolean[],
      ${rows.map((row) => row.fromKind)}::smallint[], ${rows.map((row) => row.toKind)}::smallint[],
      ${rows.map((row) => row.reason)}::text[], ${rows.map((row) => row.key)}::text[])
  `);
}

const toSequence = (row: JournalRow | undefined): bigint => (row?.transferId ?? 0n) / BigInt(LANES_MAX);

/** The two kinds of a plain batch, in which each owner has one transfer, between one owner kind and one house kind. */
function findPlainKinds(rows: readonly JournalRow[]): { readonly owner: number; readonly house: number } | undefined {
  const owner = Math.min(rows[0]?.fromKind ?? 0, rows[0]?.toKind ?? 0);
  const house = Math.max(rows[0]?.fromKind ?? 0, rows[0]?.toKind ?? 0);
  const owners = new Set<bigint>();
  for (const { ownerId, fromKind, toKind, fromBalance, toBalance } of rows) {
    if ((fromBalance === null) === (toBalance === null)) return undefined;
    if (Math.min(fromKind, toKind) !== owner || Math.max(fromKind, toKind) !== house) return undefined;
    owners.add(ownerId);
  }
  return owners.size === rows.length ? { owner, house } : undefined;
}

export async function insertHold(tx: Transaction, siteId: number, hold: HoldRequest): Promise<void> {
  await tx.execute(sql`
    insert into ledger_hold (site_id, owner_id, hold_id, from_kind, held_kind, to_kind, amount_e4, state, reason)
    values (${siteId}, ${hold.ownerId}, ${hold.holdId}, ${hold.from.kind}, ${hold.held.kind}, ${hold.to.kind},
      ${hold.amount}, 'placed', ${hold.reason})
  `);
}

type OpenHold = { from: AccountKind; held: AccountKind; to: AccountKind; amount: Money; reason: string };

/** Closes the hold if it is open, and returns it. */
export async function closeHold(
  tx: Transaction,
  siteId: number,
  name: HoldRef,
  state: 'posted' | 'voided',
): Promise<OpenHold | undefined> {
  const row = await tx.oneOrNone<{ kinds: AccountKind[]; amount_e4: Money; reason: string }>(sql`
    with closed as (
      update ledger_hold set state = ${state}, closed_at = transaction_timestamp()
      where site_id = ${siteId} and owner_id = ${name.ownerId} and hold_id = ${name.holdId} and state = 'placed'
      returning from_kind, held_kind, to_kind, amount_e4, reason
    )
    select amount_e4, reason, (
      select jsonb_agg(jsonb_build_object('kind', kind, 'name', name, 'currency', currency)
        order by array_position(array[from_kind, held_kind, to_kind], kind))
      from ledger_kind where kind in (from_kind, held_kind, to_kind)
    ) as kinds
    from closed
  `);
  if (!row) return undefined;
  const [from, held, to] = row.kinds;
  if (!from || !held || !to) throw new Error(`expected three account kinds in the chart, got ${row.kinds.length}`);
  return { from, held, to, amount: row.amount_e4, reason: row.reason };
}

export async function getHouseBalance(database: Queryable, siteId: number, kind: number): Promise<Money> {
  const row = await database.one<{ balance_e4: string }>(sql`
    select coalesce(sum(balance_e4), 0)::text as balance_e4 from ledger_house_balance
    where site_id = ${siteId} and kind = ${kind}
  `);
  return BigInt(row.balance_e4) as Money;
}

/** Entries of one owner account, newest first; `before` is the cursor of the next page. */
export async function listEntries(
  database: Queryable,
  siteId: number,
  of: { readonly ownerId: bigint; readonly kind: AccountKind; readonly before?: bigint; readonly limit: number },
): Promise<Entry[]> {
  const rows = await database.rows<{
    transfer_id: bigint;
    amount_e4: bigint;
    balance_e4: Money | null;
    reason: string;
    created_at: Date;
  }>(sql`
    select transfer_id, amount_e4, balance_e4, reason, created_at from ledger_entry
    where site_id = ${siteId} and owner_id = ${of.ownerId} and kind = ${of.kind.kind}
      and transfer_id < ${of.before ?? 9_223_372_036_854_775_807n}
    order by transfer_id desc limit ${of.limit}
  `);
  return rows.map((row) => ({
    transferId: row.transfer_id,
    amount: row.amount_e4,
    balance: row.balance_e4,
    reason: row.reason,
    createdAt: row.created_at,
  }));
}

/** The hash of a key, identical to the expression of its index: 128 bits of its SHA-256. */
export const keyHashSql = (key: Sql): Sql =>
  sql`encode(substr(sha256(replace(${key}, '\\', '\\\\')::bytea), 1, 16), 'hex')::uuid`;

const hashKey = (key: string): string => hash('sha256', key).slice(0, 32);
