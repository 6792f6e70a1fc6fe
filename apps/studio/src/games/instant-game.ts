// The interface of a game that is played in single rounds.
//
// Elsewhere: the games (games.ts), games at shared tables (tables/table-game.ts).

import type { Money } from '@chaba/money';

import type { NextNumber } from '#studio/fairness/draw';

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
  /** A player has one game session over all slots, and paid spins keep an interval. */
  readonly isSlot?: boolean;
  /** Draws the numbers of a round and computes its result. */
  readonly draw: (next: NextNumber, spin: { readonly isFree: boolean; readonly carry: string | undefined }) => Drawn;
  readonly choice?: Choice;
};

type Drawn = {
  readonly numbers: readonly number[];
  /** In hundredths of the stake; 0 before a required choice. */
  readonly pay: number;
  /** Number of free rounds that the draw grants. */
  readonly freeRounds: number;
  /** State for the free rounds that follow. */
  readonly carry?: string | undefined;
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
