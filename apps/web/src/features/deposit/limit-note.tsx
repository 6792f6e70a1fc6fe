// The amount that the member's own deposit limits still allow, shown before the transfer.

import { useQuery } from '@tanstack/react-query';

import { formatBaht, subtract } from '@chaba/money';

import { toMoney } from '#lib/wallet/balance';
import { depositLimitsQuery } from '#lib/member/member-limits';
import { Callout } from '@chaba/ui/callout';

import { text } from './deposit.text.ts';

export function LimitNote() {
  const { data: limits = [] } = useQuery(depositLimitsQuery);
  const [lowest] = limits
    .flatMap(({ span, Amount, used }) =>
      Amount === null ? [] : [{ span, left: subtract(toMoney(Amount), toMoney(used)) }],
    )
    .toSorted((one, other) => (one.left < other.left ? -1 : 1));
  // With nothing left the accounts are hidden and replaced by the reason.
  if (!lowest || lowest.left <= 0n) return null;
  return <Callout>{text.limitLeft(text.limitSpans[lowest.span], formatBaht(lowest.left))}</Callout>;
}
