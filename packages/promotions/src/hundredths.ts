// Shares and multiples of amounts. Pure.
//
// Always true: a share is rounded down to whole satang.

import { floorToSatang, fromBaht, type Money, money } from '@chaba/money';

/** `parts` of `whole`, such as basis points of 10,000. */
export const computeShare = (amount: Money, parts: number, whole: bigint): Money =>
  floorToSatang(money((amount * BigInt(parts)) / whole));

/** A multiple in hundredths. */
export const multiplyByHundredths = (amount: Money, hundredths: number): Money =>
  computeShare(amount, hundredths, 100n);

/** Converts a figure to hundredths: 0.75 is 75. Undefined for more than two decimals and for less than zero. */
export function toHundredths(figure: number): number | undefined {
  // A figure with two decimals has the digits of an amount in satang.
  const exact = fromBaht(figure);
  return exact === undefined || exact < 0n ? undefined : Number(exact / 100n);
}
