// How long a member plays in a day of Bangkok, counted for those who limit it.
//
// Always true: it is the server that counts, by the bets and tips that it takes. A bet counts for the time up to the next one, and for
// no more than five minutes, so whoever bets once in a while pays for it and whoever goes away does not; the first bet of a day adds
// nothing. The counter moves in the transaction of the bets; it is what the journal says of the day (auditPlay).
//
// Elsewhere: the limit held against it (limits.ts, play/wallet-state-machine.ts).

import type { Queryable, Transaction } from '@chaba/database';
import type { AuditFinding } from '@chaba/ledger';

import { chart } from '#core/chart-of-accounts';

import * as store from './play-time.store.ts';

export const PLAY_GAP_MS = 5 * 60_000;

const terms: store.Terms = {
  gapMs: PLAY_GAP_MS,
  game: chart.game.kind,
  staked: [chart.games.kind, chart.tips.kind],
};

/** What a member who limits the time played today, up to this moment. */
export function playedToday(database: Queryable, siteId: number, memberId: bigint): Promise<number> {
  return store.playedToday(database, siteId, memberId, PLAY_GAP_MS);
}

/** Counts a bet of each of these members now. Called under their lanes, with the bets. */
export async function countPlay(tx: Transaction, siteId: number, memberIds: ReadonlySet<bigint>): Promise<void> {
  if (memberIds.size > 0) await store.countPlay(tx, siteId, [...memberIds], PLAY_GAP_MS);
}

/** Begins to count, with what the journal has of today. */
export function recountPlay(tx: Transaction, siteId: number, memberId: bigint): Promise<void> {
  return store.recountPlay(tx, siteId, memberId, terms);
}

export function forgetPlay(tx: Transaction, siteId: number, memberId: bigint): Promise<void> {
  return store.forgetPlay(tx, siteId, memberId);
}

/** Proves the counters of one site, or of all: an empty answer is the proof. */
export async function auditPlay(database: Queryable, siteId?: number): Promise<AuditFinding[]> {
  const wrong = await store.wrongPlay(database, siteId, terms);
  return wrong.map((row) => ({ rule: 'counted time of play equals the bets of its day', ...row }));
}
