// Orphan wins: wins without a recorded bet, stored for 24 hours and applied as soon as the bet is recorded.
//
// Always true: an orphan win has moved nothing. The provider's retry and ours are the same command with the same id and
// win cap, so the win is paid once. After a day it expires and stays in the operator's list; a later retry of the
// provider is still applied.
//
// Elsewhere: storing (wallet/orphan-wins.ts), the rule (wallet/wallet-rules.ts), the job (reconciliation.jobs.ts).

import { toTransactionKey } from '#core/transaction-names';
import type { Database, Queryable, Transaction } from '@chaba/database';

import type { Log } from '#core/context';
import { forEachConcurrent } from '#core/for-each-concurrent';
import type { Site } from '#modules/site';

import { getProfile, getWinCap } from '#modules/providers';
import { findTransactions, unpackOrphanWin, type WalletBatcher } from '#modules/wallet';

import * as store from './orphan-wins.store.ts';

const WAITS_HOURS = 24;
const PAGE = 100;
const SHOWN_MAX = 100;

/** Applies orphan wins whose bet is recorded, and expires those of the day before. */
export async function retryOrphanWins(
  database: Database,
  site: Site,
  batcher: WalletBatcher,
  log: Log,
): Promise<number> {
  try {
    return await payReady(database, site, batcher, log);
  } finally {
    await expireOrphanWins(database, site, log);
  }
}

async function payReady(database: Database, site: Site, batcher: WalletBatcher, log: Log): Promise<number> {
  let applied = 0;
  await forEachConcurrent(await store.readyWins(database, site.id, PAGE), 1, async (row) => {
    const winCap = getWinCap(site, row.provider);
    const { isFreeWithoutBet } = getProfile(site, row.provider);
    const { code } = await batcher.submit(site.id, { ...unpackOrphanWin(site, row), winCap, isFreeWithoutBet });
    if (code === 'BET_NOT_FOUND') return;
    const { provider, memberId, txId } = row;
    await store.closeWaiting(database, site.id, {
      provider,
      memberId,
      txId,
      state: code === 'OK' ? 'applied' : 'rejected',
    });
    if (code === 'OK') applied += 1;
    else log.error({ provider, txId, code }, 'orphan win rejected');
  });
  return applied;
}

async function expireOrphanWins(database: Database, site: Site, log: Log): Promise<void> {
  for (const { provider, txId } of await store.expireWaiting(database, site.id, WAITS_HOURS)) {
    log.error({ provider, txId }, 'orphan win expired');
  }
}

/** Waiting, expired and rejected orphan wins, without those that a retry of the provider paid. */
export async function listOrphanWins(database: Queryable, siteId: number): Promise<store.WaitingRow[]> {
  const wins = await store.unappliedWins(database, siteId, SHOWN_MAX);
  if (wins.length === 0) return wins;
  const done = await findTransactions(database, siteId, wins);
  return wins.filter(
    ({ provider, memberId, txId }) => done.get(toTransactionKey(provider, memberId, txId))?.operation !== 'win',
  );
}

/** Deletes an expired win after an operator's decision. The audit entry contains it. */
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
