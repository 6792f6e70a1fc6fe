// Checks of the form in the order of the server's checks. The server decides; these save a request with a known result.

import { errorMessages } from '@chaba/contract/error-messages.text';
import { AMOUNT_INPUT_LENGTH_MAX } from '@chaba/contract/constraints';
import { min, money, PARTS_PER_BAHT, parseTypedBaht, formatPlainBaht, type Money } from '@chaba/money';

export type WithdrawLimits = {
  readonly minimum: Money;
  /** Zero: no limit. */
  readonly maximum: Money;
  /** Zero: no limit. */
  readonly cap: Money;
  readonly gameWallet: Money;
};

/** `reason`: the server's first check, which applies to any amount. */
export function checkAmount(typed: string, limits: WithdrawLimits, reason?: string): string | undefined {
  const { minimum, maximum, cap, gameWallet } = limits;
  const amount = parseTypedBaht(typed);
  if (amount === undefined) return errorMessages.WITHDRAW_AMOUNT_INVALID({});
  if (amount < minimum) return errorMessages.WITHDRAW_BELOW_MINIMUM({ minimum });
  if (maximum > 0n && amount > maximum) return errorMessages.WITHDRAW_ABOVE_MAXIMUM({ maximum });
  if (reason !== undefined) return reason;
  if (cap > 0n && amount > cap) return errorMessages.WITHDRAW_ABOVE_CAP({ maximum: cap });
  if (amount > gameWallet) return errorMessages.INSUFFICIENT_FUNDS({});
  return undefined;
}

/** The largest amount that can be requested at once. */
export function computeMaximum({ maximum, cap, gameWallet }: WithdrawLimits): Money {
  const limits = [maximum, cap].filter((limit) => limit > 0n);
  return limits.reduce((most, limit) => min(most, limit), gameWallet);
}

/** Without satang if the eight characters of the field (spec §5) cannot hold them. */
export function formatTyped(amount: Money): string {
  const plain = formatPlainBaht(amount);
  return plain.length <= AMOUNT_INPUT_LENGTH_MAX
    ? plain
    : formatPlainBaht(money((amount / PARTS_PER_BAHT) * PARTS_PER_BAHT));
}
