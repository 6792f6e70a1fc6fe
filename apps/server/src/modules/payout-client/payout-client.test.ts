import assert from 'node:assert/strict';
import { test } from 'node:test';

import { baht, money } from '@chaba/money';

import { fakeOutside } from '#testing/fake-bank';

import { createPayoutClient, parseAnswer } from './payout-client.ts';

test('sends an order with two decimals and no separators', async () => {
  const outside = fakeOutside((body) => ({ code: 'OK', payoutId: body['payoutId'], status: 'accepted' }));
  const order = {
    payoutId: 'P1-7',
    bankCode: '014',
    account: '1112223334',
    name: 'สมชาย ใจดี',
    amount: money(123_456_700n),
  };
  assert.equal((await createPayoutClient(outside).pay(order)).status, 'accepted');
  assert.deepEqual(outside.requests, [
    'POST /payout-api/v1/payouts {"payoutId":"P1-7","bankCode":"014","account":"1112223334","name":"สมชาย ใจดี","amount":"12345.67"}',
  ]);
});

test('queries a payout by its id', async () => {
  const outside = fakeOutside(() => ({ code: 'OK', payoutId: 'P1-7', status: 'failed', reason: 'closed' }));
  assert.deepEqual(await createPayoutClient(outside).query('P1-7'), { status: 'failed', reason: 'closed' });
  assert.match(outside.requests[0] ?? '', /^GET \/payout-api\/v1\/payouts\/P1-7 /);
});

test('reports no answer for a missing or invalid response', async () => {
  const order = { payoutId: 'P1-7', bankCode: '014', account: '1112223334', name: 'x', amount: baht(1) };
  assert.equal((await createPayoutClient(fakeOutside(() => undefined)).pay(order)).status, 'no_answer');
  for (const answer of [
    {},
    { code: 'OK' },
    { code: 'OK', payoutId: 'P1-8', status: 'paid' },
    { code: 'OK', payoutId: 'P1-7', status: 'perhaps' },
  ]) {
    assert.equal(parseAnswer(answer, 'P1-7').status, 'no_answer');
  }
  assert.equal(parseAnswer({ code: 'CONFLICT' }, 'P1-7').status, 'conflict');
  assert.equal(parseAnswer({ code: 'NOT_FOUND' }, 'P1-7').status, 'unknown');
});
