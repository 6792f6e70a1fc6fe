// The slip's QR: every vector, every refusal, and no text that takes long.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import fc from 'fast-check';

import { crc16, decodeSlipQr, encodeSlipQr, formatReference, refusalOfProblem, type Slip } from './slip-qr.ts';

type Vector = {
  readonly id: string;
  readonly payload: string;
  readonly expect: { readonly ok: boolean; readonly reason?: string; readonly crcRepaired?: boolean };
  readonly alsoAcceptable?: readonly string[];
};

const path = `${import.meta.dirname.replace(/src$/, 'vectors')}/slip-vectors.json`;
const vectors: Vector[] = JSON.parse(readFileSync(path, 'utf8')).decode;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'.split('');
const reference = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 25 });
const bankSlip = fc
  .tuple(fc.stringMatching(/^\d{3}$/), reference)
  .map(([sendingBank, transRef]): Slip => ({ kind: 'BANK_SLIP', sendingBank, transRef }));

test('all 51 vectors are read as they should be', () => {
  assert.equal(vectors.length, 51);
  for (const { id, payload, expect, alsoAcceptable } of vectors) {
    const reading = decodeSlipQr(payload);
    if (!reading.ok) {
      const accepted = [expect.reason, ...(alsoAcceptable ?? [])];
      assert.ok(!expect.ok && accepted.includes(reading.problem), `${id}: ${reading.problem}`);
      continue;
    }
    const { ok, crcRepaired = false, ...slip } = expect;
    assert.ok(ok, `${id} must not be read`);
    assert.deepEqual(reading, { ok: true, slip, crcRepaired }, id);
  }
});

test('the checksum is CRC-16/CCITT-FALSE', () => {
  assert.equal(crc16('123456789'), '29B1');
});

test('a text of 41 characters with a negative length is refused at once', () => {
  const before = process.cpuUsage();
  assert.deepEqual(decodeSlipQr('0023000600000101030140202A151-4TH9104CD11'), { ok: false, problem: 'MALFORMED' });
  // Of this process alone, whatever else the machine does.
  assert.ok(process.cpuUsage(before).user < 100_000);
});

test('what was encoded is read back', () => {
  const trueMoney: Slip = {
    kind: 'TRUEMONEY_SLIP',
    eventType: 'P2P',
    transactionId: '50012345678901',
    date: '2026-02-05',
  };
  const check = (slip: Slip) =>
    assert.deepEqual(decodeSlipQr(encodeSlipQr(slip)), { ok: true, slip, crcRepaired: false });
  check(trueMoney);
  fc.assert(fc.property(bankSlip, check));
});

test('one changed character is never read as another transfer', () => {
  fc.assert(
    fc.property(bankSlip, fc.nat(), fc.constantFrom(...letters), (slip, position, letter) => {
      const text = encodeSlipQr(slip);
      const at = position % text.length;
      const reading = decodeSlipQr(text.slice(0, at) + letter + text.slice(at + 1));
      if (reading.ok) assert.deepEqual(reading.slip, slip);
    }),
  );
});

test('upper and lower case are different transfers', () => {
  const lower = formatReference({ kind: 'BANK_SLIP', sendingBank: '014', transRef: 'abc' });
  const upper = formatReference({ kind: 'BANK_SLIP', sendingBank: '014', transRef: 'ABC' });
  assert.notDeepEqual(lower, upper);
});

test('no text makes the decoder throw, and every problem has a refusal', () => {
  const almost = fc.string({ unit: fc.constantFrom(...'0123456789TH-x '.split('')) }).map((text) => `00${text}`);
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), almost), (text) => {
      const reading = decodeSlipQr(text);
      if (!reading.ok) assert.ok(refusalOfProblem(reading.problem));
    }),
  );
});
