import assert from 'node:assert/strict';
import { test } from 'node:test';

import { baht } from '@chaba/money';

import { fakeOutside } from '#testing/fake-bank';

import { createSlipVerifier, parseAnswer } from './slip-verifier.ts';

const reference = { sendingBank: '014', transRef: '202602055hQ2wXk9TbLm4ZrEa' };
const slip = {
  ...reference,
  receivingBank: '004',
  transDate: '20260205',
  transTime: '15:07:09',
  amount: '500.00',
  sender: { displayName: 'นาย สมชาย ใ', name: 'SOMCHAI J', account: { type: 'BANKAC', value: 'xxx-x-xx333-4' } },
  receiver: { displayName: 'บริษัท ทดสอบ จำกัด', name: 'TEST', proxy: { type: 'MSISDN', value: 'xxx-xxx-2222' } },
};

test('parses a verified slip in Bangkok time', () => {
  const answer = parseAnswer({ code: 'OK', slip }, reference);
  assert.ok(answer.code === 'OK');
  assert.equal(answer.slip.amount, baht(500));
  assert.equal(answer.slip.transferredAt.toISOString(), '2026-02-05T08:07:09.000Z');
  assert.deepEqual(answer.slip.sender, { name: 'นาย สมชาย ใ', account: 'xxx-x-xx333-4', phone: undefined });
  assert.equal(answer.slip.receiver.phone, 'xxx-xxx-2222');
});

const nonsense: readonly (readonly [name: string, answer: Record<string, unknown>])[] = [
  ['another reference', { code: 'OK', slip: { ...slip, transRef: '202602055HQ2WXK9TBLM4ZREA' } }],
  ['another bank', { code: 'OK', slip: { ...slip, sendingBank: '004' } }],
  ['no slip', { code: 'OK' }],
  ['a negative amount', { code: 'OK', slip: { ...slip, amount: '-500.00' } }],
  ['nothing', { code: 'OK', slip: { ...slip, amount: '0.00' } }],
  ['parts of a satang', { code: 'OK', slip: { ...slip, amount: '500.001' } }],
  ['a number for a text', { code: 'OK', slip: { ...slip, amount: 500 } }],
  ['a day that is none', { code: 'OK', slip: { ...slip, transDate: '20261399' } }],
  ['a code of its own', { code: 'MAYBE' }],
  ['no code', {}],
];

for (const [name, answer] of nonsense) {
  test(`treats a response with ${name} as no answer yet`, () => {
    assert.deepEqual(parseAnswer(answer, reference), { code: 'TEMPORARY' });
  });
}

test('returns no answer for an unavailable service, and sends concurrent requests for one reference once', async () => {
  const away = fakeOutside(() => undefined);
  const verifier = createSlipVerifier(away);
  const answers = await Promise.all(Array.from({ length: 50 }, () => verifier.verify(reference)));
  assert.ok(answers.every(({ code }) => code === 'TEMPORARY'));
  assert.equal(away.requests.length, 1);
  await verifier.verify(reference);
  assert.equal(away.requests.length, 2);
});
