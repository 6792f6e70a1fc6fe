// SQL of withdrawals. Contains no decisions.
//
// Lock order: the member's lane (the ledger's rule), the payout (bank-payouts.store.ts), the withdrawal.

import { type Queryable, sql, type Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

import type { WaitReason } from './withdrawal-rules.ts';

export type WithdrawalState = 'requested' | 'approved' | 'paying' | 'paid' | 'rejected' | 'failed' | 'returned';

export type Withdrawal = {
  readonly withdrawalId: bigint;
  readonly memberId: bigint;
  readonly amount: Money;
  /** Removal of a withdraw cap, held in addition to the amount. */
  readonly removed: Money;
  readonly state: WithdrawalState;
  /** The member's newest requirement at the request; later ones do not bind the withdrawal. */
  readonly newestRequirementNo: number;
  /** Number of the hold that contains `removed` (caps.ts). */
  readonly capHoldNo: number;
  readonly waitReason: WaitReason | null;
  readonly bankCode: string;
  readonly account: string;
  readonly holderName: string;
  readonly reviewReasons: readonly string[];
  readonly failureReason: string | null;
  /** The returned amount left the main wallet. */
  readonly isReleased: boolean;
  readonly createdAt: Date;
};

const columns = sql`
  withdrawal_id as "withdrawalId", member_id as "memberId", amount_e4 as amount, removed_e4 as removed, state, newest_requirement_no as "newestRequirementNo",
  cap_hold_no as "capHoldNo", delay_reason as "waitReason", bank_code as "bankCode", account,
  holder_name as "holderName", review_reasons as "reviewReasons", failure_reason as "failureReason", released_at is not null as "isReleased",
  created_at as "createdAt"`;

export function findByKey(
  tx: Queryable,
  siteId: number,
  memberId: bigint,
  idempotencyKey: string,
): Promise<Withdrawal | undefined> {
  return tx.oneOrNone(sql`
    select ${columns} from withdrawal
    where site_id = ${siteId} and member_id = ${memberId} and idempotency_key = ${idempotencyKey}`);
}

export function findById(tx: Queryable, siteId: number, withdrawalId: bigint): Promise<Withdrawal | undefined> {
  return tx.oneOrNone(
    sql`select ${columns} from withdrawal where site_id = ${siteId} and withdrawal_id = ${withdrawalId}`,
  );
}

export type PastWithdrawals = {
  readonly paid: number;
  readonly paidToday: number;
  readonly failedToday: number;
  /** Two people changed the member's identity within the last 72 hours. */
  readonly isIdentityNew: boolean;
  /** The password was recovered by a code of an operator within the last 72 hours. */
  readonly isRecovered: boolean;
};

/** Input of the risk rules. Today is the Bangkok day. */
export function loadPastWithdrawals(tx: Queryable, siteId: number, memberId: bigint): Promise<PastWithdrawals> {
  return tx.one(sql`
    with today as (select date_trunc('day', now() at time zone 'Asia/Bangkok') at time zone 'Asia/Bangkok' as start)
    select count(*) filter (where state = 'paid')::int as paid,
      count(*) filter (where state = 'paid' and closed_at >= today.start)::int as "paidToday",
      count(*) filter (where state in ('failed', 'returned') and closed_at >= today.start)::int as "failedToday",
      exists (select from member where site_id = ${siteId} and member_id = ${memberId}
        and identity_changed_at > now() - interval '72 hours') as "isIdentityNew",
      exists (select from recovery_request where site_id = ${siteId} and member_id = ${memberId}
        and used_at > now() - interval '72 hours') as "isRecovered"
    from withdrawal, today where site_id = ${siteId} and member_id = ${memberId}`);
}

/** A withdrawal that a recovery lost, as rejected until the payout is posted in the same transaction. */
export function insertLostWithdrawal(
  tx: Transaction,
  siteId: number,
  row: Pick<
    Withdrawal,
    'withdrawalId' | 'memberId' | 'amount' | 'newestRequirementNo' | 'bankCode' | 'account' | 'holderName'
  > & {
    readonly idempotencyKey: string;
    readonly decidedBy: string;
  },
): Promise<Withdrawal> {
  return tx.one(sql`
    insert into withdrawal (site_id, withdrawal_id, member_id, amount_e4, newest_requirement_no, state, idempotency_key, bank_code, account,
      holder_name, decided_by, decided_at, closed_at)
    values (${siteId}, ${row.withdrawalId}, ${row.memberId}, ${row.amount}, ${row.newestRequirementNo}, 'rejected', ${row.idempotencyKey},
      ${row.bankCode}, ${row.account}, ${row.holderName}, ${row.decidedBy}, now(), now())
    returning ${columns}`);
}

export type NewWithdrawal = Pick<
  Withdrawal,
  'memberId' | 'amount' | 'removed' | 'newestRequirementNo' | 'bankCode' | 'account' | 'holderName' | 'reviewReasons'
> & {
  readonly state: 'requested' | 'approved';
  readonly idempotencyKey: string;
};

export function insertWithdrawal(tx: Transaction, siteId: number, row: NewWithdrawal): Promise<Withdrawal> {
  const isApproved = row.state === 'approved';
  return tx.one(sql`
    insert into withdrawal (site_id, member_id, amount_e4, removed_e4, newest_requirement_no, state, idempotency_key, bank_code, account,
      holder_name, review_reasons, decided_by, decided_at)
    values (${siteId}, ${row.memberId}, ${row.amount}, ${row.removed}, ${row.newestRequirementNo}, ${row.state}, ${row.idempotencyKey},
      ${row.bankCode}, ${row.account}, ${row.holderName}, ${row.reviewReasons}::text[],
      case when ${isApproved}::boolean then 'system' end, case when ${isApproved}::boolean then now() end)
    returning ${columns}`);
}

/** Records an operator's approval. False if the request is not open. */
export async function approve(
  tx: Transaction,
  siteId: number,
  withdrawalId: bigint,
  decidedBy: string,
): Promise<boolean> {
  const touched = await tx.execute(sql`
    update withdrawal set changed_at = now(), state = 'approved', decided_by = ${decidedBy}, decided_at = now()
    where site_id = ${siteId} and withdrawal_id = ${withdrawalId} and state = 'requested'`);
  return touched === 1;
}

/** Cancels an unsubmitted withdrawal. False if it was submitted or is closed. */
export async function cancel(
  tx: Transaction,
  siteId: number,
  withdrawalId: bigint,
  to: { readonly decidedBy: string; readonly reason: string | undefined },
): Promise<boolean> {
  const touched = await tx.execute(sql`
    update withdrawal set changed_at = now(), state = 'rejected', decided_by = ${to.decidedBy}, decided_at = now(),
      closed_at = now(), failure_reason = ${to.reason ?? null}, delay_reason = null
    where site_id = ${siteId} and withdrawal_id = ${withdrawalId} and state in ('requested', 'approved')`);
  return touched === 1;
}

/** Requires an operator's decision, adding these reasons to the existing ones. */
export async function requireReview(
  tx: Transaction,
  siteId: number,
  withdrawalId: bigint,
  reasons: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    update withdrawal set changed_at = now(), state = 'requested', decided_by = null, decided_at = null, delay_reason = null,
      review_reasons = review_reasons || array(
        select reason from unnest(${reasons}::text[]) as reason where reason <> all (review_reasons))
    where site_id = ${siteId} and withdrawal_id = ${withdrawalId} and state in ('requested', 'approved')`);
}

/** Stores why an approved withdrawal is not submitted yet. False if unchanged. */
export async function setWaitReason(
  tx: Transaction,
  siteId: number,
  withdrawalId: bigint,
  reason: WaitReason,
): Promise<boolean> {
  const touched = await tx.execute(sql`
    update withdrawal set changed_at = now(), delay_reason = ${reason}
    where site_id = ${siteId} and withdrawal_id = ${withdrawalId} and state = 'approved' and delay_reason is distinct from ${reason}`);
  return touched === 1;
}

export async function setRemoved(
  tx: Transaction,
  siteId: number,
  { withdrawalId }: Pick<Withdrawal, 'withdrawalId'>,
  to: { readonly removed: Money; readonly capHoldNo: number },
): Promise<void> {
  await tx.execute(sql`
    update withdrawal set removed_e4 = ${to.removed}, cap_hold_no = ${to.capHoldNo}
    where site_id = ${siteId} and withdrawal_id = ${withdrawalId}`);
}

/** Marks that the bank is about to be called. */
export async function markPaying(tx: Transaction, siteId: number, withdrawalId: bigint): Promise<boolean> {
  const touched = await tx.execute(sql`
    update withdrawal set changed_at = now(), state = 'paying', delay_reason = null
    where site_id = ${siteId} and withdrawal_id = ${withdrawalId} and state = 'approved'`);
  return touched === 1;
}

/** Stores the first or a later result of the payout. False if the state differs from the one read. */
export async function close(
  tx: Transaction,
  siteId: number,
  { withdrawalId, state }: Pick<Withdrawal, 'withdrawalId' | 'state'>,
  to: { readonly state: 'paid' | 'failed' | 'returned'; readonly reason: string | undefined },
): Promise<boolean> {
  const touched = await tx.execute(sql`
    update withdrawal set changed_at = now(), state = ${to.state}, failure_reason = ${to.reason ?? null}, delay_reason = null,
      closed_at = now(), released_at = null, decided_by = coalesce(decided_by, 'bank'), decided_at = coalesce(decided_at, now())
    where site_id = ${siteId} and withdrawal_id = ${withdrawalId} and state = ${state}`);
  return touched === 1;
}

/** Records that the returned amount is in the main wallet again. */
export async function markInMain(tx: Transaction, siteId: number, withdrawalId: bigint): Promise<void> {
  await tx.execute(sql`
    update withdrawal set released_at = null where site_id = ${siteId} and withdrawal_id = ${withdrawalId}`);
}

export type ChangedWithdrawal = Withdrawal & { readonly changedAt: Date };

/** Withdrawals of a member that changed since the given time, newest first. */
export function listChangedWithdrawals(
  database: Queryable,
  siteId: number,
  of: { readonly memberId: bigint; readonly since: Date },
): Promise<ChangedWithdrawal[]> {
  return database.rows(sql`
    select ${columns}, changed_at as "changedAt" from withdrawal
    where site_id = ${siteId} and member_id = ${of.memberId} and changed_at >= ${of.since}
    order by changed_at desc limit 50`);
}

export function listWaitingWithdrawals(database: Queryable, siteId: number, limit: number): Promise<Withdrawal[]> {
  return database.rows(sql`
    select ${columns} from withdrawal where site_id = ${siteId} and state = 'requested' order by created_at limit ${limit}`);
}

/** Approved, and the bank is not called yet. */
export function listUnsentWithdrawals(database: Queryable, siteId: number, limit: number): Promise<Withdrawal[]> {
  return database.rows(sql`
    select ${columns} from withdrawal where site_id = ${siteId} and state = 'approved' order by created_at limit ${limit}`);
}

/** Requests of members with a debt. */
export async function listDebtorRequests(
  database: Queryable,
  siteId: number,
  { debtKind, limit }: { readonly debtKind: number; readonly limit: number },
): Promise<bigint[]> {
  const rows = await database.rows<{ withdrawal_id: bigint }>(sql`
    select withdrawal_id from withdrawal join ledger_balance as debt
      on debt.site_id = withdrawal.site_id and debt.owner_id = withdrawal.member_id and debt.kind = ${debtKind} and debt.balance_e4 < 0
    where withdrawal.site_id = ${siteId} and withdrawal.state = 'requested' limit ${limit}`);
  return rows.map((row) => row.withdrawal_id);
}

export type WithdrawalDecisionFacts = { readonly decidedBy: string | null; readonly closedAt: Date | null };

export function loadDecisionFacts(
  database: Queryable,
  siteId: number,
  withdrawalId: bigint,
): Promise<WithdrawalDecisionFacts> {
  return database.one(sql`
    select decided_by as "decidedBy", closed_at as "closedAt" from withdrawal
    where site_id = ${siteId} and withdrawal_id = ${withdrawalId}`);
}

export function listByIds(database: Queryable, siteId: number, ids: readonly bigint[]): Promise<Withdrawal[]> {
  return database.rows(sql`
    select ${columns} from withdrawal
    where site_id = ${siteId} and withdrawal_id = any(${ids}::bigint[]) order by withdrawal_id`);
}

export function listRecent(
  database: Queryable,
  siteId: number,
  { before, limit }: { readonly before: bigint | undefined; readonly limit: number },
): Promise<Withdrawal[]> {
  return database.rows(sql`
    select ${columns} from withdrawal
    where site_id = ${siteId} and (${before ?? null}::bigint is null or withdrawal_id < ${before ?? null}::bigint)
    order by withdrawal_id desc limit ${limit}`);
}
