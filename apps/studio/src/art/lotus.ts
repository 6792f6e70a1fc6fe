// The lotus on still water.

import { type MotifColours, violet } from './palette.ts';
import { linear } from './svg.ts';

const PETAL = 'M0 0C-15-13-14-36 0-54C14-36 15-13 0 0Z';
const RIBS = 'M0-4V-46M-3-5Q-8-26-1.5-46M3-5Q8-26 1.5-46';

export function lotus({ dark, middle, light }: MotifColours = violet): string {
  const { line } = violet;
  const petal = (angle: number, scale: number, fill: string, y: number) =>
    `<g transform="translate(50 ${y}) rotate(${angle}) scale(${scale})">` +
    `<path d="${PETAL}" fill="url(#${fill})" stroke="${line}" stroke-opacity=".5" stroke-width=".7"/>` +
    `<path d="${RIBS}" fill="none" stroke="${light}" stroke-opacity=".3" stroke-width=".6"/></g>`;
  const back = [-56, 56, -29, 29, 0].map((angle) => petal(angle, angle === 0 ? 1.16 : 1.02, 'lo-back', 77));
  const middleRow = [-80, 80, -44, 44, -16, 16].map((angle) => petal(angle, 0.9, 'lo-mid', 78));
  const front = [-62, 62, -31, 31, 0].map((angle) => petal(angle, angle === 0 ? 0.76 : 0.66, 'lo-front', 79));

  return `<defs>${linear('lo-back', [
    [0, middle],
    [1, dark],
  ])}${linear('lo-mid', [
    [0, light],
    [0.5, middle],
    [1, dark],
  ])}${linear('lo-front', [
    [0, '#FFF6F0'],
    [0.5, light],
    [1, middle],
  ])}</defs>${[...back, ...middleRow, ...front].join('')}
  <path d="M14 82H86M26 87H74M38 92H62" stroke="${line}" stroke-opacity=".6" stroke-width="1.4" stroke-linecap="round"/>`;
}
