// Pok Deng by fixed rules: five boxes against the dealer, one fresh deck. Two cards each; eight or nine points are a
// pok and end the hand; otherwise up to four points take a third card. Three of a kind, a straight of one suit, a
// straight and three court cards rank above points, in this order.
//
// Always true: a round has no choices, so it needs no player, and a loss is at most the stake.

import { computePoints } from '#studio/games/tables/cards/rules';
import { getRank } from '#studio/wire/cards';
import {
  drawCards,
  LOST,
  place,
  PUSHED,
  type TablePlace,
  type TableRules,
  won,
} from '#studio/games/tables/table-rules';

import { countHands, DRAWS_UP_TO, POK, computeStrength } from './pok-deng-odds.ts';

export type PokDengHand = { readonly cards: readonly number[]; readonly strength: number };
export type PokDengOutcome = {
  readonly dealer: PokDengHand;
  /** Two cards of the dealer that decide the side bets. */
  readonly isPair: boolean;
  readonly isSuited: boolean;
  readonly boxes: readonly PokDengHand[];
};

export const BOXES = [1, 2, 3, 4, 5] as const;
export const isPok = ({ strength }: PokDengHand): boolean => strength > POK;

/** The hand after its third card, unless a pok ended the round. */
function drawThird(cards: readonly number[], third: number, isOver: boolean): PokDengHand {
  const drawn = !isOver && computePoints(cards) <= DRAWS_UP_TO ? [...cards, third] : cards;
  const isOneSuit = new Set(drawn.map((card) => Math.floor(card / 13))).size === 1;
  return { cards: drawn, strength: computeStrength(drawn.map(getRank), isOneSuit) };
}

function outcomeOf(numbers: readonly number[]): PokDengOutcome {
  const cards = drawCards(numbers);
  const twoOf = (hand: number): number[] => [cards[hand] ?? 0, cards[hand + 6] ?? 0];
  const bank = twoOf(5);
  const isBankPok = computePoints(bank) >= 8;
  const [one = 0, other = 0] = bank;
  return {
    dealer: drawThird(bank, cards[17] ?? 0, isBankPok),
    isPair: getRank(one) === getRank(other),
    isSuited: Math.floor(one / 13) === Math.floor(other / 13),
    boxes: BOXES.map((_, box) => drawThird(twoOf(box), cards[12 + box] ?? 0, isBankPok)),
  };
}

/** Boxes are equivalent: one represents all, so bets on several boxes never count as covering each other. */
function* outcomes(): Generator<readonly [bigint, PokDengOutcome]> {
  for (const [weight, { box, dealer, isPair, isSuited }] of countHands()) {
    const boxes = BOXES.map(() => ({ cards: [], strength: box }));
    yield [weight, { dealer: { cards: [], strength: dealer }, isPair, isSuited, boxes }];
  }
}

const boxPlace = (box: number): TablePlace<PokDengOutcome> => ({
  type: `box:${box}`,
  topPay: 0.95,
  returned: ({ dealer, boxes }) => {
    const against = (boxes[box - 1]?.strength ?? 0) - dealer.strength;
    return against === 0 ? PUSHED : against > 0 ? won(0.95) : LOST;
  },
});

export const pokDeng: TableRules<PokDengOutcome> = {
  gameCode: 'pok-deng',
  roundMs: 28_000,
  draw: 'chain',
  sizes: Array.from({ length: 18 }, (_, index) => 52 - index),
  outcomeOf,
  outcomes,
  places: [
    ...BOXES.map(boxPlace),
    place('dealer-pair', 15, ({ isPair }) => isPair),
    place('dealer-suited', 3, ({ isSuited }) => isSuited),
    place('dealer-pok', 4, ({ dealer }) => isPok(dealer)),
  ],
  opposites: [],
  road: {
    kind: 'beads',
    mark: ({ dealer, boxes }) => {
      const won = boxes.filter(({ strength }) => strength > dealer.strength).length;
      const lost = boxes.filter(({ strength }) => strength < dealer.strength).length;
      return [won > lost ? 'boxes' : lost > won ? 'dealer' : 'even', `${won}:${lost}`];
    },
  },
};
