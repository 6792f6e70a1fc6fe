// The market lantern, lit.

import { type MotifColours, amber } from './palette.ts';
import { gold, linear, radial } from './svg.ts';

const BODY = 'M33 24H67L80 48L68 70H32L20 48Z';
const TASSELS = [
  [38, 86],
  [44, 90],
  [50, 95],
  [56, 90],
  [62, 86],
];

export function lantern({ dark, middle, light, glow }: MotifColours = amber): string {
  const tassels = TASSELS.map(
    ([x, y]) =>
      `<path d="M${x} 75V${y}" stroke="${light}" stroke-width="1.3" stroke-linecap="round"/>` +
      `<circle cx="${x}" cy="${y}" r="1.7" fill="url(#la-gold)"/>`,
  ).join('');

  return `<defs>${gold('la-gold')}${radial(
    'la-body',
    [
      [0, '#FFF6D8'],
      [0.35, light],
      [0.75, middle],
      [1, dark],
    ],
    50,
    50,
    34,
  )}${radial(
    'la-glow',
    [
      [0, glow, 0.6],
      [1, glow, 0],
    ],
    50,
    50,
    48,
  )}${linear(
    'la-sides',
    [
      [0, '#000', 0.34],
      [0.5, '#000', 0],
      [1, '#000', 0.34],
    ],
    [0, 0, 1, 0],
  )}</defs>
  <circle cx="50" cy="50" r="48" fill="url(#la-glow)"/><path d="M50 2V14" stroke="#EBC06A" stroke-width="1.6"/><circle cx="50" cy="12" r="3" fill="url(#la-gold)"/>
  <path d="M38 22L42 15H58L62 22Z" fill="url(#la-gold)"/><path d="${BODY}" fill="url(#la-body)"/><path d="${BODY}" fill="url(#la-sides)"/>
  <path d="${BODY}M42 24L37 48L43 70M58 24L63 48L57 70M20 48H80" fill="none" stroke="url(#la-gold)" stroke-width="1.5" stroke-linejoin="round"/>
  <path d="M50 34l6 13-6 13-6-13Z" fill="${dark}" opacity=".65"/><path d="M50 39l3.5 8-3.5 8-3.5-8Z" fill="#FFE7A8"/>
  <path d="M28 40l3 8-3 8-3-8ZM72 40l3 8-3 8-3-8Z" fill="${dark}" opacity=".5"/>
  <path d="M31 22H69L66 26H34Z" fill="url(#la-gold)"/><path d="M31 69H69L64 75H36Z" fill="url(#la-gold)"/>${tassels}
  <path d="M20 48v10M80 48v10" stroke="${light}" stroke-width="1.2"/><circle cx="20" cy="59" r="1.8" fill="url(#la-gold)"/><circle cx="80" cy="59" r="1.8" fill="url(#la-gold)"/>`;
}
