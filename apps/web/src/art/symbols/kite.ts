// A star kite. Drawn in a square of 100, lit from above.

import type { Palette } from '#art/palettes';
import { goldMetal, newId, radial, range } from '#art/svg';

export function kite(palette: Palette): string {
  const a = newId();
  const g = newId();
  const path =
    'M50 6C57 27 68 37 95 40C79 52 65 55 61 63C63 73 69 81 77 91C63 88 55 81 50 70C45 81 37 88 23 91C31 81 37 73 39 63C35 55 21 52 5 40C32 37 43 27 50 6Z';
  return `<defs>${radial(
    a,
    [
      [0, palette.light],
      [0.55, palette.mid],
      [1, palette.dark],
    ],
    50,
    46,
    52,
  )}${goldMetal(g)}</defs>
  <path d="M50 50C60 70 92 76 98 98" stroke="${palette.line}" stroke-opacity=".6" fill="none" stroke-width="1"/>
  <path d="${path}" fill="url(#${a})" stroke="url(#${g})" stroke-width="2" stroke-linejoin="round"/>
  <path d="M50 6V70M5 40C30 44 70 44 95 40M23 91C34 72 44 52 50 44C56 52 66 72 77 91" stroke="url(#${g})" stroke-width="1.1" fill="none"/>
  <g transform="translate(50 44)">${range(8)
    .map(
      (i) =>
        `<path d="M0 0C-4-4-4-9 0-14C4-9 4-4 0 0Z" fill="${i % 2 ? palette.dark : '#FFF3D6'}" transform="rotate(${i * 45})"/>`,
    )
    .join('')}<circle r="3" fill="url(#${g})"/>
  </g>
  <path d="M24 41l4 3 4-3-4-3ZM68 41l4 3 4-3-4-3ZM48 22l2 4 2-4-2-4Z" fill="#FFF3D6"/>`;
}
