// Wins that came before their bet: answered "not found, try again", kept for a day, and paid as soon as the bet is there.
//
// Always true: a waiting win has moved nothing. It is carried out by the provider's next try or by our own, whichever comes first;
// both are the same call with the same id, so it pays once, and both keep to the cap. After a day it is given up and stays in the operator's list; should
// the bet and the win come after all, the provider's call is carried out like any other.
//
// Elsewhere: the rule that refuses it (wallet/wallet-rules.ts), the timed work (play.jobs.ts).

import type { Database, Transaction } from '@chaba/database';

import type { Log } from '#core/context';
import { forEachConcurrent } from '#core/for-each-concurrent';
import type { Site } from '#modules/site';

import { winCapOf } from '#providers/provider-registry';
import { findTransactions, unpackOrphanWin, type WalletBatcher } from '#modules/wallet';
import { toTransactionKey } from '#wallet/wallet-state';
import { getProfile } from '#providers/protocols';

import * as store from './orphan-wins.store.ts';

const WAITS_HOURS = 24;
const PAGE = 100;
const SHOWN_MAX = 100;

/** Carries out what waits and can be carried out now, and gives up what waited too long. */
export async function retryOrphanWins(
  database: Database,
  site: Site,
  batcher: WalletBatcher,
  log: Log,
): Promise<number> {
  try {
    return await payReady(database, site, batcher, log);
  } finally {
    await giveUpLate(database, site, log);
  }
}

async function payReady(database: Database, site: Site, batcher: WalletBatcher, log: Log): Promise<number> {
  let applied = 0;
  await forEachConcurrent(await store.readyWins(database, site.id, PAGE), 1, async (row) => {
    const winCap = await winCapOf(database, site.id, row.provider);
    const { isFreeWithoutBet } = getProfile(row.provider);
    const { code } = await batcher.submit(site.id, { ...unpackOrphanWin(site, row), winCap, isFreeWithoutBet });
    if (code === 'BET_NOT_FOUND') return;
    const { provider, memberId, txId } = row;
    await store.closeWaiting(database, site.id, {
      provider,
      memberId,
      txId,
      state: code === 'OK' ? 'applied' : 'refused',
    });
    if (code === 'OK') applied += 1;
    else log.error({ provider, txId, code }, 'a win that waited for its bet cannot be paid: somebody should look');
  });
  return applied;
}

async function giveUpLate(database: Database, site: Site, log: Log): Promise<void> {
  for (const { provider, txId } of await store.expireWaiting(database, site.id, WAITS_HOURS)) {
    log.error({ provider, txId }, 'a win waited a day and its bet never came: somebody should look');
  }
}

/** Wins that wait, those that were given up, and those that could not be paid; not what the provider's own try was paid for since. */
export async function listOrphanWins(database: Database, siteId: number): Promise<store.WaitingRow[]> {
  const wins = await store.unappliedWins(database, siteId, SHOWN_MAX);
  if (wins.length === 0) return wins;
  const done = await database.transaction((tx) => findTransactions(tx, siteId, wins));
  return wins.filter(
    ({ provider, memberId, txId }) => done.get(toTransactionKey(provider, memberId, txId))?.operation !== 'win',
  );
}

/** A person has seen to a win that was given up. It moved nothing; what it was stands in the record of the act. */
export async function dismissOrphanWin(
  tx: Transaction,
  siteId: number,
  of: { readonly provider: string; readonly txId: string; readonly memberId: bigint | undefined },
): Promise<store.WaitingRow | 'not_waiting' | 'not_single'> {
  const found = (await store.givenUpWins(tx, siteId, of)).filter(
    ({ memberId }) => of.memberId === undefined || of.memberId === memberId,
  );
  const [win] = found;
  if (!win) return 'not_waiting';
  if (found.length > 1) return 'not_single';
  await store.deleteWaiting(tx, siteId, win);
  return win;
}
