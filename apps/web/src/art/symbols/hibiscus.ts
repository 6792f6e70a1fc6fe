// The hibiscus: the flower of the product. Drawn in a square of 100, lit from above.

import type { Palette } from '#art/palettes';
import { goldMetal, newId, radial, range, round } from '#art/svg';

const PETAL_H =
  'M0 0C-9-6-27-20-23-36C-21.5-42-16-40.5-12.5-44.5C-8-49.5-4-46 0-48.5C4-46 8-49.5 12.5-44.5C16-40.5 21.5-42 23-36C27-20 9-6 0 0Z';

export function hibiscus(palette: Palette): string {
  const g = newId();
  const sh = newId();
  const st = newId();
  const veins = [-15, -10, -5, 0, 5, 10, 15]
    .map((x) => `<path d="M0-7Q${round(x * 0.5)}-22 ${round(x * 1.08)}-${round(41 - Math.abs(x) * 0.35)}" />`)
    .join('');
  return `<defs>${radial(
    g,
    [
      [0, '#4A0A22'],
      [0.2, palette.dark],
      [0.55, palette.mid],
      [1, palette.light],
    ],
    0,
    0,
    52,
  )}${radial(
    sh,
    [
      [0, '#000', 0.55],
      [1, '#000', 0],
    ],
    0,
    0,
    24,
  )}${goldMetal(st)}</defs>
  <g transform="translate(50 52)">${range(5)
    .map(
      (
        i,
      ) => `<g transform="rotate(${i * 72})"><path d="${PETAL_H}" fill="url(#${g})" stroke="${palette.dark}" stroke-opacity=".55" stroke-width=".8"/>
  <g fill="none" stroke="${palette.light}" stroke-opacity=".34" stroke-width=".55" stroke-linecap="round">${veins}</g>
  <path d="M0 0C9-6 27-20 23-36C24-24 12-12 0 0Z" fill="#000" opacity=".16"/>
  </g>`,
    )
    .join('')}
  <circle r="22" fill="url(#${sh})"/>
  <g><path d="M0 2C3-8 10-15 17-27" fill="none" stroke="url(#${st})" stroke-width="3.4" stroke-linecap="round"/>
  ${[
    [6, -9],
    [10, -11],
    [7, -14],
    [13, -15],
    [10, -19],
    [16, -20],
    [12, -24],
    [19, -24],
  ]
    .map(([x = 0, y]) => `<circle cx="${x + (x % 3) - 1}" cy="${y}" r="1.7" fill="#FFE9A8"/>`)
    .join('')}
  ${[
    [15, -31],
    [19, -31],
    [21, -28],
    [17, -28.5],
  ]
    .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="1.9" fill="#FFD36B"/>`)
    .join('')}</g>
  </g>`;
}
