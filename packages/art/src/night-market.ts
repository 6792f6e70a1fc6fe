// The night market: sky, moon, palms, roofs and lit stalls, as wide and high as requested. The hero of the landing page
// and the world of the blossoms.
//
// Always true: the same design is the same picture.

import { amber } from './palettes.ts';
import { createRandom } from './random.ts';
import { festoon, stars } from './scenery.ts';
import { linear, picture, radial, repeat, rounded } from './svg.ts';
import { lantern } from './things.ts';

type Moon = { readonly x: number; readonly y: number; readonly radius: number };
type Lantern = { readonly x: number; readonly y: number; readonly scale: number; readonly opacity?: number };

export type MarketDesign = {
  readonly width: number;
  readonly height: number;
  /** Where the ground begins, as a share of the height. */
  readonly ground: number;
  readonly moon: Moon;
  readonly stallWidth: number;
  readonly seed: string | number;
  /** Strings of lamps at shares of the height; the lower one may begin further right. A scene moves its own instead. */
  readonly strings?: { readonly upper: number; readonly lower: number; readonly lowerFrom?: number };
  readonly lanterns?: readonly Lantern[];
  /** Share at the bottom that fades into the page. */
  readonly fade?: number;
};

const AWNINGS = [
  ['#8E2447', '#F0D9B4'],
  ['#1E6A5C', '#EAD9B6'],
  ['#A8622A', '#F3E2BE'],
  ['#2C3F86', '#E7DCC4'],
  ['#6B2C5E', '#F0D9B4'],
];
const GOODS = ['#E58E2B', '#D8416F', '#F2C14E', '#3E9E6B', '#C8553D'];
const PALM_FRONDS = 25;

export function nightMarket(design: MarketDesign): string {
  const { width, height, moon, stallWidth, fade = 0, lanterns = [] } = design;
  const random = createRandom(design.seed);
  const ground = rounded(height * design.ground);
  const step = stallWidth * 1.06;
  const stalls = repeat(Math.ceil((width + 20 + stallWidth * 0.35) / step), (index) =>
    stall(index * step - stallWidth * 0.35, stallWidth * (0.94 + random() * 0.12), ground, index, random),
  );
  const sky = stars(random, (width * height) / 6_500, width, height * 0.55);
  const skyline = repeat(Math.ceil(width / 300), (index) => {
    const x = index * 300;
    return (
      palm(x + 36 + random() * 30, ground, 1.5 + random() * 0.3, '#27102F', 0.75) +
      palm(x + 100 + random() * 20, ground, 1.15 + random() * 0.2, '#2A1233', 0.6) +
      palm(x + 236 + random() * 20, ground, 1.3, '#2A1233', 0.6) +
      roof(x + 170, ground, 150, 120 + random() * 20, '#2A1233', 0.55) +
      roof(x - 30, ground, 100, 84, '#1E0E28', 0.7)
    );
  });
  const glints = repeat(Math.round(width / 26), () => {
    const [x, y] = [rounded(random() * width), rounded(ground + 4 + random() * (height - ground))];
    return `<path d="M${x} ${y}h${rounded(8 + random() * 30)}" stroke-opacity="${rounded(0.08 + random() * 0.3)}"/>`;
  });
  const hung = lanterns.map(
    ({ x, y, scale, opacity = 1 }) =>
      `<g transform="translate(${rounded(x - 50 * scale)} ${rounded(y - 50 * scale)}) scale(${scale})" opacity="${opacity}">${lantern(amber)}</g>`,
  );
  const whole = `<rect width="${width}" height="${height}"`;
  const floor = `<rect y="${ground}" width="${width}" height="${rounded(height - ground)}"`;

  return picture(
    width,
    height,
    `<defs>${gradients(moon)}</defs>${whole} fill="url(#nm-sky)"/>
    ${sky}${moonDrawing(moon)}${whole} fill="url(#nm-warm)"/>${skyline}${strings(design)}${hung.join('')}${stalls}
    ${floor} fill="#140B14"/>${floor} fill="url(#nm-warm)" opacity=".55"/>
    <g stroke="#FFC777" stroke-width="1.2" stroke-linecap="round">${glints}</g>
    <rect y="${rounded(height * (1 - fade))}" width="${width}" height="${rounded(height * fade)}" fill="url(#nm-fade)"/>`,
    'preserveAspectRatio="xMidYMin slice"',
  );
}

function gradients({ x, y, radius }: Moon): string {
  return (
    linear('nm-sky', ['#0B0E14', '#1B1230 40%', '#45193F 75%', '#6B2740']) +
    radial('nm-moon', ['#FFF8E2', '#F7E0AE 75%', '#E8BE7A'], x - radius * 0.2, y - radius * 0.2, radius * 1.2) +
    radial('nm-halo', ['#F7C98A /.4', '#F7C98A /0'], x, y, radius * 3.6) +
    linear('nm-warm', ['#FF9E4A 34% /0', '#FF9E4A 86% /.34', '#FF9E4A /.2']) +
    radial('nm-stall', ['#FFD98A /.95', '#E8963C /.5', '#7A3A14 /.15'], 0.5, 0.15, 0.8, 'shape') +
    linear('nm-fade', ['#0B0E14 /0', '#0B0E14 /1'])
  );
}

function moonDrawing({ x, y, radius }: Moon): string {
  const spot = (dx: number, dy: number, share: number) =>
    `<circle cx="${rounded(x + radius * dx)}" cy="${rounded(y + radius * dy)}" r="${rounded(radius * share)}"/>`;
  return (
    `<circle cx="${x}" cy="${y}" r="${rounded(radius * 3.6)}" fill="url(#nm-halo)"/><circle cx="${x}" cy="${y}" r="${radius}" fill="url(#nm-moon)"/>` +
    `<g fill="#D9A864" opacity=".16">${spot(-0.3, -0.1, 0.22)}${spot(0.3, 0.3, 0.3)}${spot(0.2, -0.45, 0.14)}</g>`
  );
}

function strings({ width, height, strings: hung }: MarketDesign): string {
  if (!hung) return '';
  const { upper, lower, lowerFrom = 0 } = hung;
  const low = { width: width - lowerFrom, top: height * lower, sag: height * 0.035, lamps: 12, radius: 1.8, seed: 'b' };
  return `${festoon({ width, top: height * upper, sag: height * 0.05, lamps: 9, seed: 'a' })}
    <g opacity=".9" transform="translate(${lowerFrom} 0)">${festoon(low)}</g>`;
}

function palm(x: number, ground: number, scale: number, colour: string, opacity: number): string {
  const fronds = repeat(PALM_FRONDS, (index) => {
    const angle = ((index * 11 - 222) * Math.PI) / 180;
    const reach = 24 + (index % 3) * 3;
    const bend = `${rounded(Math.cos(angle) * 14)} ${rounded(-87 + Math.sin(angle) * 14)}`;
    return `<path d="M0-84Q${bend} ${rounded(Math.cos(angle) * reach)} ${rounded(-84 + Math.sin(angle) * reach)}"/>`;
  });
  return `<g transform="translate(${rounded(x)} ${ground}) scale(${rounded(scale)})" opacity="${opacity}"><path d="M-2.5 0C-2-30-1-60 0-84C1-60 2.5-30 3.5 0Z" fill="${colour}"/>
    <g stroke="${colour}" stroke-width="2" stroke-linecap="round" fill="none">${fronds}</g></g>`;
}

function roof(x: number, ground: number, width: number, height: number, colour: string, opacity: number): string {
  const [eaves, shoulder, ridge] = [height * 0.55, height * 0.62, height].map((h) => rounded(ground - h));
  const at = (share: number) => rounded(x + width * share);
  return `<path d="M${x} ${ground}V${eaves}L${at(0.08)} ${shoulder}L${at(0.5)} ${ridge}L${at(0.92)} ${shoulder}L${at(1)} ${eaves}V${ground}Z" fill="${colour}" opacity="${opacity}"/>`;
}

function stall(x: number, width: number, ground: number, index: number, random: () => number): string {
  const at = (share: number) => rounded(x + width * share);
  const up = (share: number) => rounded(ground - width * share);
  const wide = (share: number) => rounded(width * share);
  const [first = '', second = ''] = AWNINGS[index % AWNINGS.length] ?? [];
  const stripes = repeat(8, (stripe) => {
    const [from, to] = [at(0.07 + stripe * 0.1075), at(0.07 + (stripe + 1) * 0.1075)];
    const [low, high] = [at(stripe / 8), at((stripe + 1) / 8)];
    const round = `A${wide(1 / 16)} ${wide(1 / 17.6)} 0 0 1`;
    return `<path d="M${from} ${up(0.6)}L${to} ${up(0.6)}L${high} ${up(0.4)}${round} ${low} ${up(0.4)}Z" fill="${stripe % 2 === 0 ? first : second}"/>`;
  });
  const goods = repeat(6, (item) => {
    const radius = 0.035 + random() * 0.018;
    const colour = GOODS[Math.floor(random() * GOODS.length)] ?? '';
    return `<circle cx="${at(0.16 + item * 0.135)}" cy="${up(0.19 + radius)}" r="${wide(radius)}" fill="${colour}"/>`;
  });
  const [aside, down] = [wide(0.04), wide(0.05)];
  const diamonds = repeat(
    5,
    (item) => `M${at(0.14 + item * 0.18)} ${up(0.15)}l${aside} ${down}l${-aside} ${down}l${-aside} ${-down}Z`,
  );
  const inside = `<rect x="${at(0.05)}" y="${up(0.48)}" width="${wide(0.9)}" height="${wide(0.48)}"`;
  const counter = `<rect x="${at(0.02)}" y="${up(0.2)}" width="${wide(0.96)}"`;
  return `${inside} fill="#1A0F14"/>${inside} fill="url(#nm-stall)"/>${goods}
    ${counter} height="${wide(0.2)}" rx="2" fill="#24141B"/>${counter} height="2" fill="#F0B65A" opacity=".7"/>
    <path d="${diamonds}" fill="#F0B65A" opacity=".22"/>
    <path d="M${at(0.05)} ${ground}V${up(0.5)}M${at(0.95)} ${ground}V${up(0.5)}" stroke="#3A2026" stroke-width="2.5"/>${stripes}
    <path d="M${at(0.07)} ${up(0.6)}H${at(0.93)}" stroke="#F0B65A" stroke-width="1.2" opacity=".8"/>`;
}
