// The worlds of the slots: a backdrop in the colours of a palette, in the requested size.
//
// Always true: the same size, palette, horizon and seed are the same picture. On a phone the scenery ends above the
// reels, which would cover it.

import { elephant, fish } from './animals.ts';
import type { Drawing, DrawingName } from './drawings.ts';
import { lotus } from './flowers.ts';
import { mango } from './fruit.ts';
import { cloud } from './night.ts';
import { nightMarket } from './night-market.ts';
import { mix, type Palette, plum, slate } from './palettes.ts';
import { createRandom } from './random.ts';
import { riverNight } from './river-night.ts';
import { festoon, stars } from './scenery.ts';
import { linear, picture, radial, repeat, rounded } from './svg.ts';
import { kite, lantern, tuktuk } from './things.ts';

export type WorldName =
  | 'blossom-market'
  | 'lotus-pond'
  | 'elephant-forest'
  | 'lanterns'
  | 'river'
  | 'kite-field'
  | 'orchard'
  | 'city'
  | 'night-sky'
  | 'woven-carps';

/** A picture with the class that places it. */
export type Layer = { readonly className: string; readonly svg: string };

type MotifPlace = {
  readonly width: number;
  readonly height: number;
  /** Twice as large on a desktop as on a phone. */
  readonly unit: 1 | 2;
  readonly palette: Palette;
  readonly random: () => number;
};

/** Drawing that a world is made of, shown in the colours of the title. */
export const motifs: Readonly<Record<WorldName, DrawingName>> = {
  'blossom-market': 'hibiscus',
  'lotus-pond': 'lotus',
  'elephant-forest': 'elephant',
  lanterns: 'lantern',
  river: 'boat',
  'kite-field': 'kite',
  orchard: 'mango',
  city: 'tuktuk',
  'night-sky': 'moon',
  'woven-carps': 'fish',
};

export type WorldView = {
  readonly palette: Palette;
  readonly isWide: boolean;
  /** Share of a phone's picture above the reels. */
  readonly horizon: number;
  readonly seed: number;
};

const PHONE = { width: 390, height: 430 };
const WIDE = { width: 1280, height: 800 };
const STALL_WIDTH = 150;

export function layersOf(world: WorldName, view: WorldView): Layer[] {
  const size = view.isWide ? WIDE : PHONE;
  if (world === 'blossom-market') return market(view);
  if (world === 'river') {
    const water = view.isWide ? 0.72 : view.horizon - 0.1;
    const svg = tinted(riverNight(size.width, size.height, water, view.seed), size, view.palette, slate);
    return [{ className: 'night', svg: mirrored(svg, size, view) }];
  }
  const unit = view.isWide ? 2 : 1;
  const place: MotifPlace = { ...size, unit, palette: view.palette, random: createRandom(view.seed) };
  const svg = backdrop(worlds[world], place, view.isWide ? 1 : view.horizon);
  return [{ className: 'night', svg: mirrored(svg, size, view) }];
}

function market(view: WorldView): Layer[] {
  const { isWide, horizon, seed } = view;
  const scene = isWide
    ? { ...WIDE, seed, stallWidth: STALL_WIDTH, ground: 0.8, moon: { x: 990, y: 130, radius: 54 } }
    : { ...PHONE, seed, stallWidth: STALL_WIDTH, ground: horizon, moon: { x: 312, y: 84, radius: 26 } };
  const night = tinted(nightMarket(scene), scene, view.palette, plum);
  const lamps = (sag: number, count: number, string: number): string =>
    picture(scene.width, sag * 2 + 40, festoon({ width: scene.width, top: 12, sag, lamps: count, seed: string }));
  return [
    { className: 'night', svg: mirrored(night, scene, view) },
    { className: 'lamps first', svg: lamps(isWide ? 26 : 20, 9, 1) },
    { className: 'lamps second', svg: lamps(isWide ? 20 : 14, 12, 2) },
  ];
}

/** A scene of its own colours in those of a palette; in the palette that it was drawn for it stays as it is. */
function tinted(svg: string, { width, height }: typeof PHONE, palette: Palette, own: Palette): string {
  if (palette === own) return svg;
  return svg.replace(
    /<\/svg>$/,
    `<rect width="${width}" height="${height}" fill="${palette.middle}" style="mix-blend-mode:color" opacity=".8"/></svg>`,
  );
}

/** Mirrors the picture for every second seed. */
function mirrored(svg: string, { width }: typeof PHONE, { seed }: WorldView): string {
  if (seed % 2 === 0) return svg;
  return svg
    .replace(/^<svg[^>]*>/, (start) => `${start}<g transform="matrix(-1 0 0 1 ${width} 0)">`)
    .replace(/<\/svg>$/, '</g></svg>');
}

type Scenery = { readonly motif: Drawing; readonly draw: (place: MotifPlace) => string };

function backdrop({ motif, draw }: Scenery, place: MotifPlace, horizon: number): string {
  const { width, height, palette, random } = place;
  const [top, bottom] = palette.sky;
  const lit = stars(random, (width * height) / 6_000, width, height * 0.7);
  const dusk = `${mix(top, palette.dark, 0.7)} 85%`;
  return picture(
    width,
    height,
    `<defs>${linear('wo-sky', [mix(bottom, top, 0.55), `${top} 55%`, dusk, bottom])}
    ${radial('wo-glow', [`${palette.glow} /.45`, `${palette.glow} /0`], width * 0.5, height * 0.8, width * 0.55)}
    <g id="wo-motif">${motif(palette)}</g></defs>
    <rect width="${width}" height="${height}" fill="url(#wo-sky)"/><rect width="${width}" height="${height}" fill="url(#wo-glow)"/>
    ${lit}${draw({ ...place, height: height * horizon })}`,
    'preserveAspectRatio="xMidYMax slice"',
  );
}

/** The motif of the world at a place, in the requested size. */
function motifAt(x: number, y: number, size: number, opacity = 1, turn = 0): string {
  return `<use href="#wo-motif" transform="translate(${rounded(x - size / 2)} ${rounded(y - size / 2)}) scale(${rounded(size / 100)}) rotate(${rounded(turn)} 50 50)" opacity="${rounded(opacity)}"/>`;
}

function hills({ width, height, random }: MotifPlace, share: number, colour: string): string {
  const step = width / 5;
  const top = height * (1 - share);
  const peaks = repeat(
    6,
    (index) =>
      `Q${rounded((index - 0.5) * step)} ${rounded(top - random() * height * 0.13)} ${rounded(index * step)} ${rounded(top + (random() - 0.5) * height * 0.06)}`,
  );
  return `<path d="M0 ${height}V${rounded(top)}${peaks}V${height}Z" fill="${colour}"/>`;
}

/** Things that float at many distances: the nearer, the larger and the clearer. Turns are in degrees. */
function floating(
  { width, height, unit, random }: MotifPlace,
  count: number,
  [from, to]: readonly [number, number],
  turns: number,
): string {
  return repeat(count, (index) => {
    const near = (index + 1) / count;
    const size = unit * (from + (to - from) * near) * (0.85 + random() * 0.3);
    // The golden ratio spaces the things evenly without forming rows.
    const x = ((index * 0.618_034 + random() * 0.1) % 1) * width;
    return motifAt(x, height * (0.1 + random() * 0.72), size, 0.3 + near * 0.6, (random() - 0.5) * turns);
  });
}

const worlds: Readonly<Record<Exclude<WorldName, 'blossom-market' | 'river'>, Scenery>> = {
  'lotus-pond': {
    motif: lotus,
    draw(place) {
      const { width, height, unit, random } = place;
      const { dark, light, glow, sky } = place.palette;
      const shore = height * 0.62;
      const near = (y: number): number => (y - shore) / (height - shore);
      const leaves = repeat(Math.round(width / 28), () => {
        const [x, y] = [random() * width, shore + 10 + random() * (height - shore)];
        const size = 10 + near(y) * 26 * unit;
        return `<ellipse cx="${rounded(x)}" cy="${rounded(y)}" rx="${rounded(size)}" ry="${rounded(size * 0.34)}"/>`;
      });
      const flowers = repeat(Math.round(width / 70), (index) => {
        const y = shore + 14 + random() * (height - shore) * 0.8;
        return motifAt(((index * 0.618) % 1) * width, y - 8, (22 + near(y) * 46) * unit, 0.9);
      });
      return `${hills(place, 0.5, mix(sky[1], dark, 0.4))}
      <rect y="${shore}" width="${width}" height="${height}" fill="${mix(sky[1], dark, 0.55)}"/>
      <ellipse cx="${width / 2}" cy="${shore + 8}" rx="${width * 0.42}" ry="${height * 0.05}" fill="${glow}" opacity=".25"/>
      <g fill="${mix(dark, '#1E6A4C', 0.6)}" stroke="${light}" stroke-opacity=".25">${leaves}</g>${flowers}`;
    },
  },
  'elephant-forest': {
    motif: elephant,
    draw(place) {
      const { width, height, unit, random } = place;
      const { dark, light, sky } = place.palette;
      const trees = (colour: string, gap: number, thickness: number): string => {
        const drawn = repeat(Math.ceil(width / gap) + 1, (index) => {
          const x = index * gap + (random() - 0.5) * gap * 0.6;
          const lean = (random() - 0.5) * 26;
          const [left, right] = [x + lean, x + thickness - lean].map((edge) => rounded(edge));
          const [inner, outer, foot] = [x - lean, x + thickness + lean, x + thickness * 1.7].map((edge) =>
            rounded(edge),
          );
          const [low, high] = [height * 0.6, height * 0.3];
          return `<path d="M${rounded(x)} ${height}C${left} ${low} ${inner} ${high} ${left} 0h${thickness}C${right} ${high} ${outer} ${low} ${foot} ${height}Z"/>
          <ellipse cx="${rounded(x)}" cy="${rounded(random() * height * 0.16)}" rx="${gap * 0.7}" ry="${rounded(height * 0.11)}"/>`;
        });
        return `<g fill="${colour}">${drawn}</g>`;
      };
      const fireflies = repeat(Math.round(width / 22), () => {
        const [x, y] = [random() * width, height * (0.25 + random() * 0.65)];
        return `<circle cx="${rounded(x)}" cy="${rounded(y)}" r="${rounded(1 + random() * 1.6)}" opacity="${rounded(0.3 + random() * 0.6)}"/>`;
      });
      return `${trees(mix(sky[0], dark, 0.5), 70 * unit, 12)}
      ${motifAt(width * 0.2, height * 0.72, 84 * unit, 0.85)}${motifAt(width * 0.79, height * 0.68, 67 * unit, 0.6)}
      ${trees(mix(sky[1], dark, 0.25), 130 * unit, 22)}${hills(place, 0.12, mix(sky[1], dark, 0.2))}<g fill="${light}">${fireflies}</g>`;
    },
  },
  lanterns: {
    motif: lantern,
    draw(place) {
      const { unit, palette } = place;
      return `${hills(place, 0.22, mix(palette.sky[1], palette.dark, 0.5))}
      ${floating(place, 18 + 6 * unit, [16, 62], 16)}${hills(place, 0.1, palette.sky[1])}`;
    },
  },
  'kite-field': {
    motif: kite,
    draw(place) {
      const { width, height } = place;
      const { dark, light, sky } = place.palette;
      return `<circle cx="${width * 0.5}" cy="${height * 0.74}" r="${height * 0.13}" fill="${light}" opacity=".85"/>
      ${hills(place, 0.3, mix(sky[0], dark, 0.8))}${floating(place, 9, [24, 76], 70)}
      ${hills(place, 0.16, mix(sky[1], dark, 0.6))}${hills(place, 0.07, sky[1])}`;
    },
  },
  orchard: {
    motif: mango,
    draw(place) {
      const { width, height, unit, random } = place;
      const { dark, sky } = place.palette;
      const trees = repeat(Math.ceil(width / (110 * unit)) + 1, (index) => {
        const [x, y] = [index * 110 * unit + random() * 20, height * (0.52 + random() * 0.1)];
        const crown = repeat(7, (part) => {
          const [cx, cy] = [x + Math.cos(part) * 34 * unit, y + Math.sin(part * 1.7) * 24 * unit];
          return `<circle cx="${rounded(cx)}" cy="${rounded(cy)}" r="${32 * unit}" fill="${mix(dark, sky[1], (part % 3) * 0.2)}"/>`;
        });
        const fruit = repeat(5, () =>
          motifAt(x + (random() - 0.5) * 84 * unit, y + (random() - 0.3) * 62 * unit, 20 * unit, 0.95),
        );
        return `<path d="M${rounded(x - 6)} ${height}L${rounded(x)} ${rounded(y)}L${rounded(x + 10)} ${height}Z" fill="${mix(sky[1], '#5A3A1C', 0.6)}"/>${crown}${fruit}`;
      });
      return `${hills(place, 0.34, mix(sky[0], dark, 0.6))}${trees}${hills(place, 0.1, mix(sky[1], dark, 0.4))}`;
    },
  },
  city: {
    motif: tuktuk,
    draw(place) {
      const { width, height, unit, random } = place;
      const { dark, light, sky } = place.palette;
      const towers = (colour: string, tallest: number): string =>
        repeat(Math.ceil(width / 46), (index) => {
          const [x, tall, wide] = [index * 46, height * tallest * (0.4 + random() * 0.6), 30 + random() * 20];
          const top = height - tall;
          const windows: [string, string] = ['', ''];
          for (let cell = 0; cell < Math.floor(tall / 16) * 3; cell += 1) {
            if (random() >= 0.45) continue;
            const kind = random() < 0.3 ? 0 : 1;
            windows[kind] += `M${x + 5 + (cell % 3) * 10} ${Math.round(top + 8 + Math.floor(cell / 3) * 16)}h5v7h-5z`;
          }
          return `<rect x="${x}" y="${rounded(top)}" width="${rounded(wide)}" height="${rounded(tall)}" fill="${colour}"/>
          <path d="${windows[0]}" fill="${light}" opacity=".5"/><path d="${windows[1]}" fill="#FFD98A" opacity="${rounded(0.45 + random() * 0.35)}"/>`;
        });
      return `${towers(mix(sky[0], dark, 0.6), 0.72)}${towers(mix(sky[1], dark, 0.35), 0.46)}
      <rect y="${height * 0.93}" width="${width}" height="${height}" fill="${sky[1]}"/>
      ${motifAt(width * 0.2, height * 0.88, 74 * unit)}${motifAt(width * 0.72, height * 0.88, 67 * unit)}`;
    },
  },
  'night-sky': {
    motif: cloud,
    draw(place) {
      const { width, height, unit } = place;
      const { dark, glow, sky } = place.palette;
      const disc = (x: number, y: number, radius: number, look: string): string =>
        `<circle cx="${rounded(width * x)}" cy="${rounded(height * y)}" r="${radius * unit}" ${look}/>`;
      const crater = 'fill="#DDBB7A" opacity=".4"';
      return `${disc(0.76, 0.26, 70, `fill="${glow}" opacity=".22"`)}${disc(0.76, 0.26, 44, 'fill="#FFF3D0"')}
      ${disc(0.74, 0.24, 9, crater)}${disc(0.79, 0.29, 6, crater)}
      ${floating(place, 8, [40, 110], 0)}${hills(place, 0.2, mix(sky[1], dark, 0.5))}${hills(place, 0.09, sky[1])}`;
    },
  },
  'woven-carps': {
    motif: fish,
    draw(place) {
      const { width, height, unit, random } = place;
      const { dark, light, sky } = place.palette;
      const strings = repeat(7, (index) => {
        const x = (index + 0.5) * (width / 7);
        const count = 2 + (index % 2);
        const end = height * (0.5 + random() * 0.3);
        const hung = repeat(count, (knot) => {
          const size = (knot === count - 1 ? 46 : 32) * unit;
          return motifAt(x, (end * (knot + 1)) / count, size, 0.5 + knot * 0.2, (random() - 0.5) * 20);
        });
        return `<path d="M${rounded(x)} 0V${rounded(end)}" stroke="${light}" stroke-opacity=".5" stroke-width="1.2"/>${hung}`;
      });
      return `${strings}${hills(place, 0.12, mix(sky[1], dark, 0.4))}`;
    },
  },
};
