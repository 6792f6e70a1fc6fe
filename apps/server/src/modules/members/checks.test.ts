// Limits of anonymous checks of phone numbers and bank accounts: ten an hour for a phone number or a device, 200 for an
// address, then one every few minutes or seconds.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';

import * as contract from '@chaba/contract/members';
import { sql } from '@chaba/database';

import { buildTestApp } from '#testing/build-app';
import { friendlyNames } from '#testing/fake-bank';

import {
  BANK_CHECK,
  PHONE_CHECK,
  consumeAddressAttempt,
  consumeCheckAttempt,
  refundAddressAttempt,
} from './attempt-limits.ts';

const app = await buildTestApp({
  bank: { names: friendlyNames },
  config: { isRateLimited: true, trustedProxies: 1 },
});
const { database, chaba: site } = app;

type From = { readonly deviceMark?: string; readonly phoneNumber?: string; readonly address: string };

const newMark = (): string => randomBytes(16).toString('hex');
let checkCount = 0;

const checks = {
  checkBank: ({ address, ...known }: From) => {
    checkCount += 1;
    const body = { ...known, BankAccount: String(1_000_000_000 + checkCount), BankCode: '004' };
    return app.send(contract.checkBank, { body, headers: { 'x-forwarded-for': address } });
  },
  checkPhone: ({ address, phoneNumber, deviceMark }: From) => {
    checkCount += 1;
    const body = {
      phoneNumber: phoneNumber ?? `06${String(checkCount).padStart(8, '0')}`,
      ...(deviceMark ? { deviceMark } : {}),
    };
    return app.send(contract.checkPhone, { body, headers: { 'x-forwarded-for': address } });
  },
} as const;

for (const [name, check] of Object.entries(checks)) {
  for (const by of ['device', 'phone number'] as const) {
    test(`${name} allows ten checks an hour per ${by} from any address, then paces them`, async () => {
      const who = by === 'device' ? { deviceMark: newMark() } : { phoneNumber: '0899990000' };
      const from = (count: number) => ({ ...who, address: `203.0.113.${count}` });
      for (let count = 0; count < 10; count += 1) assert.equal((await check(from(count))).status, 200);
      const { status, body, headers } = await check(from(11));
      assert.deepEqual([status, body.code], [429, 'TOO_MANY_REQUESTS']);
      const waitSeconds = Number(headers['retry-after']);
      assert.ok(waitSeconds > 300 && waitSeconds <= 360, `${waitSeconds} s`);
      // Callers behind the same address are not limited by this phone or device.
      assert.equal((await check({ deviceMark: newMark(), address: '203.0.113.1' })).status, 200);

      await database.execute(sql`update attempt set resets_at = resets_at - interval '6 minutes'`);
      assert.deepEqual([(await check(from(12))).status, (await check(from(13))).status], [200, 429]);
    });
  }
}

test('allows 200 checks an hour per address or IPv6 network, then one every 18 seconds', async () => {
  for (const limits of [BANK_CHECK, PHONE_CHECK]) {
    const take = (host: number) =>
      consumeCheckAttempt(app.context, site.id, limits, { address: `2001:db8:7:7::${host}`, deviceMark: newMark() });
    for (let count = 0; count < 200; count += 1) assert.equal((await take(count)).isAllowed, true);
    const { isAllowed, waitSeconds } = await take(999);
    assert.equal(isAllowed, false);
    assert.ok(waitSeconds > 0 && waitSeconds <= 18, `${waitSeconds} s`);
    const other = await consumeCheckAttempt(app.context, site.id, limits, { address: '2001:db8:7:8::1' });
    assert.equal(other.isAllowed, true);
  }
});

test('allows a /56 network twice and a /48 network four times the checks of an address', async () => {
  const limit = (name: string) => ({ name: `test-${name}`, most: 5, minutes: 6_000 });
  const limits = { byPhone: limit('phone'), byDevice: limit('device'), byAddress: limit('address') };
  const countAllowed = async (networks: readonly string[]): Promise<number> => {
    let allowed = 0;
    for (let count = 0; count < 40; count += 1) {
      const by = { address: `${networks[count % networks.length]}::${count}`, deviceMark: newMark() };
      if ((await consumeCheckAttempt(app.context, site.id, limits, by)).isAllowed) allowed += 1;
    }
    return allowed;
  };
  const listNetworksOf = (prefix: string, step: number) =>
    Array.from({ length: 20 }, (_, digit) => `${prefix}:${(0x300 + digit * step).toString(16)}`);
  assert.equal(await countAllowed(['2001:db8:9:300']), 5);
  assert.equal(await countAllowed(listNetworksOf('2001:db8:a', 1)), 10);
  assert.equal(await countAllowed(listNetworksOf('2001:db8:b', 256)), 20);
  assert.equal(await countAllowed(listNetworksOf('2001:db8:b', 256)), 0);
});

test('counts attempts of an address for its wider networks and refunds them there', async () => {
  const limit = { name: 'test-attempt', most: 5, minutes: 15 };
  const take = (digit: number) =>
    consumeAddressAttempt(app.context, site.id, limit, `2001:db8:c:${(digit * 256).toString(16)}::1`);
  for (let count = 0; count < 20; count += 1) assert.equal((await take(count)).isAllowed, true, `${count}`);
  assert.equal((await take(21)).isAllowed, false);
  await refundAddressAttempt(app.context, site.id, limit, '2001:db8:c:900::1', 2);
  assert.deepEqual([(await take(22)).isAllowed, (await take(23)).isAllowed], [true, false]);
});

test('counts concurrent checks exactly', async () => {
  const deviceMark = newMark();
  const taken = await Promise.all(
    Array.from({ length: 40 }, (_, host) =>
      consumeCheckAttempt(app.context, site.id, BANK_CHECK, { address: `198.51.100.${host}`, deviceMark }),
    ),
  );
  assert.equal(taken.filter(({ isAllowed }) => isAllowed).length, 10);
});

test('limits checks of one account to five regardless of its formatting', async () => {
  const statuses: number[] = [];
  for (const BankAccount of ['1234567890', '123-4567890', '123 456 7890', '12-345-67890', '๑๒๓๔๕๖๗๘๙๐', '1234567890']) {
    const body = { BankAccount, BankCode: '004', deviceMark: newMark() };
    statuses.push((await app.send(contract.checkBank, { body })).status);
  }
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429]);
});
