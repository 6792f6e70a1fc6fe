// Shared states of both lists: skeleton, failure, empty, load more. Rows are grouped by day.

import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';

import { getErrorMessage } from '#lib/api/api-error';
import { useSite } from '#lib/site/site';
import { Button } from '#ui/button';
import { Card, RowList } from '#ui/card';
import { DateTime } from '#ui/date-time';
import { ErrorState } from '#ui/error-state';
import { Skeleton, SkeletonGroup, listSkeletonKeys } from '#ui/skeleton';

import { groupByDay } from './history-filters.ts';
import { text } from './history.text.ts';

const ROWS_LOADING = 4;

type Pages<Item> = { readonly pages: readonly { readonly items: readonly Item[] }[] };
type PagesResult<Item> = Pick<
  UseInfiniteQueryResult<Pages<Item>>,
  'data' | 'error' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'
>;

export function listItems<Item>(data: Pages<Item> | undefined): readonly Item[] {
  return data?.pages.flatMap(({ items }) => items) ?? [];
}

export function HistoryPages<Item extends { readonly createdAt: string }>({
  result,
  items,
  keyOf,
  empty,
  renderRow,
}: {
  readonly result: PagesResult<Item>;
  /** Selects the rows to show from the loaded items. */
  readonly items: readonly Item[];
  /** Unique within a history. */
  readonly keyOf: (item: Item) => string;
  readonly empty: ReactNode;
  readonly renderRow: (item: Item) => ReactNode;
}) {
  const { site } = useSite();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = result;
  if (!data && error) return <ErrorState sentence={getErrorMessage(error)} onRetry={() => void refetch()} />;
  if (!data) return <RowsSkeleton />;
  if (items.length === 0) return empty;

  return (
    <div className="flex flex-col gap-4">
      {groupByDay(items).map(([day, rows]) => (
        <section key={day}>
          {day !== '' && (
            <h2 className="mb-2 text-small text-text-3">
              <DateTime value={rows[0]?.createdAt ?? ''} part="date" calendar={site.calendar} />
            </h2>
          )}
          <Card as="div" className="py-0!">
            <RowList>
              {rows.map((item) => (
                <Fragment key={keyOf(item)}>{renderRow(item)}</Fragment>
              ))}
            </RowList>
          </Card>
        </section>
      ))}
      {error && (
        <p role="alert" className="text-small text-danger">
          {getErrorMessage(error)}
        </p>
      )}
      {hasNextPage && (
        <Button variant="ghost" isWide isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {text.more}
        </Button>
      )}
    </div>
  );
}

function RowsSkeleton() {
  return (
    <SkeletonGroup className="flex flex-col gap-4">
      <Skeleton className="h-5 w-36" />
      <div className="rounded-card border border-hairline bg-surface-1 px-4">
        {listSkeletonKeys(ROWS_LOADING).map((key) => (
          <div key={key} className="flex h-19 items-center gap-3">
            <Skeleton className="size-11 rounded-full" />
            <Skeleton className="h-10 flex-1" />
            <Skeleton className="h-10 w-24" />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  );
}
