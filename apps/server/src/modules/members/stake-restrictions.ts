// Stake restrictions per member, loaded with every batch of bets by one query on a small partial index.
//
// Elsewhere: locking (members.ts), breaks (play-break.ts), limits on stakes (modules/limits).

import type { Queryable, Transaction } from '@chaba/database';

import * as store from './members.store.ts';

export { invalidateGameSessions } from './members.store.ts';

/**
 * Members among these who may not stake (locked or on a break), members with play limits, and the time before which
 * game sessions are invalid.
 */
export async function loadStakeRestrictions(
  database: Queryable,
  siteId: number,
  memberIds: readonly bigint[],
): Promise<{
  readonly locked: ReadonlySet<bigint>;
  readonly limited: ReadonlySet<bigint>;
  readonly gameSessionsEnded: ReadonlyMap<bigint, Date>;
}> {
  const rows = await store.listStakeRestrictions(database, siteId, memberIds);
  return {
    locked: new Set(rows.flatMap(({ memberId, isLocked }) => (isLocked ? [memberId] : []))),
    limited: new Set(rows.flatMap(({ memberId, isLimited }) => (isLimited ? [memberId] : []))),
    gameSessionsEnded: new Map(
      rows.flatMap(({ memberId, gameSessionsEndedAt }) =>
        gameSessionsEndedAt ? [[memberId, gameSessionsEndedAt]] : [],
      ),
    ),
  };
}

/** Marks whether the member has play limits. False if the mark is unchanged. */
export async function setPlayLimited(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  isLimited: boolean,
): Promise<boolean> {
  return (await store.setPlayLimited(tx, siteId, memberId, isLimited)) > 0;
}
