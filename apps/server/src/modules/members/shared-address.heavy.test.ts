// Five hundred members behind one address sign in while sign-ins are limited by address.
//
// Elsewhere: the limits (shared-address.test.ts).

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import * as contract from '@chaba/contract/members';
import { sql } from '@chaba/database';

import { forEachConcurrent } from '#core/for-each-concurrent';
import { buildTestApp } from '#testing/build-app';
import { createMember, PASSWORD } from '#testing/factories';

import { LOGIN_BY_ADDRESS } from './attempt-limits.ts';

const app = await buildTestApp({ config: { isRateLimited: true, trustedProxies: 1 } });
const { database, chaba: site } = app;

const signIn = (phoneNumber: string, Password: string, from: { deviceMark: string; address: string }) =>
  app.send(contract.login, {
    body: { phoneNumber, Password, deviceMark: from.deviceMark },
    headers: { 'x-forwarded-for': from.address },
  });

/** Repeats a rate-limited request as the web app does: the address is limited, the member is not locked. */
async function patiently<Result extends { readonly status: number; readonly body: { readonly code?: string } }>(
  ask: () => Promise<Result>,
): Promise<Result> {
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
    const from = { deviceMark: randomBytes(16).toString('hex'), address };
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
    sql`select used from attempt where site_id = ${site.id} and limit_name = ${LOGIN_BY_ADDRESS.name} and used > 0`,
  );
  assert.ok(
    left.every(({ used }) => used < 10),
    'a typing error of a member who then signs in is not counted',
  );
});
