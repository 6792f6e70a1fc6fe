// Two dice on a dish. Drawn in a square of 100, lit from above.

import type { Palette } from '#art/palettes';
import { goldMetal, linear, newId } from '#art/svg';

type Pips = readonly (readonly [number, number])[];

export function dice(palette: Palette): string {
  const t = newId();
  const l = newId();
  const r = newId();
  const g = newId();
  const cube = (x: number, y: number, s: number, pips: readonly Pips[]) => {
    const top = 'M0-26L24-13L0 0L-24-13Z',
      L = 'M-24-13L0 0V28L-24 15Z',
      R = 'M24-13L0 0V28L24 15Z';
    const iso = (matrix: string, face: Pips = []) =>
      `<g transform="matrix(${matrix})">${face.map(([u, v]) => `<circle cx="${u}" cy="${v}" r="2.6" fill="${palette.dark}"/>`).join('')}</g>`;
    return `<g transform="translate(${x} ${y}) scale(${s})"><path d="${top}" fill="url(#${t})"/>
  <path d="${L}" fill="url(#${l})"/>
  <path d="${R}" fill="url(#${r})"/>
  <path d="M0 0V28M0 0L24-13M0 0L-24-13" stroke="#fff" stroke-opacity=".5" stroke-width=".8"/>${iso('1 .54 -1 .54 0 -13', pips[0])}${iso('1 .54 0 1.160 -12 0.5', pips[1])}${iso('1 -.54 0 1.160 12 0.5', pips[2])}</g>`;
  };
  const d5: Pips = [
      [-6, -6],
      [6, 6],
      [-6, 6],
      [6, -6],
      [0, 0],
    ],
    d1: Pips = [[0, 0]],
    d3: Pips = [
      [-6, -6],
      [0, 0],
      [6, 6],
    ],
    d2: Pips = [
      [-5, -5],
      [5, 5],
    ],
    d4: Pips = [
      [-6, -6],
      [6, 6],
      [-6, 6],
      [6, -6],
    ];
  return `<defs>${linear(t, [
    [0, '#FFFDF4'],
    [1, '#FCE6D8'],
  ])}${linear(l, [
    [0, '#F3D9C9'],
    [1, palette.light],
  ])}${linear(r, [
    [0, palette.light],
    [1, palette.mid],
  ])}${goldMetal(g)}</defs>
  <ellipse cx="50" cy="84" rx="42" ry="10" fill="#000" opacity=".35"/>
  <ellipse cx="50" cy="80" rx="42" ry="11" fill="none" stroke="url(#${g})" stroke-width="1.4"/>
  <ellipse cx="50" cy="80" rx="36" ry="8.5" fill="none" stroke="url(#${g})" stroke-opacity=".5"/>${cube(66, 52, 0.82, [d5, d4, d2])}${cube(36, 54, 0.98, [d3, d1, d5])}`;
}
