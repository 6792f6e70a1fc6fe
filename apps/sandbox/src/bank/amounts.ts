// Amounts in the bank's API: a JSON number or a decimal text in baht, at most two decimals.

import { fromBaht, money, type Money, parseProviderAmount } from '@chaba/money';
import { z } from 'zod';

/** Largest transfer: 99,999,999.99 baht. */
const AMOUNT_MAX = 999_999_999_900n;

const SATANG = 100n;

export const wireAmount = z.union([z.number(), z.string().max(20)]).transform((given, context) => {
  const amount = typeof given === 'number' ? fromBaht(given) : parseProviderAmount(given);
  if (amount === undefined || amount % SATANG !== 0n) {
    context.addIssue('must be an amount in baht with at most two decimals');
    return z.NEVER;
  }
  if (amount <= 0n || amount > AMOUNT_MAX) {
    context.addIssue('must be above 0 and at most 99999999.99 baht');
    return z.NEVER;
  }
  return amount;
});

/** Formats an amount of a slip, payout or feed line: "500.00". */
export function wireText(amount: Money): string {
  return `${amount / 10_000n}.${String((amount % 10_000n) / SATANG).padStart(2, '0')}`;
}

/** Formats a signed movement of an account: "-500.00". */
export function signedText(parts: bigint): string {
  return parts < 0n ? `-${wireText(money(-parts))}` : wireText(money(parts));
}
