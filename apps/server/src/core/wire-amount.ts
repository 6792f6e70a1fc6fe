// Amounts of the back office as text.

import { formatProviderAmount, type Money } from '@chaba/money';

/** Decimal text in baht: "1500.00". */
export function toWireAmount(amount: Money): string {
  return formatProviderAmount(amount).slice(0, -2);
}
