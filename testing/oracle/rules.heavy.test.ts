// Comparison of the product with a reference model of the same rules (models/rules): wallets and turnover are equal
// after any order of actions by members, providers, operators, the bank and the clock. More steps: npm run prove --
// rules.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { testDatabase } from '@chaba/database/testing';

import { runModel, stepsIn } from '#testing/oracle/models/rules/model-run';

const SEED = 2_569;
const YEAR_DAYS = 365;

const database = await testDatabase({ poolSize: 2 });

test('keeps wallets and turnover equal to the reference model for any order of steps', async () => {
  const { outcomes } = await runModel(database.ownerUrl, { runs: 10, stepsMax: 80, seed: SEED });
  assert.ok(stepsIn(outcomes) > 200, `${stepsIn(outcomes)} steps`);
});

test('keeps them equal over a year, which passes the whole audit', async (t) => {
  const { outcomes, days } = await runModel(database.ownerUrl, { runs: 4, stepsMax: 700, seed: SEED, isSlow: true });
  t.diagnostic(`${stepsIn(outcomes)} steps, ${Math.round(days)} days in the longest story`);
  assert.ok(days > YEAR_DAYS, `${days} days`);
});
