// The night market: sky, moon, palms, lamps and stalls. The hero of the landing page, at any size.
//
// Elsewhere: the lamp strings (festoon.ts), the lantern (symbols/lantern.ts).

import { festoon } from './festoon.ts';
import { palettes } from './palettes.ts';
import { createRandom } from './random.ts';
import { linear, newId, newPicture, radial, range, round, svgFile } from './svg.ts';
import { lantern } from './symbols/lantern.ts';

export type MarketDesign = {
  readonly width: number;
  readonly height: number;
  /** Positions of the stalls and the moon, as shares of the size. */
  readonly ground?: number;
  readonly moon: { readonly x: number; readonly y: number; readonly radius: number };
  readonly stallWidth: number;
  /** Lamp strings: how high, as a share; the lower one may begin further right. */
  readonly strings: { readonly upper: number; readonly lower: number; readonly lowerFrom?: number };
  readonly lanterns: readonly {
    readonly x: number;
    readonly y: number;
    readonly scale: number;
    readonly opacity?: number;
  }[];
  /** The share at the bottom that fades into the page. */
  readonly fade: number;
};

const PLUM_DARK = '#2A1233';
const awnings = [
  ['#8E2447', '#F0D9B4'],
  ['#1E6A5C', '#EAD9B6'],
  ['#A8622A', '#F3E2BE'],
  ['#2C3F86', '#E7DCC4'],
  ['#6B2C5E', '#F0D9B4'],
] as const;
const fruit = ['#E58E2B', '#D8416F', '#F2C14E', '#3E9E6B', '#C8553D'] as const;

export function market(design: MarketDesign): string {
  newPicture();
  const { width, height, stallWidth, fade, lanterns } = design;
  const random = createRandom('market');
  const ground = height * (design.ground ?? 0.86);
  const [sky, warm, bottom] = [newId(), newId(), newId()];
  const whole = `<rect width="${width}" height="${height}"`;

  const stalls: string[] = [];
  for (let x = -stallWidth * 0.35, index = 0; x < width + 20; x += stallWidth * 1.06, index++) {
    stalls.push(stall({ x, width: stallWidth * (0.94 + random() * 0.12), ground, index, random }));
  }

  return svgFile(
    width,
    height,
    `<defs>
      ${linear(sky, [
        [0, '#0B0E14'],
        [0.4, '#1B1230'],
        [0.75, '#45193F'],
        [1, '#6B2740'],
      ])}
      ${linear(warm, [
        [0.34, '#FF9E4A', 0],
        [0.86, '#FF9E4A', 0.34],
        [1, '#FF9E4A', 0.2],
      ])}
      ${linear(bottom, [
        [0, '#0B0E14', 0],
        [1, '#0B0E14', 1],
      ])}
    </defs>
    ${whole} fill="url(#${sky})"/>
    ${stars(random, width, height)}
    ${moon(width * design.moon.x, height * design.moon.y, design.moon.radius)}
    ${whole} fill="url(#${warm})"/>
    ${skyline(random, width, ground)}
    ${strings(design)}
    ${lanterns.map(({ x, y, scale, opacity = 1 }) => `<g transform="translate(${round(x - 50 * scale)} ${round(y - 50 * scale)}) scale(${scale})" opacity="${opacity}">${lantern(palettes.amber)}</g>`).join('')}
    ${stalls.join('')}
    <rect y="${ground}" width="${width}" height="${height - ground}" fill="#140B14"/>
    <rect y="${ground}" width="${width}" height="${height - ground}" fill="url(#${warm})" opacity=".55"/>
    ${reflections(random, width, height, ground)}
    <rect y="${round(height * (1 - fade))}" width="${width}" height="${round(height * fade)}" fill="url(#${bottom})"/>`,
  );
}

function stars(random: () => number, width: number, height: number): string {
  const drawn = range(Math.round((width * height) / 6_500)).map(() => {
    const [x, y, r, opacity] = [
      random() * width,
      random() * height * 0.55,
      0.4 + random() * 0.7,
      0.15 + random() * 0.5,
    ];
    return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" opacity="${round(opacity)}"/>`;
  });
  return `<g fill="#FFF3D6">${drawn.join('')}</g>`;
}

function moon(x: number, y: number, r: number): string {
  const [face, glow] = [newId(), newId()];
  const crater = (dx: number, dy: number, share: number) =>
    `<circle cx="${round(x + dx * r)}" cy="${round(y + dy * r)}" r="${round(r * share)}"/>`;
  return `<defs>
      ${radial(
        face,
        [
          [0, '#FFF8E2'],
          [0.75, '#F7E0AE'],
          [1, '#E8BE7A'],
        ],
        x - r * 0.2,
        y - r * 0.2,
        r * 1.2,
      )}
      ${radial(
        glow,
        [
          [0, '#F7C98A', 0.4],
          [1, '#F7C98A', 0],
        ],
        x,
        y,
        r * 3.6,
      )}
    </defs>
    <circle cx="${round(x)}" cy="${round(y)}" r="${round(r * 3.6)}" fill="url(#${glow})"/>
    <circle cx="${round(x)}" cy="${round(y)}" r="${r}" fill="url(#${face})"/>
    <g fill="#D9A864" opacity=".16">${crater(-0.3, -0.1, 0.22)}${crater(0.3, 0.3, 0.3)}${crater(0.2, -0.45, 0.14)}</g>`;
}

function skyline(random: () => number, width: number, ground: number): string {
  return range(Math.ceil(width / 300))
    .map((index) => {
      const x = index * 300;
      return [
        palm(x + 36 + random() * 30, ground, 1.5 + random() * 0.3, 0.75, '#27102F'),
        palm(x + 100 + random() * 20, ground, 1.15 + random() * 0.2, 0.6, PLUM_DARK),
        palm(x + 236 + random() * 20, ground, 1.3, 0.6, PLUM_DARK),
        roof(x + 170, ground, 150, 120 + random() * 20, 0.55, PLUM_DARK),
        roof(x - 30, ground, 100, 84, 0.7, '#1E0E28'),
      ].join('');
    })
    .join('');
}

function palm(x: number, ground: number, scale: number, opacity: number, colour: string): string {
  const leaves = range(25).map((index) => {
    const angle = ((index * 11 - 222) * Math.PI) / 180;
    const reach = 24 + (index % 3) * 3;
    const [bendX, bendY] = [Math.cos(angle) * 14, -84 + Math.sin(angle) * 14 - 3];
    return `<path d="M0-84Q${round(bendX)} ${round(bendY)} ${round(Math.cos(angle) * reach)} ${round(-84 + Math.sin(angle) * reach)}"/>`;
  });
  return `<g transform="translate(${round(x)} ${ground}) scale(${round(scale)})" opacity="${opacity}">
    <path d="M-2.5 0C-2-30-1-60 0-84C1-60 2.5-30 3.5 0Z" fill="${colour}"/>
    <g stroke="${colour}" stroke-width="2" stroke-linecap="round" fill="none">${leaves.join('')}</g></g>`;
}

function roof(x: number, ground: number, width: number, height: number, opacity: number, colour: string): string {
  const eaves = ground - height * 0.55;
  const slope = ground - height * 0.62;
  return `<path d="M${x} ${ground}V${round(eaves)}L${x + width * 0.08} ${round(slope)}L${x + width * 0.5} ${round(ground - height)}L${x + width * 0.92} ${round(slope)}L${x + width} ${round(eaves)}V${ground}Z" fill="${colour}" opacity="${opacity}"/>`;
}

function strings({ width, height, strings: { upper, lower, lowerFrom = 0 } }: MarketDesign): string {
  const low = festoon({
    width: width - lowerFrom,
    top: height * lower,
    sag: height * 0.035,
    lamps: 12,
    radius: 1.8,
    seed: 'b',
  });
  return `<g>${festoon({ width, top: height * upper, sag: height * 0.05, lamps: 9, radius: 2.2, seed: 'a' })}</g>
    <g opacity=".9" transform="translate(${lowerFrom} 0)">${low}</g>`;
}

type StallPlace = {
  readonly x: number;
  readonly width: number;
  readonly ground: number;
  readonly index: number;
  readonly random: () => number;
};

function stall({ x, width: w, ground, index, random }: StallPlace): string {
  const light = newId();
  const top = ground - w * 0.6;
  const drop = w * 0.2;
  const inside = `<rect x="${round(x + w * 0.05)}" y="${round(top + drop * 0.6)}" width="${round(w * 0.9)}" height="${round(ground - top - drop * 0.6)}"`;
  const goods = range(6).map((place) => {
    const r = w * (0.035 + random() * 0.018);
    const colour = fruit[Math.floor(random() * fruit.length)] ?? fruit[0];
    return `<circle cx="${round(x + w * (0.16 + place * 0.135))}" cy="${round(ground - w * 0.19 - r)}" r="${round(r)}" fill="${colour}"/>`;
  });
  const step = round(w * 0.04);
  const diamonds = range(5).map(
    (place) =>
      `<path d="M${round(x + w * (0.14 + place * 0.18))} ${round(ground - w * 0.15)}l${step} ${round(w * 0.05)}l${-step} ${round(w * 0.05)}l${-step} ${round(-w * 0.05)}Z"/>`,
  );
  return `<defs><radialGradient id="${light}" cx=".5" cy=".15" r=".8"><stop offset="0" stop-color="#FFD98A" stop-opacity=".95"/><stop offset=".5" stop-color="#E8963C" stop-opacity=".5"/><stop offset="1" stop-color="#7A3A14" stop-opacity=".15"/></radialGradient></defs>
    ${inside} fill="#1A0F14"/>${inside} fill="url(#${light})"/>${goods.join('')}
    <rect x="${round(x + w * 0.02)}" y="${round(ground - w * 0.2)}" width="${round(w * 0.96)}" height="${round(w * 0.2)}" rx="2" fill="#24141B"/>
    <rect x="${round(x + w * 0.02)}" y="${round(ground - w * 0.2)}" width="${round(w * 0.96)}" height="2" fill="#F0B65A" opacity=".7"/>
    <g fill="#F0B65A" opacity=".22">${diamonds.join('')}</g>
    <path d="M${round(x + w * 0.05)} ${round(ground)}V${round(top + drop * 0.5)}M${round(x + w * 0.95)} ${round(ground)}V${round(top + drop * 0.5)}" stroke="#3A2026" stroke-width="2.5"/>
    ${awning(x, w, top, drop, index)}
    <path d="M${round(x + w * 0.07)} ${round(top)}H${round(x + w * 0.93)}" stroke="#F0B65A" stroke-width="1.2" opacity=".8"/>`;
}

function awning(x: number, w: number, top: number, drop: number, index: number): string {
  const [first, second] = awnings[index % awnings.length] ?? awnings[0];
  const strips = 8;
  const hem = w / strips;
  return range(strips)
    .map((strip) => {
      const upper = (at: number) => round(x + w * 0.07 + (at * w * 0.86) / strips);
      const [left, right] = [round(x + strip * hem), round(x + (strip + 1) * hem)];
      return `<path d="M${upper(strip)} ${round(top)}L${upper(strip + 1)} ${round(top)}L${right} ${round(top + drop)}A${round(hem / 2)} ${round(hem / 2.2)} 0 0 1 ${left} ${round(top + drop)}Z" fill="${strip % 2 ? second : first}"/>`;
    })
    .join('');
}

function reflections(random: () => number, width: number, height: number, ground: number): string {
  const drawn = range(Math.round(width / 26)).map(() => {
    const [x, y] = [random() * width, ground + 4 + random() * (height - ground)];
    return `<path d="M${round(x)} ${round(y)}h${round(8 + random() * 30)}" stroke-opacity="${round(0.08 + random() * 0.3)}"/>`;
  });
  return `<g stroke="#FFC777" stroke-width="1.2" stroke-linecap="round">${drawn.join('')}</g>`;
}
