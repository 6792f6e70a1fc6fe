// The list of picture files with their drawings, names and sizes.
//
// Elsewhere: the drawings (packages/art), the choice of a picture (src/art/gallery.ts).

import type { DrawingName } from '@chaba/art/drawings';
import { flowerMark, markPresets } from '@chaba/art/flower-mark';
import { hibiscus } from '@chaba/art/flowers';
import { nightMarket } from '@chaba/art/night-market';
import { type PatternName, patternNames } from '@chaba/art/patterns';
import { festoon } from '@chaba/art/scenery';
import { picture } from '@chaba/art/svg';
import { pickPattern, tile } from '@chaba/art/tile';

import { bannerMotifs, categoryMotifs, getMotifName, tileMotifs } from '#art/designs';

/** A drawing with the name of its file. */
export type PictureFile = {
  readonly name: string;
  readonly svg: string;
  /** Without a size the file is the SVG itself. */
  readonly size?: {
    readonly width: number;
    readonly height: number;
    readonly quality: number;
    readonly density: number;
  };
};

const DOTS_PER_INCH = 72;

/** Plain icons fill a rounded square; the maskable one bleeds to the edge, because launchers crop it. */
const ICONS = [
  { name: '192', side: 192, radius: 22, scale: 0.72 },
  { name: '512', side: 512, radius: 22, scale: 0.72 },
  { name: 'maskable-512', side: 512, radius: 0, scale: 0.56 },
  { name: 'touch-180', side: 180, radius: 0, scale: 0.68 },
] as const;

export function pictures(): readonly PictureFile[] {
  return [...tiles(), ...banners(), ...categories(), ...heroes(), feature(), flower(), lamps(), ...icons()];
}

function tiles(): readonly PictureFile[] {
  const taken = new Map<DrawingName, Set<PatternName>>();
  return tileMotifs.flatMap(([drawing, palette]) => {
    const name = getMotifName([drawing, palette]);
    // Two tiles with the same drawing differ in palette and pattern; a later tile gets a free pattern.
    const patterns = taken.get(drawing) ?? new Set();
    taken.set(drawing, patterns);
    const own = pickPattern(name);
    const pattern = patterns.has(own) ? (patternNames.find((other) => !patterns.has(other)) ?? own) : own;
    patterns.add(pattern);
    const svg = tile({ seed: name, drawing, palette, ...(pattern === own ? {} : { pattern }) });
    return [160, 320].map((side) => avif(`tile-${name}-${side}`, svg, 100, side, side, 50));
  });
}

function banners(): readonly PictureFile[] {
  const shape = { width: 300, height: 106, centre: [236, 53], scale: 1.12 } as const;
  return bannerMotifs.map(([drawing, palette]) => {
    const name = getMotifName([drawing, palette]);
    return avif(
      `banner-${name}`,
      tile({ seed: `banner-${name}`, drawing, palette, ...shape }),
      shape.width,
      660,
      233,
      52,
    );
  });
}

function categories(): readonly PictureFile[] {
  return Object.values(categoryMotifs).map(([drawing, palette]) => {
    const name = `category-${getMotifName([drawing, palette])}`;
    return avif(name, tile({ seed: name, drawing, palette, width: 130, height: 104, scale: 0.8 }), 130, 520, 416, 48);
  });
}

function heroes(): readonly PictureFile[] {
  const phone = nightMarket({
    width: 390,
    height: 600,
    ground: 0.908,
    moon: { x: 202.8, y: 351, radius: 36 },
    stallWidth: 150,
    seed: 'market',
    strings: { upper: 0.6, lower: 0.7 },
    lanterns: [
      { x: 48, y: 356, scale: 0.52 },
      { x: 347, y: 373, scale: 0.4, opacity: 0.9 },
    ],
    fade: 0.07,
  });
  // Wider than most screens: the page shows its middle.
  const wide = nightMarket({
    width: 2000,
    height: 640,
    ground: 0.9,
    moon: { x: 1280, y: 268.8, radius: 70 },
    stallWidth: 185,
    seed: 'market',
    strings: { upper: 0.175, lower: 0.36, lowerFrom: 1000 },
    lanterns: [
      { x: 1102, y: 249, scale: 0.75 },
      { x: 1488, y: 235, scale: 1.05 },
      { x: 1028, y: 373, scale: 0.4, opacity: 0.6 },
      { x: 1588, y: 392, scale: 0.45, opacity: 0.8 },
    ],
    fade: 0.06,
  });
  return [avif('hero-phone', phone, 390, 780, 1200, 50), avif('hero-wide', wide, 2000, 2400, 768, 48)];
}

function feature(): PictureFile {
  const svg = tile({
    seed: 'feature',
    drawing: 'hibiscus',
    palette: 'plum',
    pattern: 'kranok',
    width: 300,
    height: 190,
    centre: [226, 88],
    scale: 1.75,
  });
  return avif('feature', svg, 300, 1200, 760, 48);
}

function flower(): PictureFile {
  return avif('flower', picture(100, 100, hibiscus()), 100, 280, 280, 55);
}

function lamps(): PictureFile {
  const string = festoon({ width: 260, top: 6, sag: 16, lamps: 9, radius: 2.4, seed: 'f' });
  return { name: 'festoon.svg', svg: picture(260, 64, string) };
}

function icons(): readonly PictureFile[] {
  return markPresets.flatMap((preset) => [
    ...ICONS.map(({ name, side, radius, scale }) => ({
      name: `icon-${preset}-${name}.png`,
      svg: flowerMark(preset, scale, { radius }),
      size: { width: side, height: side, quality: 90, density: Math.ceil((DOTS_PER_INCH * side) / 100) },
    })),
    // The flower alone: the tab icon and the mark in the header.
    { name: `icon-${preset}-mark.svg`, svg: flowerMark(preset) },
  ]);
}

function avif(
  name: string,
  svg: string,
  drawnWidth: number,
  width: number,
  height: number,
  quality: number,
): PictureFile {
  const density = Math.ceil((DOTS_PER_INCH * width) / drawnWidth);
  return { name: `${name}.avif`, svg, size: { width, height, quality, density } };
}
