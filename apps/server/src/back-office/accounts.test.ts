// Receiving accounts: terms by one or two people, what members are shown and when, and today's sums.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { AccountRow, FilePreview, RowPage } from '@chaba/contract/back-office/wire';
import { sql } from '@chaba/database';
import { audit, getBalances } from '@chaba/ledger';
import { baht, type Money } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { chooseTurns, createShownAccounts } from '#modules/shown-accounts';
import { ensureReceivingAccount } from '#modules/receiving-accounts';
import { receiveFeed } from '#modules/deposits';
import { buildTestOffice } from '#testing/build-back-office';
import { createMember } from '#testing/factories';

const office = await buildTestOffice();
const { database, chaba, send, act, decide } = office;
const payments = await office.signIn('demo-payments');
const finance = await office.signIn('demo-finance');
const admin = await office.signIn('demo-admin');
const support = await office.signIn('demo-support');
const member = await createMember(database, chaba);
const HOLDER = 'บจก. ชบา';

const list = async (state = 'open'): Promise<readonly AccountRow[]> => {
  const path = `/back-office/v1/sites/chaba/lists/accounts?state=${state}`;
  return (await send<RowPage<AccountRow>>('GET', path, { as: payments })).data.rows;
};
const find = async (account: string, state = 'open'): Promise<AccountRow> =>
  (await list(state)).find((row) => row.account === account) ?? assert.fail(`no ${account}`);
const listShown = async (memberId = member.id): Promise<readonly string[]> =>
  (await createShownAccounts(database)({ siteId: chaba.id, memberId })).map(({ account }) => account);

async function create(account: string): Promise<string> {
  await ensureReceivingAccount(database, chaba.id, { kind: 'bank', bankCode: '004', account, holderName: HOLDER });
  return (await find(`004/${account}`)).id;
}

async function approve(action: string, input: Readonly<Record<string, string>>): Promise<void> {
  const { data, text } = await act(payments, action, input);
  assert.equal(data?.outcome, 'requested', text);
  assert.equal((await decide(finance, data.request ?? '')).status, 200);
}

let lines = 0;
const receive = (account: string, amount: Money) =>
  receiveFeed(database, [
    {
      bankLineId: `L${(lines += 1)}`,
      receiver: { kind: 'bank', bankCode: '004', account },
      amount,
      transferredAt: new Date(),
      senderBank: undefined,
      senderTail: undefined,
      senderName: undefined,
      balanceAfter: undefined,
      transRef: undefined,
    },
  ]);

const hurry = (account: string, column: 'shown_from' | 'next_promptpay_from'): Promise<number> =>
  database.owner.execute(
    column === 'shown_from'
      ? sql`update receiving_account set shown_from = now() where account = ${account}`
      : sql`update receiving_account set next_promptpay_from = now() where account = ${account}`,
  );

test('lowers ceilings by one person and raises them by two', async () => {
  const receivingAccount = await create('1112223334');
  const set = (dayMax: string, totalMax: string) =>
    act(payments, 'account.set-ceilings', { receivingAccount, dayMax, totalMax });
  assert.equal((await set('5,000', '')).data.outcome, 'set');
  assert.equal((await set('4000', '90000')).data.outcome, 'set');
  const { dayMax, totalMax, usedPercent } = await find('004/1112223334');
  assert.deepEqual([dayMax, totalMax, usedPercent], ['4000.00', '90000.00', 0]);
  for (const [field, value] of [
    ['dayMax', '0'],
    ['totalMax', 'x'],
    ['dayMax', '-1'],
  ] as const) {
    const bad = { receivingAccount, dayMax: '', totalMax: '', [field]: value };
    assert.equal((await act(payments, 'account.set-ceilings', bad)).params.field, field);
  }
  const raised = await set('none', '90000');
  assert.equal(raised.data.outcome, 'requested');
  assert.equal((await find('004/1112223334')).request, raised.data.request);
  assert.equal((await decide(payments, raised.data.request ?? '')).code, 'OWN_REQUEST');
  assert.equal((await decide(finance, raised.data.request ?? '')).data.outcome, 'set');
  assert.equal((await find('004/1112223334')).dayMax, null);
  assert.equal((await act(admin, 'account.set-ceilings', { receivingAccount, dayMax: '1', totalMax: '' })).status, 403);
});

test('shows an account until its ceiling of the day is reached, and still credits what arrives', async () => {
  const receivingAccount = await create('2223334445');
  await act(payments, 'account.set-ceilings', { receivingAccount, dayMax: '1000', totalMax: '' });
  await receive('2223334445', baht(900));
  const near = await find('004/2223334445');
  assert.deepEqual([near.state, near.today, near.total, near.usedPercent], ['open', '900.00', '900.00', 90]);
  assert.ok((await listShown()).includes('2223334445'));
  await receive('2223334445', baht(150));
  const full = await find('004/2223334445');
  assert.deepEqual([full.state, full.today, full.usedPercent], ['full', '1050.00', 105]);
  assert.ok(!(await listShown()).includes('2223334445'));
  assert.deepEqual(await receive('2223334445', baht(1)), ['unmatched']);
  await database.owner.execute(sql`update bank_movement set transferred_at = transferred_at - interval '1 day'`);
  assert.deepEqual((await find('004/2223334445')).today, '0.00');
  assert.ok((await listShown()).includes('2223334445'));
  await act(payments, 'account.set-ceilings', { receivingAccount, dayMax: '1000', totalMax: '1051' });
  assert.ok(!(await listShown()).includes('2223334445'));
});

test('orders accounts, and shows each member one of a group until it is closed', async () => {
  const ids = [await create('3330000001'), await create('3330000002'), await create('3330000003')];
  for (const [index, receivingAccount] of ids.entries()) {
    const input = { receivingAccount, place: String(9 - index), rotation: 'กสิกร' };
    assert.equal((await act(finance, 'account.set-place', input)).data.outcome, 'set');
  }
  assert.deepEqual(
    (await list()).slice(0, 3).map(({ account }) => account),
    ['004/3330000003', '004/3330000002', '004/3330000001'],
  );
  const own = (await listShown()).filter((account) => account.startsWith('333'));
  assert.equal(own.length, 1);
  const members = Array.from({ length: 60 }, (_, index) => BigInt(index + 1));
  const before = await Promise.all(members.map(listShown));
  assert.equal(new Set(before.map(([account]) => account)).size, 3);
  const [gone = ''] = before[0] ?? [];
  await act(finance, 'account.close', { receivingAccount: ids[Number(gone.slice(-1)) - 1] ?? '' });
  const after = await Promise.all(members.map(listShown));
  for (const [index, [account]] of before.entries()) {
    if (account === gone) assert.notEqual(after[index]?.[0], gone);
    else assert.equal(after[index]?.[0], account);
  }
  for (const [field, value] of [
    ['place', '1000'],
    ['place', ''],
    ['rotation', 'x'.repeat(21)],
    ['rotation', '<b>'],
  ] as const) {
    const input = { receivingAccount: ids[0] ?? '', place: '1', rotation: '', [field]: value };
    assert.equal((await act(finance, 'account.set-place', input)).params.field, field);
  }
});

test('shows a reopened account, and a changed PromptPay id, a minute after the approval in play mode', async () => {
  const receivingAccount = await create('4445556667');
  const promptPay = async () => {
    const { promptPay: id, nextPromptPay } = await find('004/4445556667');
    return [id, nextPromptPay?.id];
  };
  await approve('account.set-promptpay', { receivingAccount, promptPay: '0891112222' });
  assert.deepEqual(await promptPay(), [null, '0891112222']);
  await hurry('4445556667', 'next_promptpay_from');
  assert.deepEqual(await promptPay(), ['0891112222', undefined]);
  await approve('account.set-promptpay', { receivingAccount, promptPay: '0893334444' });
  assert.deepEqual(await promptPay(), ['0891112222', '0893334444']);

  await act(payments, 'account.close', { receivingAccount });
  assert.equal((await find('004/4445556667', 'closed')).state, 'closed');
  const again = { bank: '004', account: '4445556667', holder: HOLDER };
  const other = await act(payments, 'account.open', { ...again, holder: 'นาย อื่น' });
  const refused = await decide(finance, other.data.request ?? '');
  assert.deepEqual([refused.code, refused.params.reasons], ['BLOCKED', ['holder_differs']]);
  assert.equal((await decide(finance, other.data.request ?? '', { verdict: 'rejected' })).status, 200);
  await approve('account.open', again);
  assert.equal((await find('004/4445556667')).state, 'coming');
  assert.ok(!(await listShown()).includes('4445556667'));
  assert.deepEqual(await receive('4445556667', baht(20)), ['unmatched']);
  await hurry('4445556667', 'shown_from');
  assert.equal((await find('004/4445556667')).state, 'open');
  assert.ok((await listShown()).includes('4445556667'));
});

test('names each bad line of a statement before anything runs, and credits each line once', async () => {
  const receivingAccount = await create('7778889990');
  const payer = await createMember(database, chaba, { bankCode: '014', bankAccount: '1234569921' });
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Bangkok' }).format(Date.now() - 3_600_000);
  const table = [
    'วันที่,เวลา,ถอนเงิน,ฝากเงิน,ยอดคงเหลือ,รายละเอียด',
    `${day},00:01,,310.00,"1,310.00",จาก SCB X9921`,
    `${day},00:02,40.00,,"1,270.00",โอนออก`,
    `${day},25:00,,5.00,"1,275.00",จาก SCB X9921`,
    'รวม,,,x,,',
  ];
  const input = { bank: '004', receivingAccount, lines: table.join('\n') };
  const preview = await send<FilePreview>('POST', '/back-office/v1/sites/chaba/actions/deposit.import-statement/rows', {
    as: finance,
    body: { input },
  });
  assert.deepEqual(preview.data.facts, {
    bank: '004',
    lines: '5',
    arrivals: '1',
    arrived: '310.00',
    withoutArrival: '2',
    bad: '2',
  });
  assert.deepEqual(
    preview.data.bad.map(({ no, reason }) => `${no} ${reason}`),
    ['4 BAD_TIME', '5 BAD_AMOUNT'],
  );
  const imported = await act(finance, 'deposit.import-statement', input);
  assert.deepEqual(imported.data.counts, { HEADING: 1, credited: 1, DEBIT: 1, BAD_TIME: 1, BAD_AMOUNT: 1 });
  const again = await act(payments, 'deposit.import-statement', input);
  assert.equal(again.data.counts?.['known'], 1);
  const { game } = await database.transaction((tx) => getBalances(tx, chaba.id, payer.id, { game: chart.game }));
  assert.equal(game, baht(310));
});

test('refuses a statement as a whole that is too long, of no bank, or without an arrival', async () => {
  const none = { bank: '004', receivingAccount: '', lines: '%PDF-1.7' };
  const empty = await act(finance, 'deposit.import-statement', none);
  assert.deepEqual([empty.code, empty.params.reasons], ['BLOCKED', ['no_arrival']]);
  const long = { ...none, lines: Array.from({ length: 5_001 }, () => 'x').join('\n') };
  assert.equal((await act(finance, 'deposit.import-statement', long)).params.field, 'lines');
  assert.equal((await act(finance, 'deposit.import-statement', { ...none, bank: 'x' })).params.field, 'bank');
  const rows = '/back-office/v1/sites/chaba/actions/deposit.import-statement/rows';
  assert.equal((await send('POST', rows, { as: finance, body: { input: long } })).params.field, 'lines');
  assert.equal((await send('POST', rows, { as: support, body: { input: none } })).code, 'PERMISSION_MISSING');
});

test('lists accounts for the roles of the table only', async () => {
  const path = '/back-office/v1/sites/chaba/lists/accounts';
  assert.equal((await send('GET', path, { as: admin })).status, 200);
  assert.equal((await send('GET', path, { as: support })).code, 'PERMISSION_MISSING');
  assert.equal((await send('GET', `${path}?state=x`, { as: admin })).params.field, 'state');
  assert.deepEqual(await audit(database), []);
});

test('keeps accounts without a group', () => {
  const accounts = [1n, 2n].map((receivingAccountId) => ({ receivingAccountId, rotation: null }));
  assert.deepEqual(chooseTurns(accounts, 1n), accounts);
});
