import assert from 'node:assert/strict';
import { test } from 'node:test';

import { parseStatementLine } from './statement-lines.ts';
import vectors from './statement-vectors.json' with { type: 'json' };

const now = new Date('2026-02-05T16:00:00+07:00');
const ours = [
  { bankCode: '004', account: '9998887776' },
  { bankCode: '006', account: '1234294991' },
  { bankCode: '014', account: '5556963071' },
];

for (const { id, bank, line, expect, note } of vectors) {
  test(`parses the statement line "${id}": ${note}`, () => {
    const reading = parseStatementLine(bank, line, ours, now);
    assert.equal(reading.ok, expect.ok);
    if (!reading.ok) {
      if (expect.reason !== undefined) assert.equal(reading.reason, expect.reason);
      return;
    }
    assert.equal(reading.line.transferredAt.getTime(), new Date(expect.at ?? '').getTime());
    assert.equal(reading.line.amount, BigInt(expect.amountSatang ?? 0) * 100n);
    assert.equal(reading.line.balanceAfter, BigInt(expect.balanceSatang ?? 0) * 100n);
    assert.equal(reading.line.senderTail ?? null, expect.senderTail);
    assert.equal(reading.line.senderBank ?? null, expect.senderBank);
    assert.equal(reading.receiverShown, expect.receiverTail ?? expect.receiverMask);
  });
}

test('leaves the sender of a transfer from another bank to KBank open', () => {
  const reading = parseStatementLine('004', '05/02/69 15:07 บช X-7776 เงินเข้า 1,000.00 คงเหลือ 12,345.67 บ.', ours, now);
  assert.ok(reading.ok);
  assert.deepEqual([reading.line.senderTail, reading.line.senderBank], [undefined, undefined]);
});

test('dates a line without a year in the year closest to now', () => {
  const atNewYear = new Date('2026-01-01T00:10:00+07:00');
  const reading = parseStatementLine('014', 'เงิน 399.69บ เข้าบ/ชx963071 31/12@23:58 ใช้ได้ 6,302บ', ours, atNewYear);
  assert.ok(reading.ok);
  assert.equal(reading.line.transferredAt.toISOString(), '2025-12-31T16:58:00.000Z');
  const named = parseStatementLine('014', '05/02@15:07 500.00 จากKBNK/x123334เข้าx963071', ours, now);
  assert.ok(named.ok);
  assert.deepEqual([named.line.senderBank, named.line.senderTail], ['004', '123334']);
});

test('rejects a day that does not exist, a zero amount and an unknown bank', () => {
  for (const [bank, line] of [
    ['004', '31/02/69 15:07 บช X-7776 เงินเข้า 1.00 คงเหลือ 2.00 บ.'],
    ['004', '05/02/69 15:07 บช X-7776 เงินเข้า 0.00 คงเหลือ 2.00 บ.'],
    ['999', '05/02/69 15:07 บช X-7776 เงินเข้า 1.00 คงเหลือ 2.00 บ.'],
    ['004', `05/02/69 15:07 บช X-7776 เงินเข้า ${'1'.repeat(5_000)} คงเหลือ 2.00 บ.`],
  ] as const) {
    assert.deepEqual(parseStatementLine(bank, line, ours, now), { ok: false, reason: 'NOT_A_STATEMENT_LINE' });
  }
});
