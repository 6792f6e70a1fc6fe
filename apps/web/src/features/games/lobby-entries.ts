// Selects the entries of the lobby: providers or games, in the order of the catalogue. Pure.
//
// Always true: a closed provider keeps its place; a search matches providers and games; recent and favourite entries
// can be either.

import { gameCategories } from '@chaba/contract/codes';
import type { Game } from '@chaba/contract/play';
import type { GameProvider } from '@chaba/contract/site';

import { paths } from '#lib/paths';

export type Category = GameProvider['category'];
export type View = 'providers' | 'recent' | 'favourites';

export type LobbyEntry = {
  /** Key in the stored lists: "ch" for a provider, "ch/gameCode" for a game. */
  readonly key: string;
  readonly name: string;
  readonly category: Category;
  readonly img: string;
  readonly code: string;
  readonly isOpen: boolean;
  readonly isNew: boolean;
  /** Provider of a game. */
  readonly providerName?: string;
  /** Number of games of a provider. */
  readonly gameCount?: number;
  readonly to: string;
};

export type Wanted = {
  readonly view: View;
  readonly category: Category | undefined;
  readonly query: string;
  /** Restricts the list to the games of this provider. */
  readonly ch: string;
  readonly isOnlyOpen: boolean;
};

type Known = { readonly providers: readonly GameProvider[]; readonly games: readonly Game[] };

export const PROVIDER_PARAMETER = 'ch';

export function listEntries(
  known: Known,
  wanted: Wanted,
  memory: { readonly recent: readonly string[]; readonly favourites: readonly string[] },
): readonly LobbyEntry[] {
  return selectEntries(known, wanted, memory).filter(
    (entry) =>
      (wanted.category === undefined || entry.category === wanted.category) &&
      (!wanted.isOnlyOpen || entry.isOpen) &&
      isMatch(entry, wanted.query),
  );
}

function selectEntries(
  { providers, games }: Known,
  { view, ch, query }: Wanted,
  { recent, favourites }: { readonly recent: readonly string[]; readonly favourites: readonly string[] },
): readonly LobbyEntry[] {
  const providerEntries = providers.map((provider) => toProviderEntry(provider, games));
  const names = new Map(providers.map((provider) => [provider.ch, provider.name]));
  const gameEntries = games.map((game) => toGameEntry(game, names.get(game.ch)));
  if (view !== 'providers') {
    const byKey = new Map([...providerEntries, ...gameEntries].map((entry) => [entry.key, entry]));
    return (view === 'recent' ? recent : favourites).flatMap((key) => byKey.get(key) ?? []);
  }
  if (ch !== '') return gameEntries.filter((entry) => entry.key.startsWith(`${ch}/`));
  // A list of all games would hide the providers; a search needs both.
  return query === '' ? providerEntries : [...gameEntries, ...providerEntries];
}

export function toEntryKey(ch: string, gameCode?: string): string {
  return gameCode === undefined ? ch : `${ch}/${gameCode}`;
}

/** Categories with at least one provider, in the order of the lobby. */
export function listCategories(providers: readonly GameProvider[]): readonly Category[] {
  return gameCategories.filter((category) => providers.some((provider) => provider.category === category));
}

export function findCategory(name: string | undefined): Category | undefined {
  return gameCategories.find((category) => category === name?.toUpperCase());
}

function toProviderEntry(provider: GameProvider, games: readonly Game[]): LobbyEntry {
  const own = games.filter((game) => game.ch === provider.ch);
  const [only] = own;
  return {
    key: toEntryKey(provider.ch),
    name: provider.name,
    category: provider.category,
    img: provider.img,
    code: provider.ch,
    isOpen: provider.isOpen,
    isNew: provider.isNew ?? false,
    gameCount: own.length,
    // Several games open a list; a single game, or a provider with its own lobby, opens at once.
    to: own.length > 1 ? getProviderGamesPath(provider.ch) : paths.member.playing(provider.ch, only?.gameCode),
  };
}

/** Lobby address of the games of one provider. */
export function getProviderGamesPath(ch: string): string {
  return `${paths.member.game}?${new URLSearchParams({ [PROVIDER_PARAMETER]: ch })}`;
}

function toGameEntry(game: Game, providerName: string | undefined): LobbyEntry {
  return {
    key: toEntryKey(game.ch, game.gameCode),
    name: game.name,
    category: game.category,
    img: game.img,
    code: game.gameCode,
    isOpen: game.isOpen,
    isNew: false,
    ...(providerName === undefined ? {} : { providerName }),
    to: paths.member.playing(game.ch, game.gameCode),
  };
}

function isMatch({ name, providerName = '', code }: LobbyEntry, query: string): boolean {
  const wanted = normalize(query);
  return wanted === '' || [name, providerName, code].some((text) => normalize(text).includes(wanted));
}

function normalize(text: string): string {
  return text.normalize('NFC').toLocaleLowerCase('th').replaceAll(/\s+/g, '');
}
