// The drawings of the slot's symbols.

import { bell } from '#studio/art/bell';
import { boat } from '#studio/art/boat';
import { fireball } from '#studio/art/fireball';
import { krathong } from '#studio/art/krathong';
import { lantern } from '#studio/art/lantern';
import { lotus } from '#studio/art/lotus';
import { naga } from '#studio/art/naga';
import { pearl } from '#studio/art/pearl';
import { shell } from '#studio/art/shell';
import { taphian } from '#studio/art/taphian';
import type { NagaSymbol } from '#studio/naga-river/maths';

export const drawings: Readonly<Record<NagaSymbol, () => string>> = {
  naga,
  krathong,
  fish: taphian,
  boat,
  bell,
  lantern,
  lotus,
  shell,
  pearl,
  fireball,
};
