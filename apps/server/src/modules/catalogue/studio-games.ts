// The studio's published list of games with figures and rules, typed.
//
// Elsewhere: the list (studio-games.json, by `npm run tool -- games publish`), the standard lists (standard.ts).

import type { CatalogueFacts } from '#core/catalogue';

import published from './studio-games.json' with { type: 'json' };

export type StudioGame = Required<Omit<CatalogueFacts, 'gainingPercent' | 'returned'>> &
  Pick<CatalogueFacts, 'gainingPercent' | 'returned'> & {
    readonly gameCode: string;
    readonly name: string;
    /** First day, YYYY-MM-DD. */
    readonly since: string;
  };

type StudioProvider = { readonly ch: string; readonly keyPrefix: string; readonly games: readonly StudioGame[] };

export const studioProviders = published as readonly StudioProvider[];

const FACTS = [
  'mechanic',
  'returnPercent',
  'volatility',
  'payingPercent',
  'gainingPercent',
  'largest',
  'stakes',
  'fairness',
  'returned',
  'sections',
] as const satisfies readonly (keyof CatalogueFacts)[];

/** The facts of a game, as its row stores them. */
export function toFacts(game: StudioGame): CatalogueFacts {
  return Object.fromEntries(FACTS.flatMap((part) => (game[part] === undefined ? [] : [[part, game[part]]])));
}

export type PublishedSlotGame = { readonly provider: string; readonly gameCode: string; readonly returned: number };

/** The slot titles with their exact returns. */
export const publishedSlots: readonly PublishedSlotGame[] = studioProviders.flatMap(({ ch, games }) =>
  games.flatMap(({ gameCode, returned }) => (returned === undefined ? [] : [{ provider: ch, gameCode, returned }])),
);
