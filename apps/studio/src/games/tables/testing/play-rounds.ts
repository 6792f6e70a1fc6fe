// Plays seeded rounds of a table and compares the returns of its places with the exact figures.

import assert from 'node:assert/strict';

import { getOutcomes, computeReturn } from '#studio/games/tables/returns';
import { drawCards, type TableRules } from '#studio/games/tables/table-rules';
import { seededNumbers } from '#studio/testing/seeded-numbers';

const DECKS = 8;

/** Asserts that every place is within 3.5 standard errors of its exact return. */
export function playRounds(rules: TableRules<unknown>, rounds: number, seed: number): void {
  const number = seededNumbers(seed);
  // Each round starts with a full shoe, as in the exact count.
  const drawn = (): number[] =>
    rules.draw === 'shoe'
      ? drawCards(
          rules.sizes.map((_, card) => number(52 * DECKS - card)),
          DECKS,
        )
      : rules.sizes.map((size) => number(size));
  const sums = rules.places.map(() => 0);
  for (let round = 0; round < rounds; round += 1) {
    const outcome = rules.outcomeOf(drawn());
    for (const [index, place] of rules.places.entries()) {
      sums[index] = (sums[index] ?? 0) + place.returned(outcome).perMille;
    }
  }
  const { rows, total } = getOutcomes(rules);
  for (const [index, { type }] of rules.places.entries()) {
    const square = rows.reduce(
      (sum, { weight, returned }) => sum + weight * BigInt(returned.get(type)?.perMille ?? 0) ** 2n,
      0n,
    );
    const mean = computeReturn(rules, type) / 1_000;
    const width = 3.5 * Math.sqrt((Number((square * 1_000n) / total) / 1_000 - mean ** 2) / rounds);
    const seen = (sums[index] ?? 0) / rounds;
    assert.ok(Math.abs(seen - mean) < width, `${type}: ${seen} against ${mean} ± ${width}`);
  }
}
