import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import {
  ACTION_PATH,
  type CallEntry,
  calls as officeCalls,
  EVENTS_PATH,
  LIST_PATH,
} from '@chaba/contract/back-office/calls';
import { cancelBonus } from '@chaba/contract/bonuses';
import * as members from '@chaba/contract/members';
import { getPrefix, getSetting } from '@chaba/contract/site';
import { openDatabase, sql } from '@chaba/database';
import { listWaiting, testDatabase } from '@chaba/database/testing';
import { lockLanes, openSite } from '@chaba/ledger';
import Fastify from 'fastify';

import { changeSite } from '#modules/site';
import { createAnnouncement } from '#modules/announcements';
import { buildTestApp } from '#testing/build-app';
import { createMember, LANNA_API_KEY } from '#testing/factories';
import { friendlyNames } from '#testing/fake-bank';

import { registerErrorHandler } from './errors.ts';

const webRoot = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-web-'));
after(() => fs.rmSync(webRoot, { recursive: true }));
fs.mkdirSync(path.join(webRoot, 'assets'));
fs.writeFileSync(
  path.join(webRoot, 'index.html'),
  '<!doctype html><html><head><meta name="chaba-api-base" content=""><meta name="chaba-api-key" content=""></head><body></body></html>',
);
fs.writeFileSync(path.join(webRoot, 'assets', 'app-a1b2.js'), 'export const a = 1;');
fs.writeFileSync(path.join(webRoot, 'assets', 'slip-worker-a1b2.js'), 'export const b = 1;');
fs.writeFileSync(path.join(webRoot, 'assets', 'app-a1b2.js.br'), 'as brotli');

const app = await buildTestApp({
  bank: { names: friendlyNames },
  config: { webRoot, webOrigins: ['https://www.chaba.test'] },
});
const member = await createMember(app.database, app.chaba);

const hostileValues: unknown[] = [
  null,
  true,
  [],
  {},
  '',
  ' ',
  -1,
  0,
  0.1,
  1e-7,
  99_999_999,
  2 ** 53,
  '1,000',
  '๑๒๓',
  '１２３',
  '0x10',
  'NaN',
  'Infinity',
  '9'.repeat(5_000),
  '\u200fabc',
  'a\r\nb',
  "'; drop table member; --",
  '<img src=x onerror=alert(1)>',
  '${7*7}{{7*7}}',
  '+66812345678',
  '999',
  [['a']],
  { a: { b: 1 } },
  '\\',
  '%00',
  '../../etc/passwd',
];
const hostileBodies = [
  '',
  ' ',
  '{',
  '[]',
  'null',
  'true',
  '1',
  '"x"',
  '{"a":1,"a":2}',
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{"x":1}}}',
  `{"a":${'['.repeat(9_000)}`,
  `{"phoneNumber":${'9'.repeat(15_000)}}`,
  '{"phoneNumber":"\\ud800"}',
  '{"phoneNumber":"\\u0000"}',
  '{"phoneNumber":1e309}',
  '{"phoneNumber":-0}',
  '\ufeff{}',
  '{}{}',
];

const calls = [
  members.checkPhone,
  members.checkBank,
  members.signup,
  members.login,
  members.deviceLogin,
  members.deleteRememberedDevice,
  members.startRecovery,
  members.completeRecovery,
  members.changePassword,
  members.changeSetting,
  members.endOtherSessions,
];
const goodBodies: Record<string, Record<string, unknown>> = {
  [members.checkPhone.path]: { phoneNumber: '0899999999' },
  [members.checkBank.path]: { BankAccount: '1234567890', BankCode: '004' },
  [members.signup.path]: {
    phoneNumber: '0899999999',
    Password: 'chang-noi-9',
    Confirm_Password: 'chang-noi-9',
    BankAccount: '1234567890',
    BankCode: '004',
    firstName: 'มานี',
    lastName: 'มีนา',
    affiliateKey: '',
    isBonus: true,
    WalletId: '',
  },
  [members.login.path]: { phoneNumber: '0899999999', Password: 'chang-noi-9', remember: false },
  [members.deviceLogin.path]: { phoneNumber: '0899999999', deviceToken: 'x'.repeat(43) },
  [members.deleteRememberedDevice.path]: { deviceToken: 'x'.repeat(43) },
  [members.startRecovery.path]: { phoneNumber: '0899999999' },
  [members.completeRecovery.path]: {
    token: 'x'.repeat(43),
    code: '0'.repeat(16),
    Password: 'chang-noi-9',
    Confirm_Password: 'chang-noi-9',
  },
  [members.changePassword.path]: {
    phone_number: '0899999999',
    old_Password: 'old-one-99',
    Password: 'chang-noi-9',
    Confirm_Password: 'chang-noi-9',
  },
  [members.changeSetting.path]: { isBonus: true },
};

test('rejects hostile input without a server error or internal details', async () => {
  for (const call of calls) {
    const good = goodBodies[call.path] ?? {};
    for (const field of [...Object.keys(good), 'unknownField']) {
      for (const value of hostileValues) {
        const answer = await app.send(call, {
          as: member,
          body: { ...good, [field]: value },
          headers: { tokenBank: 'x'.repeat(50) },
        });
        const what = `${call.path} ${field}=${JSON.stringify(value).slice(0, 60)} → ${answer.status} ${answer.text.slice(0, 300)}`;
        assert.ok(answer.status < 500, what);
        if (answer.status >= 400) {
          assert.equal(answer.body.success, false, what);
          assert.match(answer.body.message ?? '', /[\u0E00-\u0E7F]/, what);
          assert.doesNotMatch(answer.text, /select|insert|node_modules|\.ts|at \w+ \(/i, what);
        }
      }
    }
    for (const raw of hostileBodies) {
      const answer = await app.send(call, { as: member, raw });
      const isEmptyRequest = raw === '' && call === members.endOtherSessions;
      assert.ok(
        answer.status < 500 && (answer.status >= 400 || isEmptyRequest || call === members.endOtherSessions),
        `${call.path} ${raw.slice(0, 40)} → ${answer.status}`,
      );
    }
  }
});

test('responds 503 with retry-after when the database connection is lost during a request', async () => {
  const owner = openDatabase({ url: app.database.ownerUrl, poolSize: 2 });
  after(() => owner.close());
  await openSite(app.database, app.chaba.id, 1);
  const response = await app.database.transaction(async (tx) => {
    await lockLanes(tx, app.chaba.id, [member.id]);
    const answer = app.send(cancelBonus, { as: member, body: {} });
    let waiting: number[] = [];
    while (waiting.length === 0) waiting = await listWaiting(owner);
    await owner.rows(sql`select pg_terminate_backend(pid) from unnest(${waiting}::int[]) as pid`);
    return { answer: await answer };
  });
  assert.equal(response.answer.status, 503, response.answer.text);
  assert.equal(response.answer.body.code, 'SERVER_BUSY');
  assert.equal(response.answer.headers['retry-after'], '2');
  assert.equal((await app.send(cancelBonus, { as: member, body: {} })).body.code, 'BONUS_NONE_ACTIVE');
});

test('sends pages without a database', async () => {
  const cut = await buildTestApp({ database: await testDatabase(), config: { webRoot } });
  const page = { method: 'GET', path: '/login' } as const;
  const headers = { host: 'lanna.test', accept: 'text/html' };
  assert.equal((await cut.send(page, { headers })).status, 200);
  await cut.database.destroy();
  const answer = await cut.send(page, { headers });
  assert.deepEqual([answer.status, answer.text.includes(LANNA_API_KEY)], [200, true], answer.text);
});

test('responds 503 and rolls back when a statement times out', async () => {
  const slow = await buildTestApp({ database: await testDatabase({ statementTimeoutMs: 2_000 }) });
  const waiter = await createMember(slow.database, slow.chaba);
  await openSite(slow.database, slow.chaba.id, 1);
  await slow.database.transaction(async (tx) => {
    await lockLanes(tx, slow.chaba.id, [waiter.id]);
    const answer = await slow.send(cancelBonus, { as: waiter, body: {} });
    assert.deepEqual([answer.status, answer.body.code], [503, 'SERVER_BUSY']);
  });
  assert.ok(slow.logLines.some((line) => line.includes('request failed') && line.includes('57014')));
  assert.equal((await slow.send(cancelBonus, { as: waiter, body: {} })).body.code, 'BONUS_NONE_ACTIVE');
});

test('responds 503 on a lock timeout', async () => {
  const app = Fastify();
  registerErrorHandler(app);
  app.get('/slow', () => {
    throw Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
  });
  const answer = await app.inject('/slow');
  assert.deepEqual([answer.statusCode, answer.json<{ code: string }>().code], [503, 'SERVER_BUSY']);
  await app.close();
});

test('accepts only application/json up to 16 kB', async () => {
  const body = '{"phoneNumber":"0899999999"}';
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json;charset=tis-620',
    'application/jsonx',
    ' application/json2',
    'application/json\t; a=b',
    'image/png',
    '',
  ]) {
    const answer = await app.send(members.checkPhone, { raw: body, headers: { 'content-type': type } });
    assert.deepEqual([type, answer.status], [type, 415]);
  }
  for (const type of ['application/json', 'application/json; charset=utf-8', 'application/json;charset=UTF-8']) {
    assert.equal(
      (await app.send(members.checkPhone, { raw: body, headers: { 'content-type': type } })).status,
      200,
      type,
    );
  }
  const long = await app.send(members.checkPhone, { raw: `{"phoneNumber":"${'0'.repeat(70_000)}"}` });
  assert.deepEqual([long.status, long.body.code], [413, 'BODY_TOO_LARGE']);
  const notUtf8 = await app.send(members.checkPhone, { raw: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]) });
  assert.equal(notUtf8.status, 400);
});

test('responds to unknown paths, methods and headers with the envelope', async () => {
  const unknown = await app.send({ method: 'GET', path: '/auth-service/v1/nothing' });
  assert.deepEqual([unknown.status, unknown.body.code], [404, 'NOT_FOUND']);
  const method = await app.send({ method: 'GET', path: members.login.path });
  assert.deepEqual([method.status, method.body.code, method.headers['allow']], [405, 'METHOD_NOT_ALLOWED', 'POST']);
  assert.equal((await app.send({ method: 'PATCH', path: members.login.path })).status, 405);
  assert.ok((await app.send({ method: 'GET', path: '/auth-service/%E0%A4%A' })).status < 500);
  assert.ok((await app.send({ method: 'GET', path: '/%00' })).status < 500);
  for (const path of ['/%6detrics', '//metrics', '/%6fps', '/metrics/', '/%762/nothing', '//v2/nothing']) {
    const headers = { accept: 'text/html' };
    assert.equal((await app.send({ method: 'GET', path }, { headers })).body.code, 'NOT_FOUND', path);
  }
  const file = { method: 'GET', path: '/nothing.php' } as const;
  assert.equal((await app.send(file)).status, 404);
  const page = await app.send(file, { headers: { accept: 'text/html,*/*;q=0.8' } });
  assert.deepEqual([page.status, page.headers['content-type']], [200, 'text/html; charset=utf-8']);
  const key = await app.send(members.login, { apiKey: 'nobody', body: {} });
  assert.deepEqual([key.status, key.body.code], [403, 'UNKNOWN_API_KEY']);
  for (const idempotencyKey of ['', ' ', 'x'.repeat(300), 'ก', 'a b']) {
    const answer = await app.send(members.changeSetting, { as: member, body: { isBonus: true }, idempotencyKey });
    assert.equal(answer.body.code, 'IDEMPOTENCY_KEY_INVALID', idempotencyKey);
  }
});

test('has no path of the back office', async () => {
  const entries = [
    ...(Object.values(officeCalls) as readonly Pick<CallEntry, 'method' | 'path'>[]),
    { method: 'GET', path: LIST_PATH },
    { method: 'GET', path: EVENTS_PATH },
    { method: 'POST', path: ACTION_PATH },
  ] as const;
  for (const { method, path: pattern } of entries) {
    const target = pattern.replaceAll(/:\w+/g, 'x');
    assert.equal((await app.send({ method, path: target }, method === 'POST' ? { body: {} } : {})).status, 404, target);
  }
});

test('answers addresses that cannot be decoded, and hidden names, with a page or 404', async () => {
  const visit = async (path: string, accept: string) => {
    const { status, headers } = await app.send({ method: 'GET', path }, { headers: { accept } });
    return [status, String(headers['content-type']).split(';')[0]];
  };
  for (const path of ['/%ff', '/%', '/%E0%A4%A', '/user/%ff', '/user/home/%c3%28', '/register/%zz', '/%ff?next=%ff']) {
    assert.deepEqual(await visit(path, 'text/html'), [200, 'text/html'], path);
  }
  for (const path of [
    '/.well-known/apple-app-site-association',
    '/.well-known/assetlinks.json',
    '/.well-known/',
    '/.well-known',
    '//.well-known/change-password',
    '/%2ewell-known/security.txt',
    '/.git/HEAD',
    '/.env',
    '/user/.hidden',
  ]) {
    assert.deepEqual(await visit(path, '*/*'), [404, 'application/json'], path);
    assert.deepEqual(await visit(path, 'text/html'), [404, 'text/html'], path);
  }
  for (const path of ['/v2/%ff', '/auth-service/v1/%ff', '/%ff.png', '/assets/%ff.js']) {
    assert.deepEqual(await visit(path, '*/*'), [404, 'application/json'], path);
  }
  assert.deepEqual(await visit('/user/..', 'text/html'), [200, 'text/html']);
});

test('sends the configuration with an ETag and 304 until it changes', async () => {
  const first = await app.send(getPrefix);
  assert.equal(first.status, 200, first.text);
  assert.equal(first.body.data.appName, 'chaba');
  const tag = String(first.headers['etag']);
  const again = await app.send(getPrefix, { headers: { 'if-none-match': tag } });
  assert.deepEqual([again.status, again.text], [304, '']);
  assert.equal((await app.send(getPrefix, { apiKey: LANNA_API_KEY })).body.data.theme, 'jade');
  assert.equal((await app.send(getSetting)).body.data.LineId, '@chaba');

  // Values written past the operator command are validated on read.
  for (const [theme, shown] of [
    ['{"preset":"ruby","brand":"#8844ee"}', { preset: 'ruby', brand: '#8844ee' }],
    ['{"preset":"ruby","brand":"red;} body{"}', 'ruby'],
    ['{"preset":"ruby"', 'gold'],
  ] as const) {
    await app.database.owner.transaction((tx) => changeSite(tx, app.chaba.id, { theme }));
    assert.deepEqual((await app.send(getPrefix)).body.data.theme, shown);
  }
  await app.database.owner.transaction((tx) => changeSite(tx, app.chaba.id, { alertMessage: '<b>hello</b>' }));
  const changed = await app.send(getPrefix, { headers: { 'if-none-match': tag } });
  assert.deepEqual([changed.status, changed.body.data.alertyMessage], [200, '<b>hello</b>']);
});

test('carries the announcements of now and of the next minutes in the configuration', async () => {
  const at = (minutes: number): Date => new Date(Date.now() + minutes * 60_000);
  const terms = { place: 'banner', audience: 'everyone', imageUrl: '', createdBy: 'test' } as const;
  await app.database.owner.transaction(async (tx) => {
    for (const [text, from, to] of [
      ['over', -10, -1],
      ['now', -10, 10],
      ['soon', 3, 10],
      ['later', 30, 40],
    ] as const) {
      await createAnnouncement(tx, app.chaba.id, { ...terms, text, startsAt: at(from), endsAt: at(to) });
    }
  });
  const { announcements = [] } = (await app.send(getPrefix)).body.data;
  assert.deepEqual(
    announcements.map(({ text, startsAt }) => [text, startsAt !== undefined]),
    [
      ['soon', true],
      ['now', false],
    ],
  );
  assert.equal((await app.send(getPrefix, { apiKey: LANNA_API_KEY })).body.data.announcements, undefined);
  await app.database.owner.execute(sql`delete from announcement`);
});

test('rejects all requests but the configuration during maintenance', async () => {
  const other = await createMember(app.database, app.lanna);
  await app.database.owner.transaction((tx) => changeSite(tx, app.lanna.id, { isInMaintenance: true }));
  const closed = await app.send(members.getBalance, { as: other });
  assert.deepEqual([closed.status, closed.body.code], [503, 'MAINTENANCE']);
  assert.ok(Number(closed.headers['retry-after']) > 0);
  assert.equal((await app.send(getPrefix, { apiKey: LANNA_API_KEY })).body.data.Maintenance, true);
  const maintenanceEndsAt = new Date(Date.now() + 7_200_000);
  const notice = { isInMaintenance: true, maintenanceMessage: 'ย้ายเครื่อง', maintenanceEndsAt };
  await app.database.owner.transaction((tx) => changeSite(tx, app.lanna.id, notice));
  const waiting = await app.send(members.getBalance, { as: other });
  const seconds = Number(waiting.headers['retry-after']);
  assert.ok(seconds > 3_600 && seconds <= 7_200, String(seconds));
  const { data } = (await app.send(getPrefix, { apiKey: LANNA_API_KEY })).body;
  assert.deepEqual(
    [data.maintenanceMessage, data.maintenanceEndsAt],
    [notice.maintenanceMessage, maintenanceEndsAt.toISOString()],
  );
  await app.database.owner.transaction((tx) =>
    changeSite(tx, app.lanna.id, { isInMaintenance: false, isDisabled: true }),
  );
  assert.equal((await app.send(members.getBalance, { as: other })).body.code, 'SITE_DISABLED');
  await app.database.owner.transaction((tx) => changeSite(tx, app.lanna.id, { isDisabled: false }));
  assert.equal((await app.send(members.getBalance, { as: other })).status, 200);
});

test('sends pages with their site and security headers, and hashed files as immutable', async () => {
  for (const where of ['/', '/register/ABCD1234', '/user/home', '/user/game/EGAMES', '/index.html']) {
    const page = await app.send({ method: 'GET', path: where });
    assert.equal(page.status, 200, where);
    assert.match(page.text, /<meta name="chaba-api-key" content="chaba-sandbox">/);
    const policy = String(page.headers['content-security-policy']);
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "object-src 'none'",
    ]) {
      assert.ok(policy.includes(part), part);
    }
    assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval|\*/);
    assert.equal(page.headers['cross-origin-opener-policy'], 'same-origin');
    assert.equal(page.headers['referrer-policy'], 'no-referrer');
  }
  const lanna = await app.send({ method: 'GET', path: '/' }, { headers: { host: 'lanna.test' } });
  assert.match(lanna.text, /content="lanna-sandbox"/);

  const file = await app.send({ method: 'GET', path: '/assets/app-a1b2.js' });
  assert.match(String(file.headers['cache-control']), /immutable/);
  assert.match(String(file.headers['content-type']), /javascript/);
  const small = await app.send(
    { method: 'GET', path: '/assets/app-a1b2.js' },
    { headers: { 'accept-encoding': 'br, gzip' } },
  );
  assert.deepEqual([small.headers['content-encoding'], small.text], ['br', 'as brotli']);
  const worker = await app.send({ method: 'GET', path: '/assets/slip-worker-a1b2.js' });
  assert.match(String(worker.headers['content-security-policy']), /wasm-unsafe-eval/);
  assert.equal((await app.send({ method: 'GET', path: '/assets/gone.js' })).status, 404);
  for (const climbing of [
    '/..%2f..%2fpackage.json',
    '/assets/..%2f..%2f..%2fetc%2fpasswd.txt',
    '/%2e%2e/package.json',
  ]) {
    assert.ok([200, 400, 403, 404].includes((await app.send({ method: 'GET', path: climbing })).status));
    assert.doesNotMatch((await app.send({ method: 'GET', path: climbing })).text, /"dependencies"|root:/);
  }
});

test('prevents storage of API responses and limits CORS to listed origins', async () => {
  const plain = await app.send(members.getBalance, { as: member });
  assert.equal(plain.headers['cache-control'], 'no-store');
  assert.equal(plain.headers['x-content-type-options'], 'nosniff');
  assert.equal(plain.headers['access-control-allow-origin'], undefined);
  const preflight = (origin: string) =>
    app.send(
      { method: 'OPTIONS', path: members.login.path },
      { headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'api-key' } },
    );
  assert.equal((await preflight('https://evil.test')).headers['access-control-allow-origin'], undefined);
  const listed = await preflight('https://www.chaba.test');
  assert.deepEqual([listed.status, listed.headers['access-control-allow-origin']], [204, 'https://www.chaba.test']);
});

test('limits requests per address regardless of forwarded headers', async () => {
  const limited = await buildTestApp({ config: { isRateLimited: true } });
  const answers = await Promise.all(
    Array.from({ length: 400 }, (_, index) =>
      limited.send(getPrefix, { headers: { 'x-forwarded-for': `10.0.0.${index % 250}` } }),
    ),
  );
  const refused = answers.filter(({ status }) => status === 429);
  assert.ok(refused.length > 50, `${refused.length} refused`);
  assert.ok(refused.every(({ headers }) => Number(headers['retry-after']) > 0));
  assert.equal((await limited.send({ method: 'GET', path: '/healthz' })).status, 200);
});

test('finds the site by the Host header alone, in any spelling', async () => {
  const page = { method: 'GET', path: '/login' } as const;
  const behind = await buildTestApp({ database: app.database, config: { webRoot, trustedProxies: 1 } });
  for (const host of ['lanna.test', 'LANNA.test', 'lanna.test.', 'Lanna.Test.:3000', 'lanna.test:443']) {
    const headers = { host, 'x-forwarded-host': 'chaba.test', forwarded: 'host=chaba.test' };
    assert.match((await behind.send(page, { headers })).text, /content="lanna-sandbox"/, host);
    const manifest = await behind.send({ method: 'GET', path: '/manifest.webmanifest' }, { headers });
    assert.match(manifest.text, /"name":"lanna"/, host);
  }
  const spoofed = await behind.send(page, { headers: { host: 'chaba.test', 'x-forwarded-host': 'lanna.test' } });
  assert.match(spoofed.text, /content="chaba-sandbox"/);
});

test('takes no scheme but http and https from a proxy', async () => {
  const behind = await buildTestApp({ database: app.database, config: { trustedProxies: 1 } });
  const launch = async (forwarded: string): Promise<string | null> => {
    const headers = { host: 'chaba.test', 'x-forwarded-for': '10.1.2.3', 'x-forwarded-proto': forwarded };
    const body = { ch: 'test', gameType: 'EGAMES', gameCode: 'test-slot' };
    const game = { method: 'POST', path: '/game-composite/v1/launch' } as const;
    const answer = await behind.send(game, { as: member, headers, body });
    assert.equal(answer.status, 200, forwarded);
    return new URL((answer.body.data as { url: string }).url).searchParams.get('return');
  };
  assert.match((await launch('https')) ?? '', /^https:\/\/chaba\.test\//);
  for (const forwarded of ['http', 'gopher', 'javascript', 'HTTPS ', 'https://evil.test/', 'data:text/html,', 'x']) {
    assert.match((await launch(forwarded)) ?? '', /^https?:\/\/chaba\.test\//, forwarded);
  }
});

test('rejects days outside the years 2000 to 2999', async () => {
  const paths = ['deposit', 'withdraw', 'transfer', 'bet'];
  for (const path of paths.map((name) => `/user-profile-composite/v1/history/${name}`)) {
    for (const day of [
      '0000-01-01',
      '0001-01-01',
      '1999-12-31',
      '3000-01-01',
      '9999-12-31',
      '20260-01-01',
      '2026-02-30',
    ]) {
      for (const field of ['from', 'to']) {
        const answer = await app.send({ method: 'GET', path }, { as: member, query: { [field]: day } });
        assert.equal(answer.status, 400, `${path} ${field}=${day} ${answer.text.slice(0, 200)}`);
      }
    }
    const good = await app.send(
      { method: 'GET', path },
      { as: member, query: { from: '2000-01-01', to: '2999-12-31' } },
    );
    assert.equal(good.status, 200, `${path} ${good.text.slice(0, 200)}`);
  }
});

test('serves documentation generated from the contract', async () => {
  const document = await app.send({ method: 'GET', path: '/openapi.json' });
  assert.equal(JSON.parse(document.text).openapi, '3.1.0');
  const page = await app.send({ method: 'GET', path: '/docs' });
  assert.match(page.text, /\/auth-service\/v1\/login/);
  assert.match(String(page.headers['content-security-policy']), /default-src 'none'/);
  for (const path of ['/docs', '/docs/style.css', '/openapi.json', '/seamless/openapi.json']) {
    const { headers } = await app.app.fastify.inject({ url: path, headers: { 'accept-encoding': 'gzip, br' } });
    assert.deepEqual([headers['content-encoding'], headers['cache-control']], ['br', 'public, max-age=300'], path);
  }
  assert.equal((await app.send({ method: 'GET', path: '/readyz' })).status, 200);
});

test('serves every page while the build folder is missing', async () => {
  const away = `${webRoot}.away`;
  const visit = async (url: string) =>
    (await app.send({ method: 'GET', path: url }, { headers: { accept: 'text/html' } })).status;
  fs.renameSync(webRoot, away);
  try {
    assert.deepEqual([await visit('/'), await visit('/user/home'), await visit('/index.html')], [200, 200, 200]);
  } finally {
    fs.renameSync(away, webRoot);
  }
});
