// SQL of bank payouts (submitted after the deciding transaction commits) and of disputes about their results.

import { type Queryable, type Sql, sql, type Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

import type { Withdrawal, WithdrawalState } from './withdrawals.store.ts';

export type PayoutState = 'queued' | 'submitted' | 'accepted' | 'unknown' | 'stopped' | 'done';

export type BankPayout = {
  readonly payoutId: string;
  readonly withdrawalId: bigint;
  readonly state: PayoutState;
  readonly attempts: number;
  readonly lastResponse: string | null;
};

const columns = sql`
  bank_payout.payout_id as "payoutId", bank_payout.withdrawal_id as "withdrawalId", bank_payout.state, bank_payout.attempts, bank_payout.last_response as "lastResponse"`;

/** After a recovery of the database the bank may have a payout already that is not submitted here. */
const isHeld = (siteId: number): Sql => sql`exists (
  select from recovery where recovery.site_id = ${siteId} and released_at is null)`;

/** Creates the payout of an approved withdrawal, or renews a stopped one. `hasGrace`: due after the site's grace. */
export async function insertPayout(
  tx: Transaction,
  siteId: number,
  { payoutId, withdrawalId, hasGrace }: Pick<BankPayout, 'payoutId' | 'withdrawalId'> & { readonly hasGrace: boolean },
): Promise<void> {
  await tx.execute(sql`
    insert into bank_payout (site_id, payout_id, withdrawal_id, state, next_attempt_at)
    select site_id, ${payoutId}, ${withdrawalId}, 'queued',
      now() + make_interval(secs => case when ${hasGrace}::boolean then payout_grace_seconds else 0 end)
    from site where site_id = ${siteId}
    on conflict (site_id, withdrawal_id) do update set state = 'queued', next_attempt_at = excluded.next_attempt_at where bank_payout.state = 'stopped'`);
}

export function findPayout(database: Queryable, siteId: number, withdrawalId: bigint): Promise<BankPayout | undefined> {
  return database.oneOrNone(sql`
    select ${columns} from bank_payout where site_id = ${siteId} and withdrawal_id = ${withdrawalId}`);
}

export type PaidLine = { readonly amount: Money; readonly newestRequirementNo: number };

/**
 * The amount that left the bank under this payout id, for a site that was recovered, and the member's newest
 * requirement of before the recovery; undefined when no statement shows it, or when it was returned.
 */
export function findLostPayout(
  tx: Queryable,
  siteId: number,
  { payoutId, memberId }: { readonly payoutId: string; readonly memberId: bigint },
): Promise<PaidLine | undefined> {
  return tx.oneOrNone(sql`
    select -line.amount_e4 as amount, coalesce((
      select max(requirement_no) from turnover_requirement
      where site_id = ${siteId} and member_id = ${memberId} and created_at <= recovery.recovered_at), 0) as "newestRequirementNo"
    from (select sum(amount_e4)::bigint as amount_e4 from statement_line
      where house_account = 'paying' and payout_id = ${payoutId}) as line
    cross join lateral (
      select recovered_at from recovery where site_id = ${siteId} order by recovered_at desc limit 1) as recovery
    where line.amount_e4 < 0`);
}

/** When the bank will be called first, at the earliest; undefined: it was called, or will not be. */
export async function findGraceEnd(
  database: Queryable,
  siteId: number,
  withdrawalId: bigint,
): Promise<Date | undefined> {
  const row = await database.oneOrNone<{ dueAt: Date }>(sql`
    select next_attempt_at as "dueAt" from bank_payout
    where site_id = ${siteId} and withdrawal_id = ${withdrawalId} and state = 'queued'`);
  return row?.dueAt;
}

export type DuePayout = Pick<BankPayout, 'payoutId' | 'withdrawalId' | 'state'> & Pick<Withdrawal, 'memberId'>;

export function listDuePayouts(database: Queryable, siteId: number, limit: number): Promise<DuePayout[]> {
  return database.rows(sql`
    select bank_payout.payout_id as "payoutId", bank_payout.withdrawal_id as "withdrawalId", bank_payout.state, withdrawal.member_id as "memberId"
    from bank_payout join withdrawal using (site_id, withdrawal_id)
    where bank_payout.site_id = ${siteId} and bank_payout.state in ('queued', 'submitted', 'accepted') and bank_payout.next_attempt_at <= now()
      and (bank_payout.state <> 'queued' or not ${isHeld(siteId)})
    order by bank_payout.next_attempt_at limit ${limit}`);
}

/** Withdrawals that the bank may have paid, or may pay, with the state of their payout. */
export function listUndecidedPayouts(
  database: Queryable,
  siteId: number,
): Promise<(Pick<Withdrawal, 'withdrawalId' | 'state'> & { readonly payoutState: PayoutState | null })[]> {
  return database.rows(sql`
    select withdrawal_id as "withdrawalId", withdrawal.state, bank_payout.state as "payoutState"
    from withdrawal left join bank_payout using (site_id, withdrawal_id)
    where withdrawal.site_id = ${siteId} and withdrawal.state in ('requested', 'approved', 'paying')
    order by withdrawal_id`);
}

/** Locks the payout until the transaction ends. */
export function lockPayout(
  tx: Transaction,
  siteId: number,
  withdrawalId: bigint,
): Promise<(BankPayout & { readonly isDue: boolean }) | undefined> {
  return tx.oneOrNone(sql`
    select ${columns}, next_attempt_at <= now() and not ${isHeld(siteId)} as "isDue" from bank_payout
    where site_id = ${siteId} and withdrawal_id = ${withdrawalId} for update`);
}

// The interval grows to at most a minute; a payout is queried without limit.
const nextTry = sql`now() + make_interval(secs => least(60, 2 ^ least(attempts + 1, 6)))`;

/** Marks that the bank is about to be called for the first time. */
export async function markSubmitted(tx: Transaction, siteId: number, payoutId: string): Promise<void> {
  await tx.execute(sql`
    update bank_payout set state = 'submitted', attempts = attempts + 1, submitted_at = clock_timestamp(),
      last_submitted_at = clock_timestamp(), next_attempt_at = ${nextTry}
    where site_id = ${siteId} and payout_id = ${payoutId} and state = 'queued'`);
}

/**
 * Marks a repeated submission of an order that the bank never received. False if another process updated the payout
 * meanwhile.
 */
export async function markSubmittedAgain(database: Queryable, siteId: number, payoutId: string): Promise<boolean> {
  const touched = await database.execute(sql`
    update bank_payout set attempts = attempts + 1, last_submitted_at = clock_timestamp(), last_response = 'unknown',
      next_attempt_at = ${nextTry}
    where site_id = ${siteId} and payout_id = ${payoutId} and state = 'submitted' and not ${isHeld(siteId)}`);
  return touched === 1;
}

export type PayoutOrderRow = BankPayout &
  Pick<Withdrawal, 'amount' | 'bankCode' | 'account' | 'holderName'> & {
    readonly secondsSinceSubmission: number;
  };

/** Claims a submitted payout for a query. Two processes never claim the same one concurrently. */
export function claimForQuery(
  database: Queryable,
  siteId: number,
  payoutId: string,
): Promise<PayoutOrderRow | undefined> {
  return database.oneOrNone(sql`
    with taken as (
      update bank_payout set attempts = attempts + 1, next_attempt_at = ${nextTry}
      where site_id = ${siteId} and payout_id = ${payoutId} and state in ('submitted', 'accepted') and next_attempt_at <= now()
      returning *
    )
    select ${columns}, amount_e4 as amount, bank_code as "bankCode", account, holder_name as "holderName",
      extract(epoch from clock_timestamp() - bank_payout.last_submitted_at)::float8 as "secondsSinceSubmission"
    from taken as bank_payout join withdrawal using (site_id, withdrawal_id)`);
}

/** Postpones an unsubmitted payout. */
export async function postponePayout(
  tx: Transaction,
  siteId: number,
  payoutId: string,
  seconds: number,
): Promise<void> {
  await tx.execute(sql`
    update bank_payout set next_attempt_at = now() + make_interval(secs => ${seconds}::int)
    where site_id = ${siteId} and payout_id = ${payoutId} and state = 'queued'`);
}

/** Stores the bank's answer about a submitted payout. Changes nothing if its result is known meanwhile. */
export async function recordAnswer(
  database: Queryable,
  siteId: number,
  payoutId: string,
  to: {
    readonly state: 'submitted' | 'accepted' | 'unknown';
    readonly answer: string;
    readonly nextTryInSeconds?: number;
  },
): Promise<void> {
  await database.execute(sql`
    update bank_payout set state = ${to.state}, last_response = ${to.answer},
      next_attempt_at = coalesce(now() + make_interval(secs => ${to.nextTryInSeconds ?? null}::int), next_attempt_at)
    where site_id = ${siteId} and payout_id = ${payoutId} and state in ('submitted', 'accepted')`);
}

export async function recordClaim(tx: Transaction, siteId: number, payoutId: string, answer: string): Promise<void> {
  await tx.execute(sql`
    update bank_payout set last_response = ${answer} where site_id = ${siteId} and payout_id = ${payoutId} and state = 'unknown'`);
}

/** False if the bank may have been called. */
export async function stopPayout(tx: Transaction, siteId: number, withdrawalId: bigint): Promise<boolean> {
  const touched = await tx.execute(sql`
    update bank_payout set state = 'stopped' where site_id = ${siteId} and withdrawal_id = ${withdrawalId} and state = 'queued'`);
  return touched === 1;
}

export async function closePayout(
  tx: Transaction,
  siteId: number,
  withdrawalId: bigint,
  answer: string,
): Promise<void> {
  await tx.execute(sql`
    update bank_payout set state = 'done', last_response = ${answer}, submitted_at = coalesce(submitted_at, clock_timestamp())
    where site_id = ${siteId} and withdrawal_id = ${withdrawalId}`);
}

export type OpenPayout = BankPayout & Pick<Withdrawal, 'memberId' | 'amount'>;

/** Payouts whose outcome an operator must determine: unknown to the bank, or queried many times. */
export function listStuckPayouts(
  database: Queryable,
  siteId: number,
  triesMin: number,
  limit: number,
): Promise<OpenPayout[]> {
  return database.rows(sql`
    select ${columns}, withdrawal.member_id as "memberId", withdrawal.amount_e4 as amount
    from bank_payout join withdrawal using (site_id, withdrawal_id)
    where bank_payout.site_id = ${siteId} and (bank_payout.state = 'unknown'
      or (bank_payout.state in ('queued', 'submitted', 'accepted') and bank_payout.attempts >= ${triesMin}))
    order by bank_payout.next_attempt_at limit ${limit}`);
}

export type Dispute = {
  readonly withdrawalId: bigint;
  readonly disputeNo: number;
  readonly memberId: bigint;
  readonly recordedState: Extract<WithdrawalState, 'requested' | 'paid' | 'rejected' | 'failed'> | 'lost';
  readonly claimedResult: 'paid' | 'failed';
  readonly latestResult: 'paid' | 'failed' | 'returned';
  readonly heldMain: Money;
  readonly heldGame: Money;
  /** The member's newest requirement when the dispute was opened. */
  readonly newestRequirementNo: number;
  readonly openedAt: Date;
};

const disputeColumns = sql`
  dispute.withdrawal_id as "withdrawalId", dispute_no as "disputeNo", dispute.member_id as "memberId",
  recorded_state as "recordedState", claimed_result as "claimedResult",
  latest_result as "latestResult", held_main_e4 as "heldMain", held_game_e4 as "heldGame", dispute.newest_requirement_no as "newestRequirementNo",
  opened_at as "openedAt"`;

export function findOpenDispute(tx: Queryable, siteId: number, withdrawalId: bigint): Promise<Dispute | undefined> {
  return tx.oneOrNone(sql`
    select ${disputeColumns} from payout_dispute as dispute
    where site_id = ${siteId} and withdrawal_id = ${withdrawalId} and state = 'open'`);
}

export async function nextDisputeNo(tx: Transaction, siteId: number, withdrawalId: bigint): Promise<number> {
  const row = await tx.one<{ no: number }>(sql`
    select coalesce(max(dispute_no), 0) + 1 as no from payout_dispute
    where site_id = ${siteId} and withdrawal_id = ${withdrawalId}`);
  return row.no;
}

export type NewDispute = Omit<Dispute, 'latestResult' | 'openedAt'> & { readonly reason: string | undefined };

export async function insertDispute(tx: Transaction, siteId: number, row: NewDispute): Promise<void> {
  await tx.execute(sql`
    insert into payout_dispute (site_id, withdrawal_id, dispute_no, member_id, recorded_state, claimed_result, latest_result, reason,
      held_main_e4, held_game_e4, newest_requirement_no)
    values (${siteId}, ${row.withdrawalId}, ${row.disputeNo}, ${row.memberId}, ${row.recordedState}, ${row.claimedResult}, ${row.claimedResult},
      ${row.reason ?? null}, ${row.heldMain}, ${row.heldGame}, ${row.newestRequirementNo})`);
  await touchWithdrawal(tx, siteId, row.withdrawalId);
}

/** Stores the bank's latest claim. False if unchanged. */
export async function recordLastClaim(
  tx: Transaction,
  siteId: number,
  { withdrawalId, disputeNo }: Dispute,
  claimed: Dispute['latestResult'],
): Promise<boolean> {
  const touched = await tx.execute(sql`
    update payout_dispute set latest_result = ${claimed}
    where site_id = ${siteId} and withdrawal_id = ${withdrawalId} and dispute_no = ${disputeNo} and state = 'open'
      and latest_result <> ${claimed}`);
  return touched === 1;
}

export async function decideDispute(
  tx: Transaction,
  siteId: number,
  { withdrawalId, disputeNo }: Dispute,
  to: { readonly state: 'paid' | 'failed'; readonly decidedBy: string },
): Promise<boolean> {
  const touched = await tx.execute(sql`
    update payout_dispute set state = ${to.state}, decided_by = ${to.decidedBy}, decided_at = now()
    where site_id = ${siteId} and withdrawal_id = ${withdrawalId} and dispute_no = ${disputeNo} and state = 'open'`);
  await touchWithdrawal(tx, siteId, withdrawalId);
  return touched === 1;
}

/** Touches the withdrawal so that open windows of the member show it again. */
async function touchWithdrawal(tx: Transaction, siteId: number, withdrawalId: bigint): Promise<void> {
  await tx.execute(sql`
    update withdrawal set changed_at = now() where site_id = ${siteId} and withdrawal_id = ${withdrawalId}`);
}

export type OpenDispute = Dispute & Pick<Withdrawal, 'amount'>;

export function listOpenDisputes(database: Queryable, siteId: number, limit: number): Promise<OpenDispute[]> {
  return database.rows(sql`
    select ${disputeColumns}, withdrawal.amount_e4 as amount
    from payout_dispute as dispute join withdrawal using (site_id, withdrawal_id)
    where dispute.site_id = ${siteId} and dispute.state = 'open' order by opened_at limit ${limit}`);
}
