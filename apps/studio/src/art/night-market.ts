// The night market behind a game: sky, moon, palms, roofs and lit stalls, as wide and high as asked.
//
// Always true: the same size is the same picture. The strings of lamps are pictures of their own
// (festoon.ts), because they are the one thing in a scene that moves.

import { linear, picture, radial, repeat, rounded, seeded } from './svg.ts';

const STALL_COLOURS = [
  ['#8E2447', '#F0D9B4'],
  ['#1E6A5C', '#EAD9B6'],
  ['#A8622A', '#F3E2BE'],
  ['#2C3F86', '#E7DCC4'],
  ['#6B2C5E', '#F0D9B4'],
];
const GOODS = ['#E58E2B', '#D8416F', '#F2C14E', '#3E9E6B', '#C8553D'];
const STALL_WIDTH = 150;
const PALM_FRONDS = 25;

export type SceneSize = {
  readonly width: number;
  readonly height: number;
  /** Where the ground begins, as a share of the height. */
  readonly ground: number;
  readonly moon: { readonly x: number; readonly y: number; readonly radius: number };
  readonly seed: number;
};

export function nightMarket({ width, height, ground, moon, seed }: SceneSize): string {
  const random = seeded(seed);
  const groundY = rounded(height * ground);
  const stars = repeat(Math.round((width * height) / 6_500), () => {
    const [x, y] = [rounded(random() * width), rounded(random() * height * 0.55)];
    return `<circle cx="${x}" cy="${y}" r="${rounded(0.4 + random() * 0.7)}" opacity="${rounded(0.15 + random() * 0.5)}"/>`;
  });
  const distance = repeat(Math.ceil(width / 300), (index) => {
    const x = index * 300;
    return (
      palm(x + 36 + random() * 30, groundY, 1.5 + random() * 0.3, '#27102F') +
      palm(x + 100 + random() * 20, groundY, 1.15 + random() * 0.2, '#2A1233') +
      palm(x + 236 + random() * 20, groundY, 1.3, '#2A1233') +
      roof(x + 170, groundY, 150, 120 + random() * 20, '#2A1233') +
      roof(x - 30, groundY, 100, 84, '#1E0E28')
    );
  });
  const stalls = repeat(Math.ceil((width + STALL_WIDTH) / (STALL_WIDTH * 1.06)), (index) =>
    stall(-STALL_WIDTH * 0.35 + index * STALL_WIDTH * 1.06, groundY, index, random),
  );
  const glints = repeat(Math.round(width / 26), () => {
    const [x, y] = [rounded(random() * width), rounded(groundY + 4 + random() * (height - groundY))];
    return `<path d="M${x} ${y}h${rounded(8 + random() * 30)}" stroke="#FFC777" stroke-opacity="${rounded(0.08 + random() * 0.3)}" stroke-width="1.2" stroke-linecap="round"/>`;
  });

  return picture(
    width,
    height,
    `<defs>${gradients(moon)}</defs><rect width="${width}" height="${height}" fill="url(#nm-sky)"/>
    <g fill="#FFF3D6">${stars}</g>${moonDrawing(moon)}<rect width="${width}" height="${height}" fill="url(#nm-warm)"/>
    ${distance}${stalls}<rect y="${groundY}" width="${width}" height="${height - groundY}" fill="#140B14"/>
    <rect y="${groundY}" width="${width}" height="${height - groundY}" fill="url(#nm-warm)" opacity=".55"/>${glints}`,
    'preserveAspectRatio="xMidYMin slice"',
  );
}

function gradients({ x, y, radius }: SceneSize['moon']): string {
  return (
    linear('nm-sky', [
      [0, '#0B0E14'],
      [0.4, '#1B1230'],
      [0.75, '#45193F'],
      [1, '#6B2740'],
    ]) +
    radial(
      'nm-moon',
      [
        [0, '#FFF8E2'],
        [0.75, '#F7E0AE'],
        [1, '#E8BE7A'],
      ],
      x - radius * 0.2,
      y - radius * 0.2,
      radius * 1.2,
    ) +
    radial(
      'nm-halo',
      [
        [0, '#F7C98A', 0.4],
        [1, '#F7C98A', 0],
      ],
      x,
      y,
      radius * 3.6,
    ) +
    linear('nm-warm', [
      [0.34, '#FF9E4A', 0],
      [0.86, '#FF9E4A', 0.34],
      [1, '#FF9E4A', 0.2],
    ]) +
    linear('nm-stall', [
      [0, '#FFD98A', 0.9],
      [0.5, '#E8963C', 0.5],
      [1, '#7A3A14', 0.15],
    ])
  );
}

function moonDrawing({ x, y, radius }: SceneSize['moon']): string {
  const spot = (dx: number, dy: number, share: number) =>
    `<circle cx="${rounded(x + radius * dx)}" cy="${rounded(y + radius * dy)}" r="${rounded(radius * share)}"/>`;
  return (
    `<circle cx="${x}" cy="${y}" r="${radius * 3.6}" fill="url(#nm-halo)"/><circle cx="${x}" cy="${y}" r="${radius}" fill="url(#nm-moon)"/>` +
    `<g fill="#D9A864" opacity=".16">${spot(-0.3, -0.1, 0.22)}${spot(0.3, 0.3, 0.3)}${spot(0.2, -0.45, 0.14)}</g>`
  );
}

function palm(x: number, groundY: number, scale: number, colour: string): string {
  const fronds = repeat(PALM_FRONDS, (index) => {
    const angle = ((index * 11 - 222) * Math.PI) / 180;
    const reach = 24 + (index % 3) * 3;
    const bend = `${rounded(Math.cos(angle) * 14)} ${rounded(-87 + Math.sin(angle) * 14)}`;
    return `<path d="M0-84Q${bend} ${rounded(Math.cos(angle) * reach)} ${rounded(-84 + Math.sin(angle) * reach)}"/>`;
  });
  return `<g transform="translate(${rounded(x)} ${groundY}) scale(${rounded(scale)})" opacity=".65"><path d="M-2.5 0C-2-30-1-60 0-84C1-60 2.5-30 3.5 0Z" fill="${colour}"/><g stroke="${colour}" stroke-width="2" stroke-linecap="round" fill="none">${fronds}</g></g>`;
}

function roof(x: number, groundY: number, width: number, height: number, colour: string): string {
  const [eaves, shoulder, ridge] = [height * 0.55, height * 0.62, height].map((h) => rounded(groundY - h));
  return `<path d="M${x} ${groundY}V${eaves}L${rounded(x + width * 0.08)} ${shoulder}L${rounded(x + width * 0.5)} ${ridge}L${rounded(x + width * 0.92)} ${shoulder}L${x + width} ${eaves}V${groundY}Z" fill="${colour}" opacity=".6"/>`;
}

function stall(x: number, groundY: number, index: number, random: () => number): string {
  const width = STALL_WIDTH * (0.94 + random() * 0.12);
  const at = (share: number) => rounded(x + width * share);
  const top = rounded(groundY - width * 0.6);
  const awning = rounded(top + width * 0.2);
  const [first = '', second = ''] = STALL_COLOURS[index % STALL_COLOURS.length] ?? [];
  const stripes = repeat(8, (stripe) => {
    const [from, to] = [at(0.07 + stripe * 0.1075), at(0.07 + (stripe + 1) * 0.1075)];
    const [low, high] = [at(stripe / 8), at((stripe + 1) / 8)];
    const round = `A${rounded(width / 16)} ${rounded(width / 17.6)} 0 0 1`;
    return `<path d="M${from} ${top}L${to} ${top}L${high} ${awning}${round} ${low} ${awning}Z" fill="${stripe % 2 === 0 ? first : second}"/>`;
  });
  const goods = repeat(6, (item) => {
    const radius = rounded(width * (0.035 + random() * 0.018));
    const colour = GOODS[Math.floor(random() * GOODS.length)] ?? '';
    return `<circle cx="${at(0.16 + item * 0.135)}" cy="${rounded(groundY - width * 0.19 - radius)}" r="${radius}" fill="${colour}"/>`;
  });
  const inside = `x="${at(0.05)}" y="${rounded(top + width * 0.12)}" width="${rounded(width * 0.9)}" height="${rounded(width * 0.48)}"`;
  const counter = rounded(groundY - width * 0.2);
  return `<rect ${inside} fill="#1A0F14"/><rect ${inside} fill="url(#nm-stall)"/>${goods}
  <rect x="${at(0.02)}" y="${counter}" width="${rounded(width * 0.96)}" height="${rounded(width * 0.2)}" rx="2" fill="#24141B"/>
  <rect x="${at(0.02)}" y="${counter}" width="${rounded(width * 0.96)}" height="2" fill="#F0B65A" opacity=".7"/>
  <path d="M${at(0.05)} ${groundY}V${rounded(top + width * 0.1)}M${at(0.95)} ${groundY}V${rounded(top + width * 0.1)}" stroke="#3A2026" stroke-width="2.5"/>${stripes}`;
}
