import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';

import { forEachConcurrent } from './for-each-concurrent.ts';

test('runs each item once, within the concurrency limit', async () => {
  const seen: number[] = [];
  const at = { once: 0, most: 0 };
  await forEachConcurrent(
    Array.from({ length: 20 }, (_, index) => index),
    3,
    async (item) => {
      at.once += 1;
      at.most = Math.max(at.most, at.once);
      await setImmediate();
      seen.push(item);
      at.once -= 1;
    },
  );
  assert.equal(at.most, 3);
  assert.deepEqual(
    seen.toSorted((one, other) => one - other),
    Array.from({ length: 20 }, (_, index) => index),
  );
});

test('runs the remaining items after a failure and rejects with the first error', async () => {
  const done: number[] = [];
  const odd = async (item: number): Promise<void> => {
    await setImmediate();
    if (item === 2) throw new Error('two');
    done.push(item);
  };
  await assert.rejects(forEachConcurrent([1, 2, 3, 4], 2, odd), /^Error: two$/);
  assert.deepEqual(done, [1, 3, 4]);
  const never = async (): Promise<void> => {
    throw new Error('no');
  };
  await assert.rejects(forEachConcurrent([1, 2, 3], 2, never), (error) => {
    assert.ok(error instanceof Error && error.cause instanceof Error);
    assert.deepEqual([error.message, error.cause.message], ['3 failed, this one first', 'no']);
    return true;
  });
});

test('reads pages on demand and stops when the database is unavailable', async () => {
  const requested: number[] = [];
  let isClosed = false;
  async function* pages(): AsyncGenerator<number> {
    try {
      for (let item = 1; item <= 100; item += 1) {
        requested.push(item);
        yield item;
      }
    } finally {
      isClosed = true;
    }
  }
  const away = async (item: number): Promise<void> => {
    if (item === 3) throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
  };
  await assert.rejects(forEachConcurrent(pages(), 1, away), /away/);
  assert.ok(requested.length <= 4, `${requested.length} were requested for`);
  assert.equal(isClosed, true);
});

test('finishes started items when the source of items fails', async () => {
  const done: number[] = [];
  async function* broken(): AsyncGenerator<number> {
    yield 1;
    yield 2;
    throw new Error('no more pages');
  }
  const slowly = async (item: number): Promise<void> => {
    for (let turn = 0; turn < 10 * item; turn += 1) await setImmediate();
    done.push(item);
  };
  await assert.rejects(forEachConcurrent(broken(), 3, slowly), /^Error: no more pages$/);
  assert.deepEqual(done, [1, 2]);
});
