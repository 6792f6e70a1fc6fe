import assert from 'node:assert/strict';
import { test } from 'node:test';

import { testDatabase } from '@chaba/database/testing';
import { audit, getBalances } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { isDomainError } from '#core/domain-error';
import { lineOf, openOurAccount, openTestBank } from '#testing/bank-commands';
import { createMember, createSites } from '#testing/factories';

import { slips, receiveFeed } from './deposits.ts';

const database = await testDatabase({ poolSize: 20 });
const { chaba: site } = await createSites(database);
await openOurAccount(database, site);

test('credits a slip once that is sent 100 times concurrently', async () => {
  const bank = openTestBank(database);
  const member = await createMember(database, site);
  const transfer = {
    sendingBank: '014',
    transRef: 'Race1',
    at: new Date(Date.now() - 60_000),
    amount: '100.00',
    senderName: 'สมชาย ใ',
    senderAccount: member.bankAccount,
    toAccount: '9998887776',
    answer: 'OK',
  };
  bank.transfers.set('R', transfer);
  const context = { ...bank.context, isRateLimited: false };
  const sent = { siteId: site.id, memberId: member.id, sendingBank: '014', transRef: 'Race1' };
  const answers = await Promise.allSettled(Array.from({ length: 100 }, () => slips.submit(context, sent)));
  assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const answer of answers) {
    if (answer.status === 'rejected') assert.ok(isDomainError(answer.reason, 'DUPLICATE_SLIP'), String(answer.reason));
  }
  assert.equal((await getBalances(database, site.id, member.id, chart)).game, baht(100));
  assert.deepEqual(await audit(database, site.id), []);
});

test('credits a slip and its concurrent line once, in twenty rounds', async () => {
  const bank = openTestBank(database);
  const context = { ...bank.context, isRateLimited: false };
  for (let round = 0; round < 20; round += 1) {
    const member = await createMember(database, site);
    const transRef = `Meet${round}`;
    const transfer = {
      sendingBank: '014',
      transRef,
      at: new Date(Date.now() - 60_000),
      amount: '77.00',
      senderName: 'สมชาย ใ',
      senderAccount: member.bankAccount,
      toAccount: '9998887776',
      answer: 'OK',
    };
    bank.transfers.set(transRef, transfer);
    const sent = { siteId: site.id, memberId: member.id, sendingBank: '014', transRef };
    const line = lineOf(transfer, transRef);
    await Promise.allSettled([
      slips.submit(context, sent),
      receiveFeed(database, [line]),
      slips.submit(context, sent),
      receiveFeed(database, [line]),
    ]);
    assert.equal((await getBalances(database, site.id, member.id, chart)).game, baht(77), `round ${round}`);
  }
  assert.deepEqual(await audit(database, site.id), []);
});

test('counts concurrent guesses one after the other', async () => {
  const bank = openTestBank(database);
  const member = await createMember(database, site);
  const answers = await Promise.allSettled(
    Array.from({ length: 12 }, (_, at) =>
      slips.submit(bank.context, { siteId: site.id, memberId: member.id, sendingBank: '014', transRef: `Guess${at}` }),
    ),
  );
  const outcomes = answers.map((answer) =>
    answer.status === 'rejected' && isDomainError(answer.reason) ? answer.reason.code : 'other',
  );
  assert.deepEqual(outcomes, [
    ...Array<string>(5).fill('SLIP_NOT_FOUND'),
    ...Array<string>(7).fill('TOO_MANY_REQUESTS'),
  ]);
  assert.equal(bank.slips.requests.length, 5);
});
