// Returns of the connected games for the estimates of costs: the best play of each, as docs/games.md states it.
//
// A `lossShare` that is not known is 1, the worst case of a long shot.
//
// Elsewhere: the estimates (packages/promotions, cost.ts), the exact counts (apps/studio; tools/docs/economics.test.ts
// compares these figures with them).

import type { GameReturn } from '@chaba/promotions/cost';

import type { SiteCatalogue } from '#core/catalogue';
import { publishedSlots } from '#modules/catalogue';

export const gameReturns: readonly GameReturn[] = [
  ...publishedSlots.map(
    ({ provider, gameCode, returned }) => ({ provider, gameCode, category: 'EGAMES', returned, lossShare: 1 }) as const,
  ),
  // Bet on the banker: 5 % commission, a tie returns the stake.
  { provider: 'phat-thong', gameCode: 'baccarat', category: 'LIVECASINO', returned: 0.989421, lossShare: 0.446247 },
  // Bet on a pair: the longest shot of the table.
  { provider: 'phat-thong', gameCode: 'baccarat', category: 'LIVECASINO', returned: 0.896386, lossShare: 0.925301 },
  // Jacks or better 9/6, played without error.
  { provider: 'pho-dam', gameCode: 'card-garden', category: 'POKER', returned: 0.995439, lossShare: 0.545435 },
  { provider: 'sen-chao', gameCode: 'trading', category: 'TRADING', returned: 0.95093, lossShare: 0.490691 },
];

/**
 * The figures of a site: those of the studio, and the returns that operators stated of the games that they added.
 */
export function listGameReturns({ lobby }: SiteCatalogue): readonly GameReturn[] {
  const added = lobby.filter(({ keyPrefix }) => keyPrefix === undefined);
  const stated = added.flatMap(({ ch, games }) =>
    games.flatMap(({ gameCode, category, returnPercent }) =>
      returnPercent === undefined
        ? []
        : [{ provider: ch, gameCode, category, returned: Number(returnPercent) / 100, lossShare: 1 }],
    ),
  );
  return [...gameReturns, ...stated];
}

/** The figures with other returns for whole categories, to estimate the cost of such games. */
export function withReturns(
  games: readonly GameReturn[],
  returns: Readonly<Record<string, number>>,
): readonly GameReturn[] {
  return games.map((game) => ({ ...game, returned: returns[game.category] ?? game.returned }));
}
