// Selects the show of a table, and draws results in small size.

import { el } from '#studio/page-kit/dom';
import type { TableWords } from '#studio/games/tables/rules/words.text';

import type { ShowKind } from './layouts.ts';
import { beadsUnder, bowlShow, coinsUnder, diceUnder, smallUnder } from './show-bowl.ts';
import { cardShow, smallHands } from './show-cards.ts';
import { fieldShow, rouletteShow, smallWheel } from './show-wheel.ts';
import type { Show } from './show.ts';

export function openShow(kind: ShowKind, gameCode: string, words: TableWords): Show {
  switch (kind) {
    case 'cards':
      return cardShow(gameCode, words);
    case 'dice':
      return bowlShow(gameCode, diceUnder(gameCode === 'nam-tao'));
    case 'coins':
      return bowlShow(gameCode, coinsUnder());
    case 'beads':
      return bowlShow(gameCode, beadsUnder());
    case 'wheel':
      return rouletteShow();
    case 'fields':
      return fieldShow();
  }
}

/** The drawn result in small size, for the history and the verifier. */
export function smallResult(
  kind: ShowKind,
  gameCode: string,
  numbers: readonly number[] | undefined,
  words: TableWords,
): HTMLElement {
  if (!numbers) return el('p', {});
  if (kind === 'cards') return smallHands(gameCode, numbers, words);
  return kind === 'wheel' || kind === 'fields' ? smallWheel(gameCode, numbers) : smallUnder(gameCode, numbers);
}
