import assert from 'node:assert/strict';
import { test } from 'node:test';

import { parsePastedAmount } from './pasted-amount.ts';

const cases: readonly (readonly [pasted: string, amount: string | undefined])[] = [
  ['100', '100'],
  [' 100 ', '100'],
  ['1,000.00', '1000.00'],
  ['฿12,345.67', '12345.67'],
  ['๑,๐๐๐ บาท', '1000'],
  ['１００', '100'],
  ['99999999', '99999999'],
  ['1e3', undefined],
  ['-100', undefined],
  ['0.005', undefined],
  ['100.', undefined],
  ['1,00', undefined],
  ['123,456.78', undefined],
  ['081-234-5678', undefined],
  ['', undefined],
];

for (const [pasted, amount] of cases) {
  test(`${amount === undefined ? 'rejects' : 'accepts'} "${pasted}" pasted as an amount`, () => {
    assert.equal(parsePastedAmount(pasted, 'บาท'), amount);
  });
}
