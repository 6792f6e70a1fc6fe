// Rows that arrive in a live list: which are shown at once, and which the button shows.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { admitRows, type ReadRows, type ShownRows } from './arrivals.ts';

const read = (pages: readonly string[], of: Partial<ReadRows> = {}): ReadRows => ({
  question: 'withdrawals',
  pages: pages.map((page) => [...page]),
  isComplete: true,
  isFresh: true,
  acts: [],
  ...of,
});
const open = (pages: readonly string[], of: Partial<ReadRows> = {}): ShownRows => admitRows(undefined, read(pages, of));
const show = (before: ShownRows, now: ReadRows): string => {
  const { keys } = admitRows(before, now);
  return now.pages
    .flat()
    .filter((key) => keys.has(key))
    .join('');
};

test('keeps rows that arrive above, between and below the shown ones behind the button', () => {
  assert.equal(show(open(['bd']), read(['abcde'])), 'bd');
});

test('shows all rows of another filter, and those that replace the rows of an earlier visit', () => {
  assert.equal(show(open(['bd']), read(['abd'], { question: 'deposits' })), 'abd');
  assert.equal(show(open(['bd'], { isFresh: false }), read(['abd'])), 'abd');
});

test('shows a requested page, and rows that fill a page from below', () => {
  const first = open(['cd'], { isComplete: false });
  assert.equal(show(first, read(['acd', 'ef'])), 'cdef');
  assert.equal(show(first, read(['de'], { isComplete: false })), 'de');
  assert.equal(show(first, read(['acd'], { isComplete: false })), 'cd');
});

test('shows the rows of an emptied list at once', () => {
  assert.equal(show(open(['']), read(['a'])), 'a');
  assert.equal(show(open(['b']), read(['a'])), 'a');
});

test('shows a row again that left the list', () => {
  const without = admitRows(open(['abc']), read(['ac']));
  assert.equal(show(without, read(['xabc'])), 'abc');
});

test('shows what the own action named or made', () => {
  const act = (...names: readonly string[]) => ({ acts: [{ names, at: 1 }] });
  assert.equal(show(open(['bd']), read(['xybd'], act('b', 'x'))), 'xbd');
  assert.equal(show(open(['bd']), read(['xybd'], act('new'))), 'xybd');
});
