// Display formats of times.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { formatBangkokDay, formatDate, formatTime } from './thai-time.ts';

test('formats a time as day, month name, Buddhist year and 12-hour Bangkok time', () => {
  const table: [string, string][] = [
    ['2026-11-05T14:07:00Z', '5 พฤศจิกายน 2569 9:07 pm'],
    ['2026-02-04T17:05:00Z', '5 กุมภาพันธ์ 2569 12:05 am'],
    ['2026-02-05T05:05:00Z', '5 กุมภาพันธ์ 2569 12:05 pm'],
    ['2026-12-31T16:59:59Z', '31 ธันวาคม 2569 11:59 pm'],
    ['2026-12-31T17:00:00Z', '1 มกราคม 2570 12:00 am'],
  ];
  for (const [time, shown] of table) assert.equal(formatTime(new Date(time)), shown);
});

test('formats the Gregorian year where the site selects it', () => {
  assert.equal(formatTime(new Date('2026-11-05T14:07:00Z'), 'gregory'), '5 พฤศจิกายน 2026 9:07 pm');
  assert.equal(formatDate(new Date('2026-11-05T14:07:00Z')), '5 พฤศจิกายน 2569');
});

test('returns the Bangkok day', () => {
  assert.equal(formatBangkokDay(new Date('2026-11-05T16:59:59Z')), '2026-11-05');
  assert.equal(formatBangkokDay(new Date('2026-11-05T17:00:00Z')), '2026-11-06');
});
