// Exact value of each of the thirty-two choices, and the return of the best play.
//
// For every group of up to four cards: the sum of the payouts of all hands with those cards. The value of a choice
// follows by inclusion–exclusion: hands with the kept cards, less those with a discarded card.
//
// Always true: sums are integers below 2^53; only the final division is a float, for display and statistics. The sums
// are computed once in part of a second; a hand then takes microseconds.

import { DECK_SIZE, HAND_PAYS, HAND_SIZE, computePay, getRank, SUITS, getSuit } from './maths.ts';

const CHOICES = 1 << HAND_SIZE;
const ALL_KEPT = CHOICES - 1;
/** The number of cards of each choice. */
const BITS = Uint8Array.from({ length: CHOICES }, (_, choice) => choice.toString(2).replaceAll('0', '').length);
const CHOOSE = binomials(DECK_SIZE, HAND_SIZE);
/** The number of draws of each choice. */
const REPLACED = Float64Array.from(BITS, (kept) => choose(DECK_SIZE - HAND_SIZE, HAND_SIZE - kept));

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
  /** Share of rounds that pay more than the stake. */
  readonly gaining: number;
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
  const totals = new Float64Array(CHOICES);

  /** The value of each choice of five cards in ascending order. The array is the same one each time. */
  function valuesOf(inOrder: readonly number[]): Float64Array {
    for (let kept = 0; kept < ALL_KEPT; kept += 1) totals[kept] = sums[bitsIn(kept)]?.[groupIndex(inOrder, kept)] ?? 0;
    totals[ALL_KEPT] = value(computePay(inOrder));
    // Card by card: a choice that discards the card loses the hands that contain it.
    for (let card = 1; card < CHOICES; card <<= 1) {
      for (let kept = 0; kept < CHOICES; kept += 1) {
        if ((kept & card) === 0) totals[kept] = (totals[kept] ?? 0) - (totals[kept | card] ?? 0);
      }
    }
    for (let kept = 0; kept < CHOICES; kept += 1) totals[kept] = (totals[kept] ?? 0) / (REPLACED[kept] ?? 1);
    return totals;
  }

  function worthsOf(cards: readonly number[]): Worth[] {
    const sorted = sortedPlaces(cards);
    const values = valuesOf(sorted.map((place) => cards[place] ?? 0));
    return Array.from(values, (worth, kept) => ({ kept: backToPlaces(kept, sorted), worth })).toSorted(
      (one, other) => other.worth - one.worth || bitsIn(other.kept) - bitsIn(one.kept),
    );
  }

  function bestOf(cards: readonly number[]): Worth {
    const sorted = sortedPlaces(cards);
    const values = valuesOf(sorted.map((place) => cards[place] ?? 0));
    let best = 0;
    for (let kept = 1; kept < CHOICES; kept += 1) {
      const more = (values[kept] ?? 0) - (values[best] ?? 0);
      if (more > 0 || (more === 0 && bitsIn(kept) > bitsIn(best))) best = kept;
    }
    return { kept: backToPlaces(best, sorted), worth: values[best] ?? 0 };
  }

  function valueOf(cards: readonly number[], kept: number): number {
    const sorted = sortedPlaces(cards);
    const values = valuesOf(sorted.map((place) => cards[place] ?? 0));
    return values[toSortedPlaces(kept, sorted)] ?? 0;
  }

  return { valueOf, worthsOf, bestOf };
}

/** The choice in the format of the API: "11000". */
export function formatHold(kept: number): string {
  return Array.from({ length: HAND_SIZE }, (_, place) => String((kept >> place) & 1)).join('');
}

/** Counts every hand with its best choice; hands that differ only in suits count together. */
export function computeBestPlay(solver: Solver): BestPlayFigures {
  const counts = new Uint32Array(choose(DECK_SIZE, HAND_SIZE));
  forEveryGroup(HAND_SIZE, (hand) => {
    const index = groupIndex(sameSuits(hand), ALL_KEPT);
    counts[index] = (counts[index] ?? 0) + 1;
  });
  const top = Math.max(...Object.values(HAND_PAYS));
  const squares = createSolver((pay) => pay ** 2);
  const wins = createSolver((pay) => Number(pay > 0));
  const gains = createSolver((pay) => Number(pay > 1));
  const tops = createSolver((pay) => Number(pay === top));
  let [returned, square, paying, gaining, largest] = [0, 0, 0, 0, 0];
  forEveryGroup(HAND_SIZE, (hand, index) => {
    const count = counts[index] ?? 0;
    if (count === 0) return;
    const { kept, worth } = solver.bestOf(hand);
    returned += worth * count;
    square += squares.valueOf(hand, kept) * count;
    paying += wins.valueOf(hand, kept) * count;
    gaining += gains.valueOf(hand, kept) * count;
    largest += tops.valueOf(hand, kept) * count;
  });
  const all = choose(DECK_SIZE, HAND_SIZE);
  const mean = returned / all;
  const sigma = Math.sqrt(square / all - mean ** 2);
  return { returned: mean, sigma, paying: paying / all, gaining: gaining / all, largest: largest / all };
}

let handPays: Uint16Array | undefined;

/** The pay of every hand, at its index. */
function computeHandPays(): Uint16Array {
  const pays = new Uint16Array(choose(DECK_SIZE, HAND_SIZE));
  forEveryGroup(HAND_SIZE, (hand, index) => {
    pays[index] = computePay(hand);
  });
  return pays;
}

/** sums[n][group of n cards]: total value of all hands that contain the group. */
function groupSums(value: ValueOf): Float64Array[] {
  handPays ??= computeHandPays();
  const sums: Float64Array[] = [];
  let larger: ArrayLike<number> = handPays;
  for (let size = HAND_SIZE - 1; size >= 0; size -= 1) {
    const [smaller, groups] = [new Float64Array(choose(DECK_SIZE, size)), larger];
    const isHand = size === HAND_SIZE - 1;
    forEveryGroup(size + 1, (group, index) => {
      const sum = isHand ? value(groups[index] ?? 0) : (groups[index] ?? 0);
      if (sum === 0) return;
      const all = (1 << (size + 1)) - 1;
      for (let place = 0; place <= size; place += 1) {
        const without = groupIndex(group, all ^ (1 << place));
        smaller[without] = (smaller[without] ?? 0) + sum;
      }
    });
    // Each hand came once for each of its cards beyond the group.
    sums[size] = smaller.map((sum) => sum / (HAND_SIZE - size));
    larger = sums[size] ?? smaller;
  }
  return sums;
}

/** Visits every group of so many cards, lowest card first, in the order of their index. The array is the same one. */
function forEveryGroup(size: number, visit: (group: readonly number[], index: number) => void): void {
  const group = Array.from({ length: size }, () => 0);
  let index = 0;
  const place = (at: number, below: number): void => {
    if (at < 0) {
      visit(group, index);
      index += 1;
      return;
    }
    for (let card = at; card < below; card += 1) {
      group[at] = card;
      place(at - 1, card);
    }
  };
  place(size - 1, DECK_SIZE);
}

const renamed = [0, 0, 0, 0, 0];

/** Renames suits in the order of their first occurrence. The array is the same one each time. */
function sameSuits(hand: readonly number[]): readonly number[] {
  let names = 0;
  let named = 0;
  for (let place = 0; place < HAND_SIZE; place += 1) {
    const card = hand[place] ?? 0;
    const shift = getSuit(card) * 4;
    if (((names >> shift) & 0b1111) === 0) {
      named += 1;
      names |= named << shift;
    }
    const same = getRank(card) * SUITS + ((names >> shift) & 0b1111) - 1;
    // Only cards of one rank can change their order.
    let at = place;
    for (; at > 0 && (renamed[at - 1] ?? 0) > same; at -= 1) renamed[at] = renamed[at - 1] ?? 0;
    renamed[at] = same;
  }
  return renamed;
}

/** The index of some of at most five ordered cards among all groups of their size. */
function groupIndex(cards: readonly number[], group: number): number {
  let [index, size] = [0, 0];
  for (let place = 0; place < HAND_SIZE; place += 1) {
    if (((group >> place) & 1) === 0) continue;
    size += 1;
    index += choose(cards[place] ?? 0, size);
  }
  return index;
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

function bitsIn(choice: number): number {
  return BITS[choice] ?? 0;
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
