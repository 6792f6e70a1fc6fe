// A spade with kranok lines. Drawn in a square of 100, lit from above.

import type { Palette } from '#art/palettes';
import { goldMetal, linear, newId } from '#art/svg';

export function spade(palette: Palette): string {
  const g = newId();
  const a = newId();
  const sp =
    'M50 8C62 28 88 40 86 62C84 80 64 80 55 68C55 80 60 88 68 93H32C40 88 45 80 45 68C36 80 16 80 14 62C12 40 38 28 50 8Z';
  return `<defs>${goldMetal(g)}${linear(a, [
    [0, palette.light],
    [0.4, palette.mid],
    [1, palette.dark],
  ])}</defs>
  <path d="${sp}" fill="url(#${a})" stroke="url(#${g})" stroke-width="2"/>
  <g fill="none" stroke="${palette.line}" stroke-width="1.3" stroke-linecap="round">${[0, 1]
    .map(
      (
        k,
      ) => `<g${k ? ' transform="translate(100 0) scale(-1 1)"' : ''}><path d="M50 20C42 34 24 44 23 60C22 70 34 72 39 64C42 58 37 53 33 56C30 58 31 62 34 62"/>
  <path d="M50 32C46 42 40 46 38 50M50 44C48 50 46 54 45 60"/>
  </g>`,
    )
    .join('')}<path d="M50 20V66"/>
  </g>
  <path d="M50 34l5 9-5 9-5-9Z" fill="url(#${g})"/>`;
}
