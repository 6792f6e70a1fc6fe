import assert from 'node:assert/strict';
import { test } from 'node:test';

import { text } from './landing.text.ts';

test('names the categories of the site in the lead and no other', () => {
  for (const [categories, lead] of [
    [['คาสิโนสด', 'สล็อต', 'โป๊กเกอร์', 'เทรดดิ้ง'], 'คาสิโนสด สล็อต โป๊กเกอร์ และเทรดดิ้ง ในที่เดียว'],
    [['คาสิโนสด', 'สล็อต', 'โป๊กเกอร์'], 'คาสิโนสด สล็อต และโป๊กเกอร์ ในที่เดียว'],
    [['คาสิโนสด', 'สล็อต'], 'คาสิโนสดและสล็อต ในที่เดียว'],
    [['สล็อต'], 'สล็อต ในที่เดียว'],
  ] as const) {
    assert.equal(text.lead(categories), lead);
  }
});
