// The drawings of the slot's symbols.

import { boat } from '#studio/art/boat';
import { elephant } from '#studio/art/elephant';
import { fan } from '#studio/art/fan';
import { hibiscus } from '#studio/art/hibiscus';
import { lantern } from '#studio/art/lantern';
import { lotus } from '#studio/art/lotus';
import { mango } from '#studio/art/mango';
import { tuktuk } from '#studio/art/tuktuk';
import type { SlotSymbol } from '#studio/chaba-blossom/maths';

export const drawings: Readonly<Record<SlotSymbol, () => string>> = {
  hibiscus,
  elephant,
  boat,
  tuktuk,
  lotus,
  fan,
  mango,
  lantern,
};
