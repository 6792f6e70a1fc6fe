// Promotions as a brand keeps them: all of them, made, changed and ended.
//
// Always true: a promotion is never deleted, and what becomes of it touches no bonus that was granted: each grant keeps its own
// copy of the terms. One that has ended is offered to nobody.
//
// Elsewhere: what the terms come to (terms.ts), how they let members bet (bet-terms.ts), granting (grants.ts).

import type { Queryable, Transaction } from '@chaba/database';

import * as store from './promotions.store.ts';

export type { ListedPromotion, Measure, Promotion } from './promotions.store.ts';

/** The promotions that a brand offers, in its order. */
export function promotionsOf(database: Queryable, siteId: number): Promise<store.Promotion[]> {
  return store.offeredPromotions(database, siteId);
}

/** Those that have ended too. */
export function allPromotions(database: Queryable, siteId: number): Promise<store.ListedPromotion[]> {
  return store.allPromotions(database, siteId);
}

/** Writes a promotion unless there is one of this id. */
export async function ensurePromotion(tx: Transaction, siteId: number, promotion: store.Promotion): Promise<void> {
  await store.insertPromotion(tx, siteId, promotion);
}

/** Makes the promotion, or changes the one of this id. */
export async function writePromotion(
  tx: Transaction,
  siteId: number,
  promotion: store.ListedPromotion,
): Promise<'made' | 'changed'> {
  if (await store.insertPromotion(tx, siteId, promotion)) return 'made';
  await store.updatePromotion(tx, siteId, promotion);
  return 'changed';
}

/** Offers it to nobody any more. */
export async function endPromotion(tx: Transaction, siteId: number, id: string): Promise<'ended' | 'not_waiting'> {
  return (await store.withdrawPromotion(tx, siteId, id)) ? 'ended' : 'not_waiting';
}
