// Promotions of a site: list, create, change and end.
//
// Always true: a promotion is never deleted, and changes do not affect granted bonuses: each grant has its own copy of
// the terms. Published terms are versions, which never change. An ended promotion is not offered. All bonuses of a
// promotion together never pass its budget: the sum is added under the lock of its row, and a check holds it.
//
// Elsewhere: amounts of the terms (packages/promotions), bet terms (bet-terms.ts), granting (grants.ts).

import type { Queryable, Transaction } from '@chaba/database';
import { baht, max, type Money, subtract, zeroMoney } from '@chaba/money';
import { computeOffer } from '@chaba/promotions/offer';

import * as store from './promotions.store.ts';

export type { ListedPromotion, Promotion, PromotionVersion } from './promotions.store.ts';

const VERSIONS_SHOWN_MAX = 50;

/** The offered promotions, in the site's order; without those whose budget pays no bonus any more. */
export async function listOfferedPromotions(database: Queryable, siteId: number): Promise<store.ListedPromotion[]> {
  const promotions = await store.listAllPromotions(database, siteId);
  return promotions.filter((promotion) => promotion.isOffered && !isBudgetSpent(promotion));
}

/** All promotions, including ended ones. */
export function listAllPromotions(database: Queryable, siteId: number): Promise<store.ListedPromotion[]> {
  return store.listAllPromotions(database, siteId);
}

/** The latest versions of a promotion, newest first. */
export function listPromotionVersions(
  database: Queryable,
  siteId: number,
  id: string,
): Promise<store.PromotionVersion[]> {
  return store.listVersions(database, siteId, { id, limit: VERSIONS_SHOWN_MAX });
}

/** The rest of the budget; undefined: no ceiling. */
export function computeBudgetLeft({
  budget,
  given,
}: Pick<store.ListedPromotion, 'budget' | 'given'>): Money | undefined {
  return budget === undefined ? undefined : max(zeroMoney, subtract(budget, given));
}

/** True when not even the bonus of the smallest deposit is left. */
export function isBudgetSpent(promotion: store.ListedPromotion): boolean {
  const left = computeBudgetLeft(promotion);
  if (left === undefined) return false;
  const least = computeOffer(promotion, max(promotion.minimumDeposit, baht(1)));
  return left === 0n || (least !== undefined && left < least.bonus);
}

/** Inserts a promotion unless its id exists. */
export async function ensurePromotion(tx: Transaction, siteId: number, promotion: store.Promotion): Promise<void> {
  const isNew = await store.insertPromotion(tx, siteId, promotion);
  if (isNew) await store.insertVersion(tx, siteId, { id: promotion.id, requestId: undefined });
}

/**
 * Publishes the terms as the next version: creates the promotion, or changes the existing one of this id.
 * `budget_given`: the bonuses so far are more than the budget; nothing changed. `requestId`: of the two people.
 */
export async function writePromotion(
  tx: Transaction,
  siteId: number,
  promotion: store.ListedPromotion,
  requestId?: bigint,
): Promise<'made' | 'changed' | 'budget_given'> {
  const { id, budget } = promotion;
  const isNew = await store.insertPromotion(tx, siteId, promotion);
  if (!isNew) {
    await store.lockPromotion(tx, siteId, id);
    const found = (await store.listAllPromotions(tx, siteId)).find((each) => each.id === id);
    if (budget !== undefined && found !== undefined && found.given > budget) return 'budget_given';
    await store.updatePromotion(tx, siteId, promotion);
  }
  await store.writeBudget(tx, siteId, promotion);
  await store.insertVersion(tx, siteId, { id, requestId });
  return isNew ? 'made' : 'changed';
}

/** Stops offering the promotion. */
export async function endPromotion(tx: Transaction, siteId: number, id: string): Promise<'ended' | 'not_waiting'> {
  return (await store.withdrawPromotion(tx, siteId, id)) ? 'ended' : 'not_waiting';
}
