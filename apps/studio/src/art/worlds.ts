// The worlds of the slots: a backdrop in the colours of a palette, in the requested size.
//
// Always true: the same size, palette, horizon and seed are the same picture. On a phone the scenery ends above the
// reels, where it is seen.

import { drawings, type DrawingName } from './drawings.ts';
import { festoon } from './festoon.ts';
import { nightMarket } from './night-market.ts';
import { riverNight } from './river-night.ts';
import { linear, picture, radial, repeat, rounded, seeded } from './svg.ts';
import { mix, type Tint } from './tints.ts';

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
  readonly tint: Tint;
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
  'woven-carps': 'taphian',
};

export type WorldView = {
  readonly tint: Tint;
  readonly isWide: boolean;
  /** Share of a phone's picture above the reels. */
  readonly horizon: number;
  readonly seed: number;
};

const PHONE = { width: 390, height: 430 };
const WIDE = { width: 1280, height: 800 };

export function layersOf(world: WorldName, view: WorldView): Layer[] {
  const size = view.isWide ? WIDE : PHONE;
  if (world === 'blossom-market') return market(view);
  if (world === 'river') {
    const water = view.isWide ? 0.72 : view.horizon - 0.1;
    const svg = tinted(riverNight(size.width, size.height, water, view.seed), size, view.tint, '#07101A');
    return [{ className: 'night', svg: mirrored(svg, size, view) }];
  }
  const place = { ...size, tint: view.tint, random: seeded(view.seed) };
  const svg = backdrop(worlds[world], place, view.isWide ? 1 : view.horizon);
  return [{ className: 'night', svg: mirrored(svg, size, view) }];
}

function market(view: WorldView): Layer[] {
  const { isWide, horizon, seed } = view;
  const scene = isWide
    ? { ...WIDE, seed, ground: 0.8, moon: { x: 990, y: 130, radius: 54 } }
    : { ...PHONE, seed, ground: horizon, moon: { x: 312, y: 84, radius: 26 } };
  const night = tinted(nightMarket(scene), scene, view.tint, '#0B0812');
  return [
    { className: 'night', svg: mirrored(night, scene, view) },
    { className: 'lamps first', svg: festoon(scene.width, isWide ? 26 : 20, 9, 1) },
    { className: 'lamps second', svg: festoon(scene.width, isWide ? 20 : 14, 12, 2) },
  ];
}

/** A scene of its own colours in those of a palette; in the palette whose bottom it was drawn for it stays as it is. */
function tinted(svg: string, { width, height }: typeof PHONE, { middle, sky }: Tint, own: string): string {
  if (sky[1] === own) return svg;
  return svg.replace(
    /<\/svg>$/,
    `<rect width="${width}" height="${height}" fill="${middle}" style="mix-blend-mode:color" opacity=".8"/></svg>`,
  );
}

/** Every other seed is seen from the other side. */
function mirrored(svg: string, { width }: typeof PHONE, { seed }: WorldView): string {
  if (seed % 2 === 0) return svg;
  return svg
    .replace(/^<svg[^>]*>/, (start) => `${start}<g transform="matrix(-1 0 0 1 ${width} 0)">`)
    .replace(/<\/svg>$/, '</g></svg>');
}

type Scenery = { readonly motif: DrawingName; readonly draw: (place: MotifPlace) => string };

function backdrop({ motif, draw }: Scenery, place: MotifPlace, horizon: number): string {
  const { width, height, tint, random } = place;
  const stars = repeat(Math.round((width * height) / 6_000), () => {
    const [x, y] = [rounded(random() * width), rounded(random() * height * 0.7)];
    return `<circle cx="${x}" cy="${y}" r="${rounded(0.4 + random() * 0.9)}" opacity="${rounded(0.15 + random() * 0.55)}"/>`;
  });
  const sky = linear('wo-s', [
    [0, mix(tint.sky[1], tint.sky[0], 0.55)],
    [0.55, tint.sky[0]],
    [0.85, mix(tint.sky[0], tint.dark, 0.7)],
    [1, tint.sky[1]],
  ]);
  const glow = radial(
    'wo-g',
    [
      [0, tint.glow, 0.45],
      [1, tint.glow, 0],
    ],
    width * 0.5,
    height * 0.8,
    width * 0.55,
  );
  return picture(
    width,
    height,
    `<defs>${sky}${glow}<g id="wo-m">${drawings[motif](tint)}</g></defs><rect width="${width}" height="${height}" fill="url(#wo-s)"/>
    <rect width="${width}" height="${height}" fill="url(#wo-g)"/><g fill="#FFF3D6">${stars}</g>${draw({ ...place, height: height * horizon })}`,
    'preserveAspectRatio="xMidYMax slice"',
  );
}

/** The motif of the world at a place, in the requested size. */
function motifAt(x: number, y: number, size: number, opacity = 1, turn = 0): string {
  return `<use href="#wo-m" transform="translate(${rounded(x - size / 2)} ${rounded(y - size / 2)}) scale(${rounded(size / 100)}) rotate(${rounded(turn)} 50 50)" opacity="${rounded(opacity)}"/>`;
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

/** Things that float at many distances: the nearer, the larger and the clearer. */
function floating(
  { width, height, random }: MotifPlace,
  count: number,
  [from, to]: readonly [number, number],
  turns: number,
): string {
  return repeat(count, (index) => {
    const near = (index + 1) / count;
    const size = (from + (to - from) * near) * (0.85 + random() * 0.3);
    // Golden ratio: even, and never in rows.
    const x = ((index * 0.618_034 + random() * 0.1) % 1) * width;
    return motifAt(x, height * (0.1 + random() * 0.72), size, 0.3 + near * 0.6, (random() - 0.5) * turns);
  });
}

const sizeOf = ({ width }: MotifPlace): number => (width > 700 ? 2 : 1);

const worlds: Readonly<Record<Exclude<WorldName, 'blossom-market' | 'river'>, Scenery>> = {
  'lotus-pond': {
    motif: 'lotus',
    draw(place) {
      const { width, height, tint, random } = place;
      const shore = height * 0.62;
      const leaves = repeat(Math.round(width / 28), () => {
        const [x, y] = [random() * width, shore + 10 + random() * (height - shore)];
        const size = 10 + ((y - shore) / (height - shore)) * 26 * sizeOf(place);
        return `<ellipse cx="${rounded(x)}" cy="${rounded(y)}" rx="${rounded(size)}" ry="${rounded(size * 0.34)}" fill="${mix(tint.dark, '#1E6A4C', 0.6)}" stroke="${tint.light}" stroke-opacity=".25"/>`;
      });
      const flowers = repeat(Math.round(width / 70), (index) => {
        const y = shore + 14 + random() * (height - shore) * 0.8;
        return motifAt(
          ((index * 0.618) % 1) * width,
          y - 8,
          (22 + ((y - shore) / (height - shore)) * 46) * sizeOf(place),
          0.9,
        );
      });
      return `${hills(place, 0.5, mix(tint.sky[1], tint.dark, 0.4))}<rect y="${shore}" width="${width}" height="${height}" fill="${mix(tint.sky[1], tint.dark, 0.55)}"/><ellipse cx="${width / 2}" cy="${shore + 8}" rx="${width * 0.42}" ry="${height * 0.05}" fill="${tint.glow}" opacity=".25"/>${leaves}${flowers}`;
    },
  },
  'elephant-forest': {
    motif: 'elephant',
    draw(place) {
      const { width, height, tint, random } = place;
      const trees = (colour: string, gap: number, thickness: number): string =>
        repeat(Math.ceil(width / gap) + 1, (index) => {
          const x = index * gap + (random() - 0.5) * gap * 0.6;
          const lean = (random() - 0.5) * 26;
          return `<path d="M${rounded(x)} ${height}C${rounded(x + lean)} ${height * 0.6} ${rounded(x - lean)} ${height * 0.3} ${rounded(x + lean)} 0h${thickness}C${rounded(x + thickness - lean)} ${height * 0.3} ${rounded(x + thickness + lean)} ${height * 0.6} ${rounded(x + thickness * 1.7)} ${height}Z" fill="${colour}"/><ellipse cx="${rounded(x)}" cy="${rounded(random() * height * 0.16)}" rx="${gap * 0.7}" ry="${rounded(height * 0.11)}" fill="${colour}"/>`;
        });
      const fireflies = repeat(
        Math.round(width / 22),
        () =>
          `<circle cx="${rounded(random() * width)}" cy="${rounded(height * (0.25 + random() * 0.65))}" r="${rounded(1 + random() * 1.6)}" fill="${tint.light}" opacity="${rounded(0.3 + random() * 0.6)}"/>`,
      );
      const size = 84 * sizeOf(place);
      return `${trees(mix(tint.sky[0], tint.dark, 0.5), 70 * sizeOf(place), 12)}${motifAt(width * 0.2, height * 0.72, size, 0.85)}${motifAt(width * 0.79, height * 0.68, size * 0.8, 0.6)}${trees(mix(tint.sky[1], tint.dark, 0.25), 130 * sizeOf(place), 22)}${hills(place, 0.12, mix(tint.sky[1], tint.dark, 0.2))}${fireflies}`;
    },
  },
  lanterns: {
    motif: 'lantern',
    draw: (place) =>
      `${hills(place, 0.22, mix(place.tint.sky[1], place.tint.dark, 0.5))}${floating(place, 18 + 6 * sizeOf(place), [16 * sizeOf(place), 62 * sizeOf(place)], 16)}${hills(place, 0.1, place.tint.sky[1])}`,
  },
  'kite-field': {
    motif: 'kite',
    draw(place) {
      const { width, height, tint } = place;
      const sun = `<circle cx="${width * 0.5}" cy="${height * 0.74}" r="${height * 0.13}" fill="${tint.light}" opacity=".85"/>`;
      return `${sun}${hills(place, 0.3, mix(tint.sky[0], tint.dark, 0.8))}${floating(place, 9, [24 * sizeOf(place), 76 * sizeOf(place)], 70)}${hills(place, 0.16, mix(tint.sky[1], tint.dark, 0.6))}${hills(place, 0.07, tint.sky[1])}`;
    },
  },
  orchard: {
    motif: 'mango',
    draw(place) {
      const { width, height, tint, random } = place;
      const trees = repeat(Math.ceil(width / (110 * sizeOf(place))) + 1, (index) => {
        const unit = sizeOf(place);
        const [x, y] = [index * 110 * unit + random() * 20, height * (0.52 + random() * 0.1)];
        const crown = repeat(
          7,
          (part) =>
            `<circle cx="${rounded(x + Math.cos(part) * 34 * unit)}" cy="${rounded(y + Math.sin(part * 1.7) * 24 * unit)}" r="${32 * unit}" fill="${mix(tint.dark, tint.sky[1], (part % 3) * 0.2)}"/>`,
        );
        const fruit = repeat(5, () =>
          motifAt(x + (random() - 0.5) * 84 * unit, y + (random() - 0.3) * 62 * unit, 20 * unit, 0.95),
        );
        return `<path d="M${rounded(x - 6)} ${height}L${rounded(x)} ${rounded(y)}L${rounded(x + 10)} ${height}Z" fill="${mix(tint.sky[1], '#5A3A1C', 0.6)}"/>${crown}${fruit}`;
      });
      return `${hills(place, 0.34, mix(tint.sky[0], tint.dark, 0.6))}${trees}${hills(place, 0.1, mix(tint.sky[1], tint.dark, 0.4))}`;
    },
  },
  city: {
    motif: 'tuktuk',
    draw(place) {
      const { width, height, tint, random } = place;
      const towers = (colour: string, tallest: number): string =>
        repeat(Math.ceil(width / 46), (index) => {
          const [x, tall, wide] = [index * 46, height * tallest * (0.4 + random() * 0.6), 30 + random() * 20];
          const lit: [string, string] = ['', ''];
          for (let row = 0; row < Math.floor(tall / 16); row += 1) {
            for (let column = 0; column < 3; column += 1) {
              if (random() >= 0.45) continue;
              const kind = random() < 0.3 ? 0 : 1;
              lit[kind] += `M${x + 5 + column * 10} ${Math.round(height - tall + 8 + row * 16)}h5v7h-5z`;
            }
          }
          return `<rect x="${x}" y="${rounded(height - tall)}" width="${rounded(wide)}" height="${rounded(tall)}" fill="${colour}"/><path d="${lit[0]}" fill="${tint.light}" opacity=".5"/><path d="${lit[1]}" fill="#FFD98A" opacity="${rounded(0.45 + random() * 0.35)}"/>`;
        });
      const size = 74 * sizeOf(place);
      return `${towers(mix(tint.sky[0], tint.dark, 0.6), 0.72)}${towers(mix(tint.sky[1], tint.dark, 0.35), 0.46)}<rect y="${height * 0.93}" width="${width}" height="${height}" fill="${tint.sky[1]}"/>${motifAt(width * 0.2, height * 0.88, size)}${motifAt(width * 0.72, height * 0.88, size * 0.9)}`;
    },
  },
  'night-sky': {
    motif: 'cloud',
    draw(place) {
      const { width, height, tint } = place;
      const unit = sizeOf(place);
      const moon = `<circle cx="${width * 0.76}" cy="${height * 0.26}" r="${70 * unit}" fill="${tint.glow}" opacity=".22"/><circle cx="${width * 0.76}" cy="${height * 0.26}" r="${44 * unit}" fill="#FFF3D0"/><circle cx="${width * 0.74}" cy="${height * 0.24}" r="${9 * unit}" fill="#DDBB7A" opacity=".4"/><circle cx="${width * 0.79}" cy="${height * 0.29}" r="${6 * unit}" fill="#DDBB7A" opacity=".4"/>`;
      return `${moon}${floating(place, 8, [40 * unit, 110 * unit], 0)}${hills(place, 0.2, mix(tint.sky[1], tint.dark, 0.5))}${hills(place, 0.09, tint.sky[1])}`;
    },
  },
  'woven-carps': {
    motif: 'taphian',
    draw(place) {
      const { width, height, tint, random } = place;
      const unit = sizeOf(place);
      return (
        repeat(7, (index) => {
          const x = (index + 0.5) * (width / 7);
          const count = 2 + (index % 2);
          const end = height * (0.5 + random() * 0.3);
          const fish = repeat(count, (place_) =>
            motifAt(
              x,
              (end * (place_ + 1)) / count,
              (place_ === count - 1 ? 46 : 32) * unit,
              0.5 + place_ * 0.2,
              (random() - 0.5) * 20,
            ),
          );
          return `<path d="M${rounded(x)} 0V${rounded(end)}" stroke="${tint.light}" stroke-opacity=".5" stroke-width="1.2"/>${fish}`;
        }) + hills(place, 0.12, mix(tint.sky[1], tint.dark, 0.4))
      );
    },
  },
};
