// SQL of member limits.

import { type Queryable, sql, type Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

import { countedToday, playedNow } from './play-time.store.ts';

export type LimitKind = 'deposit' | 'loss' | 'stake' | 'time';

/** Money, or minutes for a time limit. */
export type LimitValue<Kind extends LimitKind> = Kind extends 'time' ? bigint : Money;

export type Limit<Most> = {
  /** Null: no limit. */
  readonly amount: Most | null;
  /** A requested increase or removal. */
  readonly pending: PendingLimitChange<Most> | null;
};

export type SpanLimit<Most = Money> = Limit<Most> & {
  readonly span: 'day' | 'week' | 'month';
  readonly begunAt: Date;
  readonly endsAt: Date;
};

export type BetLimit<Most = Money> = Limit<Most> & {
  readonly span: 'bet';
  readonly begunAt: null;
  readonly endsAt: null;
};

export type MemberLimit<Most = Money> = SpanLimit<Most> | BetLimit<Most>;

export type LimitSpan = MemberLimit['span'];

export type PendingLimitChange<Most = Money> = {
  /** Null: removal of the limit. */
  readonly amount: Most | null;
  readonly confirmFrom: Date;
  /** An unconfirmed request expires at this time. */
  readonly confirmUntil: Date;
  readonly isConfirmable: boolean;
};

/** One play limit of a member; `lost` is the loss of the whole span, and zero for a single bet. */
export type PlayLimit =
  | { readonly span: LimitSpan; readonly amount: Money; readonly lost: Money }
  /** Time left today; negative after the limit was reached. */
  | { readonly span: 'time'; readonly leftMs: number };

const LOOSENING_HOURS = 24;
const CONFIRMING_DAYS = 7;

const SPANS: Readonly<Record<LimitKind, readonly LimitSpan[]>> = {
  deposit: ['day', 'week', 'month'],
  loss: ['day', 'week', 'month'],
  stake: ['bet'],
  time: ['day'],
};

type LimitKey = { readonly memberId: bigint; readonly kind: LimitKind; readonly span: LimitSpan };
type PendingRow<Most> = Pick<PendingLimitChange<Most>, 'isConfirmable'> & {
  readonly wished: Most | null;
  readonly confirmFrom: Date | null;
  readonly confirmUntil: Date | null;
};

/** The amounts credited since each of these times, in their order. */
export async function depositedSince(
  database: Queryable,
  siteId: number,
  of: { readonly memberId: bigint; readonly begins: readonly Date[] },
): Promise<Money[]> {
  const rows = await database.rows<{ sum: Money }>(sql`
    select (select coalesce(sum(amount_e4), 0)::bigint from deposit
      where site_id = ${siteId} and member_id = ${of.memberId} and credited_at >= begun) as sum
    from unnest(${of.begins}::timestamptz[]) with ordinality as spans (begun, place) order by place
  `);
  return rows.map(({ sum }) => sum);
}

/** All spans of the kind, with or without a limit. An expired request is omitted. */
export async function listLimits<Kind extends LimitKind>(
  database: Queryable,
  siteId: number,
  { memberId, kind }: { readonly memberId: bigint; readonly kind: Kind },
): Promise<MemberLimit<LimitValue<Kind>>[]> {
  const rows = await database.rows<MemberLimit<LimitValue<Kind>> & PendingRow<LimitValue<Kind>>>(sql`
    select spans.span, coalesce(own.amount_e4, own.minutes) as amount, begun at time zone 'Asia/Bangkok' as "begunAt",
      case when begun is not null then (begun + ('1 ' || spans.span)::interval) at time zone 'Asia/Bangkok' end as "endsAt",
      coalesce(pending_e4, pending_minutes) as wished, confirmable_at as "confirmFrom", lapses_at as "confirmUntil",
      coalesce(confirmable_at <= now(), false) as "isConfirmable"
    from (select span, place, case when span <> 'bet' then date_trunc(span, now() at time zone 'Asia/Bangkok') end as begun
          from unnest(${SPANS[kind]}::text[]) with ordinality as named (span, place)) spans
    left join member_limit own on own.site_id = ${siteId} and own.member_id = ${memberId} and own.kind = ${kind}
      and own.span = spans.span
    left join lateral (
      select pending_since + make_interval(hours => ${LOOSENING_HOURS}::int) as confirmable_at,
        pending_since + make_interval(days => ${CONFIRMING_DAYS}::int, hours => ${LOOSENING_HOURS}::int) as lapses_at
    ) request on lapses_at > now()
    order by place
  `);
  return rows.map(({ wished, confirmFrom, confirmUntil, isConfirmable, ...limit }) => ({
    ...limit,
    pending: confirmFrom && confirmUntil && { amount: wished, confirmFrom, confirmUntil, isConfirmable },
  }));
}

/** Amounts and minutes are stored in separate columns. */
const toColumns = (kind: LimitKind, most: bigint | undefined) =>
  kind === 'time'
    ? ({ amount: null, minutes: most ?? null } as const)
    : ({ amount: most ?? null, minutes: null } as const);

export async function setLimit(
  tx: Transaction,
  siteId: number,
  to: LimitKey & { readonly amount: bigint },
): Promise<void> {
  const { amount, minutes } = toColumns(to.kind, to.amount);
  await tx.execute(sql`
    insert into member_limit (site_id, member_id, kind, span, amount_e4, minutes)
    values (${siteId}, ${to.memberId}, ${to.kind}, ${to.span}, ${amount}, ${minutes})
    on conflict (site_id, member_id, kind, span) do update set amount_e4 = excluded.amount_e4, minutes = excluded.minutes,
      pending_e4 = null, pending_minutes = null, pending_since = null
  `);
}

export async function deleteLimit(tx: Transaction, siteId: number, of: LimitKey): Promise<void> {
  await tx.execute(sql`
    delete from member_limit
    where site_id = ${siteId} and member_id = ${of.memberId} and kind = ${of.kind} and span = ${of.span}
  `);
}

export async function requestLimitChange(
  tx: Transaction,
  siteId: number,
  to: LimitKey & { readonly requested: bigint | undefined },
): Promise<void> {
  const { amount, minutes } = toColumns(to.kind, to.requested);
  await tx.execute(sql`
    update member_limit set pending_e4 = ${amount}, pending_minutes = ${minutes}, pending_since = now()
    where site_id = ${siteId} and member_id = ${to.memberId} and kind = ${to.kind} and span = ${to.span}
  `);
}

export async function recordChange(
  tx: Transaction,
  siteId: number,
  change: LimitKey & {
    readonly action: 'set' | 'requested' | 'withdrawn' | 'confirmed';
    readonly amount: bigint | undefined;
  },
): Promise<void> {
  const { amount, minutes } = toColumns(change.kind, change.amount);
  await tx.execute(sql`
    insert into member_limit_change (site_id, member_id, kind, span, action, amount_e4, minutes)
    values (${siteId}, ${change.memberId}, ${change.kind}, ${change.span}, ${change.action}, ${amount}, ${minutes})
  `);
}

/** Kinds of limits that the member has set. */
export async function listLimitedKinds(tx: Transaction, siteId: number, memberId: bigint): Promise<Set<LimitKind>> {
  const rows = await tx.rows<{ kind: LimitKind }>(sql`
    select distinct kind from member_limit where site_id = ${siteId} and member_id = ${memberId}
  `);
  return new Set(rows.map(({ kind }) => kind));
}

export function listPlayLimits(
  database: Queryable,
  siteId: number,
  memberIds: readonly bigint[],
  gapMs: number,
): Promise<(PlayLimit & { readonly memberId: bigint })[]> {
  return database.rows(sql`
    select own.member_id as "memberId", case when kind = 'time' then 'time' else span end as span, amount_e4 as amount,
      case when kind = 'loss' then (select coalesce(sum(loss_e4), 0)::bigint from member_loss lost
        where lost.site_id = ${siteId} and lost.member_id = own.member_id
          and lost.day >= date_trunc(own.span, now() at time zone 'Asia/Bangkok')::date) else 0::bigint end as lost,
      (minutes * 60000 - ${playedNow(gapMs)})::int as "leftMs"
    from member_limit own ${countedToday(siteId, sql`own.member_id`)} and kind = 'time'
    where own.site_id = ${siteId} and own.member_id = any(${memberIds}::bigint[]) and kind <> 'deposit'
  `);
}
