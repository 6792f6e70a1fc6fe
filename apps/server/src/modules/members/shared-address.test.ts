// Subjects of attempt limits: failures on other devices, the member on a known device, and an address.
//
// Elsewhere: many members behind one address (shared-address.heavy.test.ts).

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';

import * as contract from '@chaba/contract/members';
import { getPrefix } from '@chaba/contract/site';

import { toNetwork } from '#core/addresses';
import { buildTestApp } from '#testing/build-app';
import { createMember, PASSWORD } from '#testing/factories';

import {
  consumeAttempt,
  LOGIN_BY_ADDRESS,
  LOGIN_BY_DEVICE,
  LOGIN_BY_PHONE,
  toCallerSubject,
} from './attempt-limits.ts';

const app = await buildTestApp({ config: { isRateLimited: true, trustedProxies: 1 } });
const { database, chaba: site } = app;

const newMark = (): string => randomBytes(16).toString('hex');
const signIn = (phoneNumber: string, Password: string, from: { deviceMark?: string; address: string }) =>
  app.send(contract.login, {
    body: { phoneNumber, Password, ...(from.deviceMark === undefined ? {} : { deviceMark: from.deviceMark }) },
    headers: { 'x-forwarded-for': from.address },
  });

test('keeps a known device signed in while others fail with its phone', async () => {
  const { phone } = await createMember(database, site);
  const own = { deviceMark: newMark(), address: '49.230.0.1' };
  assert.equal((await signIn(phone, PASSWORD, own)).status, 200);
  const codes: (string | undefined)[] = [];
  for (let count = 0; count <= LOGIN_BY_PHONE.most; count += 1) {
    const stranger = { deviceMark: newMark(), address: `203.0.113.${count}` };
    codes.push((await signIn(phone, 'wrong-password', stranger)).body.code);
  }
  assert.deepEqual(codes.slice(-2), ['LOGIN_INVALID', 'LOGIN_RATE_LIMITED']);
  // A device without an earlier sign-in is locked out too, because it cannot be distinguished from the attackers.
  assert.equal((await signIn(phone, PASSWORD, { ...own, deviceMark: newMark() })).body.code, 'LOGIN_RATE_LIMITED');
  assert.equal((await signIn(phone, PASSWORD, { address: own.address })).body.code, 'LOGIN_RATE_LIMITED');
  assert.equal((await signIn(phone, PASSWORD, own)).status, 200);
});

test('counts attempts per known device and only for its member', async () => {
  const [{ phone }, other] = [await createMember(database, site), await createMember(database, site)];
  const own = { deviceMark: newMark(), address: '49.230.0.2' };
  assert.equal((await signIn(phone, PASSWORD, own)).status, 200);
  for (let count = 0; count < LOGIN_BY_DEVICE.most; count += 1) {
    assert.equal((await signIn(phone, 'wrong-password', own)).body.code, 'LOGIN_INVALID');
  }
  assert.equal((await signIn(phone, PASSWORD, own)).body.code, 'LOGIN_RATE_LIMITED');
  // The attempts of the device did not consume those of the phone, and the mark does not apply to another member.
  assert.equal((await signIn(phone, PASSWORD, { ...own, deviceMark: newMark() })).status, 200);
  for (let count = 0; count < LOGIN_BY_PHONE.most; count += 1) await signIn(other.phone, 'wrong-password', own);
  assert.equal((await signIn(other.phone, PASSWORD, own)).body.code, 'LOGIN_RATE_LIMITED');
});

test('locks out an address that tries one password with many phones, except its known devices', async () => {
  const address = '198.51.100.9';
  const { phone } = await createMember(database, site);
  const own = { deviceMark: newMark(), address };
  assert.equal((await signIn(phone, PASSWORD, own)).status, 200);
  const fail = async (count: number) =>
    (await signIn(`09${String(count).padStart(8, '1')}`, 'wrong-password', { address })).body.code;
  assert.equal(await fail(1), 'LOGIN_INVALID');
  // Failures of other phones, counted as a failed login counts itself: each login would hash a password.
  const subject = toCallerSubject(app.context.config, toNetwork(address));
  for (let count = 1; count < LOGIN_BY_ADDRESS.most - 1; count += 1) {
    assert.ok((await consumeAttempt(database, site.id, LOGIN_BY_ADDRESS, subject)).isAllowed);
  }
  assert.deepEqual([await fail(2), await fail(3)], ['LOGIN_INVALID', 'LOGIN_RATE_LIMITED']);
  assert.equal((await signIn(phone, PASSWORD, own)).status, 200);
  assert.equal((await signIn(phone, PASSWORD, { address })).body.code, 'LOGIN_RATE_LIMITED');
});

test('keeps signed-in members working during a flood from their address', async () => {
  const headers = { 'x-forwarded-for': '49.230.8.8' };
  const member = await createMember(database, site);
  assert.equal((await app.send(contract.refresh, { as: member, headers })).status, 200);
  const answers = await Promise.all([
    ...Array.from({ length: 400 }, (_, count) =>
      app.send(contract.refresh, { as: { token: `made-up-${count}` }, headers }),
    ),
    app.send(contract.refresh, { as: member, headers }),
  ]);
  const statuses = answers.map(({ status }) => status);
  assert.equal(statuses.at(-1), 200);
  assert.ok(
    statuses.filter((status) => status === 429).length > 50,
    'a token that was not found valid counts for the address',
  );
});

test('warns once about a proxy that TRUST_PROXY does not name', async () => {
  const warnings = (lines: readonly string[]) => lines.filter((line) => line.includes('TRUST_PROXY is 0')).length;
  const https = await buildTestApp({ config: { isHttps: true } });
  assert.equal(warnings(https.logLines), 1);
  const named = await buildTestApp({ config: { isHttps: true, trustedProxies: 1 } });
  const plain = await buildTestApp();
  const forwarded = { headers: { 'x-forwarded-for': '49.230.9.9' } };
  for (const server of [named, plain]) {
    await server.send(getPrefix);
    assert.equal(warnings(server.logLines), 0);
    await server.send(getPrefix, forwarded);
    await server.send(getPrefix, forwarded);
  }
  assert.deepEqual([warnings(named.logLines), warnings(plain.logLines)], [0, 1]);
});
