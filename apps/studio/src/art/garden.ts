// Things of the garden: jasmine, leaf, dragonfly and a basket of fruit.

import { amber, jade, plum, teal } from './palette.ts';
import { gold, linear, radial, repeat } from './svg.ts';

export function jasmine(): string {
  const petal = (turn: number): string =>
    `<path d="M50 50C36 40 36 18 50 8C64 18 64 40 50 50Z" fill="url(#ja-p)" stroke="#C9D8C0" stroke-width="1" transform="rotate(${turn} 50 50)"/>`;
  return `<defs>${gold('ja-g')}${radial(
    'ja-p',
    [
      [0, '#FFF6D2'],
      [0.4, '#FFFFFF'],
      [1, '#E3EFDF'],
    ],
    50,
    46,
    42,
  )}${linear('ja-l', [
    [0, jade.light],
    [1, jade.dark],
  ])}</defs>
  <path d="M50 56C28 58 12 74 10 92C32 92 46 80 50 56ZM50 56C72 58 88 74 90 92C68 92 54 80 50 56Z" fill="url(#ja-l)"/>
  ${[0, 72, 144, 216, 288].map((turn) => petal(turn)).join('')}<circle cx="50" cy="50" r="7.5" fill="url(#ja-g)"/><circle cx="50" cy="50" r="3" fill="${amber.dark}" opacity=".6"/>`;
}

export function leaf(): string {
  const veins = [24, 36, 48, 60]
    .map(
      (y, index) =>
        `<path d="M50 ${y + 8}C58 ${y + 4} 66 ${y - 4} ${76 - index * 2} ${y - 8}M50 ${y + 8}C42 ${y + 4} 34 ${y - 4} ${24 + index * 2} ${y - 8}"/>`,
    )
    .join('');
  return `<defs>${gold('le-g')}${linear('le-b', [
    [0, jade.light],
    [0.45, jade.middle],
    [1, jade.dark],
  ])}</defs>
  <path d="M50 5C80 12 94 44 74 70C66 80 57 84 50 86C43 84 34 80 26 70C6 44 20 12 50 5Z" fill="url(#le-b)" stroke="url(#le-g)" stroke-width="2"/>
  <path d="M50 8V97" stroke="url(#le-g)" stroke-width="3" stroke-linecap="round"/><g fill="none" stroke="${jade.light}" stroke-opacity=".75" stroke-width="1.6" stroke-linecap="round">${veins}</g>
  <circle cx="66" cy="34" r="4" fill="#fff" opacity=".8"/><circle cx="35" cy="56" r="2.6" fill="#fff" opacity=".7"/>`;
}

export function dragonfly(): string {
  const wing = (d: string): string => `<path d="${d}" fill="url(#dr-w)" stroke="${teal.light}" stroke-width="1.4"/>`;
  return `<defs>${gold('dr-g')}${linear('dr-w', [
    [0, '#FFFFFF', 0.95],
    [1, teal.middle, 0.7],
  ])}${linear('dr-b', [
    [0, plum.light],
    [0.5, plum.middle],
    [1, plum.dark],
  ])}</defs>
  ${wing('M48 34C30 8 6 8 4 20C3 32 28 40 48 38Z')}${wing('M52 34C70 8 94 8 96 20C97 32 72 40 52 38Z')}${wing('M48 42C28 40 8 50 10 60C14 70 38 58 48 46Z')}${wing('M52 42C72 40 92 50 90 60C86 70 62 58 52 46Z')}
  <path d="M46 30H54L53 90Q50 98 47 90Z" fill="url(#dr-b)" stroke="url(#dr-g)" stroke-width="1.4"/>${repeat(5, (index) => `<path d="M46.6 ${52 + index * 8}H53.4" stroke="url(#dr-g)" stroke-width="1.5"/>`)}
  <circle cx="50" cy="24" r="8" fill="url(#dr-b)" stroke="url(#dr-g)" stroke-width="1.4"/><circle cx="45" cy="21" r="4" fill="${jade.light}"/><circle cx="55" cy="21" r="4" fill="${jade.light}"/>`;
}

export function basket(): string {
  const weave = repeat(
    5,
    (row) =>
      `<path d="M${20 + row * 2} ${58 + row * 7}H${80 - row * 2}" stroke="#7A4A18" stroke-width="2.2" stroke-dasharray="7 5" stroke-dashoffset="${(row % 2) * 6}"/>`,
  );
  const fruit = (x: number, y: number): string =>
    `<path d="M${x} ${y - 15}C${x + 15} ${y - 15} ${x + 16} ${y + 10} ${x} ${y + 14}C${x - 15} ${y + 8} ${x - 13} ${y - 13} ${x} ${y - 15}Z" fill="url(#ba-f)"/><path d="M${x + 4} ${y - 10}C${x + 9} ${y - 6} ${x + 9} ${y} ${x + 8} ${y + 3}" stroke="#FFF3C8" stroke-width="2" fill="none" stroke-linecap="round" opacity=".8"/>`;
  return `<defs>${gold('ba-g')}${radial(
    'ba-f',
    [
      [0, '#FFF0A8'],
      [0.5, '#F6B52E'],
      [1, '#C8701A'],
    ],
    54,
    36,
    34,
  )}${linear('ba-b', [
    [0, '#E2B06A'],
    [1, '#8A5522'],
  ])}${radial(
    'ba-h',
    [
      [0, amber.glow, 0.7],
      [1, amber.glow, 0],
    ],
    50,
    50,
    50,
  )}</defs>
  <circle cx="50" cy="50" r="50" fill="url(#ba-h)"/><path d="M20 54C18 6 82 6 80 54" fill="none" stroke="url(#ba-g)" stroke-width="4"/>
  ${fruit(33, 46)}${fruit(68, 46)}${fruit(50, 40)}<path d="M50 24C56 12 70 14 74 20C66 28 56 28 50 24Z" fill="${jade.middle}"/><path d="M14 54H86L76 94H24Z" fill="url(#ba-b)" stroke="url(#ba-g)" stroke-width="2.4" stroke-linejoin="round"/>${weave}<path d="M12 54H88" stroke="url(#ba-g)" stroke-width="5" stroke-linecap="round"/>`;
}
