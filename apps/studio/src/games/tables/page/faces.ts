// Faces of dice, drawn: pips, or the six pictures of the board of gourd, crab and fish.

import { picture, pictureAddress, repeat } from '@chaba/art/svg';

const PIPS: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  1: [[50, 50]],
  2: [
    [28, 28],
    [72, 72],
  ],
  3: [
    [26, 26],
    [50, 50],
    [74, 74],
  ],
  4: [
    [28, 28],
    [72, 28],
    [28, 72],
    [72, 72],
  ],
  5: [
    [28, 28],
    [72, 28],
    [50, 50],
    [28, 72],
    [72, 72],
  ],
  6: [
    [28, 24],
    [72, 24],
    [28, 50],
    [72, 50],
    [28, 76],
    [72, 76],
  ],
};

const body = (fill: string): string =>
  `<rect x="3" y="3" width="94" height="94" rx="20" fill="${fill}" stroke="#d9ac5a" stroke-width="3"/>`;

/** One and four are red, as on dice of the region. */
function pips(face: number): string {
  const colour = face === 1 || face === 4 ? '#c2263f' : '#1d1830';
  const radius = face === 1 ? 15 : 9;
  return (PIPS[face] ?? []).map(([x, y]) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`).join('');
}

const RED = '#c2263f';
const BLUE = '#1f5fae';
const GREEN = '#1b7a4b';

const eye = (x: number, y: number): string =>
  `<circle cx="${x}" cy="${y}" r="5" fill="#fdf8ec"/><circle cx="${x}" cy="${y}" r="2.4" fill="#1d1830"/>`;

const DRAWINGS: readonly string[] = [
  // Tiger: ears, face, stripes, muzzle.
  `<g fill="${RED}"><circle cx="27" cy="28" r="12"/><circle cx="73" cy="28" r="12"/><ellipse cx="50" cy="54" rx="33" ry="31"/></g>` +
    `<path d="M50 24v14M38 26l4 11M62 26l-4 11M18 50h11M19 60h10M82 50H71M81 60H71" stroke="#1d1830" stroke-width="5" stroke-linecap="round"/>` +
    `<ellipse cx="50" cy="68" rx="15" ry="11" fill="#fdf8ec"/><path d="M44 62h12l-6 7z" fill="#1d1830"/><path d="M50 69v4M43 76q7 5 14 0" fill="none" stroke="#1d1830" stroke-width="3" stroke-linecap="round"/>${eye(37, 50)}${eye(63, 50)}`,
  // Gourd: two bellies, a stem with a leaf, a ribbon.
  `<path d="M50 22c13 0 19 9 19 18 0 6-3 9-3 13 9 4 15 12 15 20 0 13-14 18-31 18S19 86 19 73c0-8 6-16 15-20 0-4-3-7-3-13 0-9 6-18 19-18z" fill="${RED}"/>` +
    `<path d="M50 22q-1-8 6-13" fill="none" stroke="${GREEN}" stroke-width="5" stroke-linecap="round"/><path d="M55 16q11-8 19-1-9 8-19 1z" fill="${GREEN}"/>` +
    `<path d="M35 53q15 7 30 0" fill="none" stroke="#ffd98a" stroke-width="5"/><path d="M33 70q2-9 9-11" fill="none" stroke="#ffb8b0" stroke-width="5" stroke-linecap="round"/>`,
  // Rooster: comb, head, beak, wing and tail.
  `<path d="M17 42q-3-17 8-26 3 9 10 15 4-8 12-10-2 12 3 22z" fill="${BLUE}"/><ellipse cx="48" cy="61" rx="26" ry="22" fill="${BLUE}"/><circle cx="69" cy="38" r="14" fill="${BLUE}"/>` +
    `<path d="M58 27q0-9 6-10 1-6 7-5 6-3 8 3 6 2 3 9z" fill="${RED}"/><path d="M82 36l11 4-11 5z" fill="#e6a12f"/><path d="M76 50q5 3 3 10-7-1-7-8z" fill="${RED}"/>` +
    `<path d="M36 58q13-9 24 2-6 12-20 9-6-4-4-11z" fill="#7fb0ee"/><path d="M42 82v9M54 82v9" stroke="#e6a12f" stroke-width="5" stroke-linecap="round"/>${eye(72, 36)}`,
  // Fish.
  `<path d="M12 30q12 9 20 20-8 11-20 20-2-20 0-40z" fill="${BLUE}"/><path d="M26 50q16-27 40-22 18 5 24 22-6 17-24 22-24 5-40-22z" fill="${BLUE}"/>` +
    `<path d="M44 31q8-13 20-10l-2 10zM46 70q8 12 18 9l-3-10z" fill="#7fb0ee"/><path d="M50 40q6 10 0 20M60 38q7 12 0 24" fill="none" stroke="#7fb0ee" stroke-width="4" stroke-linecap="round"/>${eye(76, 45)}`,
  // Crab: claws, shell, legs.
  `<path d="M22 60L8 54M22 68L7 70M26 75L13 86M78 60l14-6M78 68l15 2M74 75l13 11" stroke="${GREEN}" stroke-width="5" stroke-linecap="round"/>` +
    `<path d="M30 46Q14 42 15 26q1-10 10-12l-1 10 7-7q7 11-2 18l8 8zM70 46q16-4 15-20-1-10-10-12l1 10-7-7q-7 11 2 18l-8 8z" fill="${GREEN}"/>` +
    `<ellipse cx="50" cy="62" rx="30" ry="22" fill="${GREEN}"/><path d="M40 42v-8M60 42v-8" stroke="${GREEN}" stroke-width="5"/><path d="M36 68q14 9 28 0" fill="none" stroke="#bdf0d0" stroke-width="4" stroke-linecap="round"/>${eye(40, 34)}${eye(60, 34)}`,
  // Shrimp: a curl of segments, feelers, a tail.
  `<path d="M72 34q-4-18-26-18-30 3-31 36 2 26 28 29 14 1 22-5l-6-11q-9 6-18 2-11-5-10-18 2-15 17-16 9 0 12 9z" fill="${GREEN}"/>` +
    `<path d="M64 74l24-2-9 9 7 11-25-7z" fill="${GREEN}"/><path d="M66 30q14-14 24-12M68 34q14-6 22 0" fill="none" stroke="${GREEN}" stroke-width="4" stroke-linecap="round"/>` +
    `<path d="M34 22l6 12M20 36l13 6M16 56l15-3M25 73l11-10M44 81l3-13" stroke="#bdf0d0" stroke-width="3.5" stroke-linecap="round"/>${eye(58, 26)}`,
];

const addresses = new Map<string, string>();

/** The address of a face: pips, or a picture. */
export function faceAddress(face: number, hasPictures: boolean): string {
  const key = `${face} ${hasPictures}`;
  const known = addresses.get(key);
  if (known !== undefined) return known;
  const drawing = hasPictures ? `<g transform="translate(9 9) scale(.82)">${DRAWINGS[face - 1] ?? ''}</g>` : pips(face);
  const address = pictureAddress(picture(100, 100, body('#fdf8ec') + drawing));
  addresses.set(key, address);
  return address;
}

type Bowl = readonly [light: string, dark: string, ornament: string];

const flower = (colour: string): string =>
  repeat(
    8,
    (index) =>
      `<ellipse cx="100" cy="62" rx="9" ry="22" transform="rotate(${index * 45} 100 86)" fill="${colour}" opacity=".8"/>`,
  ) + '<circle cx="100" cy="86" r="9" fill="#ffd98a"/>';
const lines = (colour: string, ...paths: readonly string[]): string =>
  `<path d="${paths.join('')}" fill="none" stroke="${colour}" stroke-width="4" stroke-linecap="round"/>`;

/** A lacquer bowl, celadon, a basket, a coconut shell, blue porcelain. */
const BOWLS: Readonly<Record<string, Bowl>> = {
  'hi-lo': ['#d9942f', '#5e2a0c', flower('#fff0c4')],
  'sic-bo': [
    '#5fc79c',
    '#0d4936',
    lines('#c9f5df', 'M34 86q11-16 22 0t22 0 22 0 22 0 22 0 22 0', 'M46 62q11-14 22 0t22 0 22 0 22 0 22 0'),
  ],
  'nam-tao': [
    '#d9ac5a',
    '#6b3a14',
    lines('#8f4412', ...[30, 52, 74, 96].map((y) => `M${22 + (96 - y) * 0.35} ${y}H${178 - (96 - y) * 0.35}`)) +
      lines('#f3d595', ...[45, 70, 100, 130, 155].map((x) => `M${x} 100L${100 + (x - 100) * 0.55} 24`)),
  ],
  'kam-thua': [
    '#8a6a4a',
    '#2b1a10',
    lines('#c9a277', 'M48 92q-6-30 18-56', 'M82 96q-6-40 4-70', 'M118 96q6-40-4-70', 'M152 92q6-30-18-56'),
  ],
  'si-rian': [
    '#dfe9fb',
    '#5f7fc0',
    lines('#1f4fae', 'M40 92q20-26 40-2 20-32 40 0 20-24 40 2') +
      '<circle cx="100" cy="50" r="13" fill="none" stroke="#1f4fae" stroke-width="4"/>',
  ],
};

/** Address of the bowl over dice, coins and beads; each table has its own. */
export function bowlAddress(gameCode: string): string {
  const [light, dark, ornament] = BOWLS[gameCode] ?? ['#8a3b78', '#2c1136', flower('#d8487a')];
  return pictureAddress(
    picture(
      200,
      120,
      `<defs><radialGradient id="b" cx=".4" cy=".25" r=".9"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></radialGradient></defs>` +
        `<path d="M14 108C14 40 50 10 100 10s86 30 86 98z" fill="url(#b)" stroke="#d9ac5a" stroke-width="3"/>` +
        `<g transform="translate(0 -8) scale(1 .95)">${ornament}</g>` +
        `<rect x="6" y="102" width="188" height="13" rx="6.5" fill="#d9ac5a"/><rect x="84" y="2" width="32" height="14" rx="7" fill="#d9ac5a"/>`,
    ),
  );
}

/** A coin with a lotus on its head, and a wave on its tail. */
export function coinAddress(isHead: boolean): string {
  const [rim, middle, line] = isHead ? ['#a8742a', '#f3cf7a', '#8f4412'] : ['#5c6b86', '#c9d4e8', '#3a4c73'];
  const mark = isHead
    ? `<path d="M50 24q11 15 0 34-11-19 0-34zM33 33q14 6 16 26-18-6-16-26zM67 33q-14 6-16 26 18-6 16-26zM22 50q16-2 26 12-17 5-26-12zM78 50q-16-2-26 12 17 5 26-12z" fill="${line}"/><path d="M34 72h32" stroke="${line}" stroke-width="4" stroke-linecap="round"/>`
    : `<path d="M24 42q9-11 17 0t17 0 18 0M24 56q9-11 17 0t17 0 18 0M24 70q9-11 17 0t17 0 18 0" fill="none" stroke="${line}" stroke-width="4.5" stroke-linecap="round"/>`;
  return pictureAddress(
    picture(
      100,
      100,
      `<circle cx="50" cy="50" r="47" fill="${rim}"/><circle cx="50" cy="50" r="41" fill="${middle}"/><circle cx="50" cy="50" r="36" fill="none" stroke="${rim}" stroke-width="2" stroke-dasharray="2 5"/>${mark}`,
    ),
  );
}
