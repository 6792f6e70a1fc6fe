// Amounts on the member API: JSON numbers of baht with at most two decimals.
//
// Always true: the schemas reject any other value (text, three decimals, NaN) and never coerce. Routes convert numbers
// with `moneyOf` and `toBaht`; services only receive `Money`.

import { fromBaht, parseProviderAmount, type Money } from '@chaba/money';
import * as z from 'zod/mini';

const isWholeSatang = (number: number) => fromBaht(number) !== undefined;

/** Zero or more. */
export const bahtSchema = z.number().check(z.nonnegative(), z.refine(isWholeSatang, 'at most two decimals'));

/** More than zero: an amount to move. */
export const positiveBahtSchema = z.number().check(z.positive(), z.refine(isWholeSatang, 'at most two decimals'));

/** Any sign: a difference, a win or a loss. */
export const signedBahtSchema = z.number().check(z.refine(isWholeSatang, 'at most two decimals'));

/** A percentage with at most two decimals. */
export const percentSchema = z.number().check(z.nonnegative(), z.refine(isWholeSatang, 'at most two decimals'));

/** Coins and free spins are counted in whole pieces. */
export const countSchema = z.int().check(z.nonnegative());

/** A game provider's amount: decimal text with at most four decimals. */
export const providerAmountSchema = z.string().check(z.regex(/^(0|[1-9]\d{0,11})(\.\d{1,4})?$/));

/** A time on the wire: ISO 8601 with a zone. Never a Buddhist year. */
export const timestampSchema = z.iso.datetime({ offset: true });

/** A calendar day on the wire: a year from 2000 to 2999, which PostgreSQL and JavaScript both accept. */
export const daySchema = z.iso.date().check(z.refine((day) => day.startsWith('2')));

/** Converts a number that a schema above has accepted. */
export function toMoney(number: number): Money {
  const amount = fromBaht(number);
  if (amount === undefined) throw new RangeError(`not an amount of whole satang: ${number}`);
  return amount;
}

/** Converts a text that `providerAmountOnWire` has accepted. */
export function parseProviderMoney(text: string): Money {
  const amount = parseProviderAmount(text);
  if (amount === undefined) throw new RangeError(`not a provider amount: ${text}`);
  return amount;
}
