// Names of the pictures and their drawings. Data only, so that a page can select a picture without the code that draws
// it.
//
// Rules of the look: live casino shows fan, cards, chips, dice, rosette; slots flowers, animals, vehicles,
// fruit; poker the spade; trading the candles.
//
// Elsewhere: the drawings (packages/art), the files (build/pictures.ts, build/art.ts), choosing one (gallery.ts).

import type { DrawingName } from '@chaba/art/drawings';
import type { PaletteName } from '@chaba/art/palettes';

export type Motif = readonly [drawing: DrawingName, palette: PaletteName];

export const slotMotifs: readonly Motif[] = [
  ['hibiscus', 'plum'],
  ['lotus', 'indigo'],
  ['elephant', 'jade'],
  ['lantern', 'amber'],
  ['moon', 'violet'],
  ['boat', 'teal'],
  ['mango', 'jade'],
  ['carp', 'amber'],
  ['tuktuk', 'indigo'],
  ['kite', 'teal'],
  ['lotus', 'plum'],
  ['lantern', 'ruby'],
  ['elephant', 'slate'],
  ['boat', 'ruby'],
  ['kite', 'sand'],
  ['hibiscus', 'amber'],
  ['moon', 'indigo'],
  ['tuktuk', 'jade'],
  ['carp', 'teal'],
  ['mango', 'violet'],
  ['hibiscus', 'ruby'],
  ['lotus', 'teal'],
  ['elephant', 'violet'],
  ['kite', 'plum'],
  ['carp', 'ruby'],
  ['tuktuk', 'amber'],
  ['boat', 'indigo'],
  ['moon', 'slate'],
  ['hibiscus', 'indigo'],
  ['lotus', 'amber'],
  ['elephant', 'ruby'],
  ['lantern', 'indigo'],
  ['lantern', 'teal'],
  ['mango', 'indigo'],
  ['mango', 'slate'],
  ['boat', 'amber'],
  ['carp', 'slate'],
  ['tuktuk', 'ruby'],
  ['kite', 'violet'],
  ['moon', 'teal'],
  ['hibiscus', 'slate'],
];

export const liveMotifs: readonly Motif[] = [
  ['fan', 'ruby'],
  ['cards', 'teal'],
  ['chip', 'plum'],
  ['dice', 'ruby'],
  ['rosette', 'sand'],
  ['fan', 'indigo'],
  ['cards', 'jade'],
  ['chip', 'indigo'],
  ['dice', 'amber'],
  ['rosette', 'violet'],
  ['fan', 'sand'],
  ['chip', 'jade'],
];

export const pokerMotifs: readonly Motif[] = [
  ['spade', 'slate'],
  ['spade', 'violet'],
];

export const tradingMotifs: readonly Motif[] = [
  ['candles', 'jade'],
  ['candles', 'teal'],
];

export const tileMotifs: readonly Motif[] = [...slotMotifs, ...liveMotifs, ...pokerMotifs, ...tradingMotifs];

/** Wide pictures: behind the words of a promotion, and on the cards of the four categories. */
export const bannerMotifs: readonly Motif[] = [
  ['hibiscus', 'plum'],
  ['lantern', 'amber'],
  ['mango', 'jade'],
  ['boat', 'teal'],
  ['kite', 'indigo'],
];

export const categoryMotifs = {
  LIVECASINO: ['fan', 'ruby'],
  EGAMES: ['hibiscus', 'plum'],
  POKER: ['spade', 'violet'],
  TRADING: ['candles', 'teal'],
} as const satisfies Record<string, Motif>;

/** The build writes the tiles at permanent addresses: <folder>/<name>.avif. */
export const TILE_FOLDER = 'art/tiles';

export function getMotifName([drawing, palette]: Motif): string {
  return `${drawing}-${palette}`;
}
