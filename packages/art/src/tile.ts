// A picture of the site from a seed: sky, pattern and one drawing in a palette. Square for a game, any other size for a
// banner. Without letters; the page draws the 1 px edge.
//
// Always true: the same design is the same picture.

import { drawings, type DrawingName } from './drawings.ts';
import { palettes, type PaletteName } from './palettes.ts';
import { pattern, patternNames, type PatternName } from './patterns.ts';
import { createRandom } from './random.ts';
import { linear, picture, radial, repeat, rounded } from './svg.ts';

export type TileDesign = {
  readonly seed: string;
  readonly palette: PaletteName;
  readonly drawing: DrawingName;
  readonly pattern?: PatternName;
  readonly width?: number;
  readonly height?: number;
  /** Centre of the drawing, and its size as a share of 100. */
  readonly centre?: readonly [x: number, y: number];
  readonly scale?: number;
};

/** A fan fills only the width of its square. */
const ENLARGED: Partial<Record<DrawingName, number>> = { fan: 1.25 };

export function tile(design: TileDesign): string {
  const { seed, width = 100, height = 100, scale = 0.74 } = design;
  const random = createRandom(seed);
  const palette = palettes[design.palette];
  const [x, y] = design.centre ?? [width / 2, height / 2];
  const glowX = width * (0.42 + random() * 0.16);
  const glowY = height * (0.34 + random() * 0.16);
  const size = Math.max(width, height);
  const drawn = scale * (ENLARGED[design.drawing] ?? 1);
  const behind = design.pattern ?? patternAt(random());
  const spacing = 12 + Math.floor(random() * 3) * 3;
  const halo = random() > 0.55 ? rays(x, y, size, palette.line) : rings(x, y, palette.line);
  const points = dust(random, width, height);
  const leaves = random() > 0.45 ? floorLeaves(width, height, palette.line) : '';
  const whole = `<rect width="${width}" height="${height}"`;

  return picture(
    width,
    height,
    `<defs>${linear('ti-sky', palette.sky, [0.2, 0, 0.8, 1])}${linear('ti-floor', ['#000 55% /0', '#000 /.5'])}
    ${radial('ti-glow', [`${palette.glow} /.62`, `${palette.glow} 45% /.18`, `${palette.glow} /0`], glowX, glowY, size * 0.62)}
    ${radial('ti-fade', ['#fff /1', '#fff 90% /0'], glowX, glowY, size * 0.75)}
    <mask id="ti-mask">${whole} fill="url(#ti-fade)"/></mask>${pattern('ti-pattern', behind, palette.line, spacing)}</defs>
    ${whole} fill="url(#ti-sky)"/>${whole} fill="url(#ti-glow)"/>
    <g mask="url(#ti-mask)">${whole} fill="url(#ti-pattern)" opacity=".26"/>${halo}</g>
    <g fill="${palette.line}">${points}</g>${whole} fill="url(#ti-floor)"/>${leaves}
    <ellipse cx="${rounded(x)}" cy="${rounded(y + 42 * scale)}" rx="${rounded(34 * scale)}" ry="${rounded(7 * scale)}" fill="#000" opacity=".32"/>
    <g transform="translate(${rounded(x - 50 * drawn)} ${rounded(y - 50 * drawn)}) scale(${drawn})">${drawings[design.drawing](palette)}</g>`,
  );
}

/** The default pattern of a seed: the third random number. */
export function pickPattern(seed: string): PatternName {
  const random = createRandom(seed);
  random();
  random();
  return patternAt(random());
}

function patternAt(share: number): PatternName {
  return patternNames[Math.floor(share * patternNames.length)] ?? 'kranok';
}

function rays(x: number, y: number, size: number, colour: string): string {
  const ray = `M0 0L${-size * 0.045}-${size}H${size * 0.045}Z`;
  const turned = repeat(
    16,
    (turn) => `<path d="${ray}" transform="translate(${rounded(x)} ${rounded(y)}) rotate(${turn * 22.5})"/>`,
  );
  return `<g opacity=".12" fill="${colour}">${turned}</g>`;
}

function rings(x: number, y: number, colour: string): string {
  const drawn = [36, 41, 50].map((r) => `<circle cx="${rounded(x)}" cy="${rounded(y)}" r="${r}"/>`);
  return `<g fill="none" stroke="${colour}" stroke-opacity=".28" stroke-width=".6">${drawn.join('')}</g>`;
}

function dust(random: () => number, width: number, height: number): string {
  return repeat(14, () => {
    const [cx, cy, r, opacity] = [random() * width, random() * height, 0.25 + random() * 0.55, 0.25 + random() * 0.6];
    return `<circle cx="${rounded(cx)}" cy="${rounded(cy)}" r="${rounded(r)}" opacity="${rounded(opacity)}"/>`;
  });
}

function floorLeaves(width: number, height: number, colour: string): string {
  const leaves = repeat(Math.ceil(width / 8) + 1, (index) => {
    const x = index * 8;
    return `<path d="M${x} ${height}C${x - 5} ${height - 4} ${x - 3} ${height - 7} ${x} ${height - 10}C${x + 3} ${height - 7} ${x + 5} ${height - 4} ${x} ${height}Z"/>`;
  });
  return `<g fill="none" stroke="${colour}" stroke-opacity=".26" stroke-width=".6">${leaves}</g>`;
}
