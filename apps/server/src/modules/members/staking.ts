// Who may not stake, and who not as he likes: asked with every batch of bets, by one look into an index of few.
//
// Elsewhere: locking (members.ts), breaks (pauses.ts), what limits a stake (modules/limits).

import type { Queryable, Transaction } from '@chaba/database';

import * as store from './members.store.ts';

/** Who of these may not stake (locked out, or on a break), and who limits his play. */
export async function stakingOf(
  database: Queryable,
  siteId: number,
  memberIds: readonly bigint[],
): Promise<{ readonly locked: ReadonlySet<bigint>; readonly limited: ReadonlySet<bigint> }> {
  const rows = await store.notStakingFreely(database, siteId, memberIds);
  return {
    locked: new Set(rows.flatMap(({ memberId, isLocked }) => (isLocked ? [memberId] : []))),
    limited: new Set(rows.flatMap(({ memberId, isLimited }) => (isLimited ? [memberId] : []))),
  };
}

/** Marks whether the member limits his play. False when it was marked so. */
export async function setPlayLimited(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  isLimited: boolean,
): Promise<boolean> {
  return (await store.setPlayLimited(tx, siteId, memberId, isLimited)) > 0;
}
