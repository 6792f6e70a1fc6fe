// The instant games of the studio: all slot titles, and games of their own.

import { cardGarden } from './card-garden/game.ts';
import { slotGames } from './slots/slot-games.ts';

import type { InstantGame } from './instant-game.ts';

const games: readonly InstantGame[] = [...slotGames, cardGarden];

export function listGames(): readonly InstantGame[] {
  return games;
}

/** Codes of all slots, which share one game session a player. */
export function listSlotCodes(): readonly string[] {
  return slotGames.map(({ gameCode }) => gameCode);
}

export function findGame(gameCode: string): InstantGame | undefined {
  return games.find((game) => game.gameCode === gameCode);
}
