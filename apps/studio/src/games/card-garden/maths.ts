// The mathematics of the video poker card-garden: the deck, the hands, the paytable.
//
// Five cards are dealt from a full deck of fifty-two; the player holds any of them, the others are replaced from
// the same deck, and the hand pays from a pair of jacks upwards (the table known as 9/6: full house nine, flush six).
//
// Always true: pays are whole stakes. The ten numbers of a round determine it: the first five are the deal, the others
// are the next cards of the deck, independent of the held cards. Pure.
//
// Elsewhere: the value of each choice (solver.ts), the draw (fairness/draw.ts), words (game.text.ts).

export const HAND_SIZE = 5;
const RANKS = 13;
export const SUITS = 4;
export const DECK_SIZE = RANKS * SUITS;

/** The sizes of the ten numbers of a round: each picks from the remaining deck. */
export const DRAW_SIZES: readonly number[] = Array.from({ length: HAND_SIZE * 2 }, (_, index) => DECK_SIZE - index);

/** Best first. */
export const HANDS = [
  'royalFlush',
  'straightFlush',
  'fourOfAKind',
  'fullHouse',
  'flush',
  'straight',
  'threeOfAKind',
  'twoPair',
  'jacksOrBetter',
] as const;

export type PokerHand = (typeof HANDS)[number];

/** In whole stakes. */
export const HAND_PAYS: Readonly<Record<PokerHand, number>> = {
  royalFlush: 800,
  straightFlush: 50,
  fourOfAKind: 25,
  fullHouse: 9,
  flush: 6,
  straight: 4,
  threeOfAKind: 3,
  twoPair: 2,
  jacksOrBetter: 1,
};

const JACK = 9;
const ACE_LOW_STRAIGHT = 0b1_0000_0000_1111;
const ROYAL = 0b1_1111_0000_0000;

/** Filled anew for each hand: the solver reads millions of hands. */
const rankCounts = new Uint8Array(RANKS);

/** 0 is the two, 12 the ace. */
export function getRank(card: number): number {
  return Math.floor(card / SUITS);
}

export function getSuit(card: number): number {
  return card % SUITS;
}

/** The cards that the numbers pick, in order, each from the remaining cards of a sorted deck. */
export function drawHand(draws: readonly number[]): number[] {
  const deck = Array.from({ length: DECK_SIZE }, (_, card) => card);
  return draws.map((draw) => {
    const [card] = deck.splice(draw, 1);
    if (card === undefined) throw new RangeError(`no card ${draw} is left in the deck`);
    return card;
  });
}

/** A choice is five digits, 1 for each held card: "11000". */
export function isHold(text: string): boolean {
  return /^[01]{5}$/.test(text);
}

export function holdText(kept: readonly boolean[]): string {
  return kept.map((isKept) => (isKept ? '1' : '0')).join('');
}

/** The hand after the draw: the next cards replace the cards that are not held, from left to right. */
export function finalHand(draws: readonly number[], hold: string): number[] {
  const cards = drawHand(draws);
  let next = HAND_SIZE;
  return cards.slice(0, HAND_SIZE).map((card, place) => {
    if (hold[place] === '1') return card;
    const replaced = cards[next] ?? card;
    next += 1;
    return replaced;
  });
}

/** The hand of five cards; undefined if it does not pay. */
export function findHand(cards: readonly number[]): PokerHand | undefined {
  let [ranks, pairs, isTriple, isQuad, isHighPair] = [0, 0, false, false, false];
  const seen = rankCounts.fill(0);
  const suit = getSuit(cards[0] ?? 0);
  let isFlush = true;
  for (const card of cards) {
    const rank = getRank(card);
    seen[rank] = (seen[rank] ?? 0) + 1;
    ranks |= 1 << rank;
    if (getSuit(card) !== suit) isFlush = false;
  }
  for (let rank = 0; rank < RANKS; rank += 1) {
    const count = seen[rank];
    if (count === 4) isQuad = true;
    if (count === 3) isTriple = true;
    if (count === 2) {
      pairs += 1;
      if (rank >= JACK) isHighPair = true;
    }
  }
  if (isQuad) return 'fourOfAKind';
  if (isTriple) return pairs === 1 ? 'fullHouse' : 'threeOfAKind';
  if (pairs === 2) return 'twoPair';
  if (pairs === 1) return isHighPair ? 'jacksOrBetter' : undefined;
  const isStraight = ranks === ACE_LOW_STRAIGHT || ranks === 0b1_1111 << Math.log2(ranks & -ranks);
  if (isFlush && ranks === ROYAL) return 'royalFlush';
  if (isFlush && isStraight) return 'straightFlush';
  if (isFlush) return 'flush';
  return isStraight ? 'straight' : undefined;
}

/** In whole stakes. */
export function computePay(cards: readonly number[]): number {
  const hand = findHand(cards);
  return hand ? HAND_PAYS[hand] : 0;
}
