// Every drawing by its name, each in a square of 100 in the colours of a palette.
//
// Elsewhere: their names in words (drawings.text.ts), backdrops (worlds.ts), tiles of the site (tile.ts).

import { butterfly, carp, dragonfly, elephant, fish, naga, owl, rabbit } from './animals.ts';
import { garland, hibiscus, jasmine, krathong, leaf, lotus, rosette } from './flowers.ts';
import { banana, basket, coconut, mango, mangosteen } from './fruit.ts';
import { cloud, comet, eclipse, fullMoon, moon, star } from './night.ts';
import { numeral } from './numerals.ts';
import type { Palette } from './palettes.ts';
import { boat, fireball, paddle, pearl, shell, wave } from './riverside.ts';
import { candles, cards, chip, dice, spade } from './table.ts';
import { bell, book, bowl, coin, drum, fan, gem, kite, lantern, tuktuk, umbrella, wheel } from './things.ts';

/** Without a palette a drawing has its own colours. */
export type Drawing = (palette?: Palette) => string;

export const drawings = {
  banana,
  basket,
  bell,
  boat,
  book,
  bowl,
  butterfly,
  candles,
  cards,
  carp,
  chip,
  cloud,
  coconut,
  coin,
  comet,
  dice,
  dragonfly,
  drum,
  eclipse,
  elephant,
  fan,
  fireball,
  fish,
  'full-moon': fullMoon,
  garland,
  gem,
  hibiscus,
  jasmine,
  kite,
  krathong,
  lantern,
  leaf,
  lotus,
  mango,
  mangosteen,
  moon,
  naga,
  'numeral-1': numeral(1),
  'numeral-2': numeral(2),
  'numeral-3': numeral(3),
  'numeral-5': numeral(5),
  owl,
  paddle,
  pearl,
  rabbit,
  rosette,
  shell,
  spade,
  star,
  tuktuk,
  umbrella,
  wave,
  wheel,
} as const satisfies Readonly<Record<string, Drawing>>;

export type DrawingName = keyof typeof drawings;
