// The query cache: server state lives here and nowhere else. Reads are tried again after a lost
// connection, never after a refusal; nothing that moves money is ever sent again by itself.

import { QueryClient } from '@tanstack/react-query';

import { queryKeys } from './query-keys.ts';
import { ApiError } from './api-error.ts';

const READ_RETRIES = 2;

/** What was read for a member goes with the member; the brand's configuration stays. */
export function forgetMemberData(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.site[0] });
}

/** Everything on the page that did not come is asked for again, by one press. */
export function askFailedAgain(): void {
  void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: true,
      // Without a connection a page says so and can be tried again, instead of waiting in its skeleton.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => failures < READ_RETRIES && error instanceof ApiError && error.isUnanswered,
      retryDelay: (failures) => Math.min(500 * 2 ** failures, 4_000),
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
