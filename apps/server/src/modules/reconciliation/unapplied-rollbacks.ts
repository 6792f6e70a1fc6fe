// Unapplied rollbacks: a provider's profile responds OK to the rollback of a settled bet although the result stands.
// Each is recorded before the response, logged once, and listed until an operator dismisses it.
//
// Always true: nothing moves here. The provider assumes that the stake was returned; where it is right, an operator has
// it correct or reverse the win, which moves the money.
//
// Elsewhere: recording (wallet/wallet.ts), profiles (providers/protocols.ts), the list and the command (operators).

import type { Queryable, Transaction } from '@chaba/database';

import * as store from './unapplied-rollbacks.store.ts';

export type { UnappliedRollback } from './unapplied-rollbacks.store.ts';

const SHOWN_MAX = 200;

/** Rollbacks that await a decision, oldest first. */
export function unappliedRollbacks(database: Queryable, siteId: number): Promise<store.UnappliedRollback[]> {
  return store.openRollbacks(database, siteId, SHOWN_MAX);
}

/** Dismisses a rollback after an operator's decision. The audit entry contains it. */
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
