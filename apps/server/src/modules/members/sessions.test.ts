import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as contract from '@chaba/contract/members';
import { sql } from '@chaba/database';

import { changeSite } from '#modules/site';
import { buildTestApp } from '#testing/build-app';
import { createMember, createSession } from '#testing/factories';
import { fakeOutside } from '#testing/fake-bank';

import { BANK_CHECK_ACCOUNT, consumeAttempt, toMemberSubject } from './attempt-limits.ts';
import { consumeBankCheck } from './members.store.ts';
import { createSessionReader } from './sessions.ts';

const app = await buildTestApp();
const { database } = app;

test('ends a session after 30 minutes without a request or after 24 hours', async () => {
  const member = await createMember(database, app.chaba);
  const shift = (column: 'idle' | 'day', minutes: number) =>
    column === 'idle'
      ? database.execute(
          sql`update member_session set last_seen_at = now() - make_interval(mins => ${minutes}) where member_id = ${member.id}`,
        )
      : database.execute(
          sql`update member_session set last_seen_at = now(), expires_at = now() + make_interval(mins => ${minutes}) where member_id = ${member.id}`,
        );
  const [row] = await database.rows<{ token_hash: Buffer }>(
    sql`select token_hash from member_session where member_id = ${member.id}`,
  );
  const state = async () =>
    (await createSessionReader(database).touch(member.siteId, row?.token_hash ?? Buffer.alloc(32))).isOpen;

  await shift('idle', 29);
  assert.equal(await state(), true);
  // That request extended the idle timeout.
  const [moved] = await database.rows<{ is_new: boolean }>(
    sql`select last_seen_at > now() - interval '1 minute' as is_new from member_session where member_id = ${member.id}`,
  );
  assert.equal(moved?.is_new, true);
  await shift('idle', 31);
  assert.equal(await state(), false);
  await shift('day', 1);
  assert.equal(await state(), true);
  await shift('day', -1);
  assert.equal(await state(), false);
});

test('stores only the hash of a token', async () => {
  const member = await createMember(database, app.chaba);
  const rows = await database.rows<{ all: string }>(
    sql`select row_to_json(s)::text as all from member_session s where member_id = ${member.id}`,
  );
  assert.equal(rows.length, 1);
  assert.ok(!rows[0]?.all.includes(member.token));
});

test('lists a member’s sessions and ends all others', async () => {
  const member = await createMember(database, app.chaba);
  const other = { token: await createSession(database, member.siteId, member.id) };
  const listed = await app.send(contract.listSessions, { as: member });
  assert.equal(listed.body.data.sessions.length, 2);
  assert.equal(listed.body.data.sessions.filter(({ isCurrent }) => isCurrent).length, 1);
  assert.equal((await app.send(contract.endOtherSessions, { as: member })).body.data.ended, 1);
  assert.equal((await app.send(contract.refresh, { as: other })).status, 401);
  assert.equal((await app.send(contract.refresh, { as: member })).status, 200);
});

test('rejects a bank check token after ten minutes', async () => {
  const use = (minutes: number) =>
    database.transaction((tx) =>
      consumeBankCheck(tx, 1, '00000000-0000-4000-8000-000000000001', new Date(Date.now() + minutes * 60_000)),
    );
  assert.deepEqual([await use(-1), await use(1), await use(1)], [false, true, false]);
});

test('counts concurrent attempts exactly and expires the count', async () => {
  const take = () => consumeAttempt(database, 1, BANK_CHECK_ACCOUNT, toMemberSubject(1n));
  const tries = await Promise.all(Array.from({ length: 40 }, take));
  assert.equal(tries.filter(({ isAllowed }) => isAllowed).length, BANK_CHECK_ACCOUNT.most);
  await database.execute(sql`update attempt set resets_at = now() - interval '1 second'`);
  assert.equal((await take()).isAllowed, true);
});

test('skips the bank query on a site with the bank check disabled', async () => {
  const names = fakeOutside(() => ({ code: 'NOT_FOUND' }));
  const off = await buildTestApp({ bank: { names } });
  await off.database.transaction((tx) => changeSite(tx, 1, { isCheckingBankNames: false }));
  const checked = await off.send(contract.checkBank, { body: { BankAccount: '1234567890', BankCode: '004' } });
  assert.deepEqual([checked.status, checked.body.data, names.requests.length], [200, {}, 0]);
});
