// Computes a promotion for a typed deposit, in baht: bonus, starting amount, turnover and the withdrawal cap.
//
// Always true: the arithmetic of the server (the journey of the promotions page compares both): shares are truncated
// to satang, a maximum of 0 means none. Without a stated bonus value there is no result.
//
// Elsewhere: the terms on the card (packages/contract/src/promotion-terms.ts).

import type { PublishedPromotion } from '@chaba/contract/bonuses';
import { MULTIPLES } from '@chaba/contract/codes';
import { add, floorToSatang, fromBaht, min, money, type Money, zeroMoney } from '@chaba/money';

export type PromotionSums = {
  readonly bonus: Money;
  /** Deposit plus bonus. */
  readonly start: Money;
  readonly turnover: Money;
  /** Factor of the deposit and bonus; undefined for a fixed turnover. */
  readonly times: number | undefined;
  /** Undefined means no limit. */
  readonly withdrawMax: Money | undefined;
};

/** Undefined if the deposit is too small, the bonus is zero or its value is not stated. */
export function computePromotionSums(promotion: PublishedPromotion, deposit: Money): PromotionSums | undefined {
  const { bonusType, bonusValue, minimumDeposit, DepositType, TurnoverAmount } = promotion;
  if (bonusValue === undefined || bonusValue <= 0 || deposit < toMoney(minimumDeposit)) return undefined;
  const uncapped = bonusType === 'percent' ? multiply(deposit, bonusValue / 100) : floorToSatang(toMoney(bonusValue));
  const cap = computeCap(promotion.MaxBonus, promotion.MaxBonusType, deposit);
  const bonus = cap === undefined ? uncapped : min(uncapped, cap);
  if (bonus === 0n) return undefined;
  const start = add(deposit, bonus);
  const isTimes = DepositType === MULTIPLES;
  return {
    bonus,
    start,
    turnover: isTimes ? multiply(start, TurnoverAmount) : toMoney(TurnoverAmount),
    times: isTimes ? TurnoverAmount : undefined,
    withdrawMax: computeCap(promotion.MaxWithdrawAmount, promotion.MaxWithdrawType, deposit),
  };
}

function computeCap(figure: number, type: number, deposit: Money): Money | undefined {
  if (figure === 0) return undefined;
  return type === MULTIPLES ? multiply(deposit, figure) : toMoney(figure);
}

const SCALE = 10_000;

/** The factor has up to four decimals: 12.5 % is 0.125. */
const multiply = (amount: Money, factor: number): Money =>
  floorToSatang(money((amount * BigInt(Math.round(factor * SCALE))) / BigInt(SCALE)));
const toMoney = (baht: number): Money => fromBaht(baht) ?? zeroMoney;
