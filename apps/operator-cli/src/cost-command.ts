// npm run operator -- promotions --cost: what a brand's promotions, codes, coins, cashback and commission cost at most against a player
// who makes the best of them, and whether that is within the bounds.
//
// Elsewhere: the estimates (bonuses/economics.ts), what they assume (docs/economics.md).

import { formatBaht, fromBaht, toBaht, zeroMoney } from '@chaba/money';
import {
  listCodes,
  listAllPromotions,
  CODE_SHARE_MAX,
  computeCodeCost,
  computeCoinCost,
  computeCommissionCost,
  computeLossShareCost,
  computePromotionCost,
  EDGE_SHARE_MAX,
  findBestPlay,
  type GameReturn,
  gameReturns,
  type ListedPromotion,
  listPlayableGames,
  PROMOTION_SHARE_MAX,
  formatShare,
  withReturns,
  computeCoinWorth,
} from '@chaba/server/modules/bonuses';
import { findWheel } from '@chaba/server/modules/wheel';

import { UsageError } from './site-settings.ts';
import type { CommandContext } from './command-context.ts';
import { table } from './printing.ts';

type Row = readonly string[];

export async function listCosts({ database, site }: CommandContext, ...words: (string | undefined)[]): Promise<string> {
  const games = gamesOf(words.filter((word) => word !== undefined));
  const wheel = await findWheel(database, site.id);
  const coinWorth = wheel ? computeCoinWorth(wheel) : 0;
  const promotions = (await listAllPromotions(database, site.id)).filter(({ isOffered }) => isOffered);
  const codes = (await listCodes(database, site.id)).filter(({ isOver }) => !isOver);
  const { cashback, affiliate, depositTurnoverTimes } = site;
  const rows: Row[] = [
    ...promotions.map((promotion) => promotionRow(promotion, games)),
    ...codes.map((code) => {
      const { face, cost, share } = computeCodeCost(code, coinWorth, games);
      const what = `${bahtText(cost)} of ${bahtText(face)}`;
      return [`code ${code.code}`, what, formatShare(share), 'of its face', verdict(share, CODE_SHARE_MAX)];
    }),
    ...(wheel?.isOn === true
      ? [earnedRow(`coin, worth ${bahtText(coinWorth)}`, computeCoinCost(wheel, depositTurnoverTimes, games))]
      : []),
    ...(cashback.isOn
      ? [earnedRow(`cashback ${cashback.percentBp / 100} %`, computeLossShareCost(cashback.percentBp, games))]
      : []),
    ...(affiliate.isOn
      ? [earnedRow(`commission by ${affiliate.basis}`, computeCommissionCost(affiliate, depositTurnoverTimes, games))]
      : []),
  ];
  const head = ['', 'costs at most', 'which is', '', ''];
  return rows.length === 0 ? `Nothing at ${site.code} costs the house anything.` : table([head, ...rows]);
}

function promotionRow(promotion: ListedPromotion, games: readonly GameReturn[]): Row {
  const worst = computePromotionCost(promotion, games);
  const name = `promotion ${promotion.id}`;
  if (!worst) return [name, 'nothing', '', 'no deposit brings it', 'within bounds'];
  const betMax = promotion.bets?.betMax;
  const best = findBestPlay({
    ...worst,
    betMax: betMax === undefined ? undefined : toBaht(betMax),
    games: listPlayableGames(promotion.bets, games),
  });
  const found = bahtText(Math.max(0, best.takenOut - worst.deposit));
  return [
    name,
    `${bahtText(worst.cost)} of ${bahtText(worst.bonus)}`,
    formatShare(worst.share),
    `of the bonus of a deposit of ${bahtText(worst.deposit)}; the best play found brings ${found}`,
    verdict(worst.share, PROMOTION_SHARE_MAX),
  ];
}

function earnedRow(name: string, { rate, share, game }: ReturnType<typeof computeCoinCost>): Row {
  const where = game === undefined ? '' : `of the house edge of ${game.gameCode}`;
  return [name, `${formatShare(rate)} of stakes`, formatShare(share), where, verdict(share, EDGE_SHARE_MAX)];
}

const verdict = (share: number, most: number): string =>
  share <= most ? 'within bounds' : `above ${formatShare(most)}`;

/** An estimate, in whole satang. */
function bahtText(baht: number): string {
  return Number.isFinite(baht) ? formatBaht(fromBaht(Math.round(baht * 100) / 100) ?? zeroMoney) : 'no limit';
}

/** `EGAMES=96.5`: what games of a category return, in percent. */
function gamesOf(words: readonly string[]): readonly GameReturn[] {
  const categories = new Set<string>(gameReturns.map(({ category }) => category));
  const returns = words.map((word) => {
    const [category = '', percent = ''] = word.split('=', 2);
    if (!categories.has(category)) {
      throw new UsageError(`Name games by their category, ${[...categories].join(', ')}: EGAMES=96.`, 2);
    }
    const returned = /^\d{1,2}(\.\d{1,4})?$/.test(percent) ? Number(percent) / 100 : Number.NaN;
    if (!(returned > 0)) throw new UsageError(`"${percent}" is no return in percent, below 100.`, 2);
    return [category, returned] as const;
  });
  return withReturns(gameReturns, Object.fromEntries(returns));
}
