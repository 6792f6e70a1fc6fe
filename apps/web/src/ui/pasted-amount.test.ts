import assert from 'node:assert/strict';
import { test } from 'node:test';

import { parsePastedAmount } from './pasted-amount.ts';
import { text } from './ui.text.ts';

const cases: readonly (readonly [pasted: string, amount: string | undefined])[] = [
  ['100', '100'],
  [' 100 ', '100'],
  ['1,000.00', '1000.00'],
  ['฿12,345.67', '12345.67'],
  ['๑,๐๐๐ บาท', '1000'],
  ['１００', '100'],
  ['99999999', '99999999'],
  ['500.-', '500'],
  ['500,-', '500'],
  ['500.–', '500'],
  ['1,500.-', '1500'],
  ['500.00 THB', '500.00'],
  ['THB 500.00', '500.00'],
  ['500 Baht', '500'],
  ['500บ.', '500'],
  ['1,000 บาทถ้วน', '1000'],
  ['500,50', '500.50'],
  ['500,5', '500.5'],
  ['1.500,25', '1500.25'],
  ['\u2066500.00\u2069', '500.00'],
  ['5\u00a0000,50 THB', '5000.50'],
  ['THB', undefined],
  ['500.00 USD', undefined],
  ['5 ดาว', undefined],
  ['1.000', undefined],
  ['1,2,3', undefined],
  ['50%', undefined],
  ['5²', undefined],
  ['5½', undefined],
  ['⑤', undefined],
  ['12345678.90', undefined],
  ['1e3', undefined],
  ['-100', undefined],
  ['0.005', undefined],
  ['100.', undefined],
  ['1,00', '1.00'],
  ['123,456.78', undefined],
  ['081-234-5678', undefined],
  ['', undefined],
];

for (const [pasted, amount] of cases) {
  test(`${amount === undefined ? 'rejects' : 'accepts'} "${pasted}" pasted as an amount`, () => {
    assert.equal(parsePastedAmount(pasted, text.currencyNames), amount);
  });
}
