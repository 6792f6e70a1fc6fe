// Amounts of Hub88: whole hundred-thousandths of a baht, a tenth of the wallet's unit.
//
// Always true: a stake is rounded down, every other amount to the nearest unit with halves up. Requests to the wallet
// (hub88.ts) and the list of transactions (hub88-client.ts) round alike, so that both sides of a day are equal.

import { type Money, money, type ProviderRounding, roundProviderAmount } from '@chaba/money';

const PER_BAHT_DIGITS = 5;
/** Hub88's units in one of the wallet's. */
const UNITS = 10n;

/** `stated`: the amount in baht where it was rounded. */
export function fromHub88Amount(
  units: number,
  rounding: ProviderRounding,
): { readonly amount: Money; readonly stated: string | undefined } {
  const digits = String(units).padStart(PER_BAHT_DIGITS + 1, '0');
  const baht = `${digits.slice(0, -PER_BAHT_DIGITS)}.${digits.slice(-PER_BAHT_DIGITS)}`;
  const amount = roundProviderAmount(baht, rounding);
  if (amount === undefined) throw new RangeError(`expected an amount of Hub88, got ${units}`);
  return { amount, stated: amount * UNITS === BigInt(units) ? undefined : baht };
}

export function toHub88Amount(amount: Money): number {
  return Number(money(amount * UNITS));
}
