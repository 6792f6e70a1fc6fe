// Formats the terms of promotions and codes as text, for audit entries and lists.
//
// Elsewhere: parsing of typed terms (promotion-terms.ts), promotions and codes (bonuses).

import { formatBaht, zeroMoney } from '@chaba/money';
import { bonusWords, formatBonus } from '@chaba/promotions/kinds';
import type { Measure } from '@chaba/promotions/offer';

import type { ListedPromotion } from '#modules/promotions';
import type { NewItemCode } from '#modules/item-codes';

const DAY_S = 86_400;
/** Command-line word → when a promotion can be selected. */
export const USABLE_WORDS = { first: 'first_deposit', daily: 'daily', any: 'always' } as const;
export const NO_TERM = 'none';

/** The promotion as fields of an audit entry, in the words of the command line. */
export function promotionFacts(promotion: ListedPromotion): Readonly<Record<string, string>> {
  const { title, sortOrder, isOffered } = promotion;
  return { title, ...listPromotionTerms(promotion), place: String(sortOrder), offered: isOffered ? 'yes' : 'no' };
}

/** Term name → value, in the form that the command line parses. */
export function listPromotionTerms({
  bonus,
  bonusMax,
  minimumDeposit,
  turnover,
  withdrawMax,
  usable,
  bets,
  budget,
}: ListedPromotion) {
  const [use = ''] = Object.entries(USABLE_WORDS).find(([, value]) => value === usable) ?? [];
  // The table orders the names in its own way.
  const weights = Object.entries(bets?.weights ?? {})
    .map(([kind, percent]) => `${kind}:${percent}`)
    .toSorted();
  return {
    [bonusWords[bonus.kind]]: formatBonus(bonus),
    max: formatMeasure(bonusMax),
    min: formatBaht(minimumDeposit),
    turnover: formatMeasure(turnover),
    cap: formatMeasure(withdrawMax),
    for: use,
    maxbet: formatBaht(bets?.betMax ?? zeroMoney),
    exclude: bets?.excluded.join(',') || NO_TERM,
    weights: weights.join(',') || NO_TERM,
    budget: budget === undefined ? NO_TERM : formatBaht(budget),
  };
}

/** The item code as fields of an audit entry. */
export function codeFacts(code: NewItemCode): Readonly<Record<string, string>> {
  return {
    amount: formatBaht(code.amount),
    coins: String(code.coins),
    turnover: `${code.turnoverTimes}x`,
    cap: code.withdrawCap === undefined ? NO_TERM : formatBaht(code.withdrawCap),
    uses: String(code.usesMax ?? 'any number'),
    each: String(code.usesPerMember ?? 1),
    days: code.livesSeconds === undefined ? 'until it is ended' : String(code.livesSeconds / DAY_S),
  };
}

const formatMeasure = (measure: Measure): string =>
  measure.unit === 'times' ? `${measure.hundredths / 100}x` : formatBaht(measure.amount);
