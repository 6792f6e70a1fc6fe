// Every planted mutation is found by a written story.
//
// Elsewhere: the same with random stories (npm run prove -- mutations), stories without a mutation (oracle.test.ts).

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { runHunter, ServerCopy } from './mutated-copy.ts';
import { moneyMutations } from './mutations.ts';

const AT_ONCE = 2;

test('finds every planted mutation by a written story', async (t) => {
  const left = [...moneyMutations];
  const missed: string[] = [];
  async function findInCopy(): Promise<void> {
    const copy = new ServerCopy();
    try {
      for (let mutation = left.shift(); mutation; mutation = left.shift()) {
        const outcome = await copy.withMutation(mutation, (folder) => runHunter(folder, ['--written']));
        if (!outcome) missed.push(mutation.name);
      }
    } finally {
      copy.delete();
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, findInCopy));
  t.diagnostic(`${moneyMutations.length - missed.length} of ${moneyMutations.length} found`);
  assert.deepEqual(missed, []);
});
