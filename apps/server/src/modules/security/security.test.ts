// Security events: kinds, aggregation of floods, operator access and alarms.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import * as contract from '@chaba/contract/members';
import { sql } from '@chaba/database';
import { openOperator } from '@chaba/operator-cli/testing';

import { jobs } from '#app';
import { listOpenFindings } from '#modules/audit';
import { buildTestApp } from '#testing/build-app';
import { createMember, PASSWORD, type TestMember } from '#testing/factories';

import { listSecurityEvents, recordSecurityEvent } from './security.ts';
import { deleteOldEvents } from './security.store.ts';

const app = await buildTestApp();
const { database, chaba: site } = app;

const ANDROID = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0' };
const logIn = ({ phone }: Pick<TestMember, 'phone'>, Password: string, remember = false) =>
  app.send(contract.login, { body: { phoneNumber: phone, Password, remember }, headers: ANDROID });
const listEvents = async (member: TestMember) =>
  (await listSecurityEvents(database, site.id, member.id)).map(({ kind, count }) => [kind, count] as const);

async function raiseAlarms(): Promise<string[]> {
  const job = jobs.find(({ name }) => name === 'find-repeated-security-events');
  assert.ok(job);
  await job.run(app.context);
  return (await listOpenFindings(database, site.id)).map(({ rule }) => rule);
}

async function until<Value>(read: () => Promise<Value | undefined>): Promise<Value> {
  for (;;) {
    const value = await read();
    if (value !== undefined) return value;
    await sleep(50);
  }
}

test('records sign-ins, devices, lock-outs and password changes and counts equal events per hour', async () => {
  const member = await createMember(database, site);
  await logIn(member, PASSWORD);
  const { deviceToken = '' } = (await logIn(member, PASSWORD, true)).body;
  const byDevice = (token: string) =>
    app.send(contract.deviceLogin, { body: { phoneNumber: member.phone, deviceToken: token }, headers: ANDROID });
  assert.equal((await byDevice(deviceToken)).status, 200);
  await database.execute(sql`update member_device set rotated_at = now() - interval '11 seconds'`);
  assert.equal((await byDevice(deviceToken)).body.code, 'DEVICE_TOKEN_INVALID');
  for (let count = 0; count < 8; count += 1) await logIn(member, 'wrong-password');
  const change = {
    phone_number: member.phone,
    old_Password: PASSWORD,
    Password: 'chang-noi-9',
    Confirm_Password: 'chang-noi-9',
  };
  assert.equal((await app.send(contract.changePassword, { as: member, body: change })).status, 200);

  assert.deepEqual(
    new Map(await listEvents(member)),
    new Map<string, number>([
      ['password_changed', 1],
      ['sessions_ended', 1],
      ['login_locked', 3],
      ['device_token_reused', 1],
      ['device_signed_in', 1],
      ['device_remembered', 1],
      ['signed_in', 2],
    ]),
  );
  const [row] = await database.rows<{ all: string }>(sql`select string_agg(e::text, ' ') as all from security_event e`);
  assert.match(row?.all ?? '', /Chrome · Android, network [0-9a-f]{12}/);
  assert.ok(!row?.all.includes(member.phone) && !row?.all.includes('127.0.0.1'));
});

test('records the same events for a locked phone without a member', async () => {
  const phone = '0655555555';
  for (let count = 0; count < 6; count += 1) await logIn({ phone }, 'wrong-password');
  const [event] = await listSecurityEvents(database, site.id);
  assert.deepEqual([event?.kind, event?.memberId, event?.count], ['login_locked', null, 1]);
  assert.match(event?.subject ?? '', /^phone [0-9a-f]{12}$/);
});

test('counts invalid signatures of providers and the bank per key and raises an alarm', async () => {
  const forge = (target: string, keyId: string) =>
    app.send(
      { method: 'POST', path: target },
      {
        body: { token: 'x' },
        headers: { 'x-key-id': keyId, 'x-timestamp': String(Date.now()), 'x-signature': 'AAAA' },
      },
    );
  const [before] = [await raiseAlarms()];
  assert.ok(!before.includes('security: signature_invalid'));
  for (let count = 0; count < 40; count += 1) {
    assert.equal((await forge('/seamless/v1/bet', 'test-key')).status, 401);
    await forge('/seamless/v1/bet', `made-up-${count}`);
  }
  assert.equal((await forge('/integrations/bank/v1/payouts', 'bank')).status, 401);
  assert.equal((await forge('/seamless/hub88/nobody/user/info', 'nobody')).status, 401);

  const forged = await until(async () => {
    const events = await listSecurityEvents(database, site.id);
    const found = events.filter(({ kind }) => kind === 'signature_invalid');
    return found.reduce((sum, { count }) => sum + count, 0) === 82 ? found : undefined;
  });
  assert.deepEqual(forged.map(({ subject, count }) => `${subject} ${count}`).sort(), [
    'bank: wrong 1',
    'chaba: unknown_key 40',
    'hub88: unknown_key 1',
    'test-key: wrong 40',
  ]);
  assert.ok(!(await raiseAlarms()).includes('security: signature_invalid'), 'a few unsigned calls raise no alarm');
  const setCount = (count: number) =>
    database.execute(sql`
      update security_event set count = ${count}, last_at = now() where kind = 'signature_invalid' and subject = 'bank: wrong'`);
  await setCount(600 - 82);
  assert.ok(!(await raiseAlarms()).includes('security: signature_invalid'));
  await setCount(600 - 81);
  assert.ok((await raiseAlarms()).includes('security: signature_invalid'));
  assert.ok(app.logLines.some((line) => line.includes('security: signature_invalid')));
});

test('lists events of a site and of one member for an operator', async () => {
  const member = await createMember(database, site);
  await logIn(member, PASSWORD);
  const run = openOperator(database);
  const operator = async (...words: string[]) => (await run(...words)).out;
  assert.match(
    await operator('security', member.phone),
    new RegExp(`signed_in +1x +${member.phone} +Chrome · Android`),
  );
  assert.match(await operator('security'), /signature_invalid +40x +test-key: wrong/);
});

test('deletes only events older than a year', async () => {
  await recordSecurityEvent(database, site.id, { kind: 'address_locked', subject: 'old' });
  await assert.rejects(database.execute(sql`delete from security_event where subject = 'old'`), /permission denied/);
  await assert.rejects(database.execute(sql`update security_event set subject = 'x'`), /permission denied/);
  assert.equal(await deleteOldEvents(database), 0n);
  await database.owner.execute(
    sql`update security_event set last_at = now() - interval '366 days' where subject = 'old'`,
  );
  assert.equal(await deleteOldEvents(database), 1n);
});
