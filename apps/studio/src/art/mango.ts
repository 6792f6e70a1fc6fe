// The mango, cut as at a market stall.

import { linear, radial } from './svg.ts';

const SKIN = 'M50 20C70 17 84 34 84 54C84 64 88 70 95 76C90 86 74 94 56 92C32 90 12 74 12 52C12 34 28 22 50 20Z';
const FLESH = 'M54 48C66 45 75 54 76 64C76 72 79 76 83 79C77 86 66 88 56 86C44 83 38 74 41 63C43 55 47 50 54 48Z';

export function mango(): string {
  return `<defs>${radial(
    'ma-skin',
    [
      [0, '#FFE98A'],
      [0.5, '#F7B733'],
      [0.85, '#DB6B2A'],
      [1, '#A8402A'],
    ],
    46,
    40,
    52,
  )}${radial(
    'ma-flesh',
    [
      [0, '#FFF1A8'],
      [0.6, '#F9C846'],
      [1, '#E08A2B'],
    ],
    62,
    58,
    30,
  )}${linear('ma-leaf', [
    [0, '#8EE39A'],
    [1, '#1F7A4D'],
  ])}${linear('ma-leaf-dark', [
    [0, '#4FB873'],
    [1, '#0F5A3B'],
  ])}${linear('ma-shine', [
    [0, '#fff', 0.7],
    [1, '#fff', 0],
  ])}</defs>
  <path d="M52 24C50 17 52 12 57 7" fill="none" stroke="#7A4A22" stroke-width="3" stroke-linecap="round"/>
  <path d="M55 14C66 2 84 3 94 14C84 24 66 26 55 14Z" fill="url(#ma-leaf)"/><path d="M57 14C68 12 80 12 91 14" stroke="#D6FFD8" stroke-opacity=".5" fill="none"/>
  <path d="M53 17C44 6 28 6 18 14C28 24 44 26 53 17Z" fill="url(#ma-leaf-dark)"/><path d="M50 17C42 14 30 13 21 14" stroke="#B8F5C4" stroke-opacity=".45" fill="none"/>
  <path d="${SKIN}" fill="url(#ma-skin)" stroke="#FFE9A8" stroke-opacity=".35"/><path d="M28 40C34 32 44 28 52 28" stroke="url(#ma-shine)" stroke-width="5" stroke-linecap="round" fill="none"/>
  <path d="${FLESH}" fill="url(#ma-flesh)" stroke="#FFF3C4" stroke-width="1.4"/>
  <path d="M54 50L47 78M62 48L56 84M70 54L66 85M45 59L74 57M43 67L77 66M45 76L78 75" stroke="#E58E22" stroke-opacity=".6" stroke-width="1.3"/>`;
}
