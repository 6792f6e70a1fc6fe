// SQL of requirements under which withdrawals leave. Contains no decisions.

import { type Queryable, sql, type Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';

import { insertEvents } from './requirements.store.ts';

export type LeavingAmount = {
  readonly memberId: bigint;
  readonly amount: Money;
  /** The member's newest requirement at the request. */
  readonly newestRequirementNo: number;
};

export type TakenAmount = {
  readonly memberId: bigint;
  readonly amount: Money;
  readonly afterRequirementNo: number;
  /** Undefined: up to the newest. */
  readonly upToRequirementNo?: number;
};

export async function addSent(
  tx: Transaction,
  siteId: number,
  { memberId, amount, newestRequirementNo }: LeavingAmount,
): Promise<void> {
  await tx.execute(sql`
    update turnover_requirement set sent_e4 = sent_e4 + ${amount}
    where site_id = ${siteId} and member_id = ${memberId} and closed_at is null and requirement_no <= ${newestRequirementNo}`);
}

export async function addPaidBetween(
  tx: Transaction,
  siteId: number,
  { memberId, amount, afterRequirementNo, upToRequirementNo }: TakenAmount,
): Promise<void> {
  await tx.execute(sql`
    update turnover_requirement set sent_e4 = sent_e4 + ${amount}
    where site_id = ${siteId} and member_id = ${memberId} and closed_at is null and requirement_no > ${afterRequirementNo}
      and requirement_no <= coalesce(${upToRequirementNo ?? null}::int, requirement_no)`);
}

/** The kinds that are not equal select the index of transfers beside games. */
export async function sumTaken(
  database: Queryable,
  siteId: number,
  { memberId, createdAt }: { readonly memberId: bigint; readonly createdAt: Date },
): Promise<Money> {
  const row = await database.one<{ taken: Money }>(sql`
    select coalesce(sum(amount_e4), 0)::bigint as taken from ledger_transfer
    where site_id = ${siteId} and owner_id = ${memberId} and created_at >= ${createdAt}
      and from_kind <> account_kind('games') and to_kind <> account_kind('games') and from_kind = ${chart.game.kind} and to_kind in (${chart.bank.kind}, ${chart.adjustments.kind})`);
  return row.taken;
}

export async function subtractSent(
  tx: Transaction,
  siteId: number,
  { memberId, amount, newestRequirementNo }: LeavingAmount,
): Promise<void> {
  await tx.execute(sql`
    update turnover_requirement set sent_e4 = greatest(sent_e4 - ${amount}, 0)
    where site_id = ${siteId} and member_id = ${memberId} and closed_at is null and requirement_no <= ${newestRequirementNo}`);
}

export async function findNewestRequirementNo(tx: Transaction, siteId: number, memberId: bigint): Promise<number> {
  const row = await tx.one<{ requirement_no: number }>(sql`
    select coalesce(max(requirement_no), 0) as requirement_no from turnover_requirement where site_id = ${siteId} and member_id = ${memberId}`);
  return row.requirement_no;
}

export async function markCapsUsed(
  tx: Transaction,
  siteId: number,
  { memberId, newestRequirementNo }: { readonly memberId: bigint; readonly newestRequirementNo: number },
): Promise<void> {
  await tx.execute(sql`
    update turnover_requirement set cap_used_at = transaction_timestamp()
    where site_id = ${siteId} and member_id = ${memberId} and state = 'complete' and requirement_no <= ${newestRequirementNo}
      and withdraw_cap_e4 is not null and cap_used_at is null`);
  await tx.execute(sql`
    with changed as (
      update turnover_requirement set state = 'closed', closed_at = transaction_timestamp()
      where site_id = ${siteId} and member_id = ${memberId} and state = 'complete' and requirement_no <= ${newestRequirementNo}
        and withdraw_cap_e4 is null
      returning turnover_requirement.*, 'complete'::text as state_before
    ), ${insertEvents()} select 1`);
}

export async function listUsedCapNos(tx: Transaction, siteId: number, memberId: bigint): Promise<number[]> {
  const rows = await tx.rows<{ requirement_no: number }>(sql`
    select requirement_no from turnover_requirement
    where site_id = ${siteId} and member_id = ${memberId} and cap_used_at is not null and closed_at is null order by requirement_no`);
  return rows.map((row) => row.requirement_no);
}

export async function closeUsedCaps(tx: Transaction, siteId: number, memberId: bigint): Promise<void> {
  await tx.execute(sql`
    with was as (
      select requirement_no, state from turnover_requirement
      where site_id = ${siteId} and member_id = ${memberId} and cap_used_at is not null and closed_at is null
    ), changed as (
      update turnover_requirement as line set state = 'closed', closed_at = transaction_timestamp()
      from was where line.site_id = ${siteId} and line.member_id = ${memberId} and line.requirement_no = was.requirement_no
      returning line.*, was.state as state_before
    ), ${insertEvents()} select 1`);
}

export async function listMembersWithUsedCaps(database: Queryable, siteId: number, limit: number): Promise<bigint[]> {
  const rows = await database.rows<{ member_id: bigint }>(sql`
    select distinct member_id from turnover_requirement
    where site_id = ${siteId} and cap_used_at is not null and closed_at is null and state = 'complete'
    order by member_id limit ${limit}`);
  return rows.map((row) => row.member_id);
}
