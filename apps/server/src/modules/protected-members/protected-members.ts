// Members who protect themselves, as operators list them.
//
// Always true: a list is read and never written; breaks grow by the actions of play-breaks/play-breaks.ts alone.

import type { Queryable } from '@chaba/database';

import * as store from './protected-members.store.ts';
import type { ProtectedPage, LimitOfMember } from './protected-members.store.ts';

export type { LimitOfMember } from './protected-members.store.ts';

const RECENT_DAYS = 90;

export type ProtectedMember = {
  readonly memberId: bigint;
  readonly limits: readonly LimitOfMember[];
  /** Breaks and exclusions that began within 90 days. */
  readonly recentBreaks: number;
  /** End of the present break; undefined: no break, or without end. */
  readonly breakUntil: Date | undefined;
};

/** A page of a list, in its order. */
export async function listProtectedMembers(
  database: Queryable,
  siteId: number,
  page: ProtectedPage,
): Promise<ProtectedMember[]> {
  return loadProtectedMembers(database, siteId, await store.listIds(database, siteId, page));
}

/** These members, in their order. */
export async function loadProtectedMembers(
  database: Queryable,
  siteId: number,
  memberIds: readonly bigint[],
): Promise<ProtectedMember[]> {
  const [limits, breaks, ends] = await Promise.all([
    store.listStoredLimits(database, siteId, memberIds),
    store.countRecentBreaks(database, siteId, { memberIds, days: RECENT_DAYS }),
    store.listBreakEnds(database, siteId, memberIds),
  ]);
  const byMember = Map.groupBy(limits, ({ memberId }) => memberId);
  const counts = new Map(breaks.map(({ memberId, count }) => [memberId, count]));
  const untils = new Map(ends.map(({ memberId, until }) => [memberId, until]));
  return memberIds.map((memberId) => ({
    memberId,
    limits: byMember.get(memberId) ?? [],
    recentBreaks: counts.get(memberId) ?? 0,
    breakUntil: untils.get(memberId),
  }));
}
