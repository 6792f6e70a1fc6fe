// The studio's published list of games with figures and rules, typed.
//
// Elsewhere: the list (studio-games.json, by `npm run games -- publish`), the catalogue (catalogue.ts).

import published from './studio-games.json' with { type: 'json' };

/** Kind of play that a member chooses by; the first eight are of slots. */
export type GameMechanic =
  | 'lines'
  | 'waysCascade'
  | 'variableWays'
  | 'holdAndSpin'
  | 'book'
  | 'anywhere'
  | 'cluster'
  | 'threeReels'
  | 'videoPoker'
  | 'cards'
  | 'dice'
  | 'wheel'
  | 'counting'
  | 'market';

export type StudioGame = {
  readonly gameCode: string;
  readonly name: string;
  /** First day, YYYY-MM-DD. */
  readonly since: string;
  readonly mechanic: GameMechanic;
  readonly returnPercent: string;
  readonly volatility: 1 | 2 | 3 | 4 | 5;
  readonly payingPercent: string;
  readonly gainingPercent?: string;
  /** Of the rules; the heading of the first is empty. */
  readonly sections: { readonly heading: string; readonly body: string[] }[];
  readonly largest: { readonly times: number; readonly oneIn?: number; readonly simulatedRounds?: number };
  /** Baht: the stakes of a slot, or the smallest and the largest stake of a table. */
  readonly stakes: readonly string[];
  readonly fairness: string;
  /** The exact return of a slot, as a share of the stake. */
  readonly returned?: number;
};

type StudioProvider = { readonly ch: string; readonly keyPrefix: string; readonly games: readonly StudioGame[] };

export const studioProviders = published as readonly StudioProvider[];

export function findStudioGame(ch: string, gameCode: string): StudioGame | undefined {
  return studioProviders.find((provider) => provider.ch === ch)?.games.find((game) => game.gameCode === gameCode);
}

export type PublishedSlotGame = { readonly provider: string; readonly gameCode: string; readonly returned: number };

/** The slot titles with their exact returns. */
export const publishedSlots: readonly PublishedSlotGame[] = studioProviders.flatMap(({ ch, games }) =>
  games.flatMap(({ gameCode, returned }) => (returned === undefined ? [] : [{ provider: ch, gameCode, returned }])),
);
