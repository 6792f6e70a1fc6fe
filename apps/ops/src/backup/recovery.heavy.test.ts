// The product on one machine is backed up while it serves, loses its database, and is recovered to a moment, with the
// commands of docs/running.md: earlier access is invalid, and money that moved at the bank meanwhile is found.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Database, openDatabase, type Sql, sql } from '@chaba/database';
import { addressOf, freePort, OWNER_ROLE, readAccess } from '@chaba/embedded-postgres';
import { actAsPeople } from '@chaba/operator-cli/testing';
import { createGameSession } from '@chaba/server/testing/factories';
import { callWalletAt } from '@chaba/server/testing/server-process';

import { ROOT } from '#ops/core/root';
import { type Ended, runChaba, succeedChaba } from '@chaba/testing/beds/programs';

const PHONE = '0812345678';
const ACCOUNT = { fromBankCode: '014', fromAccount: '1112223334', toBankCode: '004', toAccount: '9998887776' };
/** Payouts settle after 1.5 s, and the job runs every second. */
const PAID_WITHIN_MS = 20_000;

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-recovery-'));
fs.chmodSync(home, 0o755);
const dataDir = path.join(home, 'data');
const repository = path.join(home, 'repository');
const port = await freePort();
const sandboxPort = await freePort();
const backOfficePort = await freePort();
const environment = {
  ...process.env,
  DATA_DIR: dataDir,
  PORT: String(port),
  SANDBOX_PORT: String(sandboxPort),
  BACK_OFFICE_PORT: String(backOfficePort),
  DEMO_HISTORY: 'off',
  CHABA_RATE_LIMITS: 'off',
};
const site = `http://127.0.0.1:${port}`;
const bank = `http://127.0.0.1:${sandboxPort}`;
/** The back office creates the demo operators at its start, before the backup. */
const backOffice = `http://127.0.0.1:${backOfficePort}`;
let product: ChildProcess | undefined;
after(async () => {
  await stopProduct('SIGTERM');
  fs.rmSync(home, { recursive: true, force: true });
});

const run = (...words: string[]): Promise<Ended> => runChaba(words, environment);
const succeed = (...words: string[]): Promise<string> => succeedChaba(words, environment);
/** A command of operators, by the demo operators whose roles it needs. */
function runAsPeople(...words: string[]): ReturnType<ReturnType<typeof actAsPeople>> {
  const operator = actAsPeople(async (...own) => {
    const { code, output } = await run('operator', ...own);
    return { code: code ?? 1, out: output, err: output };
  }, getOwnerUrl());
  return operator(...words);
}
const operate = async (...words: string[]): Promise<void> => {
  const { code, err } = await runAsPeople(...words, '--reason', 'test of the recovery');
  assert.equal(code, 0, `${words.join(' ')}: ${err}`);
};

async function startProduct(): Promise<void> {
  product = spawn(process.execPath, [path.join(ROOT, 'apps/ops/src/main.ts'), 'start'], {
    cwd: ROOT,
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (const until = Date.now() + 180_000; Date.now() < until; await sleep(100)) {
    assert.equal(product.exitCode, null, 'npm start runs');
    const areReady = await Promise.all([site, backOffice].map((each) => fetch(`${each}/readyz`))).then(
      (answers) => answers.every(({ ok }) => ok),
      () => false,
    );
    if (areReady) return;
  }
  assert.fail('npm start was not ready in time');
}

async function stopProduct(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const child = product;
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}

type Reply = { readonly status: number; readonly body: { readonly [name: string]: unknown; readonly data?: unknown } };

async function call(method: string, target: string, token?: string, body?: unknown): Promise<Reply> {
  const response = await fetch(site + target, {
    method,
    headers: {
      'api-key': 'chaba-sandbox',
      'idempotency-key': randomUUID(),
      ...(token === undefined ? {} : { 'api-auth': token }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Reply['body'] };
}

async function signIn(): Promise<{ token: string; deviceToken: string }> {
  const credentials = { phoneNumber: PHONE, Password: 'demo1234', remember: true };
  const { status, body } = await call('POST', '/auth-service/v1/login', undefined, credentials);
  assert.equal(status, 200, JSON.stringify(body));
  return { token: String(body['authToken']), deviceToken: String(body['deviceToken']) };
}

async function loadBalance(token: string): Promise<number> {
  const { body } = await call('GET', '/user-profile-composite/v1/profile/balance', token);
  return (body.data as { balance: number }).balance;
}

async function deposit(token: string, amount: number): Promise<void> {
  const before = await loadBalance(token);
  await fetch(`${bank}/bank/transfers?feed=on`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...ACCOUNT, amount: String(amount) }),
  });
  await until(async () => (await loadBalance(token)) === before + amount, 'the deposit arrives');
}

async function until(isTrue: () => Promise<boolean>, what: string): Promise<void> {
  for (const deadline = Date.now() + PAID_WITHIN_MS; Date.now() < deadline; await sleep(200)) {
    if (await isTrue()) return;
  }
  assert.fail(`not in time: ${what}`);
}

/** Requests a withdrawal and returns its reference. */
async function withdraw(token: string, amount: number): Promise<string> {
  const request = { Amount: amount, Channel: 'BANK' };
  const { status, body } = await call('POST', '/fund-composite/v1/withdrawal', token, request);
  assert.equal(status, 200, JSON.stringify(body));
  return (body.data as { withdrawalId: string }).withdrawalId;
}

/** Amounts that the bank paid to the member. */
async function listPaid(): Promise<number[]> {
  const response = await fetch(`${bank}/bank/accounts/014/1112223334`);
  const { entries } = (await response.json()) as { entries: { amount: string }[] };
  return entries
    .map(({ amount }) => Number(amount))
    .filter((amount) => amount > 0)
    .toSorted((one, other) => one - other);
}

function getOwnerUrl(): string {
  const access = readAccess(dataDir);
  assert.ok(access);
  return addressOf(OWNER_ROLE, access.ownerPassword, access.port, 'chaba');
}

async function withOwner<Result>(work: (owner: Database) => Promise<Result>): Promise<Result> {
  const owner = openDatabase({ url: getOwnerUrl(), poolSize: 1 });
  try {
    return await work(owner);
  } finally {
    await owner.close();
  }
}

const readTime = async (): Promise<Date> =>
  withOwner(async (owner) => (await owner.one<{ now: Date }>(sql`select clock_timestamp() as now`)).now);

const holds = async (condition: Sql): Promise<boolean> =>
  withOwner(async (owner) => (await owner.one<{ isTrue: boolean | null }>(condition)).isTrue === true);

const readPostmaster = (): number =>
  Number(fs.readFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n', 1)[0]);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const demoMember = (owner: Database) =>
  owner.one<{ id: bigint; siteId: number; playerId: string }>(
    sql`select member_id as id, site_id as "siteId", player_id as "playerId" from member where phone = ${PHONE}`,
  );

test('recovers the product to a moment, ends old access and finds what moved at the bank', async (t) => {
  const timed = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const startedAt = performance.now();
    const result = await work();
    t.diagnostic(`${name}: ${Math.round((performance.now() - startedAt) / 100) / 10} s`);
    return result;
  };
  await timed('first start', startProduct);
  await operate('set', 'depositTurnover', '0');
  await operate('set', 'autoWithdraw', 'off');
  const before = await signIn();
  await deposit(before.token, 700);
  const { playerToken, playerId } = await withOwner(async (owner) => {
    const member = await demoMember(owner);
    return { playerToken: await createGameSession(owner, member), playerId: member.playerId };
  });
  const play = async (operation: 'bet' | 'win', roundId: string, token: string) =>
    callWalletAt(site, operation, {
      playerId,
      token,
      gameCode: 'test-slot',
      roundId,
      txId: `${roundId}-${operation}`,
      currency: 'THB',
      amount: '2000',
      ...(operation === 'win' ? { roundClosed: true } : {}),
    });
  await timed('backup while serving', () => succeed('ops', 'backup', '--to', repository));
  // After the copy, so that the recovery takes it from the archive.
  for (const operation of ['bet', 'win'] as const) assert.equal((await play(operation, 'r1', playerToken)).code, 'OK');
  const first = await withdraw(before.token, 300);
  const balance = await loadBalance(before.token);
  // The beats of the processes date a recovered database.
  const requestedAt = await readTime();
  const beaten = sql`select max(beat_at) > ${requestedAt} as "isTrue" from process_beat`;
  await until(() => holds(beaten), 'a beat after the withdrawal');
  const at = new Date().toISOString();

  await operate('approve', first);
  await until(async () => (await listPaid()).length === 1, 'the first payout');
  await deposit(before.token, 450);
  const second = await withdraw(before.token, 200);
  await operate('approve', second);
  await until(async () => (await listPaid()).length === 2, 'the second payout');
  const { segment } = await withOwner((owner) =>
    owner.one<{ segment: string }>(sql`select pg_walfile_name(pg_switch_wal()) as segment`),
  );
  await until(async () => fs.existsSync(path.join(repository, 'wal', `${segment}.gz`)), 'the last segment is archived');

  const postmaster = readPostmaster();
  await stopProduct('SIGKILL');
  await until(async () => !isAlive(postmaster), 'PostgreSQL ends without its owner');
  fs.rmSync(fs.realpathSync(path.join(dataDir, 'postgres')), { recursive: true });
  fs.rmSync(path.join(dataDir, 'postgres'), { recursive: true, force: true });
  const restored = await timed('restore', () => succeed('ops', 'restore', '--from', repository, '--at', at));
  assert.match(restored, /Ended: 1 sessions, 1 devices/);
  await timed('start after the restore', startProduct);

  assert.equal((await call('GET', '/user-profile-composite/v1/profile/balance', before.token)).status, 401);
  const device = { phoneNumber: PHONE, deviceToken: before.deviceToken };
  assert.equal(
    (await call('POST', '/auth-service/v1/device-login', undefined, device)).body['code'],
    'DEVICE_TOKEN_INVALID',
  );
  assert.equal((await play('bet', 'r2', playerToken)).code, 'INVALID_TOKEN');
  const again = await signIn();
  assert.equal(await loadBalance(again.token), balance);

  // An operator approves the withdrawal again that was approved and paid after the moment.
  await operate('approve', first);
  const approvedAt = await readTime();
  const hasJobRun = sql`
    select last_started_at > ${approvedAt} and last_finished_at > last_started_at as "isTrue"
    from job_lease where job = 'submit-bank-payouts'`;
  await until(() => holds(hasJobRun), 'the job of payouts runs after the approval');
  assert.deepEqual(await listPaid(), [200, 300], 'nothing is paid while payouts are held');
  const compared = await timed('comparison', () => run('ops', 'compare-outside'));
  assert.equal(compared.code, 1, compared.output);
  assert.match(compared.output, /the bank reports paid, settled/);
  assert.match(compared.output, /money that arrived at the bank is reported: .*450\.00/);
  assert.match(compared.output, /money that left the bank was paid out or returned: .*-200\.00/);
  assert.match(compared.output, / 0 unanswered/);
  assert.match((await runAsPeople('release-payouts', '--reason', 'too early')).err, /close each finding and each day/);
  // The second withdrawal is of after the moment: the bank paid it, and nothing here is known of it.
  const [, lost = ''] = /-200\.00 .*payout (P\d+-\d+)/.exec(compared.output) ?? [];
  const beforeDebit = await loadBalance(again.token);
  await operate('record-payout', lost, PHONE);
  assert.equal(await loadBalance(again.token), beforeDebit - 200);
  assert.match((await runAsPeople('record-payout', lost, PHONE, '--reason', 'again')).err, /is known/);
  for (const [, finding = ''] of compared.output.matchAll(/finding (\d+):/g)) await operate('close-finding', finding);
  for (const [, provider = '', day = ''] of compared.output.matchAll(/^ {2}(\S+), (\S+): \d+ discrepancies/gm)) {
    await operate('close-day', provider, day);
  }
  await operate('release-payouts');

  const third = await withdraw(again.token, 150);
  await operate('approve', third);
  await until(async () => (await listPaid()).length === 3, 'the payout after the recovery');
  assert.deepEqual(await listPaid(), [150, 200, 300]);
  assert.match(await succeed('audit'), /The books are right/);
});
