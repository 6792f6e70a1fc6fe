// Things of the gaming table and the chart. Each fills a square of 100 in the colours of a palette.

import { jade, plum, ruby, slate, teal } from './palettes.ts';
import { gold, linear, radial, repeat } from './svg.ts';

const SPADE_PIP = 'M0-10C5-3 10 0 9 5C8 9 3 9 1 6Q1.5 9.5 4 11H-4Q-1.5 9.5-1 6C-3 9-8 9-9 5C-10 0-5-3 0-10Z';
const HEART_PIP = 'M0 9C-7 3-10-1-9-5C-8-10-2-10 0-5C2-10 8-10 9-5C10-1 7 3 0 9Z';

/** A card from its back, and the aces of hearts and spades. */
export function cards({ dark, middle, line } = teal): string {
  const card = (turn: number, x: number, y: number, inner: string, fill: string): string =>
    `<g transform="translate(${x} ${y}) rotate(${turn})"><rect x="-20" y="-29" width="40" height="58" rx="5" fill="#000" opacity=".35" transform="translate(1.5 3)"/>
  <rect x="-20" y="-29" width="40" height="58" rx="5" fill="url(#${fill})"/>
  <rect x="-17" y="-26" width="34" height="52" rx="3" fill="none" stroke="url(#cd-gold)" stroke-width=".9"/>${inner}</g>`;
  const face = (pip: string, colour: string): string =>
    `<g fill="${colour}"><path d="${pip}" transform="scale(1.25)"/><path d="${pip}" transform="translate(-12 -20) scale(.36)"/><path d="${pip}" transform="translate(12 20) rotate(180) scale(.36)"/></g>`;
  const lattice = repeat(4, (index) => {
    const [high, wide] = [6 + index * 6, 4 + index * 4];
    return `<path d="M0-${high}L${wide} 0L0 ${high}L-${wide} 0Z"/>`;
  });
  const back = `<g fill="none" stroke="${line}" stroke-opacity=".75" stroke-width=".9">${lattice}</g>`;
  return `<defs>${gold('cd-gold')}${linear('cd-face', ['#FFFDF6', '#E9DCC0'])}${linear('cd-back', [middle, dark])}</defs>
  ${card(-20, 30, 54, back, 'cd-back')}${card(16, 68, 55, face(HEART_PIP, '#C22F45'), 'cd-face')}${card(-2, 49, 47, face(SPADE_PIP, '#1B1F33'), 'cd-face')}`;
}

/** Two chips with the five petals. */
export function chip({ dark, middle, light, line } = plum): string {
  const turned = (count: number, shape: string): string =>
    repeat(count, (index) => `<g transform="rotate(${(index * 360) / count})">${shape}</g>`);
  const one = (x: number, y: number, radius: number): string =>
    `<g transform="translate(${x} ${y}) scale(${radius / 40})"><circle r="40" cy="4" fill="#000" opacity=".4"/><circle r="40" fill="url(#ch-rim)"/>
  ${turned(8, '<path d="M-6.5-39.5A40 40 0 0 1 6.5-39.5L5-30A31 31 0 0 0-5-30Z" fill="#FBEFD2"/>')}
  <circle r="29" fill="url(#ch-face)" stroke="url(#ch-gold)" stroke-width="1.6"/>${turned(24, `<circle cy="-25" r="1.1" fill="${line}"/>`)}
  ${turned(5, `<path d="M0 0C-4-3-10-9-8-15C-6-20 6-20 8-15C10-9 4-3 0 0Z" fill="url(#ch-gold)" stroke="${dark}" stroke-width=".8"/>`)}
  <circle r="3" fill="${dark}"/></g>`;
  return `<defs>${gold('ch-gold')}${linear('ch-rim', [light, `${middle} 40%`, dark])}${radial('ch-face', [middle, dark], 0, -6, 34)}</defs>
  ${one(32, 64, 25)}${one(60, 46, 36)}`;
}

type Pips = readonly (readonly [number, number])[];

const ONE: Pips = [[0, 0]];
const TWO: Pips = [
  [-5, -5],
  [5, 5],
];
const DIAGONAL: Pips = [
  [-6, -6],
  [6, 6],
];
const FOUR: Pips = [...DIAGONAL, [-6, 6], [6, -6]];

/** Two dice on a dish. */
export function dice({ dark, middle, light } = ruby): string {
  const face = (matrix: string, pips: Pips): string =>
    `<g transform="matrix(${matrix})" fill="${dark}">${pips.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="2.6"/>`).join('')}</g>`;
  const cube = (x: number, y: number, scale: number, [top, left, right]: readonly [Pips, Pips, Pips]): string =>
    `<g transform="translate(${x} ${y}) scale(${scale})"><path d="M0-26L24-13L0 0L-24-13Z" fill="url(#di-top)"/>
  <path d="M-24-13L0 0V28L-24 15Z" fill="url(#di-left)"/><path d="M24-13L0 0V28L24 15Z" fill="url(#di-right)"/>
  <path d="M0 0V28M0 0L24-13M0 0L-24-13" stroke="#fff" stroke-opacity=".5" stroke-width=".8"/>
  ${face('1 .54 -1 .54 0 -13', top)}${face('1 .54 0 1.16 -12 .5', left)}${face('1 -.54 0 1.16 12 .5', right)}</g>`;
  const five = [...FOUR, ...ONE];
  return `<defs>${gold('di-gold')}${linear('di-top', ['#FFFDF4', '#FCE6D8'])}${linear('di-left', ['#F3D9C9', light])}${linear('di-right', [light, middle])}</defs>
  <ellipse cx="50" cy="84" rx="42" ry="10" fill="#000" opacity=".35"/>
  <g fill="none" stroke="url(#di-gold)"><ellipse cx="50" cy="80" rx="42" ry="11" stroke-width="1.4"/><ellipse cx="50" cy="80" rx="36" ry="8.5" stroke-opacity=".5"/></g>
  ${cube(66, 52, 0.82, [five, FOUR, TWO])}${cube(36, 54, 0.98, [[...DIAGONAL, ...ONE], ONE, five])}`;
}

/** A spade with kranok lines. */
export function spade({ dark, middle, light, line } = slate): string {
  const shape =
    'M50 8C62 28 88 40 86 62C84 80 64 80 55 68C55 80 60 88 68 93H32C40 88 45 80 45 68C36 80 16 80 14 62C12 40 38 28 50 8Z';
  const half =
    '<path d="M50 20C42 34 24 44 23 60C22 70 34 72 39 64C42 58 37 53 33 56C30 58 31 62 34 62M50 32C46 42 40 46 38 50M50 44C48 50 46 54 45 60"/>';
  return `<defs>${gold('sp-gold')}${linear('sp-body', [light, `${middle} 40%`, dark])}</defs>
  <path d="${shape}" fill="url(#sp-body)" stroke="url(#sp-gold)" stroke-width="2"/>
  <g fill="none" stroke="${line}" stroke-width="1.3" stroke-linecap="round">${half}<g transform="translate(100 0) scale(-1 1)">${half}</g><path d="M50 20V66"/></g>
  <path d="M50 34l5 9-5 9-5-9Z" fill="url(#sp-gold)"/>`;
}

type Candle = readonly [x: number, bottom: number, top: number, low: number, high: number];

const PRICES: readonly Candle[] = [
  [12, 70, 62, 80, 56],
  [24, 62, 52, 72, 46],
  [36, 66, 58, 74, 50],
  [48, 52, 40, 60, 34],
  [60, 46, 38, 56, 30],
  [72, 36, 24, 44, 18],
  [84, 30, 16, 38, 10],
];
const FALLING = 2;

/** A rising price in candles. */
export function candles({ dark, middle, light, glow, line } = jade): string {
  const candle = ([x, bottom, top, low, high]: Candle, fill: string): string =>
    `<path d="M${x} ${high}V${low}" stroke="${line}" stroke-width="1.2"/>
  <rect x="${x - 4}" y="${top}" width="8" height="${bottom - top + 6}" rx="2" fill="${fill}" stroke="${line}" stroke-opacity=".5" stroke-width=".8"/>`;
  const drawn = PRICES.map((price, index) => candle(price, index === FALLING ? dark : 'url(#cs-rise)')).join('');
  const curve = 'M4 80Q18 66 28 68T48 56T72 36T96 14';
  return `<defs>${gold('cs-gold')}${linear('cs-rise', [light, middle, dark])}${linear('cs-light', [`${glow} /0`, `${glow} 60% /.5`, `${glow} /0`], [0, 0, 1, 0])}</defs>
  <path d="${curve}V92H4Z" fill="url(#cs-light)" opacity=".55"/>${drawn}
  <path d="${curve}" fill="none" stroke="url(#cs-gold)" stroke-width="2.4" stroke-linecap="round"/><circle cx="96" cy="14" r="3.6" fill="#FFF0C4"/>`;
}
