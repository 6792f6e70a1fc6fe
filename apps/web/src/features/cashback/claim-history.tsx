// Earlier claims, newest first.

import { useInfiniteQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';

import { messageText } from '@chaba/contract/messages.text';

import { toMoney } from '#lib/wallet/balance';
import { getErrorMessage } from '#lib/api/api-error';
import { useSite } from '#lib/site/site';
import { Button } from '#ui/button';
import { Card, RowList } from '#ui/card';
import { DateTime } from '#ui/date-time';
import { ErrorState } from '#ui/error-state';
import { Money } from '#ui/money';
import { Section } from '#ui/section';
import { Skeleton, SkeletonGroup } from '#ui/skeleton';
import { StatusMark } from '#parts/status-mark';

import { claimsQuery } from './cashback.queries.ts';
import { text } from './cashback.text.ts';

export function ClaimHistory({
  isQuiet,
}: {
  /** The page already reports the failure, so the list shows no second message. */
  readonly isQuiet: boolean;
}) {
  const { site } = useSite();
  const claimsResult = useInfiniteQuery(claimsQuery);
  const claims = claimsResult.data?.pages.flatMap((page) => page.claims) ?? [];

  if (claimsResult.isError && !claimsResult.data) {
    if (isQuiet) return null;
    return <ErrorState sentence={getErrorMessage(claimsResult.error)} onRetry={() => void claimsResult.refetch()} />;
  }
  return (
    <Section title={text.history}>
      <Card as="div" className="py-1!">
        {claims.length > 0 && (
          <RowList>
            {claims.map((claim) => (
              <li key={claim.id} className="flex min-h-19 flex-wrap items-center gap-3 py-2.5">
                <span className="grid size-11 flex-none place-items-center rounded-full border border-hairline bg-surface-2">
                  <RotateCcw aria-hidden="true" size={21} strokeWidth={1.75} />
                </span>
                <span className="min-w-[4rem] flex-1">
                  <span className="block text-base font-medium">{text.row}</span>
                  <span className="block text-small text-text-3">
                    <DateTime value={claim.createdAt} calendar={site.calendar} />
                  </span>
                </span>
                <span className="ml-auto flex flex-none flex-col items-end">
                  <Money value={toMoney(claim.Amount)} hasPlus className="text-base font-semibold" />
                  <StatusMark status={claim.Status} />
                </span>
              </li>
            ))}
          </RowList>
        )}
        {claims.length === 0 && claimsResult.isFetching && (
          <SkeletonGroup className="py-3">
            <Skeleton className="h-13" />
          </SkeletonGroup>
        )}
        {claims.length === 0 && !claimsResult.isFetching && (
          <div className="py-6 text-center">
            <p className="text-title-3">{messageText.noData}</p>
            <p className="text-small text-text-2">{text.historyEmpty}</p>
          </div>
        )}
      </Card>
      {claimsResult.hasNextPage && (
        <div className="mt-3">
          <Button
            variant="quiet"
            isWide
            isBusy={claimsResult.isFetchingNextPage}
            onClick={() => void claimsResult.fetchNextPage()}
          >
            {text.more}
          </Button>
        </div>
      )}
    </Section>
  );
}
