// The games of the studio, one folder each. A new game is a folder and a line here.

import type { Money } from '@chaba/money';

import { chabaBlossom } from '#studio/chaba-blossom/game';
import { cardGarden } from '#studio/card-garden/game';
import { nagaRiver } from '#studio/naga-river/game';

/**
 * A game whose round is one stake, one draw and one payout. A draw may grant free rounds; and a game may ask the player
 * for a choice between the draw and the payout.
 */
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
  /** What the draw pays; before a choice was made nothing is known to be paid. */
  readonly payoutOf: (stake: Money, draws: readonly number[], isFree: boolean) => Money;
  /** How many free rounds the draw grants. */
  readonly freeRoundsOf?: (draws: readonly number[]) => number;
  readonly choice?: Choice;
};

/** What a player chooses while the round is open. Every choice is a short text. */
export type Choice = {
  /** How many of the drawn numbers are shown before the choice. */
  readonly shown: number;
  isChoice(decision: string): boolean;
  payoutOf(stake: Money, draws: readonly number[], decision: string): Money;
  /** The best choice, made for a player who never came back. */
  bestOf(draws: readonly number[]): string;
};

const games: readonly InstantGame[] = [chabaBlossom, nagaRiver, cardGarden];

export function allGames(): readonly InstantGame[] {
  return games;
}

export function gameOf(gameCode: string): InstantGame | undefined {
  return games.find((game) => game.gameCode === gameCode);
}
