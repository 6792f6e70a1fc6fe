// The terms of promotions and codes as text: what the record of an operator's action contains, and what a list of terms shows.
//
// Elsewhere: the terms that an operator types (apps/operator-cli), promotions and codes themselves (bonuses).

import { formatBaht, zeroMoney } from '@chaba/money';

import type { ListedPromotion, Measure, NewItemCode } from '#modules/bonuses';

const DAY_S = 86_400;
/** When a promotion may be taken, by the word for it. */
export const USABLE_WORDS = { first: 'first_deposit', daily: 'daily', any: 'always' } as const;
export const NO_TERM = 'none';

/** A promotion as the record of an act says it: the words that were typed, or could have been. */
export function promotionFacts(promotion: ListedPromotion): Readonly<Record<string, string>> {
  const { title, place, isOffered } = promotion;
  return { title, ...listPromotionTerms(promotion), place: String(place), offered: isOffered ? 'yes' : 'no' };
}

/** name → value, as they can be typed. */
export function listPromotionTerms({
  bonus,
  bonusMax,
  minimumDeposit,
  turnover,
  withdrawMax,
  usable,
  bets,
}: ListedPromotion) {
  const [use = ''] = Object.entries(USABLE_WORDS).find(([, value]) => value === usable) ?? [];
  const weights = Object.entries(bets?.weights ?? {}).map(([kind, percent]) => `${kind}:${percent}`);
  return {
    ...(bonus.unit === 'percent' ? { percent: String(bonus.basisPoints / 100) } : { baht: formatBaht(bonus.amount) }),
    max: measureText(bonusMax),
    min: formatBaht(minimumDeposit),
    turnover: measureText(turnover),
    cap: measureText(withdrawMax),
    for: use,
    maxbet: formatBaht(bets?.betMax ?? zeroMoney),
    exclude: bets?.excluded.join(',') || NO_TERM,
    weights: weights.join(',') || NO_TERM,
  };
}

/** A code as the record of an act says it. */
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

const measureText = (measure: Measure): string =>
  measure.unit === 'times' ? `${measure.hundredths / 100}x` : formatBaht(measure.amount);
