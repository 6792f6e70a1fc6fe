import assert from 'node:assert/strict';
import { test } from 'node:test';

import { celebrationMs } from './celebration.ts';

test('celebrates for 2, 3 and 4 seconds from 10, 50 and 200 stakes on', () => {
  const stake = 500n;
  const durations = [0n, 500n, 4_999n, 5_000n, 24_999n, 25_000n, 99_999n, 100_000n, 2_500_000n].map((payout) =>
    celebrationMs(stake, payout),
  );
  assert.deepEqual(durations, [undefined, undefined, undefined, 2_000, 2_000, 3_000, 3_000, 4_000, 4_000]);
  assert.equal(celebrationMs(0n, 100n), undefined);
});
