// How an amount looks on the member API: a JSON number of baht with at most two decimals.
//
// The schemas refuse what is not such a number (a text, three decimals, NaN) and never coerce. The
// door turns the number into Money with `moneyOf` and back with `toBaht`; nothing behind the door
// ever sees a JSON number.

import { fromBaht, parseProviderAmount, type Money } from '@chaba/money';
import * as z from 'zod/mini';

const isWholeSatang = (number: number) => fromBaht(number) !== undefined;

/** Zero or more. */
export const bahtSchema = z.number().check(z.nonnegative(), z.refine(isWholeSatang, 'at most two decimals'));

/** More than zero: what someone asks to move. */
export const positiveBahtOnWire = z.number().check(z.positive(), z.refine(isWholeSatang, 'at most two decimals'));

/** Any sign: a difference, a win or a loss. */
export const signedBahtOnWire = z.number().check(z.refine(isWholeSatang, 'at most two decimals'));

/** A percentage with at most two decimals. */
export const percentOnWire = z.number().check(z.nonnegative(), z.refine(isWholeSatang, 'at most two decimals'));

/** Coins and free spins are counted in whole pieces. */
export const countOnWire = z.int().check(z.nonnegative());

/** A game provider's amount: decimal text with at most four decimals. */
export const providerAmountOnWire = z.string().check(z.regex(/^(0|[1-9]\d{0,11})(\.\d{1,4})?$/));

/** A time on the wire: ISO 8601 with a zone. Never a Buddhist year. */
export const timestampSchema = z.iso.datetime({ offset: true });

/** The amount behind a number that a schema above has let in. */
export function moneyOf(number: number): Money {
  const amount = fromBaht(number);
  if (amount === undefined) throw new RangeError(`not an amount of whole satang: ${number}`);
  return amount;
}

/** The amount behind a text that `providerAmountOnWire` has let in. */
export function moneyOfProvider(text: string): Money {
  const amount = parseProviderAmount(text);
  if (amount === undefined) throw new RangeError(`not a provider amount: ${text}`);
  return amount;
}
