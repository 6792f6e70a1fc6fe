import assert from 'node:assert/strict';
import { test } from 'node:test';

import { priceText } from './price.ts';

test('formats a price with thousands separators, two decimals and a minus sign', () => {
  const written = [0, 7, 99_999, 100_000, 1_000_123, 123_456_789, -250].map(priceText);
  assert.deepEqual(written, ['0.00', '0.07', '999.99', '1,000.00', '10,001.23', '1,234,567.89', '−2.50']);
});
