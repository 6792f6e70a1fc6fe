// The lobby: the catalogue as it is now, the games of a member, and the sheet of a game.
//
// Always true: every order comes from recorded data: recent games are by launch, favourites by their addition, popular
// games by distinct players of the last seven days at this site, from five players on. A closed provider names its
// closer.
//
// Elsewhere: the rows (modules/catalogue), the configuration (site.routes.ts), launches (play.ts), closing a provider
// (operators).

import type { Database, Queryable } from '@chaba/database';

import type { Closure, Provider } from '#core/catalogue';
import type { Config } from '#core/config';
import { fail } from '#core/domain-error';
import { createPromiseCache } from '#core/promise-cache';
import { categoryWords, findFacts, mechanicWords } from '#modules/catalogue';
import { isConnected } from '#modules/providers';
import type { Site } from '#modules/site';

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
      const keys = await listPopular(site);
      const games = site.catalogue.lobby.flatMap((provider) => {
        const { isOpen } = stateOf(provider);
        return provider.games.map((game) => ({
          gameType: game.gameType,
          category: game.category,
          gameCode: game.gameCode,
          name: game.name,
          img: game.img,
          since: game.since,
          mechanic: game.mechanic,
          returnPercent: game.returnPercent,
          volatility: game.volatility,
          words: [...game.words],
          ch: provider.ch,
          isOpen,
          isNew: isNew(game.since),
        }));
      });
      const listed = new Set(games.map(({ ch, gameCode }) => toKey({ provider: ch, gameCode })));
      return {
        providers: listProviders(site),
        games,
        kindWords,
        popular: keys.filter((key) => listed.has(key)),
      };
    },
  };
}

/** The providers of a site as they are now, for the configuration and the lobby. */
export function listProviders({ catalogue }: Site) {
  return catalogue.lobby.map((provider) => {
    const { ch, name, gameType, category, img, isNew: isNewProvider } = provider;
    return { ch, name, gameType, category, img, isNew: isNewProvider, ...stateOf(provider) };
  });
}

/** A provider whose games are not connected was closed by the studio. */
function stateOf(provider: Provider): { readonly isOpen: boolean } & Partial<Closure> {
  if (provider.closure) return { isOpen: false, ...provider.closure };
  return isConnected(provider) ? { isOpen: true } : { isOpen: false, closedBy: 'studio' };
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
    const provider = site.catalogue.findProvider(ch);
    if (!provider) fail('GAME_PROVIDER_UNKNOWN');
    if (gameCode !== '' && !provider.games.some((game) => game.gameCode === gameCode)) fail('GAME_UNKNOWN');
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
  const provider = site.catalogue.findProvider(of.ch);
  if (!provider) fail('GAME_PROVIDER_UNKNOWN');
  const code = of.gameCode ?? provider.games[0]?.gameCode ?? '';
  const game = provider.games.find((each) => each.gameCode === code);
  if (!game) fail('GAME_UNKNOWN');
  const facts = await findFacts(database, site.id, { provider: provider.ch, gameCode: code });
  const { name, img, category, gameCode, mechanic, returnPercent, volatility } = game;
  const address = (page: string): string => new URL(`/games/${encodeURIComponent(gameCode)}/${page}`, studioUrl).href;
  return {
    ch: provider.ch,
    providerName: provider.name,
    ...stateOf(provider),
    games: provider.games.map((each) => ({ gameCode: each.gameCode, name: each.name })),
    gameCode,
    name,
    img,
    category,
    mechanic,
    returnPercent,
    volatility,
    isOfBestPlace: category === 'LIVECASINO',
    stakes: facts?.stakes?.map(Number) ?? [],
    sections: facts?.sections?.map(({ heading, body }) => ({ heading, body: [...body] })) ?? [],
    ...(facts?.payingPercent !== undefined && { payingPercent: facts.payingPercent }),
    ...(facts?.gainingPercent !== undefined && { gainingPercent: facts.gainingPercent }),
    ...(facts?.largest && { largest: facts.largest }),
    ...(facts?.fairness !== undefined && { fairness: facts.fairness }),
    // The play-money studio has these pages of every game that it publishes.
    ...(provider.keyPrefix !== undefined &&
      facts?.fairness !== undefined && { reportUrl: address('report'), verifyUrl: address('verify') }),
  };
}

function toKey({ provider, gameCode }: { readonly provider: string; readonly gameCode: string }): string {
  return gameCode === '' ? provider : `${provider}/${gameCode}`;
}
