// The lobby: the catalogue as it is now, the games of a member, and the sheet of a game.
//
// Always true: every order comes from recorded data: recent games are by launch, favourites by their addition, popular
// games by distinct players of the last seven days at this site, from five players on. A closed provider names its
// closer.
//
// Elsewhere: the catalogue (site/catalogue.ts), the configuration (site.routes.ts), launches (play.ts), closing a
// provider (provider-registry.ts).

import type { Database, Queryable } from '@chaba/database';

import type { Config } from '#core/config';
import { fail } from '#core/domain-error';
import { createPromiseCache } from '#core/promise-cache';
import { type Closure, closedProviders } from '#modules/providers';
import type { Site } from '#modules/site';
import { findGame, findProvider, listGamesWithProvider, listProducts } from '#site/catalogue';
import { categoryWords, mechanicWords } from '#site/catalogue.text';
import { findStudioGame } from '#site/studio-games';

import * as store from './lobby.store.ts';

type MemberGames = { readonly recent: string[]; readonly favourites: string[] };

const NEW_DAYS = 30;
const DAY_MS = 86_400_000;
const POPULAR = { days: 7, playersMin: 5, limit: 24 } as const;
const POPULAR_LIFETIME_MS = 5 * 60_000;
const SITES_CACHED_MAX = 1_000;
const RECENT_MAX = 24;
const FAVOURITES_MAX = 200;

const kindWords: Record<string, string[]> = Object.fromEntries(
  Object.entries({ ...categoryWords, ...mechanicWords }).map(([kind, words]) => [kind, [...words]]),
);

/** Counting players reads a week of launches, so each process counts once in five minutes. */
export function createLobby(database: Database) {
  const popular = createPromiseCache<string, string[]>(SITES_CACHED_MAX);

  function listPopular(site: Site): Promise<string[]> {
    const period = Math.floor(Date.now() / POPULAR_LIFETIME_MS);
    return popular.get(`${site.id} ${period}`, async () =>
      (await store.listPopularGames(database, site.id, POPULAR)).map(toKey),
    );
  }

  return {
    async list(site: Site) {
      const [providers, keys] = await Promise.all([listProviders(database, site), listPopular(site)]);
      const open = new Set(providers.filter(({ isOpen }) => isOpen).map(({ ch }) => ch));
      const games = listGamesWithProvider(site.catalogue);
      const listed = new Set(games.map(({ ch, gameCode }) => toKey({ provider: ch, gameCode })));
      return {
        providers,
        games: games.map(({ words, ...game }) => ({
          ...game,
          words: [...words],
          isOpen: open.has(game.ch),
          isNew: isNew(game.since),
        })),
        kindWords,
        popular: keys.filter((key) => listed.has(key)),
      };
    },
  };
}

/** The providers of a site as they are now, for the configuration and the lobby. */
export async function listProviders(database: Queryable, site: Site) {
  const closed = await closedProviders(database, site.id);
  return listProducts(site.catalogue).map((provider) => ({
    ...provider,
    ...stateOf(provider, closed.get(provider.ch)),
  }));
}

/** A provider whose games are not connected was closed by the studio. */
function stateOf(
  { isOpen }: { readonly isOpen: boolean },
  closure: Closure | undefined,
): { readonly isOpen: boolean } & Partial<Closure> {
  if (closure) return { isOpen: false, ...closure };
  return isOpen ? { isOpen } : { isOpen, closedBy: 'studio' };
}

function isNew(since: string | undefined): boolean {
  return since !== undefined && Date.now() < Date.parse(since) + NEW_DAYS * DAY_MS;
}

/** Recent games and favourites, also those that the catalogue does not list any more. */
export async function loadMemberGames(database: Queryable, siteId: number, memberId: bigint): Promise<MemberGames> {
  const rows = await store.listMemberGames(database, siteId, memberId);
  const newest = (time: 'playedAt' | 'favouriteAt', limit: number): string[] =>
    rows
      .filter((row) => row[time] !== null)
      .toSorted((one, other) => Number(other[time]) - Number(one[time]))
      .slice(0, limit)
      .map(toKey);
  return { recent: newest('playedAt', RECENT_MAX), favourites: newest('favouriteAt', FAVOURITES_MAX) };
}

export async function setFavourite(
  database: Database,
  site: Site,
  memberId: bigint,
  to: { readonly ch: string; readonly gameCode: string | undefined; readonly isFavourite: boolean },
): Promise<MemberGames> {
  const { ch, gameCode = '', isFavourite } = to;
  if (isFavourite) {
    if (!findProvider(site.catalogue, ch)) fail('GAME_PROVIDER_UNKNOWN');
    if (gameCode !== '' && !findGame(site.catalogue, ch, gameCode)) fail('GAME_UNKNOWN');
  }
  return database.transaction(async (tx) => {
    await store.writeFavourite(tx, site.id, { memberId, provider: ch, gameCode, isFavourite });
    await store.dropOldFavourites(tx, site.id, { memberId, limit: FAVOURITES_MAX });
    return loadMemberGames(tx, site.id, memberId);
  });
}

export async function loadSheet(
  database: Queryable,
  { studioUrl }: Pick<Config, 'studioUrl'>,
  site: Site,
  of: { readonly ch: string; readonly gameCode: string | undefined },
) {
  const provider = findProvider(site.catalogue, of.ch);
  if (!provider) fail('GAME_PROVIDER_UNKNOWN');
  const code = of.gameCode ?? provider.games[0]?.gameCode ?? '';
  const game = findGame(site.catalogue, provider.ch, code);
  if (!game) fail('GAME_UNKNOWN');
  const closed = await closedProviders(database, site.id);
  const known = findStudioGame(provider.ch, game.gameCode);
  const { name, img, category, gameCode, mechanic, returnPercent, volatility } = game;
  const address = (page: string): string => new URL(`/games/${encodeURIComponent(gameCode)}/${page}`, studioUrl).href;
  return {
    ch: provider.ch,
    providerName: provider.name,
    ...stateOf(provider, closed.get(provider.ch)),
    games: provider.games.map((each) => ({ gameCode: each.gameCode, name: each.name })),
    gameCode,
    name,
    img,
    category,
    mechanic,
    returnPercent,
    volatility,
    isOfBestPlace: category === 'LIVECASINO',
    stakes: known?.stakes.map(Number) ?? [],
    sections: known?.sections ?? [],
    ...(known && {
      payingPercent: known.payingPercent,
      ...(known.gainingPercent !== undefined && { gainingPercent: known.gainingPercent }),
      largest: known.largest,
      fairness: known.fairness,
      reportUrl: address('report'),
      verifyUrl: address('verify'),
    }),
  };
}

function toKey({ provider, gameCode }: { readonly provider: string; readonly gameCode: string }): string {
  return gameCode === '' ? provider : `${provider}/${gameCode}`;
}
