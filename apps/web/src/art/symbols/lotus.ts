// A lotus on still water. Drawn in a square of 100, lit from above.

import type { Palette } from '#art/palettes';
import { linear, newId } from '#art/svg';

export function lotus(palette: Palette): string {
  const a = newId();
  const b = newId();
  const c = newId();
  const w = newId();
  const pet = 'M0 0C-15-13-14-36 0-54C14-36 15-13 0 0Z',
    rib = 'M0-4V-46M-3-5Q-8-26-1.5-46M3-5Q8-26 1.5-46';
  const one = (
    ang: number,
    s: number,
    g: string,
    dy = 0,
  ) => `<g transform="translate(50 ${78 + dy}) rotate(${ang}) scale(${s})"><path d="${pet}" fill="url(#${g})" stroke="${palette.line}" stroke-opacity=".5" stroke-width=".7"/>
  <path d="${rib}" fill="none" stroke="${palette.light}" stroke-opacity=".3" stroke-width=".6"/>
  </g>`;
  return `<defs>${linear(a, [
    [0, palette.mid],
    [1, palette.dark],
  ])}${linear(b, [
    [0, palette.light],
    [0.5, palette.mid],
    [1, palette.dark],
  ])}${linear(c, [
    [0, '#FFF6F0'],
    [0.5, palette.light],
    [1, palette.mid],
  ])}${linear(
    w,
    [
      [0, palette.line, 0.0],
      [0.5, palette.line, 0.8],
      [1, palette.line, 0],
    ],
    0,
    0,
    1,
    0,
  )}</defs>
  ${[-56, 56, -29, 29, 0].map((x) => one(x, x ? 1.02 : 1.16, a, -1)).join('')}${[-80, 80, -44, 44, -16, 16].map((x) => one(x, 0.9, b)).join('')}${[-62, 62, -31, 31, 0].map((x) => one(x, x ? 0.66 : 0.76, c, 1)).join('')}
  <path d="M14 82H86M26 87H74M38 92H62" stroke="url(#${w})" stroke-width="1.4" stroke-linecap="round"/>`;
}
