// Checks of the form in the order of the server's checks. The server decides; these save a request with a known result.

import { errorMessages } from '@chaba/contract/error-messages.text';
import { AMOUNT_INPUT_LENGTH_MAX } from '@chaba/contract/constraints';
import {
  formatPlainBaht,
  fromBaht,
  min,
  money,
  type Money,
  parseTypedBaht,
  PARTS_PER_BAHT,
  zeroMoney,
} from '@chaba/money';

import type { Condition } from './withdraw.queries.ts';

export type WithdrawLimits = {
  readonly minimum: Money;
  /** Zero: no limit. */
  readonly maximum: Money;
  /** Undefined: no limit. */
  readonly cap: Money | undefined;
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
  if (cap !== undefined && amount > cap) return errorMessages.WITHDRAW_ABOVE_CAP({ maximum: cap });
  if (amount > gameWallet) return errorMessages.INSUFFICIENT_FUNDS({});
  return undefined;
}

/** The largest amount that can be requested at once. */
export function computeMaximum({ maximum, cap, gameWallet }: WithdrawLimits): Money {
  const most = maximum > 0n ? min(maximum, gameWallet) : gameWallet;
  return cap === undefined ? most : min(cap, most);
}

/** Reasons that state a limit of bonuses. */
const CAP_REASONS = ['WITHDRAW_ABOVE_CAP', 'WITHDRAW_RETURNED_WAITS'];

/** The limit of bonuses; undefined: none. The condition names a used up limit by its reason, because its 0 is none. */
export function readCap({
  maxWithdrawAmount,
  reasons,
}: Pick<Condition, 'maxWithdrawAmount' | 'reasons'>): Money | undefined {
  if (maxWithdrawAmount > 0) return fromBaht(maxWithdrawAmount);
  return reasons.some(({ code }) => CAP_REASONS.includes(code)) ? zeroMoney : undefined;
}

/** Without satang if the eight characters of the field (spec §5) cannot hold them. */
export function formatTyped(amount: Money): string {
  const plain = formatPlainBaht(amount);
  return plain.length <= AMOUNT_INPUT_LENGTH_MAX
    ? plain
    : formatPlainBaht(money((amount / PARTS_PER_BAHT) * PARTS_PER_BAHT));
}
