// Costs of the offers of a site for the house: the basis of an estimate, and the figures of a promotion.
//
// Elsewhere: the formulas (bonuses/economics.ts), their assumptions (docs/economics.md), the list of the command line
// (apps/operator-cli/src/cost-command.ts).

import type { Queryable } from '@chaba/database';
import { toBaht } from '@chaba/money';

import * as bonuses from '#modules/bonuses';
import type { Site } from '#modules/site';
import { findWheel } from '#modules/wheel';

export type CostBasis = { readonly games: readonly bonuses.GameReturn[]; readonly rewards: bonuses.Rewards };

/** The games of the site with their returns, and the coins, cashback and commission of their play. */
export async function loadCostBasis(database: Queryable, site: Site): Promise<CostBasis> {
  const { cashback, affiliate } = site;
  const wheel = await findWheel(database, site.id);
  return {
    games: bonuses.listGameReturns(site.catalogue),
    rewards: bonuses.computeRewards({
      wheel: wheel?.isOn === true ? wheel : undefined,
      cashbackPercentBp: cashback.isOn ? cashback.percentBp : undefined,
      commission: affiliate.isOn ? affiliate : undefined,
    }),
  };
}

export type PromotionCosts = {
  /** With the coins, cashback and commission of the same play. */
  readonly worst: NonNullable<ReturnType<typeof bonuses.computePromotionCost>>;
  readonly alone: NonNullable<ReturnType<typeof bonuses.computePromotionCost>>;
  readonly isWithinBound: boolean;
};

/** Undefined: no deposit qualifies. */
export function computePromotionCosts(
  promotion: bonuses.Promotion,
  { games, rewards }: CostBasis,
): PromotionCosts | undefined {
  const worst = bonuses.computePromotionCost(promotion, games, rewards);
  const alone = bonuses.computePromotionCost(promotion, games);
  if (!worst || !alone) return undefined;
  return { worst, alone, isWithinBound: worst.share <= bonuses.PROMOTION_SHARE_MAX };
}

/** Amount in baht that the best play found takes out at the most expensive deposit, less the deposit. */
export function computeBestPlay(
  promotion: bonuses.Promotion,
  { worst }: PromotionCosts,
  { games, rewards }: CostBasis,
): number {
  const betMax = promotion.bets?.betMax;
  const best = bonuses.findBestPlay({
    ...worst,
    lossRate: rewards.lossRate,
    betMax: betMax === undefined ? undefined : toBaht(betMax),
    games: bonuses.listPlayableGames(promotion.bets, games),
  });
  return Math.max(0, best.takenOut - worst.deposit) + bonuses.computeDepositRewards(worst.deposit, rewards);
}
