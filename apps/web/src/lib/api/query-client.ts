// The query cache, the only place of server state. Queries are retried after a lost connection and while the server is
// busy (a site that moves to another cell is refused for up to 10 s), never after another error response; requests that
// move money are never retried automatically.

import { QueryClient, useIsFetching } from '@tanstack/react-query';

import { queryKeys } from './query-keys.ts';
import { ApiError, isApiError } from './api-error.ts';

const READ_RETRIES = 2;
/** With the delays below 12 to 15 s. */
const BUSY_RETRIES = 4;
const BUSY_DELAYS_MS = [1_000, 3_000, 4_000, 4_000] as const;
const BUSY_SPREAD = 0.25;

/** Queries of a member are removed with the session; the site's configuration stays. */
export function removeMemberQueries(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.site[0] });
}

/** Refetches every failed query of the page. */
export function refetchFailedQueries(): void {
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
}

/** True while a read is repeated, so what the page shows may be old. */
export function useIsReconnecting(): boolean {
  return useIsFetching({ predicate: ({ state }) => state.fetchFailureCount > 0 }) > 0;
}

const isBusy = (error: unknown): boolean => isApiError(error, 'SERVER_BUSY');

function mayRetry(failures: number, error: unknown): boolean {
  if (isBusy(error)) return failures < BUSY_RETRIES;
  return failures < READ_RETRIES && error instanceof ApiError && error.isUnanswered;
}

function computeRetryDelay(failures: number, error: unknown): number {
  const busyMs = BUSY_DELAYS_MS[failures] ?? BUSY_DELAYS_MS[BUSY_RETRIES - 1] ?? 0;
  return isBusy(error) ? busyMs * (1 + Math.random() * BUSY_SPREAD) : Math.min(500 * 2 ** failures, 4_000);
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
