// The catalogue of a site as all layers read it: its providers and their games.
//
// Always true: a value is immutable and belongs to one version of the rows. It holds every provider and game that the
// site ever had, so that the names of old rounds stay; a flag marks the closed and the withdrawn ones.
//
// Elsewhere: rows, changes and the standard lists (modules/catalogue), what a protocol is (modules/providers).

import { gameCategories, gameMechanics, type providerClosers } from '@chaba/contract/codes';
import type { Money } from '@chaba/money';

export { gameCategories, gameMechanics };
/** LOBBY: the provider opens a lobby of its own (spec §3). */
export const gameTypes = ['LIVECASINO', 'EGAMES', 'TRADING', 'LOBBY', '*'] as const;

export type GameCategory = (typeof gameCategories)[number];
/** Kind of play that a member chooses by. */
export type GameMechanic = (typeof gameMechanics)[number];
export type GameType = (typeof gameTypes)[number];
export type Closer = (typeof providerClosers)[number];
/** Why a provider is closed, for members. */
export type Closure = { readonly closedBy: Closer; readonly closedReason?: string };

/** Statements of a provider about a game, for tile and information sheet. A part that is not stated is absent. */
export type CatalogueFacts = {
  readonly mechanic?: GameMechanic;
  /** Of the best play or place, in percent with two digits. */
  readonly returnPercent?: string;
  readonly volatility?: 1 | 2 | 3 | 4 | 5;
  readonly payingPercent?: string;
  readonly gainingPercent?: string;
  /** Of the rules; the heading of the first is empty. */
  readonly sections?: readonly { readonly heading: string; readonly body: string[] }[];
  readonly largest?: { readonly times: number; readonly oneIn?: number; readonly simulatedRounds?: number };
  /** Baht: the stakes of a slot, or the smallest and the largest stake of a table. */
  readonly stakes?: readonly string[];
  readonly fairness?: string;
  /** The exact return of a slot, as a share of the stake. */
  readonly returned?: number;
};

export type CatalogueGame = {
  readonly gameCode: string;
  readonly name: string;
  readonly gameType: GameType;
  readonly category: GameCategory;
  /** A path of the web build, or an https address. */
  readonly img: string;
  /** Words that find it in a search. */
  readonly words: readonly string[];
  /** First day, YYYY-MM-DD. */
  readonly since: string | undefined;
  /** False: it launches no more and takes no stakes; payouts of open rounds are accepted. */
  readonly isOffered: boolean;
} & Pick<CatalogueFacts, 'mechanic' | 'returnPercent' | 'volatility'>;

export type Provider = {
  readonly ch: string;
  readonly name: string;
  readonly gameType: GameType;
  readonly category: GameCategory;
  readonly img: string;
  readonly isNew: boolean;
  /** The name of its protocol (modules/providers/protocols.ts); undefined: listed, not connected. */
  readonly protocol: string | undefined;
  /** Its place in the lobby; undefined: outside the lobby. */
  readonly lobbyOrder: number | undefined;
  /** Address of a game with placeholders; undefined: the play-money studio. */
  readonly launchUrl: string | undefined;
  /** Address that answers queries; undefined: none, or the studio. */
  readonly apiUrl: string | undefined;
  /** Begin of the name of its first key: a provider of the play-money studio. */
  readonly keyPrefix: string | undefined;
  /** Set: an operator or the studio closed it. */
  readonly closure: Closure | undefined;
  /** Undefined: the cap of its profile. */
  readonly winCap: Money | undefined;
  /** The offered games, in their order. */
  readonly games: readonly CatalogueGame[];
};

export type SiteCatalogue = {
  /** Every provider: those of the lobby in its order, then the others by code. */
  readonly providers: readonly Provider[];
  /** The providers of the lobby, in its order. */
  readonly lobby: readonly Provider[];
  findProvider(ch: string): Provider | undefined;
  /** Also a game that is not offered any more. */
  findGame(ch: string, gameCode: string): CatalogueGame | undefined;
};

/** Waiting free spins as facts of a message: their number, and the names of their games. */
export function describeSpins(
  catalogue: SiteCatalogue,
  waiting: readonly { readonly provider: string; readonly gameCode: string; readonly count: number }[],
): { readonly spins: number; readonly games: string } {
  const names = waiting.map(({ provider, gameCode }) => catalogue.findGame(provider, gameCode)?.name ?? gameCode);
  return { spins: waiting.reduce((sum, { count }) => sum + count, 0), games: [...new Set(names)].join(', ') };
}
