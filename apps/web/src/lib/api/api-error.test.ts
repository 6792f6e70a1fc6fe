// Which failed requests may have been executed by the server.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ApiError } from './api-error.ts';

test('requires a retry with the same key whenever the server may have executed the request', () => {
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
    assert.equal(new ApiError(code, '', { status }).mayBeExecuted, expected, code);
  }
});
