// Actions about promotions and item codes.
//
// Always true: existing grants keep the terms that they were given. The terms of an action are lines of name=value.
//
// Elsewhere: the parser of terms (input/promotion-terms.ts), promotions and codes (modules/bonuses).

import type { Transaction } from '@chaba/database';
import { type Money, multiply } from '@chaba/money';

import * as bonuses from '#modules/bonuses';
import { gameNamesOf } from '#modules/play';
import { loadSite } from '#modules/site';

import { defineAction } from './actions.ts';
import { splitTerms } from './input/input.ts';
import { applyTerms, createItemCode, createPromotion, parseCode } from './input/promotion-terms.ts';
import { codeFacts, promotionFacts } from './promotion-facts.ts';
import { toWireAmount } from './withdrawal-actions.ts';

/** A code that has no end of uses counts as this many against the limit of the role. */
const USES_COUNTED = 10_000n;

type PromotionChange = { readonly id: string; readonly words: readonly string[] };

async function toPromotion(tx: Transaction, siteId: number, { id, words }: PromotionChange) {
  const site = await loadSite(tx, siteId);
  const before = (await bonuses.listAllPromotions(tx, siteId)).find((each) => each.id === id);
  return { before, promotion: applyTerms(before ?? createPromotion(id), words, gameNamesOf(site)) };
}

const publish = defineAction<PromotionChange>({
  parse: ({ promotion = '', terms = '' }) => ({ id: promotion, words: splitTerms(terms) }),
  async load(tx, siteId, change) {
    const { before, promotion } = await toPromotion(tx, siteId, change);
    return {
      subject: `promotion ${change.id}`,
      facts: { ...promotionFacts(promotion), before: before === undefined ? null : promotionFacts(before) },
    };
  },
  async run(tx, by, change) {
    const { promotion } = await toPromotion(tx, by.siteId, change);
    const outcome = await bonuses.writePromotion(tx, by.siteId, promotion);
    return { outcome, after: promotionFacts(promotion) };
  },
});

const end = defineAction<string>({
  parse: ({ promotion = '' }) => promotion,
  async load(tx, siteId, id) {
    const found = (await bonuses.listAllPromotions(tx, siteId)).find((each) => each.id === id);
    return { subject: `promotion ${id}`.slice(0, 60), facts: found === undefined ? {} : promotionFacts(found) };
  },
  async run(tx, by, id) {
    const outcome = await bonuses.endPromotion(tx, by.siteId, id);
    return outcome === 'ended' ? { outcome } : { rejection: 'NOT_WAITING' };
  },
});

/** Face value: the amount times the uses. */
function computeFaceValue({ amount, usesMax }: bonuses.NewItemCode): Money {
  return multiply(amount, usesMax === undefined ? USES_COUNTED : BigInt(usesMax));
}

const create = defineAction<bonuses.NewItemCode>({
  parse: ({ code = '', terms = '' }) => createItemCode(code, splitTerms(terms)),
  async load(_tx, _siteId, code) {
    const amount = computeFaceValue(code);
    return { subject: `code ${code.code}`, facts: { ...codeFacts(code), faceValue: toWireAmount(amount) }, amount };
  },
  async run(tx, by, code) {
    const outcome = await bonuses.createCode(tx, by.siteId, code);
    return outcome === 'made'
      ? { outcome, after: codeFacts(code) }
      : { rejection: 'BLOCKED', reasons: ['code_exists'] };
  },
});

const endCode = defineAction<string>({
  parse: ({ code = '' }) => parseCode(code),
  load: async (_tx, _siteId, code) => ({ subject: `code ${code}`, facts: { code } }),
  async run(tx, by, code) {
    const outcome = await bonuses.endCode(tx, by.siteId, code);
    return outcome === 'ended' ? { outcome } : { rejection: 'NOT_WAITING' };
  },
});

export const offerActions = {
  'promotion.publish': publish,
  'promotion.end': end,
  'code.create': create,
  'code.end': endCode,
};
