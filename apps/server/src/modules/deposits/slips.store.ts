// SQL of the slips that members sent: what became of each, and how often somebody tried.

import { type Queryable, sql } from '@chaba/database';
import type { Money } from '@chaba/money';

/** A slip by what names it. */
export type SlipName = { readonly memberId: bigint; readonly sendingBank: string; readonly transRef: string };

export type SlipState = 'waiting' | 'review' | 'credited' | 'refused';

export type SlipOfMember = {
  readonly slipId: bigint;
  readonly state: SlipState;
  readonly code: string | null;
  readonly amount: Money | null;
  readonly createdAt: Date;
  readonly nextTryAt: Date | null;
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
export async function keepWaiting(
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
    readonly depositId: bigint | undefined;
    readonly creditedKey?: string | undefined;
  },
): Promise<void> {
  await tx.execute(sql`
    insert into slip (site_id, member_id, sending_bank, trans_ref, state, code, deposit_id, credited_key)
    values (${siteId}, ${slip.memberId}, ${slip.sendingBank}, ${slip.transRef}, ${slip.state}, ${slip.code ?? null}, ${slip.depositId ?? null},
      ${slip.creditedKey ?? null})
    on conflict (site_id, member_id, sending_bank, trans_ref) do update
      set state = excluded.state, code = excluded.code, next_try_at = null, deposit_id = coalesce(excluded.deposit_id, slip.deposit_id),
        credited_key = excluded.credited_key
      where slip.state <> 'credited'`);
}

/** What this member's slip was credited with by the question of this key. */
export async function creditByKey(
  database: Queryable,
  siteId: number,
  slip: SlipName & { readonly idempotencyKey?: string | undefined },
): Promise<{ depositId: bigint; amount: Money; state: 'credited' | 'parked' } | undefined> {
  if (slip.idempotencyKey === undefined) return undefined;
  return database.maybe(sql`
    select deposit.deposit_id as "depositId", amount_e4 as amount, deposit.state
    from slip join deposit on deposit.site_id = slip.site_id and deposit.deposit_id = slip.deposit_id
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

/** A person, or the bank's feed, credited a transfer: whoever of its slips is this member's follows. */
export async function creditSlipsOf(
  tx: Queryable,
  siteId: number,
  of: { readonly depositId: bigint; readonly memberId: bigint },
): Promise<void> {
  await tx.execute(sql`
    update slip set state = 'credited', code = null, next_try_at = null
    where site_id = ${siteId} and deposit_id = ${of.depositId} and member_id = ${of.memberId}`);
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

export function latestSlips(
  database: Queryable,
  siteId: number,
  memberId: bigint,
  limit: number,
): Promise<SlipOfMember[]> {
  return database.rows(sql`
    select slip_id as "slipId", state, code, next_try_at as "nextTryAt", created_at as "createdAt",
      -- A slip of somebody else's transfer must not tell its amount.
      (select d.amount_e4 from deposit d
       where d.site_id = ${siteId} and d.deposit_id = s.deposit_id and d.member_id = ${memberId}) as amount
    from slip s where site_id = ${siteId} and member_id = ${memberId}
    order by created_at desc, slip_id desc limit ${limit}`);
}

/** A transfer was sent back: slips that waited for a person are refused with it. */
export async function closeSlipsOf(tx: Queryable, siteId: number, depositId: bigint): Promise<void> {
  await tx.execute(sql`
    update slip set state = 'refused', next_try_at = null
    where site_id = ${siteId} and deposit_id = ${depositId} and state = 'review'`);
}
