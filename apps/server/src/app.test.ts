// Checks of every route of the server, generated from the contract, so that a new endpoint is covered without a new
// test.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { endpoints, type NamedEndpoint } from '@chaba/contract/endpoints';
import { listFields } from '@chaba/contract/validation';
import { baht } from '@chaba/money';

import { changeSite } from '#modules/site';
import { buildTestApp } from '#testing/build-app';
import { createMember, LANNA_API_KEY } from '#testing/factories';
import { friendlyNames } from '#testing/fake-bank';
import { testInFull } from '@chaba/testing/extent';

const app = await buildTestApp({ bank: { names: friendlyNames } });
const served = endpoints.filter(({ endpoint: call }) =>
  app.app.fastify.hasRoute({ method: call.method, url: call.path }),
);
const ofBrowsers = served.filter(({ endpoint: call }) => call.auth === 'none' || call.auth === 'member');
const ofMembers = served.filter(({ endpoint: call }) => call.auth === 'member');
const isQuiet = ({ endpoint: call }: NamedEndpoint) =>
  call.form !== 'events' && call.path !== '/auth-service/v1/logout';

const hostile: unknown[] = [
  null,
  true,
  [],
  {},
  '',
  ' ',
  -1,
  0,
  0.1,
  0.001,
  1e-7,
  99_999_999,
  2 ** 53,
  '1,000',
  '๑๒๓',
  '0x10',
  'NaN',
  '9'.repeat(5_000),
  '\u200fabc',
  'a\r\nb',
  "'; drop table member; --",
  '<img src=x onerror=alert(1)>',
  '+66812345678',
  [['a']],
  { a: { b: 1 } },
  '../../etc/passwd',
  '004600060000010103014022520260101',
];
const hostileRaw = [
  '',
  '{',
  '[]',
  'null',
  '1e309',
  '{"a":1,"a":2}',
  '{"__proto__":{}}',
  `{"a":${'['.repeat(9_000)}`,
  '{"a":"\\ud800"}',
  '{"a":"\\u0000"}',
  `{"a":"${'x'.repeat(20_000)}"}`,
];

test('serves most of the contract and no endpoint twice', () => {
  assert.ok(served.length >= 25, `${served.length} calls are served`);
});

test('rejects member requests without a session, with another site’s session, or with a wrong key', async () => {
  const member = await createMember(app.database, app.chaba);
  for (const { endpoint: call } of ofMembers) {
    const none = await app.send(call, { body: {} });
    assert.deepEqual([call.path, none.status, none.body.code], [call.path, 401, 'SIGN_IN_REQUIRED']);
    const foreign = await app.send(call, { as: { token: member.token, apiKey: LANNA_API_KEY }, body: {} });
    assert.deepEqual([call.path, foreign.status], [call.path, 401]);
    const nobody = await app.send(call, { as: { token: member.token, apiKey: 'nobody-at-all' }, body: {} });
    assert.deepEqual([call.path, nobody.status], [call.path, 403]);
  }
});

test('rejects unsigned machine requests', async () => {
  for (const { endpoint: call } of served.filter(
    ({ endpoint: call }) => call.auth === 'bank' || call.auth === 'provider',
  )) {
    const unsigned = await app.send(call, { body: {} });
    assert.deepEqual([call.path, unsigned.status], [call.path, 401]);
    const wrongKey = await app.send(call, { body: {}, signedBy: 'somebody' });
    assert.deepEqual([call.path, wrongKey.status], [call.path, 401]);
  }
});

testInFull('responds without a server error and without cacheable responses to arbitrary requests', async () => {
  const member = await createMember(app.database, app.chaba, { money: baht(1_000) });
  const as = { as: member };
  for (const { endpoint: call } of ofBrowsers.filter(isQuiet)) {
    const fields = call.body === undefined ? [] : listFields(call.body);
    const bodies = [...fields.flatMap((field) => hostile.map((value) => ({ [field]: value }))), ...hostile];
    for (const body of call.method === 'GET' ? [] : bodies) {
      const answer = await app.send(call, { ...as, body });
      assert.ok(
        answer.status < 500,
        `${call.path} ${JSON.stringify(body).slice(0, 80)} → ${answer.status} ${answer.text}`,
      );
    }
    for (const raw of call.method === 'GET' ? [] : hostileRaw) {
      assert.ok((await app.send(call, { ...as, raw })).status < 500, `${call.path} ${raw.slice(0, 40)}`);
    }
    for (const value of [
      '',
      '%00',
      '\u0000',
      "' or 1=1",
      '9'.repeat(300),
      '-1',
      '๑',
      '2026-13-45',
      '[object Object]',
    ]) {
      const names = [...(call.query === undefined ? ['cursor'] : listFields(call.query)), 'unknown'];
      const answer = await app.send(call, {
        ...as,
        query: Object.fromEntries(names.map((name) => [name, value])),
        params: { betId: value || 'x' },
      });
      assert.ok(answer.status < 500, `${call.path} ?${value} → ${answer.status} ${answer.text}`);
      const isTagged = call.path.startsWith('/v2/');
      assert.match(String(answer.headers['cache-control']), isTagged ? /no-cache/ : /no-store/, call.path);
    }
  }
});

test('closes every browser route during maintenance except the one that reports it', async () => {
  const member = await createMember(app.database, app.lanna);
  await app.database.owner.transaction((tx) => changeSite(tx, app.lanna.id, { isInMaintenance: true }));
  for (const { endpoint: call } of ofBrowsers) {
    const answer = await app.send(call, { as: member, body: {} });
    const isConfiguration = call.path.startsWith('/v2/');
    assert.equal(answer.status, isConfiguration ? 200 : 503, call.path);
    if (!isConfiguration) assert.ok(Number(answer.headers['retry-after']) > 0);
  }
  await app.database.owner.transaction((tx) => changeSite(tx, app.lanna.id, { isInMaintenance: false }));
});

test('logs one JSON object per line, without a phone, an account or a token', () => {
  for (const line of app.logLines) {
    // Request ids and times are long numbers themselves.
    const facts = JSON.stringify({ ...(JSON.parse(line) as object), reqId: undefined, time: undefined });
    assert.doesNotMatch(facts, /"\d{10}"|0[689]\d{8}|api-auth|drop table|authToken/);
  }
});
