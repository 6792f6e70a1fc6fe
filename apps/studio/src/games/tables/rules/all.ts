// The rules of all tables with rounds. A new table is a file here and a row in this list.

import type { TableRules } from '#studio/games/tables/table-rules';

import { baccarat, baccaratSix } from './baccarat.ts';
import { fanTan } from './beads.ts';
import { fourCoins } from './coins.ts';
import { hiLo, namTao, sicBo } from './dice.ts';
import { dragonTiger } from './dragon-tiger.ts';
import { fieldWheel } from './field-wheel.ts';
import { pokDeng } from './pok-deng.ts';
import { roulette } from './roulette.ts';

export const tableRules: readonly TableRules<unknown>[] = [
  baccarat,
  baccaratSix,
  dragonTiger,
  roulette,
  hiLo,
  sicBo,
  namTao,
  fanTan,
  fourCoins,
  pokDeng,
  fieldWheel,
];

export function findRules(gameCode: string): TableRules<unknown> | undefined {
  return tableRules.find((rules) => rules.gameCode === gameCode);
}
