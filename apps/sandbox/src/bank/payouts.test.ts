import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import { until } from '@chaba/sandbox-kit/testing/until';

import { openBank, type BankTestResponse, type OpenBank } from './testing/open-bank.ts';

const RESULTS = '/integrations/bank/v1/payouts';

let bank: OpenBank;
before(async () => {
  bank = await openBank();
});
after(() => bank.close());

const pay = (payoutId: string, account: string, amount = '300.00'): Promise<BankTestResponse> =>
  bank.askSigned('POST', '/payout-api/v1/payouts', { payoutId, bankCode: '014', account, name: 'สมหญิง ใจดี', amount });
const state = async (payoutId: string): Promise<unknown> =>
  (await bank.askSigned('GET', `/payout-api/v1/payouts/${payoutId}`)).body;
const results = async (payoutId: string): Promise<unknown[]> =>
  bank.server.received
    .filter((call) => call.path === RESULTS && call.isSigned)
    .map((call) => JSON.parse(call.body) as { payoutId: string })
    .filter((result) => result.payoutId === payoutId);
const settled = (payoutId: string): Promise<unknown> =>
  until(async () => (await results(payoutId))[0], `${payoutId} has no result`);
/** Resolves when all messages written before have been delivered. */
const another = async (payoutId: string): Promise<void> => {
  await pay(payoutId, '3334445551');
  await settled(payoutId);
};

test('accepts and pays a payout and reports it once', async () => {
  const before = await bank.ask('GET', '/bank/accounts/014/3334445556');
  assert.deepEqual((await pay('P-1', '3334445556')).body, { code: 'OK', payoutId: 'P-1', status: 'accepted' });
  await settled('P-1');
  assert.deepEqual(await state('P-1'), { code: 'OK', payoutId: 'P-1', status: 'paid' });
  assert.deepEqual(await results('P-1'), [{ payoutId: 'P-1', status: 'paid' }]);
  const after = await bank.ask('GET', '/bank/accounts/014/3334445556');
  assert.equal(Number(after.body['balance']) - Number(before.body['balance']), 300);
});

test('pays a repeated payout once', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => pay('P-2', '3334445557')));
  for (const answer of answers) assert.equal(answer.body['code'], 'OK');
  await settled('P-2');
  assert.deepEqual((await pay('P-2', '3334445557')).body, { code: 'OK', payoutId: 'P-2', status: 'paid' });
  await another('P-2 later');
  assert.equal((await results('P-2')).length, 1);
  assert.equal((await bank.ask('GET', '/bank/accounts/014/3334445557')).body['balance'], '1000300.00');
});

test('rejects the same id with other content', async () => {
  await pay('P-3', '3334445558');
  assert.deepEqual((await pay('P-3', '3334445558', '301.00')).body, { code: 'CONFLICT' });
  assert.deepEqual((await pay('P-3', '3334445559')).body, { code: 'CONFLICT' });
  await settled('P-3');
  assert.equal((await bank.ask('GET', '/bank/accounts/014/3334445558')).body['balance'], '1000300.00');
  assert.equal((await bank.ask('GET', '/bank/accounts/014/3334445559')).body['balance'], '1000000.00');
});

test('reports a payout to an account ending 0004 as failed and credits no money', async () => {
  await pay('P-4', '3334440004');
  await settled('P-4');
  assert.deepEqual(await results('P-4'), [{ payoutId: 'P-4', status: 'failed', reason: 'REJECTED_BY_BANK' }]);
  assert.equal((await bank.ask('GET', '/bank/accounts/014/3334440004')).body['balance'], '1000000.00');
});

test('pays a payout to an account ending 0005 after a minute', async () => {
  await pay('P-5', '3334440005');
  await another('P-5 later');
  assert.deepEqual(await state('P-5'), { code: 'OK', payoutId: 'P-5', status: 'accepted' });
  await settled('P-5');
  assert.deepEqual(await results('P-5'), [{ payoutId: 'P-5', status: 'paid' }]);
});

test('returns not found for an unknown payout and rejects a malformed one', async () => {
  assert.deepEqual(await state('P-none'), { code: 'NOT_FOUND' });
  assert.equal((await pay('P-6', '333444000')).status, 400);
  assert.equal((await pay('P-6', '3334445556', '0.001')).status, 400);
  assert.deepEqual(await state('P-6'), { code: 'NOT_FOUND' });
});

test('retries a result until the server answers 2xx', async () => {
  bank.server.statuses = [500, 0, 404];
  const before = bank.server.received.length;
  await pay('P-7', '3334445556');
  await bank.server.waitFor(RESULTS, before + 4);
  const reported = await results('P-7');
  assert.equal(reported.length, 4);
  for (const result of reported) assert.deepEqual(result, { payoutId: 'P-7', status: 'paid' });
  await another('P-7 later');
  assert.equal((await results('P-7')).length, 4);
});

test('moves the money and reports each changed result of a payout', async () => {
  const account = '/bank/accounts/014/3334445560';
  const setResult = (status: string) => bank.ask('POST', '/bank/payouts/P-8/result', { status });
  assert.equal((await setResult('returned')).status, 404);
  await pay('P-8', '3334445560');
  await settled('P-8');
  for (const [status, balance] of [
    ['returned', '1000000.00'],
    ['paid', '1000300.00'],
    ['paid', '1000300.00'],
    ['failed', '1000000.00'],
  ] as const) {
    assert.equal((await setResult(status)).status, 200);
    assert.equal(((await state('P-8')) as { status: string }).status, status);
    assert.equal((await bank.ask('GET', account)).body['balance'], balance);
  }
  await until(async () => (await results('P-8')).length === 5 || undefined, 'five results are reported');
  assert.deepEqual((await results('P-8')).map((result) => (result as { status: string }).status).toSorted(), [
    'failed',
    'paid',
    'paid',
    'paid',
    'returned',
  ]);
  assert.equal((await setResult('perhaps')).status, 400);
});
