// Promotions as operators see them: in force, drafts, versions, and estimates of terms that were typed.
//
// Always true: nothing here changes a row.
//
// Elsewhere: saving and publishing (offer-actions.ts), costs (offer-costs.ts), promotions (modules/promotions).

import type { Database } from '@chaba/database';
import { type Money, baht } from '@chaba/money';
import { computeOffer, type Offer } from '@chaba/promotions/offer';

import * as promotions from '#modules/promotions';
import { gameNamesOf } from '#modules/play';
import { loadSite, type Site } from '#modules/site';
import { InputError, splitTerms } from '#modules/operator-input';
import { applyTerms, createPromotion } from '#modules/promotion-input';
import {
  computeBestPlay,
  computePromotionCosts,
  type CostBasis,
  loadCostBasis,
  type PromotionCosts,
} from '#modules/offer-costs';

import { failInput } from './actions.ts';
import * as approvals from './approvals.store.ts';
import { failOperator } from './operator-error.ts';
import * as drafts from './promotion-drafts.store.ts';

export type { PromotionDraft } from './promotion-drafts.store.ts';

export const subjectOfPromotion = (id: string): string => `promotion ${id}`;

export type OperatedPromotion = {
  readonly id: string;
  /** Undefined: nothing was published. */
  readonly inForce: promotions.ListedPromotion | undefined;
  readonly draft: drafts.PromotionDraft | undefined;
  /** The draft as terms. */
  readonly draftTerms: promotions.ListedPromotion | undefined;
  /** The open request about it. */
  readonly requestId: bigint | undefined;
  readonly costs: PromotionCosts | undefined;
};

/** All promotions in the site's order, then drafts of new ones. */
export async function listOperatedPromotions(database: Database, siteId: number): Promise<OperatedPromotion[]> {
  const site = await readSite(database, siteId);
  const [published, saved] = await Promise.all([
    promotions.listAllPromotions(database, siteId),
    drafts.listDrafts(database, siteId),
  ]);
  const ids = [...new Set([...published, ...saved].map(({ id }) => id))];
  const requests = await approvals.listOpenBySubject(database, siteId, ids.map(subjectOfPromotion));
  const basis = await loadCostBasis(database, site);
  return ids.map((id) => {
    const inForce = published.find((each) => each.id === id);
    const draft = saved.find((each) => each.id === id);
    const draftTerms = draft && parseDraft(draft, { inForce, site });
    const costed = inForce ?? draftTerms;
    return {
      id,
      inForce,
      draft,
      draftTerms,
      requestId: requests.get(subjectOfPromotion(id)),
      costs: costed && computePromotionCosts(costed, basis),
    };
  });
}

/** The terms of a draft; undefined where they do not fit the games of the site any more. */
export function parseDraft(
  { id, terms }: drafts.PromotionDraft,
  { inForce, site }: { readonly inForce: promotions.ListedPromotion | undefined; readonly site: Site },
): promotions.ListedPromotion | undefined {
  try {
    return applyTerms(inForce ?? createPromotion(id), splitTerms(terms), gameNamesOf(site));
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** One promotion with its versions, newest first. */
export async function loadOperatedPromotion(
  database: Database,
  siteId: number,
  id: string,
): Promise<OperatedPromotion & { readonly versions: Awaited<ReturnType<typeof promotions.listPromotionVersions>> }> {
  const found = (await listOperatedPromotions(database, siteId)).find((each) => each.id === id);
  if (found === undefined) return failOperator('NOT_FOUND');
  return { ...found, versions: await promotions.listPromotionVersions(database, siteId, id) };
}

export type TermsEstimate = {
  readonly site: Site;
  readonly promotion: promotions.ListedPromotion;
  readonly offers: readonly { readonly deposit: Money; readonly offer: Offer | undefined }[];
  readonly costs: PromotionCosts | undefined;
  /** In baht; undefined: no deposit qualifies. */
  readonly bestPlay: number | undefined;
};

/** Offers and costs of the typed terms. A wrong term is FIELD_INVALID with its sentence. */
export async function estimateTerms(
  database: Database,
  siteId: number,
  of: { readonly id: string; readonly terms: string; readonly deposits: readonly number[] },
): Promise<TermsEstimate> {
  const site = await readSite(database, siteId);
  const promotion = await parseTerms(database, site, of);
  const basis: CostBasis = await loadCostBasis(database, site);
  const costs = computePromotionCosts(promotion, basis);
  return {
    site,
    promotion,
    offers: of.deposits
      .map((deposit) => baht(deposit))
      .map((deposit) => ({ deposit, offer: computeOffer(promotion, deposit) })),
    costs,
    bestPlay: costs && computeBestPlay(promotion, costs, basis),
  };
}

const readSite = (database: Database, siteId: number): Promise<Site> =>
  database.transaction((tx) => loadSite(tx, siteId));

async function parseTerms(
  database: Database,
  site: Site,
  { id, terms }: { readonly id: string; readonly terms: string },
): Promise<promotions.ListedPromotion> {
  const before = (await promotions.listAllPromotions(database, site.id)).find((each) => each.id === id);
  try {
    return applyTerms(before ?? createPromotion(id), splitTerms(terms), gameNamesOf(site));
  } catch (error) {
    if (error instanceof InputError) return failInput(error);
    throw error;
  }
}
