// Password codes: for the open request of a member, once, for ten minutes, shown once; all sessions end.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { RECOVERY_CODE_ALPHABET, RECOVERY_CODE_LENGTH } from '@chaba/contract/constraints';
import { actions } from '@chaba/contract/back-office/actions';
import { calls } from '@chaba/contract/back-office/calls';
import { requestWithdrawal } from '@chaba/contract/withdrawals';
import * as members from '@chaba/contract/members';
import { sql } from '@chaba/database';
import { baht } from '@chaba/money';

import { buildTestApp } from '#testing/build-app';
import { buildTestOffice } from '#testing/build-back-office';
import { createMember, PASSWORD, type TestMember } from '#testing/factories';

const office = await buildTestOffice();
const { database, operators, chaba, act } = office;
const { owner } = database;
const app = await buildTestApp({ database });
const [support, risk] = [await office.signIn('demo-support'), await office.signIn('demo-risk')] as const;
const NEW_PASSWORD = 'recovered-77';

const refOf = ({ id }: TestMember): string => `M${id}`;
const startRecovery = async (phoneNumber: string) =>
  (await app.send(members.startRecovery, { body: { phoneNumber } })).body.data;
async function complete(token: string, code: string, password = NEW_PASSWORD) {
  const body = { token, code, Password: password, Confirm_Password: password };
  const answer = await app.send(members.completeRecovery, { body });
  return { status: answer.status, code: answer.body.code };
}
const giveCode = (member: TestMember, number: string, as = support) =>
  act(as, 'member.password-code', { member: refOf(member), number });
const login = (member: TestMember, Password: string) =>
  app.send(members.login, { body: { phoneNumber: member.phone, Password } });
const age = (minutes: number) =>
  owner.execute(sql`update recovery_request set code_until = code_until - make_interval(mins => ${minutes})`);

test('lets the browser of the request set a new password with the code of an operator, once', async () => {
  const member = await createMember(database, chaba, { money: baht(500) });
  const { token, number } = await startRecovery(member.phone);
  assert.match(number, /^\d{6}$/);
  assert.equal((await giveCode(member, number, risk)).code, 'PERMISSION_MISSING');
  const other = await createMember(database, chaba);
  assert.equal((await giveCode(other, number)).params.field, 'number', 'the number of another member');
  assert.equal((await complete(token, 'A'.repeat(RECOVERY_CODE_LENGTH))).code, 'RECOVERY_CODE_WRONG');

  const given = await giveCode(member, `${number.slice(0, 3)} ${number.slice(3)}`);
  const code = given.data.secret ?? '';
  assert.equal(code.length, RECOVERY_CODE_LENGTH);
  assert.ok([...code].every((sign) => RECOVERY_CODE_ALPHABET.includes(sign)));
  const stranger = await startRecovery(member.phone);
  assert.equal((await complete(stranger.token, code)).code, 'RECOVERY_CODE_WRONG', 'the request of another browser');
  assert.equal((await complete(token, code, 'short')).code, 'PASSWORD_LENGTH');
  assert.equal((await complete(token, code, `x${member.phone}`)).code, 'PASSWORD_TOO_COMMON');

  const typed = code
    .toLowerCase()
    .replaceAll('0', 'o')
    .replaceAll(/(.{4})(?=.)/g, '$1-');
  const both = await Promise.all([complete(token, typed), complete(token, typed)]);
  assert.deepEqual(both.map(({ status, code: rejected }) => rejected ?? String(status)).toSorted(), [
    '200',
    'RECOVERY_CODE_WRONG',
  ]);
  assert.equal((await complete(token, typed, 'another-pass-1')).code, 'RECOVERY_CODE_WRONG');

  assert.equal((await app.send(members.refresh, { as: member })).status, 401, 'the sessions of before ended');
  assert.equal((await login(member, PASSWORD)).body.code, 'LOGIN_INVALID');
  const signedIn = await login(member, NEW_PASSWORD);
  assert.equal(signedIn.status, 200);
  const paid = await app.send(requestWithdrawal, {
    as: { ...member, token: signedIn.body.authToken ?? '' },
    body: { Amount: 100, Channel: 'BANK' },
  });
  assert.equal(paid.status, 200);
  const { reasons } = await owner.one<{ reasons: string[] }>(sql`
    select review_reasons as reasons from withdrawal where site_id = ${chaba.id} and member_id = ${member.id}`);
  assert.ok(reasons.includes('PASSWORD_RECOVERED'));
});

test('shows a code once, and in no entry, log or list', async () => {
  const member = await createMember(database, chaba);
  const { number } = await startRecovery(member.phone);
  const input = { member: refOf(member), number };
  const key = 'key-of-this-dialog';
  const first = await act(support, 'member.password-code', input, { key });
  const again = await act(support, 'member.password-code', input, { key });
  assert.equal(again.data.outcome, 'given');
  assert.equal(again.data.secret, undefined);
  const code = first.data.secret ?? '';
  const texts = await owner.rows<{ text: string }>(sql`
    select content as text from audit_entry union all select recovery_request::text from recovery_request`);
  assert.ok(texts.length > 0 && texts.every(({ text }) => !text.includes(code)));
  const readers = await operators.rows(sql`select number from recovery_request limit 1`).then(
    () => 'read',
    () => 'refused',
  );
  assert.equal(readers, 'read');
  for (const hidden of [sql`code_hash`, sql`token_hash`]) {
    await assert.rejects(operators.rows(sql`select ${hidden} from recovery_request`), /permission denied/);
  }
});

test('removes a code after ten minutes, after five wrong tries, and by a newer one', async () => {
  const member = await createMember(database, chaba);
  const { token, number } = await startRecovery(member.phone);
  const expired = (await giveCode(member, number)).data.secret ?? '';
  await age(10);
  assert.equal((await complete(token, expired)).code, 'RECOVERY_CODE_WRONG');

  const guessed = (await giveCode(member, number)).data.secret ?? '';
  const guesses = await Promise.all(Array.from({ length: 8 }, (_, index) => complete(token, `GUESS${index}`)));
  assert.ok(guesses.every(({ code }) => code === 'RECOVERY_CODE_WRONG'));
  assert.equal((await complete(token, guessed)).code, 'RECOVERY_CODE_WRONG');

  const replaced = (await giveCode(member, number)).data.secret ?? '';
  const newest = (await giveCode(member, number)).data.secret ?? '';
  assert.equal((await complete(token, replaced)).code, 'RECOVERY_CODE_WRONG');
  assert.equal((await complete(token, newest)).status, 200);
  assert.equal((await giveCode(member, number)).params.field, 'number', 'no code for a request that was used');
});

test('answers alike for a phone without a member, and ends a request after thirty minutes', async () => {
  const member = await createMember(database, chaba);
  const [known, unknown] = [await startRecovery(member.phone), await startRecovery('0899999991')];
  assert.deepEqual(Object.keys(unknown), Object.keys(known));
  assert.equal(unknown.token.length, known.token.length);
  assert.equal((await complete(unknown.token, 'A'.repeat(16))).code, 'RECOVERY_CODE_WRONG');
  assert.equal((await complete('x'.repeat(43), 'A'.repeat(16))).code, 'RECOVERY_CODE_WRONG');
  await owner.execute(sql`
    update recovery_request set created_at = created_at - interval '31 minutes', expires_at = expires_at - interval '31 minutes'`);
  assert.equal((await giveCode(member, known.number)).params.field, 'number');
  assert.equal((await complete(known.token, 'A'.repeat(16))).code, 'RECOVERY_CODE_WRONG');
});

test('offers operators no call or action that returns or sets a password', () => {
  const fields = [
    ...Object.values(actions).flatMap(({ fields: named }) => [...named]),
    ...Object.entries(calls).flatMap(([name, call]) =>
      ['signIn', 'enrol'].includes(name) || !('fields' in call) ? [] : [...call.fields],
    ),
  ];
  assert.deepEqual(
    fields.filter((field) => /password/i.test(field)),
    [],
  );
});
