// Promotions of a site: the list, one with its versions and draft, and estimates of typed terms.
//
// Elsewhere: saving and publishing (modules/operators/offer-actions.ts), wire shapes (packages/contract).

import { PROMOTION_TERMS_LENGTH_MAX } from '@chaba/contract/back-office/command-actions';
import {
  ESTIMATED_DEPOSITS,
  type PromotionCost,
  type PromotionDetail,
  type PromotionEstimate,
  type PromotionRow,
  type PromotionTerms,
} from '@chaba/contract/back-office/offer-wire';
import type { PublishedPromotion } from '@chaba/contract/bonuses';
import type { RowPage } from '@chaba/contract/back-office/wire';
import { zeroMoney } from '@chaba/money';
import { formatShare, PROMOTION_SHARE_MAX } from '@chaba/promotions/cost';

import { isBudgetSpent, type Promotion } from '#modules/promotions';
import { gameNameOf } from '#modules/play';
import { toWireAmount } from '#core/wire-amount';
import { type Acting, formatRequest } from '#operators/actions';
import {
  estimateTerms,
  listOperatedPromotions,
  loadOperatedPromotion,
  type OperatedPromotion,
} from '#operators/promotions';
import { formatEstimate } from '#modules/offer-costs';
import { promotionFacts } from '#modules/promotion-input';
import { splitTerms } from '#modules/operator-input';

import type { BackOfficeContext } from './context.ts';
import { type Handlers, readText } from './routes.ts';

export async function readPromotions(
  { database }: BackOfficeContext,
  { siteId }: Acting,
): Promise<RowPage<PromotionRow>> {
  const found = await listOperatedPromotions(database, siteId);
  return { rows: found.map(toRow), next: null };
}

/** `toCard`: the promotion as members receive it. */
export function createOfferHandlers(
  { database }: BackOfficeContext,
  toCard: (promotion: Promotion, nameOf: (code: string) => string) => PublishedPromotion,
): Pick<Handlers, 'promotion' | 'estimatePromotion'> {
  return {
    async promotion({ acting, params }): Promise<PromotionDetail> {
      const found = await loadOperatedPromotion(database, acting.siteId, params['promotion'] ?? '');
      const { inForce, draft, draftTerms, versions } = found;
      return {
        ...toRow(found),
        inForce: inForce === undefined ? null : promotionFacts(inForce),
        draft:
          draft === undefined
            ? null
            : {
                ...toDraft(draft),
                terms: draftTerms === undefined ? toTerms(draft.terms) : promotionFacts(draftTerms),
              },
        versions: versions.map(({ version, publishedAt, requestId, promotion }) => ({
          version,
          publishedAt: publishedAt.toISOString(),
          request: requestId === null ? null : formatRequest(requestId),
          terms: promotionFacts(promotion),
        })),
      };
    },
    async estimatePromotion({ acting, params, body }): Promise<PromotionEstimate> {
      const { site, promotion, offers, costs, bestPlay } = await estimateTerms(database, acting.siteId, {
        id: params['promotion'] ?? '',
        terms: readText(body, 'terms', PROMOTION_TERMS_LENGTH_MAX),
        deposits: ESTIMATED_DEPOSITS,
      });
      return {
        terms: promotionFacts(promotion),
        offers: offers.map(({ deposit, offer }) => ({
          deposit: toWireAmount(deposit),
          offer:
            offer === undefined
              ? null
              : {
                  bonus: toWireAmount(offer.bonus),
                  need: toWireAmount(offer.need),
                  cap: offer.withdrawCap === undefined ? null : toWireAmount(offer.withdrawCap),
                },
        })),
        cost: toCost(costs),
        bestPlay: bestPlay === undefined ? null : formatEstimate(bestPlay),
        card: toCard(promotion, (code) => gameNameOf(site, code)),
      };
    },
  };
}

function toRow({ id, inForce, draft, requestId, costs }: OperatedPromotion): PromotionRow {
  const { budget } = inForce ?? {};
  return {
    promotion: id,
    state: toState(inForce),
    terms: inForce === undefined ? toTerms(draft?.terms ?? '') : promotionFacts(inForce),
    given: toWireAmount(inForce?.given ?? zeroMoney),
    budget: budget === undefined ? null : toWireAmount(budget),
    version: inForce?.version ?? 0,
    draft: draft === undefined ? null : toDraft(draft),
    request: requestId === undefined ? null : formatRequest(requestId),
    cost: toCost(costs),
  };
}

function toState(inForce: OperatedPromotion['inForce']): PromotionRow['state'] {
  if (inForce === undefined) return 'draft';
  if (!inForce.isOffered) return 'ended';
  return isBudgetSpent(inForce) ? 'spent' : 'offered';
}

const toDraft = ({ savedBy, savedAt }: NonNullable<OperatedPromotion['draft']>) => ({
  savedBy,
  savedAt: savedAt.toISOString(),
});

/** Lines of name=value as they were typed. */
function toTerms(text: string): PromotionTerms {
  return Object.fromEntries(
    splitTerms(text).map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

function toCost(costs: OperatedPromotion['costs']): PromotionCost | null {
  if (costs === undefined) return null;
  const { worst, alone, isWithinBound } = costs;
  return {
    deposit: formatEstimate(worst.deposit),
    bonus: formatEstimate(worst.bonus),
    cost: formatEstimate(worst.cost),
    share: toPercent(worst.share),
    shareAlone: toPercent(alone.share),
    bound: toPercent(PROMOTION_SHARE_MAX) ?? '',
    isWithinBound,
  };
}

/** Null: no limit. */
const toPercent = (share: number): string | null =>
  Number.isFinite(share) ? formatShare(share).replace(' %', '') : null;
