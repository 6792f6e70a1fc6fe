// Who may not stake, and who not as he likes: asked with every batch of bets, by one look into an index of few.
//
// Elsewhere: locking (members.ts), breaks (play-break.ts), what limits a stake (modules/limits).

import type { Queryable, Transaction } from '@chaba/database';

import * as store from './members.store.ts';

/** Who of these may not stake (locked out, or on a break), who limits his play, and until when seats that were taken are over. */
export async function loadStakeRestrictions(
  database: Queryable,
  siteId: number,
  memberIds: readonly bigint[],
): Promise<{
  readonly locked: ReadonlySet<bigint>;
  readonly limited: ReadonlySet<bigint>;
  readonly seatsEnded: ReadonlyMap<bigint, Date>;
}> {
  const rows = await store.notStakingFreely(database, siteId, memberIds);
  return {
    locked: new Set(rows.flatMap(({ memberId, isLocked }) => (isLocked ? [memberId] : []))),
    limited: new Set(rows.flatMap(({ memberId, isLimited }) => (isLimited ? [memberId] : []))),
    seatsEnded: new Map(rows.flatMap(({ memberId, seatsEndedAt }) => (seatsEndedAt ? [[memberId, seatsEndedAt]] : []))),
  };
}

/** From now on no seat that was taken before takes a stake. */
export function endSeats(tx: Transaction, siteId: number, memberId: bigint): Promise<void> {
  return store.endSeats(tx, siteId, memberId);
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
