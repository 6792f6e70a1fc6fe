// A rosette of kranok leaves. Drawn in a square of 100, lit from above.

import type { Palette } from '#art/palettes';
import { goldMetal, newId, radial, range } from '#art/svg';

export function rosette(palette: Palette): string {
  const g = newId(),
    a = newId(),
    b = newId(),
    k = 8;
  const kan = 'M0 0C-9-8-13-22-4-34C-5-28-2-26 0-46C2-26 5-28 4-34C13-22 9-8 0 0Z',
    rd = 'M0 0C-10-8-12-22 0-30C12-22 10-8 0 0Z';
  return `<defs>${goldMetal(g)}${radial(
    a,
    [
      [0, palette.dark],
      [1, palette.mid],
    ],
    0,
    0,
    46,
  )}${radial(
    b,
    [
      [0, palette.mid],
      [1, palette.light],
    ],
    0,
    0,
    32,
  )}</defs>
  <g transform="translate(50 50)">${range(k)
    .map(
      (i) =>
        `<path d="${kan}" fill="url(#${a})" stroke="${palette.line}" stroke-opacity=".7" stroke-width=".8" transform="rotate(${(i * 360) / k})"/>`,
    )
    .join('')}${range(k)
    .map(
      (i) =>
        `<path d="${rd}" fill="url(#${b})" stroke="${palette.line}" stroke-opacity=".6" stroke-width=".7" transform="rotate(${((i + 0.5) * 360) / k})"/>`,
    )
    .join('')}${range(k)
    .map(
      (i) =>
        `<path d="${rd}" transform="rotate(${(i * 360) / k}) scale(.55)" fill="#FFF4DC" opacity=".92" stroke="${palette.dark}" stroke-width="1"/>`,
    )
    .join('')}<circle r="7" fill="url(#${g})"/>
  <circle r="3.4" fill="${palette.dark}"/>
  </g>`;
}
