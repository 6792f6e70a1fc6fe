// Costs of the offers of a site for the house: the basis of an estimate, and the figures of a promotion.
//
// Elsewhere: the formulas (packages/promotions, cost.ts), their assumptions (docs/economics.md), the list of the
// command line (apps/operator-cli/src/cost-command.ts).

import type { Queryable } from '@chaba/database';
import { fromBaht, toBaht, zeroMoney } from '@chaba/money';
import { findBestPlay } from '@chaba/promotions/best-play';
import {
  type BonusCost,
  computeDepositRewards,
  computePromotionCost,
  computeRewards,
  type GameReturn,
  listPlayableGames,
  PROMOTION_SHARE_MAX,
  type Rewards,
} from '@chaba/promotions/cost';

import type * as promotions from '#modules/promotions';
import type { Site } from '#modules/site';
import { findWheel } from '#modules/wheel';
import { toWireAmount } from '#core/wire-amount';

import { listGameReturns } from './game-returns.ts';

export { listGameReturns, withReturns } from './game-returns.ts';

/** An estimate in baht as a decimal text, rounded to satang. */
export const formatEstimate = (estimate: number): string =>
  toWireAmount(fromBaht(Math.round(estimate * 100) / 100) ?? zeroMoney);

export type CostBasis = { readonly games: readonly GameReturn[]; readonly rewards: Rewards };

/** The games of the site with their returns, and the coins, cashback and commission of their play. */
export async function loadCostBasis(database: Queryable, site: Site): Promise<CostBasis> {
  const { cashback, affiliate } = site;
  const wheel = await findWheel(database, site.id);
  return {
    games: listGameReturns(site.catalogue),
    rewards: computeRewards({
      wheel: wheel?.isOn === true ? wheel : undefined,
      cashbackPercentBp: cashback.isOn ? cashback.percentBp : undefined,
      commission: affiliate.isOn ? affiliate : undefined,
    }),
  };
}

export type PromotionCosts = {
  /** With the coins, cashback and commission of the same play. */
  readonly worst: BonusCost;
  readonly alone: BonusCost;
  readonly isWithinBound: boolean;
};

/** Undefined: no deposit qualifies. */
export function computePromotionCosts(
  promotion: promotions.Promotion,
  { games, rewards }: CostBasis,
): PromotionCosts | undefined {
  const worst = computePromotionCost(promotion, games, rewards);
  const alone = computePromotionCost(promotion, games);
  if (!worst || !alone) return undefined;
  return { worst, alone, isWithinBound: worst.share <= PROMOTION_SHARE_MAX };
}

/** Amount in baht that the best play found takes out at the most expensive deposit, less the deposit. */
export function computeBestPlay(
  promotion: promotions.Promotion,
  { worst }: PromotionCosts,
  { games, rewards }: CostBasis,
): number {
  const betMax = promotion.bets?.betMax;
  const best = findBestPlay({
    ...worst,
    lossRate: rewards.lossRate,
    betMax: betMax === undefined ? undefined : toBaht(betMax),
    games: listPlayableGames(promotion.bets, games),
  });
  return Math.max(0, best.takenOut - worst.deposit) + computeDepositRewards(worst.deposit, rewards);
}
