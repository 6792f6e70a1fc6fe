// The drawings that a slot title can name, each in a square of 100.
//
// Elsewhere: their names (drawings.text.ts), the sheet of a title (slots/look.ts).

import { owl, rabbit } from './animals.ts';
import { bell } from './bell.ts';
import { boat } from './boat.ts';
import { elephant } from './elephant.ts';
import { fan } from './fan.ts';
import { fireball } from './fireball.ts';
import { banana, coconut, mangosteen } from './fruit.ts';
import { basket, dragonfly, jasmine, leaf } from './garden.ts';
import { hibiscus } from './hibiscus.ts';
import { krathong } from './krathong.ts';
import { lantern } from './lantern.ts';
import { lotus } from './lotus.ts';
import { mango } from './mango.ts';
import { naga } from './naga.ts';
import { cloud, comet, eclipse, fullMoon, moon, star } from './night.ts';
import { numeral } from './numerals.ts';
import { butterfly, garland, gem } from './ornaments.ts';
import type { MotifColours } from './palette.ts';
import { pearl } from './pearl.ts';
import { bowl, paddle, wave } from './riverside.ts';
import { shell } from './shell.ts';
import { taphian } from './taphian.ts';
import { book, coin, drum, kite, umbrella, wheel } from './things.ts';
import { tuktuk } from './tuktuk.ts';

export const drawings = {
  banana,
  basket,
  bell,
  boat,
  book,
  bowl,
  butterfly,
  cloud,
  coconut,
  coin,
  comet,
  dragonfly,
  drum,
  eclipse,
  elephant,
  fan,
  fireball,
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
  shell,
  star,
  taphian,
  tuktuk,
  umbrella,
  wave,
  wheel,
} as const satisfies Readonly<Record<string, (colours?: MotifColours) => string>>;

export type DrawingName = keyof typeof drawings;
