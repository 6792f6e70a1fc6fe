// The look of a title, composed from its four choices: a sheet of its symbols, the layers of its world, and colours.
//
// Elsewhere: the drawings and worlds (packages/art), the page that uses them (slots/page/), the files (slot-pages.ts).

import { drawings } from '@chaba/art/drawings';
import { mix, palettes } from '@chaba/art/palettes';
import { picture } from '@chaba/art/svg';
import { type Layer, layersOf, motifs } from '@chaba/art/worlds';

import { SHEET } from './page/slot-page.ts';
import type { SlotTitle } from './title.ts';

/** On a phone of 360 × 800: width of the reels, and where a board without height would begin, of a picture of 400. */
const PHONE = { reels: 304, bottom: 460, picture: 400 };

/** One picture with the symbols of a title in the order of its letters. */
export function composeSheet({ look }: SlotTitle): string {
  const names = Object.values(look.symbols);
  const palette = palettes[look.palette];
  const rows = Math.ceil(names.length / SHEET.columns);
  const cells = names.map((name, index) => {
    const [x, y] = [(index % SHEET.columns) * 100 + 4, Math.floor(index / SHEET.columns) * 100 + 4];
    const drawn = drawings[name](name === motifs[look.world] ? palette : undefined);
    return `<svg x="${x}" y="${y}" width="92" height="92" viewBox="0 0 100 100">${drawn}</svg>`;
  });
  const sheet = `<g transform="scale(${SHEET.cell / 100})">${cells.join('')}</g>`;
  return picture(SHEET.columns * SHEET.cell, rows * SHEET.cell, sheet);
}

export function layersOfTitle({ gameCode, look, grid }: SlotTitle, isWide: boolean): Layer[] {
  const view = { palette: palettes[look.palette], isWide, horizon: horizonOf(grid), seed: seedOf(gameCode) };
  return layersOf(look.world, view);
}

/** Share of a phone's picture above the board (page/slots.css), so that the scenery ends there. */
function horizonOf({ reels, rows }: SlotTitle['grid']): number {
  const cellRatio = reels === 5 && rows <= 4 ? 0.86 : 1;
  const height = (rows * PHONE.reels) / reels / cellRatio;
  return Math.min(0.78, Math.max(0.38, (PHONE.bottom - height) / PHONE.picture));
}

/** The same number for the same code. */
function seedOf(gameCode: string): number {
  return [...gameCode].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);
}

/** Custom properties of the title's page (page-kit/game.css). */
export function coloursOfTitle({ look }: SlotTitle): Readonly<Record<string, string>> {
  const {
    sky: [top, bottom],
    middle,
    light,
  } = palettes[look.palette];
  return {
    '--bg': bottom,
    '--panel': mix(bottom, top, 0.16),
    '--box': mix(bottom, top, 0.34),
    '--control': mix(bottom, top, 0.66),
    '--hairline': mix(top, middle, 0.2),
    '--border-strong': mix(middle, '#B9BFD0', 0.6),
    '--drum-edge': mix(bottom, top, 0.25),
    '--drum': mix(bottom, top, 0.75),
    '--drum-light': mix(top, middle, 0.16),
    '--facts': mix(light, '#FFF3D6', 0.5),
    '--petal': middle,
    '--petal-light': light,
  };
}
