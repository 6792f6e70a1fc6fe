// The query cache, the only place of server state. Queries are retried after a lost connection, never after an error
// response; requests that move money are never retried automatically.

import { QueryClient } from '@tanstack/react-query';

import { queryKeys } from './query-keys.ts';
import { ApiError } from './api-error.ts';

const READ_RETRIES = 2;

/** Queries of a member are removed with the session; the site's configuration stays. */
export function removeMemberQueries(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.site[0] });
}

/** Refetches every failed query of the page. */
export function refetchFailedQueries(): void {
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
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
      retry: (failures, error) => failures < READ_RETRIES && error instanceof ApiError && error.isUnanswered,
      retryDelay: (failures) => Math.min(500 * 2 ** failures, 4_000),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
