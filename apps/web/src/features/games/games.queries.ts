// Requests of the lobby and the game page.

import { queryOptions, useQuery } from '@tanstack/react-query';

import type { Data } from '@chaba/contract/endpoint';
import type { Game } from '@chaba/contract/play';
import { launchGame, listGames } from '@chaba/contract/requests';
import type { GameProvider } from '@chaba/contract/site';

import { hasExtensionSupport, send } from '#lib/api/api';
import { queryKeys } from '#lib/api/query-keys';
import { useSite } from '#lib/site/site';

const FRESH_MS = 10 * 60_000;

export type Catalogue = {
  readonly providers: readonly GameProvider[];
  readonly games: readonly Game[];
  /** Words of the games of a category or a mechanic. */
  readonly kindWords: Readonly<Record<string, readonly string[]>>;
  /** Keys of the most played games of the last days. */
  readonly popular: readonly string[];
  /** Neither games nor providers are known. */
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  /** The games are not known, and may come. */
  readonly isLoadingGames: boolean;
  /** The games are loaded, so a game that is not listed does not exist. */
  readonly isWhole: boolean;
  /** False on a host that lists games and cannot launch them. */
  readonly canPlay: boolean;
  readonly retry: () => void;
};

const catalogueQuery = queryOptions({
  queryKey: queryKeys.catalogue,
  queryFn: ({ signal }) => send(listGames, { signal }),
  staleTime: FRESH_MS,
});

const none: readonly never[] = [];
const noWords = {};

/** Until the games are loaded, the providers of the configuration are used. */
export function useCatalogue(): Catalogue {
  const { site, isKnown } = useSite();
  const { data, isError, refetch } = useQuery(catalogueQuery);
  const providers = data?.providers ?? site.ProductList;
  return {
    providers,
    games: data?.games ?? none,
    kindWords: data?.kindWords ?? noWords,
    popular: data?.popular ?? none,
    isLoading: data === undefined && !isKnown && !isError,
    hasFailed: isError && providers.length === 0,
    isLoadingGames: data === undefined && !isError,
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

/** A one-time launch URL, requested once for each visit of a game page. */
export function launchQuery({ ch, gameCode, gameType }: LaunchParams) {
  return queryOptions({
    queryKey: [...queryKeys.launch, ch, gameCode ?? ''],
    queryFn: () => requestLaunch({ ch, gameCode, gameType }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export async function requestLaunch({ ch, gameCode, gameType }: LaunchParams): Promise<Data<typeof launchGame>> {
  return send(launchGame, { body: { ch, gameType, ...(gameCode === undefined ? {} : { gameCode }) } });
}
