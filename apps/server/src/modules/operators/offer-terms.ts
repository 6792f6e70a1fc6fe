// Terms of cashback, referral and wheel of a site, with the versions of the first two.
//
// Always true: nothing here changes a row.
//
// Elsewhere: changes (site-actions.ts, wheel-actions.ts), what they cost (packages/promotions, cost.ts).

import type { Database } from '@chaba/database';
import { computeCoinCost, computeCoinWorth, EDGE_SHARE_MAX, formatShare } from '@chaba/promotions/cost';

import { listGameReturns, formatEstimate } from '#modules/offer-costs';
import { loadSite, type Site } from '#modules/site';
import { findWheel } from '#modules/wheel';
import { flags, formatWheel } from '#modules/operator-input';
import * as store from './offer-terms.store.ts';

const VERSIONS_SHOWN_MAX = 50;

/** The terms of cashback and referral in force: name of the setting → value. */
export function readOfferTerms(site: Site): store.OfferTermsVersion['terms'] {
  const settings = flags.filter(({ action }) => action === 'site.set-terms');
  return Object.fromEntries(settings.map(({ name, read }) => [name, read(site)]));
}

export type LoadedOfferTerms = {
  readonly inForce: store.OfferTermsVersion['terms'];
  /** Newest first. */
  readonly versions: readonly store.OfferTermsVersion[];
  readonly wheel:
    | {
        readonly version: number;
        readonly isOn: boolean;
        readonly lines: string;
        /** Of a coin, in baht. */
        readonly worth: string;
        /** Of the house edge of the play that earns it, in the most expensive game. */
        readonly share: string;
        readonly bound: string;
        readonly isWithinBound: boolean;
      }
    | undefined;
};

export async function loadOfferTerms(database: Database, siteId: number): Promise<LoadedOfferTerms> {
  const site = await database.transaction((tx) => loadSite(tx, siteId));
  const [versions, wheel] = await Promise.all([
    store.listOfferTerms(database, siteId, VERSIONS_SHOWN_MAX),
    findWheel(database, siteId),
  ]);
  return { inForce: readOfferTerms(site), versions, wheel: wheel && describeWheel(wheel, site) };
}

function describeWheel(
  wheel: NonNullable<Awaited<ReturnType<typeof findWheel>>>,
  { catalogue, depositTurnoverTimes }: Site,
): LoadedOfferTerms['wheel'] {
  const { share } = computeCoinCost(wheel, depositTurnoverTimes, listGameReturns(catalogue));
  return {
    version: wheel.version,
    isOn: wheel.isOn,
    lines: formatWheel(wheel),
    worth: formatEstimate(computeCoinWorth(wheel)),
    share: formatShare(share),
    bound: formatShare(EDGE_SHARE_MAX),
    isWithinBound: share <= EDGE_SHARE_MAX,
  };
}
