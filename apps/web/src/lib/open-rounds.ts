// Rounds that the member began and that are not finished: a stake lies in each of them until it is.

import { queryOptions, useQuery } from '@tanstack/react-query';

import { listOpenRounds } from '@chaba/contract/play';
import type { Data } from '@chaba/contract/call';

import { send } from './api.ts';
import { queryKeys } from './query-keys.ts';
import { useIsSignedIn } from './session.ts';

export type OpenRound = Data<typeof listOpenRounds>['rounds'][number];

const openRoundsQuery = queryOptions({
  queryKey: queryKeys.openRounds,
  queryFn: ({ signal }) => send(listOpenRounds, { signal }),
  staleTime: 5_000,
});

/** Empty while nothing is known: a notice that comes late is better than a page that waits. */
export function useOpenRounds(): readonly OpenRound[] {
  const isSignedIn = useIsSignedIn();
  return useQuery({ ...openRoundsQuery, enabled: isSignedIn }).data?.rounds ?? [];
}
