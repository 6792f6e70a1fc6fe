// Roulette with one zero: numbers 0 to 36 and the usual places, inside and outside.

import { place, type TablePlace, type TableRules } from '#studio/games/tables/table-rules';

export type RouletteOutcome = { readonly number: number };

const RED: ReadonlySet<number> = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]);

/** The order of the numbers on the wheel. */
export const WHEEL = [
  0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7,
  28, 12, 35, 3, 26,
] as const;

export function getColour(number: number): 'green' | 'red' | 'black' {
  if (number === 0) return 'green';
  return RED.has(number) ? 'red' : 'black';
}

const rows = Array.from({ length: 12 }, (_, row) => [3 * row + 1, 3 * row + 2, 3 * row + 3]);
const pairs = (list: readonly number[][]): number[][] =>
  list.flatMap((row, index) => {
    const after = list[index + 1];
    return after ? [[...row, ...after]] : [];
  });

/** Numbers that one stake covers, by their pay. */
const inside: readonly (readonly [name: string, pay: number, lists: readonly (readonly number[])[]])[] = [
  ['number', 35, Array.from({ length: 37 }, (_, number) => [number])],
  [
    'split',
    17,
    [
      ...[1, 2, 3].map((number) => [0, number]),
      ...rows.flatMap(([first = 0]) => [
        [first, first + 1],
        [first + 1, first + 2],
      ]),
      ...Array.from({ length: 33 }, (_, index) => [index + 1, index + 4]),
    ],
  ],
  ['street', 11, [[0, 1, 2], [0, 2, 3], ...rows]],
  [
    'corner',
    8,
    [
      [0, 1, 2, 3],
      ...rows
        .slice(0, -1)
        .flatMap(([first = 0]) => [first, first + 1].map((number) => [number, number + 1, number + 3, number + 4])),
    ],
  ],
  ['line', 5, pairs(rows)],
];

const numbered = (wins: (number: number) => boolean): ((outcome: RouletteOutcome) => boolean) => {
  return ({ number }) => number !== 0 && wins(number);
};

const outside: readonly TablePlace<RouletteOutcome>[] = [
  place(
    'low',
    1,
    numbered((number) => number <= 18),
  ),
  place(
    'even',
    1,
    numbered((number) => number % 2 === 0),
  ),
  place('red', 1, ({ number }) => getColour(number) === 'red'),
  place('black', 1, ({ number }) => getColour(number) === 'black'),
  place(
    'odd',
    1,
    numbered((number) => number % 2 === 1),
  ),
  place(
    'high',
    1,
    numbered((number) => number >= 19),
  ),
  ...[1, 2, 3].flatMap((part) => [
    place(
      `dozen:${part}`,
      2,
      numbered((number) => Math.ceil(number / 12) === part),
    ),
    place(
      `column:${part}`,
      2,
      numbered((number) => number % 3 === part % 3),
    ),
  ]),
];

export const roulette: TableRules<RouletteOutcome> = {
  gameCode: 'roulette',
  roundMs: 25_000,
  draw: 'chain',
  sizes: [37],
  outcomeOf: ([number = 0]) => ({ number }),
  places: [
    ...outside,
    ...inside.flatMap(([name, pay, lists]) =>
      lists.map((list) =>
        place(`${name}:${list.join('-')}`, pay, ({ number }: RouletteOutcome) => list.includes(number)),
      ),
    ),
  ],
  opposites: [
    ['red', 'black'],
    ['odd', 'even'],
    ['low', 'high'],
  ],
  road: { kind: 'numbers', mark: ({ number }) => [getColour(number), String(number)] },
};
