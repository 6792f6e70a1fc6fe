// Playing cards, drawn: the rank and one suit, or the back with a hibiscus lattice.

import { picture, pictureAddress } from '@chaba/art/svg';

import { getRank } from '#studio/wire/cards';
import { el } from './dom.ts';

const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'];
const SUITS = [
  ['#1d1830', 'M50 12C34 34 16 42 16 60a17 17 0 0 0 29 12q-1 10-9 16h28q-8-6-9-16a17 17 0 0 0 29-12c0-18-18-26-34-48z'],
  ['#c2263f', 'M50 88C22 66 12 52 12 37a19 19 0 0 1 38-6 19 19 0 0 1 38 6c0 15-10 29-38 51z'],
  ['#c2263f', 'M50 10L82 50 50 90 18 50z'],
  ['#1d1830', 'M50 12a17 17 0 0 1 14 27 17 17 0 1 1-9 31q1 12 9 18H36q8-6 9-18a17 17 0 1 1-9-31 17 17 0 0 1 14-27z'],
] as const;
const SUIT_NAMES = ['♠', '♥', '♦', '♣'];

function cardName(card: number): string {
  return `${RANKS[getRank(card)] ?? ''}${SUIT_NAMES[Math.floor(card / 13)] ?? ''}`;
}

export function cardPicture(card: number): HTMLImageElement {
  const [colour, path] = SUITS[Math.floor(card / 13)] ?? SUITS[0];
  const rank = RANKS[getRank(card)] ?? '';
  const face =
    `<rect x="1" y="1" width="98" height="138" rx="11" fill="#fdf8ec" stroke="#d9ac5a" stroke-width="2"/>` +
    `<text x="10" y="40" font-family="Georgia, serif" font-weight="700" font-size="36" fill="${colour}">${rank}</text>` +
    `<g transform="translate(12 46) scale(.24)" fill="${colour}"><path d="${path}"/></g>` +
    `<g transform="translate(31 62) scale(.62)" fill="${colour}"><path d="${path}"/></g>`;
  return el('img', { class: 'card', src: pictureAddress(picture(100, 140, face)), alt: cardName(card) });
}

export function cardBack(label: string): HTMLImageElement {
  const petals = [0, 72, 144, 216, 288]
    .map((turn) => `<ellipse cx="50" cy="52" rx="12" ry="20" transform="rotate(${turn} 50 70)" fill="#d8487a"/>`)
    .join('');
  const face =
    `<rect x="1" y="1" width="98" height="138" rx="11" fill="#3a1c42" stroke="#d9ac5a" stroke-width="2"/>` +
    `<rect x="9" y="9" width="82" height="122" rx="7" fill="none" stroke="#d9ac5a" stroke-opacity=".5"/>${petals}<circle cx="50" cy="70" r="6" fill="#ffd98a"/>`;
  return el('img', { class: 'card', src: pictureAddress(picture(100, 140, face)), alt: label });
}
