// SQL of withdrawals and of the outbox of payouts. Rows in, rows out; nothing is decided here.
//
// Locks: the member's lane first (the ledger's rule), then the payout, then the withdrawal.

import { type Queryable, sql, type Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

export type WithdrawalState = 'requested' | 'approved' | 'paying' | 'paid' | 'rejected' | 'failed';

export type Withdrawal = {
  readonly withdrawalId: bigint;
  readonly memberId: bigint;
  readonly amount: Money;
  /** What a bonus's withdraw cap takes away when this is paid. */
  readonly removed: Money;
  readonly state: WithdrawalState;
  readonly bankCode: string;
  readonly account: string;
  readonly holderName: string;
  readonly reviewReasons: readonly string[];
  readonly failureReason: string | null;
  readonly createdAt: Date;
};

export type Payout = {
  readonly payoutId: string;
  readonly withdrawalId: bigint;
  readonly state: 'waiting' | 'accepted' | 'done';
  readonly tries: number;
};

export type DuePayout = Payout & Pick<Withdrawal, 'memberId' | 'amount' | 'bankCode' | 'account' | 'holderName'>;

const columns = sql`
  withdrawal_id as "withdrawalId", member_id as "memberId", amount_e4 as amount, removed_e4 as removed, state, bank_code as "bankCode",
  account, holder_name as "holderName", review_reasons as "reviewReasons", failure_reason as "failureReason", created_at as "createdAt"`;

export function findByKey(
  tx: Queryable,
  siteId: number,
  memberId: bigint,
  idempotencyKey: string,
): Promise<Withdrawal | undefined> {
  return tx.maybe(sql`
    select ${columns} from withdrawal
    where site_id = ${siteId} and member_id = ${memberId} and idempotency_key = ${idempotencyKey}`);
}

export function findById(tx: Queryable, siteId: number, withdrawalId: bigint): Promise<Withdrawal | undefined> {
  return tx.maybe(sql`select ${columns} from withdrawal where site_id = ${siteId} and withdrawal_id = ${withdrawalId}`);
}

export async function hasOpen(database: Queryable, siteId: number, memberId: bigint): Promise<boolean> {
  const found = await database.rows(sql`
    select 1 from withdrawal
    where site_id = ${siteId} and member_id = ${memberId} and state in ('requested', 'approved', 'paying')`);
  return found.length > 0;
}

export type PastWithdrawals = { readonly paid: number; readonly paidToday: number; readonly failedToday: number };

/** What the risk rules look at. Today is the Bangkok day. */
export function pastWithdrawals(tx: Queryable, siteId: number, memberId: bigint): Promise<PastWithdrawals> {
  return tx.one(sql`
    with today as (select date_trunc('day', now() at time zone 'Asia/Bangkok') at time zone 'Asia/Bangkok' as start)
    select count(*) filter (where state = 'paid')::int as paid,
      count(*) filter (where state = 'paid' and closed_at >= today.start)::int as "paidToday",
      count(*) filter (where state = 'failed' and closed_at >= today.start)::int as "failedToday"
    from withdrawal, today where site_id = ${siteId} and member_id = ${memberId}`);
}

export type NewWithdrawal = Pick<
  Withdrawal,
  'memberId' | 'amount' | 'removed' | 'bankCode' | 'account' | 'holderName' | 'reviewReasons'
> & {
  readonly state: 'requested' | 'approved';
  readonly idempotencyKey: string;
};

export function insertWithdrawal(tx: Transaction, siteId: number, row: NewWithdrawal): Promise<Withdrawal> {
  const isApproved = row.state === 'approved';
  return tx.one(sql`
    insert into withdrawal (site_id, member_id, amount_e4, removed_e4, state, idempotency_key, bank_code, account, holder_name,
      review_reasons, decided_by, decided_at)
    values (${siteId}, ${row.memberId}, ${row.amount}, ${row.removed}, ${row.state}, ${row.idempotencyKey}, ${row.bankCode},
      ${row.account}, ${row.holderName}, ${row.reviewReasons}::text[],
      case when ${isApproved}::boolean then 'system' end, case when ${isApproved}::boolean then now() end)
    returning ${columns}`);
}

/** A person's yes or no. False when it is not waiting for one any more. */
export async function decide(
  tx: Transaction,
  siteId: number,
  withdrawalId: bigint,
  to: { readonly state: 'approved' | 'rejected'; readonly decidedBy: string },
): Promise<boolean> {
  const isRejected = to.state === 'rejected';
  const touched = await tx.execute(sql`
    update withdrawal set changed_at = now(), state = ${to.state}, decided_by = ${to.decidedBy}, decided_at = now(),
      closed_at = case when ${isRejected}::boolean then now() end
    where site_id = ${siteId} and withdrawal_id = ${withdrawalId} and state = 'requested'`);
  return touched === 1;
}

/** What the bank said at last. False when it was said before. */
export async function close(
  tx: Transaction,
  siteId: number,
  withdrawalId: bigint,
  to: { readonly state: 'paid' | 'failed'; readonly reason: string | undefined },
): Promise<boolean> {
  const touched = await tx.execute(sql`
    update withdrawal set changed_at = now(), state = ${to.state}, failure_reason = ${to.reason ?? null}, closed_at = now()
    where site_id = ${siteId} and withdrawal_id = ${withdrawalId} and state in ('approved', 'paying')`);
  return touched === 1;
}

export type ChangedWithdrawal = Withdrawal & { readonly changedAt: Date };

/** Withdrawals of a member that moved on since then, newest first. */
export function changedWithdrawals(
  database: Queryable,
  siteId: number,
  of: { readonly memberId: bigint; readonly since: Date },
): Promise<ChangedWithdrawal[]> {
  return database.rows(sql`
    select ${columns}, changed_at as "changedAt" from withdrawal
    where site_id = ${siteId} and member_id = ${of.memberId} and changed_at >= ${of.since}
    order by changed_at desc limit 50`);
}

export function waitingWithdrawals(database: Queryable, siteId: number, limit: number): Promise<Withdrawal[]> {
  return database.rows(sql`
    select ${columns} from withdrawal where site_id = ${siteId} and state = 'requested' order by created_at limit ${limit}`);
}

export async function insertPayout(
  tx: Transaction,
  siteId: number,
  payoutId: string,
  withdrawalId: bigint,
): Promise<void> {
  await tx.execute(sql`
    insert into payout (site_id, payout_id, withdrawal_id, state) values (${siteId}, ${payoutId}, ${withdrawalId}, 'waiting')`);
}

/** Takes payouts that are due, each put off while it is asked: two processes never get the same one at once. */
export function takeDuePayouts(database: Queryable, siteId: number, limit: number): Promise<DuePayout[]> {
  return database.rows(sql`
    with due as (
      select payout_id from payout where site_id = ${siteId} and state <> 'done' and next_try_at <= now()
      order by next_try_at limit ${limit} for update skip locked
    ), taken as (
      -- Later and later, at most a minute apart; the bank is asked about the same payout for as long as it takes.
      update payout set tries = tries + 1, next_try_at = now() + make_interval(secs => least(60, 2 ^ least(tries + 1, 6)))
      where site_id = ${siteId} and payout_id in (select payout_id from due)
      returning payout_id, withdrawal_id, state, tries
    ), paying as (
      update withdrawal set changed_at = now(), state = 'paying'
      where site_id = ${siteId} and state = 'approved' and withdrawal_id in (select withdrawal_id from taken)
    )
    select t.payout_id as "payoutId", t.withdrawal_id as "withdrawalId", t.state, t.tries, w.member_id as "memberId",
      w.amount_e4 as amount, w.bank_code as "bankCode", w.account, w.holder_name as "holderName"
    from taken t join withdrawal w on w.site_id = ${siteId} and w.withdrawal_id = t.withdrawal_id`);
}

export async function noteAnswer(
  database: Queryable,
  siteId: number,
  payoutId: string,
  note: {
    readonly state: 'waiting' | 'accepted';
    readonly answer: string;
    readonly nextTryInSeconds: number | undefined;
  },
): Promise<void> {
  await database.execute(sql`
    update payout set state = ${note.state}, last_answer = ${note.answer},
      next_try_at = coalesce(now() + make_interval(secs => ${note.nextTryInSeconds ?? null}::int), next_try_at)
    where site_id = ${siteId} and payout_id = ${payoutId} and state <> 'done'`);
}

/** Locks the payout until the transaction ends. */
export function lockPayout(tx: Transaction, siteId: number, payoutId: string): Promise<Payout | undefined> {
  return tx.maybe(sql`
    select payout_id as "payoutId", withdrawal_id as "withdrawalId", state, tries from payout
    where site_id = ${siteId} and payout_id = ${payoutId} for update`);
}

export async function closePayout(tx: Transaction, siteId: number, payoutId: string, answer: string): Promise<void> {
  await tx.execute(sql`
    update payout set state = 'done', last_answer = ${answer} where site_id = ${siteId} and payout_id = ${payoutId}`);
}

export type StuckPayout = Payout & Pick<Withdrawal, 'memberId' | 'amount'> & { readonly lastAnswer: string | null };

/** Payouts that were asked about many times: somebody should call the bank. */
export function stuckPayouts(
  database: Queryable,
  siteId: number,
  triesMin: number,
  limit: number,
): Promise<StuckPayout[]> {
  return database.rows(sql`
    select p.payout_id as "payoutId", p.withdrawal_id as "withdrawalId", p.state, p.tries, p.last_answer as "lastAnswer",
      w.member_id as "memberId", w.amount_e4 as amount
    from payout p join withdrawal w on w.site_id = ${siteId} and w.withdrawal_id = p.withdrawal_id
    where p.site_id = ${siteId} and p.state <> 'done' and p.tries >= ${triesMin}
    order by p.next_try_at limit ${limit}`);
}
