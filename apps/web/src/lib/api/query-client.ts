// The query cache, the only place of server state. Queries are retried after a lost connection and while the server is
// busy (a site that moves to another cell is refused for up to 10 s), never after another error response; requests that
// move money are never retried automatically.

import { useSyncExternalStore } from 'react';

import { QueryClient } from '@tanstack/react-query';

import { queryKeys } from './query-keys.ts';
import { ApiError, isApiError } from './api-error.ts';

const READ_RETRIES = 2;
/** With the delays below 11 to 15 s. */
const BUSY_RETRIES = 4;

/** Queries of a member are removed with the session; the site's configuration stays. */
export function removeMemberQueries(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.site[0] });
}

/** Refetches every failed query of the page. */
export function refetchFailedQueries(): void {
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
}

const subscribe = (onChange: () => void): (() => void) => queryClient.getQueryCache().subscribe(onChange);
const isReconnecting = (): boolean =>
  queryClient.isFetching({
    // One lost response is repeated in half a second: a notice would only move the page.
    predicate: ({ state }) => state.fetchFailureCount > 1 || isBusy(state.fetchFailureReason),
  }) > 0;

/** True while a read is repeated, so what the page shows may be old. */
export function useIsReconnecting(): boolean {
  return useSyncExternalStore(subscribe, isReconnecting, () => false);
}

const isBusy = (error: unknown): boolean => isApiError(error, 'SERVER_BUSY');

function mayRetry(failures: number, error: unknown): boolean {
  if (isBusy(error)) return failures < BUSY_RETRIES;
  return failures < READ_RETRIES && error instanceof ApiError && error.isUnanswered;
}

function computeRetryDelay(failures: number, error: unknown): number {
  // Spread, so that the pages of a site do not retry at the same moment.
  if (isBusy(error)) return (failures === 0 ? 1_000 : 3_500) * (1 + Math.random() / 4);
  return Math.min(500 * 2 ** failures, 4_000);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: true,
      // Without a connection a query fails at once and can be retried, instead of pausing in its skeleton.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: mayRetry,
      retryDelay: computeRetryDelay,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
