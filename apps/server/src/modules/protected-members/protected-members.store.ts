// SQL of the operators' list of members who protect themselves: on a break, excluded, with limits, with a request for a
// looser one.
//
// Always true: each list follows an index by key and reads at most a page of members.

import { type Queryable, sql, type Sql } from '@chaba/database';

import type { LimitKind, LimitSpan } from '#modules/limits';

type ProtectedList = 'breaks' | 'exclusions' | 'requests' | 'limits';

export type ProtectedPage = {
  readonly list: ProtectedList;
  /** Of `limits`: the member after whom the page begins. */
  readonly before: bigint | undefined;
  readonly limit: number;
};

/** The members of a page: the earliest end or request first; of `limits` the newest member. */
export async function listIds(database: Queryable, siteId: number, page: ProtectedPage): Promise<bigint[]> {
  const rows = await database.rows<{ memberId: bigint }>(pageQuery(siteId, page));
  return rows.map(({ memberId }) => memberId);
}

function pageQuery(siteId: number, { list, before, limit }: ProtectedPage): Sql {
  const onBreak = (isExcluded: boolean): Sql => sql`
    select member_id as "memberId" from member
    where site_id = ${siteId} and play_break_until > now() and is_self_excluded = ${isExcluded}
    order by play_break_until, member_id limit ${limit}`;
  const queries: Readonly<Record<ProtectedList, Sql>> = {
    breaks: onBreak(false),
    exclusions: onBreak(true),
    requests: sql`
      select member_id as "memberId" from member_limit where site_id = ${siteId} and pending_since is not null
      group by member_id order by min(pending_since), member_id limit ${limit}`,
    limits: sql`
      select distinct member_id as "memberId" from member_limit
      where site_id = ${siteId} ${before === undefined ? sql`` : sql`and member_id < ${before}`}
      order by member_id desc limit ${limit}`,
  };
  return queries[list];
}

export type LimitOfMember = {
  readonly memberId: bigint;
  readonly kind: LimitKind;
  readonly span: LimitSpan;
  /** Money, or minutes. */
  readonly most: bigint;
  readonly requested: bigint | null;
  readonly requestedAt: Date | null;
};

export function listStoredLimits(
  database: Queryable,
  siteId: number,
  memberIds: readonly bigint[],
): Promise<LimitOfMember[]> {
  return database.rows(sql`
    select member_id as "memberId", kind, span, coalesce(amount_e4, minutes) as most,
      coalesce(pending_e4, pending_minutes) as requested, pending_since as "requestedAt"
    from member_limit where site_id = ${siteId} and member_id = any(${memberIds}::bigint[])
    order by member_id, kind, span`);
}

/** Breaks and exclusions of each member that began within so many days. */
export function countRecentBreaks(
  database: Queryable,
  siteId: number,
  { memberIds, days }: { readonly memberIds: readonly bigint[]; readonly days: number },
): Promise<{ readonly memberId: bigint; readonly count: number }[]> {
  return database.rows(sql`
    select member_id as "memberId", count(*)::int as count from play_break
    where site_id = ${siteId} and member_id = any(${memberIds}::bigint[]) and length <> 'lifted'
      and started_at > now() - make_interval(days => ${days}::int)
    group by member_id`);
}

/** Ends of the present breaks that have one. */
export function listBreakEnds(
  database: Queryable,
  siteId: number,
  memberIds: readonly bigint[],
): Promise<{ readonly memberId: bigint; readonly until: Date }[]> {
  return database.rows(sql`
    select member_id as "memberId", play_break_until as until from member
    where site_id = ${siteId} and member_id = any(${memberIds}::bigint[]) and play_break_until > now()
      and isfinite(play_break_until)`);
}
