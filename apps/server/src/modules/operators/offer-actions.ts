// Actions about promotions and item codes.
//
// Always true: existing grants keep the terms that they were given. The terms of an action are lines of name=value.
//
// Elsewhere: the parser of terms (promotion-input/promotion-terms.ts), promotions and codes (modules/promotions).

import type { Transaction } from '@chaba/database';
import { type Money, multiply } from '@chaba/money';
import { formatShare, PROMOTION_SHARE_MAX } from '@chaba/promotions/cost';

import * as promotions from '#modules/promotions';
import * as itemCodes from '#modules/item-codes';
import { gameNamesOf } from '#modules/play';
import { loadSite } from '#modules/site';
import { joinTerms, splitTerms } from '#modules/operator-input';
import {
  applyTerms,
  createItemCode,
  createPromotion,
  parseCode,
  codeFacts,
  promotionFacts,
} from '#modules/promotion-input';
import { computePromotionCosts, loadCostBasis } from '#modules/offer-costs';
import { toWireAmount } from '#core/wire-amount';

import { type ActionInput, defineAction, hashFacts } from './actions.ts';
import { failOperator } from './operator-error.ts';
import * as drafts from './promotion-drafts.store.ts';
import { parseDraft, subjectOfPromotion } from './promotions.ts';

/** A code that has no end of uses counts as this many against the limit of the role. */
const USES_COUNTED = 10_000n;

type PromotionChange = { readonly id: string; readonly words: readonly string[] };

async function toPromotion(tx: Transaction, siteId: number, { id, words }: PromotionChange) {
  const site = await loadSite(tx, siteId);
  const before = (await promotions.listAllPromotions(tx, siteId)).find((each) => each.id === id);
  return { site, before, promotion: applyTerms(before ?? createPromotion(id), words, gameNamesOf(site)) };
}

const parseChange = ({ promotion = '', terms = '' }: ActionInput): PromotionChange => ({
  id: promotion,
  words: splitTerms(terms),
});

const isSame = (one: promotions.ListedPromotion | undefined, other: promotions.ListedPromotion): boolean =>
  one !== undefined && hashFacts(promotionFacts(one)) === hashFacts(promotionFacts(other));

const publish = defineAction<PromotionChange>({
  parse: parseChange,
  async load(tx, siteId, change) {
    const { site, before, promotion } = await toPromotion(tx, siteId, change);
    const costs = computePromotionCosts(promotion, await loadCostBasis(tx, site));
    return {
      subject: subjectOfPromotion(change.id),
      facts: {
        ...promotionFacts(promotion),
        cost: costs === undefined ? null : formatShare(costs.worst.share),
        costBound: formatShare(PROMOTION_SHARE_MAX),
        before: before === undefined ? null : promotionFacts(before),
      },
    };
  },
  async run(tx, by, change) {
    const { siteId } = by;
    const { site, promotion } = await toPromotion(tx, siteId, change);
    const outcome = await promotions.writePromotion(tx, siteId, promotion, by.requestId);
    if (outcome === 'budget_given') return { rejection: 'BLOCKED', reasons: [outcome] };
    // A draft that was edited since the request stays.
    const draft = await drafts.findDraft(tx, siteId, change.id);
    if (draft !== undefined && isSame(parseDraft(draft, { inForce: promotion, site }), promotion)) {
      await drafts.deleteDraft(tx, siteId, change.id);
    }
    return { outcome, after: promotionFacts(promotion) };
  },
});

/** Facts of a draft: who saved it last, so that a change of another person is noticed. */
const draftFacts = (draft: drafts.PromotionDraft | undefined) =>
  draft === undefined ? {} : { savedBy: draft.savedBy, savedAt: draft.savedAt.toISOString() };

const saveDraft = defineAction<PromotionChange>({
  parse: parseChange,
  async load(tx, siteId, change) {
    const { promotion } = await toPromotion(tx, siteId, change);
    const draft = await drafts.findDraft(tx, siteId, change.id);
    return { subject: subjectOfPromotion(change.id), facts: { ...promotionFacts(promotion), ...draftFacts(draft) } };
  },
  async run(tx, { siteId, name }, { id, words }) {
    await drafts.saveDraft(tx, siteId, { id, terms: joinTerms(words), savedBy: name });
    return { outcome: 'saved' };
  },
});

const discardDraft = defineAction<string>({
  parse: ({ promotion = '' }) => promotion,
  async load(tx, siteId, id) {
    const draft = await drafts.findDraft(tx, siteId, id);
    return draft === undefined
      ? failOperator('NOT_FOUND')
      : { subject: subjectOfPromotion(id), facts: { promotion: id, ...draftFacts(draft) } };
  },
  async run(tx, { siteId }, id) {
    return (await drafts.deleteDraft(tx, siteId, id)) ? { outcome: 'discarded' } : { rejection: 'NOT_WAITING' };
  },
});

const end = defineAction<string>({
  parse: ({ promotion = '' }) => promotion,
  async load(tx, siteId, id) {
    const found = (await promotions.listAllPromotions(tx, siteId)).find((each) => each.id === id);
    return { subject: subjectOfPromotion(id).slice(0, 60), facts: found === undefined ? {} : promotionFacts(found) };
  },
  async run(tx, by, id) {
    const outcome = await promotions.endPromotion(tx, by.siteId, id);
    return outcome === 'ended' ? { outcome } : { rejection: 'NOT_WAITING' };
  },
});

/** Face value: the amount times the uses. */
export function computeFaceValue({ amount, usesMax }: itemCodes.NewItemCode): Money {
  return multiply(amount, usesMax === undefined ? USES_COUNTED : BigInt(usesMax));
}

const create = defineAction<itemCodes.NewItemCode>({
  parse: ({ code = '', terms = '' }) => createItemCode(code, splitTerms(terms)),
  async load(_tx, _siteId, code) {
    const amount = computeFaceValue(code);
    return { subject: `code ${code.code}`, facts: { ...codeFacts(code), faceValue: toWireAmount(amount) }, amount };
  },
  async run(tx, by, code) {
    const outcome = await itemCodes.createCode(tx, by.siteId, code);
    return outcome === 'made'
      ? { outcome, after: codeFacts(code) }
      : { rejection: 'BLOCKED', reasons: ['code_exists'] };
  },
});

const endCode = defineAction<string>({
  parse: ({ code = '' }) => parseCode(code),
  load: async (_tx, _siteId, code) => ({ subject: `code ${code}`, facts: { code } }),
  async run(tx, by, code) {
    const outcome = await itemCodes.endCode(tx, by.siteId, code);
    return outcome === 'ended' ? { outcome } : { rejection: 'NOT_WAITING' };
  },
});

export const offerActions = {
  'promotion.publish': publish,
  'promotion.save-draft': saveDraft,
  'promotion.discard-draft': discardDraft,
  'promotion.end': end,
  'code.create': create,
  'code.end': endCode,
};
