// Play time per day in Bangkok, counted for members with a time limit.
//
// Always true: the server counts accepted bets and tips. A bet counts for the time until the next one, at most five
// minutes, so rare bets count in full and absence does not; the first bet of a day adds nothing. The counter moves in
// the transaction of the bets and equals the journal of the day (auditPlay).
//
// Elsewhere: the time limit itself (limits.ts, wallet/wallet-rules.ts).

import type { Queryable, Transaction } from '@chaba/database';
import type { AuditFinding } from '@chaba/ledger';

import { chart } from '#core/chart-of-accounts';

import * as store from './play-time.store.ts';

export { deletePlayTime } from './play-time.store.ts';

export const PLAY_GAP_MS = 5 * 60_000;

const terms: store.PlayTimeTerms = {
  gapMs: PLAY_GAP_MS,
  game: chart.game.kind,
  staked: [chart.games.kind, chart.tips.kind],
};

/** Time that a member with a time limit played today until now. */
export function loadPlayedToday(database: Queryable, siteId: number, memberId: bigint): Promise<number> {
  return store.loadPlayedToday(database, siteId, memberId, PLAY_GAP_MS);
}

/**
 * Counts a bet of each member at the present time. The caller holds their lanes and writes the bets in the same
 * transaction.
 */
export async function countPlay(tx: Transaction, siteId: number, memberIds: ReadonlySet<bigint>): Promise<void> {
  if (memberIds.size > 0) await store.countPlay(tx, siteId, [...memberIds], PLAY_GAP_MS);
}

/** Starts the counter from today's journal. */
export function recountPlay(tx: Transaction, siteId: number, memberId: bigint): Promise<void> {
  return store.recountPlay(tx, siteId, memberId, terms);
}

/** Compares the counters of one site, or of all, with the journal; empty if they agree. */
export async function auditPlay(database: Queryable, siteId?: number): Promise<AuditFinding[]> {
  const wrong = await store.findWrongPlay(database, siteId, terms);
  return wrong.map((row) => ({ rule: 'counted time of play equals the bets of its day', ...row }));
}
