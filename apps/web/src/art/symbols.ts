// Every symbol by name. Elsewhere: the drawings themselves (symbols/).

import type { Palette } from './palettes.ts';
import { boat } from './symbols/boat.ts';
import { candles } from './symbols/candles.ts';
import { cards } from './symbols/cards.ts';
import { carp } from './symbols/carp.ts';
import { chip } from './symbols/chip.ts';
import { dice } from './symbols/dice.ts';
import { elephant } from './symbols/elephant.ts';
import { fan } from './symbols/fan.ts';
import { hibiscus } from './symbols/hibiscus.ts';
import { kite } from './symbols/kite.ts';
import { lantern } from './symbols/lantern.ts';
import { lotus } from './symbols/lotus.ts';
import { mango } from './symbols/mango.ts';
import { moon } from './symbols/moon.ts';
import { rosette } from './symbols/rosette.ts';
import { spade } from './symbols/spade.ts';
import { tuktuk } from './symbols/tuktuk.ts';

export const symbols = {
  boat,
  candles,
  cards,
  carp,
  chip,
  dice,
  elephant,
  fan,
  hibiscus,
  kite,
  lantern,
  lotus,
  mango,
  moon,
  rosette,
  spade,
  tuktuk,
} as const satisfies Record<string, (palette: Palette) => string>;

export type SymbolName = keyof typeof symbols;
