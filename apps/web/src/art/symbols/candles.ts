// A rising price chart. Drawn in a square of 100, lit from above.

import type { Palette } from '#art/palettes';
import { goldMetal, linear, newId } from '#art/svg';

export function candles(palette: Palette): string {
  const g = newId();
  const a = newId();
  const l = newId();
  const v: readonly (readonly [number, number, number, number, number])[] = [
    [12, 70, 62, 80, 56],
    [24, 62, 52, 72, 46],
    [36, 66, 58, 74, 50],
    [48, 52, 40, 60, 34],
    [60, 46, 38, 56, 30],
    [72, 36, 24, 44, 18],
    [84, 30, 16, 38, 10],
  ];
  return `<defs>${goldMetal(g)}${linear(a, [
    [0, palette.light],
    [0.5, palette.mid],
    [1, palette.dark],
  ])}${linear(
    l,
    [
      [0, palette.glow, 0],
      [0.6, palette.glow, 0.5],
      [1, palette.glow, 0],
    ],
    0,
    0,
    1,
    0,
  )}</defs>
  <path d="M4 80Q18 66 28 68T48 56T72 36T96 14V92H4Z" fill="url(#${l})" opacity=".55"/>${v
    .map(
      ([x, b, t, lo, hi], i) => `<path d="M${x} ${hi}V${lo}" stroke="${palette.line}" stroke-width="1.2"/>
  <rect x="${x - 4}" y="${t}" width="8" height="${b - t + 6}" rx="2" fill="${i === 2 ? palette.dark : `url(#${a})`}" stroke="${palette.line}" stroke-opacity=".5" stroke-width=".8"/>`,
    )
    .join(
      '',
    )}<path d="M4 80Q18 66 28 68T48 56T72 36T96 14" fill="none" stroke="url(#${g})" stroke-width="2.4" stroke-linecap="round"/>
  <circle cx="96" cy="14" r="3.6" fill="#FFF0C4"/>`;
}
