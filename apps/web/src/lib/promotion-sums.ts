// What a promotion comes to for a typed deposit, in baht: bonus, turnover, the money to begin with and the most that may leave.
//
// Always true: the same arithmetic as the server's (rules §7; the journey of the promotions page holds the two against one
// another): shares are cut to whole satang, a maximum of 0 is none. A host that does not say what its bonus is worth gets no
// sum, because it would be a guess.
//
// Elsewhere: the terms as they stand on the card (promotion-terms.ts).

import type { PublishedPromotion } from '@chaba/contract/bonuses';
import { MULTIPLES } from '@chaba/contract/codes';
import { add, floorToSatang, fromBaht, min, money, type Money, zeroMoney } from '@chaba/money';

export type PromotionSums = {
  readonly bonus: Money;
  /** What there is to play with: deposit and bonus. */
  readonly start: Money;
  readonly turnover: Money;
  /** How many times, when the turnover is a multiple. */
  readonly times: number | undefined;
  /** The most that may leave; undefined: no limit. */
  readonly withdrawMax: Money | undefined;
};

/** Undefined when the deposit is too small, brings nothing, or the bonus's worth is unknown. */
export function promotionSums(promotion: PublishedPromotion, deposit: Money): PromotionSums | undefined {
  const { bonusType, bonusValue, minimumDeposit, DepositType, TurnoverAmount } = promotion;
  if (bonusValue === undefined || bonusValue <= 0 || deposit < inBaht(minimumDeposit)) return undefined;
  const wished = bonusType === 'percent' ? timesOf(deposit, bonusValue / 100) : floorToSatang(inBaht(bonusValue));
  const most = limitOf(promotion.MaxBonus, promotion.MaxBonusType, deposit);
  const bonus = most === undefined ? wished : min(wished, most);
  if (bonus === 0n) return undefined;
  const start = add(deposit, bonus);
  const isTimes = DepositType === MULTIPLES;
  return {
    bonus,
    start,
    turnover: isTimes ? timesOf(start, TurnoverAmount) : inBaht(TurnoverAmount),
    times: isTimes ? TurnoverAmount : undefined,
    withdrawMax: limitOf(promotion.MaxWithdrawAmount, promotion.MaxWithdrawType, deposit),
  };
}

function limitOf(figure: number, type: number, deposit: Money): Money | undefined {
  if (figure === 0) return undefined;
  return type === MULTIPLES ? timesOf(deposit, figure) : inBaht(figure);
}

const SCALE = 10_000;

/** Up to four decimals of the factor count: 12.5 % is 0.125. */
const timesOf = (amount: Money, factor: number): Money =>
  floorToSatang(money((amount * BigInt(Math.round(factor * SCALE))) / BigInt(SCALE)));
const inBaht = (baht: number): Money => fromBaht(baht) ?? zeroMoney;
