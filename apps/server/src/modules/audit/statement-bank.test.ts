import assert from 'node:assert/strict';
import { test } from 'node:test';

import { baht } from '@chaba/money';

import { fakeOutside } from '#testing/fake-bank';

import { createStatementBank, readPage } from './statement-bank.ts';

const line = {
  lineId: 'L1',
  at: '2026-02-05T15:07:09+07:00',
  amount: '-12.50',
  balanceAfter: '87.50',
  payoutId: 'P1-7',
};
const page = {
  code: 'OK',
  openingBalance: '100.00',
  closingBalance: '87.50',
  cursor: '7',
  isLast: true,
  lines: [line],
};

test('parses the amounts of a page, negative for outgoing money', () => {
  assert.deepEqual(readPage(page), {
    openingBalance: baht(100),
    closingBalance: 875_000n,
    cursor: '7',
    isLast: true,
    lines: [
      {
        lineId: 'L1',
        bookedAt: new Date('2026-02-05T08:07:09Z'),
        amount: -125_000n,
        balanceAfter: 875_000n,
        transRef: undefined,
        payoutId: 'P1-7',
      },
    ],
  });
});

test('rejects an invalid page as a whole', () => {
  const broken = [
    { code: 'TEMPORARY' },
    { ...page, openingBalance: 100 },
    { ...page, closingBalance: '1e3' },
    { ...page, cursor: 7 },
    { ...page, isLast: 'yes' },
    { ...page, lines: {} },
    ...[
      { ...line, amount: '0.00' },
      { ...line, amount: '--1.00' },
      { ...line, at: 'today' },
      { ...line, balanceAfter: undefined },
      { ...line, lineId: 5 },
      null,
    ].map((bad) => ({ ...page, lines: [line, bad] })),
  ];
  for (const answer of broken) assert.equal(readPage(answer), 'no_answer', JSON.stringify(answer));
  assert.equal(readPage({ code: 'NOT_OFFERED' }), 'not_offered');
});

test('requests each account by its path and reports no response', async () => {
  const outside = fakeOutside((_body, target) => (target.includes('0812345678') ? undefined : page));
  const bank = createStatementBank(outside);
  await bank.read({ kind: 'paying' }, undefined);
  await bank.read({ kind: 'bank', bankCode: '004', account: '9998887776' }, '12');
  assert.equal(await bank.read({ kind: 'wallet', account: '0812345678' }, undefined), 'no_answer');
  assert.deepEqual(
    outside.requests.map((request) => request.split(' ')[1]),
    [
      '/statement-api/v1/paying-account',
      '/statement-api/v1/accounts/004/9998887776?after=12',
      '/statement-api/v1/accounts/TRUEMONEY/0812345678',
    ],
  );
});
