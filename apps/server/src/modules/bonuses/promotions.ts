// Promotions of a site: list, create, change and end.
//
// Always true: a promotion is never deleted, and changes do not affect granted bonuses: each grant has its own copy of
// the terms. An ended promotion is not offered.
//
// Elsewhere: amounts of the terms (terms.ts), bet terms (bet-terms.ts), granting (grants.ts).

import type { Queryable, Transaction } from '@chaba/database';

import * as store from './promotions.store.ts';

export type { ListedPromotion, Measure, Promotion } from './promotions.store.ts';

/** The offered promotions, in the site's order. */
export function listOfferedPromotions(database: Queryable, siteId: number): Promise<store.Promotion[]> {
  return store.listOfferedPromotions(database, siteId);
}

/** All promotions, including ended ones. */
export function listAllPromotions(database: Queryable, siteId: number): Promise<store.ListedPromotion[]> {
  return store.listAllPromotions(database, siteId);
}

/** Inserts a promotion unless its id exists. */
export async function ensurePromotion(tx: Transaction, siteId: number, promotion: store.Promotion): Promise<void> {
  await store.insertPromotion(tx, siteId, promotion);
}

/** Creates the promotion or changes the existing one of this id. */
export async function writePromotion(
  tx: Transaction,
  siteId: number,
  promotion: store.ListedPromotion,
): Promise<'made' | 'changed'> {
  if (await store.insertPromotion(tx, siteId, promotion)) return 'made';
  await store.updatePromotion(tx, siteId, promotion);
  return 'changed';
}

/** Stops offering the promotion. */
export async function endPromotion(tx: Transaction, siteId: number, id: string): Promise<'ended' | 'not_waiting'> {
  return (await store.withdrawPromotion(tx, siteId, id)) ? 'ended' : 'not_waiting';
}
