// The balance in the header, a link to the deposit page. Without a connection or a response it shows the time of the
// balance; an amount of unknown time is hidden.

import { Plus, UserRound } from 'lucide-react';

import { toMoney, useBalance, useIsBalanceCurrent, useShownBalance } from '#lib/wallet/balance';
import { useIsBalanceHidden } from '#lib/wallet/balance-hidden';
import { paths } from '#lib/paths';
import { classNames } from '@chaba/ui/class-names';
import { DateTime } from '#ui/date-time';
import { Money } from '#ui/money';

import { text } from './layouts.text.ts';

import { Link } from '#ui/link';
import { icons } from '#parts/icon-look';

const MILLION = 1_000_000;

export function BalanceChip({ hasPlus }: { readonly hasPlus: boolean }) {
  const isHidden = useIsBalanceHidden();
  const isCurrent = useIsBalanceCurrent();
  const latest = useBalance();
  const balance = useShownBalance();

  // A large balance needs the space of the plus; the whole chip links to the deposit page anyway.
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
            <Money value={toMoney(balance)} isHidden={isHidden} />
          )}
        </span>
        {!isCurrent && latest && (
          <span className="text-micro leading-[1.4] font-medium text-text-2">
            <span className="max-md:hidden">{text.asOfLabel} </span>
            {text.asOf} <DateTime value={latest.at} part="time" />
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

/** A signed-in member on a page of the public area: the balance and a link to the member area. */
export function SignedInHere() {
  return (
    <>
      <BalanceChip hasPlus />
      <Link
        to={paths.member.home}
        aria-label={text.toMemberArea}
        title={text.toMemberArea}
        className="press grid size-11 place-items-center rounded-full border border-hairline bg-surface-2 text-text"
      >
        <UserRound {...icons} />
      </Link>
    </>
  );
}
