// SQL of cashback. Rows in, rows out; nothing is decided here.

import { type Database, type Queryable, sql, type Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

export type Span = { readonly from: Date; readonly to: Date };

/** What a member's figure is made of. */
export type Inputs = {
  readonly stakes: Money;
  readonly payouts: Money;
  readonly gifts: Money;
  readonly deposits: Money;
  readonly withdrawals: Money;
  readonly openingBalance: Money;
};

export type MemberInputs = Inputs & { readonly memberId: bigint; readonly from: Date; readonly carried: Money };

export type PeriodState = 'none' | 'carried' | 'claimable' | 'claimed' | 'expired';

export type Period = Inputs & {
  readonly memberId: bigint;
  readonly from: Date;
  readonly to: Date;
  readonly loss: Money;
  readonly percentBp: number;
  readonly carried: Money;
  readonly amount: Money;
  readonly state: PeriodState;
  readonly expiresAt: Date | null;
  readonly closedAt: Date | null;
};

const periodColumns = sql`member_id as "memberId", period_from as "from", period_to as "to", stakes_e4 as stakes,
  payouts_e4 as payouts, gifts_e4 as gifts, deposits_e4 as deposits, withdrawals_e4 as withdrawals,
  opening_e4 as "openingBalance", loss_e4 as loss, percent_bp as "percentBp", carried_e4 as carried, amount_e4 as amount,
  state, expires_at as "expiresAt", closed_at as "closedAt"`;

/** When this week began (Monday, Bangkok), whether the one before it is due, and now. */
export function clock(
  database: Queryable,
  closedAfterMinutes: number,
): Promise<{ thisWeek: Date; isLastDue: boolean; now: Date }> {
  return database.one(sql`
    select week at time zone 'Asia/Bangkok' as "thisWeek", here - make_interval(mins => ${closedAfterMinutes}::int) >= week as "isLastDue",
      clock_timestamp() as now
    from (select now() at time zone 'Asia/Bangkok' as here, date_trunc('week', now() at time zone 'Asia/Bangkok') as week) clock
  `);
}

/** Weeks that ended (Monday to Sunday, Bangkok; so long ago at least) and were not calculated, oldest first, no more than so many. */
export function dueWeeks(
  database: Queryable,
  siteId: number,
  closedAfterMinutes: number,
  most: number,
): Promise<Span[]> {
  return database.rows(sql`
    select (ended - interval '7 days') at time zone 'Asia/Bangkok' as "from", ended at time zone 'Asia/Bangkok' as "to"
    from (select date_trunc('week', now() at time zone 'Asia/Bangkok' - make_interval(mins => ${closedAfterMinutes}::int)) as last) weeks,
      generate_series(greatest(
        coalesce((select max(period_to) at time zone 'Asia/Bangkok' + interval '7 days' from cashback_run where site_id = ${siteId}), last),
        last - make_interval(days => 7 * (${most}::int - 1))), last, interval '7 days') as ended
    order by ended
  `);
}

export async function noteFinished(database: Database, siteId: number, to: Date): Promise<void> {
  await database.execute(
    sql`insert into cashback_run (site_id, period_to) values (${siteId}, ${to}) on conflict do nothing`,
  );
}

/** Members with a round that was settled or corrected in the span, found by the span, in pages. */
export function playersOf(
  database: Database,
  siteId: number,
  span: Span,
  atOnce: number,
): AsyncIterable<{ memberId: bigint }[]> {
  return database.pages(
    sql`
      select distinct member_id as "memberId" from cashback_flow
      where site_id = ${siteId} and at >= ${span.from}::timestamptz and at < ${span.to}::timestamptz
        and (stakes_e4 <> 0 or payouts_e4 <> 0)
      order by member_id`,
    atOnce,
  );
}

/**
 * The figures of those who played in the span, each from where the member's last period ended. Rounds opened more than thirty days
 * before the span are not looked for.
 */
export function inputsOf(
  database: Queryable,
  siteId: number,
  span: Span,
  memberIds: readonly bigint[],
): Promise<MemberInputs[]> {
  return database.rows(sql`
    select member.member_id as "memberId", since as "from", stakes, payouts, gifts, deposits, withdrawals,
      opening as "openingBalance", coalesce(carried, 0)::bigint as carried
    from member
    left join lateral (
      select period_to, case when state = 'carried' then amount_e4 else 0 end as carried from cashback_period as past
      where past.site_id = member.site_id and past.member_id = member.member_id order by period_from desc limit 1
    ) last_period on true
    cross join lateral (select greatest(${span.from}::timestamptz, last_period.period_to) as since) span
    cross join lateral (
      select coalesce(sum(stakes_e4), 0)::bigint as stakes, coalesce(sum(payouts_e4), 0)::bigint as payouts,
        coalesce(sum(gifts_e4), 0)::bigint as gifts, coalesce(sum(deposits_e4), 0)::bigint as deposits,
        coalesce(sum(withdrawals_e4), 0)::bigint as withdrawals
      from cashback_flow as flow
      where flow.site_id = member.site_id and flow.member_id = member.member_id
        and flow.begun_at >= since - interval '30 days' and flow.at >= since and flow.at < ${span.to}::timestamptz
    ) sums
    cross join lateral (
      select coalesce(sum(balance), 0)::bigint as opening from unnest(array[1, 2, 8]) as account (kind)
      cross join lateral (
        select case when from_kind = account.kind then from_balance_e4 else to_balance_e4 end as balance
        from ledger_transfer as transfer
        where transfer.site_id = member.site_id and transfer.owner_id = member.member_id and transfer.created_at < since
          and account.kind in (from_kind, to_kind)
        order by transfer_id desc limit 1
      ) last_transfer
    ) opening
    where member.site_id = ${siteId} and member.member_id = any(${memberIds}::bigint[])
      and since < ${span.to}::timestamptz and (stakes <> 0 or payouts <> 0)
    order by member.member_id
  `);
}

/** Writes the period unless one reaches into it already; answers whether it was written. */
export async function insertPeriod(
  tx: Transaction,
  siteId: number,
  period: Omit<Period, 'expiresAt' | 'closedAt'>,
  claimDays: number,
): Promise<boolean> {
  const written = await tx.execute(sql`
    insert into cashback_period (site_id, member_id, period_from, period_to, stakes_e4, payouts_e4, gifts_e4, deposits_e4,
      withdrawals_e4, opening_e4, loss_e4, percent_bp, carried_e4, amount_e4, state, expires_at)
    select ${siteId}, ${period.memberId}::bigint, ${period.from}::timestamptz, ${period.to}::timestamptz,
      ${period.stakes}::bigint, ${period.payouts}::bigint, ${period.gifts}::bigint, ${period.deposits}::bigint,
      ${period.withdrawals}::bigint, ${period.openingBalance}::bigint, ${period.loss}::bigint, ${period.percentBp}::int,
      ${period.carried}::bigint, ${period.amount}::bigint, ${period.state},
      case when ${period.state} = 'claimable' then now() + make_interval(days => ${claimDays}::int) end
    where not exists (select from cashback_period where site_id = ${siteId} and member_id = ${period.memberId}::bigint
      and period_to > ${period.from}::timestamptz)
  `);
  return written === 1;
}

export function claimablePeriods(tx: Queryable, siteId: number, memberId: bigint): Promise<Period[]> {
  return tx.rows(sql`
    select ${periodColumns} from cashback_period
    where site_id = ${siteId} and member_id = ${memberId} and state = 'claimable' and expires_at > now()
    order by period_from
  `);
}

export function claimedByKey(tx: Queryable, siteId: number, memberId: bigint, key: string): Promise<Period[]> {
  return tx.rows(sql`
    select ${periodColumns} from cashback_period
    where site_id = ${siteId} and member_id = ${memberId} and state = 'claimed' and claim_key = ${key}
  `);
}

export async function markClaimed(tx: Transaction, siteId: number, period: Period, key: string): Promise<boolean> {
  const changed = await tx.execute(sql`
    update cashback_period set state = 'claimed', closed_at = now(), claim_key = ${key}, movement_id = nextval('movement_number')
    where site_id = ${siteId} and member_id = ${period.memberId} and period_from = ${period.from} and state = 'claimable'
  `);
  return changed === 1;
}

export async function markExpired(tx: Transaction, siteId: number, period: Period): Promise<boolean> {
  const changed = await tx.execute(sql`
    update cashback_period set state = 'expired', closed_at = now()
    where site_id = ${siteId} and member_id = ${period.memberId} and period_from = ${period.from} and state = 'claimable'
      and expires_at <= now()
  `);
  return changed === 1;
}

export function overduePeriods(database: Database, siteId: number, limit: number): Promise<Period[]> {
  return database.rows(sql`
    select ${periodColumns} from cashback_period
    where site_id = ${siteId} and state = 'claimable' and expires_at <= now() order by expires_at limit ${limit}
  `);
}

export function latestPeriods(database: Queryable, siteId: number, memberId: bigint, limit: number): Promise<Period[]> {
  return database.rows(sql`
    select ${periodColumns} from cashback_period where site_id = ${siteId} and member_id = ${memberId}
    order by period_from desc limit ${limit}
  `);
}
