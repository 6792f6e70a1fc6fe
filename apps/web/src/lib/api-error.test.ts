// What a page may believe about a question that did not get a yes.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ApiError } from './api-error.ts';

test('a question is asked again as the same question whenever it may have been done all the same', () => {
  const cases = [
    ['NO_CONNECTION', 0, true],
    ['UNREADABLE_ANSWER', 200, true],
    ['INTERNAL', 500, true],
    ['SERVER_BUSY', 503, true],
    ['MAINTENANCE', 503, false],
    ['INSUFFICIENT_FUNDS', 422, false],
    ['TOO_MANY_REQUESTS', 429, false],
  ] as const;
  for (const [code, status, expected] of cases) {
    assert.equal(new ApiError(code, '', { status }).mayBeDone, expected, code);
  }
});
