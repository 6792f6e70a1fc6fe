// The list of picture files with their drawings, names and sizes.

import { bannerMotifs, categoryMotifs, getMotifName, tileMotifs } from '#art/designs';
import { festoon } from '#art/festoon';
import { market } from '#art/market';
import { palettes } from '#art/palettes';
import { type PatternName, patternNames } from '#art/patterns';
import { newPicture, type PictureFile, svgFile } from '#art/svg';
import { hibiscus } from '#art/symbols/hibiscus';
import type { SymbolName } from '#art/symbols';
import { pickPattern, tile } from '#art/tile';

import { appIcons } from './app-icons.ts';

const DOTS_PER_INCH = 72;

export function pictures(): readonly PictureFile[] {
  return [...tiles(), ...banners(), ...categories(), ...heroes(), feature(), flower(), lamps(), ...appIcons()];
}

function tiles(): readonly PictureFile[] {
  const taken = new Map<SymbolName, Set<PatternName>>();
  return tileMotifs.flatMap(([symbol, palette]) => {
    const name = getMotifName([symbol, palette]);
    // Two tiles with the same symbol differ in palette and pattern; a later tile gets a free pattern.
    const patterns = taken.get(symbol) ?? new Set();
    taken.set(symbol, patterns);
    const own = pickPattern(name);
    const pattern = patterns.has(own) ? (patternNames.find((other) => !patterns.has(other)) ?? own) : own;
    patterns.add(pattern);
    const svg = tile({ seed: name, symbol, palette, ...(pattern === own ? {} : { pattern }) });
    return [160, 320].map((side) => avif(`tile-${name}-${side}`, svg, 100, side, side, 50));
  });
}

function banners(): readonly PictureFile[] {
  return bannerMotifs.map(([symbol, palette]) => {
    const name = getMotifName([symbol, palette]);
    const svg = tile({
      seed: `banner-${name}`,
      symbol,
      palette,
      width: 300,
      height: 106,
      centre: [236, 53],
      scale: 1.12,
    });
    return avif(`banner-${name}`, svg, 300, 660, 233, 52);
  });
}

function categories(): readonly PictureFile[] {
  return Object.values(categoryMotifs).map(([symbol, palette]) => {
    const name = getMotifName([symbol, palette]);
    const svg = tile({ seed: `category-${name}`, symbol, palette, width: 130, height: 104, scale: 0.8 });
    return avif(`category-${name}`, svg, 130, 520, 416, 48);
  });
}

function heroes(): readonly PictureFile[] {
  const phone = market({
    width: 390,
    height: 600,
    ground: 0.908,
    moon: { x: 0.52, y: 0.585, radius: 36 },
    stallWidth: 150,
    strings: { upper: 0.6, lower: 0.7 },
    lanterns: [
      { x: 48, y: 356, scale: 0.52 },
      { x: 347, y: 373, scale: 0.4, opacity: 0.9 },
    ],
    fade: 0.07,
  });
  // Wider than most screens: the page shows its middle.
  const wide = market({
    width: 2000,
    height: 640,
    ground: 0.9,
    moon: { x: 0.64, y: 0.42, radius: 70 },
    stallWidth: 185,
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
    symbol: 'hibiscus',
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
  newPicture();
  return avif('flower', svgFile(100, 100, hibiscus(palettes.plum)), 100, 280, 280, 55);
}

function lamps(): PictureFile {
  newPicture();
  return { name: 'festoon.svg', svg: svgFile(260, 64, festoon({ width: 260, top: 6, sag: 16, lamps: 9 })) };
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
