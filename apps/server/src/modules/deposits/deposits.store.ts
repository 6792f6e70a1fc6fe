// SQL of deposits. Rows in, rows out; nothing is decided here.
//
// A deposit is what a bank movement is for a member of a site; `movement_site_id` is the site that owns the receiving account.

import { type Queryable, sql, type Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

import type { Movement } from './movements.store.ts';

export type DepositState = 'review' | 'credited' | 'parked' | 'returned';

export type Deposit = {
  readonly depositId: bigint;
  readonly memberId: bigint;
  readonly receivingAccountId: bigint;
  readonly movementSiteId: number;
  readonly movementId: bigint;
  readonly state: DepositState;
  readonly amount: Money;
  readonly transferredAt: Date;
  readonly reviewReason: string | null;
  readonly bonusId: string | null;
  readonly takenBackAt: Date | null;
  readonly createdAt: Date;
};

const depositColumns = sql`
  deposit_id as "depositId", member_id as "memberId", receiving_account_id as "receivingAccountId",
  movement_site_id as "movementSiteId", bank_movement_id as "movementId", state, amount_e4 as amount,
  transferred_at as "transferredAt", review_reason as "reviewReason", bonus_id as "bonusId", taken_back_at as "takenBackAt",
  created_at as "createdAt"`;

export async function databaseTime(database: Queryable): Promise<Date> {
  return (await database.one<{ now: Date }>(sql`select now() as now`)).now;
}

export function findDeposit(database: Queryable, siteId: number, depositId: bigint): Promise<Deposit | undefined> {
  return database.oneOrNone(
    sql`select ${depositColumns} from deposit where site_id = ${siteId} and deposit_id = ${depositId}`,
  );
}

/** Whether the movement was a deposit of this member that was sent back. */
export async function hasReturnedDeposit(
  database: Queryable,
  of: { readonly siteId: number; readonly memberId: bigint },
  movement: Movement,
): Promise<boolean> {
  const found = await database.rows(sql`
    select 1 from deposit
    where site_id = ${of.siteId} and member_id = ${of.memberId} and movement_site_id = ${movement.siteId}
      and bank_movement_id = ${movement.movementId} and state = 'returned' limit 1`);
  return found.length > 0;
}

export async function nextDepositId(tx: Transaction): Promise<bigint> {
  return (await tx.one<{ id: bigint }>(sql`select nextval('movement_number') as id`)).id;
}

export type NewDeposit = {
  readonly depositId: bigint;
  readonly memberId: bigint;
  readonly receivingAccountId: bigint;
  readonly state: 'review' | 'credited' | 'parked';
  readonly reviewReason: string | undefined;
  readonly decidedBy: string;
};

export async function insertDeposit(
  tx: Transaction,
  siteId: number,
  movement: Movement,
  row: NewDeposit,
): Promise<void> {
  const isCredited = row.state !== 'review';
  await tx.execute(sql`
    insert into deposit (site_id, deposit_id, member_id, receiving_account_id, movement_site_id, bank_movement_id, state, amount_e4,
      transferred_at, review_reason, decided_by, credited_at)
    values (${siteId}, ${row.depositId}, ${row.memberId}, ${row.receivingAccountId}, ${movement.siteId}, ${movement.movementId},
      ${row.state}, ${movement.amount}, ${movement.transferredAt}, ${row.reviewReason ?? null}, ${row.decidedBy},
      case when ${isCredited}::boolean then now() end)`);
}

/** A deposit that waited is credited. */
export async function creditDeposit(
  tx: Transaction,
  siteId: number,
  depositId: bigint,
  to: { readonly state: 'credited' | 'parked'; readonly decidedBy: string },
): Promise<void> {
  await tx.execute(sql`
    update deposit set state = ${to.state}, decided_by = ${to.decidedBy}, credited_at = now(), changed_at = now()
    where site_id = ${siteId} and deposit_id = ${depositId} and state = 'review'`);
}

/** A deposit goes back: it waited, or its money was taken from the member again. */
export async function closeDeposit(
  tx: Transaction,
  siteId: number,
  depositId: bigint,
  of: { readonly isTakenBack: boolean; readonly decidedBy: string },
): Promise<void> {
  await tx.execute(sql`
    update deposit set state = 'returned', decided_by = ${of.decidedBy}, credited_at = null, changed_at = now(),
      taken_back_at = case when ${of.isTakenBack}::boolean then now() end,
      review_reason = case when ${of.isTakenBack}::boolean then 'TAKEN_BACK' else review_reason end
    where site_id = ${siteId} and deposit_id = ${depositId} and state in ('review', 'credited', 'parked')`);
}

export async function setBonusId(
  tx: Transaction,
  siteId: number,
  depositId: bigint,
  promotionId: string,
): Promise<void> {
  await tx.execute(sql`
    update deposit set bonus_id = ${promotionId} where site_id = ${siteId} and deposit_id = ${depositId}`);
}

/** Every parked deposit of a member becomes a credited one. Oldest first: so they ask for their turnover. */
export function creditParked(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
): Promise<{ depositId: bigint; amount: Money }[]> {
  return tx.rows(sql`
    with released as (
      update deposit set state = 'credited', changed_at = now()
      where site_id = ${siteId} and member_id = ${memberId} and state = 'parked'
      returning deposit_id, amount_e4
    )
    select deposit_id as "depositId", amount_e4 as amount from released order by deposit_id`);
}

export type ChangedDeposit = Deposit & { readonly changedAt: Date };

/** Deposits of a member that moved on since then, newest first. */
export function changedDeposits(
  database: Queryable,
  siteId: number,
  of: { readonly memberId: bigint; readonly since: Date },
): Promise<ChangedDeposit[]> {
  return database.rows(sql`
    select ${depositColumns}, changed_at as "changedAt" from deposit
    where site_id = ${siteId} and member_id = ${of.memberId} and changed_at >= ${of.since}
    order by changed_at desc limit 50`);
}
