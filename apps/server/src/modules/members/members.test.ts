import assert from 'node:assert/strict';
import { test } from 'node:test';

import { banks } from '@chaba/contract/banks';
import * as contract from '@chaba/contract/members';
import { sql } from '@chaba/database';

import { messages } from '#core/messages.text';
import { changeSite } from '#modules/site';
import { buildTestApp } from '#testing/build-app';
import { createMember, createSession, LANNA_API_KEY, PASSWORD } from '#testing/factories';
import { fakeOutside, friendlyNames } from '#testing/fake-bank';
import { hashPassword } from '#modules/passwords';

import { findMemberByPhone } from './members.ts';

const app = await buildTestApp({ bank: { names: friendlyNames } });
/** Sites without name checks: a sign-up needs no token. */
const typed = await buildTestApp();
await typed.database.owner.transaction(async (tx) => {
  for (const { id } of [typed.chaba, typed.lanna]) await changeSite(tx, id, { isCheckingBankNames: false });
});

let phones = 10_000_000;
function newPhone(): string {
  phones += 1;
  return `09${phones}`;
}

function payload(over: Record<string, unknown> = {}) {
  const phoneNumber = newPhone();
  return {
    phoneNumber,
    Password: 'chang-noi-9',
    Confirm_Password: 'chang-noi-9',
    BankAccount: `12${phoneNumber.slice(2)}`,
    BankCode: '004',
    firstName: 'มานี',
    lastName: 'มีนา',
    affiliateKey: '',
    isBonus: true,
    WalletId: '',
    ...over,
  };
}

test('signs up a visitor with the bank’s names after phone and bank checks', async () => {
  const body = payload({ firstName: 'ปลอม', lastName: 'แปลง' });
  const free = await app.send(contract.checkPhone, { body: { phoneNumber: body.phoneNumber } });
  assert.equal(free.status, 200);

  const checked = await app.send(contract.checkBank, { body: { BankAccount: '12-345 6789-0', BankCode: '004' } });
  assert.equal(checked.status, 200, checked.text);
  const { firstName, lastName, token } = checked.body.data;
  assert.deepEqual([firstName, lastName], ['สมชาย', 'ใ']);
  const messages = [
    checked.text,
    Buffer.from(token ?? '', 'base64url').toString('utf8'),
    atob((token ?? '').replaceAll('-', '+').replaceAll('_', '/')),
  ];
  assert.ok(
    messages.every((words) => !words.includes('ใจดี')),
    'neither the response nor the token contains the surname before the sign-up',
  );

  const signedUp = await app.send(contract.signup, {
    body: { ...body, BankAccount: '1234567890' },
    headers: { tokenBank: token ?? '' },
  });
  assert.equal(signedUp.status, 200, signedUp.text);
  assert.equal(signedUp.body.message, 'ลงทะเบียนเรียบร้อยแล้ว');

  const taken = await app.send(contract.checkPhone, { body: { phoneNumber: body.phoneNumber } });
  assert.deepEqual([taken.status, taken.body.code], [409, 'PHONE_TAKEN']);

  const login = await app.send(contract.login, { body: { phoneNumber: body.phoneNumber, Password: body.Password } });
  assert.equal(login.status, 200, login.text);
  const user = login.body.data;
  assert.equal(user.userName.fullName, 'สมชาย ใจดี');
  assert.equal(user.BankAccount, 'xxxxxx7890');
  assert.equal(user.GameInfo.password, '');
  assert.notEqual(user.GameInfo.username, body.phoneNumber);
  assert.equal(user.BonusInfo.isBonus, true);
  assert.match(user.affiliateKey, /^[A-Za-z0-9]{4,32}$/);
  assert.equal(user.internalWallet.gameWallet, 0);

  const as = { token: login.body.authToken ?? '' };
  assert.deepEqual((await app.send(contract.refresh, { as })).body.data, user);
  assert.equal((await app.send(contract.getBalance, { as })).body.data.balance, 0);
});

test('accepts a bank check token once, unmodified and only for its account', async () => {
  const account = '5554443332';
  const checked = await app.send(contract.checkBank, { body: { BankAccount: account, BankCode: '004' } });
  const token = checked.body.data.token ?? '';
  const attempts = [
    { tokenBank: 'nonsense' },
    { tokenBank: `${token}x` },
    { tokenBank: `${Buffer.from('{"checkId":"x"}').toString('base64url')}.abc` },
  ];
  for (const headers of attempts) {
    const answer = await app.send(contract.signup, { body: payload({ BankAccount: account }), headers });
    assert.deepEqual([answer.status, answer.body.code], [422, 'BANK_TOKEN_INVALID']);
  }
  const other = await app.send(contract.signup, {
    body: payload({ BankAccount: '5554443339' }),
    headers: { tokenBank: token },
  });
  assert.equal(other.body.code, 'BANK_TOKEN_INVALID');
  const otherSite = await app.send(contract.signup, {
    apiKey: LANNA_API_KEY,
    body: payload({ BankAccount: account }),
    headers: { tokenBank: token },
  });
  assert.equal(otherSite.body.code, 'BANK_TOKEN_INVALID');

  assert.equal(
    (await app.send(contract.signup, { body: payload({ BankAccount: account }), headers: { tokenBank: token } }))
      .status,
    200,
  );
  const again = await app.send(contract.signup, {
    apiKey: LANNA_API_KEY,
    body: payload({ BankAccount: account }),
    headers: { tokenBank: token },
  });
  assert.equal(again.body.code, 'BANK_TOKEN_INVALID');
});

test('accepts typed names as unverified while the bank is down', async () => {
  const down = await buildTestApp({ bank: { names: fakeOutside(() => undefined) } });
  const checked = await down.send(contract.checkBank, { body: { BankAccount: '9990001112', BankCode: '014' } });
  assert.equal(checked.status, 200);
  assert.deepEqual(checked.body.data, {});
  const body = payload({ BankAccount: '9990001112', BankCode: '014' });
  // The recorded outage applies to this account on this site for ten minutes.
  for (const other of [{ BankAccount: '9990001113' }, { BankCode: '004' }]) {
    const rejected = await down.send(contract.signup, { body: { ...body, ...other } });
    assert.deepEqual([rejected.status, rejected.body.code], [422, 'BANK_CHECK_REQUIRED']);
  }
  assert.equal((await down.send(contract.signup, { body, apiKey: LANNA_API_KEY })).body.code, 'BANK_CHECK_REQUIRED');
  const bringForward = (by: string) =>
    down.database.execute(sql`update bank_check_outage set expires_at = expires_at - ${by}::interval`);
  await bringForward('10 minutes');
  assert.equal((await down.send(contract.signup, { body })).body.code, 'BANK_CHECK_REQUIRED');
  await bringForward('-10 minutes');
  assert.equal((await down.send(contract.signup, { body })).status, 200);
  const login = await down.send(contract.login, { body: { phoneNumber: body.phoneNumber, Password: body.Password } });
  assert.equal(login.body.data.userName.fullName, 'มานี มีนา');
});

test('requires a bank check token while the bank is available', async () => {
  const body = payload();
  const invented = await app.send(contract.signup, { body });
  assert.deepEqual([invented.status, invented.body.code], [422, 'BANK_CHECK_REQUIRED']);
  assert.match(invented.body.message ?? '', /[\u0E00-\u0E7F]/);
  // Any response of the bank means that it is available.
  await app.send(contract.checkBank, { body: { BankAccount: body.BankAccount, BankCode: body.BankCode } });
  assert.equal((await app.send(contract.signup, { body })).body.code, 'BANK_CHECK_REQUIRED');
  assert.equal(await findMemberByPhone(app.database, app.chaba.id, body.phoneNumber), undefined);
});

test('returns the messages of the specification for bank check and sign-in', async () => {
  const checked = await app.send(contract.checkBank, { body: { BankAccount: '5556667771', BankCode: '014' } });
  assert.equal(checked.body.message, checked.body.data.token ? messages.bankFound : messages.bankNotQueried);
  const { phone } = await createMember(app.database, app.chaba);
  const login = await app.send(contract.login, { body: { phoneNumber: phone, Password: PASSWORD } });
  assert.equal(login.body.message, messages.signedIn);
});

test('rejects accounts by the bank’s account status', async () => {
  const answers: Record<string, Record<string, unknown>> = {
    '0000000001': { code: 'NOT_FOUND' },
    '0000000002': { code: 'CLOSED' },
    '0000000003': { code: 'OK', title: '', firstName: 'บริษัท ชบา', lastName: 'จำกัด', isJuristic: false },
    '0000000004': { code: 'OK', title: '', firstName: 'x', lastName: 'y', isJuristic: true },
    '0000000007': { code: 'NOT_RETAIL' },
    '0000000005': { code: 'OK', title: 'นางสาว', firstName: 'นางสาวสมหญิง', lastName: 'ใจดี', isJuristic: false },
  };
  const bank = await buildTestApp({ bank: { names: fakeOutside(({ account }) => answers[String(account)]) } });
  const ask = async (BankAccount: string, BankCode = '014') =>
    (await bank.send(contract.checkBank, { body: { BankAccount, BankCode } })).body;
  assert.equal((await ask('0000000001')).code, 'BANK_ACCOUNT_NOT_FOUND');
  assert.equal((await ask('0000000002')).code, 'BANK_ACCOUNT_CLOSED');
  assert.equal((await ask('0000000003')).code, 'BANK_ACCOUNT_JURISTIC');
  assert.equal((await ask('0000000004')).code, 'BANK_ACCOUNT_JURISTIC');
  assert.equal((await ask('0000000005')).data.firstName, 'สมหญิง');
  assert.equal((await ask('0000000005', '999')).code, 'BANK_UNKNOWN');
  assert.equal((await ask('0000000007')).code, 'BANK_NOT_RETAIL');
  for (const { code } of banks) assert.equal((await ask('0000000005', code)).data.firstName, 'สมหญิง', code);
  assert.equal((await ask('12345')).code, 'BANK_INCOMPLETE');
  await createMember(bank.database, bank.chaba, { bankCode: '014', bankAccount: '0000000006' });
  assert.equal((await ask('0000000006')).code, 'BANK_ACCOUNT_TAKEN');
});

test('accepts one of 20 concurrent sign-ups with one phone', async () => {
  const phoneNumber = newPhone();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      typed.send(contract.signup, {
        body: payload({ phoneNumber, BankAccount: `77${String(index).padStart(8, '0')}` }),
      }),
    ),
  );
  const codes = answers.map(({ body }) => body.code ?? 'ok');
  assert.equal(codes.filter((code) => code === 'ok').length, 1);
  assert.deepEqual(new Set(codes), new Set(['PHONE_TAKEN', 'ok']));
});

test('binds a phone, an account and a wallet id to one member per site', async () => {
  const body = payload({ WalletId: '081-999-8888' });
  assert.equal((await typed.send(contract.signup, { body })).status, 200);
  const rejections = [
    [payload({ phoneNumber: body.phoneNumber }), 'PHONE_TAKEN'],
    [payload({ BankAccount: body.BankAccount }), 'BANK_ACCOUNT_TAKEN'],
    [payload({ WalletId: '0819998888' }), 'WALLET_ID_TAKEN'],
    [payload({ WalletId: '+66 81 999 8888' }), 'WALLET_ID_TAKEN'],
    [payload({ WalletId: '๐๘๑๙๙๙๘๘๘๘\u200b' }), 'WALLET_ID_TAKEN'],
  ] as const;
  for (const [again, code] of rejections) {
    assert.equal((await typed.send(contract.signup, { body: again })).body.code, code);
  }
  assert.equal((await typed.send(contract.signup, { body, apiKey: LANNA_API_KEY })).status, 200);
  // A text of invisible characters counts as empty, so several members may send it.
  for (let count = 0; count < 2; count += 1) {
    assert.equal((await typed.send(contract.signup, { body: payload({ WalletId: '\u200b' }) })).status, 200);
  }
});

test('rejects invalid passwords and names with a message each', async () => {
  const cases: [Record<string, unknown>, string][] = [
    [{ Password: 'short', Confirm_Password: 'short' }, 'PASSWORD_LENGTH'],
    [{ Password: 'a-very-long-password', Confirm_Password: 'a-very-long-password' }, 'PASSWORD_LENGTH'],
    [{ Password: 'Password1', Confirm_Password: 'Password1' }, 'PASSWORD_TOO_COMMON'],
    [{ Password: '12345678', Confirm_Password: '12345678' }, 'PASSWORD_TOO_COMMON'],
    [{ Password: 'abababab', Confirm_Password: 'abababab' }, 'PASSWORD_TOO_COMMON'],
    [{ Confirm_Password: 'other-word-9' }, 'PASSWORD_MISMATCH'],
    [{ firstName: '' }, 'SIGNUP_INCOMPLETE'],
    [{ firstName: 'ก'.repeat(101) }, 'NAME_INVALID'],
    [{ lastName: '<script>' }, 'NAME_INVALID'],
    [{ lastName: '12345' }, 'NAME_INVALID'],
    [{ BankCode: '999' }, 'BANK_UNKNOWN'],
    [{ phoneNumber: '0712345678' }, 'PHONE_INVALID'],
    [{ balance: 1_000_000 }, 'INVALID_REQUEST'],
  ];
  for (const [over, code] of cases) {
    const answer = await typed.send(contract.signup, { body: payload(over) });
    assert.equal(answer.body.code, code, JSON.stringify(over));
    assert.match(answer.body.message ?? '', /[\u0E00-\u0E7F]/);
  }
});

test('returns one message for every failed login and locks the phone after five failures', async () => {
  const limited = await buildTestApp({ config: { isRateLimited: true } });
  const member = await createMember(limited.database, limited.chaba);
  const other = newPhone();
  const tries = async (phoneNumber: string, Password: string) =>
    limited.send(contract.login, { body: { phoneNumber, Password } });
  const words = new Set<string>();
  for (let count = 0; count < 5; count += 1) {
    for (const phone of [member.phone, other]) {
      const { status, body } = await tries(phone, 'wrong-password');
      assert.equal(status, 422);
      words.add(`${body.code} ${body.message}`);
    }
  }
  assert.deepEqual([...words], ['LOGIN_INVALID เบอร์โทรศัพท์ หรือ รหัสผ่าน ไม่ถูกต้อง']);
  for (const phone of [member.phone, other]) {
    const locked = await tries(phone, PASSWORD);
    assert.deepEqual([locked.status, locked.body.code], [429, 'LOGIN_RATE_LIMITED']);
    assert.ok(Number(locked.headers['retry-after']) >= 60);
  }
});

test('counts 100 concurrent wrong logins exactly and accepts concurrent right ones', async () => {
  const victim = await createMember(app.database, app.chaba);
  const wrong = await Promise.all(
    Array.from({ length: 100 }, () =>
      app.send(contract.login, { body: { phoneNumber: victim.phone, Password: 'wrong-one' } }),
    ),
  );
  assert.equal(wrong.filter(({ body }) => body.code === 'LOGIN_INVALID').length, 5);
  assert.equal(wrong.filter(({ body }) => body.code === 'LOGIN_RATE_LIMITED').length, 95);

  const member = await createMember(app.database, app.chaba);
  const right = await Promise.all(
    Array.from({ length: 6 }, () =>
      app.send(contract.login, { body: { phoneNumber: member.phone, Password: PASSWORD } }),
    ),
  );
  assert.deepEqual([...new Set(right.map(({ status }) => status))], [200]);
});

test('rejects a login with a full hash queue without counting a failure', async () => {
  const { phone } = await createMember(app.database, app.chaba);
  const tries = () =>
    app.database.one(sql`select coalesce(sum(used), 0)::int as used from attempt where limit_name like 'login-%'`);
  const before = await tries();
  const busy = { now: true };
  const others = Array.from({ length: 42 }, async () => {
    while (busy.now) await hashPassword('somebody else', 'stranger').catch(() => undefined);
  });
  const answer = await app.send(contract.login, { body: { phoneNumber: phone, Password: PASSWORD } });
  busy.now = false;
  await Promise.all(others);
  assert.deepEqual([answer.status, answer.body.code], [429, 'TOO_MANY_REQUESTS']);
  assert.deepEqual(await tries(), before);
});

test('ends all other sessions on a password change and requires the old password', async () => {
  const member = await createMember(app.database, app.chaba);
  const elsewhere = { token: await createSession(app.database, member.siteId, member.id) };
  const body = {
    phone_number: member.phone,
    old_Password: PASSWORD,
    Password: 'new-secret-77',
    Confirm_Password: 'new-secret-77',
  };
  assert.equal((await app.send(contract.refresh, { as: elsewhere })).status, 200);

  const wrong = await app.send(contract.changePassword, {
    as: member,
    body: { ...body, old_Password: 'not-mine-at-all' },
  });
  assert.deepEqual([wrong.status, wrong.body.code], [422, 'PASSWORD_OLD_WRONG']);
  const foreign = await app.send(contract.changePassword, { as: member, body: { ...body, phone_number: newPhone() } });
  assert.equal(foreign.status, 403);
  assert.equal(foreign.body.code, 'PHONE_MISMATCH');
  const empty = await app.send(contract.changePassword, { as: member, body: { ...body, Password: '' } });
  assert.deepEqual([empty.body.code, empty.body.message], ['PASSWORD_INCOMPLETE', 'กรุณากรอกข้อมูลให้ครบ']);

  const done = await app.send(contract.changePassword, { as: member, body });
  assert.deepEqual([done.status, done.body.success, done.body.message], [200, 0, 'เปลี่ยนรหัสผ่านเรียบร้อยแล้ว']);
  assert.equal((await app.send(contract.refresh, { as: member })).status, 200);
  assert.equal((await app.send(contract.refresh, { as: elsewhere })).status, 401);
  assert.equal(
    (await app.send(contract.login, { body: { phoneNumber: member.phone, Password: 'new-secret-77' } })).status,
    200,
  );
});

test('accepts a session only on its own site and returns 401 without one', async () => {
  const member = await createMember(app.database, app.chaba);
  const none = await app.send(contract.refresh);
  assert.deepEqual([none.status, none.body.code], [401, 'SIGN_IN_REQUIRED']);
  const foreign = await app.send(contract.refresh, { as: { token: member.token, apiKey: LANNA_API_KEY } });
  assert.deepEqual([foreign.status, foreign.body.code], [401, 'SESSION_EXPIRED']);
  const unknown = await app.send(contract.refresh, { as: { token: 'x'.repeat(5_000) } });
  assert.equal(unknown.status, 401);
  await app.send(contract.logout, { as: member });
  assert.equal((await app.send(contract.refresh, { as: member })).status, 401);
});

test('signs in a remembered device, rotates its token and deletes it when an old token is reused', async () => {
  const member = await createMember(app.database, app.chaba);
  const login = await app.send(contract.login, {
    body: { phoneNumber: member.phone, Password: PASSWORD, remember: true },
  });
  const first = login.body.deviceToken ?? '';
  assert.ok(first.length >= 40);
  const use = (deviceToken: string) =>
    app.send(contract.deviceLogin, { body: { phoneNumber: member.phone, deviceToken } });
  const second = await use(first);
  assert.equal(second.status, 200, second.text);
  const next = second.body.deviceToken ?? '';
  assert.notEqual(next, first);
  // Two concurrent windows: the old token still works for a moment, without issuing a new one.
  assert.deepEqual([(await use(first)).status, (await use(first)).body.deviceToken], [200, undefined]);

  await app.database.execute(
    sql`update member_device set rotated_at = now() - interval '11 seconds' where site_id = ${member.siteId}`,
  );
  assert.equal((await use(first)).body.code, 'DEVICE_TOKEN_INVALID');
  assert.equal((await use(next)).body.code, 'DEVICE_TOKEN_INVALID');
});

test('binds a new member to the referrer of a key and ignores a wrong key', async () => {
  const friend = await createMember(typed.database, typed.chaba, { affiliateKey: 'FRIEND2569' });
  const referred = payload({ affiliateKey: 'FRIEND2569' });
  await typed.send(contract.signup, { body: referred });
  assert.equal((await findMemberByPhone(typed.database, typed.chaba.id, referred.phoneNumber))?.referrerId, friend.id);
  const stranger = payload({ affiliateKey: '<x>'.repeat(1_000) });
  assert.equal((await typed.send(contract.signup, { body: stranger })).status, 200);
  assert.equal((await findMemberByPhone(typed.database, typed.chaba.id, stranger.phoneNumber))?.referrerId, undefined);
});

test('finds the referrer of a key with invisible characters and the punctuation of a chat', async () => {
  const friend = await createMember(typed.database, typed.chaba, { affiliateKey: 'Friend2570' });
  for (const affiliateKey of [
    '\u200bFriend2570',
    'Fri\u2060end2570',
    '\u2068Friend2570\u2069',
    'Friend2570.',
    'Friend2570)',
    '\uFEFFFriend2570!',
  ]) {
    const referred = payload({ affiliateKey });
    await typed.send(contract.signup, { body: referred });
    const member = await findMemberByPhone(typed.database, typed.chaba.id, referred.phoneNumber);
    assert.equal(member?.referrerId, friend.id, affiliateKey);
  }
});

test('stores one form of a wallet number however it is written', async () => {
  for (const [at, written] of [
    '+66 81-555-00',
    'tel:08155500',
    '\u20680815550\u20690',
    '๐๘๑๕๕๕๐๐',
    '081\u2011555\u201100',
  ].entries()) {
    const body = payload({ WalletId: `${written}${10 + at}` });
    assert.equal((await typed.send(contract.signup, { body })).status, 200, written);
    const member = await findMemberByPhone(typed.database, typed.chaba.id, body.phoneNumber);
    assert.equal(member?.walletId, `08155500${10 + at}`);
  }
  const named = payload({ WalletId: 'wallet-0815550099' });
  assert.equal((await typed.send(contract.signup, { body: named })).status, 200);
  assert.equal(
    (await findMemberByPhone(typed.database, typed.chaba.id, named.phoneNumber))?.walletId,
    'wallet-0815550099',
  );
});

test('names the bucket of the member in the player id', async () => {
  for (let turn = 0; turn < 3; turn += 1) {
    const body = payload();
    assert.equal((await typed.send(contract.signup, { body })).status, 200);
    const member = await findMemberByPhone(typed.database, typed.chaba.id, body.phoneNumber);
    const [, bucket = ''] = /^p([0-9a-f]{2})[0-9a-f]{18}$/.exec(member?.playerId ?? '') ?? [];
    assert.equal(BigInt(`0x${bucket}`), (member?.id ?? 0n) % 64n);
  }
});

test('logs no personal data', async () => {
  for (const line of [...app.logLines, ...typed.logLines]) {
    const facts = JSON.stringify({ ...(JSON.parse(line) as object), reqId: undefined, time: undefined });
    assert.doesNotMatch(facts, /09100\d{5}|chang-noi|somchai-2569|12100\d{5}/);
  }
});
