// Exact returns of the places of a table, and the shares of its results, by counting every outcome.
//
// Always true: integer arithmetic only. Outcomes that return the same on every place count as one.

import { everyDraw, type PlaceReturn, type TableRules } from './table-rules.ts';

export type Outcomes = {
  readonly total: bigint;
  readonly rows: readonly { readonly weight: bigint; readonly returned: ReadonlyMap<string, PlaceReturn> }[];
  /** Weight of each result of the road. */
  readonly marks: ReadonlyMap<string, bigint>;
};

const counted = new Map<string, Outcomes>();

/** All outcomes of a table, counted once per process. */
export function getOutcomes(rules: TableRules<unknown>): Outcomes {
  const known = counted.get(rules.gameCode);
  if (known) return known;
  const fresh = countOutcomes(rules);
  counted.set(rules.gameCode, fresh);
  return fresh;
}

function countOutcomes(rules: TableRules<unknown>): Outcomes {
  const rows = new Map<string, { weight: bigint; readonly returned: ReadonlyMap<string, PlaceReturn> }>();
  const marks = new Map<string, bigint>();
  let total = 0n;
  for (const [weight, outcome] of rules.outcomes?.() ?? everyOutcome(rules)) {
    total += weight;
    const [mark = ''] = rules.road.mark(outcome);
    marks.set(mark, (marks.get(mark) ?? 0n) + weight);
    const returned = rules.places.map((each) => [each.type, each.returned(outcome)] as const);
    const key = returned.map(([, { perMille, pushed }]) => `${perMille}${pushed ?? ''}`).join();
    const row = rows.get(key);
    if (row) row.weight += weight;
    else rows.set(key, { weight, returned: new Map(returned) });
  }
  return { total, rows: [...rows.values()], marks };
}

function* everyOutcome(rules: TableRules<unknown>): Generator<readonly [bigint, unknown]> {
  for (const numbers of everyDraw(rules.sizes)) yield [1n, rules.outcomeOf(numbers)];
}

/** The exact return of a place, in millionths of a stake, rounded down. */
export function computeReturn(rules: TableRules<unknown>, type: string): number {
  const { total, rows } = getOutcomes(rules);
  const sum = rows.reduce((all, { weight, returned }) => all + weight * BigInt(returned.get(type)?.perMille ?? 0), 0n);
  return Number((sum * 1_000n) / total);
}

/** Millionths as a percentage with two decimals, rounded down. */
export function percentText(millionths: number): string {
  return `${Math.floor(millionths / 10_000)}.${String(Math.floor(millionths / 100) % 100).padStart(2, '0')}`;
}

/** The return of each place and the share of each result, as percentages. */
export function computeStated(rules: TableRules<unknown>): {
  readonly returns: Readonly<Record<string, string>>;
  readonly shares: Readonly<Record<string, string>>;
} {
  const { total, marks } = getOutcomes(rules);
  return {
    returns: Object.fromEntries(rules.places.map(({ type }) => [type, percentText(computeReturn(rules, type))])),
    shares: Object.fromEntries(
      [...marks].map(([mark, weight]) => [mark, percentText(Number((weight * 1_000_000n) / total))]),
    ),
  };
}
