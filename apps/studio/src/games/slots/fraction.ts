// Exact fractions of integers, for returns and probabilities.
//
// Always true: a denominator is positive, and every result is in lowest terms.

import type { WeightedTable } from './compile.ts';

export type Fraction = { readonly numerator: bigint; readonly denominator: bigint };

export const ZERO: Fraction = { numerator: 0n, denominator: 1n };
export const ONE: Fraction = { numerator: 1n, denominator: 1n };

export function fraction(numerator: bigint | number, denominator: bigint | number = 1n): Fraction {
  const [above, below] = [BigInt(numerator), BigInt(denominator)];
  if (below <= 0n) throw new RangeError('expected a positive denominator');
  const divisor = greatestDivisor(above < 0n ? -above : above, below);
  return { numerator: above / divisor, denominator: below / divisor };
}

export function plus(...terms: readonly Fraction[]): Fraction {
  return terms.reduce(
    (sum, term) =>
      fraction(sum.numerator * term.denominator + term.numerator * sum.denominator, sum.denominator * term.denominator),
    ZERO,
  );
}

export function times(one: Fraction, other: Fraction): Fraction {
  return fraction(one.numerator * other.numerator, one.denominator * other.denominator);
}

export function power(base: Fraction, exponent: number): Fraction {
  return { numerator: base.numerator ** BigInt(exponent), denominator: base.denominator ** BigInt(exponent) };
}

/** The mean of a weighted draw. */
export function meanOf({ total, entries }: WeightedTable<number>): Fraction {
  const sum = entries.reduce((all, [weight, value]) => all + weight * value, 0);
  return fraction(sum, total);
}

/** Number of free spins that follow a paid spin: granted by it, and by the free spins themselves. */
export function freeSpinsAfter(byPaid: Fraction, byFree: Fraction): Fraction {
  const ends = byFree.denominator - byFree.numerator;
  if (ends <= 0n) throw new RangeError('expected a feature that grants less than one free spin for each');
  return fraction(byPaid.numerator * byFree.denominator, byPaid.denominator * ends);
}

/** A fraction as a percentage, rounded down: "96.00". */
export function percentText({ numerator, denominator }: Fraction, decimals = 2): string {
  const scale = 10n ** BigInt(decimals);
  const parts = (numerator * 100n * scale) / denominator;
  return `${parts / scale}.${String(parts % scale).padStart(decimals, '0')}`;
}

/** A number with so many decimals, for reports. */
export function decimals(value: number, digits: number): string {
  const places = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false };
  return value.toLocaleString('en', places);
}

/** For statistics only. */
export function toNumber({ numerator, denominator }: Fraction): number {
  return Number((numerator * 10n ** 15n) / denominator) / 1e15;
}

function greatestDivisor(one: bigint, other: bigint): bigint {
  let [a, b] = [one, other];
  while (b > 0n) [a, b] = [b, a % b];
  return a === 0n ? 1n : a;
}
