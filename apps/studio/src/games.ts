// The games of the studio, one folder each. A new game is a folder and a line here.

import { chabaBlossom } from '#studio/chaba-blossom/game';
import { cardGarden } from '#studio/card-garden/game';
import { nagaRiver } from '#studio/naga-river/game';

import type { InstantGame } from './instant-game.ts';

const games: readonly InstantGame[] = [chabaBlossom, nagaRiver, cardGarden];

export function allGames(): readonly InstantGame[] {
  return games;
}

export function gameOf(gameCode: string): InstantGame | undefined {
  return games.find((game) => game.gameCode === gameCode);
}
