// Block lists: added and ended by risk, in force at sign-up and at deposits, with a text for the member.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { BlockRow } from '@chaba/contract/back-office/blocks';
import type { RowPage } from '@chaba/contract/back-office/wire';
import { listDepositAccounts } from '@chaba/contract/deposits';
import * as members from '@chaba/contract/members';
import { sql } from '@chaba/database';
import { audit } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { findHoldReason } from '#modules/limits';
import { recordRiskSignals } from '#modules/risk-signals';
import { buildTestApp } from '#testing/build-app';
import { buildTestOffice } from '#testing/build-back-office';
import { createMember } from '#testing/factories';
import { openOurAccount } from '#testing/bank-commands';

const office = await buildTestOffice();
const { database, operators, chaba, send, act, config } = office;
const app = await buildTestApp({ database, config: { hashSecret: config.hashSecret, trustedProxies: 1 } });
await openOurAccount(database, chaba);
const SITE = '/back-office/v1/sites/chaba';
const [risk, support] = [await office.signIn('demo-risk'), await office.signIn('demo-support')] as const;
const MARK = '0123456789abcdef0123456789abcdef';
const ADDRESS = '203.0.113.77';

const readBlocks = async (query = ''): Promise<readonly BlockRow[]> =>
  (await send<RowPage<BlockRow>>('GET', `${SITE}/lists/blocks${query}`, { as: risk })).data.rows;
const add = (input: Readonly<Record<string, string>>, as = risk) =>
  act(as, 'block.add', { value: '', member: '', ...input });
const end = async (kind: string): Promise<void> => {
  for (const { id } of await readBlocks(`?kind=${kind}`)) {
    assert.equal((await act(risk, 'block.end', { block: id })).data.outcome, 'unblocked');
  }
};

let count = 0;
const signUp = (more: Readonly<Record<string, string>> = {}, address = '198.51.100.1') => {
  count += 1;
  const body = {
    phoneNumber: `08${String(70_000_000 + count)}`,
    Password: 'correct horse 9',
    Confirm_Password: 'correct horse 9',
    BankAccount: `77700${String(10_000 + count)}`,
    BankCode: '004',
    firstName: 'สมชาย',
    lastName: 'ใจดี',
    ...more,
  };
  return app.send(members.signup, { body, headers: { 'x-forwarded-for': address } });
};

test('keeps a blocked phone, account and network from signing up, with one neutral text', async () => {
  await database.owner.execute(sql`update site set is_checking_bank_names = false`);
  assert.equal((await signUp()).status, 200);
  await add({ kind: 'phone', value: '081-234-5678' });
  await add({ kind: 'account', value: '004 5551234567' });
  await add({ kind: 'address', value: ADDRESS });
  const rejected = [
    await signUp({ phoneNumber: '0812345678' }),
    await signUp({ BankAccount: '5551234567' }),
    await signUp({}, ADDRESS),
    await app.send(members.checkPhone, { body: { phoneNumber: '0812345678' } }),
  ];
  for (const { status, body } of rejected) {
    assert.deepEqual([status, body.code], [403, 'REGISTRATION_BLOCKED']);
    assert.match(body.message ?? '', /ติดต่อแอดมิน/);
  }
  assert.equal((await signUp({ BankAccount: '5551234567', BankCode: '014' })).status, 200, 'the same digits elsewhere');
  for (const kind of ['phone', 'account', 'address']) await end(kind);
  assert.equal((await signUp({ phoneNumber: '0812345678' })).status, 200);
  assert.deepEqual(await readBlocks(), []);
});

test('blocks the devices of a member, also before a registration and at deposits', async () => {
  const member = await createMember(database, chaba, { money: baht(100) });
  const twin = await createMember(database, chaba);
  const reference = `M${member.id}`;
  assert.equal((await add({ kind: 'device', member: reference })).code, 'NOT_WAITING', 'no device was seen');
  for (const { id } of [member, twin]) {
    await database.transaction((tx) =>
      recordRiskSignals({ tx, config }, chaba.id, id, { address: '10.0.0.1', deviceMark: MARK }),
    );
  }
  assert.equal((await add({ kind: 'device', member: reference })).data.outcome, 'blocked');
  assert.equal((await add({ kind: 'device', member: reference })).code, 'NOT_WAITING', 'it is blocked already');
  const checked = await app.send(members.checkPhone, { body: { phoneNumber: '0869999999', deviceMark: MARK } });
  assert.equal(checked.body.code, 'REGISTRATION_BLOCKED');
  for (const as of [member, twin]) {
    const answer = await app.send(listDepositAccounts, { as });
    assert.deepEqual([answer.status, answer.body.code], [403, 'DEPOSIT_BLOCKED']);
    assert.match(answer.body.message ?? '', /ถอนเงินได้ตามปกติ/);
  }
  await end('device');
  assert.equal((await app.send(listDepositAccounts, { as: twin })).status, 200);
});

test('holds money that a blocked member sent, and takes none', async () => {
  const member = await createMember(database, chaba);
  const of = { siteId: chaba.id, memberId: member.id };
  const hold = () => database.transaction((tx) => findHoldReason(tx, of, baht(100)));
  assert.equal(await hold(), undefined);
  await add({ kind: 'account', member: `M${member.id}` });
  assert.equal(await hold(), 'MEMBER_BLOCKED');
  await end('account');
  await add({ kind: 'phone', member: `M${member.id}` });
  assert.equal(await hold(), 'MEMBER_BLOCKED');
  await end('phone');
  assert.equal(await hold(), undefined);
  assert.deepEqual(await audit(database), []);
});

test('rejects what is no value, and lets risk alone block', async () => {
  for (const input of [
    { kind: 'phone', value: '12' },
    { kind: 'account', value: '5551234567' },
    { kind: 'account', value: '999 5551234567' },
    { kind: 'device', value: MARK },
    { kind: 'address', value: '10.0.0.1' },
    { kind: 'phone', value: '0812345678', member: 'M1' },
    { kind: 'phone' },
  ]) {
    assert.deepEqual([(await add(input)).code, (await add(input)).params.field], ['FIELD_INVALID', 'value']);
  }
  assert.equal((await add({ kind: 'phone', value: '0812345678' }, support)).code, 'PERMISSION_MISSING');
  await assert.rejects(database.execute(sql`delete from block_entry`), /permission denied/);
  await assert.rejects(database.execute(sql`update block_entry set ended_at = now()`), /permission denied/);
  await assert.rejects(operators.execute(sql`delete from block_entry`), /permission denied/);
});

test('writes no phone, account or address of a block into entries and lists', async () => {
  const member = await createMember(database, chaba);
  await add({ kind: 'phone', member: `M${member.id}` });
  await add({ kind: 'account', value: '004 5559876543' });
  const entries = await database.owner.rows<{ content: string }>(sql`
    select content from audit_entry where action = 'block.add'`);
  const texts = JSON.stringify([entries, await readBlocks()]);
  assert.ok(!texts.includes(member.phone) && !texts.includes('5559876543'));
  assert.match(texts, /xxx6543/);
});
