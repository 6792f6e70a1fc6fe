// Ranking of Pok Deng hands, and the weights of all hands of one box and the dealer.
//
// Always true: integer arithmetic only. Ranks are counted with their ways. Suits matter for a straight of one suit,
// whose share is exact, and for the dealer's first two cards, which are of one suit once in four.

import { drawPairs } from '#studio/baccarat/odds';

export const DRAWS_UP_TO = 4;
export const POK = 100;
/** Above nine points, below a pok. */
const SPECIAL = { three: 30, straightFlush: 29, straight: 28, court: 27 } as const;

/** Points of a rank: tens and court cards count nothing. */
const pip = (rank: number): number => (rank >= 9 ? 0 : rank + 1);

/** Larger wins; the same ties. */
export function computeStrength(ranks: readonly number[], isOneSuit = false): number {
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

const NONE = -1;

/** Strengths of every two ranks and a third, which may be none. */
const STRENGTHS: readonly number[] = Array.from({ length: 13 * 13 * 14 }, (_, key) => {
  const [one, other, third] = [Math.floor(key / 14 / 13), Math.floor(key / 14) % 13, (key % 14) + NONE];
  return computeStrength(third === NONE ? [one, other] : [one, other, third]);
});

const strengthAt = (one: number, other: number, third: number): number =>
  STRENGTHS[(one * 13 + other) * 14 + third - NONE] ?? 0;

/** A box and the dealer, counted by ranks. */
export function* countHands(): Generator<readonly [weight: bigint, hands: CountedHands]> {
  const ways = new Ways();
  const left = Array.from({ length: 13 }, () => 4);
  for (const [a, b, boxWays] of drawPairs(left)) {
    for (const [c, d, dealerWays] of drawPairs(left)) addThirds(ways, left, [a, b, c, d], boxWays * dealerWays);
  }
  yield* ways.list();
}

function addThirds(
  ways: Ways,
  left: number[],
  [a, b, c, d]: readonly [number, number, number, number],
  two: number,
): void {
  const [box, dealer] = [strengthAt(a, b, NONE), strengthAt(c, d, NONE)];
  const isOver = box > POK || dealer > POK;
  for (const e of thirds(!isOver && box <= DRAWS_UP_TO)) {
    const first = e === NONE ? 1 : take(left, e);
    for (const f of thirds(!isOver && dealer <= DRAWS_UP_TO)) {
      const second = f === NONE ? 1 : (left[f] ?? 0);
      // Cards that no hand draws are any of the remaining cards.
      const rest = (e === NONE && f === NONE ? 48 : 1) * (e === NONE || f === NONE ? 47 : 1);
      const all = two * first * second * rest;
      if (all > 0) addBySuits(ways, [a, b, e], [c, d, f], all);
    }
    if (e !== NONE) left[e] = (left[e] ?? 0) + 1;
  }
}

const RANKS = Array.from({ length: 13 }, (_, rank) => rank);
const thirds = (isDrawing: boolean): readonly number[] => (isDrawing ? RANKS : [NONE]);

function take(left: number[], rank: number): number {
  const count = left[rank] ?? 0;
  left[rank] = count - 1;
  return count;
}

type Ranks = readonly [one: number, other: number, third: number];

/** A straight of one suit is another hand than a straight: their shares of the ways. */
function addBySuits(ways: Ways, box: Ranks, dealer: Ranks, all: number): void {
  const [strength, against] = [strengthAt(...box), strengthAt(...dealer)];
  const pair = dealer[0] === dealer[1] ? 1 : 0;
  const [isOne, isOther] = [strength === SPECIAL.straight, against === SPECIAL.straight];
  if (!isOne && !isOther) {
    ways.add(strength, against, pair, all);
    return;
  }
  const [flush, flushAgainst] = [isOne, isOther].map((is, index) =>
    is ? SPECIAL.straightFlush : [strength, against][index],
  ) as [number, number];
  if (!isOne || !isOther) {
    ways.add(strength, against, pair, (all / 16) * 15);
    ways.add(flush, flushAgainst, pair, all / 16);
    return;
  }
  // Suits of the first hand, and of the second, where a rank of both has three left.
  const shared = box.filter((rank) => dealer.includes(rank)).length;
  const second = 3 ** shared * 4 ** (3 - shared);
  const each = all / (64 * second);
  const both = each * 4 * (shared > 0 ? 3 : 4);
  const single = each * 4 * second - both;
  ways.add(strength, against, pair, all - both - 2 * single);
  ways.add(flush, against, pair, single);
  ways.add(strength, flushAgainst, pair, single);
  ways.add(flush, flushAgainst, pair, both);
}
