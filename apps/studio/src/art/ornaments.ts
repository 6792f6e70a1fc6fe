// Ornaments: a cut gem, a garland of jasmine, and a butterfly.

import { amber, plum, teal, violet } from './palette.ts';
import { gold, linear, radial, repeat, rounded } from './svg.ts';

export function gem(): string {
  return `<defs>${gold('ge-g')}${linear('ge-a', [
    [0, '#FFFFFF'],
    [1, teal.light],
  ])}${linear('ge-b', [
    [0, teal.light],
    [1, teal.middle],
  ])}${linear('ge-c', [
    [0, teal.middle],
    [1, violet.dark],
  ])}${radial(
    'ge-h',
    [
      [0, teal.glow, 0.8],
      [1, teal.glow, 0],
    ],
    50,
    50,
    50,
  )}</defs>
  <circle cx="50" cy="50" r="50" fill="url(#ge-h)"/>
  <path d="M26 16H74L94 42L50 92L6 42Z" fill="url(#ge-c)" stroke="url(#ge-g)" stroke-width="2.4" stroke-linejoin="round"/>
  <path d="M26 16H74L62 42H38Z" fill="url(#ge-a)"/><path d="M26 16L38 42H6Z" fill="url(#ge-b)"/><path d="M74 16L94 42H62Z" fill="${teal.middle}"/>
  <path d="M38 42H62L50 92Z" fill="url(#ge-b)"/><path d="M6 42H38L50 92Z" fill="${teal.middle}" opacity=".55"/>
  <path d="M6 42H94M38 42L50 92L62 42M26 16L38 42L50 16L62 42L74 16" fill="none" stroke="#FFFFFF" stroke-opacity=".75" stroke-width="1.4" stroke-linejoin="round"/>
  <path d="M82 8l2.4 6.6 6.6 2.4-6.6 2.4L82 26l-2.4-6.6-6.6-2.4 6.6-2.4Z" fill="#FFFFFF"/>`;
}

/** A ring of jasmine with a rose tassel, as it is given for luck. */
export function garland(): string {
  const buds = repeat(18, (index) => {
    const angle = (index * 20 * Math.PI) / 180;
    const [x, y] = [rounded(50 + Math.sin(angle) * 31), rounded(40 - Math.cos(angle) * 31)];
    return `<circle cx="${x}" cy="${y}" r="7.4" fill="url(#gl-${index % 6 === 3 ? 'r' : 'w'})" stroke="#8FA884" stroke-width=".9"/>`;
  });
  const strands = [38, 50, 62]
    .map(
      (x, index) =>
        `<path d="M50 70Q${x} 76 ${x} ${86 + (index % 2) * 6}" stroke="#FFF6DE" stroke-width="3.4" fill="none" stroke-linecap="round"/><circle cx="${x}" cy="${89 + (index % 2) * 5}" r="4.6" fill="${plum.middle}" stroke="${plum.dark}"/>`,
    )
    .join('');
  return `<defs>${gold('gl-g')}<radialGradient id="gl-w" cx=".4" cy=".35" r=".7"><stop offset="0" stop-color="#FFFFFF"/><stop offset="1" stop-color="#D8E4CC"/></radialGradient><radialGradient id="gl-r" cx=".4" cy=".35" r=".7"><stop offset="0" stop-color="${plum.light}"/><stop offset="1" stop-color="${plum.middle}"/></radialGradient></defs>
  <circle cx="50" cy="40" r="31" fill="none" stroke="#3E7A4E" stroke-width="9"/>${buds}${strands}
  <g transform="translate(50 70)">${repeat(6, (index) => `<path d="M0 0C-6-4-6-11 0-14C6-11 6-4 0 0Z" fill="${plum.middle}" stroke="${plum.dark}" stroke-width=".9" transform="rotate(${index * 60})"/>`)}<circle r="4.4" fill="url(#gl-g)"/></g>`;
}

export function butterfly(): string {
  const wings = `<path d="M50 44C42 14 10 6 6 24C4 40 20 52 48 52Z" fill="url(#bf-u)" stroke="url(#bf-g)" stroke-width="2"/><path d="M48 54C26 52 12 62 16 78C22 94 44 84 50 60Z" fill="url(#bf-l)" stroke="url(#bf-g)" stroke-width="2"/><circle cx="24" cy="30" r="7" fill="#FFF3D0" opacity=".9"/><circle cx="24" cy="30" r="3.4" fill="${violet.dark}"/><circle cx="28" cy="72" r="5" fill="${amber.light}" opacity=".9"/><path d="M46 46C38 36 30 32 20 20M46 48C34 44 24 44 12 40" stroke="${violet.dark}" stroke-opacity=".5" stroke-width="1.4" fill="none"/>`;
  return `<defs>${gold('bf-g')}${linear(
    'bf-u',
    [
      [0, amber.light],
      [0.5, amber.middle],
      [1, plum.middle],
    ],
    [0, 0, 1, 1],
  )}${linear(
    'bf-l',
    [
      [0, plum.middle],
      [1, violet.middle],
    ],
    [1, 0, 0, 1],
  )}</defs>
  ${wings}<g transform="translate(100 0) scale(-1 1)">${wings}</g><path d="M47 34Q50 28 53 34L52 74Q50 80 48 74Z" fill="#3A1A2E" stroke="url(#bf-g)" stroke-width="1"/>
  <path d="M49 32C46 22 42 16 36 12M51 32C54 22 58 16 64 12" fill="none" stroke="url(#bf-g)" stroke-width="1.8" stroke-linecap="round"/><circle cx="36" cy="12" r="2.4" fill="url(#bf-g)"/><circle cx="64" cy="12" r="2.4" fill="url(#bf-g)"/>`;
}
