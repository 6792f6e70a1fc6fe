import assert from 'node:assert/strict';
import { test } from 'node:test';

import { groupByDay, toDays } from './history-filters.ts';

test('computes a range that begins at a Bangkok day and includes today', () => {
  // 01:30 in Bangkok is the previous day in UTC.
  const now = new Date('2026-11-20T18:30:00Z');
  assert.equal(toDays('today', now).from, '2026-11-21');
  assert.equal(toDays('week', now).from, '2026-11-15');
  assert.equal(toDays('month', now).from, '2026-10-23');
  assert.equal(toDays('all', now).from, undefined);
});

test('groups rows under their Bangkok day in the given order', () => {
  const rows = ['2026-11-20T18:30:00Z', '2026-11-20T16:59:00Z', '2026-11-20T01:00:00Z'].map((createdAt) => ({
    createdAt,
  }));
  assert.deepEqual(
    groupByDay(rows).map(([day, items]) => [day, items.length]),
    [
      ['2026-11-21', 1],
      ['2026-11-20', 2],
    ],
  );
});

test('groups a row with an invalid time under no day', () => {
  assert.deepEqual(
    groupByDay([{ createdAt: '' }, { createdAt: '2026-11-20T18:30:00Z' }, { createdAt: 'soon' }]).map(
      ([day, items]) => [day, items.length],
    ),
    [
      ['', 2],
      ['2026-11-21', 1],
    ],
  );
});
