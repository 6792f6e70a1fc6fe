// SQL of deposits. Rows in, rows out; nothing is decided here.
//
// Locks: whoever books a transfer holds the member's lane first (the ledger's rule), then the row of the receiving account,
// which keeps slips and feed lines of one account apart, then the deposit.

import { type Queryable, sql, type Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

import type { FeedLine, KnownTransfer } from './feed-matching.ts';
import type { ReceivingAccount } from './slip-judging.ts';

export type DepositState = 'unmatched' | 'review' | 'credited' | 'parked' | 'returned';

export type Deposit = {
  readonly depositId: bigint;
  readonly memberId: bigint | null;
  readonly receivingAccountId: bigint;
  readonly state: DepositState;
  readonly firstSeen: 'slip' | 'feed';
  readonly amount: Money;
  readonly transferredAt: Date;
  readonly sendingBank: string | null;
  readonly transRef: string | null;
  readonly senderBank: string | null;
  readonly senderAccount: string | null;
  readonly senderName: string | null;
  readonly reviewReason: string | null;
  readonly createdAt: Date;
};

const depositColumns = sql`
  deposit_id as "depositId", member_id as "memberId", receiving_account_id as "receivingAccountId", state, first_seen as "firstSeen",
  amount_e4 as amount, transferred_at as "transferredAt", sending_bank as "sendingBank", trans_ref as "transRef",
  sender_bank as "senderBank", sender_account as "senderAccount", sender_name as "senderName",
  review_reason as "reviewReason", created_at as "createdAt"`;

const accountColumns = sql`
  receiving_account_id as "receivingAccountId", kind, bank_code as "bankCode", account, holder_name as "holderName",
  active_from as "activeFrom", active_to as "activeTo"`;

export async function databaseTime(database: Queryable): Promise<Date> {
  return (await database.one<{ now: Date }>(sql`select now() as now`)).now;
}

export function receivingAccounts(database: Queryable, siteId: number): Promise<ReceivingAccount[]> {
  return database.rows(sql`
    select ${accountColumns} from receiving_account where site_id = ${siteId} order by receiving_account_id`);
}

/** The one question that is asked across brands: a bank knows our account, not our brands. */
export function findReceivingAccounts(
  database: Queryable,
  of: { readonly kind: 'bank' | 'wallet'; readonly bankCode: string | null; readonly account: string },
): Promise<(ReceivingAccount & { readonly siteId: number })[]> {
  return database.rows(sql`
    select site_id as "siteId", ${accountColumns} from receiving_account
    where site_id > 0 and kind = ${of.kind} and account = ${of.account} and bank_code is not distinct from ${of.bankCode}`);
}

export async function insertReceivingAccount(
  database: Queryable,
  siteId: number,
  account: Pick<ReceivingAccount, 'kind' | 'bankCode' | 'account' | 'holderName'>,
): Promise<void> {
  await database.execute(sql`
    insert into receiving_account (site_id, kind, bank_code, account, holder_name, active_from)
    values (${siteId}, ${account.kind}, ${account.bankCode}, ${account.account}, ${account.holderName}, now() - interval '30 days')
    on conflict do nothing`);
}

export async function lockReceivingAccount(tx: Transaction, siteId: number, receivingAccountId: bigint): Promise<void> {
  await tx.one(sql`
    select 1 from receiving_account
    where site_id = ${siteId} and receiving_account_id = ${receivingAccountId} for update`);
}

export function findDeposit(database: Queryable, siteId: number, depositId: bigint): Promise<Deposit | undefined> {
  return database.maybe(
    sql`select ${depositColumns} from deposit where site_id = ${siteId} and deposit_id = ${depositId}`,
  );
}

export function findByReference(
  database: Queryable,
  siteId: number,
  sendingBank: string,
  transRef: string,
): Promise<Deposit | undefined> {
  return database.maybe(sql`
    select ${depositColumns} from deposit
    where site_id = ${siteId} and sending_bank = ${sendingBank} and trans_ref = ${transRef}`);
}

export function findByFingerprint(
  tx: Queryable,
  siteId: number,
  fingerprint: string,
): Promise<{ depositId: bigint } | undefined> {
  return tx.maybe(sql`
    select deposit_id as "depositId" from feed_line where site_id = ${siteId} and fingerprint = ${fingerprint}`);
}

type Meeting = { readonly receivingAccountId: bigint; readonly amount: Money; readonly from: Date; readonly to: Date };

/** Transfers that only the feed has told of; with a member, only those that are this member's or nobody's. */
export function withoutReference(
  tx: Transaction,
  siteId: number,
  meeting: Meeting,
  memberId: bigint | undefined,
): Promise<KnownTransfer[]> {
  return tx.rows(sql`
    select deposit_id as "depositId", transferred_at as "transferredAt", sender_bank as "senderBank", sender_account as "senderAccount"
    from deposit
    where site_id = ${siteId} and receiving_account_id = ${meeting.receivingAccountId} and amount_e4 = ${meeting.amount}
      and transferred_at between ${meeting.from} and ${meeting.to} and trans_ref is null and state <> 'returned'
      and (${memberId ?? null}::bigint is null or member_id is null or member_id = ${memberId ?? null})`);
}

/** Transfers that only a slip has told of. */
export function withoutLine(tx: Transaction, siteId: number, meeting: Meeting): Promise<KnownTransfer[]> {
  return tx.rows(sql`
    select deposit_id as "depositId", transferred_at as "transferredAt", sender_bank as "senderBank", sender_account as "senderAccount"
    from deposit d
    where site_id = ${siteId} and receiving_account_id = ${meeting.receivingAccountId} and amount_e4 = ${meeting.amount}
      and transferred_at between ${meeting.from} and ${meeting.to}
      and not exists (select 1 from feed_line l where l.site_id = ${siteId} and l.deposit_id = d.deposit_id)`);
}

export async function hasLine(tx: Transaction, siteId: number, depositId: bigint): Promise<boolean> {
  const found = await tx.rows(sql`select 1 from feed_line where site_id = ${siteId} and deposit_id = ${depositId}`);
  return found.length > 0;
}

export type NewDeposit = {
  readonly memberId: bigint | undefined;
  readonly receivingAccountId: bigint;
  readonly state: DepositState;
  readonly firstSeen: 'slip' | 'feed';
  readonly amount: Money;
  readonly transferredAt: Date;
  readonly sendingBank: string | undefined;
  readonly transRef: string | undefined;
  readonly senderBank: string | undefined;
  readonly senderAccount: string | undefined;
  readonly senderName: string | undefined;
  readonly reviewReason: string | undefined;
};

/** Nothing when the reference is known already: the unique key has the last word. */
export function insertDeposit(tx: Transaction, siteId: number, row: NewDeposit): Promise<Deposit | undefined> {
  const isCredited = row.state === 'credited' || row.state === 'parked';
  return tx.maybe(sql`
    insert into deposit (site_id, member_id, receiving_account_id, state, first_seen, amount_e4, transferred_at, sending_bank,
      trans_ref, sender_bank, sender_account, sender_name, review_reason, credited_at)
    values (${siteId}, ${row.memberId ?? null}, ${row.receivingAccountId}, ${row.state}, ${row.firstSeen}, ${row.amount},
      ${row.transferredAt}, ${row.sendingBank ?? null}, ${row.transRef ?? null}, ${row.senderBank ?? null},
      ${row.senderAccount || null}, ${row.senderName ?? null}, ${row.reviewReason ?? null},
      case when ${isCredited}::boolean then now() end)
    on conflict (site_id, sending_bank, trans_ref) do nothing
    returning ${depositColumns}`);
}

/** What the slip knows better than the line that came first. */
export async function attachReference(
  tx: Transaction,
  siteId: number,
  depositId: bigint,
  slip: {
    readonly sendingBank: string;
    readonly transRef: string;
    readonly senderAccount: string | undefined;
    readonly senderName: string | undefined;
  },
): Promise<void> {
  await tx.execute(sql`
    update deposit set sending_bank = ${slip.sendingBank}, trans_ref = ${slip.transRef},
      sender_bank = coalesce(sender_bank, ${slip.sendingBank}), sender_account = coalesce(${slip.senderAccount || null}, sender_account),
      sender_name = coalesce(${slip.senderName ?? null}, sender_name)
    where site_id = ${siteId} and deposit_id = ${depositId}`);
}

/** Moves a deposit on from a state in which it waits. False when somebody else was quicker. */
export async function decideDeposit(
  tx: Transaction,
  siteId: number,
  depositId: bigint,
  to: {
    readonly state: DepositState;
    readonly memberId: bigint | undefined;
    readonly decidedBy: string;
    readonly reviewReason: string | undefined;
  },
): Promise<boolean> {
  const isCredited = to.state === 'credited' || to.state === 'parked';
  const touched = await tx.execute(sql`
    update deposit set changed_at = now(), state = ${to.state}, member_id = coalesce(${to.memberId ?? null}, member_id), decided_by = ${to.decidedBy},
      review_reason = coalesce(${to.reviewReason ?? null}, review_reason), credited_at = case when ${isCredited}::boolean then now() end
    where site_id = ${siteId} and deposit_id = ${depositId} and state in ('unmatched', 'review')`);
  return touched === 1;
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

/** False when this line is known. */
export async function insertFeedLine(
  tx: Transaction,
  siteId: number,
  line: FeedLine & { readonly fingerprint: string; readonly receivingAccountId: bigint; readonly depositId: bigint },
): Promise<boolean> {
  const touched = await tx.execute(sql`
    insert into feed_line (site_id, fingerprint, bank_line_id, receiving_account_id, deposit_id, amount_e4, transferred_at,
      sender_bank, sender_tail, sender_name, balance_after_e4)
    values (${siteId}, ${line.fingerprint}, ${line.bankLineId}, ${line.receivingAccountId}, ${line.depositId}, ${line.amount},
      ${line.transferredAt}, ${line.senderBank ?? null}, ${line.senderTail ?? null}, ${line.senderName ?? null},
      ${line.balanceAfter ?? null})
    on conflict (site_id, fingerprint) do nothing`);
  return touched === 1;
}

/** Money of the last thirty days that the feed told of and nobody fitted, where somebody with such an account signed up since; newest first. */
export function unmatchedLines(database: Queryable, siteId: number, limit: number): Promise<Deposit[]> {
  return database.rows(sql`
    select ${depositColumns} from deposit
    where site_id = ${siteId} and state = 'unmatched' and first_seen = 'feed' and created_at > now() - interval '30 days'
      -- Looked for a moment before the line was written.
      and exists (select from member where member.site_id = deposit.site_id and bank_code = sender_bank
        and right(bank_account, 4) = right(sender_account, 4) and registered_at > deposit.created_at - interval '1 minute')
    order by created_at desc limit ${limit}`);
}

export type ChangedDeposit = Deposit & { readonly changedAt: Date };

export type WaitingDeposit = Deposit & {
  readonly receivingAccount: string;
  /** Members who sent this slip, newest first. */
  readonly claimedBy: readonly bigint[];
};

export function waitingDeposits(database: Queryable, siteId: number, limit: number): Promise<WaitingDeposit[]> {
  return database.rows(sql`
    select ${depositColumns},
      (select a.account from receiving_account a
       where a.site_id = ${siteId} and a.receiving_account_id = d.receiving_account_id) as "receivingAccount",
      array(select s.member_id from slip s
            where s.site_id = ${siteId} and s.deposit_id = d.deposit_id order by s.slip_id desc) as "claimedBy"
    from deposit d where site_id = ${siteId} and state in ('unmatched', 'review')
    order by created_at limit ${limit}`);
}

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
