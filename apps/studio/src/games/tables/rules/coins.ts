// Four coins under a bowl: the number of heads decides.

import { place, type TableRules } from '#studio/games/tables/table-rules';

/** Each coin: heads or not. */
export type CoinsOutcome = readonly boolean[];

const headsOf = (coins: CoinsOutcome): number => coins.filter(Boolean).length;
const show =
  (heads: number) =>
  (coins: CoinsOutcome): boolean =>
    headsOf(coins) === heads;

export const fourCoins: TableRules<CoinsOutcome> = {
  gameCode: 'si-rian',
  roundMs: 18_000,
  draw: 'chain',
  sizes: [2, 2, 2, 2],
  outcomeOf: (numbers) => numbers.map((number) => number === 1),
  places: [
    place('even', 0.95, (coins) => headsOf(coins) % 2 === 0),
    place('odd', 0.95, (coins) => headsOf(coins) % 2 === 1),
    place('heads:4', 14, show(4)),
    place('heads:3', 2.8, show(3)),
    place('heads:2', 1.55, show(2)),
    place('heads:1', 2.8, show(1)),
    place('heads:0', 14, show(0)),
  ],
  opposites: [['even', 'odd']],
  road: { kind: 'beads', mark: (coins) => [headsOf(coins) % 2 === 0 ? 'even' : 'odd', String(headsOf(coins))] },
};
