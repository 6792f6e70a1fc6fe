// The games of the studio, one folder each. A new game is a folder and a line here.

import type { Money } from '@chaba/money';

import { chabaBlossom } from '#studio/chaba-blossom/game';

/** A game whose round is one stake, one draw and one payout. */
export type InstantGame = {
  readonly gameCode: string;
  readonly name: string;
  readonly gameType: string;
  readonly category: string;
  /** The exact return to player, as a percentage with two decimals. */
  readonly returnPercent: string;
  readonly lines: number;
  readonly stakes: readonly Money[];
  /** The sizes of the numbers that a round draws. */
  readonly drawSizes: readonly number[];
  readonly payoutOf: (stake: Money, draws: readonly number[]) => Money;
};

/** The studio's provider code in the catalogue of a member site. */
export const PROVIDER_CODE = 'chaba-studio';

const games: readonly InstantGame[] = [chabaBlossom];

export function allGames(): readonly InstantGame[] {
  return games;
}

export function gameOf(gameCode: string): InstantGame | undefined {
  return games.find((game) => game.gameCode === gameCode);
}
