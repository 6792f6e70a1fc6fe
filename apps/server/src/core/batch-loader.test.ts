// Batching of single-key lookups.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createBatchLoader } from './batch-loader.ts';

test('loads the keys of one turn together, and keys requested during a load in the next one, each once', async () => {
  const loads: (readonly string[])[] = [];
  const find = createBatchLoader(async (keys) => {
    loads.push(keys);
    await new Promise(setImmediate);
    return new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, key.toUpperCase()]));
  });
  const [first, second] = [find('a'), find('b')];
  while (loads.length === 0) await new Promise(setImmediate);
  assert.deepEqual(await Promise.all(['b', 'c', 'c', 'nobody'].map(find)), ['B', 'C', 'C', undefined]);
  assert.deepEqual(await Promise.all([first, second]), ['A', 'B']);
  assert.deepEqual(loads, [
    ['a', 'b'],
    ['b', 'c', 'nobody'],
  ]);
});

test('rejects only the callers of a failed load', async () => {
  let isBroken = true;
  const find = createBatchLoader(async (keys) => {
    await new Promise(setImmediate);
    if (isBroken) throw new Error('away');
    return new Map(keys.map((key) => [key, 1]));
  });
  await assert.rejects(find('a'), /away/);
  isBroken = false;
  assert.equal(await find('a'), 1);
});
