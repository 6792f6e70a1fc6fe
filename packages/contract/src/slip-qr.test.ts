// Decoding and encoding of slip QR codes: vectors, error codes, bounded time.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import fc from 'fast-check';

import { crc16, decodeSlipQr, encodeSlipQr, formatReference, toSlipErrorCode, type Slip } from './slip-qr.ts';

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

test('decodes all 51 vectors as expected', () => {
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

test('computes CRC-16/CCITT-FALSE', () => {
  assert.equal(crc16('123456789'), '29B1');
});

test('rejects a negative length field without looping', () => {
  const before = process.cpuUsage();
  assert.deepEqual(decodeSlipQr('0023000600000101030140202A151-4TH9104CD11'), { ok: false, problem: 'MALFORMED' });
  // CPU time of this process, independent of the load of the machine.
  assert.ok(process.cpuUsage(before).user < 100_000);
});

test('decodes every encoded slip', () => {
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

test('never decodes one changed character as another transfer', () => {
  fc.assert(
    fc.property(bankSlip, fc.nat(), fc.constantFrom(...letters), (slip, position, letter) => {
      const text = encodeSlipQr(slip);
      const at = position % text.length;
      const reading = decodeSlipQr(text.slice(0, at) + letter + text.slice(at + 1));
      if (reading.ok) assert.deepEqual(reading.slip, slip);
    }),
  );
});

test('distinguishes references by case', () => {
  const lower = formatReference({ kind: 'BANK_SLIP', sendingBank: '014', transRef: 'abc' });
  const upper = formatReference({ kind: 'BANK_SLIP', sendingBank: '014', transRef: 'ABC' });
  assert.notDeepEqual(lower, upper);
});

test('never throws on any text, and maps every problem to an error code', () => {
  const almost = fc.string({ unit: fc.constantFrom(...'0123456789TH-x '.split('')) }).map((text) => `00${text}`);
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), almost), (text) => {
      const reading = decodeSlipQr(text);
      if (!reading.ok) assert.ok(toSlipErrorCode(reading.problem));
    }),
  );
});
