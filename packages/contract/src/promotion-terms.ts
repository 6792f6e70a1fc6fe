// Formats the terms of a promotion for display, in baht or multiples. A maximum of 0 means unlimited (spec §3).

import { formatBaht, fromBaht, zeroMoney } from '@chaba/money';

import type { PublishedPromotion } from './bonuses.ts';
import { MULTIPLES } from './codes.ts';
import { TABLE_WITHOUT_POSITIONS_PERCENT } from './constraints.ts';
import { promotionTermsText } from './promotion-terms.text.ts';

/** Terms of a promotion or of a granted bonus. */
type BetTerms = Pick<PublishedPromotion, 'maxBet' | 'excludedGames' | 'excludedNames' | 'weights'>;

export type PromotionTerm = { readonly label: string; readonly value: string };

/** The four terms of a card: minimum deposit, maximum bonus, turnover, maximum withdrawal. */
export function listTerms(promotion: PublishedPromotion): readonly PromotionTerm[] {
  const { minimumDeposit, MaxBonus, MaxBonusType, TurnoverAmount, DepositType, MaxWithdrawAmount, MaxWithdrawType } =
    promotion;
  return [
    {
      label: promotionTermsText.minimumDeposit,
      value:
        minimumDeposit > 0 ? promotionTermsText.inBaht(formatFigure(minimumDeposit)) : promotionTermsText.noMinimum,
    },
    { label: promotionTermsText.maximumBonus, value: formatCap(MaxBonus, MaxBonusType) },
    { label: promotionTermsText.turnover, value: formatAmount(TurnoverAmount, DepositType) },
    { label: promotionTermsText.maximumWithdraw, value: formatCap(MaxWithdrawAmount, MaxWithdrawType) },
  ];
}

/**
 * Limits on bets until the turnover is reached, and contributions below 100 %. Extensions: empty on a host without
 * them.
 */
export function listBetTerms(terms: BetTerms): readonly PromotionTerm[] {
  const { maxBet = 0, excludedGames = [], excludedNames = [], weights = [] } = terms;
  const ofTables = {
    label: promotionTermsText.tablesWithoutPositions,
    value: promotionTermsText.countsShare(String(TABLE_WITHOUT_POSITIONS_PERCENT)),
  };
  const getName = (code: string, name?: string) => promotionTermsText.categories[code] ?? name ?? code;
  return [
    ...(maxBet > 0
      ? [{ label: promotionTermsText.maximumBet, value: promotionTermsText.inBaht(formatFigure(maxBet)) }]
      : []),
    ...(excludedGames.length > 0
      ? [
          {
            label: promotionTermsText.excludedGames,
            value: excludedGames.map((code, index) => getName(code, excludedNames[index])).join(', '),
          },
        ]
      : []),
    ...weights.map(({ category, percent }) => ({
      label: promotionTermsText.countsOf(getName(category)),
      value: percent === 0 ? promotionTermsText.countsNot : promotionTermsText.countsShare(String(percent)),
    })),
    ...(terms.weights === undefined ? [] : [ofTables]),
  ];
}

/** The value of the bonus, if the site states it: "50%" or "100 baht". */
export function formatBonusWorth(promotion: PublishedPromotion): string | undefined {
  const { bonusType = 'fixed', bonusValue = 0 } = promotion;
  return bonusValue > 0 ? worths[bonusType](bonusValue, promotion) : undefined;
}

type Worth = (value: number, promotion: PublishedPromotion) => string;

const worths: { readonly [Kind in NonNullable<PublishedPromotion['bonusType']>]: Worth } = {
  percent: (value) => promotionTermsText.bonusPercent(String(value)),
  fixed: (value) => promotionTermsText.bonusBaht(formatFigure(value)),
};

function formatCap(amount: number, type: number): string {
  return amount === 0 ? promotionTermsText.unlimited : formatAmount(amount, type);
}

function formatAmount(amount: number, type: number): string {
  return type === MULTIPLES
    ? promotionTermsText.times(String(amount))
    : promotionTermsText.inBaht(formatFigure(amount));
}

/** Every figure on a card has the format 0,0.00 (spec §9). */
function formatFigure(number: number): string {
  return formatBaht(fromBaht(number) ?? zeroMoney);
}
