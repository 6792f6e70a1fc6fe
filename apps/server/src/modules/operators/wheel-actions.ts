// Actions about the wheel: a new version, by two people.
//
// Always true: a version never changes; spins of members keep the version that they were drawn from.
//
// Elsewhere: the terms as typed (operator-input/wheel-terms.ts), the wheel (modules/wheel).

import type { Transaction } from '@chaba/database';
import { computeCoinCost, computeCoinWorth, EDGE_SHARE_MAX, formatShare } from '@chaba/promotions/cost';

import { listGameReturns, formatEstimate } from '#modules/offer-costs';
import { loadSite } from '#modules/site';
import { ensureWheel, findWheel, type WheelVersion } from '#modules/wheel';
import { splitTerms, formatWheel, parseWheel } from '#modules/operator-input';

import { defineAction } from './actions.ts';

type Terms = Omit<WheelVersion, 'version'>;

const publish = defineAction<Terms>({
  parse: ({ terms = '' }) => parseWheel(splitTerms(terms)),
  async load(tx, siteId, terms) {
    const current = await findWheel(tx, siteId);
    const cost = await computeCost(tx, siteId, terms);
    return {
      subject: 'wheel',
      facts: {
        version: String((current?.version ?? 0) + 1),
        terms: formatWheel(terms),
        coinWorth: formatEstimate(cost.worth),
        coinShare: formatShare(cost.share),
        coinBound: formatShare(EDGE_SHARE_MAX),
        before: current === undefined ? null : formatWheel(current),
      },
    };
  },
  async run(tx, { siteId }, terms) {
    const current = await findWheel(tx, siteId);
    const version = (current?.version ?? 0) + 1;
    const isNew = await ensureWheel(tx, siteId, { ...terms, version });
    if (!isNew) return { rejection: 'SUBJECT_CHANGED' };
    return { outcome: 'published', after: { version: String(version) } };
  },
});

/** Worth of a coin in baht, and the share of the house edge that coins cost in the most expensive game. */
async function computeCost(
  tx: Transaction,
  siteId: number,
  terms: Terms,
): Promise<{ readonly worth: number; readonly share: number }> {
  const { catalogue, depositTurnoverTimes } = await loadSite(tx, siteId);
  const { share } = computeCoinCost(terms, depositTurnoverTimes, listGameReturns(catalogue));
  return { worth: computeCoinWorth(terms), share };
}

export const wheelActions = { 'wheel.publish': publish };
