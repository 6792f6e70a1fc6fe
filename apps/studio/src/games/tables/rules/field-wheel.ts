// Wheel of fifty-two fields: a number pays itself to one; a multiplier turns the wheel again for so many times the pay.

import { LOST, type TablePlace, type TableRules, won } from '#studio/games/tables/table-rules';

/** The drawn multipliers and the final number. */
export type FieldOutcome = { readonly fields: readonly number[]; readonly times: number; readonly number: number };

const NUMBERS = [1, 2, 4, 9, 18, 38] as const;
const COUNTS: Readonly<Record<number, number>> = { 1: 21, 2: 14, 4: 8, 9: 4, 18: 2, 38: 1 };
const TIMES: Readonly<Record<number, number>> = { 50: 2, 51: 10 };

/** Value of each field as it is drawn: fifty numbers, then × 2 and × 10. */
const VALUES: readonly number[] = NUMBERS.flatMap((number) =>
  Array.from({ length: COUNTS[number] ?? 0 }, () => number),
);

/** Order of the fields on the wheel, with equal fields evenly spaced. */
export const WHEEL: readonly number[] = [...VALUES.keys(), 50, 51]
  .map((field) => ({ field, at: spread(field) }))
  .toSorted((one, other) => one.at - other.at)
  .map(({ field }) => field);

function spread(field: number): number {
  if (field >= VALUES.length) return field === 50 ? 0.26 : 0.76;
  const value = VALUES[field] ?? 0;
  const index = field - VALUES.indexOf(value);
  return (index + 0.5 + value / 97) / (COUNTS[value] ?? 1);
}

export function getFieldLabel(field: number): string {
  const times = TIMES[field];
  return times === undefined ? String(VALUES[field] ?? '') : `×${times}`;
}

function outcomeOf(numbers: readonly number[]): FieldOutcome {
  const fields: number[] = [];
  let times = 1;
  for (const field of numbers) {
    fields.push(field);
    const factor = TIMES[field];
    if (factor === undefined) break;
    times *= factor;
  }
  return { fields, times, number: VALUES[fields.at(-1) ?? 0] ?? 1 };
}

function* outcomes(): Generator<readonly [bigint, FieldOutcome]> {
  const turn = function* (before: readonly number[], weight: bigint): Generator<readonly [bigint, FieldOutcome]> {
    // After two multipliers the third turn has numbers only.
    const size = before.length === 2 ? 50 : 52;
    for (let field = 0; field < size; field += 1) {
      if (field < 50) yield [weight / BigInt(size), outcomeOf([...before, field])];
      else yield* turn([...before, field], weight / BigInt(size));
    }
  };
  yield* turn([], 52n * 52n * 50n);
}

const onNumber = (number: number): TablePlace<FieldOutcome> => ({
  type: `field:${number}`,
  topPay: number * 100,
  pays: [number],
  returned: (outcome) => (outcome.number === number ? won(number * outcome.times) : LOST),
});

export const fieldWheel: TableRules<FieldOutcome> = {
  gameCode: 'wong-lo',
  roundMs: 25_000,
  draw: 'chain',
  sizes: [52, 52, 50],
  outcomeOf,
  outcomes,
  places: NUMBERS.map(onNumber),
  opposites: [],
  road: {
    kind: 'numbers',
    mark: ({ number, times }) => [`field:${number}`, String(number), ...(times > 1 ? [`times:${times}`] : [])],
  },
};
