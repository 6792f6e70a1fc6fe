// Exact fractions of the stake, and what free spins add to a slot's return.

/** An exact fraction of the stake. */
export type Fraction = { readonly numerator: bigint; readonly denominator: bigint };

/**
 * The return of a paid spin with all that follows, when a spin, paid or free, grants `granted` free spins on average. Each
 * free spin leads to granted more, so a paid spin is followed by granted / (1 - granted) of them.
 */
export function withFreeSpins(paid: Fraction, free: Fraction, granted: Fraction): Fraction {
  const followed = granted.numerator;
  const ends = granted.denominator - granted.numerator;
  if (ends <= 0n) throw new RangeError('a feature that grants a free spin or more for each has no end');
  return {
    numerator: paid.numerator * free.denominator * ends + free.numerator * paid.denominator * followed,
    denominator: paid.denominator * free.denominator * ends,
  };
}

/** A fraction as a percentage with two decimals, rounded to the nearest: "96.00". */
export function percentText({ numerator, denominator }: Fraction): string {
  const hundredths = (numerator * 20_000n + denominator) / (denominator * 2n);
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
}

/** For statistics only. */
export function shareOf({ numerator, denominator }: Fraction): number {
  return Number((numerator * 1_000_000_000n) / denominator) / 1_000_000_000;
}
