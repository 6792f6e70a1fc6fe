// Games of three dice under a bowl: Hi-Lo, sic bo, and the board of six pictures.

import { place, type TablePlace, type TableRules } from '#studio/games/tables/table-rules';

/** Three faces, 1 to 6. */
export type DiceOutcome = readonly number[];

const FACES = [1, 2, 3, 4, 5, 6] as const;
const PAIRS = FACES.flatMap((one) => FACES.filter((other) => other > one).map((other) => [one, other] as const));

const totalOf = (dice: DiceOutcome): number => dice.reduce((sum, die) => sum + die, 0);
const countOf = (dice: DiceOutcome, face: number): number => dice.filter((die) => die === face).length;
const isTriple = (dice: DiceOutcome): boolean => new Set(dice).size === 1;

const dice = { roundMs: 20_000, draw: 'chain', sizes: [6, 6, 6] } as const;
const outcomeOf = (numbers: readonly number[]): DiceOutcome => numbers.map((number) => number + 1);

/** Pays by how many dice show it: one, two, three. */
function onFace(type: string, face: number): TablePlace<DiceOutcome> {
  const pays = [0, 1_000 + 1_000, 1_000 + 2_000, 1_000 + 12_000];
  return { type, topPay: 12, pays: [1, 2, 12], returned: (thrown) => ({ perMille: pays[countOf(thrown, face)] ?? 0 }) };
}

const both = (name: string): TablePlace<DiceOutcome>[] =>
  PAIRS.map(([one, other]) =>
    place(`${name}:${one}-${other}`, 6, (thrown) => countOf(thrown, one) > 0 && countOf(thrown, other) > 0),
  );
const triples = (name: string): TablePlace<DiceOutcome>[] =>
  FACES.map((face) => place(`${name}:${face}`, 200, (thrown) => countOf(thrown, face) === 3));
const anyTriple = place('any-triple', 33, isTriple);

/** Of 1-2-3 or 4-5-6: two different ones pay 1.4, all three 5. */
function onThree(type: string, faces: readonly number[]): TablePlace<DiceOutcome> {
  const pays = [0, 0, 2_400, 6_000];
  return {
    type,
    topPay: 5,
    pays: [1.4, 5],
    returned: (thrown) => ({ perMille: pays[faces.filter((face) => thrown.includes(face)).length] ?? 0 }),
  };
}

const isLow = (thrown: DiceOutcome): boolean => totalOf(thrown) <= 10;
const isHigh = (thrown: DiceOutcome): boolean => totalOf(thrown) >= 12;

/** The pays of a number together with a side, where one returns about 96 %. */
const WITH_SIDE = {
  low: [
    [1, 1.85],
    [2, 2.4],
    [3, 3],
    [4, 4.3],
  ],
  high: [
    [4, 4.6],
    [5, 3.2],
    [6, 2.4],
  ],
} as const;

export const hiLo: TableRules<DiceOutcome> = {
  ...dice,
  gameCode: 'hi-lo',
  outcomeOf,
  places: [
    place('low', 0.95, isLow),
    place('eleven', 6.5, (thrown) => totalOf(thrown) === 11),
    place('high', 1.6, isHigh),
    ...FACES.map((face) => onFace(`die:${face}`, face)),
    ...both('dice'),
    onThree('dice:1-2-3', [1, 2, 3]),
    onThree('dice:4-5-6', [4, 5, 6]),
    ...WITH_SIDE.low.map(([face, pay]) => place(`low:${face}`, pay, (t: DiceOutcome) => isLow(t) && t.includes(face))),
    ...WITH_SIDE.high.map(([face, pay]) =>
      place(`high:${face}`, pay, (t: DiceOutcome) => isHigh(t) && t.includes(face)),
    ),
  ],
  opposites: [['low', 'high']],
  road: {
    kind: 'numbers',
    mark: (thrown) => [isLow(thrown) ? 'low' : isHigh(thrown) ? 'high' : 'eleven', String(totalOf(thrown))],
  },
};

const TOTALS: Readonly<Record<number, number>> = { 4: 66, 5: 33, 6: 19, 7: 13, 8: 9, 9: 7, 10: 6.5 };
const isBig = (thrown: DiceOutcome): boolean => !isTriple(thrown) && totalOf(thrown) >= 11;
const isSmall = (thrown: DiceOutcome): boolean => !isTriple(thrown) && totalOf(thrown) <= 10;

export const sicBo: TableRules<DiceOutcome> = {
  ...dice,
  gameCode: 'sic-bo',
  outcomeOf,
  places: [
    place('small', 1, isSmall),
    place('odd', 1, (thrown) => !isTriple(thrown) && totalOf(thrown) % 2 === 1),
    place('even', 1, (thrown) => !isTriple(thrown) && totalOf(thrown) % 2 === 0),
    place('big', 1, isBig),
    ...Array.from({ length: 14 }, (_, index) => index + 4).map((total) =>
      place(
        `total:${total}`,
        TOTALS[Math.min(total, 21 - total)] ?? 0,
        (thrown: DiceOutcome) => totalOf(thrown) === total,
      ),
    ),
    ...FACES.map((face) => onFace(`die:${face}`, face)),
    ...both('dice'),
    ...FACES.map((face) => place(`double:${face}`, 12, (thrown: DiceOutcome) => countOf(thrown, face) >= 2)),
    ...triples('triple'),
    anyTriple,
  ],
  opposites: [
    ['small', 'big'],
    ['odd', 'even'],
  ],
  road: {
    kind: 'numbers',
    mark: (thrown) => [isTriple(thrown) ? 'triple' : isBig(thrown) ? 'big' : 'small', String(totalOf(thrown))],
  },
};

/** Tiger, gourd, rooster, fish, crab, shrimp; neighbours share a colour. */
const PICTURES = ['tiger', 'gourd', 'rooster', 'fish', 'crab', 'shrimp'] as const;
const pictureOf = (face: number): string => PICTURES[face - 1] ?? '';
const isOneColour = (thrown: DiceOutcome): boolean =>
  new Set(thrown.map((face) => Math.floor((face - 1) / 2))).size === 1;

export const namTao: TableRules<DiceOutcome> = {
  ...dice,
  gameCode: 'nam-tao',
  outcomeOf,
  places: [
    ...FACES.map((face) => onFace(`picture:${face}`, face)),
    ...both('pictures'),
    ...triples('three'),
    place('one-colour', 7.5, isOneColour),
    anyTriple,
  ],
  opposites: [],
  road: {
    kind: 'numbers',
    mark: (thrown) => [
      isTriple(thrown) ? 'any-triple' : isOneColour(thrown) ? 'one-colour' : 'mixed',
      ...thrown.map(pictureOf),
    ],
  },
};
