// Fruit of the market: bananas, a coconut with its straw, and a mangosteen cut open.

import { jade, violet } from './palette.ts';
import { gold, linear, radial, repeat } from './svg.ts';

export function banana(): string {
  const finger = (turn: number, fill: string): string =>
    `<g transform="rotate(${turn} 58 16)"><path d="M52 18C50 44 38 66 14 78C16 86 26 90 34 87C58 78 70 50 66 18Z" fill="url(#${fill})" stroke="#8A5A12" stroke-width="1.4" stroke-linejoin="round"/><path d="M59 22C57 46 46 68 24 82" fill="none" stroke="#FFF6C8" stroke-opacity=".7" stroke-width="2.4" stroke-linecap="round"/><path d="M14 78C13 82 15 86 19 86L22 80Z" fill="#6A4312"/></g>`;
  return `<defs>${linear('bn-a', [
    [0, '#FFF0A0'],
    [0.5, '#F7CB3C'],
    [1, '#D9901E'],
  ])}${linear('bn-b', [
    [0, '#FFE070'],
    [0.6, '#E9AE26'],
    [1, '#B87216'],
  ])}</defs>
  ${finger(-44, 'bn-b')}${finger(-20, 'bn-a')}${finger(4, 'bn-b')}<path d="M50 20C50 10 55 4 63 4C69 4 72 8 70 14L67 22Z" fill="#7A5A1E" stroke="#4A3410" stroke-width="1.4"/>`;
}

export function coconut(): string {
  return `<defs>${radial(
    'co-s',
    [
      [0, '#C8F0B0'],
      [0.55, '#63B05A'],
      [1, '#1F5A34'],
    ],
    40,
    46,
    54,
  )}${radial(
    'co-w',
    [
      [0, '#FFFFFF'],
      [0.7, '#F4F2E2'],
      [1, '#D8D2B4'],
    ],
    50,
    34,
    30,
  )}${linear('co-d', [
    [0, '#E8F8FF'],
    [1, '#A8DCEC'],
  ])}</defs>
  <path d="M50 20C78 20 94 38 92 60C90 82 72 95 50 95C28 95 10 82 8 60C6 38 22 20 50 20Z" fill="url(#co-s)" stroke="#164428" stroke-width="1.6"/>
  <path d="M20 62C24 78 34 86 46 88" fill="none" stroke="#E2FFD0" stroke-opacity=".5" stroke-width="4" stroke-linecap="round"/>
  <ellipse cx="50" cy="34" rx="33" ry="16" fill="url(#co-w)" stroke="#8A9A64" stroke-width="1.6"/><ellipse cx="50" cy="35" rx="22" ry="9.5" fill="url(#co-d)" stroke="#B8C8B0" stroke-width="1.2"/>
  <path d="M54 36L66 4L80 2" fill="none" stroke="#E8557F" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/><path d="M55 34L66.6 5.4L79 3" fill="none" stroke="#FFD0DC" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/>
  <g transform="translate(26 30)">${repeat(5, (index) => `<path d="M0 0C-5-5-5-11 0-14C5-11 5-5 0 0Z" fill="#FFF3FA" stroke="#D85A8A" stroke-width="1" transform="rotate(${index * 72})"/>`)}<circle r="3.4" fill="#F2B63A"/></g>`;
}

/** The pale segments lie in a dark shell under four green leaves. */
export function mangosteen(): string {
  const segments = repeat(
    6,
    (index) =>
      `<path d="M50 58C42 50 42 42 50 36C58 42 58 50 50 58Z" fill="url(#mg-w)" stroke="#CDBFD8" stroke-width="1" transform="rotate(${index * 60} 50 58)"/>`,
  );
  const leaves = [-62, -22, 22, 62]
    .map(
      (turn) =>
        `<path d="M50 26C40 20 40 10 50 4C60 10 60 20 50 26Z" fill="url(#mg-l)" stroke="${jade.dark}" stroke-width="1" transform="rotate(${turn} 50 26)"/>`,
    )
    .join('');
  return `<defs>${gold('mg-g')}${radial(
    'mg-s',
    [
      [0, '#A8508A'],
      [0.6, '#6A1F58'],
      [1, '#34102E'],
    ],
    38,
    44,
    54,
  )}${radial(
    'mg-w',
    [
      [0, '#FFFFFF'],
      [1, '#EEE4F4'],
    ],
    50,
    46,
    16,
  )}${linear('mg-l', [
    [0, jade.light],
    [1, jade.middle],
  ])}</defs>
  <circle cx="50" cy="57" r="38" fill="url(#mg-s)" stroke="#240A20" stroke-width="1.6"/><circle cx="50" cy="58" r="27" fill="#E0729A" stroke="${violet.light}" stroke-opacity=".5"/>${segments}<circle cx="50" cy="58" r="3" fill="#F4E8F8"/>${leaves}<circle cx="50" cy="25" r="4" fill="url(#mg-g)"/>`;
}
