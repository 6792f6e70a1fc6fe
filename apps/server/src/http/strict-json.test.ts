import assert from 'node:assert/strict';
import { test } from 'node:test';

import { InvalidJsonError, parseStrictJson } from './strict-json.ts';

test('parses unambiguous JSON like JSON.parse', () => {
  const text =
    ' {"Amount": 100.25, "list": [1, {"ชื่อ": "สมชาย\\n\\u0e01"}], "is": true, "none": null, "empty": {}, "nothing": []} ';
  assert.deepEqual(parseStrictJson(text), JSON.parse(text));
});

test('rejects ambiguous or invalid JSON', () => {
  const hostile = [
    '',
    ' ',
    '{',
    '}',
    '{}x',
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"__proto__":{"a":1}}',
    '{"constructor":{}}',
    '[1,]',
    '{"a":1,}',
    "{'a':1}",
    '{a:1}',
    '1e3',
    '1E3',
    '1e309',
    '-0',
    '-0.0',
    '01',
    '+1',
    '.5',
    '5.',
    '0x10',
    'NaN',
    'Infinity',
    '9007199254740993',
    '0.1234567890123456',
    `1${'0'.repeat(60_000)}`,
    '"\\ud800"',
    '"\\u0000"',
    '"\u0000"',
    '"a',
    '"\\x41"',
    '"line\nbreak"',
    '\ufeff{}',
    'tru',
    'nullx',
    `${'['.repeat(9)}${']'.repeat(9)}`,
    '{"a":'.repeat(9_000),
  ];
  for (const text of hostile) assert.throws(() => parseStrictJson(text), InvalidJsonError, text.slice(0, 40));
});

test('accepts eight levels of nesting', () => {
  assert.deepEqual(parseStrictJson(`${'['.repeat(8)}1${']'.repeat(8)}`), [[[[[[[[1]]]]]]]]);
});

test('accepts any number and more levels with wider limits, and still rejects ambiguous JSON', () => {
  const limits = { depthMax: 32, allowsAnyNumber: true };
  const text = `{"id":12345678901234567890,"rate":1e-7,"deep":${'['.repeat(31)}${']'.repeat(31)}}`;
  assert.deepEqual(parseStrictJson(text, limits), JSON.parse(text));
  for (const hostile of ['{"a":1,"a":2}', '{"__proto__":1}', '"\\u0000"', '"\\ud800"', '[01]', '['.repeat(33)]) {
    assert.throws(() => parseStrictJson(hostile, limits), InvalidJsonError, hostile);
  }
});

test('rejects long hostile text in linear time', () => {
  const before = process.cpuUsage();
  for (const text of [
    '"'.repeat(16_000),
    `"${'\\'.repeat(15_999)}`,
    ' '.repeat(16_000),
    '-'.repeat(16_000),
    `[${'1,'.repeat(8_000)}`,
  ]) {
    assert.throws(() => parseStrictJson(text), InvalidJsonError);
  }
  // CPU time of this process, independent of the load of the machine.
  assert.ok(process.cpuUsage(before).user < 200_000);
});
