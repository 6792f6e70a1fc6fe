// Reasons of bank movements in the words of both languages.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { movementReasons } from '@chaba/contract/back-office/queues';

import { queuesEn } from './queues-en.text.ts';
import { queuesTh } from './queues-th.text.ts';

test('names each reason of a bank movement in words of its own', () => {
  for (const { deposits } of [queuesTh, queuesEn]) {
    assert.deepEqual(Object.keys(deposits.reasons).toSorted(), [...movementReasons]);
    assert.equal(new Set(Object.values(deposits.reasons)).size, movementReasons.length);
  }
});
