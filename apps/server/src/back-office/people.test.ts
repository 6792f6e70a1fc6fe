// People over HTTP: invitations by two admins, TOTP and recovery codes, the end of an access, limits, allowed networks.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Enrolled, Enrolment, OperatorRow, RowPage, SessionFacts } from '@chaba/contract/back-office/wire';
import { openDatabase, sql } from '@chaba/database';
import { TOTP } from 'otpauth';

import { host, verifyChain } from '#modules/operators';
import { buildTestOffice, readCookie, readTestConfig } from '#testing/build-back-office';

import { buildBackOffice, verifyChains } from '#back-office';

const office = await buildTestOffice();
const { database, chaba, operators, send, act, decide } = office;

const BASE = '/back-office/v1';
const PASSWORD = 'orchid umbrella 27 river';
const admin = await office.signIn('demo-admin');
const second = await office.signIn('demo-admin-2');

const codeOf = (secret: string, shiftMs = 0): string =>
  new TOTP({ secret, period: 30, digits: 6 }).generate({ timestamp: Date.now() + shiftMs });

async function enrol(
  code: string,
): Promise<{ readonly cookie: string; readonly secret: string; readonly enrolled: Enrolled }> {
  const start = await send<Enrolment>('POST', `${BASE}/enrolment/start`, { body: { code } });
  const secret = start.data.totpSecret;
  const body = { code, password: PASSWORD, totp: codeOf(secret) };
  const answer = await send<Enrolled>('POST', `${BASE}/enrolment`, { body });
  assert.equal(answer.status, 200, answer.text);
  return { cookie: readCookie(answer) ?? '', secret, enrolled: answer.data };
}

const signIn = (name: string, password: string, code: string) =>
  send<{ session?: SessionFacts; enrolmentCode?: string }>('POST', `${BASE}/sign-in`, {
    body: { name, password, code },
  });

async function invite(name: string, roles: string): Promise<string> {
  const proposed = await act(admin, 'operator.invite', { name, displayName: name, roles });
  assert.equal(proposed.data.outcome, 'requested', proposed.text);
  const decided = await decide(second, proposed.data.request ?? '');
  const { secret = '' } = decided.data as { secret?: string };
  assert.notEqual(secret, '', decided.text);
  return secret;
}

async function rowOf(name: string): Promise<OperatorRow | undefined> {
  const { data } = await send<RowPage<OperatorRow>>('GET', `${BASE}/sites/chaba/lists/operators`, { as: admin });
  return data.rows.find((row) => row.name === name);
}

test('enrols an invited person, whose step works once and whose recovery code replaces it once', async () => {
  const code = await invite('malee', 'payments');
  assert.equal((await rowOf('malee'))?.state, 'invited');
  const { cookie, secret, enrolled } = await enrol(code);
  assert.equal(enrolled.recoveryCodes.length, 10);
  assert.deepEqual(
    enrolled.session.sites.map(({ roles }) => roles),
    [['payments']],
  );
  assert.equal((await send('GET', `${BASE}/session`, { as: cookie })).status, 200);
  assert.equal((await send('POST', `${BASE}/enrolment/start`, { body: { code } })).code, 'CODE_INVALID');

  // The step of the enrolment is used up; the next one is one step away.
  assert.equal((await signIn('malee', PASSWORD, codeOf(secret))).code, 'SIGN_IN_FAILED');
  assert.equal((await signIn('malee', PASSWORD, codeOf(secret, 30_000))).status, 200);
  assert.equal((await signIn('malee', PASSWORD, codeOf(secret, 30_000))).code, 'SIGN_IN_FAILED');
  await database.owner.execute(sql`delete from operator_attempt`);
  const [recovery = ''] = enrolled.recoveryCodes;
  const used = await signIn('malee', PASSWORD, recovery);
  assert.equal(typeof used.data.enrolmentCode, 'string');
  assert.equal(readCookie(used), undefined);
  assert.equal((await signIn('malee', PASSWORD, recovery)).code, 'SIGN_IN_FAILED');
  await database.owner.execute(sql`delete from operator_attempt`);
});

test('stores the secret of an authenticator app encrypted, and no code or password as text', async () => {
  const rows = await database.owner.rows<{ text: string }>(sql`
    select operator::text as text from operator union all select operator_code::text from operator_code
    union all select content from audit_entry union all select content from approval_request`);
  const all = rows.map(({ text }) => text).join('\n');
  assert.ok(!all.includes(PASSWORD));
  const { totp_secret: stored } = await database.owner.one<{ totp_secret: string }>(
    sql`select totp_secret from operator where name = 'malee'`,
  );
  assert.doesNotMatch(stored, /^[A-Z2-7]{32}$/);
});

test('ends the sessions of a disabled person at once, and lets nobody lock out themselves', async () => {
  const code = await invite('somsak', 'support');
  const { cookie } = await enrol(code);
  const self = await act(admin, 'operator.disable', { name: 'demo-admin' });
  assert.deepEqual([self.status, self.code], [409, 'LOCKS_OUT_DECIDER']);
  const done = await act(admin, 'operator.disable', { name: 'somsak' });
  assert.equal(done.data.outcome, 'disabled');
  assert.equal((await send('GET', `${BASE}/session`, { as: cookie })).status, 401);
  assert.equal((await rowOf('somsak'))?.state, 'disabled');
});

test('refuses an action whose role was taken away meanwhile', async () => {
  const marketing = await office.signIn('demo-marketing');
  assert.equal(
    (await act(admin, 'operator.end-role', { name: 'demo-marketing', role: 'marketing' })).data.outcome,
    'ended',
  );
  assert.equal((await send('GET', `${BASE}/sites/chaba/lists/audit`, { as: marketing })).status, 401);
  const again = await office.signIn('demo-marketing');
  assert.equal((await send('GET', `${BASE}/sites/chaba/lists/audit`, { as: again })).status, 403);
});

test('changes a limit, adds a role and replaces factors by two people only', async () => {
  const limit = { role: 'payments', action: 'withdrawal.approve', amount: '100.00', day: '500.00' };
  for (const [action, input] of [
    ['operator.set-limit', limit],
    ['operator.add-role', { name: 'malee', role: 'risk' }],
  ] as const) {
    const proposed = await act(admin, action, input);
    assert.equal(proposed.data.outcome, 'requested', action);
    assert.equal((await decide(admin, proposed.data.request ?? '')).code, 'OWN_REQUEST');
    assert.equal((await decide(second, proposed.data.request ?? '')).status, 200, action);
  }
  assert.deepEqual((await rowOf('malee'))?.roles, ['payments', 'risk']);
  const limits = await send('GET', `${BASE}/sites/chaba/lists/limits`, { as: admin });
  assert.match(limits.text, /"amount":"100.00","day":"500.00","isDefault":false/);
  const renew = await act(admin, 'operator.renew', { name: 'malee' });
  const decided = await decide(second, renew.data.request ?? '');
  const { secret = '' } = decided.data as { secret?: string };
  await enrol(secret);
  assert.equal((await rowOf('malee'))?.passkeys, 0);
});

test('invites from the host, and finds a role and a decision that no entry records', async () => {
  await host.invite(operators, chaba.id, { name: 'first', roles: ['admin'], by: 'root', reason: 'first admin' });
  assert.deepEqual((await verifyChain(operators, chaba.id)).problems, []);
  await operators.execute(sql`
    with made as (insert into operator (name, display_name) values ('ghost', 'Ghost') returning operator_id)
    insert into operator_role (site_id, operator_id, role) select ${chaba.id}, operator_id, 'risk' from made`);
  await operators.execute(sql`
    insert into approval_request (site_id, content, requested_by, requested_role, expires_at)
    select ${chaba.id}, '{"action":"operator.invite","subject":"operator x","input":{},"facts":{}}', operator_id, 'admin',
      now() + interval '1 hour' from operator where name = 'first'`);
  await operators.execute(sql`
    insert into approval_decision (site_id, request_id, requested_by, expires_at, content_hash, decided_by, decided_role,
      verdict, reason, factor)
    select request.site_id, request_id, requested_by, expires_at, content_hash, ghost.operator_id, 'risk', 'approved',
      'forged', 'totp' from approval_request as request, operator as ghost
    where ghost.name = 'ghost' order by request_id desc limit 1`);
  await verifyChains(office.office.context);
  assert.match(office.logLines.join('\n'), /audit chain is not whole/);
  const { problems } = await verifyChain(operators, chaba.id);
  assert.equal(problems.length, 2);
  assert.match(problems.join('\n'), /^request R\d+ was decided by ghost without an entry\nthe role risk of ghost/);
});

test('answers no network outside the allowed ones, before a password is compared', async () => {
  const config = {
    ...readTestConfig(database.operatorUrl, { BACK_OFFICE_ALLOW: '203.0.113.0/24', LOG_LEVEL: 'silent' }),
  };
  const own = openDatabase({ url: database.operatorUrl });
  const closed = await buildBackOffice({ config, database: own });
  const headers = {
    host: 'localhost:3003',
    origin: 'http://localhost:3003',
    'x-back-office': '1',
    'content-type': 'application/json',
  };
  const payload = JSON.stringify({ name: 'demo-admin', password: 'demo1234' });
  const request = { method: 'POST', url: `${BASE}/sign-in`, headers, payload } as const;
  assert.equal((await closed.fastify.inject({ ...request, remoteAddress: '198.51.100.1' })).statusCode, 403);
  assert.equal((await closed.fastify.inject({ ...request, remoteAddress: '203.0.113.9' })).statusCode, 200);
  await closed.close();
  await own.close();
});

test('refuses to start in licensed mode while a demo operator is enabled', async () => {
  const config = { ...readTestConfig(database.operatorUrl), mode: 'licensed' } as const;
  await assert.rejects(buildBackOffice({ config, database: operators }), /demo operators are enabled/);
});
