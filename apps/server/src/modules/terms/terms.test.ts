import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import * as members from '@chaba/contract/members';
import * as contract from '@chaba/contract/terms';
import { requestWithdrawal as withdrawal } from '@chaba/contract/withdrawals';
import { sql } from '@chaba/database';
import { baht } from '@chaba/money';
import { openOperator } from '@chaba/operator-cli/testing';

import { changeSite } from '#modules/site';
import { buildTestApp } from '#testing/build-app';
import { createMember, LANNA_API_KEY, PASSWORD } from '#testing/factories';

import { ensureDefaultTerms, publishTerms } from './terms.ts';

const app = await buildTestApp();
const { database, chaba, lanna } = app;
// Typed names, so that the request contains exactly the payload of the specification.
await database.owner.transaction((tx) => changeSite(tx, chaba.id, { isCheckingBankNames: false }));
const folder = fs.mkdtempSync(path.join(tmpdir(), 'chaba-terms-'));
after(() => fs.rmSync(folder, { recursive: true }));

const operator = openOperator(database);

function acceptancesOf(phone: string) {
  return database.rows<{ version: number; isRecent: boolean }>(sql`
    select version, accepted_at > now() - interval '1 minute' as "isRecent"
    from terms_acceptance join member using (site_id, member_id) where phone = ${phone} order by version
  `);
}

/** Exactly the payload of the specification. */
function payload(phoneNumber: string) {
  return {
    phoneNumber,
    Password: PASSWORD,
    Confirm_Password: PASSWORD,
    BankAccount: `12${phoneNumber.slice(2)}`,
    BankCode: '004',
    firstName: 'มานี',
    lastName: 'มีนา',
    affiliateKey: '',
    isBonus: false,
    WalletId: '',
  };
}

test('records the version in force at sign-up and returns a newer one at the next sign-in until it is accepted', async () => {
  await database.transaction((tx) => ensureDefaultTerms(tx, chaba.id, chaba.name));
  const phoneNumber = '0911000001';
  assert.equal((await app.send(members.signup, { body: payload(phoneNumber) })).status, 200);
  assert.deepEqual(await acceptancesOf(phoneNumber), [{ version: 1, isRecent: true }]);

  const signIn = () => app.send(members.login, { body: { phoneNumber, Password: PASSWORD } });
  const due = async () => (await signIn()).body.termsVersion;
  assert.equal(await due(), undefined);

  assert.equal(await database.transaction((tx) => publishTerms(tx, chaba.id, 'ฉบับใหม่')), 2);
  assert.equal(await due(), 2);
  const as = { token: (await signIn()).body.authToken ?? '' };
  assert.equal((await app.send(contract.acceptTerms, { as, body: { version: 3 } })).body.code, 'NOT_FOUND');
  assert.deepEqual(await due(), 2);
  for (let time = 0; time < 2; time += 1) {
    assert.equal((await app.send(contract.acceptTerms, { as, body: { version: 2 } })).status, 200);
  }
  assert.equal(await due(), undefined);
  assert.deepEqual(
    (await acceptancesOf(phoneNumber)).map(({ version }) => version),
    [1, 2],
  );
});

test('returns the version in force of each site, in maintenance too', async () => {
  const { data } = (await app.send(contract.getTerms)).body;
  assert.deepEqual([data.version, data.text], [2, 'ฉบับใหม่']);
  assert.equal((await app.send(contract.getTerms, { apiKey: LANNA_API_KEY })).body.data.version, 0);
  await database.transaction((tx) => ensureDefaultTerms(tx, lanna.id, lanna.name));
  assert.match((await app.send(contract.getTerms, { apiKey: LANNA_API_KEY })).body.data.text, /เครดิตทดลอง/);
});

test('does not block a withdrawal of a member who has not accepted the version in force', async () => {
  const member = await createMember(database, chaba, { money: baht(500) });
  const as = { token: member.token };
  const answer = await app.send(withdrawal, { as, body: { Amount: 200, Channel: 'BANK' } });
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(await acceptancesOf(member.phone), []);
});

test('keeps versions and acceptances as they were written', async () => {
  for (const statement of [
    sql`update terms_version set content = 'x'`,
    sql`delete from terms_version`,
    sql`update terms_acceptance set accepted_at = now()`,
    sql`delete from terms_acceptance`,
  ]) {
    await assert.rejects(database.execute(statement), /permission denied/);
  }
});

test('numbers versions published concurrently in sequence', async () => {
  const versions = await Promise.all(
    [1, 2, 3, 4].map((no) => database.transaction((tx) => publishTerms(tx, lanna.id, `พร้อมกัน ${no}`))),
  );
  assert.deepEqual(
    versions.toSorted((one, other) => Number(one) - Number(other)),
    [2, 3, 4, 5],
  );
});

test('lists, shows and publishes versions by the operator command, with a record', async () => {
  const file = path.join(folder, 'terms.txt');
  fs.writeFileSync(file, '# หัวข้อ\r\nข้อความ\r\n');
  assert.equal((await operator('terms', 'publish', file)).code, 2);
  const published = await operator('terms', 'publish', file, '--reason', 'lawyer asked');
  assert.deepEqual(
    [published.code, published.out.trim()],
    [0, 'Version 3 of the terms of chaba is in force; members are asked at their next sign-in.'],
  );
  const again = await operator('terms', 'publish', file, '--reason', 'lawyer asked');
  assert.deepEqual([again.code, again.err.trim()], [1, 'The terms of chaba have this text already.']);
  assert.equal((await operator('terms', 'show', '3')).out, '# หัวข้อ\nข้อความ\n');
  assert.equal((await operator('terms', 'show', '9')).code, 1);
  assert.match(
    (await operator('terms')).out,
    /version 2 +\S+ \S+ +accepted by 1 *\nversion 3 .*accepted by 0 +in force/,
  );
  assert.match((await operator('audit-log')).out, /site.publish-terms +terms +lawyer asked/);
  fs.writeFileSync(file, Buffer.from([0xff, 0xfe]));
  assert.equal((await operator('terms', 'publish', file, '--reason', 'bytes')).code, 2);
  assert.equal((await operator('terms', 'publish', '/nowhere', '--reason', 'trying')).code, 2);
});
