import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';

import { until } from '@chaba/sandbox-kit/testing/until';

import { openBank, type OpenBank } from './testing/open-bank.ts';

let bank: OpenBank;
before(async () => {
  bank = await openBank();
});
after(() => bank.close());

type Line = { lineId: string; amount: string; balanceAfter: string; transRef?: string; payoutId?: string };
type Page = { openingBalance: string; lines: Line[]; closingBalance: string; cursor: string; isLast: boolean };

async function read(account: string, after = '0'): Promise<Page> {
  const target = `/statement-api/v1/${account}?after=${after}`;
  return (await bank.askSigned('GET', target)).body as unknown as Page;
}
const ours = 'accounts/004/9998887776';

test('returns a chain from opening to closing balance with the lines of the feed', async () => {
  const empty = await read(ours);
  assert.deepEqual([empty.lines, empty.openingBalance, empty.closingBalance], [[], '1000000.00', '1000000.00']);
  const first = await bank.transfer('', { amount: 500 });
  const { transRef } = await bank.transfer('', { amount: '0.25' });
  const { openingBalance, lines, closingBalance, cursor } = await read(ours);
  assert.deepEqual(
    [openingBalance, lines.map(({ amount, balanceAfter }) => [amount, balanceAfter]), closingBalance],
    [
      '1000000.00',
      [
        ['500.00', '1000500.00'],
        ['0.25', '1000500.25'],
      ],
      '1000500.25',
    ],
  );
  assert.deepEqual(
    lines.map((line) => line.transRef),
    [first.transRef, transRef],
  );
  const { feedLine } = (await bank.ask('GET', `/bank/transfers/${transRef}`)).body as { feedLine: { lineId: string } };
  assert.equal(lines[1]?.lineId, feedLine.lineId);
  assert.deepEqual((await read(ours, cursor)).lines, [], 'a page goes on after the cursor');
  const sent = await read('accounts/014/1112223334');
  assert.deepEqual(
    sent.lines.map(({ amount }) => amount),
    ['-500.00', '-0.25'],
  );
});

test('debits the paying account for a paid payout only', async () => {
  const pay = (payoutId: string, account: string) =>
    bank.askSigned('POST', '/payout-api/v1/payouts', {
      payoutId,
      bankCode: '014',
      account,
      name: 'x',
      amount: '70.00',
    });
  const isSettled = async (payoutId: string) =>
    (await bank.askSigned('GET', `/payout-api/v1/payouts/${payoutId}`)).body['status'] !== 'accepted' || undefined;
  await pay('P1-1', '3334445556');
  await pay('P1-2', '3334440004');
  for (const payoutId of ['P1-1', 'P1-2']) await until(() => isSettled(payoutId), `${payoutId} has no result`);
  const { lines, closingBalance } = await read('paying-account');
  assert.deepEqual(
    lines.map(({ amount, payoutId }) => [amount, payoutId]),
    [['-70.00', 'P1-1']],
  );
  assert.equal(closingBalance, '999930.00');
});

test('requires a signature of the server and supports injected faults', async () => {
  assert.equal((await bank.ask('GET', `/statement-api/v1/${ours}`)).status, 401);
  assert.equal((await bank.askSigned('GET', '/statement-api/v1/accounts/004/12')).status, 400);
  assert.equal((await bank.askSigned('GET', `/statement-api/v1/${ours}?after=x`)).status, 400);
  await bank.ask('POST', '/bank/behaviour', { statements: 'down' });
  assert.deepEqual((await bank.askSigned('GET', `/statement-api/v1/${ours}`)).body, { code: 'TEMPORARY' });
});
