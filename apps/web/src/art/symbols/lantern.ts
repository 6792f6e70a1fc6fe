// A paper lantern. Drawn in a square of 100, lit from above.

import type { Palette } from '#art/palettes';
import { goldMetal, linear, newId, radial } from '#art/svg';

export function lantern(palette: Palette): string {
  const g = newId();
  const b = newId();
  const gl = newId();
  const s = newId();
  return `<defs>${goldMetal(g)}${radial(
    b,
    [
      [0, '#FFF6D8'],
      [0.35, palette.light],
      [0.75, palette.mid],
      [1, palette.dark],
    ],
    50,
    50,
    34,
  )}${radial(
    gl,
    [
      [0, palette.glow, 0.6],
      [1, palette.glow, 0],
    ],
    50,
    50,
    48,
  )}${linear(
    s,
    [
      [0, '#000', 0.34],
      [0.5, '#000', 0],
      [1, '#000', 0.34],
    ],
    0,
    0,
    1,
    0,
  )}</defs>
  <circle cx="50" cy="50" r="48" fill="url(#${gl})"/>
  <path d="M50 2V14" stroke="url(#${g})" stroke-width="1.6"/>
  <circle cx="50" cy="12" r="3" fill="url(#${g})"/>
  <path d="M38 22L42 15H58L62 22Z" fill="url(#${g})"/>
  <path d="M33 24H67L80 48L68 70H32L20 48Z" fill="url(#${b})"/>
  <path d="M33 24H67L80 48L68 70H32L20 48Z" fill="url(#${s})"/>
  <path d="M33 24H67L80 48L68 70H32L20 48ZM42 24L37 48L43 70M58 24L63 48L57 70M20 48H80" fill="none" stroke="url(#${g})" stroke-width="1.5" stroke-linejoin="round"/>
  <path d="M50 34l6 13-6 13-6-13Z" fill="${palette.dark}" opacity=".65"/>
  <path d="M50 39l3.5 8-3.5 8-3.5-8Z" fill="#FFE7A8"/>
  <path d="M28 40l3 8-3 8-3-8ZM72 40l3 8-3 8-3-8Z" fill="${palette.dark}" opacity=".5"/>
  <path d="M31 22H69L66 26H34Z" fill="url(#${g})"/>
  <path d="M31 69H69L64 75H36Z" fill="url(#${g})"/>
  ${[38, 44, 50, 56, 62]
    .map(
      (
        x,
        i,
      ) => `<path d="M${x} 75V${[86, 90, 95, 90, 86][i]}" stroke="${palette.light}" stroke-width="1.3" stroke-linecap="round"/>
  <circle cx="${x}" cy="${[86, 90, 95, 90, 86][i]}" r="1.7" fill="url(#${g})"/>`,
    )
    .join('')}
  <path d="M20 48v10M80 48v10" stroke="${palette.light}" stroke-width="1.2"/>
  <circle cx="20" cy="59" r="1.8" fill="url(#${g})"/>
  <circle cx="80" cy="59" r="1.8" fill="url(#${g})"/>`;
}
