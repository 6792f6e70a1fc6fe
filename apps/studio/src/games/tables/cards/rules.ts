// Rules of baccarat: dealing, winner, and payout of each bet. Pure.
//
// Always true: a card is a number from 0 to 51, thirteen ranks in each of four suits, ace first. Third cards follow the
// fixed table. A tie pushes player and banker. A payout includes the stake.
//
// Elsewhere: the cards (shoe.ts), the returns (odds.ts).

import { type Money, percentFloor, zeroMoney } from '@chaba/money';

import { getRank } from '#studio/wire/cards';

export const SPOTS = ['player', 'banker', 'tie', 'playerPair', 'bankerPair'] as const;
export type Spot = (typeof SPOTS)[number];
export type Winner = 'player' | 'banker' | 'tie';

export type Deal = {
  readonly player: readonly number[];
  readonly banker: readonly number[];
};

type Result = {
  readonly winner: Winner;
  readonly playerPoints: number;
  readonly bankerPoints: number;
  readonly isPlayerPair: boolean;
  readonly isBankerPair: boolean;
};

/** Payout of a winning bet, stake included, in hundredths: banker pays 19 to 20. */
const PAYS = { player: 200, banker: 195, tie: 900, playerPair: 1_200, bankerPair: 1_200 } as const;

export const CARDS_MAX = 6;
const NATURAL = 8;

export function computePoints(cards: readonly number[]): number {
  return cards.reduce((sum, card) => sum + pipOf(card), 0) % 10;
}

/** The cards of one round, from the next cards of the shoe: player, banker, player, banker, then the third cards. */
export function dealFrom(next: readonly number[]): Deal {
  const [first = 0, second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0] = next;
  const player = [first, third];
  const banker = [second, fourth];
  if (computePoints(player) >= NATURAL || computePoints(banker) >= NATURAL) return { player, banker };
  const playerThird = computePoints(player) <= 5 ? fifth : undefined;
  const drawn = playerThird === undefined ? player : [...player, playerThird];
  const isBankerDrawing = bankerDraws(
    computePoints(banker),
    playerThird === undefined ? undefined : pipOf(playerThird),
  );
  if (!isBankerDrawing) return { player: drawn, banker };
  return { player: drawn, banker: [...banker, playerThird === undefined ? fifth : sixth] };
}

/** Whether the banker draws, from the banker's points and the pips of the player's third card. */
export function bankerDraws(points: number, playerThird: number | undefined): boolean {
  if (playerThird === undefined) return points <= 5;
  switch (points) {
    case 3:
      return playerThird !== 8;
    case 4:
      return playerThird >= 2 && playerThird <= 7;
    case 5:
      return playerThird >= 4 && playerThird <= 7;
    case 6:
      return playerThird === 6 || playerThird === 7;
    default:
      return points <= 2;
  }
}

export function computeResult({ player, banker }: Deal): Result {
  const [playerPoints, bankerPoints] = [computePoints(player), computePoints(banker)];
  return {
    winner: playerPoints > bankerPoints ? 'player' : bankerPoints > playerPoints ? 'banker' : 'tie',
    playerPoints,
    bankerPoints,
    isPlayerPair: isPair(player),
    isBankerPair: isPair(banker),
  };
}

/** Computes the payout of a bet, stake included. */
export function computePayout(spot: Spot, stake: Money, result: Result): Money {
  if (isPushed(spot, result)) return stake;
  return hasWon(spot, result) ? percentFloor(stake, PAYS[spot] * 100) : zeroMoney;
}

/** A tie returns the bets on player and banker. */
function isPushed(spot: Spot, { winner }: Result): boolean {
  return winner === 'tie' && (spot === 'player' || spot === 'banker');
}

function hasWon(spot: Spot, result: Result): boolean {
  if (spot === 'playerPair') return result.isPlayerPair;
  if (spot === 'bankerPair') return result.isBankerPair;
  return spot === result.winner;
}

function isPair([first = 0, second = 0]: readonly number[]): boolean {
  return getRank(first) === getRank(second);
}

function pipOf(card: number): number {
  const rank = getRank(card);
  return rank >= 9 ? 0 : rank + 1;
}
