// The back office over HTTP: guards, sign-in, permissions, actions alone and by two people, entries.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { type ActionName, actionNames, actions } from '@chaba/contract/back-office/actions';
import { type CallEntry, calls } from '@chaba/contract/back-office/calls';
import { type ListEntry, lists } from '@chaba/contract/back-office/lists';
import { findActingRole, hasPermission, type Role, roles } from '@chaba/contract/back-office/roles';
import type {
  AuditRow,
  RowPage,
  RequestRow,
  SessionFacts,
  WithdrawalDetail,
  WithdrawalRow,
} from '@chaba/contract/back-office/wire';
import { sql } from '@chaba/database';
import { audit } from '@chaba/ledger';
import { baht, type Money } from '@chaba/money';

import { setMemberLocked } from '#modules/members';
import { requestWithdrawal } from '#modules/withdrawals';
import { buildTestOffice, readCookie } from '#testing/build-back-office';
import { createMember } from '#testing/factories';

/** A build of one script with a packed copy. */
const backOfficeRoot = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-pages-'));
after(() => fs.rmSync(backOfficeRoot, { recursive: true }));
fs.mkdirSync(path.join(backOfficeRoot, 'assets'));
for (const name of ['index.html', 'assets/main.js', 'assets/main.js.br', 'assets/small.js']) {
  fs.writeFileSync(path.join(backOfficeRoot, name), name);
}

const office = await buildTestOffice({ config: { backOfficeRoot } });
const { database, chaba, send, act, decide } = office;

const BASE = '/back-office/v1';
const SITE = `${BASE}/sites/chaba`;
const people: Readonly<Record<Role, string>> = {
  support: await office.signIn('demo-support'),
  payments: await office.signIn('demo-payments'),
  risk: await office.signIn('demo-risk'),
  marketing: await office.signIn('demo-marketing'),
  finance: await office.signIn('demo-finance'),
  admin: await office.signIn('demo-admin'),
};

async function createWithdrawal(amount: Money = baht(8_000)): Promise<{ reference: string; memberId: bigint }> {
  const member = await createMember(database, chaba, { money: baht(900_000) });
  const request = { siteId: chaba.id, memberId: member.id, amount, idempotencyKey: 'K' };
  const { withdrawalId } = await requestWithdrawal(database, request);
  return { reference: `W${String(withdrawalId).padStart(8, '0')}`, memberId: member.id };
}

async function listEntries(query = ''): Promise<readonly AuditRow[]> {
  const { data } = await send<RowPage<AuditRow>>('GET', `${SITE}/lists/audit${query}`, { as: people.risk });
  return data.rows;
}

async function stateOf(reference: string): Promise<string> {
  const row = await database.one<{ state: string }>(sql`
    select state from withdrawal where site_id = ${chaba.id} and withdrawal_id = ${BigInt(reference.slice(1))}`);
  return row.state;
}

test('approves a withdrawal alone, within the limit, with one entry', async () => {
  const { reference } = await createWithdrawal();
  const queue = await send<RowPage<WithdrawalRow>>('GET', `${SITE}/lists/withdrawals?queue=waiting`, {
    as: people.payments,
  });
  assert.equal(queue.data.rows.at(-1)?.reference, reference);
  const { data: detail } = await send<WithdrawalDetail>('GET', `${SITE}/withdrawals/${reference}`, {
    as: people.payments,
  });
  assert.deepEqual([detail.facts.verdict, detail.facts.amount, detail.needsSecondPerson], ['submit', '8000.00', false]);
  assert.doesNotMatch(JSON.stringify([detail.facts, detail.history, detail.position]), /\d{10}/);
  const key = randomUUID();
  const more = { factsHash: detail.factsHash, key };
  const done = await act(people.payments, 'withdrawal.approve', { withdrawal: reference }, more);
  assert.deepEqual([done.status, done.data], [200, { outcome: 'approved' }]);
  const again = await act(people.payments, 'withdrawal.approve', { withdrawal: reference }, more);
  assert.deepEqual([again.status, again.data], [200, { outcome: 'approved' }]);
  assert.equal(await stateOf(reference), 'approved');
  const entries = await listEntries(`?subject=${reference}`);
  assert.deepEqual(
    entries.map(({ operator, action, outcome, role }) => ({ operator, action, outcome, role })),
    [{ operator: 'demo-payments', action: 'withdrawal.approve', outcome: 'done', role: 'payments' }],
  );
  assert.deepEqual(await audit(database), []);
});

test('requests a second person above the limit, and executes once', async () => {
  const { reference } = await createWithdrawal(baht(48_000));
  const proposed = await act(people.payments, 'withdrawal.approve', { withdrawal: reference });
  assert.equal(proposed.data.outcome, 'requested');
  assert.equal(await stateOf(reference), 'requested');
  const request = proposed.data.request ?? '';
  const twice = await act(people.payments, 'withdrawal.approve', { withdrawal: reference });
  assert.equal(twice.code, 'REQUEST_EXISTS');
  const own = await decide(people.payments, request);
  assert.deepEqual([own.status, own.code], [403, 'OWN_REQUEST']);
  const support = await decide(people.support, request, { contentHash: 'none' });
  assert.equal(support.code, 'PERMISSION_MISSING', 'a stranger to the request learns nothing about it');
  assert.equal((await decide(people.risk, request, { contentHash: 'none' })).code, 'SUBJECT_CHANGED');
  const [first, second] = await Promise.all([decide(people.risk, request), decide(people.finance, request)]);
  const outcomes = [first, second].map(({ status, code }) => code ?? String(status));
  assert.deepEqual(outcomes.toSorted(), ['200', 'ALREADY_DECIDED']);
  assert.equal(await stateOf(reference), 'approved');
  const rows = await database.owner.one(sql`
    select (select count(*)::int from approval_decision) as decisions, (select count(*)::int from approval_execution) as executions`);
  assert.deepEqual(rows, { decisions: 1, executions: 1 });
});

test('moves nothing when the facts of a request changed', async () => {
  const { reference, memberId } = await createWithdrawal(baht(30_000));
  const proposed = await act(people.payments, 'withdrawal.approve', { withdrawal: reference });
  await database.transaction((tx) => setMemberLocked(tx, chaba.id, memberId, true));
  const decided = await decide(people.risk, proposed.data.request ?? '');
  assert.deepEqual([decided.status, decided.code], [409, 'SUBJECT_CHANGED']);
  assert.equal((decided.params.facts as { verdict?: string }).verdict, 'review');
  assert.equal(await stateOf(reference), 'requested');
  const open = await send<RowPage<RequestRow>>('GET', `${SITE}/lists/requests?state=open`, { as: people.risk });
  assert.ok(open.data.rows.some(({ request }) => request === proposed.data.request));
  const withdrawn = await decide(people.payments, proposed.data.request ?? '', { verdict: 'withdrawn' });
  assert.equal(withdrawn.data.outcome, 'withdrawn');
});

test('counts the sum of a day: small withdrawals pass the limit as one large one would', async () => {
  await database.owner.execute(sql`
    insert into operator_limit (site_id, role, action, amount_e4, day_e4)
    values (${chaba.id}, 'payments', 'withdrawal.approve', ${baht(10_000)}, ${baht(15_000)})
    on conflict (site_id, role, action) do update set amount_e4 = excluded.amount_e4, day_e4 = excluded.day_e4`);
  const other = await office.signIn('demo-payments-2');
  const small = await Promise.all([0, 1, 2, 3].map(() => createWithdrawal(baht(6_000))));
  const answers = await Promise.all(
    small.map(({ reference }) => act(other, 'withdrawal.approve', { withdrawal: reference })),
  );
  const outcomes = answers.map(({ data }) => data.outcome).toSorted();
  assert.deepEqual(outcomes, ['approved', 'approved', 'requested', 'requested']);
  await database.owner.execute(sql`delete from operator_limit`);
});

test('rejects a withdrawal that was decided, and records the rejection', async () => {
  const { reference } = await createWithdrawal();
  await act(people.risk, 'withdrawal.reject', { withdrawal: reference });
  const refused = await act(people.payments, 'withdrawal.approve', { withdrawal: reference });
  assert.deepEqual([refused.status, refused.code], [409, 'NOT_WAITING']);
  const entries = await listEntries(`?subject=${reference}`);
  assert.deepEqual(
    entries.map(({ action, outcome, code }) => [action, outcome, code]),
    [
      ['withdrawal.approve', 'refused', 'NOT_WAITING'],
      ['withdrawal.reject', 'done', null],
    ],
  );
});

test('shows each role its permissions and rejects all other calls', async () => {
  const none = await send('GET', `${BASE}/session`);
  assert.deepEqual([none.status, none.code], [401, 'SIGN_IN_REQUIRED']);
  for (const role of roles) {
    const as = people[role];
    for (const [name, entry] of Object.entries(lists) as [string, ListEntry][]) {
      const { status } = await send('GET', `${SITE}/lists/${name}`, { as });
      const isAllowed = entry.permission === undefined || hasPermission([role], entry.permission);
      assert.equal(status, isAllowed ? 200 : 403, `${role} reads the list ${name}`);
      assert.equal((await send('GET', `${BASE}/sites/nowhere/lists/${name}`, { as })).status, 403);
    }
    for (const action of actionNames) {
      const { status, code } = await act(as, action, {});
      const mayAct = findActingRole([role], actions[action].permission) !== undefined;
      assert.equal(code, mayAct ? 'FIELD_INVALID' : 'PERMISSION_MISSING', `${role} sends ${action}: ${status}`);
    }
    for (const [name, entry] of Object.entries(calls) as [string, CallEntry][]) {
      if (!entry.path.includes(':site') || entry.method !== 'GET') continue;
      const path = entry.path.replace(':site', 'chaba').replace(':reference', 'W1').replace(':request', 'R999999');
      const { status } = await send('GET', path, { as });
      const isOpen = entry.auth === 'operator' || hasPermission([role], entry.auth as 'audit.view');
      assert.equal(status === 403, !isOpen, `${role} calls ${name}: ${status}`);
    }
  }
});

test('rejects every call that is not of its own page', async () => {
  const path = `${SITE}/lists/withdrawals`;
  const as = people.payments;
  const sent = (headers: Record<string, string | undefined>) => send('GET', path, { as, headers });
  assert.equal((await sent({ 'x-back-office': undefined })).code, 'HEADER_MISSING');
  assert.equal((await sent({ origin: 'http://localhost:3000' })).code, 'ORIGIN_FORBIDDEN');
  assert.equal((await sent({ origin: undefined })).code, 'ORIGIN_FORBIDDEN');
  assert.equal((await sent({ origin: undefined, 'sec-fetch-site': 'same-site' })).code, 'ORIGIN_FORBIDDEN');
  assert.equal((await sent({ 'sec-fetch-site': 'cross-site' })).code, 'ORIGIN_FORBIDDEN');
  assert.equal((await sent({ host: 'office.attacker.example' })).code, 'ORIGIN_FORBIDDEN');
  assert.equal((await sent({ origin: undefined, 'sec-fetch-site': 'same-origin' })).status, 200);
  const form = await send('POST', `${BASE}/sign-in`, {
    raw: 'name=demo-admin',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  assert.equal(form.code, 'INVALID_REQUEST');
  const page = await send('GET', '/', { headers: { accept: 'text/html' } });
  assert.match(String(page.headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/);
  for (const unknown of ['/v2/prefix', '/seamless/balance', '/auth-service/v1/login', '/metrics']) {
    assert.equal((await send('GET', unknown)).status, 404, unknown);
  }
});

test('sends the packed copy of a file where there is one and the browser takes it', async () => {
  const get = async (name: string, encoding: string) => {
    const { status, headers } = await send('GET', name, { headers: { 'accept-encoding': encoding } });
    assert.equal(status, 200);
    assert.match(String(headers['cache-control']), /immutable/);
    assert.match(String(headers['content-type']), /javascript/);
    return headers['content-encoding'];
  };
  assert.equal(await get('/assets/main.js', 'gzip, br'), 'br');
  assert.equal(await get('/assets/main.js', 'identity'), undefined);
  assert.equal(await get('/assets/small.js', 'gzip, br'), undefined);
});

test('names an unknown field, filter, list and action', async () => {
  const as = people.payments;
  const field = await send('POST', `${SITE}/actions/withdrawal.approve`, {
    as,
    body: { input: {}, reason: 'abc', role: 'x' },
  });
  assert.deepEqual([field.status, field.code, field.params.field], [400, 'FIELD_UNKNOWN', 'role']);
  const inner = await act(as, 'withdrawal.approve', { withdrawal: 'W1', amount: '1' });
  assert.deepEqual([inner.code, inner.params.field], ['FIELD_UNKNOWN', 'amount']);
  const filter = await send('GET', `${SITE}/lists/withdrawals?sort=amount`, { as });
  assert.deepEqual([filter.status, filter.params.field], [400, 'sort']);
  assert.equal((await send('GET', `${SITE}/lists/strangers`, { as })).status, 404);
  assert.equal((await act(as, 'member.erase' as ActionName, {})).status, 404);
  const short = await act(as, 'withdrawal.approve', { withdrawal: 'W1' }, { reason: ' a ' });
  assert.equal(short.code, 'REASON_LENGTH');
});

test('ends a session after 15 minutes without an act and 8 hours after the sign-in', async () => {
  const as = await office.signIn('demo-marketing');
  const shift = (column: 'acted_at' | 'created_at', seconds: number) =>
    database.owner.execute(
      column === 'acted_at'
        ? sql`update operator_session set acted_at = clock_timestamp() - make_interval(secs => ${seconds}::int)`
        : sql`update operator_session set created_at = clock_timestamp() - make_interval(secs => ${seconds}::int)`,
    );
  const read = (isPolling: boolean) => send<SessionFacts>('GET', `${BASE}/session`, { as, isPolling });
  await shift('acted_at', 895);
  assert.equal((await read(true)).status, 200);
  assert.ok((await read(true)).data.idleSeconds <= 5, 'polling extends nothing');
  assert.equal((await read(false)).data.idleSeconds, 900);
  await shift('acted_at', 901);
  assert.equal((await read(false)).status, 401);
  await shift('acted_at', 0);
  await shift('created_at', 8 * 3_600 - 3);
  assert.equal((await read(false)).status, 200);
  await shift('created_at', 8 * 3_600 + 1);
  assert.equal((await read(false)).status, 401);
  await shift('created_at', 10);
});

test('requires a step-up not older than five minutes', async () => {
  const { reference } = await createWithdrawal();
  const as = await office.signIn('demo-payments');
  await database.owner.execute(
    sql`update operator_session set stepped_up_at = clock_timestamp() - interval '301 seconds'`,
  );
  const refused = await act(as, 'withdrawal.approve', { withdrawal: reference });
  assert.deepEqual([refused.status, refused.code], [403, 'STEP_UP_REQUIRED']);
  assert.equal(await stateOf(reference), 'requested');
  const wrong = await send('POST', `${BASE}/step-up`, { as, body: { factor: { kind: 'demo', password: 'wrong' } } });
  assert.equal(wrong.code, 'FACTOR_WRONG');
  const right = await send('POST', `${BASE}/step-up`, { as, body: { factor: { kind: 'demo', password: 'demo1234' } } });
  assert.equal(right.status, 200);
  assert.equal((await act(as, 'withdrawal.approve', { withdrawal: reference })).data.outcome, 'approved');
});

test('locks a name for 15 minutes after three wrong tries, whether or not it exists', async () => {
  for (const name of ['demo-support', 'nobody-here']) {
    const attempt = (password: string) => send('POST', `${BASE}/sign-in`, { body: { name, password } });
    for (const _ of [1, 2, 3]) {
      const { status, code } = await attempt('wrong-password');
      assert.deepEqual([status, code], [422, 'SIGN_IN_FAILED']);
    }
    assert.equal((await attempt('demo1234')).code, 'SIGN_IN_FAILED');
  }
  assert.equal((await listEntries('?action=operator.locked')).length, 1);
  await database.owner.execute(sql`update operator_attempt set locked_until = now() - interval '1 second'`);
  assert.notEqual(
    readCookie(await send('POST', `${BASE}/sign-in`, { body: { name: 'demo-support', password: 'demo1234' } })),
    undefined,
  );
  await database.owner.execute(sql`delete from operator_attempt`);
});

test('writes no password, token, phone or account into entries and logs', async () => {
  const { reference } = await createWithdrawal();
  await act(people.risk, 'withdrawal.reject', { withdrawal: reference });
  const entries = await database.owner.rows<{ content: string }>(sql`select content from audit_entry`);
  const texts = [...entries.map(({ content }) => content), ...office.logLines].join('\n');
  for (const secret of ['demo1234', 'wrong-password', people.risk.split('=')[1] ?? '-']) {
    assert.ok(!texts.includes(secret));
  }
  // Random hex digits can look like a telephone.
  const RANDOM = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b(?:[0-9a-f]{16}|[0-9a-f]{64})\b/g;
  assert.doesNotMatch(
    texts.replaceAll(RANDOM, '').replaceAll(/"actedMs":\d+|"time":\d+/g, ''),
    /"(?:[^"]*\D)?0[689]\d{8}(?:\D[^"]*)?"/,
  );
});
