// SQL of the limits that members set for their deposits. Rows in, rows out.

import { type Queryable, sql, type Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

import type { DepositLimit, LimitSpan } from './deposit-limits.ts';

const LOOSENING_HOURS = 24;

/** All three spans, each with what was deposited in it so far. */
export function limitsOf(database: Queryable, siteId: number, memberId: bigint): Promise<DepositLimit[]> {
  return database.rows(sql`
    select spans.span, own.amount_e4 as amount,
      (begun + ('1 ' || spans.span)::interval) at time zone 'Asia/Bangkok' as "endsAt",
      wished_at is not null as "isWished", wish_e4 as wish,
      wished_at + make_interval(hours => ${LOOSENING_HOURS}::int) as "confirmFrom",
      coalesce(wished_at + make_interval(hours => ${LOOSENING_HOURS}::int) <= now(), false) as "isConfirmable",
      (select coalesce(sum(amount_e4), 0)::bigint from deposit
       where site_id = ${siteId} and member_id = ${memberId} and credited_at >= begun at time zone 'Asia/Bangkok') as used
    from (select span, place, date_trunc(span, now() at time zone 'Asia/Bangkok') as begun
          from unnest(array['day', 'week', 'month']) with ordinality as named (span, place)) spans
    left join deposit_limit own on own.site_id = ${siteId} and own.member_id = ${memberId} and own.span = spans.span
    order by place
  `);
}

export async function setLimit(
  tx: Transaction,
  siteId: number,
  to: { readonly memberId: bigint; readonly span: LimitSpan; readonly amount: Money },
): Promise<void> {
  await tx.execute(sql`
    insert into deposit_limit (site_id, member_id, span, amount_e4)
    values (${siteId}, ${to.memberId}, ${to.span}, ${to.amount})
    on conflict (site_id, member_id, span) do update set amount_e4 = excluded.amount_e4, wish_e4 = null, wished_at = null
  `);
}

export async function dropLimit(
  tx: Transaction,
  siteId: number,
  of: { readonly memberId: bigint; readonly span: LimitSpan },
): Promise<void> {
  await tx.execute(sql`
    delete from deposit_limit where site_id = ${siteId} and member_id = ${of.memberId} and span = ${of.span}
  `);
}

export async function wishLimit(
  tx: Transaction,
  siteId: number,
  to: { readonly memberId: bigint; readonly span: LimitSpan; readonly wish: Money | undefined },
): Promise<void> {
  await tx.execute(sql`
    update deposit_limit set wish_e4 = ${to.wish ?? null}, wished_at = now()
    where site_id = ${siteId} and member_id = ${to.memberId} and span = ${to.span}
  `);
}

export async function recordChange(
  tx: Transaction,
  siteId: number,
  change: {
    readonly memberId: bigint;
    readonly span: LimitSpan;
    readonly act: 'set' | 'asked' | 'taken_back' | 'confirmed';
    readonly amount: Money | undefined;
  },
): Promise<void> {
  await tx.execute(sql`
    insert into deposit_limit_change (site_id, member_id, span, act, amount_e4)
    values (${siteId}, ${change.memberId}, ${change.span}, ${change.act}, ${change.amount ?? null})
  `);
}
