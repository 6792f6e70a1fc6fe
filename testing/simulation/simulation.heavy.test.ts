// The wallet on an unreliable network: a few seeds of the simulation, and each planted fault detected. npm run
// prove -- simulate runs thousands of seeds.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { testDatabase } from '@chaba/database/testing';
import { audit } from '@chaba/ledger';
import { createSites } from '@chaba/server/testing/factories';

import { simulateOnPostgres } from './database-host.ts';
import { plantedFaults } from './memory-host.ts';
import { simulate } from './simulation.ts';

const SEEDS = 1_000;
const SEEDS_ON_POSTGRES = 12;
const SEEDS_FOR_A_FAULT = 200;

test('agrees between wallet and provider at the end of every seed', async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) assert.deepEqual(await simulate(seed), [], `seed ${seed}`);
});

test('repeats the same run for the same seed', async () => {
  const [one, other] = await Promise.all([
    simulate(3, 'writes half of a batch'),
    simulate(3, 'writes half of a batch'),
  ]);
  assert.deepEqual(one, other);
  assert.notDeepEqual(one, []);
});

test('agrees over PostgreSQL and passes the ledger audit', async () => {
  const database = await testDatabase();
  const { chaba } = await createSites(database);
  for (let seed = 1; seed <= SEEDS_ON_POSTGRES; seed += 1) {
    assert.deepEqual(await simulateOnPostgres(database, chaba, seed), [], `seed ${seed}`);
  }
  assert.deepEqual(await audit(database), []);
});

test('plants at least twelve faults', () => assert.ok(plantedFaults.length >= 12));

for (const fault of plantedFaults) {
  test(`detects a wallet that ${fault}`, async () => {
    for (let seed = 1; seed <= SEEDS_FOR_A_FAULT; seed += 1) if ((await simulate(seed, fault)).length > 0) return;
    assert.fail('no seed found it');
  });
}
