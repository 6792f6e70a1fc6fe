// Command promotions --cost: maximum cost of a site's promotions, codes, coins, cashback and commission against an
// optimal player, and whether each is within its bound. A promotion is compared together with the coins, cashback and
// commission of the same play.
//
// Elsewhere: the estimates (packages/promotions, cost.ts), their assumptions (docs/economics.md).

import { formatBaht, fromBaht, zeroMoney } from '@chaba/money';
import {
  CODE_SHARE_MAX,
  computeCodeCost,
  computeCoinCost,
  computeCoinWorth,
  computeCommissionCost,
  computeLossShareCost,
  EDGE_SHARE_MAX,
  formatShare,
  type GameReturn,
  PROMOTION_SHARE_MAX,
} from '@chaba/promotions/cost';
import { listCodes as listItemCodes } from '@chaba/server/modules/item-codes';
import { listAllPromotions, type ListedPromotion } from '@chaba/server/modules/promotions';
import {
  listGameReturns,
  withReturns,
  computeBestPlay,
  computePromotionCosts,
  type CostBasis,
  loadCostBasis,
} from '@chaba/server/modules/offer-costs';
import { findWheel } from '@chaba/server/modules/wheel';

import { UsageError } from './usage-error.ts';
import type { CommandContext } from './command-context.ts';
import { formatTable } from './printing.ts';

type Row = readonly string[];

export async function listCosts({ database, site }: CommandContext, ...words: (string | undefined)[]): Promise<string> {
  const games = parseReturns(
    words.filter((word) => word !== undefined),
    listGameReturns(site.catalogue),
  );
  const wheel = await findWheel(database, site.id);
  const coinWorth = wheel ? computeCoinWorth(wheel) : 0;
  const promotions = (await listAllPromotions(database, site.id)).filter(({ isOffered }) => isOffered);
  const codes = (await listItemCodes(database, site.id)).filter(({ isOver }) => !isOver);
  const { cashback, affiliate, depositTurnoverTimes } = site;
  const basis = { ...(await loadCostBasis(database, site)), games };
  const rows: Row[] = [
    ...promotions.map((promotion) => createPromotionRow(promotion, basis)),
    ...codes.map((code) => {
      const { face, cost, share } = computeCodeCost(code, coinWorth, games);
      const what = `${formatEstimate(cost)} of ${formatEstimate(face)}`;
      return [`code ${code.code}`, what, formatShare(share), 'of its face', formatVerdict(share, CODE_SHARE_MAX)];
    }),
    ...(wheel?.isOn === true
      ? [
          createShareRow(
            `coin, worth ${formatEstimate(coinWorth)}`,
            computeCoinCost(wheel, depositTurnoverTimes, games),
          ),
        ]
      : []),
    ...(cashback.isOn
      ? [createShareRow(`cashback ${cashback.percentBp / 100} %`, computeLossShareCost(cashback.percentBp, games))]
      : []),
    ...(affiliate.isOn
      ? [
          createShareRow(
            `commission by ${affiliate.basis}`,
            computeCommissionCost(affiliate, depositTurnoverTimes, games),
          ),
        ]
      : []),
  ];
  const head = ['', 'costs at most', 'which is', '', ''];
  return rows.length === 0 ? `Nothing at ${site.code} costs the house anything.` : formatTable([head, ...rows]);
}

function createPromotionRow(promotion: ListedPromotion, basis: CostBasis): Row {
  const costs = computePromotionCosts(promotion, basis);
  const name = `promotion ${promotion.id}`;
  if (!costs) return [name, 'nothing', '', 'no deposit qualifies', 'within bounds'];
  const { worst, alone } = costs;
  const found = formatEstimate(computeBestPlay(promotion, costs, basis));
  return [
    name,
    `${formatEstimate(worst.cost)} of ${formatEstimate(worst.bonus)}`,
    formatShare(worst.share),
    `of the bonus of a deposit of ${formatEstimate(worst.deposit)}; the best play found brings ${found}; ` +
      `without coins, cashback and commission ${formatShare(alone.share)}`,
    formatVerdict(worst.share, PROMOTION_SHARE_MAX),
  ];
}

function createShareRow(name: string, { rate, share, game }: ReturnType<typeof computeCoinCost>): Row {
  const basis = game === undefined ? '' : `of the house edge of ${game.gameCode}`;
  return [name, `${formatShare(rate)} of stakes`, formatShare(share), basis, formatVerdict(share, EDGE_SHARE_MAX)];
}

const formatVerdict = (share: number, most: number): string =>
  share <= most ? 'within bounds' : `above ${formatShare(most)}`;

/** Formats an estimate in baht, rounded to satang. */
function formatEstimate(baht: number): string {
  return Number.isFinite(baht) ? formatBaht(fromBaht(Math.round(baht * 100) / 100) ?? zeroMoney) : 'no limit';
}

/** Parses `EGAMES=96.5`: the return to player of a game category, in percent. */
function parseReturns(words: readonly string[], known: readonly GameReturn[]): readonly GameReturn[] {
  const categories = new Set<string>(known.map(({ category }) => category));
  const returns = words.map((word) => {
    const [category = '', percent = ''] = word.split('=', 2);
    if (!categories.has(category)) {
      throw new UsageError(`Name games by their category, ${[...categories].join(', ')}: EGAMES=96.`, 2);
    }
    const returned = /^\d{1,2}(\.\d{1,4})?$/.test(percent) ? Number(percent) / 100 : Number.NaN;
    if (!(returned > 0)) throw new UsageError(`"${percent}" is no return in percent, below 100.`, 2);
    return [category, returned] as const;
  });
  return withReturns(known, Object.fromEntries(returns));
}
