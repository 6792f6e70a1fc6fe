// Alerts about failed calls and about the server process: each fires by its cause on a running product, in a real
// Prometheus, and ends by the action of its rule (deploy/prometheus/rules.yml).
//
// Always true: every bet of the member is applied once, whatever fails meanwhile.
//
// Elsewhere: slow calls (latency.heavy.test.ts), a changed release (release.idle.heavy.test.ts), the product and its
// bed (alert-product.ts).

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { sendSlip } from '@chaba/contract/deposits';
import { getPrefix } from '@chaba/contract/site';
import { sql } from '@chaba/database';
import { freePort } from '@chaba/embedded-postgres';
import { holderOf } from '@chaba/sandbox/bank/accounts';
import { OUR_ACCOUNT, OUR_BANK, openOurAccount } from '@chaba/server/testing/bank-commands';
import { createMember, createSite } from '@chaba/server/testing/factories';

import { type Service, startService } from '@chaba/ops/start/services';
import { ROOT } from '@chaba/ops/core/root';
import { repeat, waitUntil } from './alert-bed.ts';
import { BALANCE_PATH, BET_PATH, openAlertProduct, share } from './alert-product.ts';
import { attachInspector, evaluate, findBusiest } from './inspector.ts';

const INSTANCE = 'one';
/** Two beats and the time of a check, as in the status. */
const BEATS_MISSED = '26 seconds';
const REPEAT_MS = 200;
/** Four turns of the busy function. */
const PROFILE_MS = 2_000;
/** Restarts within the window; the supervisor allows five in a minute. */
const RESTARTS = 4;
/** 400 of 500 ms. Not the callback of the timer itself, which may be compiled into its caller. */
const BUSY = `function drawReport() {
    for (const until = Date.now() + 400; Date.now() < until; ) JSON.stringify(process.memoryUsage());
  }
  globalThis.busy = setInterval(() => Promise.resolve().then(drawReport), 500)`;
/** A second later, because a process does not end while an inspector is attached. */
const FAULT = `setTimeout(() => { throw new Error("planted fault"); }, 1000)`;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-alerts-service-'));
after(() => fs.rmSync(folder, { recursive: true, force: true }));
const sandboxPort = await freePort();
const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
const product = await openAlertProduct({
  CHABA_INSTANCE: INSTANCE,
  SANDBOX_URL: sandboxUrl,
  DATABASE_STATEMENT_SECONDS: '2',
  DATABASE_JOB_STATEMENT_SECONDS: '5',
});

test('fires the budgets and DatabaseErrors without a database, until it is back', async () => {
  if (product === undefined) return;
  const { bed, bet, proxy, server, startLoad } = product;
  let stopLoad = async (): Promise<void> => undefined;
  const loseDatabase = share(async () => {
    // Keys and sites are cached for a few seconds: the first failures reach the wallet, which counts their provider.
    await bet();
    proxy.shut();
    stopLoad = startLoad({ players: 4, readers: 4 });
  });
  async function restoreDatabase(): Promise<void> {
    proxy.open();
    await stopLoad();
  }
  const assertMemberRoute = (): Promise<void> =>
    bed.untilShown('service', 'Server errors by route', { route: BALANCE_PATH });
  await bed.tryAlerts([
    {
      alert: 'WalletBudgetFast',
      cause: loseDatabase,
      async action() {
        assert.match(server.readLog(), /wallet request failed/);
        await restoreDatabase();
      },
    },
    {
      alert: 'WalletBudget',
      cause: loseDatabase,
      action: () => bed.untilShown('wallet', 'Failures by provider', { provider: 'test' }),
    },
    {
      alert: 'WalletBudgetSlow',
      cause: loseDatabase,
      async action() {
        await bed.untilShown('wallet', 'Codes but OK', { code: 'TEMPORARY_ERROR' });
        await bed.untilShown('wallet', 'Failures by provider', { provider: 'test' });
        await bed.untilShown('service', 'Server errors by route', { route: BET_PATH });
      },
    },
    {
      alert: 'MemberBudgetFast',
      cause: loseDatabase,
      async action() {
        assert.match(server.readLog(), /"msg":"request failed"/);
        await assertMemberRoute();
      },
    },
    { alert: 'MemberBudget', cause: loseDatabase, action: assertMemberRoute },
    { alert: 'MemberBudgetSlow', cause: loseDatabase, action: assertMemberRoute },
    {
      alert: 'DatabaseErrors',
      cause: loseDatabase,
      async action() {
        assert.match(server.readLog(), /"code":"ECONNRESET"/);
        await bed.untilShown('database', 'Errors', { pool: 'wallet', class: 'unavailable' });
      },
    },
  ]);
});

test('fires FlightTimeouts on a silent network, until it carries data again', async () => {
  if (product === undefined) return;
  const { bed, bet, proxy, runChaba, startLoad } = product;
  let stopLoad = async (): Promise<void> => undefined;
  await bed.tryAlerts([
    {
      alert: 'FlightTimeouts',
      async cause() {
        await bet();
        proxy.silence();
        stopLoad = startLoad({ players: 2, readers: 2 });
      },
      async action() {
        // The database answers at its own address, and has connections left: the network is silent.
        assert.match(await runChaba(['ops', 'status']), /ok {2}PostgreSQL .+, primary[^]*ok {2}\d+ of \d+ connections/);
        proxy.open();
        await stopLoad();
      },
    },
  ]);
});

test('fires NoServer and ServerDown for a process that cannot start again, until its cause is repaired', async () => {
  if (product === undefined) return;
  const { bed, database, proxy, runChaba, server } = product;
  const loseServer = share(async () => {
    proxy.shut();
    await server.stop('SIGKILL');
    await assert.rejects(server.start(), /The server did not start/);
  });
  const restart = share(async () => {
    const isSilent = sql`select from process_beat where beat_at < now() - ${BEATS_MISSED}::interval`;
    await waitUntil('the process misses its beats', async () => (await database.rows(isSilent)).length === 1);
    assert.match(await runChaba(['ops', 'status']), new RegExp(`(?:!!|XX) {2}${INSTANCE} .*silent for`));
    assert.match(server.readLog().slice(-5_000), /ECONNRESET/);
    proxy.open();
    await server.start();
  });
  await bed.tryAlerts([
    { alert: 'NoServer', cause: loseServer, action: restart },
    { alert: 'ServerDown', cause: loseServer, action: restart },
  ]);
});

test('fires SeriesDropped for more sites than their label may have, until they have no requests', async (t) => {
  if (product === undefined) return;
  const { bed, database, server } = product;
  const declarations = fs.readFileSync(path.join(ROOT, 'apps/server/src/core/metrics.ts'), 'utf8');
  const sitesMax = Number(/openLabel\('site', (\d+)\)/.exec(declarations)?.[1]);
  const codes = Array.from({ length: sitesMax + 1 }, (_, place) => `site${place}`);
  const last = codes.at(-1) ?? '';
  const load = async (code: string): Promise<boolean> => {
    const response = await fetch(server.url + getPrefix.path, { headers: { 'api-key': `key-of-${code}` } });
    await response.arrayBuffer();
    return response.ok;
  };
  let requests = { stop: async (): Promise<void> => undefined };
  t.after(() => requests.stop());
  await bed.tryAlerts([
    {
      alert: 'SeriesDropped',
      async cause() {
        for (const code of codes) await createSite(database, { code, apiKey: `key-of-${code}`, theme: 'gold' }, 1);
        for (const code of codes.slice(0, -1)) await waitUntil(`${code} is served`, () => load(code));
        requests = repeat(async () => assert.ok(await load(last)), REPEAT_MS);
      },
      async action() {
        const dropped = 'chaba_http_site_requests_total';
        await bed.untilShown('release', 'Dropped series', { metric: dropped });
        assert.match(await server.readMetrics(), new RegExp(`^${dropped}\\{site="other",status="2xx"\\} \\d+$`, 'm'));
        await requests.stop();
      },
    },
  ]);
});

test('fires EventLoopLag for a busy function, until the profile has named it and it has ended', async () => {
  if (product === undefined) return;
  const { bed, server } = product;
  await bed.tryAlerts([
    {
      alert: 'EventLoopLag',
      cause: () => evaluate(server.getPid(), BUSY),
      async action() {
        const file = path.join(folder, 'out.cpuprofile');
        const inspector = await attachInspector(server.getPid());
        await inspector.send('profile');
        await sleep(PROFILE_MS);
        assert.match(await inspector.send('profileEnd'), /\[Profile/);
        await inspector.send(`profiles[0].save(${JSON.stringify(file)})`);
        await inspector.detach();
        assert.equal(findBusiest(file), 'drawReport');
        await evaluate(server.getPid(), 'clearInterval(globalThis.busy)');
      },
    },
  ]);
});

function startSandbox(serverUrl: string): Promise<Service> {
  return startService({
    name: 'sandbox',
    script: 'apps/sandbox/src/main.ts',
    address: sandboxUrl,
    environment: {
      SANDBOX_HOST: '127.0.0.1',
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_URL: sandboxUrl,
      SANDBOX_SECRET: 'sandbox-secret',
      SERVER_URL: serverUrl,
      DATA_DIR: folder,
    },
    output: 'ignore',
    restarts: 0,
  });
}

test('fires BreakerOpen for a bank that does not answer, until it answers and waiting slips are credited', async () => {
  if (product === undefined) return;
  const { bed, database, server, site } = product;
  await server.stop();
  await server.start({ CHABA_JOBS: 'on' });
  await openOurAccount(database, site);
  const account = { bankCode: '014', bankAccount: '3330000017' };
  const { firstName, lastName } = holderOf(account.bankCode, account.bankAccount);
  const member = await createMember(database, site, { ...account, firstName, lastName });
  let sandbox = await startSandbox(server.url);
  after(() => sandbox.stop('SIGKILL'));

  async function transfer(): Promise<string> {
    const order = {
      fromBankCode: account.bankCode,
      fromAccount: account.bankAccount,
      toBankCode: OUR_BANK,
      toAccount: OUR_ACCOUNT,
      amount: 500,
    };
    const response = await fetch(`${sandboxUrl}/bank/transfers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(order),
    });
    return ((await response.json()) as { readonly slipQr: string }).slipQr;
  }
  async function submitSlip(barcode: string): Promise<string | undefined> {
    const response = await fetch(server.url + sendSlip.path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'api-key': member.apiKey,
        'api-auth': member.token,
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ barcode }),
    });
    return ((await response.json()) as { readonly code?: string }).code;
  }
  const isIn = async (state: string): Promise<boolean> =>
    (await database.rows(sql`select from slip where member_id = ${member.id} and state = ${state}`)).length === 1;
  await bed.tryAlerts([
    {
      alert: 'BreakerOpen',
      async cause() {
        const barcode = await transfer();
        await sandbox.stop('SIGKILL');
        for (let tries = 0; tries < 5; tries += 1) {
          assert.equal(await submitSlip(barcode), 'SLIP_VERIFIER_UNAVAILABLE');
        }
        assert.ok(await isIn('waiting'));
      },
      async action() {
        sandbox = await startSandbox(server.url);
        // A minute passes until the first retry; it comes after the ten seconds in which the breaker sends nothing.
        await database.owner.execute(sql`update slip set next_attempt_at = next_attempt_at - interval '45 seconds'`);
        await waitUntil('the slip is credited', () => isIn('credited'));
      },
    },
  ]);
});

test('fires Restarts for a process that is started again and again, and names the causes', async (t) => {
  if (product === undefined) return;
  const { bed, server } = product;
  const printed = t.mock.method(console, 'error', () => undefined);
  const loadStart = async (): Promise<number> => (await bed.query('process_start_time_seconds'))[0]?.value ?? 0;
  async function crash(end: (pid: number) => unknown): Promise<void> {
    const before = await loadStart();
    await end(server.getPid());
    await waitUntil('the next process is scraped', async () => (await loadStart()) > before);
  }
  await bed.tryAlerts([
    {
      alert: 'Restarts',
      async cause() {
        await crash(async () => evaluate(server.getPid(), FAULT));
        for (let count = 1; count < RESTARTS; count += 1) await crash((pid) => process.kill(pid, 'SIGKILL'));
      },
      action() {
        const lines = printed.mock.calls.map(({ arguments: words }) => words.join(' '));
        assert.deepEqual(lines, [
          'The server ended by itself (code 1) and is started again.',
          ...Array.from({ length: RESTARTS - 1 }, () => 'The server ended by itself (SIGKILL) and is started again.'),
        ]);
        assert.match(server.readLog(), /Error: planted fault/);
      },
    },
  ]);
});

test('applies each bet once, in books without a finding', async () => {
  await product?.checkBooks();
});
