// Two chips with the five petals. Drawn in a square of 100, lit from above.

import type { Palette } from '#art/palettes';
import { goldMetal, linear, newId, radial, range } from '#art/svg';

export function chip(palette: Palette): string {
  const g = newId();
  const a = newId();
  const b = newId();
  const one = (
    cx: number,
    cy: number,
    r: number,
  ) => `<g transform="translate(${cx} ${cy}) scale(${r / 40})"><circle r="40" cy="4" fill="#000" opacity=".4"/>
  <circle r="40" fill="url(#${a})"/>${range(8)
    .map(
      (i) =>
        `<path d="M-6.5-39.5A40 40 0 0 1 6.5-39.5L5-30A31 31 0 0 0-5-30Z" fill="#FBEFD2" transform="rotate(${i * 45})"/>`,
    )
    .join('')}<circle r="29" fill="url(#${b})" stroke="url(#${g})" stroke-width="1.6"/>${range(24)
    .map((i) => `<circle cx="0" cy="-25" r="1.1" fill="${palette.line}" transform="rotate(${i * 15})"/>`)
    .join('')}<g>${range(5)
    .map(
      (i) =>
        `<path d="M0 0C-4-3-10-9-8-15C-6-20 6-20 8-15C10-9 4-3 0 0Z" fill="url(#${g})" transform="rotate(${i * 72})" stroke="${palette.dark}" stroke-width=".8"/>`,
    )
    .join('')}<circle r="3" fill="${palette.dark}"/>
  </g>
  </g>`;
  return `<defs>${goldMetal(g)}${linear(a, [
    [0, palette.light],
    [0.4, palette.mid],
    [1, palette.dark],
  ])}${radial(
    b,
    [
      [0, palette.mid],
      [1, palette.dark],
    ],
    0,
    -6,
    34,
  )}</defs>${one(32, 64, 25)}${one(60, 46, 36)}`;
}
