// Kicks: a member's games end at every provider after a lock, a play break, a password change or a sign-out everywhere.
//
// Always true: the kick is queued in the transaction that locks, so it survives the process. It is retried until the
// provider responds or its sessions expired. New stakes are rejected from the first moment, whatever the provider
// shows.
//
// Elsewhere: rejecting stakes (wallet/wallet-rules.ts), the clients (provider-client.ts).

import type { Database, Transaction } from '@chaba/database';

import type { Log } from '#core/context';
import { invalidateGameSessions } from '#modules/members';
import type { Site } from '#modules/site';
import { deleteTokensOf } from '#modules/game-sessions';
import type { ProviderClientFactory } from '#modules/provider-protocol';
import * as store from './kicks.store.ts';

const SESSION_LIVES_HOURS = 24;
/** A kick is retried until the last session expired. */
const RETRIED_HOURS = SESSION_LIVES_HOURS + 1;
const BATCH_MAX = 20;

export async function requestKick(tx: Transaction, siteId: number, memberId: bigint): Promise<void> {
  await store.enqueueKicks(tx, siteId, { memberId, hours: SESSION_LIVES_HOURS });
  // Launches that could still open a session first, then the open sessions.
  await deleteTokensOf(tx, siteId, memberId);
  await invalidateGameSessions(tx, siteId, memberId);
}

/** Sends queued kicks; returns the number delivered. */
export async function deliverKicks(
  database: Database,
  site: Site,
  clients: ProviderClientFactory,
  log: Log,
): Promise<number> {
  let delivered = 0;
  for (const kick of await store.listDueKicks(database, site.id, RETRIED_HOURS, BATCH_MAX)) {
    try {
      const calls = await clients(site, kick.provider);
      await calls?.kick(kick.playerId);
      await store.recordAttempt(database, site.id, kick, true);
      delivered += 1;
    } catch (error) {
      log.warn({ err: error, provider: kick.provider }, 'kick delivery failed');
      await store.recordAttempt(database, site.id, kick, false);
    }
  }
  return delivered;
}
