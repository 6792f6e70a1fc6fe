// Selects the entries of the lobby: providers or games, in the order of the catalogue. Pure.
//
// Always true: a closed provider keeps its place; a search matches providers and games; recent and favourite entries
// can be either; a row follows an order of the server, never an invented one.
//
// Elsewhere: the search (lib/games/search.ts), the member's games (lib/games/member-games.ts).

import { gameCategories } from '@chaba/contract/codes';
import type { Game } from '@chaba/contract/play';
import type { GameProvider } from '@chaba/contract/site';

import { searchItems } from '#lib/games/search';
import { paths } from '#lib/paths';

export type Category = GameProvider['category'];
export type View = 'providers' | 'recent' | 'favourites';
export type PlayKind = NonNullable<Game['mechanic']>;
export type VolatilityClass = NonNullable<Game['volatility']>;

export type LobbyEntry = {
  /** Key in the member's lists: "ch" for a provider, "ch/gameCode" for a game. */
  readonly key: string;
  readonly ch: string;
  readonly name: string;
  readonly category: Category;
  readonly img: string;
  readonly code: string;
  readonly isOpen: boolean;
  readonly isNew: boolean;
  /** Of a closed provider. */
  readonly closedBy?: GameProvider['closedBy'];
  readonly closedReason?: string;
  /** Provider of a game. */
  readonly providerName?: string;
  readonly returnPercent?: string;
  readonly mechanic?: PlayKind;
  readonly volatility?: VolatilityClass;
  readonly since?: string;
  /** Number of games of a provider. */
  readonly gameCount?: number;
  readonly to: string;
  /** Texts of the search. */
  readonly names: readonly string[];
  readonly words: readonly string[];
};

export type Wanted = {
  readonly view: View;
  readonly category: Category | undefined;
  readonly query: string;
  /** Restricts the list to the games of this provider. */
  readonly ch: string;
  readonly isOnlyOpen: boolean;
  /** Restrict the list to games. */
  readonly mechanic: PlayKind | undefined;
  readonly volatility: VolatilityClass | undefined;
};

/** Restricted by the sheet of filters. */
export function isNarrowed({ ch, isOnlyOpen, mechanic, volatility }: Wanted): boolean {
  return ch !== '' || isOnlyOpen || mechanic !== undefined || volatility !== undefined;
}

type KindWords = Readonly<Record<string, readonly string[]>>;
type Known = {
  readonly providers: readonly GameProvider[];
  readonly games: readonly Game[];
  /** Words of the games of a category or a mechanic. */
  readonly kindWords: KindWords;
};
type Memory = { readonly recent: readonly string[]; readonly favourites: readonly string[] };

export const PROVIDER_PARAMETER = 'ch';
const ROW_LENGTH_MAX = 12;

/** All providers and games as entries; made once for each catalogue. */
export type Entries = { readonly providers: readonly LobbyEntry[]; readonly games: readonly LobbyEntry[] };

export function createEntries({ providers, games, kindWords }: Known): Entries {
  const byCode = new Map(providers.map((provider) => [provider.ch, provider]));
  const gamesOf = new Map<string, Game[]>();
  for (const game of games) gamesOf.set(game.ch, [...(gamesOf.get(game.ch) ?? []), game]);
  return {
    providers: providers.map((provider) => toProviderEntry(provider, gamesOf.get(provider.ch) ?? [])),
    games: games.map((game) => toGameEntry(game, byCode.get(game.ch), kindWords)),
  };
}

export function listEntries(known: Entries, wanted: Wanted, memory: Memory): readonly LobbyEntry[] {
  const { category, isOnlyOpen, mechanic, volatility, query } = wanted;
  const selected = selectEntries(known, wanted, memory).filter(
    (entry) =>
      (category === undefined || entry.category === category) &&
      (!isOnlyOpen || entry.isOpen) &&
      (mechanic === undefined || entry.mechanic === mechanic) &&
      (volatility === undefined || entry.volatility === volatility),
  );
  return searchItems(selected, query);
}

function selectEntries(
  { providers, games }: Entries,
  { view, ch, query, mechanic, volatility }: Wanted,
  { recent, favourites }: Memory,
): readonly LobbyEntry[] {
  if (view !== 'providers') return findByKeys({ providers, games }, view === 'recent' ? recent : favourites);
  if (ch !== '') return games.filter((entry) => entry.ch === ch);
  if (mechanic !== undefined || volatility !== undefined) return games;
  // A list of all games would hide the providers; a search needs both.
  return query === '' ? providers : [...games, ...providers];
}

function findByKeys({ providers, games }: Entries, keys: readonly string[]): LobbyEntry[] {
  const byKey = new Map([...providers, ...games].map((entry) => [entry.key, entry]));
  return keys.flatMap((key) => byKey.get(key) ?? []);
}

export type RowName = 'recent' | 'favourites' | 'newGames' | 'popular';
export type Row = { readonly name: RowName; readonly entries: readonly LobbyEntry[] };

/** The rows above all games; a row without entries is absent. New games are listed by their first day, last first. */
export function listRows(known: Entries, memory: Memory, popular: readonly string[]): readonly Row[] {
  const newGames = known.games
    .filter(({ isNew }) => isNew)
    .toSorted((one, other) => (other.since ?? '').localeCompare(one.since ?? ''));
  const rows: readonly Row[] = [
    { name: 'recent', entries: findByKeys(known, memory.recent) },
    { name: 'favourites', entries: findByKeys(known, memory.favourites) },
    { name: 'newGames', entries: newGames },
    { name: 'popular', entries: findByKeys(known, popular) },
  ];
  return rows
    .filter(({ entries }) => entries.length > 0)
    .map(({ name, entries }) => ({ name, entries: entries.slice(0, ROW_LENGTH_MAX) }));
}

/** Categories with at least one provider, in the order of the lobby. */
export function listCategories(providers: readonly GameProvider[]): readonly Category[] {
  return gameCategories.filter((category) => providers.some((provider) => provider.category === category));
}

export function findCategory(name: string | undefined): Category | undefined {
  return gameCategories.find((category) => category === name?.toUpperCase());
}

function toProviderEntry(provider: GameProvider, own: readonly Game[]): LobbyEntry {
  const [only] = own;
  return {
    key: provider.ch,
    ch: provider.ch,
    name: provider.name,
    category: provider.category,
    img: provider.img,
    code: provider.ch,
    isOpen: provider.isOpen,
    isNew: provider.isNew ?? false,
    ...getClosure(provider),
    gameCount: own.length,
    // Several games open a list; a single game, or a provider with its own lobby, opens at once.
    to: own.length > 1 ? getProviderGamesPath(provider.ch) : paths.member.playing(provider.ch, only?.gameCode),
    names: [provider.name, provider.ch],
    words: [],
  };
}

/** Lobby address of the games of one provider. */
export function getProviderGamesPath(ch: string): string {
  return `${paths.member.game}?${new URLSearchParams({ [PROVIDER_PARAMETER]: ch })}`;
}

function toGameEntry(game: Game, provider: GameProvider | undefined, kindWords: KindWords): LobbyEntry {
  const { ch, gameCode, name, category, img, isOpen, isNew, words, returnPercent, mechanic, volatility, since } = game;
  return {
    key: `${ch}/${gameCode}`,
    ch,
    name,
    category,
    img,
    code: gameCode,
    isOpen,
    isNew,
    ...(provider && { ...getClosure(provider), providerName: provider.name }),
    ...(returnPercent !== undefined && { returnPercent }),
    ...(mechanic !== undefined && { mechanic }),
    ...(volatility !== undefined && { volatility }),
    ...(since !== undefined && { since }),
    to: paths.member.playing(ch, gameCode),
    names: [name, gameCode, ...(provider ? [provider.name, provider.ch] : [])],
    words: [...words, ...(kindWords[mechanic ?? ''] ?? []), ...(kindWords[category] ?? [])],
  };
}

function getClosure({ closedBy, closedReason }: GameProvider): Pick<LobbyEntry, 'closedBy' | 'closedReason'> {
  return { ...(closedBy && { closedBy }), ...(closedReason !== undefined && { closedReason }) };
}
