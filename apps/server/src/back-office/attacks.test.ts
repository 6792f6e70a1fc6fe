// Attacks on the back office that keys of the database alone do not stop: assertions of another request, many tries at
// once, people of another site, admins who end each other, stolen cookies, a restart.

import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, randomUUID, sign as signBytes } from 'node:crypto';
import { test } from 'node:test';

import { sql } from '@chaba/database';
import { baht } from '@chaba/money';

import { getDemoPassword } from '#core/demo';
import { hashPassword } from '#modules/passwords';
import { host, verifyChain } from '#modules/operators';
import { requestWithdrawal } from '#modules/withdrawals';
import { ensureDemoOperators } from '#operators/people-actions';
import { buildTestOffice, readCookie } from '#testing/build-back-office';
import { createMember } from '#testing/factories';

const office = await buildTestOffice({ config: { trustedProxies: 1 } });
const { database, operators, chaba, lanna, send, act, decide } = office;

const BASE = '/back-office/v1';
const ORIGIN = 'http://localhost:3003';
const LARGE = baht(48_000);
const [admin, payments] = [await office.signIn('demo-admin'), await office.signIn('demo-payments')];

async function createWithdrawal(amount = baht(7_000)): Promise<string> {
  const member = await createMember(database, chaba, { money: baht(90_000) });
  const request = { siteId: chaba.id, memberId: member.id, amount, idempotencyKey: 'K' };
  const { withdrawalId } = await requestWithdrawal(database, request);
  return `W${String(withdrawalId).padStart(8, '0')}`;
}

const forgetTries = () => database.owner.execute(sql`delete from operator_attempt`);

const PRESENT_AND_VERIFIED = 5;
const PRESENT = 1;
/** Statements of an authenticator that differ. */
type Changed = { readonly origin?: string; readonly host?: string; readonly flags?: number; readonly count?: number };

/** A person with a passkey whose private key is here. */
async function createSigner(name: string) {
  const by = { name, roles: ['finance'] as const, by: 'root', reason: 'passkey of a test' };
  await host.invite(operators, chaba.id, by);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const [head, middle] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')];
  const key = Buffer.concat([head, Buffer.from(x, 'base64url'), middle, Buffer.from(y, 'base64url')]);
  const id = Buffer.from(`key of ${name}`).toString('base64url');
  await database.owner.execute(sql`
    insert into operator_credential (credential_id, operator_id, public_key, counter, label)
    select ${id}, operator_id, ${key}, 0, 'passkey' from operator where name = ${name}`);
  let counter = 0;

  function sign(challenge: string, changed: Changed = {}): object {
    counter += 1;
    const { origin = ORIGIN, host = 'localhost', flags = PRESENT_AND_VERIFIED, count = counter } = changed;
    const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false }));
    const tail = Buffer.from([flags, 0, 0, 0, count]);
    const data = Buffer.concat([createHash('sha256').update(host).digest(), tail]);
    const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()]);
    const [clientDataJSON, authenticatorData, signature] = [
      clientData,
      data,
      signBytes('sha256', signed, privateKey),
    ].map((bytes) => bytes.toString('base64url'));
    const response = { clientDataJSON, authenticatorData, signature };
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  type Options = { readonly challenge: string; readonly nonce?: string };
  const sendPasskey = (response: object) => send('POST', `${BASE}/sign-in/passkey`, { body: { response } });
  /** A challenge of the office, signed. */
  async function signNext(changed: Changed = {}): Promise<object> {
    const { data } = await send<Options>('POST', `${BASE}/sign-in/passkey-options`, { body: {} });
    return sign(data.challenge, changed);
  }
  async function signIn(): Promise<string> {
    return readCookie(await sendPasskey(await signNext())) ?? '';
  }
  async function signDecision(as: string, request: string): Promise<object> {
    const { data } = await send<Options>('POST', `${BASE}/step-up/options`, { as, body: { site: 'chaba', request } });
    return { kind: 'passkey', response: sign(data.challenge), nonce: data.nonce };
  }
  return { signIn, signDecision, signNext, sendPasskey };
}

test('takes a passkey for one request only, also where another has the same content, and finds a forged decision', async () => {
  const signer = await createSigner('signer');
  const as = await signer.signIn();
  assert.notEqual(as, '');
  const withdrawal = await createWithdrawal(LARGE);
  const first = (await act(payments, 'withdrawal.approve', { withdrawal })).data.request ?? '';
  const ofFirst = await signer.signDecision(as, first);
  const factor = { kind: 'demo', password: 'demo1234' };
  assert.equal((await decide(payments, first, { verdict: 'withdrawn', factor })).status, 200);
  const next = (await act(payments, 'withdrawal.approve', { withdrawal })).data.request ?? '';
  assert.notEqual(next, first);
  assert.equal((await decide(as, next, { factor: ofFirst })).code, 'FACTOR_WRONG');
  const { nonce, ...withoutNonce } = (await signer.signDecision(as, next)) as { nonce: string };
  assert.equal((await decide(as, next, { factor: withoutNonce })).code, 'FACTOR_WRONG');
  assert.equal(typeof nonce, 'string');
  const own = await signer.signDecision(as, next);
  assert.equal((await decide(as, next, { factor: own })).data.outcome, 'approved');
  assert.deepEqual((await verifyChain(operators, chaba.id)).problems, []);

  // The proof of one decision proves no other, and a decision without one is found.
  const forged = (await act(payments, 'withdrawal.approve', { withdrawal: await createWithdrawal(LARGE) })).data
    .request;
  await operators.execute(sql`
    insert into approval_decision (site_id, request_id, requested_by, expires_at, content_hash, decided_by, decided_role,
      verdict, reason, factor, proof)
    select request.site_id, request.request_id, request.requested_by, request.expires_at, request.content_hash, decided_by,
      decided_role, 'approved', 'forged', 'passkey', proof
    from approval_request as request, approval_decision as real
    where request.request_id = ${BigInt(forged?.slice(1) ?? '0')} and real.request_id = ${BigInt(next.slice(1))}`);
  const { problems } = await verifyChain(operators, chaba.id);
  assert.ok(
    problems.includes(`request ${forged} was decided by signer without a passkey of this person`),
    problems.join(),
  );
  await forgetTries();
});

test('rejects a passkey of another origin or host, without verification, sent again, or with a lower counter', async () => {
  const { signNext, sendPasskey } = await createSigner('keys');
  const used = await signNext();
  assert.equal((await sendPasskey(used)).status, 200);
  const others: readonly Changed[] = [
    { origin: 'http://localhost:3000' },
    { origin: 'https://office.attacker.example' },
    { host: 'attacker.example' },
    { flags: PRESENT },
    { count: 1 },
  ];
  const responses = [used, ...(await Promise.all(others.map(signNext)))];
  for (const [index, response] of responses.entries()) {
    const answer = await sendPasskey(response);
    assert.deepEqual([answer.status, answer.code, readCookie(answer)], [422, 'SIGN_IN_FAILED', undefined], `${index}`);
    await forgetTries();
  }
  assert.equal((await sendPasskey(await signNext())).status, 200);
});

test('counts three of many tries that are sent at once, and compares no further one', async () => {
  const signIn = (password: string) => send('POST', `${BASE}/sign-in`, { body: { name: 'demo-payments', password } });
  const stepUp = (password: string) =>
    send('POST', `${BASE}/step-up`, { as: payments, body: { factor: { kind: 'demo', password } } });
  for (const attempt of [signIn, stepUp]) {
    const wrong = await Promise.all(Array.from({ length: 8 }, (_, index) => attempt(`wrong ${index}`)));
    assert.equal(new Set(wrong.map(({ code }) => code)).size, 1);
    assert.equal((await attempt('demo1234')).status, 422);
    const { total } = await database.owner.one<{ total: number }>(
      sql`select total_failures as total from operator_attempt where subject = 'name:demo-payments'`,
    );
    assert.equal(total, 3);
    await forgetTries();
  }
});

test('lets a passkey in and decide while strangers lock its name', async () => {
  const signer = await createSigner('steady');
  for (const _ of [1, 2, 3]) {
    await send('POST', `${BASE}/sign-in`, { body: { name: 'steady', password: 'a guess of a stranger' } });
  }
  const as = await signer.signIn();
  await database.owner.execute(sql`
    insert into operator_attempt (subject, failures, total_failures, locked_until)
    values ('name:steady', 3, 3, now() + interval '1 hour')`);
  const withdrawal = await createWithdrawal(LARGE);
  const request = (await act(payments, 'withdrawal.approve', { withdrawal })).data.request ?? '';
  assert.equal((await decide(as, request, { factor: await signer.signDecision(as, request) })).status, 200);
  await forgetTries();
});

test('keeps people of another site out of reach, and their factors too', async () => {
  const invite = (siteId: number, name: string) =>
    host.invite(operators, siteId, { name, roles: ['support'], by: 'root', reason: 'two sites' });
  for (const name of ['left', 'both']) for (const { id } of [chaba, lanna]) await invite(id, name);
  await database.owner.execute(sql`
    update operator_role set ended_at = now()
    where site_id = ${chaba.id} and operator_id = (select operator_id from operator where name = 'left')`);
  for (const action of ['operator.disable', 'operator.end-sessions', 'operator.unlock', 'operator.renew']) {
    const { status, code } = await act(admin, action, { name: 'left' });
    assert.deepEqual([status, code], [404, 'OPERATOR_UNKNOWN'], action);
  }
  assert.equal((await act(admin, 'operator.renew', { name: 'both' })).code, 'PERMISSION_MISSING');
  assert.equal((await act(admin, 'operator.disable', { name: 'both' })).data.outcome, 'disabled');
});

test('acts at the site of the path alone, with one session at two sites', async () => {
  const stranger = await createMember(database, lanna, { money: baht(90_000) });
  const request = { siteId: lanna.id, memberId: stranger.id, amount: baht(7_000), idempotencyKey: 'K' };
  const elsewhere = `W${String((await requestWithdrawal(database, request)).withdrawalId).padStart(8, '0')}`;
  const here = await createWithdrawal();
  const reject = (site: string, withdrawal: string) =>
    send('POST', `${BASE}/sites/${site}/actions/withdrawal.reject`, {
      as: payments,
      body: { input: { withdrawal }, reason: 'window of a site', key: randomUUID() },
    });
  for (const [site, withdrawal] of [
    ['chaba', elsewhere],
    ['lanna', here],
  ] as const) {
    assert.equal((await reject(site, withdrawal)).code, 'NOT_FOUND');
  }
  assert.equal((await reject('lanna', elsewhere)).status, 200);
  const { siteId } = await database.owner.one<{ siteId: number }>(sql`
    select site_id as "siteId" from audit_entry where subject = ${elsewhere} and outcome = 'done'`);
  assert.equal(siteId, lanna.id);
});

test('executes nothing for a requester who was disabled, and lets the request be rejected', async () => {
  const requester = await office.signIn('demo-payments-2');
  const withdrawal = await createWithdrawal(LARGE);
  const request = (await act(requester, 'withdrawal.approve', { withdrawal })).data.request ?? '';
  await act(admin, 'operator.disable', { name: 'demo-payments-2' });
  const finance = await office.signIn('demo-finance');
  assert.equal((await decide(finance, request)).code, 'REQUESTER_GONE');
  assert.equal((await decide(finance, request, { verdict: 'rejected' })).status, 200);
});

test('asks for a factor again in another network', async () => {
  const as = await office.signIn('demo-payments');
  const elsewhere = { 'x-forwarded-for': '198.51.100.7' };
  const input = { withdrawal: await createWithdrawal() };
  const body = { input, reason: 'from another network' };
  const approve = () =>
    send('POST', `${BASE}/sites/chaba/actions/withdrawal.approve`, { as, body, headers: elsewhere });
  assert.equal((await approve()).code, 'STEP_UP_REQUIRED');
  const factor = { kind: 'demo', password: 'demo1234' };
  assert.equal((await send('POST', `${BASE}/step-up`, { as, body: { factor }, headers: elsewhere })).status, 200);
  assert.equal((await approve()).status, 200);
});

test('takes a key for one action only, and records a refusal whose text is cut inside a character', async () => {
  const [withdrawal, other] = [await createWithdrawal(), await createWithdrawal()];
  const key = 'key-of-one-dialog';
  assert.equal((await act(payments, 'withdrawal.approve', { withdrawal }, { key })).data.outcome, 'approved');
  assert.equal((await act(payments, 'withdrawal.approve', { withdrawal }, { key })).data.outcome, 'approved');
  const reused = await act(payments, 'withdrawal.reject', { withdrawal: other }, { key });
  assert.deepEqual([reused.code, reused.params.field], ['FIELD_INVALID', 'key']);
  assert.equal((await act(payments, 'withdrawal.approve', { withdrawal: other }, { key: '' })).code, 'FIELD_INVALID');

  const refused = await act(payments, 'operator.disable', { name: `${'x'.repeat(59)}😀` });
  assert.deepEqual([refused.status, refused.code], [403, 'PERMISSION_MISSING']);
  const { count } = await database.owner.one<{ count: number }>(sql`
    select count(*)::int as count from audit_entry where action = 'operator.disable' and subject like 'xxx%'`);
  assert.equal(count, 1);
});

test('keeps demo operators as a person left them over a restart, and over a time without a demo', async () => {
  await act(admin, 'operator.disable', { name: 'demo-support' });
  await act(admin, 'operator.end-role', { name: 'demo-marketing', role: 'marketing' });
  const restart = (isOpen: boolean) =>
    ensureDemoOperators(operators, { isOpen, passwordHash: () => hashPassword('demo1234', 'known') });
  for (const isOpen of [true, false, true]) await restart(isOpen);
  const rows = await database.owner.rows<{ name: string; isOpen: boolean; roles: number }>(sql`
    select name, disabled_at is null as "isOpen", (select count(*)::int from operator_role as held
      where held.operator_id = operator.operator_id and site_id = ${chaba.id} and ended_at is null) as roles
    from operator where name in ('demo-support', 'demo-marketing', 'demo-risk') order by name`);
  assert.deepEqual(
    rows.map(({ name, isOpen, roles }) => [name, isOpen, roles]),
    [
      ['demo-marketing', true, 0],
      ['demo-risk', true, 1],
      ['demo-support', false, 1],
    ],
  );
  assert.equal(await office.signIn('demo-support'), '');
  await forgetTries();
});

test('gives demo operators the public password on this machine only, not behind an edge', () => {
  const of = { host: '127.0.0.1', operatorSecret: ['secret-of-operators'] as const };
  assert.equal(getDemoPassword({ ...of, backOfficeOrigin: undefined }), 'demo1234');
  assert.equal(getDemoPassword({ ...of, backOfficeOrigin: 'http://localhost:3003' }), 'demo1234');
  assert.notEqual(getDemoPassword({ ...of, backOfficeOrigin: 'https://office.example' }), 'demo1234');
  assert.notEqual(getDemoPassword({ ...of, host: '0.0.0.0', backOfficeOrigin: undefined }), 'demo1234');
});

test('leaves an admin when two disable each other at once', async () => {
  const [one, other] = [await office.signIn('demo-admin'), await office.signIn('demo-admin-2')];
  await Promise.all([
    act(one, 'operator.disable', { name: 'demo-admin-2' }),
    act(other, 'operator.disable', { name: 'demo-admin' }),
  ]);
  const { open } = await database.owner.one<{ open: number }>(sql`
    select count(*)::int as open from operator where name like 'demo-admin%' and disabled_at is null`);
  assert.equal(open, 1);
});
