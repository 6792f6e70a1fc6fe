// The profit hunter on random stories: a seed determines its story, and the product has no finding.
//
// Elsewhere: the hunter on written stories (oracle.test.ts), the long run: npm run prove -- hunt.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { testDatabase } from '@chaba/database/testing';

import { hunt, runSeed } from './hunt.ts';
import { formatDiscovery } from './report.ts';
import { formatRow } from './rows.ts';
import { withStoryRunner } from './story-runner.ts';

const SEED = 2_569;
const database = await testDatabase();

test('gives the same story for the same seed', async () => {
  await withStoryRunner(database.ownerUrl, async (runner) => {
    for (let seed = 1; seed <= 8; seed += 1) {
      const transcript: string[] = [];
      for (let time = 0; time < 2; time += 1) {
        const { replayed } = await runSeed(runner, seed);
        assert.ok(replayed.played.length > 2);
        transcript.push(replayed.played.map(({ row, word }) => formatRow(row, word)).join('\n'));
      }
      assert.equal(transcript[0], transcript[1]);
    }
  });
});

test('finds nothing in six seconds of random stories', async () => {
  const { stories, families } = await hunt({ seed: SEED, milliseconds: 6_000 });
  assert.ok(stories > 0);
  assert.deepEqual(families.map(formatDiscovery), []);
});
