// SQL that reads the product's writes: ledger transfers of a story's members, and their turnover requirements.

import { type Queryable, sql } from '@chaba/database';

export type StoredJournalRow = {
  readonly siteId: number;
  readonly ownerId: bigint;
  readonly transferId: bigint;
  readonly fromKind: number;
  readonly toKind: number;
  readonly amount: bigint;
  readonly key: string;
};

/**
 * Transfers of these owners after the given one, oldest first. A site of a story has one lane, so numbers grow with
 * time.
 */
export function loadJournal(
  database: Queryable,
  siteId: number,
  of: { readonly ownerIds: readonly bigint[]; readonly after: bigint },
): Promise<StoredJournalRow[]> {
  return database.rows(sql`
    select site_id as "siteId", owner_id as "ownerId", transfer_id as "transferId", from_kind::int as "fromKind",
      to_kind::int as "toKind", amount_e4 as amount, key
    from ledger_transfer
    where site_id = ${siteId} and owner_id = any(${of.ownerIds}::bigint[]) and transfer_id > ${of.after}
    order by transfer_id`);
}

export type LineRow = {
  readonly memberId: bigint;
  readonly no: number;
  readonly source: string;
  readonly need: bigint;
  readonly now: bigint;
  readonly cap: bigint | null;
  readonly state: string;
};

export function loadLines(database: Queryable, siteId: number, memberIds: readonly bigint[]): Promise<LineRow[]> {
  return database.rows(sql`
    select member_id as "memberId", requirement_no as no, source, required_e4 as need, progress_e4 as now, withdraw_cap_e4 as cap, state
    from turnover_requirement where site_id = ${siteId} and member_id = any(${memberIds}::bigint[])
    order by member_id, requirement_no`);
}

export async function findWaitingDeposit(
  database: Queryable,
  siteId: number,
  of: { readonly transRef: string; readonly amount: bigint; readonly from: Date; readonly to: Date },
): Promise<bigint | undefined> {
  const row = await database.oneOrNone<{ depositId: bigint }>(sql`
    select bank_movement_id as "depositId" from bank_movement
    where site_id = ${siteId} and state in ('seen', 'claimed', 'disputed') and amount_e4 = ${of.amount}
      and (trans_ref = ${of.transRef} or (trans_ref is null and transferred_at between ${of.from} and ${of.to}))
    order by bank_movement_id limit 1`);
  return row?.depositId;
}

/** A deposit credited to the member with this reference, or the nearest without one, while its movement is credited. */
export async function findCreditedDeposit(
  database: Queryable,
  { siteId, id }: { readonly siteId: number; readonly id: bigint },
  { transRef, amount, at }: { readonly transRef: string; readonly amount: bigint; readonly at: Date },
): Promise<bigint | undefined> {
  const row = await database.oneOrNone<{ depositId: bigint }>(sql`
    select deposit_id as "depositId" from deposit join bank_movement using (site_id, bank_movement_id)
    where deposit.site_id = ${siteId} and member_id = ${id} and deposit.state in ('credited', 'parked')
      and deposit.amount_e4 = ${amount} and coalesce(bank_movement.trans_ref, ${transRef}) = ${transRef}
    order by bank_movement.transferred_at < ${at}::timestamptz,
      abs(extract(epoch from bank_movement.transferred_at - ${at}::timestamptz)), deposit_id limit 1`);
  return row?.depositId;
}

export async function startStory(database: Queryable): Promise<void> {
  await database.execute(sql`savepoint story`);
}

export async function deleteStory(database: Queryable): Promise<void> {
  await database.execute(sql`rollback to savepoint story`);
}
