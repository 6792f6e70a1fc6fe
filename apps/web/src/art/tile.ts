// Draws one picture from a seed: palette, pattern and symbol (the look, section 4). Square for a game, any other size
// for a banner. Without letters; the page draws the 1 px edge.

import { palettes, type PaletteName } from './palettes.ts';
import { pattern, patternNames, type PatternName } from './patterns.ts';
import { createRandom } from './random.ts';
import { linear, newId, newPicture, radial, range, round, svgFile } from './svg.ts';
import { symbols, type SymbolName } from './symbols.ts';

export type TileDesign = {
  readonly seed: string;
  readonly palette: PaletteName;
  readonly symbol: SymbolName;
  readonly pattern?: PatternName;
  readonly width?: number;
  readonly height?: number;
  /** Centre of the symbol, and its size as a share of 100. */
  readonly centre?: readonly [x: number, y: number];
  readonly scale?: number;
};

export function tile(design: TileDesign): string {
  newPicture();
  const { seed, width = 100, height = 100, scale = 0.74 } = design;
  const random = createRandom(seed);
  const palette = palettes[design.palette];
  const [x, y] = design.centre ?? [width / 2, height / 2];
  const glowX = width * (0.42 + random() * 0.16);
  const glowY = height * (0.34 + random() * 0.16);
  const size = Math.max(width, height);
  const behind = pattern(design.pattern ?? patternAt(random()), palette.line, 12 + Math.floor(random() * 3) * 3);
  const [sky, glow, fade, mask, floor] = [newId(), newId(), newId(), newId(), newId()];
  const whole = `<rect width="${width}" height="${height}"`;
  const halo = random() > 0.55 ? rays(x, y, size, palette.line) : rings(x, y, palette.line);
  const points = dust(random, width, height);
  const leaves = random() > 0.45 ? floorLeaves(width, height, palette.line) : '';

  return svgFile(
    width,
    height,
    `<defs>
      ${linear(
        sky,
        [
          [0, palette.sky[0]],
          [1, palette.sky[1]],
        ],
        0.2,
        0,
        0.8,
        1,
      )}
      ${radial(
        glow,
        [
          [0, palette.glow, 0.62],
          [0.45, palette.glow, 0.18],
          [1, palette.glow, 0],
        ],
        glowX,
        glowY,
        size * 0.62,
      )}
      ${radial(
        fade,
        [
          [0, '#fff', 1],
          [0.9, '#fff', 0],
        ],
        glowX,
        glowY,
        size * 0.75,
      )}
      ${linear(floor, [
        [0.55, '#000', 0],
        [1, '#000', 0.5],
      ])}
      <mask id="${mask}">${whole} fill="url(#${fade})"/></mask>
      ${behind.element}
    </defs>
    ${whole} fill="url(#${sky})"/>
    ${whole} fill="url(#${glow})"/>
    <g mask="url(#${mask})">${whole} fill="url(#${behind.id})" opacity=".26"/>${halo}</g>
    <g fill="${palette.line}">${points}</g>
    ${whole} fill="url(#${floor})"/>
    ${leaves}
    <ellipse cx="${round(x)}" cy="${round(y + 42 * scale)}" rx="${round(34 * scale)}" ry="${round(7 * scale)}" fill="#000" opacity=".32"/>
    <g transform="translate(${round(x - 50 * scale)} ${round(y - 50 * scale)}) scale(${scale})">${symbols[design.symbol](palette)}</g>`,
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
  const turned = range(16).map(
    (turn) => `<path d="${ray}" transform="translate(${round(x)} ${round(y)}) rotate(${turn * 22.5})"/>`,
  );
  return `<g opacity=".12" fill="${colour}">${turned.join('')}</g>`;
}

function rings(x: number, y: number, colour: string): string {
  const drawn = [36, 41, 50].map((r) => `<circle cx="${round(x)}" cy="${round(y)}" r="${r}"/>`);
  return `<g fill="none" stroke="${colour}" stroke-opacity=".28" stroke-width=".6">${drawn.join('')}</g>`;
}

function dust(random: () => number, width: number, height: number): string {
  return range(14)
    .map(() => {
      const [cx, cy, r, opacity] = [random() * width, random() * height, 0.25 + random() * 0.55, 0.25 + random() * 0.6];
      return `<circle cx="${round(cx)}" cy="${round(cy)}" r="${round(r)}" opacity="${round(opacity)}"/>`;
    })
    .join('');
}

function floorLeaves(width: number, height: number, colour: string): string {
  const leaves = range(Math.ceil(width / 8) + 1).map((index) => {
    const x = index * 8;
    return `<path d="M${x} ${height}C${x - 5} ${height - 4} ${x - 3} ${height - 7} ${x} ${height - 10}C${x + 3} ${height - 7} ${x + 5} ${height - 4} ${x} ${height}Z"/>`;
  });
  return `<g fill="none" stroke="${colour}" stroke-opacity=".26" stroke-width=".6">${leaves.join('')}</g>`;
}
