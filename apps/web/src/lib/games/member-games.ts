// The member's games: played last, and favourites, stored on the server by key (ch, or ch/gameCode).
//
// Always true: a favourite shows at once and is reverted if the server rejects it; changes are sent one after another.
//
// Elsewhere: the catalogue (features/games), the keys (server, play/lobby.ts).

import { queryOptions, useQuery } from '@tanstack/react-query';

import type { Data } from '@chaba/contract/endpoint';
import { listMemberGames, setFavourite } from '@chaba/contract/requests';

import { getErrorMessage } from '#lib/api/api-error';
import { hasExtensionSupport, send } from '#lib/api/api';
import { queryClient } from '#lib/api/query-client';
import { queryKeys } from '#lib/api/query-keys';
import { useIsSignedIn } from '#lib/member/session';
import { toast } from '#lib/react/toast';

type Games = Data<typeof listMemberGames>;

const FRESH_MS = 60_000;
const nothing: Games = { recent: [], favourites: [] };

const memberGamesQuery = queryOptions({
  queryKey: queryKeys.memberGames,
  queryFn: ({ signal }) => send(listMemberGames, { signal }),
  staleTime: FRESH_MS,
});

export type MemberGames = Games & {
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly retry: () => void;
};

export function useMemberGames(): MemberGames {
  const isSignedIn = useIsSignedIn();
  const isEnabled = isSignedIn && hasExtensionSupport();
  const { data, isError, refetch } = useQuery({ ...memberGamesQuery, enabled: isEnabled });
  return {
    ...(data ?? nothing),
    isLoading: isEnabled && data === undefined && !isError,
    hasFailed: isError && data === undefined,
    retry: () => void refetch(),
  };
}

let lastChange: Promise<void> = Promise.resolve();
let waiting = 0;

/** Adds or removes a favourite by its key. */
export function changeFavourite(key: string, isFavourite: boolean): void {
  const { queryKey } = memberGamesQuery;
  const [ch = '', gameCode] = key.split('/');
  const body = { ch, isFavourite, ...(gameCode !== undefined && { gameCode }) };
  void queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, (known = nothing) => {
    const others = known.favourites.filter((other) => other !== key);
    return { ...known, favourites: isFavourite ? [key, ...others] : others };
  });
  waiting += 1;
  lastChange = lastChange.then(async () => {
    try {
      const games = await send(setFavourite, { body });
      // The response to an earlier change does not contain the changes that wait behind it.
      if (waiting === 1) queryClient.setQueryData(queryKey, games);
    } catch (error) {
      toast(getErrorMessage(error), 'notice');
      void queryClient.invalidateQueries({ queryKey });
    }
    waiting -= 1;
  });
}
