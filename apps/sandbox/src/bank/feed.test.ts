import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import type { BankFeedLine } from './feed.ts';
import { openBank, type OpenBank } from './testing/open-bank.ts';

const FEED = '/integrations/bank/v1/feed';

let bank: OpenBank;
before(async () => {
  bank = await openBank();
});
after(() => bank.close());

/** Lines sent to the server, in order, repetitions included. */
const lines = (): BankFeedLine[] =>
  bank.server.received
    .filter((call) => call.path === FEED && call.isSigned)
    .flatMap((call) => (JSON.parse(call.body) as { lines: BankFeedLine[] }).lines);

test('sends no feed line by default', async () => {
  await bank.transfer();
  await bank.transfer('?feed=on', { amount: '1.00' });
  await bank.server.waitFor(FEED, 1, 1_000);
  assert.deepEqual(
    lines().map(({ amount }) => amount),
    ['1.00'],
  );
  bank.server.received.length = 0;
});

test('sends a line with sender, amount and balance at once with feed=on', async () => {
  await bank.transfer('?feed=on', { amount: '500.25', at: '2026-02-05T15:07:09+07:00' });
  await bank.server.waitFor(FEED, 1, 1_000);
  const [line] = lines();
  assert.match(String(line?.lineId), /^FL/);
  assert.match(String(line?.transRef), /^20260205/);
  assert.deepEqual(line, {
    lineId: line?.lineId,
    receivingBankCode: '004',
    receivingAccount: '9998887776',
    amount: '500.25',
    at: '2026-02-05T08:07:09.000Z',
    senderBankCode: '014',
    senderTail: '3334',
    senderName: 'น.ส. สมหญิง ใ',
    transRef: line?.transRef,
    balanceAfter: '1001001.25',
  });
});

test('continues the balance of a receiving account from line to line', async () => {
  const to = { toAccount: '7778889990' };
  const seen = lines().length;
  await bank.transfer('?feed=on', { ...to, amount: 10 });
  await bank.transfer('?feed=on', { ...to, amount: 20, fromAccount: '2223334445' });
  await bank.server.waitFor(FEED, seen + 2);
  const balances = lines()
    .slice(seen)
    .map((line) => line.balanceAfter);
  assert.deepEqual(balances.toSorted(), ['1000010.00', '1000030.00']);
});

test('sends the phone number of a wallet and omits the sender on request', async () => {
  const seen = lines().length;
  await bank.transfer('?feed=on&sender=none', { toBankCode: undefined, toAccount: undefined, toPhone: '0891112222' });
  await bank.server.waitFor(FEED, seen + 1);
  const line = lines().at(-1);
  assert.equal(line?.receivingPhone, '0891112222');
  assert.equal(line?.receivingAccount, undefined);
  assert.equal(line?.senderTail, undefined);
});

test('sends only the last four digits of the sender on request', async () => {
  const seen = lines().length;
  await bank.transfer('?feed=on&sender=tail');
  await bank.server.waitFor(FEED, seen + 1);
  const line = lines().at(-1);
  assert.match(line?.senderTail ?? '', /^\d{4}$/);
  assert.deepEqual([line?.senderBankCode, line?.senderName, line?.transRef], [undefined, undefined, undefined]);
});

test('delays a line with feed=late by the requested time', async () => {
  const seen = lines().length;
  await bank.transfer('?feed=late&feedDelayMs=50', { amount: 71 });
  await bank.transfer('?feed=late', { amount: 72 });
  await bank.server.waitFor(FEED, seen + 2);
  const amounts = lines().map(({ amount }) => amount);
  assert.deepEqual(amounts.slice(seen), ['71.00', '72.00']);
});

test('retries a line with the same content until the server accepts it', async () => {
  const seen = lines().length;
  bank.server.statuses = [503, 401, 0];
  await bank.transfer('?feed=on');
  await bank.server.waitFor(FEED, seen + 4);
  const [first, ...repeats] = lines().slice(seen);
  assert.equal(repeats.length, 3);
  for (const repeat of repeats) assert.deepEqual(repeat, first);
});

test('delivers a line on request, again or for the first time', async () => {
  const seen = lines().length;
  const { transRef } = await bank.transfer();
  await bank.ask('POST', `/bank/transfers/${transRef}/feed`, {});
  await bank.server.waitFor(FEED, seen + 1);
  await bank.ask('POST', `/bank/transfers/${transRef}/feed`, {});
  await bank.server.waitFor(FEED, seen + 2);
  const [first, again] = lines().slice(seen);
  assert.deepEqual(again, first);
});
