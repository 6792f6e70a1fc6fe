// Sessions: their end by time and by the member, their stored data, and sign-ins that run concurrently with the end of
// all sessions, after which the old password and removed devices no longer work.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { endpoints } from '@chaba/contract/endpoints';
import * as contract from '@chaba/contract/members';
import { launchGame } from '@chaba/contract/play';
import { openDatabase, sql } from '@chaba/database';
import { listWaiting } from '@chaba/database/testing';

import { requestKick } from '#modules/providers';
import { changeSite } from '#modules/site';
import { buildTestApp } from '#testing/build-app';
import { createMember, createSession, PASSWORD, type TestMember } from '#testing/factories';
import { fakeOutside } from '#testing/fake-bank';
import { deleteOldRiskSignals } from '#modules/risk-signals';
import {
  beginSession,
  createSessionReader,
  endOtherSessions,
  redeemDeviceToken,
  rememberDevice,
} from '#modules/sessions';

import { BANK_CHECK_ACCOUNT, consumeAttempt, toMemberSubject } from './attempt-limits.ts';
import { changePasswordHash, consumeBankCheck, findPasswordHash } from './members.store.ts';

const app = await buildTestApp();
const { database } = app;
// A separate connection, because a transaction would always see its first snapshot.
const owner = openDatabase({ url: database.ownerUrl, poolSize: 1 });
after(() => owner.close());

async function untilLockIsAwaited(): Promise<void> {
  while ((await listWaiting(owner)).length === 0) await sleep(10);
}

const countOpenSessions = async ({ id }: TestMember): Promise<number> =>
  (await database.rows(sql`select 1 from member_session where member_id = ${id}`)).length;

const signIn = ({ phone }: TestMember, password: string) =>
  app.send(contract.login, { body: { phoneNumber: phone, Password: password, remember: true } });

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

test('keeps ten open sessions of a member and ends the oldest ones', async () => {
  const [member, other] = [await createMember(database, app.chaba), await createMember(database, app.chaba)];
  const begin = () =>
    database.transaction((tx) => beginSession(tx, app.chaba.id, member.id, { userAgent: 'Firefox Linux' }));
  const isOpen = async (token: string) => (await app.send(contract.refresh, { as: { token } })).status === 200;
  const tokens: string[] = [member.token];
  for (let count = 0; count < 9; count += 1) tokens.push(await begin());
  for (const token of tokens) assert.equal(await isOpen(token), true);
  tokens.push(await begin());
  // The cached copy of the ended session is evicted as well.
  while (await isOpen(member.token)) await sleep(10);
  const open = await Promise.all(tokens.map(isOpen));
  assert.deepEqual(open, [false, ...Array.from({ length: 10 }, () => true)]);

  // Sessions that are over take no place, and those of another member none either.
  await database.execute(
    sql`update member_session set last_seen_at = now() - interval '31 minutes' where token_hash in (
      select token_hash from member_session where member_id = ${member.id} order by created_at limit 4)`,
  );
  for (let count = 0; count < 4; count += 1) await begin();
  assert.deepEqual([await countOpenSessions(member), await isOpen(other.token)], [14, true]);

  const concurrent = await Promise.all(Array.from({ length: 30 }, begin));
  const remaining = await Promise.all(concurrent.map(isOpen));
  assert.equal(remaining.filter(Boolean).length, 10);
  const logins = await Promise.all(Array.from({ length: 3 }, () => signIn(member, PASSWORD)));
  assert.deepEqual(
    logins.map(({ status }) => status),
    [200, 200, 200],
  );
  for (const { body } of logins) assert.equal(await isOpen(body.authToken ?? ''), true);
});

test('rejects a replaced token at every endpoint that changes state', async () => {
  const members = endpoints.filter(({ endpoint }) => endpoint.auth === 'member' && endpoint.form === undefined);
  const statuses = new Map<string, number>();
  for (const { endpoint } of members) {
    const member = await createMember(database, app.chaba);
    await database.execute(sql`update member_session set replaced_at = now() where member_id = ${member.id}`);
    const { status } = await app.send(endpoint, { as: member, ...(endpoint.method === 'GET' ? {} : { body: {} }) });
    statuses.set(`${endpoint.method} ${endpoint.path}`, status);
  }
  const isWrite = ({ endpoint }: (typeof members)[number]) =>
    endpoint.method !== 'GET' || endpoint.changesState === true;
  const writes = members.filter(isWrite).map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
  assert.ok(writes.filter((write) => write.startsWith('GET')).length === 2, writes.join(', '));
  for (const [name, status] of statuses) assert.equal(status === 401, writes.includes(name), `${name}: ${status}`);
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
  await off.database.owner.transaction((tx) => changeSite(tx, 1, { isCheckingBankNames: false }));
  const checked = await off.send(contract.checkBank, { body: { BankAccount: '1234567890', BankCode: '004' } });
  assert.deepEqual([checked.status, checked.body.data, names.requests.length], [200, {}, 0]);
});

test('stores a browser mark once as a hash and deletes it after 180 days', async () => {
  const { chaba: site, send } = app;
  const member = await createMember(database, site);
  const deviceMark = '0123456789abcdef'.repeat(2);
  const body = { phoneNumber: member.phone, Password: PASSWORD, deviceMark };
  for (const wanted of [200, 200]) assert.equal((await send(contract.login, { body })).status, wanted);
  assert.equal((await send(contract.login, { body: { ...body, deviceMark: 'a name' } })).status, 400);
  const { deviceMark: _, ...plain } = body;
  assert.equal((await send(contract.login, { body: plain })).status, 200);

  const traces = () =>
    database.rows<{ kind: string; hash: string }>(sql`
      select kind, encode(signal_hash, 'hex') as hash from risk_signal
      where site_id = ${site.id} and member_id = ${member.id}`);
  const [trace, ...others] = await traces();
  assert.deepEqual([trace?.kind, others], ['device', []]);
  assert.ok(trace && !trace.hash.includes(deviceMark));
  assert.equal(await deleteOldRiskSignals(database), 0);
  await database.execute(sql`update risk_signal set first_seen_at = now() - interval '1 year', last_seen_at = now() - interval '181 days'
    where site_id = ${site.id}`);
  assert.equal(await deleteOldRiskSignals(database), 1);
  assert.deepEqual(await traces(), []);
});

test('opens no session for a login whose password changes during the comparison', async () => {
  const member = await createMember(database, app.chaba);
  const from = await findPasswordHash(database, member.siteId, member.id);
  assert.ok(from !== undefined);
  const login = await database.transaction(async (tx) => {
    const change = { from, passwordHash: `${from} changed` };
    assert.equal(await changePasswordHash(tx, member.siteId, member.id, change), true);
    await endOtherSessions(tx, member.siteId, member.id, undefined);
    const pending = signIn(member, PASSWORD);
    await untilLockIsAwaited();
    return { pending };
  });
  const answer = await login.pending;
  assert.equal(answer.body.code, 'LOGIN_INVALID');
  assert.equal(await countOpenSessions(member), 0);
});

test('rejects the second of two concurrent password changes', async () => {
  const member = await createMember(database, app.chaba);
  const from = await findPasswordHash(database, member.siteId, member.id);
  assert.ok(from !== undefined);
  const change = await database.transaction(async (tx) => {
    const first = { from, passwordHash: `${from} changed` };
    assert.equal(await changePasswordHash(tx, member.siteId, member.id, first), true);
    const password = 'another-2570';
    const body = { phone_number: member.phone, old_Password: PASSWORD, Password: password, Confirm_Password: password };
    const pending = app.send(contract.changePassword, { as: member, body });
    await untilLockIsAwaited();
    return { pending };
  });
  assert.equal((await change.pending).body.code, 'PASSWORD_OLD_WRONG');
});

test('returns the own account number in full after the password, records it and limits guesses', async () => {
  const member = await createMember(database, app.chaba);
  const other = await createMember(database, app.chaba);
  const reveal = (Password: string, as = member) => app.send(contract.revealBankAccount, { as, body: { Password } });
  const { data } = (await app.send(contract.refresh, { as: member })).body;
  assert.match(data.BankAccount, /^x+\d{4}$/);

  const stored = await database.one<{ bank_account: string }>(
    sql`select bank_account from member where site_id = ${member.siteId} and member_id = ${member.id}`,
  );
  assert.deepEqual((await reveal(PASSWORD)).body.data, { BankCode: data.BankCode, BankAccount: stored.bank_account });
  assert.notEqual((await reveal(PASSWORD, other)).body.data.BankAccount, stored.bank_account);
  const events = sql`select kind, count from security_event where site_id = ${member.siteId}
    and member_id = ${member.id} and kind = 'account_revealed'`;
  assert.deepEqual(await database.rows(events), [{ kind: 'account_revealed', count: 1 }]);

  for (const [Password, code] of [
    ['', 'PASSWORD_INCOMPLETE'],
    ['x'.repeat(201), 'PASSWORD_INCOMPLETE'],
    ...Array.from({ length: 5 }, () => ['wrong-password', 'PASSWORD_WRONG'] as const),
    [PASSWORD, 'TOO_MANY_REQUESTS'],
  ] as const) {
    assert.equal((await reveal(Password)).body.code, code, Password);
  }
  assert.equal((await reveal(PASSWORD, other)).status, 200);
});

test('opens no game launched while its session ends', async () => {
  const member = await createMember(database, app.chaba);
  const { siteId, id } = member;
  const ending = await database.transaction(async (tx) => {
    await endOtherSessions(tx, siteId, id, undefined);
    await requestKick(tx, siteId, id);
    const launch = { ch: 'test', gameType: '*', gameCode: 'test-slot' };
    const pending = app.send(launchGame, { as: member, body: launch });
    await untilLockIsAwaited();
    return { pending };
  });
  const { status, body } = await ending.pending;
  assert.deepEqual([status, body.code], [401, 'SESSION_EXPIRED']);
  assert.deepEqual(await database.rows(sql`select 1 from game_launch where member_id = ${id}`), []);
});

test('ends or rejects a device that signs in while all sessions end', async () => {
  const member = await createMember(database, app.chaba);
  const { siteId, id } = member;
  const { token } = await database.transaction((tx) => rememberDevice(tx, siteId, id, ''));
  const ending = await database.transaction(async (tx) => {
    const device = await redeemDeviceToken(tx, siteId, token);
    assert.ok(device);
    await beginSession(tx, siteId, id, { userAgent: '', deviceId: device.deviceId });
    const pending = database.transaction((other) => endOtherSessions(other, siteId, id, undefined));
    await untilLockIsAwaited();
    return { pending, next: device.nextToken };
  });
  assert.equal((await ending.pending).ended, 2, 'the session of the member, and that of the device');
  assert.equal(await countOpenSessions(member), 0);
  assert.equal(await database.transaction((tx) => redeemDeviceToken(tx, siteId, ending.next ?? '')), undefined);
});
