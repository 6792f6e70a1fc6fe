// Handovers and views of lists over HTTP.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { HandoverRow, ViewRow } from '@chaba/contract/back-office/shifts';
import type { RowPage } from '@chaba/contract/back-office/wire';
import { sql } from '@chaba/database';
import { audit } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { requestWithdrawal } from '#modules/withdrawals';
import { buildTestOffice } from '#testing/build-back-office';
import { createMember } from '#testing/factories';

const office = await buildTestOffice();
const { database, chaba, send, act } = office;
const SITE = '/back-office/v1/sites/chaba';
const payments = await office.signIn('demo-payments');
const risk = await office.signIn('demo-risk');

const readNotes = async (as: string) => (await send<readonly HandoverRow[]>('GET', `${SITE}/handovers`, { as })).data;

test('keeps the open items of its minute with a note, until another person confirms it', async () => {
  const { id } = await createMember(database, chaba, { money: baht(1_000), isNameVerified: false });
  await requestWithdrawal(database, { siteId: chaba.id, memberId: id, amount: baht(400), idempotencyKey: 'shift' });
  await database.owner.execute(sql`update withdrawal set created_at = created_at - interval '10 minutes'`);
  const note = 'ธนาคารกสิกรปิดปรับปรุงถึงตีสอง\nรอคำตอบเรื่อง W00000001';
  assert.equal(
    (await act(payments, 'shift.hand-over', { shift: 'night' }, { reason: note })).data.outcome,
    'handed_over',
  );
  const [own] = await readNotes(payments);
  assert.ok(own?.isOwn);
  assert.deepEqual([own.by, own.note, own.readBy, own.requests], ['demo-payments', note, null, 0]);
  assert.deepEqual(
    own.queues.map(({ queue, count, isOverdue }) => [queue, count, isOverdue]),
    [['withdrawals', 1, true]],
  );
  assert.ok(own.signedIn.includes('demo-risk') && own.signedIn.includes('demo-payments'));
  const { handover } = own;
  assert.equal((await act(payments, 'shift.confirm-read', { handover })).code, 'NOT_WAITING');
  assert.equal((await act(risk, 'shift.confirm-read', { handover })).data.outcome, 'read');
  assert.equal(
    (await act(await office.signIn('demo-finance'), 'shift.confirm-read', { handover })).code,
    'NOT_WAITING',
  );
  assert.equal((await readNotes(payments))[0]?.readBy, 'demo-risk');
  assert.equal((await act(risk, 'shift.confirm-read', { handover: 'x' })).params.field, 'handover');
  assert.equal(
    (await act(await office.signIn('demo-admin'), 'shift.hand-over', { shift: 'night' })).code,
    'PERMISSION_MISSING',
  );
  assert.deepEqual(await audit(database), []);
});

const save = (as: string, body: object) =>
  send<readonly ViewRow[]>('POST', `${SITE}/views`, {
    as,
    body: { list: 'members', name: 'รายใหญ่', params: { sort: 'deposits' }, scope: 'own', role: '', ...body },
  });
const readViews = async (as: string, list = 'members') =>
  (await send<readonly ViewRow[]>('GET', `${SITE}/views/${list}`, { as })).data;

test('shows a view to its person, to all, or as the default of a role', async () => {
  await save(payments, {});
  await save(payments, { name: 'ใหม่วันนี้', params: { registered: 'day' }, scope: 'shared' });
  await save(payments, { name: 'เริ่มต้น', params: { deposits: '1000' }, scope: 'role', role: 'payments' });
  const nameAll = async (as: string) => (await readViews(as)).map(({ name, scope }) => `${scope} ${name}`);
  assert.deepEqual(await nameAll(payments), ['own รายใหญ่', 'role เริ่มต้น', 'shared ใหม่วันนี้']);
  assert.deepEqual(await nameAll(risk), ['shared ใหม่วันนี้']);
  assert.deepEqual(await readViews(payments, 'withdrawals'), []);
  // The same name again replaces the view.
  const { data } = await save(payments, { params: { sort: 'seen' } });
  assert.deepEqual(data.find(({ scope }) => scope === 'own')?.params, { sort: 'seen' });
  assert.equal(data.length, 3);
  const entries = await database.owner.rows<{ action: string }>(
    sql`select action from audit_entry where action like 'view.%' order by sequence`,
  );
  assert.deepEqual(
    entries.map(({ action }) => action),
    ['view.share', 'view.set-default'],
  );
});

test('deletes own and shared views by those who may, and rejects filters, lists and roles of others', async () => {
  const [own, , shared] = await readViews(payments);
  const remove = (as: string, view = '') => send('POST', `${SITE}/views/${view}/delete`, { as, body: {} });
  assert.equal((await remove(risk, own?.view)).code, 'NOT_FOUND');
  assert.equal((await remove(await office.signIn('demo-support'), shared?.view)).code, 'NOT_FOUND');
  assert.equal((await remove(risk, shared?.view)).status, 200);
  assert.equal((await remove(payments, own?.view)).status, 200);
  assert.deepEqual(
    (await readViews(payments)).map(({ scope }) => scope),
    ['role'],
  );
  const wrong = [
    [payments, { params: { colour: 'red' } }, 'colour'],
    [payments, { params: { before: '1.1' } }, 'before'],
    [payments, { name: '  ' }, 'name'],
    [payments, { list: 'strangers' }, 'list'],
    [payments, { scope: 'world' }, 'scope'],
  ] as const;
  for (const [as, body, field] of wrong) assert.equal((await save(as, body)).params.field, field);
  assert.equal((await save(payments, { scope: 'role', role: 'finance' })).code, 'PERMISSION_MISSING');
  const support = await office.signIn('demo-support');
  assert.equal((await save(support, { scope: 'shared' })).code, 'PERMISSION_MISSING');
  assert.equal((await save(support, { list: 'operators', params: {} })).code, 'PERMISSION_MISSING');
});

test('keeps the columns of a view, and leaves out a column that the roles lost', async () => {
  const support = await office.signIn('demo-support');
  const saved = await send('POST', `${SITE}/views`, {
    as: support,
    body: { list: 'members', name: 'Accounts', params: { columns: 'account,member,seen' }, scope: 'own', role: '' },
  });
  assert.equal(saved.status, 200, saved.text);
  const readColumns = async (as: string) =>
    (await readViews(as)).find(({ name }) => name === 'Accounts')?.params['columns'];
  const readFields = async (as: string) => {
    const { data } = await send<RowPage<object>>('GET', `${SITE}/lists/members`, { as });
    return Object.keys(data.rows[0] ?? {});
  };
  await createMember(database, chaba);
  assert.equal(await readColumns(support), 'account,member,seen');
  assert.ok((await readFields(support)).includes('account'));
  for (const [columns, status] of [
    ['account,money', 400],
    ['member,member', 400],
    ['', 400],
  ] as const) {
    const body = { list: 'members', name: 'Wrong', params: { columns }, scope: 'own', role: '' };
    const wrong = await send('POST', `${SITE}/views`, { as: support, body });
    assert.deepEqual([wrong.status, wrong.params.field], [status, 'columns'], columns);
  }
  await database.owner.execute(sql`
    update operator_role set role = 'marketing' where site_id = ${chaba.id} and role = 'support'
      and operator_id = (select operator_id from operator where name = 'demo-support')`);
  const marketing = await office.signIn('demo-support');
  assert.equal(await readColumns(marketing), 'member,seen');
  const fields = await readFields(marketing);
  assert.ok(fields.includes('phone') && !fields.includes('account'), fields.join());
  await database.owner.execute(sql`
    update operator_role set role = 'support' where site_id = ${chaba.id} and role = 'marketing'
      and operator_id = (select operator_id from operator where name = 'demo-support')`);
});
