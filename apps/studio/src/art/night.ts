// Things of the night sky: full moon, crescent with clouds, star, comet, cloud and eclipse.

import { amber, type MotifColours, plum, slate, violet } from './palette.ts';
import { gold, linear, radial, repeat, rounded } from './svg.ts';

const MOON: [number, string][] = [
  [0, '#FFFDF2'],
  [0.65, '#F9E6B4'],
  [1, '#DDAE62'],
];
const CRATERS =
  '<g fill="#CFA05A" opacity=".32"><circle cx="38" cy="40" r="7"/><circle cx="60" cy="58" r="9"/><circle cx="57" cy="32" r="4"/><circle cx="40" cy="64" r="4.5"/></g>';

/** A lotus blooms in front of the moon. */
export function fullMoon(): string {
  const petals = [-52, -26, 0, 26, 52]
    .map(
      (turn) =>
        `<path d="M50 92C41 82 41 70 50 60C59 70 59 82 50 92Z" fill="url(#fm-p)" stroke="url(#fm-g)" stroke-width="1.2" transform="rotate(${turn} 50 94)"/>`,
    )
    .join('');
  return `<defs>${gold('fm-g')}${radial('fm-m', MOON, 44, 36, 46)}${radial(
    'fm-h',
    [
      [0, amber.glow, 0.75],
      [1, amber.glow, 0],
    ],
    50,
    48,
    50,
  )}${linear('fm-p', [
    [0, plum.light],
    [1, plum.middle],
  ])}</defs>
  <circle cx="50" cy="48" r="50" fill="url(#fm-h)"/><circle cx="50" cy="46" r="35" fill="url(#fm-m)" stroke="url(#fm-g)" stroke-width="2"/>${CRATERS}${petals}`;
}

export function moon(colours?: MotifColours): string {
  const { glow } = colours ?? violet;
  const body: [number, string][] = colours
    ? [
        [0, '#FFFFFF'],
        [0.6, colours.light],
        [1, colours.middle],
      ]
    : MOON;
  return `<defs>${gold('mo-g')}${radial('mo-m', body, 40, 36, 50)}${radial(
    'mo-h',
    [
      [0, glow, 0.6],
      [1, glow, 0],
    ],
    50,
    50,
    50,
  )}</defs>
  <circle cx="50" cy="50" r="49" fill="url(#mo-h)"/>
  <path d="M66 10A42 42 0 1 0 90 66A34 34 0 1 1 66 10Z" fill="url(#mo-m)" stroke="url(#mo-g)" stroke-width="2.2" stroke-linejoin="round"/>
  <path d="M72 30l3.2 7.6 7.8.7-6 5.2 2 7.8-7-4.2-7 4.2 2-7.8-6-5.2 7.8-.7Z" fill="#FFF3D0" stroke="url(#mo-g)"/><circle cx="88" cy="22" r="2" fill="#FFF3D0"/><circle cx="56" cy="64" r="1.8" fill="#FFF3D0"/>`;
}

function starPath(cx: number, cy: number, outer: number, inner: number, points: number): string {
  const at = (index: number): string => {
    const angle = (index * Math.PI) / points - Math.PI / 2;
    const radius = index % 2 === 0 ? outer : inner;
    return `${rounded(cx + Math.cos(angle) * radius)} ${rounded(cy + Math.sin(angle) * radius)}`;
  };
  return `M${Array.from({ length: points * 2 }, (_, index) => at(index)).join('L')}Z`;
}

export function star(): string {
  return `<defs>${gold('st-g')}${radial(
    'st-b',
    [
      [0, '#FFFDF0'],
      [0.4, '#FFE49A'],
      [1, '#E09A2E'],
    ],
    50,
    44,
    44,
  )}${radial(
    'st-h',
    [
      [0, amber.glow, 0.7],
      [1, amber.glow, 0],
    ],
    50,
    50,
    50,
  )}</defs>
  <circle cx="50" cy="50" r="49" fill="url(#st-h)"/><path d="${starPath(50, 51, 44, 19, 5)}" fill="url(#st-b)" stroke="url(#st-g)" stroke-width="2.4" stroke-linejoin="round"/>
  <path d="${starPath(50, 51, 25, 11, 5)}" fill="none" stroke="#FFF8DE" stroke-opacity=".9" stroke-width="1.4" stroke-linejoin="round"/><circle cx="50" cy="51" r="5" fill="#FFF8DE"/>`;
}

export function comet(): string {
  const tail = repeat(
    3,
    (index) =>
      `<path d="M${40 - index * 9} ${52 + index * 9}C56 ${52 - index * 2} 74 ${38 - index * 4} 95 ${8 + index * 5}" fill="none" stroke="${index === 1 ? '#FFF3D0' : slate.light}" stroke-width="${3.4 - index}" stroke-linecap="round" opacity="${0.9 - index * 0.2}"/>`,
  );
  return `<defs>${linear(
    'co-t',
    [
      [0, slate.glow, 0.75],
      [1, slate.glow, 0],
    ],
    [0, 1, 1, 0],
  )}${radial(
    'co-b',
    [
      [0, '#FFFFFF'],
      [0.5, slate.light],
      [1, slate.middle],
    ],
    30,
    62,
    24,
  )}</defs>
  <path d="M12 50C32 30 66 18 97 4C84 38 68 66 48 86Z" fill="url(#co-t)"/>${tail}<circle cx="33" cy="66" r="21" fill="url(#co-b)"/><path d="${starPath(33, 66, 16, 6, 4)}" fill="#fff" opacity=".92"/>`;
}

export function cloud(): string {
  return `<defs>${gold('cl-g')}${linear('cl-b', [
    [0, '#FFFFFF'],
    [0.6, slate.light],
    [1, slate.middle],
  ])}</defs>
  <path d="M20 72C6 72 2 56 15 51C11 36 28 27 39 35C46 20 72 22 74 40C90 36 99 52 89 62C96 70 90 78 80 76H24Z" fill="url(#cl-b)" stroke="url(#cl-g)" stroke-width="2" stroke-linejoin="round"/>
  <path d="M28 62C26 52 40 48 43 57C45 63 37 66 36 60M56 66C54 52 72 50 73 61C73 68 63 68 64 61M40 42C44 36 52 38 52 44" fill="none" stroke="${slate.dark}" stroke-opacity=".55" stroke-width="2.4" stroke-linecap="round"/>`;
}

export function eclipse(): string {
  const rays = repeat(
    16,
    (index) => `<path d="M50 2L52.4 14H47.6Z" fill="url(#ec-g)" transform="rotate(${index * 22.5} 50 50)"/>`,
  );
  return `<defs>${gold('ec-g')}${radial(
    'ec-h',
    [
      [0.5, '#FFE6A6'],
      [0.75, amber.glow, 0.7],
      [1, amber.glow, 0],
    ],
    50,
    50,
    50,
  )}${radial(
    'ec-b',
    [
      [0, '#3C2A5E'],
      [1, '#120A24'],
    ],
    44,
    40,
    34,
  )}</defs>
  <circle cx="50" cy="50" r="49" fill="url(#ec-h)"/>${rays}<circle cx="50" cy="50" r="31" fill="url(#ec-b)" stroke="#FFF3D0" stroke-width="2.6"/><path d="M72 29A31 31 0 0 1 80 45" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round"/>`;
}
