// The balance in the header: always visible, leads to the deposit page. Without a connection, and when the server
// does not answer, it says of when it is, and an amount of which nobody knows that is not shown.

import { Plus } from 'lucide-react';

import { shownMoney, useBalance, useIsBalanceCurrent, useShownBalance } from '#lib/balance';
import { useIsBalanceHidden } from '#lib/balance-hidden';
import { paths } from '#lib/paths';
import { classNames } from '#lib/class-names';
import { DateTime } from '#ui/date-time';
import { Money } from '#ui/money';

import { text } from './layouts.text.ts';
import { Link } from '#ui/link';

const MILLION = 1_000_000;

export function BalanceChip({ hasPlus }: { readonly hasPlus: boolean }) {
  const isHidden = useIsBalanceHidden();
  const isCurrent = useIsBalanceCurrent();
  const answered = useBalance();
  const balance = useShownBalance();

  // Beside a fortune the plus would leave the brand or the title no room; the whole chip leads to the deposit anyway.
  const isLong = balance !== undefined && balance >= MILLION;

  return (
    <Link
      to={paths.member.deposit}
      className={classNames(
        'press flex min-h-11 items-center gap-2 rounded-full border border-hairline bg-surface-2/86 pl-3.5 font-semibold leading-none',
        hasPlus ? 'pr-1' : 'pr-3.5',
        isLong && 'max-md:px-3 max-md:text-small',
      )}
    >
      <span className="sr-only">{text.balance}</span>
      <span className="flex flex-col items-end">
        <span className="flex items-baseline gap-1">
          <span aria-hidden="true" className="text-small font-medium text-text-2">
            {text.bahtSign}
          </span>
          {balance === undefined ? (
            <span className="inline-block w-14">{!isCurrent && text.unknown}</span>
          ) : (
            <Money value={shownMoney(balance)} isHidden={isHidden} />
          )}
        </span>
        {!isCurrent && answered && (
          <span className="text-micro leading-[1.4] font-medium text-text-2">
            <span className="max-md:hidden">{text.asOfWhat} </span>
            {text.asOf} <DateTime value={answered.at} part="time" />
          </span>
        )}
      </span>
      {hasPlus && (
        <span
          className={classNames(
            'grid size-9 place-items-center rounded-full bg-brand text-on-brand',
            isLong && 'max-md:hidden',
          )}
        >
          <Plus aria-hidden="true" size={20} strokeWidth={2.25} />
        </span>
      )}
      <span className="sr-only">{text.deposit}</span>
    </Link>
  );
}
