// A million rounds of each table: every place returns the counted share, within 3.5 standard errors.

import { test } from 'node:test';

import { tableRules } from './rules/all.ts';
import { playRounds } from './testing/play-rounds.ts';

const ROUNDS = 1_000_000;

for (const rules of tableRules) {
  test(`${rules.gameCode}: ${ROUNDS} seeded rounds return the counted shares`, () =>
    playRounds(rules, ROUNDS, 20_261_123));
}
