// What the lobby and the game screen ask of the server.

import { queryOptions, useQuery } from '@tanstack/react-query';

import type { Data } from '@chaba/contract/endpoint';
import type { Game } from '@chaba/contract/play';
import { launchGame, listGames } from '@chaba/contract/requests';
import type { GameProvider } from '@chaba/contract/site';

import { hasExtensionSupport, send } from '#lib/api';
import { queryKeys } from '#lib/query-keys';
import { useSite } from '#lib/site';

const FRESH_MS = 10 * 60_000;

export type Catalogue = {
  readonly providers: readonly GameProvider[];
  readonly games: readonly Game[];
  /** Nothing is known yet, not even the providers of the configuration. */
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  /** The games were answered too, so what is not listed does not exist. */
  readonly isWhole: boolean;
  /** False on a host that lists games and has no call that opens one. */
  readonly canPlay: boolean;
  readonly retry: () => void;
};

const catalogueQuery = queryOptions({
  queryKey: queryKeys.catalogue,
  queryFn: ({ signal }) => send(listGames, { signal }),
  staleTime: FRESH_MS,
});

const none: readonly Game[] = [];

/** The providers of the configuration stand in until the games are there. */
export function useCatalogue(): Catalogue {
  const { site, isKnown } = useSite();
  const { data, isError, refetch } = useQuery(catalogueQuery);
  const providers = data?.providers ?? site.ProductList;
  return {
    providers,
    games: data?.games ?? none,
    isLoading: data === undefined && !isKnown && !isError,
    hasFailed: isError && providers.length === 0,
    isWhole: data !== undefined,
    canPlay: hasExtensionSupport(),
    retry: () => void refetch(),
  };
}

export type LaunchParams = {
  readonly ch: string;
  readonly gameCode: string | undefined;
  readonly gameType: Game['gameType'];
};

/** A one-time address. It is asked for each time a game screen opens and is never asked for again by itself. */
export function launchQuery({ ch, gameCode, gameType }: LaunchParams) {
  return queryOptions({
    queryKey: [...queryKeys.launch, ch, gameCode ?? ''],
    queryFn: () => launch({ ch, gameCode, gameType }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export async function launch({ ch, gameCode, gameType }: LaunchParams): Promise<Data<typeof launchGame>> {
  return send(launchGame, { body: { ch, gameType, ...(gameCode === undefined ? {} : { gameCode }) } });
}
