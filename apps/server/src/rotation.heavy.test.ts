// Every secret is rotated while providers, the bank, Prometheus and members call two server processes: no call fails,
// and afterwards the old values are rejected.
//
// Always true: a counterparty changes to the new value between the second and the third roll, as deploy/README.md says.

import assert from 'node:assert/strict';
import { createSign, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { openDatabase, sql } from '@chaba/database';
import { freePort } from '@chaba/embedded-postgres';
import { loginUrl, migrate } from '@chaba/database/migrate';
import { testDatabase } from '@chaba/database/testing';
import { baht } from '@chaba/money';

import { checkSignature, createSignedHeaders, deriveSecret, deriveSecrets } from '#core/signature';
import { auditAll } from '#modules/audit';
import { rotateSecrets, rotateSessionKeys } from '#modules/operations';
import { issueKey, retireKey } from '#modules/providers';
import { studioProviders } from '#modules/catalogue';
import { createGameSession, createMember, createSites, PASSWORD } from '#testing/factories';
import { type ServerProcess, startServerProcess } from '#testing/server-process';

type Values = readonly [string, ...string[]];
const make = (): string => randomBytes(32).toString('hex');
const NAMES = ['SANDBOX_SECRET', 'STUDIO_SECRET', 'PROVIDER_SECRET', 'HASH_SECRET', 'METRICS_TOKEN'] as const;
type Name = (typeof NAMES)[number];
const secretsBefore = Object.fromEntries(NAMES.map((name) => [name, make()])) as Record<Name, string>;
const secretsAfter = Object.fromEntries(NAMES.map((name) => [name, make()])) as Record<Name, string>;
const makePair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const hub88 = { before: makePair(), after: makePair() };
type KeyPair = (typeof hub88)['before'];
const toPem = ({ publicKey }: KeyPair): string => publicKey.export({ type: 'spki', format: 'pem' }).toString();

/** The values that the counterparties use and accept now. */
const outside = { uses: secretsBefore, bankAccepts: [secretsBefore.SANDBOX_SECRET] as Values, hub88: hub88.before };

// ── the servers ──────────────────────────────────────────────────────────────────────────────────────────────────────

type Live = { readonly server: ServerProcess; readonly metricsUrl: string };
const live: Live[] = [];
const pick = (): Live => live[Math.floor(Math.random() * live.length)] ?? assert.fail('no server is live');

async function startLive(databaseUrl: string, values: readonly Record<Name, string>[], keys: readonly KeyPair[]) {
  const port = await freePort();
  const secrets = Object.fromEntries(NAMES.map((name) => [name, values.map((each) => each[name]).join('\n')]));
  const server = await startServerProcess(databaseUrl, {
    ...secrets,
    HUB88_PUBLIC_KEY: keys.map(toPem).join('\n'),
    SANDBOX_URL: bankUrl,
    METRICS_PORT: String(port),
    DRAIN_SECONDS: '1',
  });
  return { server, metricsUrl: `http://127.0.0.1:${port}/metrics` };
}

/** Replaces one process after the other and waits for the readiness of each. */
async function roll(...given: Parameters<typeof startLive>): Promise<void> {
  const before = live.slice();
  for (const old of before) {
    live.push(await startLive(...given));
    live.splice(live.indexOf(old), 1);
    // A call that chose it already is served: it drains for DRAIN_SECONDS.
    assert.equal(await old.server.stop(), 0);
  }
}

// ── the bank ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const rejectedByBank: string[] = [];
const bank = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const message = { method: request.method ?? '', target: request.url ?? '', body: Buffer.concat(chunks) };
    const check = checkSignature(request.headers, message, (keyId) => deriveSecrets(outside.bankAccepts, keyId));
    if (!check.ok) rejectedByBank.push(check.why);
    response.writeHead(check.ok ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ code: 'OK', title: 'นาย', firstName: 'สมชาย', lastName: 'ใจดี', isJuristic: false }));
  });
});
await new Promise<void>((resolve) => {
  bank.listen(0, '127.0.0.1', resolve);
});
after(() => bank.close());
const bankUrl = `http://127.0.0.1:${(bank.address() as AddressInfo).port}`;

// ── calls ────────────────────────────────────────────────────────────────────────────────────────────────────────────

type Reply = { readonly status: number; readonly body: Readonly<Record<string, unknown>> };

/** A call without an answer in time is repeated, as providers do, and counted. */
const RETRIES_MAX = 5;
/** Of each load after each step of the rotation. */
const CALLS_EACH = 15;
const PAUSE_MS = 80;
let retried = 0;

async function send(method: string, url: string, headers: Record<string, string>, raw?: string): Promise<Reply> {
  const type: Record<string, string> = raw === undefined ? {} : { 'content-type': 'application/json' };
  const body = raw === undefined ? {} : { body: raw };
  for (let tries = 0; ; tries += 1) {
    const response = await fetch(url, { method, headers: { ...type, ...headers }, ...body });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    const reply = { status: response.status, body: isJson ? (JSON.parse(text) as Reply['body']) : {} };
    if (reply.status < 500 || tries === RETRIES_MAX) return reply;
    retried += 1;
    await sleep(100);
  }
}

function sendSigned(keyId: string, secret: string, target: string, body: unknown): Promise<Reply> {
  const raw = JSON.stringify(body);
  const headers = createSignedHeaders(keyId, secret, { method: 'POST', target, body: raw });
  return send('POST', pick().server.url + target, headers, raw);
}

const sendMember = (method: string, path: string, token?: string, body?: unknown, more: Record<string, string> = {}) =>
  send(
    method,
    pick().server.url + path,
    {
      'api-key': 'chaba-sandbox',
      'idempotency-key': randomUUID(),
      ...(token === undefined ? {} : { 'api-auth': token }),
      ...more,
    },
    body === undefined ? undefined : JSON.stringify(body),
  );

type Player = Awaited<ReturnType<typeof createMember>>;
type Loads = {
  readonly member: Player;
  readonly visitor: Player;
  readonly oldToken: string;
  readonly hubKey: string;
  testKey: string;
};

let number = 0;
const next = (): number => (number += 1);

const loads: Readonly<Record<string, (state: Loads) => Promise<void>>> = {
  async 'a provider plays with the session token of before'({ member, oldToken, testKey }) {
    await play(member, oldToken, testKey);
  },
  async 'a game is opened and played'({ member, testKey }) {
    const game = { ch: 'test', gameType: 'EGAMES', gameCode: 'test-slot' };
    const launched = await sendMember('POST', '/game-composite/v1/launch', member.token, game);
    assert.equal(launched.body['success'], true, JSON.stringify(launched.body));
    const { launchToken } = launched.body['data'] as { launchToken: string };
    const secret = deriveSecret(outside.uses.PROVIDER_SECRET, testKey);
    const session = await sendSigned(testKey, secret, '/seamless/v1/authenticate', {
      token: launchToken,
      gameCode: 'test-slot',
    });
    assert.equal(session.body['code'], 'OK', JSON.stringify(session));
    await play(member, String(session.body['token']), testKey);
  },
  async 'the studio calls the wallet'({ member }) {
    const keyId = `${studioProviders[0]?.keyPrefix}chaba`;
    const secret = deriveSecret(outside.uses.STUDIO_SECRET, keyId);
    const reply = await sendSigned(keyId, secret, '/seamless/v1/balance', {
      playerId: member.playerId,
      currency: 'THB',
    });
    assert.equal(reply.body['code'], 'OK', JSON.stringify(reply));
  },
  async 'Hub88 calls the wallet'({ member, hubKey }) {
    const raw = JSON.stringify({ user: member.playerId, request_uuid: randomUUID() });
    const signature = createSign('RSA-SHA256').update(raw).sign(outside.hub88.privateKey, 'base64');
    const url = `${pick().server.url}/seamless/hub88/${hubKey}/user/balance`;
    const reply = await send('POST', url, { 'x-hub88-signature': signature }, raw);
    assert.equal(reply.body['status'], 'RS_OK', JSON.stringify(reply));
  },
  async 'the bank reports a transfer'() {
    const line = { lineId: `line-${next()}`, amount: '10.00', at: new Date().toISOString() };
    const secret = deriveSecret(outside.uses.SANDBOX_SECRET, 'bank');
    const reply = await sendSigned('bank', secret, '/integrations/bank/v1/feed', { lines: [line] });
    assert.equal(reply.status, 200, JSON.stringify(reply));
  },
  async 'a member registers with the name of the bank'() {
    const phoneNumber = `08${String(10_000_000 + next())}`;
    const BankAccount = `55${String(10_000_000 + next())}`;
    const account = { BankAccount, BankCode: '004' };
    const checked = await sendMember('POST', '/auth-service/v1/checkBank', undefined, { ...account, phoneNumber });
    const { token } = checked.body['data'] as { token?: string };
    assert.ok(token, JSON.stringify(checked));
    const words = { phoneNumber, Password: PASSWORD, Confirm_Password: PASSWORD, ...account };
    const signed = await sendMember('POST', '/auth-service/v1/signup', undefined, words, { tokenbank: token });
    assert.equal(signed.status, 200, JSON.stringify(signed));
  },
  async 'a member signs in on a known device and reads the balance'({ visitor }) {
    const words = { phoneNumber: visitor.phone, Password: PASSWORD, deviceMark: 'a'.repeat(32) };
    const login = await sendMember('POST', '/auth-service/v1/login', undefined, words);
    assert.equal(login.status, 200, JSON.stringify(login));
    const token = String(login.body['authToken']);
    const balance = await sendMember('GET', '/user-profile-composite/v1/profile/balance', token);
    assert.equal(balance.status, 200, JSON.stringify(balance));
  },
  async 'Prometheus reads the metrics'() {
    const authorization = `Bearer ${outside.uses.METRICS_TOKEN}`;
    const read = live.slice();
    for (const { metricsUrl } of read) {
      const reply = await send('GET', metricsUrl, { authorization }).catch(() => undefined);
      // A process that was stopped meanwhile is not read.
      if (reply !== undefined) assert.equal(reply.status, 200);
    }
  },
};

async function play({ playerId }: Player, token: string, keyId: string): Promise<void> {
  const id = String(next());
  for (const operation of ['bet', 'win'] as const) {
    const secret = deriveSecret(outside.uses.PROVIDER_SECRET, keyId);
    const reply = await sendSigned(keyId, secret, `/seamless/v1/${operation}`, {
      playerId,
      token,
      gameCode: 'test-slot',
      roundId: id,
      txId: `${id}-${operation}`,
      currency: 'THB',
      amount: '1',
      ...(operation === 'win' ? { roundClosed: true } : {}),
    });
    assert.equal(reply.body['code'], 'OK', `${operation}: ${JSON.stringify(reply)}`);
  }
}

async function untilKeyAccepted({ url }: ServerProcess, keyId: string, { playerId }: Player): Promise<void> {
  const [target, body] = ['/seamless/v1/balance', JSON.stringify({ playerId, currency: 'THB' })];
  const secret = deriveSecret(secretsAfter.PROVIDER_SECRET, keyId);
  for (;;) {
    const headers = createSignedHeaders(keyId, secret, { method: 'POST', target, body });
    const reply = await send('POST', url + target, headers, body);
    if (reply.body['code'] === 'OK') return;
    await sleep(PAUSE_MS);
  }
}

function startLoads(state: Loads) {
  const counts = new Map<string, number>();
  const failures: string[] = [];
  const over = new AbortController();
  const running = Promise.all(
    Object.entries(loads).map(async ([name, call]) => {
      for (; !over.signal.aborted; await sleep(PAUSE_MS)) {
        await call(state).catch((error: unknown) => failures.push(`${name}: ${String(error)}`));
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    }),
  );
  /** Each load is carried out CALLS_EACH more times without a failure. */
  const assertGood = async (when: string): Promise<void> => {
    const before = new Map(counts);
    for (const name of Object.keys(loads)) {
      const enough = (before.get(name) ?? 0) + CALLS_EACH;
      while (failures.length === 0 && (counts.get(name) ?? 0) < enough) await sleep(PAUSE_MS);
    }
    assert.deepEqual(failures, [], when);
  };
  return {
    counts,
    assertGood,
    async stop() {
      over.abort();
      await running;
    },
  };
}

// ── the rotation ─────────────────────────────────────────────────────────────────────────────────────────────────────

test('rotates every secret under load without a failed call', async (t) => {
  const database = await testDatabase();
  const { chaba } = await createSites(database);
  const owner = openDatabase({ url: database.ownerUrl, poolSize: 1 });
  after(() => owner.close());
  const member = await createMember(database, chaba, { money: baht(10_000) });
  const giveKey = (provider: string, values: Record<Name, string>) =>
    database.transaction(async (tx) => {
      const secrets = { studioSecret: [values.STUDIO_SECRET], providerSecret: [values.PROVIDER_SECRET] } as const;
      const key = await issueKey(tx, chaba, { provider, secrets });
      return key === 'two_keys' ? assert.fail(key) : key.keyId;
    });
  const state: Loads = {
    member,
    // Each sign-in opens a session, and more than ten end the oldest one.
    visitor: await createMember(database, chaba),
    oldToken: await createGameSession(database, member),
    hubKey: await giveKey('hub88', secretsBefore),
    testKey: await giveKey('test', secretsBefore),
  };
  await database.transaction((tx) => retireKey(tx, chaba, { provider: 'test', keyId: 'test-key' }));
  for (let count = 0; count < 2; count += 1) {
    live.push(await startLive(database.url, [secretsBefore], [hub88.before]));
  }
  const load = startLoads(state);
  t.after(load.stop);
  await load.assertGood('before the rotation');

  await roll(database.url, [secretsBefore, secretsAfter], [hub88.before, hub88.after]);
  outside.bankAccepts = [secretsBefore.SANDBOX_SECRET, secretsAfter.SANDBOX_SECRET];
  await load.assertGood('each side accepts both values');

  assert.equal(await rotateSessionKeys(owner), 'rotated');
  assert.equal(await rotateSecrets(owner), 'rotated');
  assert.deepEqual([await rotateSessionKeys(owner), await rotateSecrets(owner)], ['needed', 'needed']);
  await load.assertGood('keys of the database');

  const login = { role: `chaba_next_${process.pid}`, password: make() };
  await migrate({ url: database.ownerUrl, login });
  const nextUrl = loginUrl(database.url, login);
  await roll(nextUrl, [secretsAfter, secretsBefore], [hub88.after, hub88.before]);
  await load.assertGood('the servers use the new values, and another login of the database');
  const connected = await owner.rows(sql`
    select distinct usename::text as role from pg_stat_activity
    where datname = current_database() and application_name like 'chaba %' and application_name <> 'chaba test'
      and usename <> current_user`);
  assert.deepEqual(connected, [{ role: login.role }], 'the old login is no longer used');

  // The provider gets a key of the new secret; the old key is retired when it is no longer used.
  const [oldKey, newKey] = [state.testKey, await giveKey('test', secretsAfter)];
  // Processes read the keys of providers every few seconds.
  for (const { server } of live) await untilKeyAccepted(server, newKey, member);
  outside.uses = secretsAfter;
  outside.hub88 = hub88.after;
  state.testKey = newKey;
  await load.assertGood('the counterparties use the new values');
  await database.transaction((tx) => retireKey(tx, chaba, { provider: 'test', keyId: oldKey }));
  outside.bankAccepts = [secretsAfter.SANDBOX_SECRET];
  await roll(nextUrl, [secretsAfter], [hub88.after]);
  await load.assertGood('the old values are removed');
  await load.stop();

  for (const [name, count] of load.counts) t.diagnostic(`${name}: ${count}`);
  for (const name of Object.keys(loads)) {
    assert.ok((load.counts.get(name) ?? 0) > 20, `${name}: ${load.counts.get(name)}`);
  }
  assert.equal(retried, 0, 'no call failed');
  assert.deepEqual(rejectedByBank, []);
  assert.deepEqual(await auditAll(database, { isTest: true }), []);

  outside.uses = secretsBefore;
  outside.hub88 = hub88.before;
  for (const name of [
    'the bank reports a transfer',
    'the studio calls the wallet',
    'Prometheus reads the metrics',
    'Hub88 calls the wallet',
    'a game is opened and played',
  ]) {
    await assert.rejects(loads[name]?.(state) ?? Promise.resolve(), name);
  }
  // All tokens of the old keys are over: the last step removes them.
  await owner.execute(sql`update site set session_token_rotated_at = now() - interval '26 hours'`);
  await owner.execute(sql`update server_secret set rotated_at = now() - interval '16 minutes'`);
  assert.deepEqual([await rotateSessionKeys(owner), await rotateSecrets(owner)], ['removed', 'removed']);
  outside.uses = secretsAfter;
  await Promise.all(live.map(({ server }) => server.stop()));
  live.splice(0, live.length, await startLive(nextUrl, [secretsAfter], [hub88.after]));
  await assert.rejects(
    loads['a provider plays with the session token of before']?.(state) ?? Promise.resolve(),
    /INVALID_TOKEN/,
  );
  await loads['a game is opened and played']?.(state);
  await live[0]?.server.stop();
  for (const statement of ['drop owned by', 'drop role']) {
    await owner.execute({ strings: [`${statement} ${login.role}`], values: [] });
  }
});
