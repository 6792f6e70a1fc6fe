// SQL of play breaks. Two functions of the tables' owner change them, because no role may shorten a break.

import type { PlayBreakLength } from '@chaba/contract/constraints';
import { type Queryable, sql, type Transaction } from '@chaba/database';

/** The lengths of a break as SQL intervals. */
const INTERVALS: Readonly<Record<PlayBreakLength, string>> = {
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
  '42d': '42 days',
  '6m': '6 months',
  '1y': '1 year',
  '5y': '5 years',
  forever: 'infinity',
};

export type PlayBreak = {
  /** Null: indefinite. */
  readonly until: Date | null;
  readonly isExclusion: boolean;
};

export type MemberOnBreak = PlayBreak & { readonly memberId: bigint; readonly phone: string };

/** The member's present break. */
export function findPlayBreak(database: Queryable, siteId: number, memberId: bigint): Promise<PlayBreak | undefined> {
  return database.oneOrNone(sql`
    select case when isfinite(play_break_until) then play_break_until end as until, is_self_excluded as "isExclusion" from member
    where site_id = ${siteId} and member_id = ${memberId} and play_break_until > now()
  `);
}

/** A break that already lasts longer keeps its end. */
export async function setPlayBreak(
  tx: Transaction,
  siteId: number,
  request: { readonly memberId: bigint; readonly length: PlayBreakLength; readonly isExclusion: boolean },
): Promise<void> {
  const interval = INTERVALS[request.length];
  // PostgreSQL 15 has no infinite interval.
  const end = request.length === 'forever' ? sql`'infinity'::timestamptz` : sql`now() + ${interval}::interval`;
  await tx.rows(sql`
    select extend_play_break(${siteId}, ${request.memberId}, ${end}, ${request.isExclusion}, now())`);
}

/**
 * Sets the end of the indefinite exclusion that two people approved to lift. Returns the member; undefined: there is
 * none.
 */
export async function endIndefiniteExclusion(
  tx: Transaction,
  siteId: number,
  requestId: bigint,
): Promise<bigint | undefined> {
  const { memberId } = await tx.one<{ memberId: bigint | null }>(sql`
    select lift_endless_exclusion(${siteId}, ${requestId}) as "memberId"`);
  return memberId ?? undefined;
}

/** Appends the present break to the history. */
export async function insertPlayBreak(
  tx: Transaction,
  siteId: number,
  of: {
    readonly memberId: bigint;
    readonly length: PlayBreakLength | 'lifted';
    readonly requestedBy: 'member' | 'operator';
  },
): Promise<void> {
  await tx.execute(sql`
    insert into play_break (site_id, member_id, play_break_no, length, requested_by, ends_at)
    select site_id, member_id, 1 + (select count(*) from play_break past where past.site_id = member.site_id
      and past.member_id = member.member_id), ${of.length}, ${of.requestedBy}, play_break_until
    from member where site_id = ${siteId} and member_id = ${of.memberId}
  `);
}

/** Members on a break, earliest end first. */
export function listMembersOnBreak(database: Queryable, siteId: number, limit: number): Promise<MemberOnBreak[]> {
  return database.rows(sql`
    select member_id as "memberId", phone, case when isfinite(play_break_until) then play_break_until end as until,
      is_self_excluded as "isExclusion"
    from member where site_id = ${siteId} and play_break_until > now() order by play_break_until, member_id limit ${limit}
  `);
}
