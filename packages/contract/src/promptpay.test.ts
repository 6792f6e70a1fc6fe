import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { test } from 'node:test';

import { baht, money } from '@chaba/money';

import { encodePromptPay } from './promptpay.ts';

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

test('encodes what encoders of others encode, for phones, national ids and e-wallets', () => {
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

test('encodes nothing for an id or an amount that no code can hold', () => {
  for (const id of ['', '0', '081234567', '1234567890', '08123456789', '12345678901234', 'a812345678']) {
    assert.equal(encodePromptPay(id), undefined, id);
  }
  assert.equal(encodePromptPay('0812345678', baht(10_000_000_000)), undefined);
});
