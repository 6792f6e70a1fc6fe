// The member card (spec §2): id, rank, balance, deposit and withdraw buttons, turnover, three facts, the referral link.
//
// Always true: before the first response the stored copy of the member is shown without a time; after a failed refresh
// the last response stays with its time. Without a connection the stored copy is hidden. A full meter promises a
// withdrawal only while no open round and no returned payout blocks it under a limit of bonuses.

import { useQuery } from '@tanstack/react-query';
import { ArrowDownToLine, ArrowUpFromLine, Eye, EyeOff, Medal, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';

import type { BonusInfo, UserInfo } from '@chaba/contract/members';
import { formatPhone } from '@chaba/contract/phones';

import { balanceQuery, toMoney } from '#lib/wallet/balance';
import { hideBalance, useIsBalanceHidden } from '#lib/wallet/balance-hidden';
import { classNames } from '@chaba/ui/class-names';
import { useAnimatedAmount } from '#lib/react/use-animated-amount';
import { useOpenRounds } from '#lib/games/open-rounds';
import { useIsHydrated } from '#lib/react/hydration';
import { useIsOnline } from '#lib/browser/online';
import { paths } from '#lib/paths';
import { getErrorMessage } from '#lib/api/api-error';
import { useSite } from '#lib/site/site';
import { Badge } from '@chaba/ui/badge';
import { ButtonLink } from '#ui/button';
import { CopyIcon, CopyRow } from '#ui/copy-button';
import { DateTime } from '#ui/date-time';
import { IconButton } from '#ui/icon-button';
import { Money } from '#ui/money';
import { MoneyCard, MoneyCardBody, MoneyCardFacts, MoneyCardRow } from '#ui/money-card';
import { Skeleton } from '#ui/skeleton';
import { TurnoverMeter } from '#parts/turnover-meter';

import { text } from './home.text.ts';

export function MemberCard({ member }: { readonly member: UserInfo }) {
  const { data, error, isFetching } = useQuery(balanceQuery);
  const wallet = data?.internalWallet ?? member.internalWallet;
  const bonus = data?.BonusInfo ?? member.BonusInfo;
  const phone = member.PhoneNumber;
  const isOnline = useIsOnline();
  const rounds = useOpenRounds();
  const { site } = useSite();
  const isHydrated = useIsHydrated();
  const isKnown = data !== undefined || (isOnline && !error && isHydrated);

  return (
    <MoneyCard className="h-full">
      <MoneyCardBody>
        <div className="flex flex-wrap items-start justify-between gap-2">
          <div>
            <p className="text-small text-text-2">{text.memberId}</p>
            <p className="num flex items-center text-base font-medium whitespace-nowrap">
              {formatPhone(phone)}
              <CopyIcon value={phone} name={text.memberId} />
            </p>
          </div>
          <Badge icon={<Medal aria-hidden="true" size={16} strokeWidth={1.75} />}>
            <span className="sr-only">{text.rank} </span>
            {text.silver}
          </Badge>
        </div>
        <BalanceLine baht={isKnown ? wallet.gameWallet : undefined} />
        {error && (
          <p role="alert" className="mt-1 text-small text-danger">
            {getErrorMessage(error)}
          </p>
        )}
        <div className="pairs mt-4 grid gap-3">
          <ButtonLink to={paths.member.deposit} icon={<ArrowDownToLine {...icon} />}>
            {text.deposit}
          </ButtonLink>
          <ButtonLink to={paths.member.withdraw} variant="secondary" icon={<ArrowUpFromLine {...icon} />}>
            {text.withdraw}
          </ButtonLink>
        </div>
        <div className={classNames('mt-5', !isKnown && 'invisible')}>
          <TurnoverMeter
            now={toMoney(bonus.nowTurnover)}
            need={toMoney(bonus.needTurnover)}
            canWithdraw={bonus.maxWithdrawAmount === 0 || (rounds.length === 0 && !data?.returned)}
          />
        </div>
      </MoneyCardBody>
      <MoneyCardFacts
        facts={[
          { label: text.coins, value: isKnown ? wallet.prizeWallet.toLocaleString('en-US') : text.unknown },
          { label: text.maxWithdraw, value: isKnown ? <MaxWithdraw bonus={bonus} /> : text.unknown },
          { label: text.updatedAt, value: <UpdatedAt at={data?.at} isFetching={isFetching} /> },
        ]}
      />
      {site.Affiliate.useAffiliate && <ReferralLink affiliateKey={member.affiliateKey} />}
    </MoneyCard>
  );
}

const icon = { 'aria-hidden': true, size: 20, strokeWidth: 1.75 } as const;

/** Undefined hides the amount: a stored balance may be stale. */
function BalanceLine({ baht }: { readonly baht: number | undefined }) {
  const { isFetching, refetch } = useQuery(balanceQuery);
  const isHidden = useIsBalanceHidden();
  const amount = useAnimatedAmount(toMoney(baht));

  return (
    <div className="mt-2">
      <p className="text-small text-text-2">{text.balance}</p>
      <div className="flex min-h-11 flex-wrap items-center gap-x-2">
        {baht === undefined ? (
          <span className="text-amount text-text-2">{text.unknown}</span>
        ) : (
          <Money value={amount} size="card" isHidden={isHidden} />
        )}
        <span className="flex">
          <IconButton
            label={text.refresh}
            aria-busy={isFetching}
            onClick={() => void refetch()}
            icon={
              <RefreshCw
                aria-hidden="true"
                size={22}
                strokeWidth={1.75}
                className={classNames(isFetching && 'motion-safe:animate-spin')}
              />
            }
          />
          <IconButton
            label={isHidden ? text.show : text.hide}
            aria-pressed={isHidden}
            onClick={() => hideBalance(!isHidden)}
            icon={
              isHidden ? (
                <EyeOff aria-hidden="true" size={22} strokeWidth={1.75} />
              ) : (
                <Eye aria-hidden="true" size={22} strokeWidth={1.75} />
              )
            }
          />
        </span>
      </div>
    </div>
  );
}

/** Zero means no limit (spec §3). */
function MaxWithdraw({ bonus }: { readonly bonus: BonusInfo }): ReactNode {
  return bonus.maxWithdrawAmount === 0 ? text.unlimited : <Money value={toMoney(bonus.maxWithdrawAmount)} />;
}

/** Without a response and without a request in flight there is no time to show. */
function UpdatedAt({ at, isFetching }: { readonly at: string | undefined; readonly isFetching: boolean }): ReactNode {
  if (at !== undefined) return <DateTime value={at} part="time" />;
  return isFetching ? <Skeleton className="my-0.5 h-5 w-16" /> : '–';
}

function ReferralLink({ affiliateKey }: { readonly affiliateKey: string }) {
  const isHydrated = useIsHydrated();
  const { host, origin } = isHydrated ? globalThis.location : { host: '', origin: '' };
  const path = paths.registerWith(affiliateKey);
  return (
    <MoneyCardRow>
      <CopyRow value={origin + path} name={text.link}>
        <span className="block text-micro text-text-2">{text.link}</span>
        <span
          className={classNames(
            'block truncate text-label break-all @max-[13rem]:whitespace-normal',
            !isHydrated && 'invisible',
          )}
        >
          {host + path}
        </span>
      </CopyRow>
    </MoneyCardRow>
  );
}
