// Counts every result of baccarat with its weight, over all deals of six cards from eight full decks.
//
// Always true: integer arithmetic only; the weights are below 2^53 and sum to 416 × 415 × 414 × 413 × 412 × 411. The
// first four cards are counted by rank, which shows the pairs, the third cards by points.

import { bankerDraws, type Winner } from './rules.ts';

const DECKS = 8;
const CARDS = 52 * DECKS;
const RANKS = 13;

export type CountedResult = {
  readonly winner: Winner;
  readonly isSix: boolean;
  readonly isPlayerPair: boolean;
  readonly isBankerPair: boolean;
};

const pipOf = (rank: number): number => (rank >= 9 ? 0 : rank + 1);

const WINNERS = ['player', 'banker', 'tie'] as const;

/** Results with the number of ordered deals that end with each. */
export function* countResults(): Generator<readonly [weight: bigint, result: CountedResult]> {
  const ways = Array.from({ length: WINNERS.length * 8 }, () => 0);
  for (const { player, banker, pairs, weight, left } of firstFour()) {
    countThirds(player, banker, left, (playerPoints, bankerPoints, more) => {
      const winner = playerPoints > bankerPoints ? 0 : bankerPoints > playerPoints ? 1 : 2;
      const key = winner * 8 + (winner === 1 && bankerPoints === 6 ? 4 : 0) + pairs;
      ways[key] = (ways[key] ?? 0) + weight * more;
    });
  }
  for (const [key, count] of ways.entries()) {
    const winner = WINNERS[Math.floor(key / 8)] ?? 'tie';
    const [isSix, isPlayerPair, isBankerPair] = [(key & 4) > 0, (key & 2) > 0, (key & 1) > 0];
    if (count > 0) yield [BigInt(count), { winner, isSix, isPlayerPair, isBankerPair }];
  }
}

type Four = {
  readonly player: number;
  readonly banker: number;
  /** 2: the player's cards are a pair, 1: the banker's. */
  readonly pairs: number;
  readonly weight: number;
  /** Cards left of each number of points. */
  readonly left: readonly number[];
};

/** Two cards of each side by rank, in either order. */
function* firstFour(): Generator<Four> {
  const ranks = Array.from({ length: RANKS }, () => 4 * DECKS);
  for (const [a, b, playerWays] of drawPairs(ranks)) {
    for (const [c, d, bankerWays] of drawPairs(ranks)) {
      const left = Array.from({ length: 10 }, () => 0);
      for (const [rank, count] of ranks.entries()) left[pipOf(rank)] = (left[pipOf(rank)] ?? 0) + count;
      yield {
        player: (pipOf(a) + pipOf(b)) % 10,
        banker: (pipOf(c) + pipOf(d)) % 10,
        pairs: (a === b ? 2 : 0) + (c === d ? 1 : 0),
        weight: playerWays * bankerWays,
        left,
      };
    }
  }
}

/** Every two ranks with the ordered ways to draw them; `left` is without both during an iteration. */
export function* drawPairs(left: number[]): Generator<readonly [one: number, other: number, ways: number]> {
  const take = (rank: number, count: number): void => {
    left[rank] = (left[rank] ?? 0) - count;
  };
  for (let one = 0; one < RANKS; one += 1) {
    for (let other = one; other < RANKS; other += 1) {
      const [ones = 0, others = 0] = [left[one], left[other]];
      const ways = one === other ? ones * (ones - 1) : 2 * ones * others;
      if (ways === 0) continue;
      take(one, 1);
      take(other, 1);
      yield [one, other, ways];
      take(one, -1);
      take(other, -1);
    }
  }
}

function countThirds(
  player: number,
  banker: number,
  left: readonly number[],
  end: (player: number, banker: number, ways: number) => void,
): void {
  const [rest6, rest5] = [(CARDS - 4) * (CARDS - 5), CARDS - 5];
  if (player >= 8 || banker >= 8) return end(player, banker, rest6);
  if (player > 5) {
    if (!bankerDraws(banker, undefined)) return end(player, banker, rest6);
    for (const [pip, count] of left.entries()) end(player, (banker + pip) % 10, count * rest5);
    return;
  }
  for (const [pip, count] of left.entries()) {
    const drawn = (player + pip) % 10;
    if (!bankerDraws(banker, pip)) end(drawn, banker, count * rest5);
    else {
      for (const [last, more] of left.entries()) {
        end(drawn, (banker + last) % 10, count * (last === pip ? more - 1 : more));
      }
    }
  }
}
