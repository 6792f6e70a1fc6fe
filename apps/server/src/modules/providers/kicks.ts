// Ends a member's games at every provider: after a lock, a play break, a password change or a sign-out everywhere.
//
// Always true: the wish is written in the transaction that locks, so it is not lost with a process; a provider that does not
// answer is told again until it does or its sessions are long over. New stakes are refused here from the first moment, whatever
// a provider still shows.
//
// Elsewhere: refusing stakes (wallet/batcher.ts), what a provider is told (provider-client.ts).

import type { Database, Transaction } from '@chaba/database';

import type { Log } from '#core/context';
import { invalidateGameSessions } from '#modules/members';
import type { Site } from '#modules/site';

import { deleteTokensOf } from '#modules/wallet';
import type { ProviderClientFactory } from './protocol.ts';
import * as store from './kicks.store.ts';

/** A session lives for a day. */
const TOLD_FOR_HOURS = 25;
const AT_ONCE = 20;

export async function requestKick(tx: Transaction, siteId: number, memberId: bigint): Promise<void> {
  await store.enqueueKicks(tx, siteId, memberId);
  // First the launches that could still become a seat, then the seats that there are.
  await deleteTokensOf(tx, siteId, memberId);
  await invalidateGameSessions(tx, siteId, memberId);
}

/** Tells the providers; answers how many were told. */
export async function deliverKicks(
  database: Database,
  site: Site,
  clients: ProviderClientFactory,
  log: Log,
): Promise<number> {
  let told = 0;
  for (const kick of await store.openKicks(database, site.id, TOLD_FOR_HOURS, AT_ONCE)) {
    try {
      const calls = await clients(site, kick.provider);
      await calls?.kick(kick.playerId);
      await store.noteKick(database, site.id, kick, true);
      told += 1;
    } catch (error) {
      log.warn({ err: error, provider: kick.provider }, 'kick delivery failed');
      await store.noteKick(database, site.id, kick, false);
    }
  }
  return told;
}
