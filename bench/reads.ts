// npm run bench -- reads: reading calls at 200 a second with the time each took, a slip until it is credited, the start
// time of the server, and its memory at rest.
//
// Calls are sent at their scheduled time whether or not the previous one was answered, so that a slow moment shows in
// every call that it delayed.

import * as fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from '@chaba/database';

import { CHABA_API_KEY, createMember, insertDeposits } from '#server/testing/factories';
import { loadSite } from '#server/modules/site/site';
import { ensureReceivingAccount } from '#server/modules/receiving-accounts/receiving-accounts';

import { getMemory, startProcess, startServer } from './processes.ts';
import { openFixture, SITE, type BenchFixture } from './fixture.ts';

const RATE = 200;
const SECONDS = 10;
const SLIPS = 20;
const RESTARTS = 3;
const MEMBER = '/user-profile-composite/v1';
const BALANCE = `${MEMBER}/profile/balance`;
const PROFILE = '/auth-service/v1/refresh';
const HISTORY = `${MEMBER}/history/transfer`;
const ROWS_LONG = 1_000_000;
const HISTORY_CALLS = 200;

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

type RequestOptions = { readonly method?: string; readonly body?: object; readonly token?: string };

function sendRequest(
  port: number,
  path: string,
  { method = 'GET', body, token }: RequestOptions = {},
): Promise<{ ms: number; text: string; status: number }> {
  const startedAt = performance.now();
  const payload = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const headers = {
      'api-key': CHABA_API_KEY,
      ...(token === undefined ? {} : { 'api-auth': token }),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    };
    const request = http.request({ host: '127.0.0.1', port, path, method, agent, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8');
        resolve({ ms: performance.now() - startedAt, text, status: response.statusCode ?? 0 });
      });
    });
    request.on('error', reject);
    request.end(payload);
  });
}

const getPercentile = (times: readonly number[], share: number): string => {
  const sorted = times.toSorted((one, other) => one - other);
  return String(Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 100) / 100);
};
const printRow = (name: string, times: readonly number[]): void =>
  console.log(`| ${name} | ${times.length} | ${getPercentile(times, 0.5)} | ${getPercentile(times, 0.99)} |`);

/** Sends requests at a fixed rate. */
async function sendAtRate(port: number, path: string, tokens: readonly string[]): Promise<number[]> {
  const startedAt = performance.now();
  const responses: Promise<number>[] = [];
  for (let call = 0; call < RATE * SECONDS; call += 1) {
    const wait = startedAt + (call * 1_000) / RATE - performance.now();
    if (wait > 1) await sleep(wait);
    const token = tokens[call % tokens.length];
    responses.push(
      sendRequest(port, path, token === undefined ? {} : { token }).then(({ ms, status, text }) => {
        if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
        return ms;
      }),
    );
  }
  return Promise.all(responses);
}

async function createMemberTokens(fixture: BenchFixture, count: number): Promise<string[]> {
  const site = await fixture.database.transaction((tx) => loadSite(tx, SITE));
  const tokens: string[] = [];
  for (let number = 0; number < count; number += 1) {
    tokens.push((await createMember(fixture.database, site)).token);
  }
  return tokens;
}

/** Pages of a member with a million transactions: the first, and a deep one. */
async function measureHistory(fixture: BenchFixture, port: number): Promise<{ first: number[]; deep: number[] }> {
  const site = await fixture.database.transaction((tx) => loadSite(tx, SITE));
  const member = await createMember(fixture.database, site);
  const account = { kind: 'bank', bankCode: '002', account: '5550001112', holderName: 'ชบา' } as const;
  await ensureReceivingAccount(fixture.database, SITE, account);
  const { id } = await fixture.database.one<{ id: bigint }>(sql`
    select max(receiving_account_id) as id from receiving_account where site_id = ${SITE}`);
  await insertDeposits(
    fixture.database,
    { siteId: SITE, memberId: member.id, receivingAccountId: id },
    sql`select 'credited' as state, 1000000::bigint as amount_e4, now() - make_interval(mins => n) as created_at
      from generate_series(1, ${ROWS_LONG}::int) n`,
  );
  const page = async (query: string): Promise<number> => {
    const { ms, status, text } = await sendRequest(port, HISTORY + query, { token: member.token });
    if (status !== 200) throw new Error(`${HISTORY} answered ${status}: ${text}`);
    return ms;
  };
  const times: { first: number[]; deep: number[] } = { first: [], deep: [] };
  for (let call = 0; call < HISTORY_CALLS; call += 1) {
    const deepAt = Date.now() - (ROWS_LONG - 1_000 - call) * 60_000;
    times.first.push(await page(''));
    times.deep.push(await page(`?cursor=${Buffer.from(`${deepAt}.1`).toString('base64url')}`));
  }
  return times;
}

/** From sending the slip to the balance that includes it, bank included. */
async function measureSlips(fixture: BenchFixture, port: number, sandboxPort: number): Promise<number[]> {
  const site = await fixture.database.transaction((tx) => loadSite(tx, SITE));
  await ensureReceivingAccount(fixture.database, SITE, {
    kind: 'bank',
    bankCode: '004',
    account: '9998887776',
    holderName: 'บริษัท ชบา เกมส์ จำกัด',
  });
  const bankAccount = '1112223334';
  const names = { firstName: 'สมหญิง', lastName: 'ใจดี' };
  const member = await createMember(fixture.database, site, { bankCode: '014', bankAccount, ...names });
  const times: number[] = [];
  for (let slip = 0; slip < SLIPS; slip += 1) {
    const from = { fromBankCode: '014', fromAccount: bankAccount };
    const to = { toBankCode: '004', toAccount: '9998887776', amount: 100 + slip };
    const sent = await sendRequest(sandboxPort, '/bank/transfers', { method: 'POST', body: { ...from, ...to } });
    const { slipQr: barcode } = JSON.parse(sent.text) as { slipQr: string };
    const startedAt = performance.now();
    const response = await sendRequest(port, `${MEMBER}/topup-api/pullslip`, {
      method: 'POST',
      body: { barcode },
      token: member.token,
    });
    if (response.status !== 200) throw new Error(`slip failed with ${response.status}: ${response.text}`);
    await sendRequest(port, BALANCE, { token: member.token });
    times.push(performance.now() - startedAt);
  }
  return times;
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-bench-'));
const fixture = await openFixture({ members: 10_000, rows: 10_000 });
try {
  const starts: number[] = [];
  for (let start = 0; start < RESTARTS; start += 1) {
    const server = await startServer(fixture.url);
    starts.push(server.startedInMs);
    await server.stop();
  }
  const environment = {
    SERVER_URL: 'http://127.0.0.1:9',
    SANDBOX_SECRET: 'sandbox-secret',
    HASH_SECRET: 'secret-of-hashes',
    DATA_DIR: folder,
  };
  const sandbox = await startProcess('apps/sandbox/src/main.ts', environment);
  const server = await startServer(fixture.url, { sandboxUrl: `http://127.0.0.1:${sandbox.port}` });
  await sleep(3_000);
  console.log(
    `server process: ready ${Math.round(Math.min(...starts))}–${Math.round(Math.max(...starts))} ms after its start, ` +
      `${getMemory(server.pid)} MB at rest`,
  );
  const tokens = await createMemberTokens(fixture, 50);
  console.log('\n| Call | calls | median ms | p99 ms |\n|---|---|---|---|');
  for (const address of ['/v2/prefix', BALANCE, PROFILE]) {
    await sendRequest(server.port, address, { token: tokens[0] ?? '' });
    printRow(
      `GET ${address} at ${RATE}/s`,
      await sendAtRate(server.port, address, address === '/v2/prefix' ? [] : tokens),
    );
  }
  const history = await measureHistory(fixture, server.port);
  printRow(`GET ${HISTORY}, first page of ${ROWS_LONG} rows`, history.first);
  printRow(`GET ${HISTORY}, a page ${ROWS_LONG - 1_000} rows deep`, history.deep);
  printRow('a slip, until the balance shows it', await measureSlips(fixture, server.port, sandbox.port));
  await server.stop();
  await sandbox.stop();
} finally {
  agent.destroy();
  fs.rmSync(folder, { recursive: true, force: true });
  await fixture.close();
}
