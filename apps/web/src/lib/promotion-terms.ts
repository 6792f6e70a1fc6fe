// The terms of a promotion as facts to show: hard numbers in baht or times, never adjectives. A maximum of
// 0 means unlimited (spec §3).

import type { PublishedPromotion } from '@chaba/contract/bonuses';
import { MULTIPLES } from '@chaba/contract/codes';
import { TABLE_WITHOUT_POSITIONS_PERCENT } from '@chaba/contract/constraints';
import { formatBaht } from '@chaba/money';

import { shownMoney } from './balance.ts';
import { text } from './lib.text.ts';

/** Of a promotion, or of a bonus as it was granted. */
type BetTerms = Pick<PublishedPromotion, 'maxBet' | 'excludedGames' | 'excludedNames' | 'weights'>;

export type PromotionTerm = { readonly label: string; readonly value: string };

/** Minimum deposit, maximum bonus, turnover, maximum withdrawal: the four of the card. */
export function termsOf(promotion: PublishedPromotion): readonly PromotionTerm[] {
  const { minimumDeposit, MaxBonus, MaxBonusType, TurnoverAmount, DepositType, MaxWithdrawAmount, MaxWithdrawType } =
    promotion;
  return [
    { label: text.minimumDeposit, value: minimumDeposit > 0 ? text.inBaht(formatted(minimumDeposit)) : text.noMinimum },
    { label: text.maximumBonus, value: capText(MaxBonus, MaxBonusType) },
    { label: text.turnover, value: amountText(TurnoverAmount, DepositType) },
    { label: text.maximumWithdraw, value: capText(MaxWithdrawAmount, MaxWithdrawType) },
  ];
}

/**
 * How members may bet until the turnover is done, and what counts for less (additions to the specification: nothing on a host that names
 * none).
 */
export function betTermsOf(terms: BetTerms): readonly PromotionTerm[] {
  const { maxBet = 0, excludedGames = [], excludedNames = [], weights = [] } = terms;
  const ofTables = {
    label: text.tablesWithoutPositions,
    value: text.countsShare(String(TABLE_WITHOUT_POSITIONS_PERCENT)),
  };
  const named = (code: string, name?: string) => text.categories[code] ?? name ?? code;
  return [
    ...(maxBet > 0 ? [{ label: text.maximumBet, value: text.inBaht(formatted(maxBet)) }] : []),
    ...(excludedGames.length > 0
      ? [
          {
            label: text.excludedGames,
            value: excludedGames.map((code, index) => named(code, excludedNames[index])).join(', '),
          },
        ]
      : []),
    ...weights.map(({ category, percent }) => ({
      label: text.countsOf(named(category)),
      value: percent === 0 ? text.countsNot : text.countsShare(String(percent)),
    })),
    ...(terms.weights === undefined ? [] : [ofTables]),
  ];
}

/** What the bonus is worth, when the brand says so: "50%" or "100 baht". */
export function worthOf({ bonusType, bonusValue }: PublishedPromotion): string | undefined {
  if (bonusValue === undefined || bonusValue <= 0) return undefined;
  return bonusType === 'percent' ? text.bonusPercent(String(bonusValue)) : text.bonusBaht(formatted(bonusValue));
}

function capText(amount: number, type: number): string {
  return amount === 0 ? text.unlimited : amountText(amount, type);
}

function amountText(amount: number, type: number): string {
  return type === MULTIPLES ? text.times(String(amount)) : text.inBaht(formatted(amount));
}

/** As every figure on a card: 0,0.00 (spec §9). */
function formatted(number: number): string {
  return formatBaht(shownMoney(number));
}
