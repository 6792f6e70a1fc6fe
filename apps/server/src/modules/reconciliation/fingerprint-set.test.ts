import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createFingerprintSet } from './fingerprint-set.ts';

test('recognises exactly the added ids of a hundred thousand', () => {
  const names = createFingerprintSet();
  for (let index = 0; index < 100_000; index += 1) names.add(`tx-${index}`);
  names.add('tx-7');
  for (let index = 0; index < 100_000; index += 1) {
    assert.ok(names.has(`tx-${index}`));
    assert.ok(!names.has(`other-${index}`));
  }
});
