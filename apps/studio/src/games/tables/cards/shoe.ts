// The shoe: eight decks, shuffled by a committed seed, and the first cards of its rounds.
//
// Always true: a seed yields one order of 416 cards, the same on the server and in the verifier. A round starts at the
// card after the previous round. Cards behind the cut are never dealt.

import { drawNumbers, type Hmac } from '#studio/fairness/draw';

import { CARDS_MAX, type Deal, dealFrom } from './rules.ts';

export const SHOE_CARDS = 416;
/** Minimum number of cards left to start a round. */
const CUT = 26;
/** A shared table has no client seed: the server seed alone shuffles. */
const CLIENT_SEED = 'shoe';

/** The order of the cards, by Fisher and Yates. */
export function shuffledShoe(hmac: Hmac, gameCode: string, serverSeed: string): readonly number[] {
  const cards = Array.from({ length: SHOE_CARDS }, (_, index) => index % 52);
  const sizes = Array.from({ length: SHOE_CARDS - 1 }, (_, index) => SHOE_CARDS - index);
  const draws = drawNumbers(hmac, { gameCode, serverSeed, clientSeed: CLIENT_SEED, nonce: 0 }, sizes);
  for (const [index, draw] of draws.entries()) {
    const last = SHOE_CARDS - 1 - index;
    const kept = cards[last] ?? 0;
    cards[last] = cards[draw] ?? 0;
    cards[draw] = kept;
  }
  return cards;
}

/** Deals the round that begins at this card. */
function dealAt(shoe: readonly number[], position: number): Deal {
  return dealFrom(shoe.slice(position, position + CARDS_MAX));
}

export function hasRound(position: number): boolean {
  return SHOE_CARDS - position >= CUT;
}

/** Every round of a shoe, from its first card to the cut. */
export function roundsOfShoe(shoe: readonly number[]): readonly Deal[] {
  const deals: Deal[] = [];
  let position = 0;
  while (hasRound(position)) {
    const deal = dealAt(shoe, position);
    deals.push(deal);
    position += deal.player.length + deal.banker.length;
  }
  return deals;
}
