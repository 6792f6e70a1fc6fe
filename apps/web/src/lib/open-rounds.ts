// Rounds that the member began and that are not finished: a stake lies in each of them until it is.

import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { Data } from '@chaba/contract/endpoint';
import { listOpenRounds } from '@chaba/contract/requests';

import { send } from './api.ts';
import { listenToLive } from './live-events.ts';
import { queryKeys } from './query-keys.ts';
import { useIsSignedIn } from './session.ts';

export type OpenRound = Data<typeof listOpenRounds>['rounds'][number];

const openRoundsQuery = queryOptions({
  queryKey: queryKeys.openRounds,
  queryFn: ({ signal }) => send(listOpenRounds, { signal }),
  staleTime: 5_000,
});

/**
 * Empty while nothing is known: a notice that comes late is better than a page that waits. Asked again when the wallet
 * moves, because a stake opens a round and a result closes it.
 */
export function useOpenRounds(): readonly OpenRound[] {
  const isSignedIn = useIsSignedIn();
  const queryClient = useQueryClient();
  useEffect(
    () =>
      listenToLive(({ event }) => {
        if (event === 'wallet') void queryClient.invalidateQueries({ queryKey: queryKeys.openRounds });
      }),
    [queryClient],
  );
  return useQuery({ ...openRoundsQuery, enabled: isSignedIn }).data?.rounds ?? [];
}
