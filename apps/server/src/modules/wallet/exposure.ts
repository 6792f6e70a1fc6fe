// What of several positions can really be lost (rules §7). Pure.
//
// Positions of one game that exclude each other stand on a board of equally likely outcomes: two sides of a bet, or the numbers of a
// roulette wheel. A board returns at least so much, whatever comes; the exposure is the stake above it:
//
//     player 100, banker 100     returns 200 on either side             exposure 0
//     red 100, black 30          returns 60 at least                    exposure 70
//     35 numbers, 10 on each     returns 360 but for two of 37          exposure 0
//     two dozens, 100 on each    returns nothing on 13 of 37            exposure 200
//
// Always true: outcomes that are rare together (a tenth of the board) are left out, so that the zero of a wheel, or two numbers without a
// stake, hide no cover of all the rest; and the exposure is never above the stakes. Positions of no board count whole.
//
// Elsewhere: what of the exposure counts as turnover (contribution.ts).

import { add, max, type Money, money, subtract, zeroMoney } from '@chaba/money';

export type StakedPosition = { readonly type: string; readonly stake: Money };

type Board = {
  readonly outcomes: number;
  /** A stake on one outcome alone returns so many times itself; on several, that divided by their number. */
  readonly returns: number;
};
type Spot = { readonly board: string; readonly outcomes: readonly number[] };

const RARE_PERCENT = 10;

const SIDES: readonly (readonly [string, string])[] = [
  ['player', 'banker'],
  ['dragon', 'tiger'],
  ['big', 'small'],
  ['up', 'down'],
  ['call', 'put'],
  ['over', 'under'],
  ['home', 'away'],
];
const TWO_SIDES: Board = { outcomes: 2, returns: 2 };
const ROULETTE = 'roulette';
const WHEEL: Board = { outcomes: 37, returns: 36 };
const RED = [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36];

const numbers = (isOn: (number: number) => boolean): number[] =>
  Array.from({ length: 36 }, (_, index) => index + 1).filter(isOn);
const between = (from: number, to: number): number[] => numbers((number) => number >= from && number <= to);

const spots = new Map<string, Spot>([
  ...SIDES.flatMap(([one, other]) => [
    [one, { board: one, outcomes: [0] }] as const,
    [other, { board: one, outcomes: [1] }] as const,
  ]),
  ...(
    [
      ['red', RED],
      ['black', numbers((number) => !RED.includes(number))],
      ['odd', numbers((number) => number % 2 === 1)],
      ['even', numbers((number) => number % 2 === 0)],
      ['low', between(1, 18)],
      ['high', between(19, 36)],
      ['1-18', between(1, 18)],
      ['19-36', between(19, 36)],
      ...[1, 2, 3].flatMap((part) => {
        const dozen = between(12 * part - 11, 12 * part);
        const column = numbers((number) => number % 3 === part % 3);
        const names = [`${dozen[0]}-${dozen.at(-1)}`, `dozen${part}`, `dozen:${part}`];
        return [
          ...names.map((name) => [name, dozen] as const),
          [`column${part}`, column] as const,
          [`column:${part}`, column] as const,
        ];
      }),
    ] as const
  ).map(([name, outcomes]) => [name, { board: ROULETTE, outcomes }] as const),
]);

/** Stakes less what they return whatever comes. */
export function computeExposure(positions: readonly StakedPosition[]): Money {
  const onBoards = new Map<string, { spot: Spot; stake: Money }[]>();
  let exposure = zeroMoney;
  for (const { type, stake } of positions) {
    const spot = findSpot(type);
    if (!spot) {
      exposure = add(exposure, stake);
      continue;
    }
    const bets = onBoards.get(spot.board) ?? [];
    onBoards.set(spot.board, bets);
    bets.push({ spot, stake });
  }
  for (const [name, bets] of onBoards) {
    const stakes = add(zeroMoney, ...bets.map(({ stake }) => stake));
    const returned = computeGuaranteedReturn(name === ROULETTE ? WHEEL : TWO_SIDES, bets);
    exposure = add(exposure, max(zeroMoney, subtract(stakes, returned)));
  }
  return exposure;
}

/** Whether other positions may stand against this one. */
export function hasOpposite(type: string): boolean {
  return findSpot(type) !== undefined;
}

/** The name of a position as bets and results share it: a market names its time or line behind a colon ("up:30", "over:2.5"). */
export function toPositionName(type: string): string {
  const name = type.toLowerCase().replaceAll(/[\s_]/g, '');
  const [side = ''] = name.split(':', 1);
  return /^[a-z]+:[\d.]+$/.test(name) && spots.get(side)?.outcomes.length === 1 ? side : name;
}

function computeGuaranteedReturn(board: Board, bets: readonly { spot: Spot; stake: Money }[]): Money {
  const returns = Array.from({ length: board.outcomes }, () => 0n);
  for (const { spot, stake } of bets) {
    const paid = (stake * BigInt(board.returns)) / BigInt(spot.outcomes.length);
    for (const outcome of spot.outcomes) returns[outcome] = (returns[outcome] ?? 0n) + paid;
  }
  const rare = Math.floor((board.outcomes * RARE_PERCENT) / 100);
  return money(returns.toSorted((one, other) => Number(one - other))[rare] ?? 0n);
}

function findSpot(type: string): Spot | undefined {
  const name = toPositionName(type);
  const known = spots.get(name);
  if (known) return known;
  // "17", "number:17", "straight:17"; "split:17-20", "corner:1-2-4-5": every number that is covered is named.
  const named =
    /^(?:(?:number|straight|split|street|trio|corner|square|line|basket|numbers):?)?(\d{1,2}(?:[-,/]\d{1,2})*)$/.exec(
      name,
    )?.[1];
  const outcomes = [...new Set(named?.split(/[-,/]/).map(Number))];
  const isOnWheel = outcomes.length > 0 && outcomes.every((number) => number < WHEEL.outcomes);
  return isOnWheel ? { board: ROULETTE, outcomes } : undefined;
}
