// Encodings of statement files.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readStatementLines } from './statement-file.ts';

const lines = [
  '05/02/69 15:07 บช X-7776 รับโอนจาก X-3334 500.37 คงเหลือ 12,345.67 บ.',
  'เงิน 180.00บ เข้าบ/ชx963071 25/11@17:21',
];

function toTis620(text: string): Buffer {
  return Buffer.from(
    [...text].map((sign) => (sign < '\u0E00' ? sign.charCodeAt(0) : sign.charCodeAt(0) - 0x0e00 + 0xa0)),
  );
}

function swapBytes(bytes: Buffer): Buffer {
  return Buffer.from(bytes).swap16();
}

test('reads the lines of a file in UTF-8, UTF-16 and TIS-620, with and without a byte order mark', () => {
  for (const end of ['\n', '\r\n', '\r', '\u2028', '\n\n', '\r\n \r\n']) {
    const text = lines.join(end) + end;
    const files = [
      Buffer.from(text),
      Buffer.from(`\uFEFF${text}`),
      Buffer.from(text, 'utf16le'),
      Buffer.from(`\uFEFF${text}`, 'utf16le'),
      swapBytes(Buffer.from(text, 'utf16le')),
      swapBytes(Buffer.from(`\uFEFF${text}`, 'utf16le')),
      Buffer.from(`${text}${'\0'.repeat(4_001)}`),
      Buffer.from(`\uFEFF${text}${'\0'.repeat(4_000)}`, 'utf16le'),
      Buffer.from(`${text}${'\0'.repeat(4_000)}`, 'utf16le'),
      ...(end === '\u2028' ? [] : [toTis620(text), Buffer.concat([Buffer.from('\uFEFF'), toTis620(text)])]),
      ...(end === '\u2028' ? [] : [Buffer.concat([toTis620(text), Buffer.alloc(4_000)])]),
    ];
    for (const file of files) assert.deepEqual(readStatementLines(file), lines, file.subarray(0, 12).toString('hex'));
  }
  assert.deepEqual(readStatementLines(Buffer.from('plain ASCII')), ['plain ASCII']);
  assert.deepEqual(readStatementLines(Buffer.from('')), []);
});

test('rejects a file that is no text of these encodings', () => {
  const pdf = Buffer.from('%PDF-1.7\n\u00E2\u00E3\u00CF\u0001\u0002', 'latin1');
  for (const file of [
    pdf,
    Buffer.from([0xff, 0xfe, 0x00]),
    Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x14]),
    Buffer.from([0xfc, 0xfd]),
  ]) {
    assert.equal(readStatementLines(file), undefined, file.toString('hex'));
  }
});
