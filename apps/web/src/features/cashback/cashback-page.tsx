// /user/cash_back: claimable amount, its calculation, and earlier claims.

import { useQuery } from '@tanstack/react-query';

import type { Balance } from '@chaba/contract/members';
import type { SiteConfiguration } from '@chaba/contract/site';

import { FeatureClosed } from '#parts/feature-closed';
import { useBalance } from '#lib/wallet/balance';
import { refetchFailedQueries } from '#lib/api/query-client';
import { isApiError, getErrorMessage } from '#lib/api/api-error';
import { useSite } from '#lib/site/site';
import { ErrorState } from '#ui/error-state';
import { Skeleton, SkeletonGroup } from '#ui/skeleton';

import { CashbackBreakdown } from './cashback-bill.tsx';
import { CashbackCard, CashbackCardSkeleton } from './cashback-card.tsx';
import { ClaimHistory } from './claim-history.tsx';
import { type Cashback, cashbackQuery } from './cashback.queries.ts';
import { text } from './cashback.text.ts';

export function CashbackPage() {
  const { site, isKnown } = useSite();
  const balance = useBalance();
  const isOff = isKnown && !site.cashBack.usecashBack;
  const { data: cashback, error } = useQuery({ ...cashbackQuery, enabled: !isOff });

  if (isOff || isApiError(error, 'CASHBACK_CLOSED')) {
    return <FeatureClosed title={text.closed} help={text.closedHelp} />;
  }
  if (!cashback && !error) return <CashbackSkeleton />;
  const wallet = cashback ?? toPlainCashback(site, balance);
  return (
    <>
      {wallet && <CashbackCard cashback={wallet} image={site.cashBack.Image} />}
      {cashback ? (
        <CashbackBreakdown cashback={cashback} />
      ) : (
        <ErrorState sentence={getErrorMessage(error)} onRetry={refetchFailedQueries} />
      )}
      <ClaimHistory isQuiet={!cashback} />
      <p className="text-small text-text-3">{text.chase}</p>
    </>
  );
}

/** Data of the specification: wallet and site terms. The calculation is an extension. */
function toPlainCashback({ cashBack }: SiteConfiguration, balance: Balance | undefined): Cashback | undefined {
  if (!balance) return undefined;
  const { cashbackWallet } = balance.internalWallet;
  return { cashbackWallet, Payout: cashBack.Payout, minWithdraw: cashBack.minWithdraw, cycle: 'week', periods: [] };
}

function CashbackSkeleton() {
  return (
    <SkeletonGroup className="flex flex-col gap-6">
      <CashbackCardSkeleton />
      <Skeleton className="h-80 rounded-card" />
      <Skeleton className="h-44 rounded-card" />
    </SkeletonGroup>
  );
}
