// The look at rounds that were left open: marks those of a minute ago that have no result yet, so that open rounds are found without
// an index that every bet and every win would have to keep.
//
// Always true: a round that is open is marked or younger than the last look (view open_round). Nothing slips through between: whoever
// was writing when the time was taken held its lane and has committed before the look begins, and whoever writes later is of a later
// time, or so late that he marks his rounds himself (wallet.store.ts). Each lane is locked by itself, so that a busy one holds up no
// other.
//
// Elsewhere: who looks for open rounds (play.ts, stuck-rounds.ts, wallet/batcher.ts, modules/bonuses).

import type { Database } from '@chaba/database';
import { laneCount, laneOf, lockLane } from '@chaba/ledger';

import * as store from './open-round-marker.store.ts';

/** Ordinary rounds are over long before; a call that took so long would have been given up. */
const LEFT_AFTER_SECONDS = 60;

/** Answers how many rounds were marked. */
export async function markOpenRounds(database: Database, siteId: number): Promise<number> {
  const lanes = await laneCount(database, siteId);
  const look = await store.nextLook(database, siteId, LEFT_AFTER_SECONDS);
  for (let lane = 0; lane < lanes; lane += 1) await database.transaction((tx) => lockLane(tx, siteId, lane));
  const left = await store.unmarkedRounds(database, siteId, look);
  for (const [lane, names] of Map.groupBy(left, ({ memberId }) => laneOf(memberId, lanes))) {
    await database.transaction(async (tx) => {
      await lockLane(tx, siteId, lane);
      await store.markRounds(tx, siteId, names);
    });
  }
  // Only now: until then they count as young.
  await store.noteLook(database, siteId, look.until);
  return left.length;
}
