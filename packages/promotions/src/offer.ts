// The offer that the terms of a promotion make for a deposit: bonus, turnover and withdrawal cap. Pure.
//
// Always true: shares are rounded down to whole satang; a maximum of zero means no maximum. The best of several
// promotions has the largest bonus, then the lower requirement.
//
// Elsewhere: kinds of bonus (kinds.ts), the same terms on the wire (wire.ts), their cost (cost.ts), eligibility for a
// promotion (apps/server, grants.ts).

import { add, type Money, min } from '@chaba/money';

import { multiplyByHundredths } from './hundredths.ts';
import { type Bonus, computeBonus } from './kinds.ts';

/** A multiple (in hundredths) or an amount (THB/4); a maximum of zero means unlimited. */
export type Measure =
  | { readonly unit: 'times'; readonly hundredths: number }
  | { readonly unit: 'baht'; readonly amount: Money };

/** The terms that decide what a deposit brings. */
export type OfferTerms = {
  readonly minimumDeposit: Money;
  readonly bonus: Bonus;
  /** As an amount, or a multiple of the deposit. */
  readonly bonusMax: Measure;
  /** As an amount, or a multiple of deposit and bonus. */
  readonly turnover: Measure;
  /** As an amount, or a multiple of the deposit. */
  readonly withdrawMax: Measure;
};

/** Terms of bets until the turnover is done. */
export type BetTerms = {
  /** Maximum stake of one round; undefined: no maximum. */
  readonly betMax: Money | undefined;
  /** Categories of games, providers, or provider/game. */
  readonly excluded: readonly string[];
  /** Percent by category, if it is not 100. */
  readonly weights: Readonly<Record<string, number>>;
};

/** The share of a stake, in percent, that counts without a weight. */
export const FULL_WEIGHT = 100;

export type Offer<Of extends OfferTerms = OfferTerms> = {
  readonly promotion: Of;
  readonly bonus: Money;
  readonly need: Money;
  /** Maximum that may leave; undefined: no limit. */
  readonly withdrawCap: Money | undefined;
};

/** Offer for a deposit of this amount; undefined if the amount is too small. */
export function computeOffer<Of extends OfferTerms>(promotion: Of, deposit: Money): Offer<Of> | undefined {
  if (deposit < promotion.minimumDeposit) return undefined;
  const uncapped = computeBonus(promotion.bonus, deposit);
  const most = computeLimit(promotion.bonusMax, deposit);
  const bonus = most === undefined ? uncapped : min(uncapped, most);
  if (bonus === 0n) return undefined;
  return {
    promotion,
    bonus,
    need:
      promotion.turnover.unit === 'times'
        ? multiplyByHundredths(add(deposit, bonus), promotion.turnover.hundredths)
        : promotion.turnover.amount,
    withdrawCap: computeLimit(promotion.withdrawMax, deposit),
  };
}

type PlacedTerms = OfferTerms & { readonly sortOrder: number };

/** Orders the best offer first. */
export function compareOffers(one: Offer<PlacedTerms>, other: Offer<PlacedTerms>): number {
  if (one.bonus !== other.bonus) return one.bonus > other.bonus ? -1 : 1;
  if (one.need !== other.need) return one.need < other.need ? -1 : 1;
  return one.promotion.sortOrder - other.promotion.sortOrder;
}

function computeLimit(measure: Measure, deposit: Money): Money | undefined {
  const limit = measure.unit === 'times' ? multiplyByHundredths(deposit, measure.hundredths) : measure.amount;
  return limit === 0n ? undefined : limit;
}
