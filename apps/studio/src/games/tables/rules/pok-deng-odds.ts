// Ranking of Pok Deng hands, and the weights of all hands of one box and the dealer.
//
// Always true: integer arithmetic only. Ranks are counted with their ways. Suits matter for a straight of one suit,
// whose share is exact, and for the dealer's first two cards, which are of one suit once in four.

import { drawPairs } from '#studio/games/tables/cards/odds';

export const DRAWS_UP_TO = 4;
export const POK = 100;
/** Above nine points, below a pok. */
const SPECIAL = { three: 30, straightFlush: 29, straight: 28, court: 27 } as const;

/** Points of a rank: tens and court cards count nothing. */
const pip = (rank: number): number => (rank >= 9 ? 0 : rank + 1);

type Ranks = readonly number[];

/** Larger wins; the same ties. */
export function computeStrength(ranks: Ranks, isOneSuit = false): number {
  const points = ranks.reduce((sum, rank) => sum + pip(rank), 0) % 10;
  if (ranks.length === 2) return points >= 8 ? POK + points : points;
  const [low = 0, middle = 0, high = 0] = ranks.toSorted((one, other) => one - other);
  if (low === high) return SPECIAL.three;
  // An ace is low, or high with queen and king.
  if ((low + 1 === middle && middle + 1 === high) || (low === 0 && middle === 11 && high === 12)) {
    return isOneSuit ? SPECIAL.straightFlush : SPECIAL.straight;
  }
  return low >= 10 ? SPECIAL.court : points;
}

/** Above every strength. */
const KEY = 128;

type CountedHands = {
  readonly box: number;
  readonly dealer: number;
  /** Of the dealer's first two cards. */
  readonly isPair: boolean;
  readonly isSuited: boolean;
};

/** Ways of each pair of strengths, apart for a pair in the dealer's hand. */
class Ways {
  readonly #counts = new Float64Array(KEY * KEY * 2);

  add(box: number, dealer: number, pair: 0 | 1, ways: number): void {
    const key = (box * KEY + dealer) * 2 + pair;
    this.#counts[key] = (this.#counts[key] ?? 0) + ways;
  }

  /** Two cards of different ranks are of one suit once in four. */
  *list(): Generator<readonly [weight: bigint, hands: CountedHands]> {
    for (const [key, count] of this.#counts.entries()) {
      if (count === 0) continue;
      const isPair = key % 2 === 1;
      const hands = { box: Math.floor(key / 2 / KEY), dealer: Math.floor(key / 2) % KEY, isPair };
      if (!isPair) yield [BigInt(count), { ...hands, isSuited: true }];
      yield [BigInt(count) * (isPair ? 4n : 3n), { ...hands, isSuited: false }];
    }
  }
}

/** A box and the dealer, counted by ranks. */
export function* countHands(): Generator<readonly [weight: bigint, hands: CountedHands]> {
  const ways = new Ways();
  const left = Array.from({ length: 13 }, () => 4);
  for (const [a, b, boxWays] of drawPairs(left)) {
    for (const [c, d, dealerWays] of drawPairs(left)) {
      const isOver = computeStrength([a, b]) > POK || computeStrength([c, d]) > POK;
      for (const [box, first] of drawThird(left, [a, b], isOver)) {
        for (const [dealer, second] of drawThird(left, [c, d], isOver)) {
          addBySuits(ways, box, dealer, boxWays * dealerWays * first * second);
        }
      }
    }
  }
  yield* ways.list();
}

/** A hand of two cards with each third one, unless it stands; `left` is without that card during an iteration. */
function* drawThird(left: number[], hand: Ranks, isOver: boolean): Generator<readonly [hand: Ranks, ways: number]> {
  if (isOver || computeStrength(hand) > DRAWS_UP_TO) {
    yield [hand, 1];
    return;
  }
  for (const [rank, count] of left.entries()) {
    if (count === 0) continue;
    left[rank] = count - 1;
    yield [[...hand, rank], count];
    left[rank] = count;
  }
}

/** A straight of one suit is another hand than a straight: their shares of the ways. */
function addBySuits(ways: Ways, box: Ranks, dealer: Ranks, drawn: number): void {
  const [strength, against] = [computeStrength(box), computeStrength(dealer)];
  const pair = dealer[0] === dealer[1] ? 1 : 0;
  // Cards that no hand draws are any of the remaining cards.
  const all = drawn * ([47 * 48, 47, 1][box.length + dealer.length - 4] ?? 0);
  const inSuit = (each: number): number => (each === SPECIAL.straight ? all / 16 : 0);
  const [one, other] = [inSuit(strength), inSuit(against)];
  if (one + other === 0) return ways.add(strength, against, pair, all);
  // A rank of both straights has three suits left for the second.
  const shared = box.filter((rank) => dealer.includes(rank)).length;
  const both = other === 0 ? 0 : (one * (shared > 0 ? 3 : 4)) / (3 ** shared * 4 ** (3 - shared));
  ways.add(strength, against, pair, all - one - other + both);
  ways.add(SPECIAL.straightFlush, against, pair, one - both);
  ways.add(strength, SPECIAL.straightFlush, pair, other - both);
  ways.add(SPECIAL.straightFlush, SPECIAL.straightFlush, pair, both);
}
