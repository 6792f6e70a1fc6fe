// SQL of the slips that members sent: what became of each, and how often somebody tried.

import { type Queryable, sql } from '@chaba/database';
import type { Money } from '@chaba/money';

import type { Movement } from './movements.store.ts';

/** A slip by what names it. */
export type SlipName = { readonly memberId: bigint; readonly sendingBank: string; readonly transRef: string };

export type SlipState = 'waiting' | 'review' | 'disputed' | 'credited' | 'refused';

/** More open slips of one member are not listed. */
const OPEN_SLIPS_MAX = 100;

/** The movement that a slip reports: its owning site, and its number. */
type MovementName = Pick<Movement, 'siteId' | 'movementId'>;
/** Slips of a movement are of members of any site that shares its account. */
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

/** How often these outcomes came within the window, and how many seconds until the oldest of them leaves it. */
export function countAttempts(
  database: Queryable,
  siteId: number,
  of: { readonly memberId: bigint; readonly outcomes: readonly string[]; readonly windowSeconds: number },
): Promise<{ count: number; secondsToWait: number }> {
  return database.one(sql`
    select count(*)::int as count,
      coalesce(ceil(extract(epoch from min(attempted_at) + make_interval(secs => ${of.windowSeconds}) - now())), 0)::int as "secondsToWait"
    from slip_attempt
    where site_id = ${siteId} and member_id = ${of.memberId} and outcome = any(${of.outcomes}::text[])
      and attempted_at > now() - make_interval(secs => ${of.windowSeconds})`);
}

/** Remembers that the bank could not say yet. A slip that waits already keeps its timetable. */
export async function storeOrphanWin(
  database: Queryable,
  siteId: number,
  slip: SlipName & { readonly code: string; readonly firstTryInSeconds: number },
): Promise<void> {
  await database.execute(sql`
    insert into slip (site_id, member_id, sending_bank, trans_ref, state, code, next_try_at)
    values (${siteId}, ${slip.memberId}, ${slip.sendingBank}, ${slip.transRef}, 'waiting', ${slip.code},
      now() + make_interval(secs => ${slip.firstTryInSeconds}))
    on conflict (site_id, member_id, sending_bank, trans_ref) do update
      set state = 'waiting', code = excluded.code,
        tries = case when slip.state = 'waiting' then slip.tries else 0 end,
        waiting_since = case when slip.state = 'waiting' then slip.waiting_since else now() end,
        next_try_at = coalesce(slip.next_try_at, excluded.next_try_at)
      where slip.state in ('waiting', 'refused')`);
}

/** Writes what became of a slip. What was credited stays so, whatever is sent later. */
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
      set state = excluded.state, code = excluded.code, next_try_at = null,
        movement_site_id = coalesce(excluded.movement_site_id, slip.movement_site_id),
        bank_movement_id = coalesce(excluded.bank_movement_id, slip.bank_movement_id), credited_key = excluded.credited_key
      where slip.state <> 'credited'`);
}

/** What this member's slip was credited with by the question of this key. */
export async function creditByKey(
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

/** Was another slip of this member credited by the question of this key. */
export async function isKeyOfAnother(
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

/** An operator or the bank's feed credited a transfer: this member's slips of it follow. */
export async function creditSlipsOf(
  tx: Queryable,
  siteId: number,
  of: { readonly movement: MovementName; readonly memberId: bigint },
): Promise<void> {
  const { movement, memberId } = of;
  await tx.execute(sql`
    update slip set state = 'credited', code = null, next_try_at = null
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

/** The slips of this reference report another movement from now on; those decided with the first one wait for an operator. */
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

/** An operator decided: slips of this movement are rejected, except those of the credited member. */
export function refuseSlipsOf(
  tx: Queryable,
  movement: MovementName,
  of: { readonly code: string; readonly keptFor: { readonly siteId: number; readonly memberId: bigint } | undefined },
): Promise<SlipSender[]> {
  const { code, keptFor } = of;
  return tx.rows(sql`
    update slip set state = 'refused', code = ${code}, next_try_at = null
    where ${anySite} and movement_site_id = ${movement.siteId} and bank_movement_id = ${movement.movementId}
      and state in ('review', 'disputed', 'credited')
      and (site_id, member_id) is distinct from (${keptFor?.siteId ?? null}::int, ${keptFor?.memberId ?? null}::bigint)
    returning site_id as "siteId", member_id as "memberId", state, code`);
}

export type DueSlip = SlipName & { readonly tries: number };

/** Takes slips that are due. Two processes never get the same one: each is put off while it is asked. */
export function takeDueSlips(
  database: Queryable,
  siteId: number,
  limit: number,
  putOffSeconds: number,
): Promise<DueSlip[]> {
  return database.rows(sql`
    update slip set next_try_at = now() + make_interval(secs => ${putOffSeconds}), tries = tries + 1
    where site_id = ${siteId} and slip_id in (
      select slip_id from slip
      where site_id = ${siteId} and state = 'waiting' and next_try_at <= now()
      order by next_try_at limit ${limit} for update skip locked)
    returning member_id as "memberId", sending_bank as "sendingBank", trans_ref as "transRef", tries`);
}

/** Sets the next question, counted from the first time the member sent the slip. */
export async function putOffSlip(
  database: Queryable,
  siteId: number,
  slip: SlipName & { readonly secondsAfterFirst: number; readonly code: string },
): Promise<void> {
  await database.execute(sql`
    update slip set code = ${slip.code},
      next_try_at = greatest(waiting_since + make_interval(secs => ${slip.secondsAfterFirst}), now() + interval '10 seconds')
    where site_id = ${siteId} and member_id = ${slip.memberId} and sending_bank = ${slip.sendingBank}
      and trans_ref = ${slip.transRef} and state = 'waiting'`);
}

/** The latest slips, and older ones that are still open. */
export function latestSlips(
  database: Queryable,
  siteId: number,
  memberId: bigint,
  limit: number,
): Promise<SlipOfMember[]> {
  return database.rows(sql`
    select slip_id as "slipId", state, code, next_try_at as "nextTryAt", created_at as "createdAt",
      -- A slip of somebody else's transfer must not tell its amount.
      coalesce(
        (select d.amount_e4 from deposit d
         where d.site_id = s.site_id and d.movement_site_id = s.movement_site_id and d.bank_movement_id = s.bank_movement_id
           and d.member_id = s.member_id order by d.deposit_id desc limit 1),
        (select m.amount_e4 from bank_movement m
         where m.site_id = s.movement_site_id and m.bank_movement_id = s.bank_movement_id and m.proven_site_id = s.site_id
           and m.proven_member_id = s.member_id)) as amount,
      case when (state in ('review', 'disputed') or code in ('SLIP_NOT_YOURS', 'SLIP_RETURNED')) and not exists (
        select from deposit d where d.site_id = s.site_id and d.movement_site_id = s.movement_site_id
          and d.bank_movement_id = s.bank_movement_id and d.member_id = s.member_id) then bank_movement_id end as "movementId"
    from slip s where site_id = ${siteId} and member_id = ${memberId} and (state in ('waiting', 'review', 'disputed') or slip_id in (
      select slip_id from slip where site_id = ${siteId} and member_id = ${memberId} order by created_at desc, slip_id desc limit ${limit}))
    order by created_at desc, slip_id desc limit ${OPEN_SLIPS_MAX}`);
}
