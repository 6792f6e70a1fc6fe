// Subjects of attempt limits: failures on other devices, the member on a known device, many members behind one address.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import * as contract from '@chaba/contract/members';
import { getPrefix } from '@chaba/contract/site';
import { sql } from '@chaba/database';

import { forEachConcurrent } from '#core/for-each-concurrent';
import { buildTestApp } from '#testing/build-app';
import { createMember, PASSWORD } from '#testing/factories';

import { LOGIN_BY_ADDRESS, LOGIN_BY_DEVICE, LOGIN_BY_PHONE } from './attempt-limits.ts';

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

/** Repeats a rate-limited request as the web app does: the address is limited, the member is not locked. */
async function patiently<Asked extends { readonly status: number; readonly body: { readonly code?: string } }>(
  ask: () => Promise<Asked>,
): Promise<Asked> {
  for (;;) {
    const answer = await ask();
    if (answer.body.code !== 'TOO_MANY_REQUESTS') return answer;
    await sleep(500);
  }
}

test('signs in 500 members behind one address within 15 minutes, every fourth after a typing error', async () => {
  const address = '49.230.7.7';
  const phones: string[] = [];
  for (let count = 0; count < 500; count += 1) phones.push((await createMember(database, site)).phone);
  const begun = performance.now();
  const rejected: unknown[] = [];
  await forEachConcurrent([...phones.keys()], 20, async (index) => {
    const phone = phones[index] ?? '';
    const from = { deviceMark: newMark(), address };
    if (index % 4 === 0) {
      const wrong = await patiently(() => signIn(phone, 'wrong-password', from));
      assert.equal(wrong.body.code, 'LOGIN_INVALID');
    }
    const { status, body } = await patiently(() => signIn(phone, PASSWORD, from));
    if (status !== 200) rejected.push([index, status, body.code]);
    const as = { token: body.authToken ?? '' };
    const headers = { 'x-forwarded-for': address };
    for (const call of [contract.refresh, contract.getBalance]) {
      const answer = await patiently(() => app.send(call, { as, headers }));
      if (answer.status !== 200) rejected.push([index, answer.status, answer.body.code]);
    }
  });
  assert.deepEqual(rejected, []);
  assert.ok(performance.now() - begun < 15 * 60_000);
  const left = await database.rows<{ used: number }>(
    sql`select used from attempt where site_id = ${site.id} and budget = ${LOGIN_BY_ADDRESS.name} and used > 0`,
  );
  assert.ok(
    left.every(({ used }) => used < 10),
    'a typing error of somebody who signs in does not stay',
  );
});

test('locks out an address that tries one password with many phones, except its known devices', async () => {
  const address = '198.51.100.9';
  const { phone } = await createMember(database, site);
  const own = { deviceMark: newMark(), address };
  assert.equal((await signIn(phone, PASSWORD, own)).status, 200);
  const codes: (string | undefined)[] = [];
  for (let count = 0; count <= LOGIN_BY_ADDRESS.most; count += 1) {
    codes.push((await signIn(`09${String(count).padStart(8, '1')}`, 'wrong-password', { address })).body.code);
  }
  assert.deepEqual([...new Set(codes)], ['LOGIN_INVALID', 'LOGIN_RATE_LIMITED']);
  assert.equal(codes.indexOf('LOGIN_RATE_LIMITED'), LOGIN_BY_ADDRESS.most);
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
    'a token that nobody has seen to be good is of the address',
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
