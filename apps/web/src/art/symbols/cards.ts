// Three playing cards. Drawn in a square of 100, lit from above.

import type { Palette } from '#art/palettes';
import { goldMetal, linear, newId, range } from '#art/svg';

const SUIT = {
  d: 'M0-10Q4-4 8 0Q4 4 0 10Q-4 4-8 0Q-4-4 0-10Z',
  s: 'M0-10C5-3 10 0 9 5C8 9 3 9 1 6Q1.5 9.5 4 11H-4Q-1.5 9.5-1 6C-3 9-8 9-9 5C-10 0-5-3 0-10Z',
  h: 'M0 9C-7 3-10-1-9-5C-8-10-2-10 0-5C2-10 8-10 9-5C10-1 7 3 0 9Z',
};

export function cards(palette: Palette): string {
  const g = newId();
  const c = newId();
  const b = newId();
  const card = (
    turn: number,
    x: number,
    y: number,
    inner: string,
    fill: string,
  ) => `<g transform="translate(${x} ${y}) rotate(${turn})"><rect x="-20" y="-29" width="40" height="58" rx="5" fill="#000" opacity=".35" transform="translate(1.5 3)"/>
  <rect x="-20" y="-29" width="40" height="58" rx="5" fill="${fill}"/>
  <rect x="-17" y="-26" width="34" height="52" rx="3" fill="none" stroke="url(#${g})" stroke-width=".9"/>${inner}</g>`;
  const face = (
    suit: keyof typeof SUIT,
    colour: string,
  ) => `<g fill="${colour}"><path d="${SUIT[suit]}" transform="scale(1.25)"/>
  <path d="${SUIT[suit]}" transform="translate(-12 -20) scale(.36)"/>
  <path d="${SUIT[suit]}" transform="translate(12 20) rotate(180) scale(.36)"/>
  </g>`;
  const back = `<g fill="none" stroke="${palette.line}" stroke-opacity=".75" stroke-width=".9">${range(4)
    .map((i) => `<path d="M0-${6 + i * 6}L${4 + i * 4} 0L0 ${6 + i * 6}L-${4 + i * 4} 0Z"/>`)
    .join('')}</g>`;
  return `<defs>${goldMetal(g)}${linear(c, [
    [0, '#FFFDF6'],
    [1, '#E9DCC0'],
  ])}${linear(b, [
    [0, palette.mid],
    [1, palette.dark],
  ])}</defs>${card(-20, 30, 54, back, `url(#${b})`)}${card(16, 68, 55, face('h', '#C22F45'), `url(#${c})`)}${card(-2, 49, 47, face('s', '#1B1F33'), `url(#${c})`)}`;
}
