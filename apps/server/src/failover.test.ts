// A server process whose database is unreachable, stops responding and recovers: every call ends in time with "try
// again", and calls, jobs and streams continue without a restart.

import assert from 'node:assert/strict';
import { createSign, generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

import { sql } from '@chaba/database';
import { openProxy } from '@chaba/database/testing/tcp-proxy';
import { listWaiting, testDatabase } from '@chaba/database/testing';
import { lockLanes } from '@chaba/ledger';
import { baht } from '@chaba/money';
import { isVerifying, variants } from '@chaba/testing/extent';

import { issueKey } from '#modules/providers';
import { createGameSession, createMember, createSites, giveMoney, type TestMember } from '#testing/factories';
import { openStream } from '#testing/live-stream';
import { callWalletAt, startServerProcess } from '#testing/server-process';

const STATEMENT_SECONDS = 2;
/** A time is promised where nothing else runs; a busy machine takes longer. */
const within = (promisedMs: number): number => (isVerifying ? promisedMs : 60_000);
/** The flight timeout, and a margin. */
const MEMBER_WITHIN_MS = within((STATEMENT_SECONDS + 2) * 1_000 + 2_000);
const WALLET_WITHIN_MS = within(5_000);
const TRY_AGAIN = /answered 500 TEMPORARY_ERROR$/;

const database = await testDatabase();
const { chaba } = await createSites(database);
const member = await createMember(database, chaba, { money: baht(1_000) });
const other = await createMember(database, chaba, { money: baht(1_000) });
const token = await createGameSession(database, member);
const proxy = await openProxy(database.url);
const hub88 = generateKeyPairSync('rsa', { modulusLength: 2048 });
const server = await startServerProcess(proxy.url, {
  HUB88_PUBLIC_KEY: hub88.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  CHABA_JOBS: 'on',
  DATABASE_STATEMENT_SECONDS: String(STATEMENT_SECONDS),
  DATABASE_JOB_STATEMENT_SECONDS: String(STATEMENT_SECONDS),
  LOG_LEVEL: 'error',
});

let bets = 0;
type Outcome = { readonly result: string; readonly tookMs: number };

async function measure(work: () => Promise<string>): Promise<Outcome> {
  const beganAt = performance.now();
  const result = await work();
  return { result, tookMs: performance.now() - beganAt };
}

const bet = (): Promise<Outcome> =>
  measure(async () => {
    bets += 1;
    const body = { playerId: member.playerId, token, gameCode: 'test-slot', roundId: `r${bets}`, txId: `b${bets}` };
    return callWalletAt(server.url, 'bet', { ...body, amount: '1', currency: 'THB' }).then(
      ({ code }) => code,
      (error: unknown) => String(error),
    );
  });

/** The server process derives the secrets of provider keys from its SANDBOX_SECRET. */
const secrets = { studioSecret: ['sandbox-secret'], providerSecret: ['sandbox-secret'] } as const;

async function issueKeyOf(provider: string): Promise<{ readonly keyId: string; readonly secret: string }> {
  const key = await database.transaction((tx) => issueKey(tx, chaba, { provider, secrets }));
  assert.ok(key !== 'two_keys');
  return key;
}

const [ambKey, hub88Key] = [await issueKeyOf('amb'), await issueKeyOf('hub88')];

/** Returns the status and the code of a response in an aggregator's protocol. */
async function post(path: string, body: string, headers: Readonly<Record<string, string>>): Promise<unknown[]> {
  const sent = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } };
  const response = await fetch(`${server.url}/seamless/${path}`, sent);
  const { statusCode, status } = (await response.json()) as { readonly statusCode?: number; readonly status?: string };
  return [response.status, statusCode ?? status];
}

function loadAmbBalance(): Promise<unknown[]> {
  const head = { id: 'q', timestampMillis: 1, productId: 'SLOTXO', currency: 'THB', username: member.playerId };
  const authorization = `Basic ${Buffer.from(`${ambKey.keyId}:${ambKey.secret}`).toString('base64')}`;
  return post('amb/checkBalance', JSON.stringify(head), { authorization });
}

function loadHub88Balance(): Promise<unknown[]> {
  const body = JSON.stringify({ user: member.playerId, request_uuid: 'q' });
  const signature = createSign('RSA-SHA256').update(body).sign(hub88.privateKey, 'base64');
  return post(`hub88/${hub88Key.keyId}/user/balance`, body, { 'x-hub88-signature': signature });
}

const loadBalance = (of: TestMember): Promise<Outcome> =>
  measure(async () => {
    const headers = { 'api-key': of.apiKey, 'api-auth': of.token };
    const response = await fetch(`${server.url}/user-profile-composite/v1/profile/balance`, { headers });
    return `${response.status} ${response.headers.get('retry-after') ?? ''}`.trim();
  });

async function waitUntil(what: string, isTrue: () => Promise<boolean>, withinMs = 60_000): Promise<void> {
  for (const until = Date.now() + withinMs; !(await isTrue()); await sleep(100)) {
    if (Date.now() > until) throw new Error(`not within ${withinMs} ms: ${what}`);
  }
}

const isServing = async (): Promise<boolean> =>
  (await bet()).result === 'OK' && (await loadBalance(other)).result === '200';

/** Whether a wallet call failed with this SQLSTATE after that part of the log. */
async function hasLogged(sqlState: string, after: number): Promise<boolean> {
  const lines = server.log().slice(after).split('\n');
  return lines.some((line) => line.includes('wallet request failed') && line.includes(`"code":"${sqlState}"`));
}

async function countFinishedJobs(since: Date): Promise<number> {
  const row = await database.one<{ count: bigint }>(sql`
    select count(*) as count from job_lease where last_finished_at > ${since} and last_error is null`);
  return Number(row.count);
}

const readTime = async (): Promise<Date> => (await database.one<{ now: Date }>(sql`select now()`)).now;

test('responds "try again" while the database is unreachable, and recovers with it', async () => {
  const stream = await openStream(server.url, member);
  assert.equal((await stream.next())?.event, 'wallet');
  await waitUntil('calls are served', isServing);
  proxy.shut();
  const [wallet, balance] = await Promise.all([bet(), loadBalance(other)]);
  assert.match(wallet.result, TRY_AGAIN);
  assert.equal(balance.result, '503 2');
  // A result of the check is valid for half a second.
  await waitUntil('not ready', async () => (await fetch(`${server.url}/readyz`)).status === 503, within(2_000));
  await giveMoney(database, member, baht(500));
  proxy.open();
  const isBackAt = await readTime();
  await waitUntil('calls are served', isServing);
  // The message about the money was lost with the connection: the stream reloads by itself.
  const shown = async (): Promise<number> => {
    for (;;) {
      const event = await stream.next();
      assert.ok(event && event.event !== 'bye', 'the stream stays');
      if (event.event === 'wallet' && Number(event.data.balance) > 1_400) return Number(event.data.balance);
    }
  };
  await Promise.race([
    shown(),
    sleep(60_000, undefined, { ref: false }).then(() => assert.fail('the stream sends the change')),
  ]);
  await waitUntil('jobs run', async () => (await countFinishedJobs(isBackAt)) > 0);
  stream.close();
});

test("responds in the aggregators' own codes while the database is unreachable", async () => {
  const loadBoth = (): Promise<unknown[][]> => Promise.all([loadAmbBalance(), loadHub88Balance()]);
  const [served, failed] = [
    [
      [200, 0],
      [200, 'RS_OK'],
    ],
    [
      [500, 50_001],
      [500, 'RS_ERROR_UNKNOWN'],
    ],
  ];
  await waitUntil('aggregators are served', async () => isDeepStrictEqual(await loadBoth(), served));
  proxy.shut();
  assert.deepEqual(await loadBoth(), failed);
  proxy.open();
  await waitUntil('calls are served', isServing);
  await waitUntil('aggregators are served', async () => isDeepStrictEqual(await loadBoth(), served));
});

test('ends every call in time on a connection without responses, and wallet lanes recover', async () => {
  await waitUntil('calls are served', isServing);
  proxy.silence();
  const calls = [...Array.from({ length: 4 }, bet), ...Array.from({ length: 4 }, () => loadBalance(other))];
  const outcomes = await Promise.all(calls);
  for (const { result, tookMs } of outcomes.slice(0, 4)) {
    assert.match(result, TRY_AGAIN);
    assert.ok(tookMs < WALLET_WITHIN_MS, `a wallet call took ${Math.round(tookMs)} ms`);
  }
  for (const { result, tookMs } of outcomes.slice(4)) {
    assert.equal(result, '503 2');
    assert.ok(tookMs < MEMBER_WITHIN_MS, `a member call took ${Math.round(tookMs)} ms`);
  }
  proxy.open();
  const isBackAt = await readTime();
  await waitUntil('calls are served', isServing, within(6_000));
  await waitUntil('jobs run', async () => (await countFinishedJobs(isBackAt)) > 0);
});

test('responds "try again" for a demoted database and ended connections, and serves calls after the promotion', async () => {
  await waitUntil('calls are served', isServing);
  const { owner } = database;
  const { name } = await owner.one<{ name: string }>(sql`select current_database() as name`);
  const set = (rest: string): Promise<number> =>
    owner.execute({ strings: [`alter database ${name} ${rest}`], values: [] });
  const endConnections = (): Promise<unknown> =>
    owner.rows(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name in ('chaba server', 'chaba wallet', 'chaba jobs')`);
  const signIn = (): Promise<number> =>
    fetch(`${server.url}/auth-service/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'api-key': other.apiKey },
      body: JSON.stringify({ phoneNumber: other.phone, Password: 'wrong-password' }),
    }).then((response) => response.status);
  const loggedBefore = server.log().length;
  await set('set default_transaction_read_only = on');
  await endConnections();
  const [wallet, member_] = await Promise.all([bet(), signIn()]);
  assert.match(wallet.result, TRY_AGAIN);
  assert.equal(member_, 503);
  const isReadOnlySeen = async (): Promise<boolean> => {
    assert.match((await bet()).result, TRY_AGAIN);
    return hasLogged('25006', loggedBefore);
  };
  await waitUntil('a wallet call failed with 25006', isReadOnlySeen);
  // The pool closed the connections that returned 25006; nothing is restarted.
  await set('reset default_transaction_read_only');
  await waitUntil(
    'calls are served',
    async () => (await bet()).result === 'OK' && (await signIn()) === 422,
    within(5_000),
  );
});

test('responds "try again" to a bet whose connection is ended (57P01)', async () => {
  await waitUntil('calls are served', isServing);
  const loggedBefore = server.log().length;
  const isHeld = Promise.withResolvers<void>();
  const isEnded = Promise.withResolvers<void>();
  const holding = database.transaction(async (tx) => {
    await lockLanes(tx, chaba.id, [member.id]);
    isHeld.resolve();
    await isEnded.promise;
  });
  await isHeld.promise;
  const outcome = bet();
  const endWaiting = async (): Promise<unknown[]> =>
    database.owner.rows(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where pid = any(${await listWaiting(database.owner)}::int[]) and application_name = 'chaba wallet'`);
  try {
    await waitUntil(
      'the bet waits for its lane and is ended',
      async () => (await endWaiting()).length > 0,
      within(5_000),
    );
    assert.match((await outcome).result, TRY_AGAIN);
  } finally {
    isEnded.resolve();
    await holding;
  }
  await waitUntil('the log names 57P01', () => hasLogged('57P01', loggedBefore));
});

const toBet = async (): Promise<string> => (await bet()).result;
const toCondition = async (): Promise<string> => {
  const headers = { 'api-key': other.apiKey, 'api-auth': other.token };
  return (await fetch(`${server.url}/fund-composite/v1/withdrawal/condition`, { headers })).text();
};
const switches = [
  {
    name: 'site',
    close: sql`update site set is_disabled = true where site_id = ${chaba.id}`,
    open: sql`update site set is_disabled = false where site_id = ${chaba.id}`,
    isClosed: async () => (await toBet()) === 'PLAYER_LOCKED',
  },
  {
    name: 'provider',
    close: sql`
      with marked as (update site set catalogue_version = gen_random_uuid() where site_id = ${chaba.id})
      update provider set is_open = false, closed_by = 'operator' where site_id = ${chaba.id} and provider = 'test'`,
    open: sql`
      with marked as (update site set catalogue_version = gen_random_uuid() where site_id = ${chaba.id})
      update provider set is_open = true, closed_by = null where site_id = ${chaba.id} and provider = 'test'`,
    isClosed: async () => (await toBet()) === 'PLAYER_LOCKED',
  },
  {
    name: 'withdrawal',
    close: sql`update site set can_withdraw = false where site_id = ${chaba.id}`,
    open: sql`update site set can_withdraw = true where site_id = ${chaba.id}`,
    isClosed: async () => (await toCondition()).includes('WITHDRAW_CLOSED'),
  },
];

for (const { name, close, open, isClosed } of variants(switches)) {
  test(`applies the kill switch of a ${name} set during a database outage within five seconds`, async () => {
    await waitUntil('calls are served', async () => (await isServing()) && !(await isClosed()));
    proxy.shut();
    await database.owner.execute(close);
    proxy.open();
    await waitUntil(`the ${name} is closed`, isClosed, within(5_000));
    await database.owner.execute(open);
  });
}
