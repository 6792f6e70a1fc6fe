import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { createPromiseCache } from './promise-cache.ts';

test('removes a rejected promise, so that the next call loads again', async () => {
  const cache = createPromiseCache<string, number>(2);
  let loads = 0;
  const load = async (): Promise<number> => {
    loads += 1;
    if (loads === 1) throw new Error('once');
    return loads;
  };
  const failing = [cache.get('a', load), cache.get('a', load)];
  for (const each of failing) await assert.rejects(each, /once/);
  assert.equal(await cache.get('a', load), 2);
  assert.equal(await cache.get('a', load), 2);
});

test('evicts the key that was loaded first', async () => {
  const cache = createPromiseCache<string, string>(2);
  const loaded: string[] = [];
  const get = (key: string) =>
    cache.get(key, async () => {
      loaded.push(key);
      return key;
    });
  for (const key of ['a', 'b', 'a', 'c', 'b', 'a']) assert.equal(await get(key), key);
  assert.deepEqual(loaded, ['a', 'b', 'c', 'a']);
});

test('keeps a load that began after a delete when the earlier promise rejects', async () => {
  const cache = createPromiseCache<string, number>(2);
  const first = Promise.withResolvers<number>();
  const failing = cache.get('a', () => first.promise);
  cache.delete('a');
  const kept = cache.get('a', async () => 1);
  first.reject(new Error('late'));
  await assert.rejects(failing, /late/);
  assert.equal(
    cache.get('a', async () => 2),
    kept,
  );
});

test('is the only cache of promises by key in the server', () => {
  const root = path.resolve(import.meta.dirname, '..');
  const holders = fs
    .readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .filter((name) => /Map<[^>]+, Promise</.test(fs.readFileSync(path.join(root, name), 'utf8')))
    .map((name) => name.replaceAll('\\', '/'));
  // keyed-mutex.ts removes its promises when they settle.
  assert.deepEqual(holders.toSorted(), ['core/keyed-mutex.ts', 'core/promise-cache.ts']);
});
