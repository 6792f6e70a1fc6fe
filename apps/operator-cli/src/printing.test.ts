import assert from 'node:assert/strict';
import { test } from 'node:test';

import { cleanText, formatFacts, formatTable } from './printing.ts';

const HOSTILE = [
  '\u001b[2J\u001b[1;1Hpaid',
  '\u001b]0;title\u0007',
  '\u009b31mred',
  '\u001b]8;;https://evil.test\u001b\\link',
  'name\nW00000001  paid',
  'name\r\u001b[Kpaid',
  'a\u0008\u0008\u0008b',
  'safe\u202egnp.exe',
  '\u2066x\u2069',
  'ส\u200bม\ufeff',
  '\u0000\u007f\u0085\u2028',
];

test('prints a cell on one line without control characters', () => {
  const printed = formatTable(HOSTILE.map((name) => ['W1', name]));
  assert.equal(printed.split('\n').length, HOSTILE.length);
  for (const line of printed.split('\n')) assert.doesNotMatch(line, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  for (const name of HOSTILE) assert.doesNotMatch(formatFacts({ name, list: [name] }), /[\p{Cc}\p{Cf}]/u);
});

test('keeps lines, Thai marks and symbols of a text', () => {
  const text = 'สมหญิง ใจดี น้ำ ๑๒๓\n  ฿1,000.00 — ✓ 🌺\n';
  assert.equal(cleanText(text), text);
  for (const each of HOSTILE) assert.doesNotMatch(cleanText(each), /(?!\n)[\p{Cc}\p{Cf}]/u);
});
