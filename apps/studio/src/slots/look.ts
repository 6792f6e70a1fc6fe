// The look of a title, composed from its four choices: a sheet of its symbols, the layers of its world, and colours.
//
// Elsewhere: the drawings and worlds (art/), the page that uses them (slots/page/), the files (slot-pages.ts).

import { drawings } from '#studio/art/drawings';
import { picture } from '#studio/art/svg';
import { coloursOf, tints } from '#studio/art/tints';
import { type Layer, layersOf, motifs } from '#studio/art/worlds';

import { SHEET } from './page/slot-page.ts';
import type { SlotTitle } from './title.ts';

/** On a phone of 360 × 800: width of the reels, and where a board without height would begin, of a picture of 400. */
const PHONE = { reels: 304, bottom: 460, picture: 400 };

/** One picture with the symbols of a title in the order of its letters. */
export function composeSheet({ look }: SlotTitle): string {
  const names = Object.values(look.symbols);
  const tint = tints[look.palette];
  const rows = Math.ceil(names.length / SHEET.columns);
  const cells = names.map((name, index) => {
    const [x, y] = [(index % SHEET.columns) * 100 + 4, Math.floor(index / SHEET.columns) * 100 + 4];
    return `<svg x="${x}" y="${y}" width="92" height="92" viewBox="0 0 100 100">${drawings[name](name === motifs[look.world] ? tint : undefined)}</svg>`;
  });
  const size = `viewBox="0 0 ${SHEET.columns * 100} ${rows * 100}"`;
  return picture(SHEET.columns * SHEET.cell, rows * SHEET.cell, cells.join('')).replace(/viewBox="[^"]*"/, size);
}

export function layersOfTitle({ gameCode, look, grid }: SlotTitle, isWide: boolean): Layer[] {
  return layersOf(look.world, { tint: tints[look.palette], isWide, horizon: horizonOf(grid), seed: seedOf(gameCode) });
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

export function coloursOfTitle({ look }: SlotTitle): Readonly<Record<string, string>> {
  return coloursOf(tints[look.palette]);
}
