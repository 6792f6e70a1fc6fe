import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openToldNames } from './told-names.ts';

test('of a hundred thousand ids each that was told is known and no other', () => {
  const names = openToldNames();
  for (let index = 0; index < 100_000; index += 1) names.add(`tx-${index}`);
  names.add('tx-7');
  for (let index = 0; index < 100_000; index += 1) {
    assert.ok(names.has(`tx-${index}`));
    assert.ok(!names.has(`other-${index}`));
  }
});
