// SQL of the limits that members set for themselves. Rows in, rows out.

import { type Queryable, sql, type Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

import type { LimitKind, LimitSpan, LimitWish, OwnLimit, PlayLimit } from './limits.ts';

const LOOSENING_HOURS = 24;
const CONFIRMING_DAYS = 7;

const SPANS: Readonly<Record<LimitKind, readonly LimitSpan[]>> = {
  deposit: ['day', 'week', 'month'],
  loss: ['day', 'week', 'month'],
  stake: ['bet'],
};

type Named = { readonly memberId: bigint; readonly kind: LimitKind; readonly span: LimitSpan };
type Wished = Pick<LimitWish, 'isConfirmable'> & {
  readonly wished: Money | null;
  readonly confirmFrom: Date | null;
  readonly confirmUntil: Date | null;
};

/** Every span of the kind, with a limit or without. A wish that lapsed is none. */
export async function limitsOf(
  database: Queryable,
  siteId: number,
  { memberId, kind }: Omit<Named, 'span'>,
): Promise<OwnLimit[]> {
  const rows = await database.rows<OwnLimit & Wished>(sql`
    select spans.span, own.amount_e4 as amount, begun at time zone 'Asia/Bangkok' as "begunAt",
      case when begun is not null then (begun + ('1 ' || spans.span)::interval) at time zone 'Asia/Bangkok' end as "endsAt",
      wish_e4 as wished, confirmable_at as "confirmFrom", lapses_at as "confirmUntil",
      coalesce(confirmable_at <= now(), false) as "isConfirmable"
    from (select span, place, case when span <> 'bet' then date_trunc(span, now() at time zone 'Asia/Bangkok') end as begun
          from unnest(${SPANS[kind]}::text[]) with ordinality as named (span, place)) spans
    left join member_limit own on own.site_id = ${siteId} and own.member_id = ${memberId} and own.kind = ${kind}
      and own.span = spans.span
    left join lateral (
      select wished_at + make_interval(hours => ${LOOSENING_HOURS}::int) as confirmable_at,
        wished_at + make_interval(days => ${CONFIRMING_DAYS}::int, hours => ${LOOSENING_HOURS}::int) as lapses_at
    ) wish on lapses_at > now()
    order by place
  `);
  return rows.map(({ wished, confirmFrom, confirmUntil, isConfirmable, ...limit }) => ({
    ...limit,
    wish: confirmFrom && confirmUntil && { amount: wished, confirmFrom, confirmUntil, isConfirmable },
  }));
}

export async function setLimit(tx: Transaction, siteId: number, to: Named & { readonly amount: Money }): Promise<void> {
  await tx.execute(sql`
    insert into member_limit (site_id, member_id, kind, span, amount_e4)
    values (${siteId}, ${to.memberId}, ${to.kind}, ${to.span}, ${to.amount})
    on conflict (site_id, member_id, kind, span) do update set amount_e4 = excluded.amount_e4, wish_e4 = null, wished_at = null
  `);
}

export async function dropLimit(tx: Transaction, siteId: number, of: Named): Promise<void> {
  await tx.execute(sql`
    delete from member_limit
    where site_id = ${siteId} and member_id = ${of.memberId} and kind = ${of.kind} and span = ${of.span}
  `);
}

export async function wishLimit(
  tx: Transaction,
  siteId: number,
  to: Named & { readonly wish: Money | undefined },
): Promise<void> {
  await tx.execute(sql`
    update member_limit set wish_e4 = ${to.wish ?? null}, wished_at = now()
    where site_id = ${siteId} and member_id = ${to.memberId} and kind = ${to.kind} and span = ${to.span}
  `);
}

export async function recordChange(
  tx: Transaction,
  siteId: number,
  change: Named & {
    readonly act: 'set' | 'asked' | 'taken_back' | 'confirmed';
    readonly amount: Money | undefined;
  },
): Promise<void> {
  await tx.execute(sql`
    insert into member_limit_change (site_id, member_id, kind, span, act, amount_e4)
    values (${siteId}, ${change.memberId}, ${change.kind}, ${change.span}, ${change.act}, ${change.amount ?? null})
  `);
}

export async function hasPlayLimits(tx: Transaction, siteId: number, memberId: bigint): Promise<boolean> {
  const row = await tx.maybe(sql`
    select 1 from member_limit where site_id = ${siteId} and member_id = ${memberId} and kind <> 'deposit' limit 1
  `);
  return row !== undefined;
}

export function playLimits(
  database: Queryable,
  siteId: number,
  memberIds: readonly bigint[],
): Promise<(PlayLimit & { readonly memberId: bigint })[]> {
  return database.rows(sql`
    select member_id as "memberId", span, amount_e4 as amount,
      case when kind = 'loss' then (select coalesce(sum(loss_e4), 0)::bigint from member_loss counted
        where counted.site_id = ${siteId} and counted.member_id = own.member_id
          and day >= date_trunc(own.span, now() at time zone 'Asia/Bangkok')::date) else 0::bigint end as lost
    from member_limit own
    where site_id = ${siteId} and member_id = any(${memberIds}::bigint[]) and kind <> 'deposit'
  `);
}
