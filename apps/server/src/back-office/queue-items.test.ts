// Waiting items and deposits over HTTP: roles, ranked members, decisions alone and by two people.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { ActionPreview, DepositDetail, DepositRow } from '@chaba/contract/back-office/queue-wire';
import { itemQueues, queues } from '@chaba/contract/back-office/queues';
import type { RowPage } from '@chaba/contract/back-office/wire';

import { openOurAccount } from '#testing/bank-commands';
import { NO_SENDER, openBankWorld } from '#testing/bank-world';
import { buildTestApp } from '#testing/build-app';
import { buildTestOffice } from '#testing/build-back-office';
import { createMember } from '#testing/factories';

const app = await buildTestApp();
const { database, chaba } = app;
const office = await buildTestOffice({ database });
const { send, act, decide } = office;
await openOurAccount(database, chaba);
const SITE = '/back-office/v1/sites/chaba';
const [payments, risk, finance, marketing] = [
  await office.signIn('demo-payments'),
  await office.signIn('demo-risk'),
  await office.signIn('demo-finance'),
  await office.signIn('demo-marketing'),
] as const;

async function readRows<Row>(list: string, as = risk): Promise<readonly Row[]> {
  return (await send<RowPage<Row>>('GET', `${SITE}/lists/${list}`, { as })).data.rows;
}

async function readDeposit(reference: string): Promise<DepositDetail> {
  return (await send<DepositDetail>('GET', `${SITE}/deposits/${reference}`, { as: payments })).data;
}

const preview = (as: string, action: string, input: object) =>
  send<ActionPreview>('POST', `${SITE}/actions/${action}/preview`, { as, body: { input } });

test('shows the items of a queue to its roles only, and no item twice', async () => {
  for (const queue of itemQueues) {
    const { status } = await send('GET', `${SITE}/queues/${queue}?item=none`, { as: marketing });
    assert.equal(status === 403, !['referral.view', 'games.view'].includes(queues[queue].permission), queue);
  }
  const unknown = await send('GET', `${SITE}/queues/lottery?item=none`, { as: risk });
  assert.equal(unknown.status, 404);
  const field = await send('GET', `${SITE}/queues/findings?item=1&secret=1`, { as: risk });
  assert.deepEqual([field.code, field.params.field], ['FIELD_UNKNOWN', 'secret']);
});

test('ranks the members who may have sent a transfer, attaches it once, and takes it back by a dispute', async () => {
  const world = openBankWorld(database);
  const [sender, stranger] = [await createMember(database, chaba), await createMember(database, chaba)];
  world.transfer('B1', sender, '350.00', { senderName: 'นาย ไม่รู้จัก' });
  await world.feed('B1');
  const row = (await readRows<DepositRow>('deposits?queue=waiting', payments)).find(
    ({ amount }) => amount === '350.00',
  );
  assert.ok(row);
  const detail = await readDeposit(row.reference);
  assert.equal(detail.candidates[0]?.memberId, String(sender.id));
  assert.ok(detail.candidates[0].reasons.includes('tail'));
  assert.doesNotMatch(JSON.stringify(detail), new RegExp(`${sender.bankAccount}|${sender.phone}`));
  const found = await send<{ reasons: readonly string[] }>(
    'GET',
    `${SITE}/deposits/${row.reference}/candidates/${stranger.phone}`,
    { as: payments },
  );
  assert.deepEqual([found.status, found.data.reasons], [200, []]);

  const input = { deposit: row.reference, member: `M${sender.id}` };
  const shown = await preview(payments, 'deposit.attach', input);
  const [done, again] = await Promise.all([
    act(payments, 'deposit.attach', input, { factsHash: shown.data.factsHash }),
    act(payments, 'deposit.attach', { ...input, member: `M${stranger.id}` }),
  ]);
  const outcomes = [done.data?.outcome ?? done.code, again.data?.outcome ?? again.code];
  assert.equal(outcomes.filter((outcome) => outcome === 'credited').length, 1, outcomes.join(' '));
  assert.deepEqual((await readRows<DepositRow>('deposits?queue=waiting', payments)).length, 0);
  assert.equal((await act(payments, 'deposit.dispute', { deposit: row.reference })).data.outcome, 'disputed');
  const [disputed] = await readRows<DepositRow>('deposits?queue=disputed', payments);
  assert.deepEqual([disputed?.reference, disputed?.reason], [row.reference, 'BY_OPERATOR']);
  assert.equal((await act(payments, 'deposit.return', { deposit: row.reference })).data.outcome, 'returned');
  const [recent] = await readRows<DepositRow>('deposits?queue=recent', payments);
  assert.deepEqual([recent?.reference, recent?.state], [row.reference, 'returned']);
  assert.deepEqual(await world.findings(), []);
});

test('requests a second person for a large transfer that is sent back', async () => {
  const world = openBankWorld(database);
  const sender = await createMember(database, chaba);
  world.transfer('B2', sender, '48000.00');
  await world.feed('B2', NO_SENDER);
  const row = (await readRows<DepositRow>('deposits?queue=waiting', payments)).find(
    ({ amount }) => amount === '48000.00',
  );
  assert.equal(row?.hint, null);
  const returned = await act(payments, 'deposit.return', { deposit: row?.reference ?? '' });
  assert.equal(returned.data.outcome, 'requested');
  assert.equal((await decide(payments, returned.data.request ?? '')).code, 'OWN_REQUEST');
  assert.equal((await decide(finance, returned.data.request ?? '')).data.outcome, 'returned');
  assert.deepEqual(await world.findings(), []);
});
