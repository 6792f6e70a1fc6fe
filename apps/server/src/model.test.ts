// The product against a plain book of the same rules (testing/model): whatever members, providers, operators, the bank and the
// clock do, in any order, wallets and turnover are the same in both. Many more steps: npm run bench -- model.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { testDatabase } from '@chaba/database/testing';

import { runModel, stepsIn } from '#testing/model/model-run';

const SEED = 2_569;

test('whatever is done in whatever order, wallets and turnover are those of a plain book', async () => {
  const database = await testDatabase({ poolSize: 2 });
  const outcomes = await runModel(database.ownerUrl, { runs: 10, stepsMax: 80, seed: SEED });
  assert.ok(stepsIn(outcomes) > 200, `${stepsIn(outcomes)} steps`);
});
