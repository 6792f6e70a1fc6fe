// SQL of deposits (a bank movement as one member's money) and of the slips that members sent. No decisions.
//
// Always true: `movement_site_id` is the site that owns the receiving account. Slips of a movement may be of members of
// any site that shares its account.

import { type Queryable, sql, type Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

import type { MemberRef, Movement } from './movements.store.ts';

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
  transferred_at as "transferredAt", review_reason as "reviewReason", bonus_id as "bonusId", reversed_at as "takenBackAt",
  created_at as "createdAt"`;

export function findDeposit(database: Queryable, siteId: number, depositId: bigint): Promise<Deposit | undefined> {
  return database.oneOrNone(
    sql`select ${depositColumns} from deposit where site_id = ${siteId} and deposit_id = ${depositId}`,
  );
}

/** Whether a deposit of this member from the movement was returned. */
export async function hasReturnedDeposit(database: Queryable, of: MemberRef, movement: Movement): Promise<boolean> {
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
      transferred_at, review_reason, decided_by, credited_at, arrived_parked)
    values (${siteId}, ${row.depositId}, ${row.memberId}, ${row.receivingAccountId}, ${movement.siteId}, ${movement.movementId},
      ${row.state}, ${movement.amount}, ${movement.transferredAt}, ${row.reviewReason ?? null}, ${row.decidedBy},
      case when ${isCredited}::boolean then now() end, ${row.state === 'parked'})`);
}

/** Credits a deposit in review. */
export async function creditDeposit(
  tx: Transaction,
  siteId: number,
  depositId: bigint,
  to: { readonly state: 'credited' | 'parked'; readonly decidedBy: string },
): Promise<void> {
  await tx.execute(sql`
    update deposit set state = ${to.state}, decided_by = ${to.decidedBy}, credited_at = now(), changed_at = now(),
      arrived_parked = ${to.state === 'parked'}
    where site_id = ${siteId} and deposit_id = ${depositId} and state = 'review'`);
}

/** Closes a deposit: it was in review, or its credit was debited again. */
export async function closeDeposit(
  tx: Transaction,
  siteId: number,
  depositId: bigint,
  of: { readonly isTakenBack: boolean; readonly decidedBy: string },
): Promise<void> {
  await tx.execute(sql`
    update deposit set state = 'returned', decided_by = ${of.decidedBy}, credited_at = null, changed_at = now(),
      reversed_at = case when ${of.isTakenBack}::boolean then now() end,
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

/** Credits all parked deposits of a member, oldest first: the order in which they require turnover. */
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

/** Deposits of a member that changed since then, newest first. */
export function listChangedDeposits(
  database: Queryable,
  siteId: number,
  of: { readonly memberId: bigint; readonly since: Date },
): Promise<ChangedDeposit[]> {
  return database.rows(sql`
    select ${depositColumns}, changed_at as "changedAt" from deposit
    where site_id = ${siteId} and member_id = ${of.memberId} and changed_at >= ${of.since}
    order by changed_at desc limit 50`);
}

/** The key of a slip. */
export type SlipName = { readonly memberId: bigint; readonly sendingBank: string; readonly transRef: string };

export type SlipState = 'waiting' | 'review' | 'disputed' | 'credited' | 'refused';

/** More open slips of one member are not listed. */
const OPEN_SLIPS_MAX = 100;

/** The key of a movement: its owning site, and its number. */
type MovementName = Pick<Movement, 'siteId' | 'movementId'>;
const anySite = sql`site_id = any(array(select site_id from site))`;

export type SlipOfMember = {
  readonly slipId: bigint;
  readonly state: SlipState;
  readonly code: string | null;
  readonly amount: Money | null;
  readonly createdAt: Date;
  readonly nextTryAt: Date | null;
  /** The number of the movement, where the member has no deposit of it and an operator decides or decided. */
  readonly movementId: bigint | null;
};

export async function insertAttempt(tx: Queryable, siteId: number, memberId: bigint, outcome: string): Promise<void> {
  await tx.execute(
    sql`insert into slip_attempt (site_id, member_id, outcome) values (${siteId}, ${memberId}, ${outcome})`,
  );
}

/** An attempt that no outcome has replaced yet. */
const CHECKING = 'CHECKING';
/** Longer than a check with its time-outs: an older one belongs to a process that died, and counts as spent. */
const CHECKING_SECONDS_MAX = 60;

/** Counts an attempt before its check. The caller holds the member's lane. */
export async function startAttempt(tx: Transaction, siteId: number, memberId: bigint): Promise<bigint> {
  const row = await tx.one<{ id: bigint }>(sql`
    insert into slip_attempt (site_id, member_id, outcome) values (${siteId}, ${memberId}, ${CHECKING})
    returning slip_attempt_id as id`);
  return row.id;
}

/** Gives a counted attempt its outcome; without one it is not counted. */
export async function finishAttempt(
  database: Queryable,
  siteId: number,
  attemptId: bigint,
  outcome: string | undefined,
): Promise<void> {
  await database.execute(
    outcome === undefined
      ? sql`delete from slip_attempt where site_id = ${siteId} and slip_attempt_id = ${attemptId}`
      : sql`update slip_attempt set outcome = ${outcome} where site_id = ${siteId} and slip_attempt_id = ${attemptId}`,
  );
}

export type AttemptCount = {
  /** Attempts with these outcomes, and checks whose process died. */
  readonly spent: number;
  /** Checks under way, in any process. */
  readonly checking: number;
  /** Seconds until the oldest of them leaves the window. */
  readonly secondsToWait: number;
};

/** The member's attempts in the window. */
export function countAttempts(
  database: Queryable,
  siteId: number,
  of: { readonly memberId: bigint; readonly outcomes: readonly string[]; readonly windowSeconds: number },
): Promise<AttemptCount> {
  const isChecking = sql`outcome = ${CHECKING} and attempted_at > now() - make_interval(secs => ${CHECKING_SECONDS_MAX})`;
  return database.one(sql`
    select count(*) filter (where not (${isChecking}))::int as spent, count(*) filter (where ${isChecking})::int as checking,
      coalesce(ceil(extract(epoch from min(attempted_at) + make_interval(secs => ${of.windowSeconds}) - now())), 0)::int as "secondsToWait"
    from slip_attempt
    where site_id = ${siteId} and member_id = ${of.memberId} and outcome = any(${[...of.outcomes, CHECKING]}::text[])
      and attempted_at > now() - make_interval(secs => ${of.windowSeconds})`);
}

/** Stores a slip that the bank could not verify yet. A waiting slip keeps its schedule. */
export async function storeWaitingSlip(
  database: Queryable,
  siteId: number,
  slip: SlipName & { readonly code: string; readonly firstTryInSeconds: number },
): Promise<void> {
  await database.execute(sql`
    insert into slip (site_id, member_id, sending_bank, trans_ref, state, code, next_attempt_at)
    values (${siteId}, ${slip.memberId}, ${slip.sendingBank}, ${slip.transRef}, 'waiting', ${slip.code},
      now() + make_interval(secs => ${slip.firstTryInSeconds}))
    on conflict (site_id, member_id, sending_bank, trans_ref) do update
      set state = 'waiting', code = excluded.code,
        attempts = case when slip.state = 'waiting' then slip.attempts else 0 end,
        first_sent_at = case when slip.state = 'waiting' then slip.first_sent_at else excluded.first_sent_at end,
        next_attempt_at = coalesce(slip.next_attempt_at, excluded.next_attempt_at)
      where slip.state in ('waiting', 'refused')`);
}

/** Writes the state of a slip. A credited slip stays credited. */
export async function closeSlip(
  tx: Queryable,
  siteId: number,
  slip: SlipName & {
    readonly state: Exclude<SlipState, 'waiting'>;
    readonly code: string | undefined;
    readonly movement: MovementName | undefined;
    readonly creditedKey?: string | undefined;
  },
): Promise<void> {
  const { movement } = slip;
  await tx.execute(sql`
    insert into slip (site_id, member_id, sending_bank, trans_ref, state, code, movement_site_id, bank_movement_id, credited_key)
    values (${siteId}, ${slip.memberId}, ${slip.sendingBank}, ${slip.transRef}, ${slip.state}, ${slip.code ?? null},
      ${movement?.siteId ?? null}, ${movement?.movementId ?? null}, ${slip.creditedKey ?? null})
    on conflict (site_id, member_id, sending_bank, trans_ref) do update
      set state = excluded.state, code = excluded.code, next_attempt_at = null,
        movement_site_id = coalesce(excluded.movement_site_id, slip.movement_site_id),
        bank_movement_id = coalesce(excluded.bank_movement_id, slip.bank_movement_id), credited_key = excluded.credited_key
      where slip.state <> 'credited'`);
}

/** The credit of this slip by the request with this idempotency key. */
export async function findCreditByKey(
  database: Queryable,
  siteId: number,
  slip: SlipName & { readonly idempotencyKey?: string | undefined },
): Promise<{ depositId: bigint; amount: Money; state: 'credited' | 'parked' } | undefined> {
  if (slip.idempotencyKey === undefined) return undefined;
  return database.oneOrNone(sql`
    select deposit.deposit_id as "depositId", amount_e4 as amount, deposit.state
    from slip join deposit on deposit.site_id = slip.site_id and deposit.movement_site_id = slip.movement_site_id
      and deposit.bank_movement_id = slip.bank_movement_id and deposit.member_id = slip.member_id
      and deposit.state in ('credited', 'parked')
    where slip.site_id = ${siteId} and slip.member_id = ${slip.memberId} and slip.sending_bank = ${slip.sendingBank}
      and slip.trans_ref = ${slip.transRef} and credited_key = ${slip.idempotencyKey}`);
}

/** Whether the request with this idempotency key credited another slip of the member. */
export async function isKeyOfAnotherSlip(
  database: Queryable,
  siteId: number,
  slip: SlipName & { readonly idempotencyKey?: string | undefined },
): Promise<boolean> {
  if (slip.idempotencyKey === undefined) return false;
  const others = await database.rows(sql`
    select 1 from slip
    where site_id = ${siteId} and member_id = ${slip.memberId} and credited_key = ${slip.idempotencyKey}
      and (sending_bank, trans_ref) <> (${slip.sendingBank}, ${slip.transRef}) limit 1`);
  return others.length > 0;
}

/** Marks the slips of a movement credited that are of this member. */
export async function creditSlipsOf(
  tx: Queryable,
  siteId: number,
  of: { readonly movement: MovementName; readonly memberId: bigint },
): Promise<void> {
  const { movement, memberId } = of;
  await tx.execute(sql`
    update slip set state = 'credited', code = null, next_attempt_at = null
    where site_id = ${siteId} and movement_site_id = ${movement.siteId} and bank_movement_id = ${movement.movementId}
      and member_id = ${memberId}`);
}

export type SlipSender = {
  readonly siteId: number;
  readonly memberId: bigint;
  readonly state: SlipState;
  readonly code: string | null;
};

/** Members with a slip of this movement, newest first. */
export function listSlipSenders(database: Queryable, movement: MovementName): Promise<SlipSender[]> {
  return database.rows(sql`
    select site_id as "siteId", member_id as "memberId", state, code from slip
    where ${anySite} and movement_site_id = ${movement.siteId} and bank_movement_id = ${movement.movementId}
    order by slip_id desc`);
}

export type ReviewedSlip = SlipSender & {
  readonly sendingBank: string;
  readonly transRef: string;
  readonly sentAt: Date;
};

/** Slips of this movement with their references, newest first. */
export function listSlips(database: Queryable, movement: MovementName): Promise<ReviewedSlip[]> {
  return database.rows(sql`
    select site_id as "siteId", member_id as "memberId", state, code, sending_bank as "sendingBank",
      trans_ref as "transRef", created_at as "sentAt" from slip
    where ${anySite} and movement_site_id = ${movement.siteId} and bank_movement_id = ${movement.movementId}
    order by slip_id desc`);
}

/** Moves the slips of this reference to another movement; slips decided with the first one return to review. */
export function moveSlipsOf(
  tx: Queryable,
  from: MovementName,
  to: MovementName,
  { sendingBank, transRef }: Omit<SlipName, 'memberId'>,
): Promise<SlipSender[]> {
  return tx.rows(sql`
    update slip set bank_movement_id = ${to.movementId},
      state = case when state in ('disputed', 'credited') then 'review' else state end,
      code = case when state in ('disputed', 'credited') then 'SLIP_UNDER_REVIEW' else code end
    where ${anySite} and movement_site_id = ${from.siteId} and bank_movement_id = ${from.movementId}
      and sending_bank = ${sendingBank} and trans_ref = ${transRef}
    returning site_id as "siteId", member_id as "memberId", state, code`);
}

/** Rejects the open slips of a movement, except those of the credited member. */
export function refuseSlipsOf(
  tx: Queryable,
  movement: MovementName,
  of: { readonly code: string; readonly keptFor: MemberRef | undefined },
): Promise<SlipSender[]> {
  const { code, keptFor } = of;
  return tx.rows(sql`
    update slip set state = 'refused', code = ${code}, next_attempt_at = null
    where ${anySite} and movement_site_id = ${movement.siteId} and bank_movement_id = ${movement.movementId}
      and state in ('review', 'disputed', 'credited')
      and (site_id, member_id) is distinct from (${keptFor?.siteId ?? null}::int, ${keptFor?.memberId ?? null}::bigint)
    returning site_id as "siteId", member_id as "memberId", state, code`);
}

export type DueSlip = SlipName & { readonly attempts: number };

/** Claims due slips for a retry. Each is postponed meanwhile, so two processes never claim the same slip. */
export function claimDueSlips(
  database: Queryable,
  siteId: number,
  limit: number,
  postponeSeconds: number,
): Promise<DueSlip[]> {
  return database.rows(sql`
    update slip set next_attempt_at = now() + make_interval(secs => ${postponeSeconds}), attempts = attempts + 1
    where site_id = ${siteId} and slip_id in (
      select slip_id from slip
      where site_id = ${siteId} and state = 'waiting' and next_attempt_at <= now()
      order by next_attempt_at limit ${limit} for update skip locked)
    returning member_id as "memberId", sending_bank as "sendingBank", trans_ref as "transRef", attempts`);
}

/** Schedules the next retry, counted from the first time that the member sent the slip. */
export async function postponeSlip(
  database: Queryable,
  siteId: number,
  slip: SlipName & { readonly secondsAfterFirst: number; readonly code: string },
): Promise<void> {
  await database.execute(sql`
    update slip set code = ${slip.code},
      next_attempt_at = greatest(first_sent_at + make_interval(secs => ${slip.secondsAfterFirst}), now() + interval '10 seconds')
    where site_id = ${siteId} and member_id = ${slip.memberId} and sending_bank = ${slip.sendingBank}
      and trans_ref = ${slip.transRef} and state = 'waiting'`);
}

/** The latest slips, and older ones that are still open. */
export async function listLatestSlips(
  database: Queryable,
  siteId: number,
  memberId: bigint,
  limit: number,
): Promise<SlipOfMember[]> {
  type SlipRow = SlipOfMember & { readonly movementSiteId: number | null; readonly bankMovementId: bigint | null };
  const slips = await database.rows<SlipRow>(sql`
    select slip_id as "slipId", state, code, next_attempt_at as "nextTryAt", created_at as "createdAt",
      movement_site_id as "movementSiteId", bank_movement_id as "bankMovementId",
      (select d.amount_e4 from deposit d
       where d.site_id = ${siteId} and d.movement_site_id = s.movement_site_id and d.bank_movement_id = s.bank_movement_id
         and d.member_id = s.member_id order by d.deposit_id desc limit 1) as amount,
      case when (state in ('review', 'disputed') or code in ('SLIP_NOT_YOURS', 'SLIP_RETURNED')) and not exists (
        select from deposit d where d.site_id = ${siteId} and d.movement_site_id = s.movement_site_id
          and d.bank_movement_id = s.bank_movement_id and d.member_id = s.member_id) then bank_movement_id end as "movementId"
    from slip s where site_id = ${siteId} and member_id = ${memberId} and (state in ('waiting', 'review', 'disputed') or slip_id in (
      select slip_id from slip where site_id = ${siteId} and member_id = ${memberId} order by created_at desc, slip_id desc limit ${limit}))
    order by created_at desc, slip_id desc limit ${OPEN_SLIPS_MAX}`);
  // A movement may be another site's. The amount of another person's transfer stays hidden.
  const open = slips.filter(({ amount, bankMovementId }) => amount === null && bankMovementId !== null);
  if (open.length === 0) return slips;
  const proven = await database.rows<{ siteId: number; id: bigint; amount: Money }>(sql`
    select site_id as "siteId", bank_movement_id as id, amount_e4 as amount from bank_movement
    where site_id = any(${open.map(({ movementSiteId }) => movementSiteId)}::int[])
      and bank_movement_id = any(${open.map(({ bankMovementId }) => bankMovementId)}::bigint[])
      and identified_site_id = ${siteId} and identified_member_id = ${memberId}`);
  const amounts = new Map(proven.map(({ siteId: owner, id, amount }) => [`${owner} ${id}`, amount]));
  return slips.map((slip) => ({
    ...slip,
    amount: slip.amount ?? amounts.get(`${slip.movementSiteId} ${slip.bankMovementId}`) ?? null,
  }));
}
