// Amounts of a promotion: bonus, turnover and cap, in baht. Pure.
//
// Always true: shares are rounded down to whole satang; a maximum of zero means no maximum. The best of several
// promotions has the largest bonus, then the lower requirement.
//
// Elsewhere: eligibility for a promotion (grants.ts), its card (bonuses.routes.ts).

import { add, floorToSatang, type Money, max, min, money, percentFloor, subtract, zeroMoney } from '@chaba/money';

import type { Measure, Promotion } from './promotions.store.ts';

export type Offer<Of extends Promotion = Promotion> = {
  readonly promotion: Of;
  readonly bonus: Money;
  readonly need: Money;
  /** Maximum that may leave; undefined: no limit. */
  readonly withdrawCap: Money | undefined;
};

/** Offer for a deposit of this amount; undefined if the amount is too small. */
export function computeOffer<Of extends Promotion>(promotion: Of, deposit: Money): Offer<Of> | undefined {
  if (deposit < promotion.minimumDeposit) return undefined;
  const wished =
    promotion.bonus.unit === 'percent'
      ? percentFloor(deposit, promotion.bonus.basisPoints)
      : floorToSatang(promotion.bonus.amount);
  const most = computeLimit(promotion.bonusMax, deposit);
  const bonus = most === undefined ? wished : min(wished, most);
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

/** Orders the best offer first. */
export function compareOffers(one: Offer, other: Offer): number {
  if (one.bonus !== other.bonus) return one.bonus > other.bonus ? -1 : 1;
  if (one.need !== other.need) return one.need < other.need ? -1 : 1;
  return one.promotion.place - other.promotion.place;
}

/**
 * The amount kept when a bonus is forfeited: own money and the deposit less net losses, never the bonus or
 * its winnings. `funds`: playable money after every open bet has returned its stake.
 */
export function computeKept(at: {
  readonly playable: Money;
  readonly funds: Money;
  readonly own: Money;
  readonly deposit: Money;
  readonly bonus: Money;
}): Money {
  const own = add(at.own, at.deposit);
  const netLoss = subtract(add(own, at.bonus), at.funds);
  return min(at.playable, max(zeroMoney, subtract(own, max(zeroMoney, netLoss))));
}

function computeLimit(measure: Measure, deposit: Money): Money | undefined {
  const limit = measure.unit === 'times' ? multiplyByHundredths(deposit, measure.hundredths) : measure.amount;
  return limit === 0n ? undefined : limit;
}

export function multiplyByHundredths(amount: Money, hundredths: number): Money {
  return floorToSatang(money((amount * BigInt(hundredths)) / 100n));
}
