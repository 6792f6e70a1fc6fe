import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { signedHeaders } from '@chaba/sandbox-kit/signature';

import { openBank, type OpenBank, SECRETS } from './testing/open-bank.ts';

let bank: OpenBank;
before(async () => {
  bank = await openBank();
});
after(() => bank.close());

const nameOf = (account: string, bankCode = '014') =>
  bank.askSigned('POST', '/bank-api/v1/account-name', { bankCode, account });
const verify = (transRef: string, sendingBank = '014') =>
  bank.askSigned('POST', '/slip-api/v1/verify', { sendingBank, transRef });

test('returns title and names from the name check, and codes for special endings', async () => {
  assert.deepEqual(await nameOf('1112223334'), {
    status: 200,
    body: { code: 'OK', title: 'นางสาว', firstName: 'สมหญิง', lastName: 'ใจดี', isJuristic: false },
  });
  assert.deepEqual((await nameOf('9998887776', '004')).body, {
    code: 'OK',
    title: 'บริษัท',
    firstName: 'ชบา เกมส์',
    lastName: 'จำกัด',
    isJuristic: true,
  });
  assert.equal((await nameOf('1234560009')).body['isJuristic'], true);
  assert.deepEqual((await nameOf('1234560000')).body, { code: 'NOT_FOUND' });
  assert.deepEqual((await nameOf('1234560001')).body, { code: 'CLOSED' });
  assert.deepEqual((await nameOf('1234560002')).body, { code: 'TEMPORARY' });
  const startMs = Date.now();
  assert.equal((await nameOf('1234560003')).body['code'], 'OK');
  assert.ok(Date.now() - startMs >= 115);
  assert.equal((await nameOf('123')).status, 400);
});

test('verifies a slip with masked accounts and a cut surname', async () => {
  const { transRef } = await bank.transfer('', { amount: '1234.5', at: '2026-02-05T15:07:09+07:00' });
  assert.deepEqual((await verify(transRef)).body, {
    code: 'OK',
    slip: {
      transRef,
      sendingBank: '014',
      receivingBank: '004',
      transDate: '20260205',
      transTime: '15:07:09',
      amount: '1234.50',
      sender: {
        displayName: 'น.ส. สมหญิง ใ',
        name: 'MISS SOMYING J',
        account: { type: 'BANKAC', value: 'xxx-x-xx333-4' },
      },
      receiver: {
        displayName: 'บริษัท ชบา เกมส์ จำกัด',
        name: 'CHABA GAMES CO., LTD.',
        account: { type: 'BANKAC', value: 'xxx-x-x8777-x' },
      },
    },
  });
});

test('returns not found for a reference with other case, of another bank, or unknown', async () => {
  const { transRef } = await bank.transfer();
  const swapped = transRef.replace(/[a-z]/i, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  );
  assert.deepEqual((await verify(swapped)).body, { code: 'NOT_FOUND' });
  assert.deepEqual((await verify(transRef, '004')).body, { code: 'NOT_FOUND' });
  assert.deepEqual((await verify('20260205nothingatallhere1')).body, { code: 'NOT_FOUND' });
});

test('returns pending for a time or down until the behaviour is changed', async () => {
  const slow = await bank.transfer('?slip=pending');
  assert.deepEqual((await verify(slow.transRef)).body, { code: 'PENDING' });
  while ((await verify(slow.transRef)).body['code'] === 'PENDING') await sleep(20);
  assert.equal((await verify(slow.transRef)).body['code'], 'OK');

  const down = await bank.transfer('?slip=down');
  assert.deepEqual((await verify(down.transRef)).body, { code: 'TEMPORARY' });
  await bank.ask('POST', `/bank/slips/${down.transRef}/behaviour`, { slip: 'ok' });
  assert.equal((await verify(down.transRef)).body['code'], 'OK');
  assert.equal((await bank.ask('POST', '/bank/slips/nosuch/behaviour', { slip: 'ok' })).status, 404);
});

test('injects and removes faults of a whole service', async () => {
  const { transRef } = await bank.transfer();
  await bank.ask('POST', '/bank/behaviour', { verifier: 'down', nameCheck: 'broken' });
  assert.deepEqual((await verify(transRef)).body, { code: 'TEMPORARY' });
  assert.equal((await nameOf('1112223334')).status, 503);
  await bank.ask('POST', '/bank/behaviour', { verifier: 'ok', nameCheck: 'ok' });
  assert.equal((await verify(transRef)).body['code'], 'OK');
  assert.equal((await nameOf('1112223334')).body['code'], 'OK');
});

test('rejects an invalid signature, timestamp, key or body', async () => {
  const target = '/bank-api/v1/account-name';
  const body = { bankCode: '014', account: '1112223334' };
  const text = JSON.stringify(body);
  const send = async (headers: Record<string, string>, sent = text): Promise<number> =>
    (await fetch(bank.url + target, { method: 'POST', headers, body: sent })).status;
  const message = { method: 'POST', target, body: text };

  assert.equal(await send(signedHeaders(SECRETS, 'bank', message)), 200);
  assert.equal(await send({}), 401);
  assert.equal(await send(signedHeaders(SECRETS, 'bank', message), text.replace('4', '5')), 401);
  assert.equal(await send(signedHeaders(SECRETS, 'studio-chaba', message)), 401);
  assert.equal(await send(signedHeaders({ ...SECRETS, bank: 'another secret' }, 'bank', message)), 401);
  assert.equal(await send(signedHeaders(SECRETS, 'bank', { ...message, target: `${target}?` })), 401);
  for (const skewMs of [-301_000, 301_000]) {
    const answer = await bank.askSigned('POST', target, body, Date.now() + skewMs);
    assert.deepEqual([answer.status, answer.body['code']], [401, 'INVALID_SIGNATURE']);
  }
  assert.equal((await bank.askSigned('POST', target, body, Date.now() - 299_000)).status, 200);
});
