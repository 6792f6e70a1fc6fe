// What the lobby shows for what was asked: providers, or games, in the catalogue's order. Pure.
//
// Always true: a closed provider keeps its place; a search looks at providers and games alike; what was played last
// and what is a favourite may be either.

import { gameCategories } from '@chaba/contract/codes';
import type { Game } from '@chaba/contract/play';
import type { GameProvider } from '@chaba/contract/site';

import { paths } from '#lib/paths';

export type Category = GameProvider['category'];
export type View = 'providers' | 'recent' | 'favourites';

export type LobbyEntry = {
  /** What the lobby's memory calls it: "ch" for a provider, "ch/gameCode" for a game. */
  readonly key: string;
  readonly name: string;
  readonly category: Category;
  readonly img: string;
  readonly code: string;
  readonly isOpen: boolean;
  readonly isNew: boolean;
  /** Of a game: whose it is. */
  readonly providerName?: string;
  /** Of a provider: how many games it lists. */
  readonly gameCount?: number;
  readonly to: string;
};

export type Wanted = {
  readonly view: View;
  readonly category: Category | undefined;
  readonly query: string;
  /** Only this provider's games. */
  readonly ch: string;
  readonly isOnlyOpen: boolean;
};

type Known = { readonly providers: readonly GameProvider[]; readonly games: readonly Game[] };

export const PROVIDER_PARAMETER = 'ch';

export function entriesOf(
  known: Known,
  wanted: Wanted,
  memory: { readonly recent: readonly string[]; readonly favourites: readonly string[] },
): readonly LobbyEntry[] {
  return choose(known, wanted, memory).filter(
    (entry) =>
      (wanted.category === undefined || entry.category === wanted.category) &&
      (!wanted.isOnlyOpen || entry.isOpen) &&
      matches(entry, wanted.query),
  );
}

function choose(
  { providers, games }: Known,
  { view, ch, query }: Wanted,
  { recent, favourites }: { readonly recent: readonly string[]; readonly favourites: readonly string[] },
): readonly LobbyEntry[] {
  const providerEntries = providers.map((provider) => entryOfProvider(provider, games));
  const names = new Map(providers.map((provider) => [provider.ch, provider.name]));
  const gameEntries = games.map((game) => entryOfGame(game, names.get(game.ch)));
  if (view !== 'providers') {
    const byKey = new Map([...providerEntries, ...gameEntries].map((entry) => [entry.key, entry]));
    return (view === 'recent' ? recent : favourites).flatMap((key) => byKey.get(key) ?? []);
  }
  if (ch !== '') return gameEntries.filter((entry) => entry.key.startsWith(`${ch}/`));
  // A list of every game would push the providers away; a search wants both.
  return query === '' ? providerEntries : [...gameEntries, ...providerEntries];
}

export function keyOf(ch: string, gameCode?: string): string {
  return gameCode === undefined ? ch : `${ch}/${gameCode}`;
}

/** The categories that the brand has providers in, in the order of the lobby. */
export function categoriesOf(providers: readonly GameProvider[]): readonly Category[] {
  return gameCategories.filter((category) => providers.some((provider) => provider.category === category));
}

export function categoryNamed(name: string | undefined): Category | undefined {
  return gameCategories.find((category) => category === name?.toUpperCase());
}

function entryOfProvider(provider: GameProvider, games: readonly Game[]): LobbyEntry {
  const own = games.filter((game) => game.ch === provider.ch);
  const [only] = own;
  return {
    key: keyOf(provider.ch),
    name: provider.name,
    category: provider.category,
    img: provider.img,
    code: provider.ch,
    isOpen: provider.isOpen,
    isNew: provider.isNew ?? false,
    gameCount: own.length,
    // Of several games one chooses; a single one, or a provider with a lobby of its own, opens at once.
    to: own.length > 1 ? gamesOf(provider.ch) : paths.member.playing(provider.ch, only?.gameCode),
  };
}

/** The address in the lobby where one chooses among a provider's games. */
export function gamesOf(ch: string): string {
  return `${paths.member.game}?${new URLSearchParams({ [PROVIDER_PARAMETER]: ch })}`;
}

function entryOfGame(game: Game, providerName: string | undefined): LobbyEntry {
  return {
    key: keyOf(game.ch, game.gameCode),
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

function matches({ name, providerName = '', code }: LobbyEntry, query: string): boolean {
  const wanted = plain(query);
  return wanted === '' || [name, providerName, code].some((text) => plain(text).includes(wanted));
}

function plain(text: string): string {
  return text.normalize('NFC').toLocaleLowerCase('th').replaceAll(/\s+/g, '');
}
