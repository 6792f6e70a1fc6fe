// A copy of the database without the key contains no address, phone or browser.

import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';

import * as contract from '@chaba/contract/members';
import { type Database, sql } from '@chaba/database';

import { buildTestApp } from '#testing/build-app';
import { createMember, PASSWORD } from '#testing/factories';
import { friendlyNames } from '#testing/fake-bank';

import * as limits from './attempt-limits.ts';

const config = { isRateLimited: true, trustedProxies: 1, hashSecret: ['the key of this test'] as const };
const app = await buildTestApp({ config, bank: { names: friendlyNames } });
const { database, chaba: site } = app;
const address = '203.0.113.7';
const account = '1112223344';

/** All stored caller data, as hexadecimal text. */
async function loadStored(from: Database): Promise<string[]> {
  const rows = await from.rows<{ hash: string }>(sql`
    select encode(subject_hash, 'hex') as hash from attempt union all
    select encode(signal_hash, 'hex') from risk_signal union all
    select substring(subject from '(?:network|phone) ([0-9a-f]{12})') from security_event where subject ~ '(network|phone) '
  `);
  return rows.map(({ hash }) => hash);
}

async function storeAllCallerData(at: typeof app, phone: string, deviceMark: string): Promise<void> {
  const headers = { 'x-forwarded-for': address };
  await at.send(contract.checkPhone, { body: { phoneNumber: phone }, headers });
  await at.send(contract.checkBank, { body: { BankAccount: account, BankCode: '004' }, headers });
  await at.send(contract.login, { body: { phoneNumber: phone, Password: PASSWORD, deviceMark }, headers });
  for (let count = 0; count < 7; count += 1) {
    await at.send(contract.login, { body: { phoneNumber: '0899999999', Password: 'wrong-one' }, headers });
  }
}

/** The hash of a guess without the key. */
function createGuesses(phone: string, deviceMark: string): string[] {
  const callers = [
    address,
    phone,
    '0899999999',
    deviceMark,
    `004/${account}`,
    `${address}/${phone}`,
    `${phone}/${deviceMark}`,
  ];
  const { BANK_CHECK, PHONE_CHECK, RECOVERY, ...plain } = limits;
  const checks = [BANK_CHECK, PHONE_CHECK, RECOVERY].flatMap((check) => Object.values(check));
  const all = [...Object.values(plain), ...checks];
  const names = all.flatMap((one) => (typeof one === 'object' ? [one.name] : []));
  const kinds = ['', 'address', 'device', 'phone', 'trace', 'attempt', ...names];
  const joined = callers.flatMap((caller) =>
    kinds.flatMap((kind) => [
      `${site.id}\n${kind}\n${caller}`,
      `${kind}\n${caller}`,
      caller,
      JSON.stringify([kind, caller]),
      JSON.stringify(['trace', String(site.id), kind, caller]),
    ]),
  );
  return joined.map((text) => createHash('sha256').update(text).digest('hex'));
}

test('stores addresses, phones, accounts and browsers only as keyed hashes', async () => {
  const { phone } = await createMember(database, site);
  const deviceMark = randomBytes(16).toString('hex');
  await storeAllCallerData(app, phone, deviceMark);
  const stored = await loadStored(database);
  assert.ok(stored.length >= 8, `${stored.length} hashes`);
  const guesses = createGuesses(phone, deviceMark);
  assert.deepEqual(
    stored.filter((hash) => guesses.some((guess) => guess.startsWith(hash))),
    [],
  );
});

test('finds subjects only with the key that hashed them', async () => {
  const { phone } = await createMember(database, site);
  const deviceMark = randomBytes(16).toString('hex');
  const signIn = (at: typeof app) =>
    at.send(contract.login, {
      body: { phoneNumber: phone, Password: PASSWORD, deviceMark },
      headers: { 'x-forwarded-for': address },
    });
  const traces = async () =>
    (await database.rows(sql`select 1 from risk_signal join member using (site_id, member_id) where phone = ${phone}`))
      .length;
  await signIn(app);
  assert.equal(await traces(), 2);
  await signIn(app);
  assert.equal(await traces(), 2);
  await signIn(await buildTestApp({ database, config: { ...config, hashSecret: ['another key'] } }));
  assert.equal(await traces(), 4);
});
