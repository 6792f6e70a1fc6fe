// Sessions, remembered devices and game sessions that end when the password changes or a member signs out everywhere.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { RENEW_SESSION_HEADER } from '@chaba/contract/codes';
import * as contract from '@chaba/contract/members';
import { launchGame } from '@chaba/contract/play';
import { sql } from '@chaba/database';
import { baht } from '@chaba/money';

import { buildTestApp } from '#testing/build-app';
import { createMember, PASSWORD, type TestMember } from '#testing/factories';
import { callWallet, authenticateSession } from '#testing/wallet-commands';

const app = await buildTestApp();
const { database, chaba: site } = app;

const NEW_PASSWORD = 'chang-noi-9';
const PHONE = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';
const renewing = { [RENEW_SESSION_HEADER]: '1' };

async function signInRemembered(member: TestMember) {
  const body = { phoneNumber: member.phone, Password: PASSWORD, remember: true };
  const { authToken = '', deviceToken = '' } = (
    await app.send(contract.login, { body, headers: { 'user-agent': PHONE } })
  ).body;
  return { as: { token: authToken, apiKey: member.apiKey }, deviceToken };
}

function changePassword({ phone }: TestMember, as: { token: string }, headers: Record<string, string> = {}) {
  const body = {
    phone_number: phone,
    old_Password: PASSWORD,
    Password: NEW_PASSWORD,
    Confirm_Password: NEW_PASSWORD,
  };
  return app.send(contract.changePassword, { as, body, headers });
}

const getStatus = async (as: { token: string }) => (await app.send(contract.refresh, { as })).status;
const signInByDevice = (member: TestMember, deviceToken: string) =>
  app.send(contract.deviceLogin, { body: { phoneNumber: member.phone, deviceToken } });
const loadDevices = async (as: { token: string }) => (await app.send(contract.listSessions, { as })).body.data.devices;

let calls = 0;
function stake({ playerId }: TestMember, token: string) {
  calls += 1;
  const bet = { playerId, token, gameCode: 'test-slot', currency: 'THB', roundId: `d${calls}`, txId: `d${calls}` };
  return callWallet(app, 'bet', { ...bet, amount: '10' });
}

for (const [name, end] of [
  ['a password change', (member: TestMember) => changePassword(member, member)],
  ['signing out everywhere', (member: TestMember) => app.send(contract.endOtherSessions, { as: member })],
] as const) {
  test(`${name} ends game sessions, launches and remembered devices, and credits payouts`, async () => {
    const member = await createMember(database, site, { money: baht(100) });
    const { as: other, deviceToken } = await signInRemembered(member);
    const sessionToken = await authenticateSession(app, member);
    assert.equal((await stake(member, sessionToken)).code, 'OK');
    const open = { playerId: member.playerId, gameCode: 'test-slot', currency: 'THB', roundId: `d${calls}` };
    const launch = { ch: 'test', gameType: '*', gameCode: 'test-slot' };
    const { launchToken } = (await app.send(launchGame, { as: member, body: launch })).body.data;

    assert.equal((await end(member)).status, 200);
    assert.equal((await stake(member, sessionToken)).code, 'TOKEN_EXPIRED');
    assert.equal((await callWallet(app, 'authenticate', { token: launchToken })).code, 'INVALID_TOKEN');
    assert.equal((await callWallet(app, 'win', { ...open, txId: `${open.roundId}-w`, amount: '25' })).code, 'OK');
    const kicks = sql`select 1 from provider_kick where member_id = ${member.id} and delivered_at is null`;
    assert.equal((await database.rows(kicks)).length, 1);
    assert.equal(await getStatus(other), 401);
    assert.equal((await signInByDevice(member, deviceToken)).body.code, 'DEVICE_TOKEN_INVALID');

    // A client of the specification keeps only its token and launches games again.
    assert.equal(await getStatus(member), 200);
    assert.equal((await stake(member, await authenticateSession(app, member))).code, 'OK');
  });
}

test('renews the caller’s tokens on request and rejects writes with the old token', async () => {
  const member = await createMember(database, site);
  const { as, deviceToken } = await signInRemembered(member);
  const { status, body } = await changePassword(member, as, renewing);
  assert.equal(status, 200, body.message);
  const renewed = { token: body.authToken ?? '', apiKey: member.apiKey };
  assert.notEqual(renewed.token, as.token);
  assert.equal(await getStatus(renewed), 200);
  assert.deepEqual([(await loadDevices(renewed)).length, await getStatus(member)], [1, 401]);

  // Requests in flight can read for a moment; they change nothing and create no third token.
  assert.equal(await getStatus(as), 200);
  assert.equal((await app.send(contract.endOtherSessions, { as, headers: renewing })).status, 401);
  await database.execute(sql`update member_session set expires_at = now() where replaced_at is not null`);
  await app.send(contract.endOtherSessions, { as: renewed });
  assert.deepEqual([await getStatus(as), await getStatus(renewed)], [401, 200]);

  assert.equal((await signInByDevice(member, deviceToken)).body.code, 'DEVICE_TOKEN_INVALID');
});

test('keeps the remembered device of a renewed session with its new token', async () => {
  const member = await createMember(database, site);
  const { as, deviceToken } = await signInRemembered(member);
  const { deviceToken: next = '' } = (await app.send(contract.endOtherSessions, { as, headers: renewing })).body;
  assert.equal((await signInByDevice(member, deviceToken)).body.code, 'DEVICE_TOKEN_INVALID');
  assert.equal((await signInByDevice(member, next)).status, 200);
});

test('lists remembered devices and revokes one with its sessions and games', async () => {
  const member = await createMember(database, site, { money: baht(100) });
  const lost = await signInRemembered(member);
  const own = await signInRemembered(member);
  const sessionToken = await authenticateSession(app, member);
  const devices = await loadDevices(own.as);
  assert.deepEqual(
    devices.map(({ device, isCurrent }) => [device, isCurrent]),
    [
      ['Chrome · Android', true],
      ['Chrome · Android', false],
    ],
  );
  const days = (Date.parse(devices[0]?.expiresAt ?? '') - Date.now()) / 86_400_000;
  assert.ok(days > 29.9 && days <= 30, `${days} days`);

  const revoke = (as: { token: string }, deviceId: string | undefined) =>
    app.send(contract.revokeDevice, { as, body: { deviceId } });
  const stranger = await createMember(database, site);
  assert.equal((await revoke(stranger, devices[1]?.deviceId)).status, 200);
  assert.equal((await loadDevices(own.as)).length, 2, 'a device of another member stays');

  assert.equal((await revoke(own.as, devices[1]?.deviceId)).status, 200);
  assert.deepEqual([await getStatus(lost.as), await getStatus(own.as), await getStatus(member)], [401, 200, 200]);
  assert.equal((await signInByDevice(member, lost.deviceToken)).body.code, 'DEVICE_TOKEN_INVALID');
  assert.equal((await stake(member, sessionToken)).code, 'TOKEN_EXPIRED');

  const again = await authenticateSession(app, member);
  assert.equal((await revoke(own.as, devices[0]?.deviceId)).status, 200);
  assert.deepEqual([await getStatus(own.as), (await stake(member, again)).code], [200, 'OK']);
});

test('expires a device after 30 days regardless of sign-ins', async () => {
  const member = await createMember(database, site);
  const { deviceToken } = await signInRemembered(member);
  const age = (days: number) =>
    database.execute(sql`
      update member_device set created_at = created_at - ${`${days} days`}::interval,
        expires_at = expires_at - ${`${days} days`}::interval
      where member_id = ${member.id}`);
  await age(29);
  const { status, body } = await signInByDevice(member, deviceToken);
  assert.equal(status, 200);
  await age(1);
  assert.equal((await signInByDevice(member, body.deviceToken ?? '')).body.code, 'DEVICE_TOKEN_INVALID');
});
