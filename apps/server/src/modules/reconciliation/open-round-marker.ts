// The scan for open rounds: marks rounds older than a minute without a result, so that open rounds are found without an
// index that every bet and win would have to maintain (decision 0041).
//
// Always true: an open round is marked or younger than the last scan (view open_round). No round slips through: a
// writer that was active when the time was taken held its lane and has committed before the scan reads; a later writer
// has a later time, or is so slow that it marks its rounds itself (wallet/wallet.store.ts). Each lane is locked by
// itself, so a busy one delays no other.
//
// Elsewhere: readers of open rounds (play/play.ts, stuck-rounds.ts, wallet/wallet.store.ts, modules/requirements).

import type { Database } from '@chaba/database';
import { getLaneCount, laneOf, lockLane } from '@chaba/ledger';

import * as store from './open-round-marker.store.ts';

/** Ordinary rounds end much earlier, and a request of this duration has timed out. */
const LEFT_AFTER_SECONDS = 60;

/** Returns the number of marked rounds. */
export async function markOpenRounds(database: Database, siteId: number): Promise<number> {
  const lanes = await getLaneCount(database, siteId);
  const scan = await store.loadNextScan(database, siteId, LEFT_AFTER_SECONDS);
  for (let lane = 0; lane < lanes; lane += 1) await database.transaction((tx) => lockLane(tx, siteId, lane));
  const left = await store.unmarkedRounds(database, siteId, scan);
  for (const [lane, names] of Map.groupBy(left, ({ memberId }) => laneOf(memberId, lanes))) {
    await database.transaction(async (tx) => {
      await lockLane(tx, siteId, lane);
      await store.markRounds(tx, siteId, names);
    });
  }
  // Recorded last: until then the rounds count as young.
  await store.recordScan(database, siteId, scan.until);
  return left.length;
}
