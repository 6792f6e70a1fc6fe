// The hibiscus: the flower of the house, and the wild of its slot.

import { type MotifColours, plum } from './palette.ts';
import { gold, radial, repeat, rounded } from './svg.ts';

const PETAL =
  'M0 0C-9-6-27-20-23-36C-21.5-42-16-40.5-12.5-44.5C-8-49.5-4-46 0-48.5' +
  'C4-46 8-49.5 12.5-44.5C16-40.5 21.5-42 23-36C27-20 9-6 0 0Z';
const SHADOW = 'M0 0C9-6 27-20 23-36C24-24 12-12 0 0Z';
const VEINS = [-15, -10, -5, 0, 5, 10, 15];
const POLLEN = [
  [5, -9],
  [10, -11],
  [7, -14],
  [13, -15],
  [10, -19],
  [16, -20],
  [11, -24],
  [19, -24],
];
const STIGMA = [
  [15, -31],
  [19, -31],
  [21, -28],
  [17, -28.5],
];

export function hibiscus({ dark, middle, light }: MotifColours = plum): string {
  const veins = VEINS.map((x) => {
    const tip = rounded(41 - Math.abs(x) * 0.35);
    return `<path d="M0-7Q${rounded(x * 0.5)}-22 ${rounded(x * 1.08)}-${tip}"/>`;
  }).join('');
  const petal =
    `<path d="${PETAL}" fill="url(#hi-petal)" stroke="${dark}" stroke-opacity=".55" stroke-width=".8"/>` +
    `<g fill="none" stroke="${light}" stroke-opacity=".34" stroke-width=".55" stroke-linecap="round">${veins}</g>` +
    `<path d="${SHADOW}" opacity=".16"/>`;
  const petals = repeat(5, (index) => `<g transform="rotate(${index * 72})">${petal}</g>`);
  const dots = (points: readonly (readonly number[])[], radius: number, colour: string) =>
    points.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`).join('');

  return `<defs>${radial(
    'hi-petal',
    [
      [0, '#4A0A22'],
      [0.2, dark],
      [0.55, middle],
      [1, light],
    ],
    0,
    0,
    52,
  )}${radial(
    'hi-throat',
    [
      [0, '#000', 0.55],
      [1, '#000', 0],
    ],
    0,
    0,
    24,
  )}${gold('hi-gold')}</defs>
  <g transform="translate(50 52)">${petals}<circle r="22" fill="url(#hi-throat)"/>
  <path d="M0 2C3-8 10-15 17-27" fill="none" stroke="url(#hi-gold)" stroke-width="3.4" stroke-linecap="round"/>
  ${dots(POLLEN, 1.7, '#FFE9A8')}${dots(STIGMA, 1.9, '#FFD36B')}</g>`;
}
