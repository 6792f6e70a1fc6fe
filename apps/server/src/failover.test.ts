// A server process whose database is unreachable, stops responding and recovers: every call ends in time with "try
// again", and calls, jobs and streams continue without a restart.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from '@chaba/database';
import { openProxy } from '@chaba/database/tcp-proxy';
import { testDatabase } from '@chaba/database/testing';
import { baht } from '@chaba/money';

import { createGameSession, createMember, createSites, giveMoney, type TestMember } from '#testing/factories';
import { openStream } from '#testing/live-stream';
import { callWalletAt, startServerProcess } from '#testing/server-process';

const STATEMENT_SECONDS = 2;
/** The flight timeout, and a margin for a busy machine. */
const MEMBER_WITHIN_MS = (STATEMENT_SECONDS + 2) * 1_000 + 2_000;
const WALLET_WITHIN_MS = 5_000;

const database = await testDatabase();
const { chaba } = await createSites(database);
const member = await createMember(database, chaba, { money: baht(1_000) });
const other = await createMember(database, chaba, { money: baht(1_000) });
const token = await createGameSession(database, member);
const proxy = await openProxy(database.url);
const server = await startServerProcess(proxy.url, {
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

const loadBalance = (of: TestMember): Promise<Outcome> =>
  measure(async () => {
    const headers = { 'api-key': of.apiKey, 'api-auth': of.token };
    const response = await fetch(`${server.url}/user-profile-composite/v1/profile/balance`, { headers });
    return `${response.status} ${response.headers.get('retry-after') ?? ''}`.trim();
  });

async function waitUntil(what: string, isTrue: () => Promise<boolean>, withinMs = 15_000): Promise<void> {
  for (const until = Date.now() + withinMs; !(await isTrue()); await sleep(100)) {
    if (Date.now() > until) throw new Error(`not within ${withinMs} ms: ${what}`);
  }
}

const isServing = async (): Promise<boolean> =>
  (await bet()).result === 'OK' && (await loadBalance(other)).result === '200';

async function countFinishedJobs(since: Date): Promise<number> {
  const row = await database.one<{ count: bigint }>(sql`
    select count(*) as count from job_lease where last_finished_at > ${since} and last_error is null`);
  return Number(row.count);
}

const readTime = async (): Promise<Date> => (await database.one<{ now: Date }>(sql`select now()`)).now;

test('responds "try again" while the database is unreachable, and recovers with it', async () => {
  const stream = await openStream(server.url, member);
  assert.equal((await stream.next())?.event, 'wallet');
  assert.ok(await isServing());
  proxy.shut();
  const [wallet, balance] = await Promise.all([bet(), loadBalance(other)]);
  assert.match(wallet.result, /answered 500/);
  assert.equal(balance.result, '503 2');
  assert.equal((await fetch(`${server.url}/readyz`)).status, 503);
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
    sleep(15_000, undefined, { ref: false }).then(() => assert.fail('the stream sends the change')),
  ]);
  await waitUntil('jobs run', async () => (await countFinishedJobs(isBackAt)) > 0);
  stream.close();
});

test('ends every call in time on a connection without responses, and wallet lanes recover', async () => {
  assert.ok(await isServing());
  proxy.silence();
  const calls = [...Array.from({ length: 4 }, bet), ...Array.from({ length: 4 }, () => loadBalance(other))];
  const outcomes = await Promise.all(calls);
  for (const { result, tookMs } of outcomes.slice(0, 4)) {
    assert.match(result, /answered 500/);
    assert.ok(tookMs < WALLET_WITHIN_MS, `a wallet call took ${Math.round(tookMs)} ms`);
  }
  for (const { result, tookMs } of outcomes.slice(4)) {
    assert.equal(result, '503 2');
    assert.ok(tookMs < MEMBER_WITHIN_MS, `a member call took ${Math.round(tookMs)} ms`);
  }
  proxy.open();
  const isBackAt = await readTime();
  await waitUntil('calls are served', isServing, 6_000);
  await waitUntil('jobs run', async () => (await countFinishedJobs(isBackAt)) > 0);
});

test('responds "try again" for a demoted database and ended connections, and serves calls after the promotion', async () => {
  assert.ok(await isServing());
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
  await set('set default_transaction_read_only = on');
  await endConnections();
  const [wallet, member_] = await Promise.all([bet(), signIn()]);
  assert.match(wallet.result, /answered 500/);
  assert.equal(member_, 503);
  // The pool closed the connections that returned 25006; nothing is restarted.
  await set('reset default_transaction_read_only');
  await waitUntil('calls are served', async () => (await bet()).result === 'OK' && (await signIn()) === 422, 5_000);
});

test('applies a kill switch set during a database outage within five seconds', async () => {
  proxy.shut();
  await database.owner.execute(sql`update site set is_disabled = true where site_id = ${chaba.id}`);
  proxy.open();
  await waitUntil('the site is closed', async () => (await bet()).result === 'PLAYER_LOCKED', 5_000);
  await database.owner.execute(sql`update site set is_disabled = false where site_id = ${chaba.id}`);
});
