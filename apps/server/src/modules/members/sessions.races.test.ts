// Sign-ins that run concurrently with the end of all sessions: the old password and removed devices no longer work
// after the change.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import * as contract from '@chaba/contract/members';
import { launchGame } from '@chaba/contract/play';
import { openDatabase, sql } from '@chaba/database';
import { listWaiting } from '@chaba/database/testing';

import { requestKick } from '#modules/providers';
import { buildTestApp } from '#testing/build-app';
import { createMember, PASSWORD, type TestMember } from '#testing/factories';

import { changePasswordHash, findPasswordHash } from './members.store.ts';
import { beginSession, endOtherSessions, rememberDevice, redeemDeviceToken } from './sessions.ts';

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
