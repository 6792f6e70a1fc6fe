// The member's unfinished rounds; each holds a stake.

import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { Data } from '@chaba/contract/endpoint';
import { listOpenRounds } from '@chaba/contract/requests';

import { send } from '#lib/api/api';
import { subscribeToLive } from '#lib/api/live-events';
import { queryKeys } from '#lib/api/query-keys';
import { useIsSignedIn } from '#lib/member/session';

export type OpenRound = Data<typeof listOpenRounds>['rounds'][number];

const openRoundsQuery = queryOptions({
  queryKey: queryKeys.openRounds,
  queryFn: ({ signal }) => send(listOpenRounds, { signal }),
  staleTime: 5_000,
});

/**
 * Empty until the first response. Refetched when the wallet changes, because a stake opens a round and a result closes
 * it.
 */
export function useOpenRounds(): readonly OpenRound[] {
  const isSignedIn = useIsSignedIn();
  const queryClient = useQueryClient();
  useEffect(
    () =>
      subscribeToLive(({ event }) => {
        if (event === 'wallet') void queryClient.invalidateQueries({ queryKey: queryKeys.openRounds });
      }),
    [queryClient],
  );
  return useQuery({ ...openRoundsQuery, enabled: isSignedIn }).data?.rounds ?? [];
}
