import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, test } from 'node:test';

import { createDatabase, databaseExists, dropDatabase } from './migrate.ts';
import { cloneTemplate, testCluster } from './testing.ts';

test('what a test process that died left in the cluster is dropped by the next one, and nothing of who lives', async () => {
  const admin = await testCluster();
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  const dead = `chaba_test_${pid}_left`;
  const mine = `chaba_test_${process.pid}_mine`;
  after(async () => {
    for (const name of [dead, mine]) await dropDatabase(admin, name);
  });
  for (const name of [dead, mine]) await createDatabase(admin, name);
  const clone = await cloneTemplate();
  after(clone.drop);
  assert.deepEqual([await databaseExists(admin, dead), await databaseExists(admin, mine)], [false, true]);
});
