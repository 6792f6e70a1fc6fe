// Exact value of each of the thirty-two choices, and the return of the best play.
//
// For every group of up to four cards: the sum of the payouts of all hands with those cards. The value of a choice
// follows by inclusion–exclusion: hands with the kept cards, less those with a discarded card.
//
// Always true: sums are integers below 2^53; only the final division is a float, for display and statistics. The sums
// are computed once in part of a second; a hand then takes microseconds.

import { DECK_SIZE, HAND_PAYS, HAND_SIZE, computePay, getRank, SUITS, getSuit } from './maths.ts';

const CHOICES = 1 << HAND_SIZE;
const LARGEST_GROUP = HAND_SIZE - 1;
const CHOOSE = binomials(DECK_SIZE, HAND_SIZE);

export type Worth = {
  /** One bit for each card kept, the first card lowest. */
  readonly kept: number;
  /** Expected pay, in stakes. */
  readonly worth: number;
};

/** Figures of the best play over every hand. */
export type BestPlayFigures = {
  /** In stakes. */
  readonly returned: number;
  readonly sigma: number;
  /** Share of rounds that pay. */
  readonly paying: number;
  /** Probability of the largest pay. */
  readonly largest: number;
};

export type Solver = {
  /** The expected value of a choice when each final hand has this value, such as its pay squared. */
  valueOf(cards: readonly number[], kept: number): number;
  /** All thirty-two choices of five cards, best first. */
  worthsOf(cards: readonly number[]): Worth[];
  bestOf(cards: readonly number[]): Worth;
};

/** Value of a final hand, from its pay. */
type ValueOf = (pay: number) => number;

export function createSolver(value: ValueOf = (pay) => pay): Solver {
  const sums = groupSums(value);

  function worthOf(cards: readonly number[], kept: number, pay: number): number {
    const dropped = CHOICES - 1 - kept;
    let total = 0;
    // Visits every subset of the discarded cards, from all of them down to none.
    for (let part = dropped; ; part = (part - 1) & dropped) {
      const group = kept | part;
      const sum = group === CHOICES - 1 ? pay : sumOf(sums, cards, group);
      total += bitsIn(part) % 2 === 0 ? sum : -sum;
      if (part === 0) break;
    }
    return total / choose(DECK_SIZE - HAND_SIZE, HAND_SIZE - bitsIn(kept));
  }

  function worthsOf(cards: readonly number[]): Worth[] {
    const sorted = sortedPlaces(cards);
    const inOrder = sorted.map((place) => cards[place] ?? 0);
    const pay = value(computePay(inOrder));
    return Array.from({ length: CHOICES }, (_, kept) => ({
      kept: backToPlaces(kept, sorted),
      worth: worthOf(inOrder, kept, pay),
    })).toSorted((one, other) => other.worth - one.worth || bitsIn(other.kept) - bitsIn(one.kept));
  }

  function valueOf(cards: readonly number[], kept: number): number {
    const sorted = sortedPlaces(cards);
    const inOrder = sorted.map((place) => cards[place] ?? 0);
    return worthOf(inOrder, toSortedPlaces(kept, sorted), value(computePay(inOrder)));
  }

  return { valueOf, worthsOf, bestOf: (cards) => worthsOf(cards)[0] ?? { kept: CHOICES - 1, worth: 0 } };
}

/** The choice in the format of the API: "11000". */
export function formatHold(kept: number): string {
  return Array.from({ length: HAND_SIZE }, (_, place) => String((kept >> place) & 1)).join('');
}

/** Counts every hand with its best choice; hands that differ only in suits count together. */
export function computeBestPlay(solver: Solver): BestPlayFigures {
  const counts = new Map<number, { hand: readonly number[]; count: number }>();
  forEveryHand((hand) => {
    const alike = sameSuits(hand);
    const index = indexOf(alike);
    const known = counts.get(index);
    if (known) known.count += 1;
    else counts.set(index, { hand: alike, count: 1 });
  });
  const top = Math.max(...Object.values(HAND_PAYS));
  const squares = createSolver((pay) => pay ** 2);
  const wins = createSolver((pay) => Number(pay > 0));
  const tops = createSolver((pay) => Number(pay === top));
  let [returned, square, paying, largest] = [0, 0, 0, 0];
  for (const { hand, count } of counts.values()) {
    const { kept, worth } = solver.bestOf(hand);
    returned += worth * count;
    square += squares.valueOf(hand, kept) * count;
    paying += wins.valueOf(hand, kept) * count;
    largest += tops.valueOf(hand, kept) * count;
  }
  const all = choose(DECK_SIZE, HAND_SIZE);
  const mean = returned / all;
  return { returned: mean, sigma: Math.sqrt(square / all - mean ** 2), paying: paying / all, largest: largest / all };
}

let handPays: Uint16Array | undefined;

/** The pay of every hand, in the order of forEveryHand. */
function computeHandPays(): Uint16Array {
  const pays = new Uint16Array(choose(DECK_SIZE, HAND_SIZE));
  let index = 0;
  forEveryHand((hand) => {
    pays[index] = computePay(hand);
    index += 1;
  });
  return pays;
}

/** sums[n][group of n cards]: total value of all hands that contain the group. */
function groupSums(value: ValueOf): Float64Array[] {
  const sums = Array.from({ length: HAND_SIZE }, (_, size) => new Float64Array(choose(DECK_SIZE, size)));
  handPays ??= computeHandPays();
  const pays = handPays;
  let index = 0;
  forEveryHand((hand) => {
    const pay = value(pays[index] ?? 0);
    index += 1;
    if (pay === 0) return;
    for (let group = 0; group < CHOICES - 1; group += 1) {
      const ofSize = sums[bitsIn(group)];
      const place = groupIndex(hand, group);
      if (ofSize) ofSize[place] = (ofSize[place] ?? 0) + pay;
    }
  });
  return sums;
}

function sumOf(sums: readonly Float64Array[], cards: readonly number[], group: number): number {
  const size = bitsIn(group);
  if (size > LARGEST_GROUP) throw new RangeError('whole hands are not summed');
  return sums[size]?.[groupIndex(cards, group)] ?? 0;
}

/** Visits every five of fifty-two, lowest card first. The array is the same one each time. */
function forEveryHand(visit: (hand: readonly number[]) => void): void {
  const hand = [0, 0, 0, 0, 0];
  const place = (index: number, from: number): void => {
    if (index === HAND_SIZE) {
      visit(hand);
      return;
    }
    for (let card = from; card <= DECK_SIZE - HAND_SIZE + index; card += 1) {
      hand[index] = card;
      place(index + 1, card + 1);
    }
  };
  place(0, 0);
}

/** Renames suits in the order of their first occurrence. */
function sameSuits(hand: readonly number[]): number[] {
  const names = [-1, -1, -1, -1];
  let named = 0;
  const renamed = hand.map((card) => {
    const suit = getSuit(card);
    if (names[suit] === -1) {
      names[suit] = named;
      named += 1;
    }
    return getRank(card) * SUITS + (names[suit] ?? 0);
  });
  return renamed.toSorted((one, other) => one - other);
}

/** The index of some of five ordered cards among all groups of their size. */
function groupIndex(cards: readonly number[], group: number): number {
  let [index, size] = [0, 0];
  for (let place = 0; place < HAND_SIZE; place += 1) {
    if (((group >> place) & 1) === 0) continue;
    size += 1;
    index += choose(cards[place] ?? 0, size);
  }
  return index;
}

function indexOf(hand: readonly number[]): number {
  return groupIndex(hand, CHOICES - 1);
}

function sortedPlaces(cards: readonly number[]): number[] {
  return cards.map((_, place) => place).toSorted((one, other) => (cards[one] ?? 0) - (cards[other] ?? 0));
}

function toSortedPlaces(kept: number, sorted: readonly number[]): number {
  return sorted.reduce((bits, place, index) => (((kept >> place) & 1) === 1 ? bits | (1 << index) : bits), 0);
}

function backToPlaces(kept: number, sorted: readonly number[]): number {
  return sorted.reduce((bits, place, index) => (((kept >> index) & 1) === 1 ? bits | (1 << place) : bits), 0);
}

function bitsIn(number: number): number {
  let [left, count] = [number, 0];
  for (; left > 0; left &= left - 1) count += 1;
  return count;
}

function choose(from: number, count: number): number {
  return CHOOSE[from * (HAND_SIZE + 1) + count] ?? 0;
}

function binomials(from: number, count: number): Float64Array {
  const width = count + 1;
  const table = new Float64Array((from + 1) * width);
  for (let row = 0; row <= from; row += 1) {
    table[row * width] = 1;
    for (let taken = 1; taken <= Math.min(row, count); taken += 1) {
      table[row * width + taken] =
        (table[(row - 1) * width + taken - 1] ?? 0) + (table[(row - 1) * width + taken] ?? 0);
    }
  }
  return table;
}
