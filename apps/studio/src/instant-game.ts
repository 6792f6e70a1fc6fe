// The interface of a game that is played in single rounds.
//
// Elsewhere: the games (games.ts), games at shared tables (tables/table-game.ts).

import type { Money } from '@chaba/money';

/**
 * A game whose round is one stake, one draw and one payout. A draw can grant free rounds, and a game can require a
 * choice of the player between draw and payout.
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
  /** Payout of the draw; unknown before a required choice. */
  readonly payoutOf: (stake: Money, draws: readonly number[], isFree: boolean) => Money;
  /** Number of free rounds that the draw grants. */
  readonly freeRoundsOf?: (draws: readonly number[]) => number;
  readonly choice?: Choice;
};

/** The choice of a player during an open round, as a short text. */
export type Choice = {
  /** Number of drawn numbers shown before the choice. */
  readonly shown: number;
  isChoice(decision: string): boolean;
  payoutOf(stake: Money, draws: readonly number[], decision: string): Money;
  /** The best choice, used when the player does not return in time. */
  bestOf(draws: readonly number[]): string;
};
