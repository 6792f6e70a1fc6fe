// Things of the fair: coin, drum, umbrella, book of palm leaves, wheel and star kite.

import { amber, jade, type MotifColours, plum, ruby, violet } from './palette.ts';
import { gold, linear, radial, repeat } from './svg.ts';

export function coin(): string {
  const rim = repeat(
    24,
    (index) => `<circle cx="50" cy="9.5" r="1.9" fill="#FFF2C2" transform="rotate(${index * 15} 50 50)"/>`,
  );
  const petals = repeat(
    8,
    (index) =>
      `<path d="M50 50C43 42 43 34 50 27C57 34 57 42 50 50Z" fill="url(#cn-i)" stroke="#8A5A18" stroke-width="1" transform="rotate(${index * 45} 50 50)"/>`,
  );
  return `<defs>${gold('cn-g')}${radial(
    'cn-b',
    [
      [0, '#FFF3B8'],
      [0.55, '#F0BE4C'],
      [1, '#A86A18'],
    ],
    40,
    34,
    58,
  )}${radial(
    'cn-i',
    [
      [0, '#FFF6CE'],
      [1, '#D89A34'],
    ],
    50,
    50,
    26,
  )}</defs>
  <circle cx="50" cy="50" r="47" fill="#8A5A18"/><circle cx="50" cy="49" r="46" fill="url(#cn-b)"/>${rim}<circle cx="50" cy="50" r="34" fill="none" stroke="#8A5A18" stroke-opacity=".75" stroke-width="2"/><circle cx="50" cy="50" r="31.5" fill="none" stroke="#FFF3C8" stroke-width="1.5"/>${petals}<circle cx="50" cy="50" r="6" fill="#FFF3C8"/>`;
}

export function drum(): string {
  const cords = repeat(
    6,
    (index) =>
      `<path d="M${18 + index * 11} 34L${24 + index * 10} 86M${29 + index * 10} 34L${22 + index * 10} 86" stroke="#FFE7B0" stroke-width="1.6"/>`,
  );
  return `<defs>${gold('du-g')}${linear(
    'du-b',
    [
      [0, ruby.dark],
      [0.35, ruby.middle],
      [0.65, ruby.middle],
      [1, ruby.dark],
    ],
    [0, 0, 1, 0],
  )}${radial(
    'du-s',
    [
      [0, '#FFF7E2'],
      [0.7, '#EFD9A8'],
      [1, '#C79E5C'],
    ],
    50,
    24,
    38,
  )}</defs>
  <path d="M13 28C8 52 14 78 22 90H78C86 78 92 52 87 28Z" fill="url(#du-b)" stroke="url(#du-g)" stroke-width="2"/>${cords}
  <ellipse cx="50" cy="88" rx="29" ry="7" fill="url(#du-g)"/><ellipse cx="50" cy="26" rx="39" ry="17" fill="url(#du-g)"/><ellipse cx="50" cy="25" rx="34" ry="13.5" fill="url(#du-s)"/><ellipse cx="50" cy="25" rx="12" ry="5" fill="#4A2A18"/>`;
}

export function umbrella(): string {
  const panels = [0, 1, 2, 3, 4, 5].map((index) => {
    const [left, right] = [6 + index * 14.67, 6 + (index + 1) * 14.67];
    return `<path d="M50 12L${left} 52Q${(left + right) / 2} 46 ${right} 52Z" fill="${index % 2 === 0 ? 'url(#um-a)' : 'url(#um-b)'}" stroke="url(#um-g)" stroke-width="1.2"/>`;
  });
  const flowers = [24, 50, 76]
    .map(
      (x) =>
        `<g transform="translate(${x} ${x === 50 ? 36 : 41})">${repeat(5, (turn) => `<circle cy="-3.4" r="2.4" fill="#FFF3D6" transform="rotate(${turn * 72})"/>`)}<circle r="1.8" fill="${amber.middle}"/></g>`,
    )
    .join('');
  return `<defs>${gold('um-g')}${linear('um-a', [
    [0, plum.light],
    [1, plum.middle],
  ])}${linear('um-b', [
    [0, violet.light],
    [1, violet.middle],
  ])}</defs>
  <path d="M50 8V86Q50 95 58 95T66 87" fill="none" stroke="url(#um-g)" stroke-width="4" stroke-linecap="round"/>${panels.join('')}${flowers}<circle cx="50" cy="11" r="4" fill="url(#um-g)"/>`;
}

/** Palm leaves between boards, tied with a cord. */
export function book(): string {
  const lines = repeat(
    4,
    (row) => `<path d="M32 ${34 + row * 8}H68" stroke="#7A4A18" stroke-width="2" stroke-dasharray="${9 - row} 3"/>`,
  );
  return `<defs>${gold('bo-g')}${linear('bo-c', [
    [0, ruby.middle],
    [1, ruby.dark],
  ])}${linear('bo-p', [
    [0, '#FFF7DE'],
    [1, '#E2C48C'],
  ])}${radial(
    'bo-h',
    [
      [0, amber.glow, 0.85],
      [1, amber.glow, 0],
    ],
    50,
    50,
    50,
  )}</defs>
  <circle cx="50" cy="50" r="50" fill="url(#bo-h)"/><path d="M12 20L50 12L88 20V84L50 92L12 84Z" fill="url(#bo-c)" stroke="url(#bo-g)" stroke-width="3" stroke-linejoin="round"/>
  <path d="M22 26H78V76H22Z" fill="url(#bo-p)" stroke="#B98A44" stroke-width="1.4"/><path d="M20 80H80M24 84H76" stroke="#E2C48C" stroke-width="2"/>${lines}
  <path d="M14 68H86" stroke="url(#bo-g)" stroke-width="5"/><circle cx="50" cy="68" r="9" fill="${jade.middle}" stroke="url(#bo-g)" stroke-width="3"/><path d="M46 66C47 63 50 62 53 63" stroke="#fff" stroke-width="2" fill="none" stroke-linecap="round"/>`;
}

export function wheel(): string {
  const spokes = repeat(
    12,
    (index) => `<path d="M50 50V18" stroke="url(#wh-g)" stroke-width="2.6" transform="rotate(${index * 30} 50 50)"/>`,
  );
  const lamps = repeat(
    12,
    (index) =>
      `<circle cx="50" cy="12" r="3.2" fill="${['#FFE29A', plum.light, jade.light][index % 3]}" transform="rotate(${index * 30 + 15} 50 50)"/>`,
  );
  return `<defs>${gold('wh-g')}${radial(
    'wh-t',
    [
      [0.68, '#6B2030'],
      [0.8, ruby.middle],
      [1, '#4A0E1C'],
    ],
    50,
    50,
    48,
  )}${radial(
    'wh-h',
    [
      [0, '#FFF6D8'],
      [1, amber.middle],
    ],
    47,
    46,
    14,
  )}</defs>
  <circle cx="50" cy="50" r="47" fill="url(#wh-t)" stroke="url(#wh-g)" stroke-width="2.4"/><circle cx="50" cy="50" r="32" fill="#1A1024" stroke="url(#wh-g)" stroke-width="2.4"/>${spokes}${lamps}<circle cx="50" cy="50" r="12" fill="url(#wh-h)" stroke="url(#wh-g)" stroke-width="2"/>`;
}

export function kite({ dark, middle }: MotifColours = ruby): string {
  const path =
    'M50 5C57 27 68 36 95 39C79 52 65 55 61 63C63 73 69 81 77 91C63 88 55 81 50 70C45 81 37 88 23 91C31 81 37 73 39 63C35 55 21 52 5 39C32 36 43 27 50 5Z';
  const flower = repeat(
    8,
    (index) =>
      `<path d="M0 0C-4-4-4-9 0-14C4-9 4-4 0 0Z" fill="${index % 2 === 0 ? '#FFF3D6' : dark}" transform="rotate(${index * 45})"/>`,
  );
  return `<defs>${gold('ki-g')}${radial(
    'ki-b',
    [
      [0, '#FFD9A0'],
      [0.5, middle],
      [1, dark],
    ],
    50,
    44,
    54,
  )}</defs>
  <path d="${path}" fill="url(#ki-b)" stroke="url(#ki-g)" stroke-width="2.4" stroke-linejoin="round"/><path d="M50 6V70M5 39C30 44 70 44 95 39M23 91C34 72 44 52 50 44C56 52 66 72 77 91" stroke="url(#ki-g)" stroke-width="1.3" fill="none"/>
  <g transform="translate(50 44)">${flower}<circle r="3.4" fill="url(#ki-g)"/></g>`;
}
