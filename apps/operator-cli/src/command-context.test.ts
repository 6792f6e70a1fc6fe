// Parsing of the words that several commands share.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { parseDay } from './command-context.ts';

const DAYS = ['2000-01-01', '2026-01-31', '2028-02-29', '2400-02-29', '2569-11-28', '2999-12-31'];
const NO_DAYS: readonly (string | undefined)[] = [
  undefined,
  '',
  ' ',
  'today',
  '0000-01-01',
  '0001-01-01',
  '1999-12-31',
  '3000-01-01',
  '9999-12-31',
  '+020000-01-01',
  '-002000-01-01',
  '20260-01-01',
  '202-01-01',
  '26-01-31',
  '2026-1-31',
  '2026-01-1',
  '2026-00-10',
  '2026-13-01',
  '2026-04-31',
  '2026-02-29',
  '2100-02-29',
  '2026-01-00',
  '2026-01-32',
  '2026/01/31',
  '31-01-2026',
  '20260131',
  '2026-01-31T00:00:00Z',
  ' 2026-01-31',
  '2026-01-31\n',
  '๒๕๖๙-๐๑-๓๑',
  '2026‑01‑31',
];

for (const day of DAYS) {
  test(`takes ${day} as a day`, () => assert.equal(parseDay(day), day));
}

for (const typed of NO_DAYS) {
  test(`rejects ${JSON.stringify(typed)} as a day with the form that it wants`, () => {
    assert.throws(() => parseDay(typed), { message: 'Name the day as 2026-01-31.' });
  });
}
