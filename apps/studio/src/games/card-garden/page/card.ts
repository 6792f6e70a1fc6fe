// One card as an element: its face drawn from rank and suit, its back a garden of hibiscus.

import { hibiscus } from '@chaba/art/flowers';
import { picture, pictureAddress, repeat } from '@chaba/art/svg';

import { getRank, getSuit } from '#studio/games/card-garden/maths';
import { el } from '#studio/page-kit/dom';

import { cardText, suitNames } from './page.text.ts';

const RANKS = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'];
const COLOURS = ['#14532d', '#b4530a', '#b4122f', '#1f2a44'];
const PIPS = [
  '<circle cx="50" cy="30" r="20"/><circle cx="28" cy="58" r="20"/><circle cx="72" cy="58" r="20"/><path d="M50 40C52 66 56 82 64 92H36C44 82 48 66 50 40Z"/>',
  '<path d="M50 6C58 24 70 38 86 50C70 62 58 76 50 94C42 76 30 62 14 50C30 38 42 24 50 6Z"/>',
  '<path d="M50 92C34 72 10 58 10 34C10 18 22 8 34 8C42 8 48 14 50 22C52 14 58 8 66 8C78 8 90 18 90 34C90 58 66 72 50 92Z"/>',
  '<path d="M50 6C66 28 90 40 90 62C90 74 80 80 72 80C64 80 58 76 54 70C54 80 58 88 64 94H36C42 88 46 80 46 70C42 76 36 80 28 80C20 80 10 74 10 62C10 40 34 28 50 6Z"/>',
];

const BACK = pictureAddress(
  picture(
    100,
    146,
    `<rect width="100" height="146" rx="9" fill="#7a1b45"/><rect x="5" y="5" width="90" height="136" rx="6" fill="none" stroke="#ebc06a" stroke-width="1.6"/>
    <g fill="none" stroke="#c93a6b" stroke-width="1.4" opacity=".75">${repeat(9, (index) => `<path d="M${-40 + index * 20} 5l136 136M${140 - index * 20} 5l-136 136"/>`)}</g>
    <svg x="18" y="41" width="64" height="64" viewBox="0 0 100 100" overflow="visible">${hibiscus()}</svg>`,
  ),
);

const pictures = PIPS.map((pip, suit) => pictureAddress(picture(100, 100, `<g fill="${COLOURS[suit]}">${pip}</g>`)));

export function cardName(card: number): string {
  return cardText.card(RANKS[getRank(card)] ?? '', suitNames[getSuit(card)] ?? '');
}

export function createBack(): HTMLElement {
  return el('img', { class: 'card-back', src: BACK, alt: '', draggable: 'false' });
}

export function createFace(card: number): HTMLElement {
  const suit = getSuit(card);
  const pip = (className: string) => el('img', { class: className, src: pictures[suit], alt: '', draggable: 'false' });
  return el(
    'span',
    { class: `card-face suit-${suit}` },
    el('span', { class: 'card-corner' }, el('b', {}, RANKS[getRank(card)] ?? ''), pip('card-small')),
    pip('card-pip'),
  );
}

/** A hand in small size, for the history and the verifier. */
export function handDrawing(cards: readonly number[]): HTMLElement {
  const names = cards.map(cardName).join(', ');
  return el(
    'div',
    { class: 'small-hand', role: 'img', 'aria-label': names },
    ...cards.map((card) => el('span', { class: 'card' }, createFace(card))),
  );
}
