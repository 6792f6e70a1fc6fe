// Rollbacks of settled bets that a provider was answered OK (wallet/profiles.ts) although the result stands: recorded before the answer is
// sent, reported once, and listed until a person has dealt with them.
//
// Always true: nothing moves here. The provider believes that the stake is back; when it is right, a person has it correct the win or
// take it back, which moves the money by the usual way.
//
// Elsewhere: the wallet's rule (wallet/wallet-rules.ts), the list and the command (operators).

import type { Queryable, Transaction } from '@chaba/database';

import * as store from './unapplied-rollbacks.store.ts';

export type { UnappliedRollback } from './unapplied-rollbacks.store.ts';

const SHOWN_MAX = 200;

/** Those that wait for a person, oldest first. */
export function unappliedRollbacks(database: Queryable, siteId: number): Promise<store.UnappliedRollback[]> {
  return store.openRollbacks(database, siteId, SHOWN_MAX);
}

/** A person has dealt with it. It moved nothing; what it was stands in the record of the act. */
export async function dismissRollback(
  tx: Transaction,
  siteId: number,
  of: { readonly provider: string; readonly txId: string; readonly memberId: bigint | undefined },
): Promise<store.UnappliedRollback | 'not_waiting' | 'not_single'> {
  const found = (await store.rollbacksNamed(tx, siteId, of)).filter(
    ({ memberId }) => of.memberId === undefined || of.memberId === memberId,
  );
  const [rollback] = found;
  if (!rollback) return 'not_waiting';
  if (found.length > 1) return 'not_single';
  await store.dismiss(tx, siteId, rollback);
  return rollback;
}
