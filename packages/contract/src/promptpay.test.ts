import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { test } from 'node:test';

import { baht, formatBaht, money } from '@chaba/money';
import { parse } from 'promptparse';

import { encodePromptPay, isPromptPayId } from './promptpay.ts';

type Vector = {
  readonly id: string;
  readonly input: {
    readonly type: string;
    readonly target?: string;
    readonly amount?: number;
    readonly message?: string;
  };
  readonly payload: string;
};

const { encode } = JSON.parse(
  fs.readFileSync(`${import.meta.dirname.replace(/src$/, 'vectors')}/promptpay-vectors.json`, 'utf8'),
) as { encode: readonly Vector[] };

test('encodes phones, national ids and e-wallets like third-party encoders', () => {
  const ours = encode.filter(
    ({ input }) => ['MSISDN', 'NATID', 'EWALLETID'].includes(input.type) && input.message === undefined,
  );
  assert.ok(ours.length >= 5);
  for (const { id, input, payload } of ours) {
    const target = (input.target ?? '').replace(/^\+66/, '0');
    // Vectors count satang.
    assert.equal(encodePromptPay(target, money(BigInt(input.amount ?? 0) * 100n)), payload, id);
  }
});

test('returns undefined for an id or an amount that cannot be encoded', () => {
  for (const id of ['', '0', '081234567', '1234567890', '08123456789', '12345678901234', 'a812345678']) {
    assert.equal(encodePromptPay(id), undefined, id);
  }
  assert.equal(encodePromptPay('0812345678', baht(10_000_000_000)), undefined);
});

test('produces codes that a third-party decoder reads', () => {
  const receivers = [
    ['0812345678', '01', '0066812345678'],
    ['1234567890121', '02', '1234567890121'],
    ['140000812345678', '03', '140000812345678'],
  ] as const;
  for (const [id, field, receiver] of receivers) {
    for (const amount of [money(100n), baht(1), money(11_500n), money(1_234_567_800n)]) {
      // Strict mode rejects a wrong checksum.
      const code = parse(encodePromptPay(id, amount) ?? '', true);
      assert.ok(code, id);
      assert.equal(code.getTagValue('29', '00'), 'A000000677010111');
      assert.equal(code.getTagValue('29', field), receiver);
      assert.equal(code.getTagValue('54'), formatBaht(amount).replaceAll(',', ''));
      assert.deepEqual([code.getTagValue('01'), code.getTagValue('53'), code.getTagValue('58')], ['12', '764', 'TH']);
    }
    const reusable = parse(encodePromptPay(id) ?? '', true);
    assert.deepEqual([reusable?.getTagValue('01'), reusable?.getTagValue('54')], ['11', undefined]);
  }
});

test('rejects a national or tax id with a wrong check digit', () => {
  assert.ok(isPromptPayId('1234567890121'));
  for (const id of ['1234567890122', '1234567890131', '2134567890121']) assert.equal(isPromptPayId(id), false, id);
  assert.ok(isPromptPayId('0812345678'));
  assert.ok(isPromptPayId('140000812345678'));
});
