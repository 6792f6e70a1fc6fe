// Fan tan: a heap of beads is counted off by fours, and the remainder decides, one to four.

import { LOST, place, PUSHED, type TablePlace, type TableRules, won } from '#studio/games/tables/table-rules';

export type BeadsOutcome = { readonly beads: number; readonly left: number };

const NUMBERS = [1, 2, 3, 4] as const;
const HEAP_MIN = 21;
/** Divisible by four, so every remainder is equally likely. */
const HEAPS = 24;

const others = (...used: readonly number[]): number[] => NUMBERS.filter((number) => !used.includes(number));

/** Wins on some numbers, returns the stake on another, loses on the others. */
function withPush(type: string, pay: number, wins: readonly number[], push: number): TablePlace<BeadsOutcome> {
  return {
    type,
    topPay: pay,
    returned: ({ left }) => (wins.includes(left) ? won(pay) : left === push ? PUSHED : LOST),
  };
}

const one = (type: string, pay: number, wins: readonly number[]): TablePlace<BeadsOutcome> =>
  place(type, pay, ({ left }) => wins.includes(left));

export const fanTan: TableRules<BeadsOutcome> = {
  gameCode: 'kam-thua',
  roundMs: 22_000,
  draw: 'chain',
  sizes: [HEAPS],
  outcomeOf: ([number = 0]) => {
    const beads = HEAP_MIN + number;
    return { beads, left: beads % 4 === 0 ? 4 : beads % 4 };
  },
  places: [
    ...NUMBERS.map((number) => one(`one:${number}`, 2.85, [number])),
    one('odd', 0.95, [1, 3]),
    one('even', 0.95, [2, 4]),
    ...[
      [1, 2],
      [2, 3],
      [3, 4],
      [1, 4],
    ].map((pair) => one(`two:${pair.join('-')}`, 0.95, pair)),
    ...NUMBERS.flatMap((win) => others(win).map((push) => withPush(`win:${win}/${push}`, 1.9, [win], push))),
    ...NUMBERS.flatMap((lose) =>
      others(lose).map((push) =>
        withPush(`two:${others(lose, push).join('-')}/${push}`, 0.475, others(lose, push), push),
      ),
    ),
    ...NUMBERS.map((lose) => one(`three:${others(lose).join('-')}`, 0.31, others(lose))),
  ],
  opposites: [
    ['odd', 'even'],
    ['two:1-2', 'two:3-4'],
    ['two:2-3', 'two:1-4'],
  ],
  road: { kind: 'beads', mark: ({ left }) => [String(left)] },
};
