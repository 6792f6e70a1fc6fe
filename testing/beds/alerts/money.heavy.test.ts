// The alerts about money, backups and jobs: each fires by its cause in a running product with the sandbox as bank and
// game studio, and ends by the action of its rule (deploy/prometheus/rules.yml), in a real Prometheus.
//
// Always true: only ages are made, by stored times that the owner of the tables changes. Two processes run the jobs, so
// a job that is due runs between two turns of `measure`, which sets the facts every minute.
//
// Elsewhere: the bed (alert-bed.ts), the restore drill (pgbackrest.heavy.test.ts), delays and windows as they
// are written (deploy/prometheus/rules.test.yml).

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { sql } from '@chaba/database';
import { freePort } from '@chaba/embedded-postgres';
import { type TestDatabase, testDatabase } from '@chaba/database/testing';
import { openOperatorOnce } from '@chaba/operator-cli/testing';
import { chart } from '@chaba/server/core/chart-of-accounts';
import { createSignedHeaders, deriveSecret } from '@chaba/server/core/signature';
import { ensureReceivingAccount } from '@chaba/server/modules/receiving-accounts';
import {
  createGameSession,
  createMember,
  createSite,
  createSites,
  type TestMember,
} from '@chaba/server/testing/factories';
import { openProcessLog } from '@chaba/server/testing/process-log';
import { callWalletAt, type ServerProcess, startServerProcess } from '@chaba/server/testing/server-process';

import { ROOT } from '@chaba/ops/core/root';
import { startStudio } from '#testing/product/studio-process';
import { runChaba, succeedChaba } from '#testing/beds/programs';
import { type AlertBed, type AlertTrial, listMissingPrograms, openAlertBed, waitUntil } from './alert-bed.ts';

const SANDBOX_SECRET = 'sandbox-secret';
const BECAUSE = ['--reason', 'test of the alerts'] as const;
/** The receiving account of each site. */
const ACCOUNTS = {
  chaba: { bankCode: '004', account: '9998887776' },
  lanna: { bankCode: '002', account: '4443332221' },
} as const;
const AUDIT_JOB = 'audit-new-rows';
/** It runs every second, so that three intervals and two minutes pass within the test. */
const SHORT_JOB = 'submit-bank-payouts';
const PROVIDER = 'chaba-studio';
const PROVIDER_KEY = 'studio-chaba';
/** A transaction that the provider does not list. */
const UNLISTED = 'unlisted';
const REPEATED = 'repeated';
/** 100 baht that no entry explains. */
const FORGED_E4 = 1_000_000n;

type Run = (...words: readonly string[]) => Promise<string>;
type Installation = {
  readonly database: TestDatabase;
  readonly sites: Awaited<ReturnType<typeof createSites>>;
  readonly bed: AlertBed;
  readonly sandboxPort: number;
  readonly dataDir: string;
  /** Runs a command of apps/ops with the settings of the installation; resolves with its output. */
  readonly run: Run;
  readonly startServer: (place: 'first' | 'second', jobs: 'on' | 'off') => Promise<ServerProcess>;
};
type World = Installation & {
  readonly servers: readonly ServerProcess[];
  /** The address of the first server. */
  readonly url: string;
  readonly bankUrl: string;
  /** Has money at the site chaba. */
  readonly player: TestMember;
  /** Has money at the site lanna. */
  readonly neighbour: TestMember;
};

test('fires each alert about money, backups and jobs by its cause and ends it by the action of its row', async () => {
  if (listMissingPrograms().length > 0) return;
  const installation = await openInstallation();
  const { bed, database, run, startServer } = installation;
  const idle = await startServer('first', 'off');
  await bed.untilFiring('NoJobs');
  await idle.stop();
  const first = await startServer('first', 'on');
  const world = await openWorld(installation, first);
  // The first turn of the jobs is a minute after the start.
  await bed.tryAlerts([createConflictTrial(world)]);
  const servers = [first, await startServer('second', 'on')];
  await bed.untilSilent('NoJobs');
  const hasAudited = sql`select job from job_lease where job = ${AUDIT_JOB} and last_succeeded_at is not null`;
  await waitUntil('the first audit of new rows', async () => (await database.rows(hasAudited)).length === 1);

  const trials = [
    createFindingTrial,
    createAuditTrial,
    createJobTrial,
    createWithdrawalTrial,
    createDepositTrial,
    createReportTrial,
    createShiftTrial,
    createDifferenceTrial,
    createBackupTrial,
    createDrillTrial,
    createReportingTrial,
    createFenceTrial,
  ];
  await bed.tryAlerts(trials.map((create) => create({ ...world, servers })));

  const isPaid = sql`select state from withdrawal where member_id = ${world.player.id} and state = 'paid'`;
  await waitUntil('the approved withdrawal is paid', async () => (await database.rows(isPaid)).length === 1);
  assert.match(await run('audit'), /The books are right/);
});

// ── the installation ─────────────────────────────────────────────────────────────────────────────────────────────────

async function openInstallation(): Promise<Installation> {
  const database = await testDatabase();
  const sites = await createSites(database);
  for (const code of ['chaba', 'lanna'] as const) {
    await ensureReceivingAccount(database, sites[code].id, { kind: 'bank', ...ACCOUNTS[code], holderName: code });
  }
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-test-'));
  after(() => fs.rmSync(dataDir, { recursive: true, force: true }));
  const sandboxPort = await freePort();
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  const metricsPorts = { first: await freePort(), second: await freePort() };
  const operator = openOperatorOnce(database, { DATA_DIR: dataDir, SANDBOX_URL: sandboxUrl, SANDBOX_SECRET });
  const run: Run = async (...words) => {
    if (words[0] === 'operator') {
      const { code, out, err } = await operator(...words.slice(1));
      assert.equal(code, 0, `${words.join(' ')}: ${err}`);
      return out;
    }
    return succeedChaba(words, {
      DATABASE_URL: database.url,
      OPERATOR_DATABASE_URL: database.operatorUrl,
      DATA_DIR: dataDir,
      SANDBOX_URL: sandboxUrl,
      SANDBOX_SECRET,
      HASH_SECRET: 'secret-of-hashes',
    });
  };
  await Promise.all([
    run('ops', 'record', 'backup_full'),
    run('ops', 'record', 'restore_drill'),
    run('operator', 'set', 'depositTurnover', '0', '--site', 'chaba', ...BECAUSE),
  ]);
  const addresses = Object.values(metricsPorts).map((port) => `127.0.0.1:${port}`);
  return {
    database,
    sites,
    bed: await openAlertBed([{ job: 'chaba', addresses }]),
    sandboxPort,
    dataDir,
    run,
    startServer: (place, jobs) =>
      startServerProcess(database.url, {
        METRICS_PORT: String(metricsPorts[place]),
        CHABA_JOBS: jobs,
        SANDBOX_URL: sandboxUrl,
        SANDBOX_SECRET,
      }),
  };
}

/** Starts the sandbox, and gives both members money by a transfer that its bank reports. */
async function openWorld(installation: Installation, first: ServerProcess): Promise<World> {
  const { sandboxPort: port, dataDir } = installation;
  const output = openProcessLog('sandbox');
  const sandbox = await startStudio({ port, dataDir, walletUrl: first.url, secret: SANDBOX_SECRET, output });
  after(() => sandbox.stop());
  const bankUrl = sandbox.address;
  const [player, neighbour] = await Promise.all([
    createRichMember({ ...installation, bankUrl }, 'chaba', { bankAccount: '1112225678', amount: '9000' }),
    createRichMember({ ...installation, bankUrl }, 'lanna', { bankAccount: '1112226789', amount: '500' }),
  ]);
  return { ...installation, servers: [first], url: first.url, bankUrl, player, neighbour };
}

async function createRichMember(
  { database, sites, bankUrl }: Pick<World, 'database' | 'sites' | 'bankUrl'>,
  code: keyof typeof ACCOUNTS,
  { bankAccount, amount }: { readonly bankAccount: string; readonly amount: string },
): Promise<TestMember> {
  const member = await createMember(database, sites[code], { bankAccount });
  await transfer(bankUrl, code, { bankAccount, amount, sender: 'tail' });
  const credited = sql`
    select deposit_id from deposit where site_id = ${member.siteId} and member_id = ${member.id} and state = 'credited'`;
  await waitUntil('the deposit is credited', async () => (await database.rows(credited)).length === 1);
  return member;
}

/** Transfers money to a site; the bank's feed shows the end of the sender's account, or nothing of the sender. */
async function transfer(
  bankUrl: string,
  code: keyof typeof ACCOUNTS,
  from: { readonly bankAccount: string; readonly amount: string; readonly sender: 'tail' | 'none' },
): Promise<void> {
  const { bankCode: toBankCode, account: toAccount } = ACCOUNTS[code];
  const { bankAccount: fromAccount, amount, sender } = from;
  const response = await fetch(`${bankUrl}/bank/transfers?feed=on&sender=${sender}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fromBankCode: '014', fromAccount, toBankCode, toAccount, amount }),
  });
  assert.equal(response.status, 200, await response.text());
}

type WithdrawalReply = { readonly code?: string; readonly data?: { readonly withdrawalId: string } };

async function withdraw({ url }: World, { apiKey, token }: TestMember, baht: number): Promise<WithdrawalReply> {
  const response = await fetch(`${url}/fund-composite/v1/withdrawal`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'api-key': apiKey,
      'api-auth': token,
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ Amount: baht, Channel: 'BANK' }),
  });
  return (await response.json()) as WithdrawalReply;
}

/** Sends a wallet call that the game studio signed; returns its code. */
async function callAsStudio({ url }: World, operation: string, fields: Readonly<Record<string, string>>) {
  const target = `/seamless/v1/${operation}`;
  const body = JSON.stringify(fields);
  const secret = deriveSecret(SANDBOX_SECRET, PROVIDER_KEY);
  const headers = createSignedHeaders(PROVIDER_KEY, secret, { method: 'POST', target, body });
  const sent = { method: 'POST', body, headers: { ...headers, 'content-type': 'application/json' } };
  const { code } = (await (await fetch(url + target, sent)).json()) as { readonly code: string };
  return code;
}

/** Waits for a line with all these words in the log of a process. */
async function untilLogged({ servers }: World, ...words: readonly string[]): Promise<void> {
  const listLines = (): string[] => servers.flatMap(({ log }) => log().split('\n'));
  await waitUntil(`a log has ${words.join(' ')}`, async () =>
    listLines().some((line) => words.every((word) => line.includes(word))),
  );
}

const operate = ({ run }: World, site: keyof typeof ACCOUNTS, ...words: readonly string[]): Promise<string> =>
  run('operator', ...words, '--site', site, ...BECAUSE);

/** Takes a right from the login of the product, or returns it. */
async function changeRight({ database }: World, change: `${'revoke' | 'grant'} ${string}`): Promise<void> {
  const role = new URL(database.url).username;
  const text = `${change} ${change.startsWith('grant') ? 'to' : 'from'} ${role}`;
  await database.owner.execute({ strings: [text], values: [] });
}

/** Any process may run the audit at its next turn. */
async function makeAuditDue({ database }: World): Promise<void> {
  await database.owner.execute(sql`
    update job_lease set last_started_at = now() - interval '2 hours', held_until = now() where job = ${AUDIT_JOB}`);
}

async function ageRecord({ database }: World, kind: string, hours: number): Promise<void> {
  const changed = await database.owner.execute(sql`
    update operations_record set succeeded_at = succeeded_at - make_interval(hours => ${hours}::int) where kind = ${kind}`);
  assert.equal(changed, 1);
}

// ── the alerts ───────────────────────────────────────────────────────────────────────────────────────────────────────

function createConflictTrial(world: World): AlertTrial {
  const { database, player, url } = world;
  const round = { playerId: player.playerId, gameCode: 'test-slot', roundId: 'r1', currency: 'THB' };
  return {
    alert: 'TransactionConflict',
    async cause() {
      const token = await createGameSession(database, player);
      const bet = async (amount: string): Promise<string> =>
        (await callWalletAt(url, 'bet', { ...round, token, txId: REPEATED, amount })).code;
      assert.deepEqual([await bet('10'), await bet('11')], ['OK', 'TX_CONFLICT']);
    },
    async action() {
      await untilLogged(world, '"wallet transaction conflict"', '"provider":"test"', `"txId":"${REPEATED}"`);
      // The provider confirms the first content and settles it.
      const win = { ...round, txId: 'settled', refTxId: REPEATED, amount: '0', roundClosed: true };
      assert.equal((await callWalletAt(url, 'win', win)).code, 'OK');
    },
  };
}

/** Money at the second site is wrong. */
function createFindingTrial(world: World): AlertTrial {
  const { database, neighbour } = world;
  const addToBalance = (amount: bigint): Promise<number> =>
    database.owner.execute(sql`
      update ledger_balance set balance_e4 = balance_e4 + ${amount}::bigint
      where site_id = ${neighbour.siteId} and owner_id = ${neighbour.id} and kind = ${chart.game.kind}`);
  return {
    alert: 'AuditFinding',
    async cause() {
      assert.equal(await addToBalance(FORGED_E4), 1);
      await makeAuditDue(world);
    },
    async action() {
      const findings = await operate(world, 'lanna', 'findings');
      assert.match(findings, /a balance is the one after its newest entry/);
      await operate(world, 'lanna', 'set', 'canWithdraw', 'off');
      assert.equal((await withdraw(world, neighbour, 100)).code, 'WITHDRAW_CLOSED');
      assert.equal(await addToBalance(-FORGED_E4), 1);
      await operate(world, 'lanna', 'set', 'canWithdraw', 'on');
      for (const [, number = ''] of findings.matchAll(/^(\d+) /gm)) {
        assert.match(await operate(world, 'lanna', 'close-finding', number), /is closed/);
      }
    },
  };
}

/** The reporting database is away: nothing reads its slot. */
function createReportingTrial({ database }: World): AlertTrial {
  const drop = sql`select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = 'chaba_reporting_0'`;
  return {
    alert: 'ReportingStopped',
    async cause() {
      after(() => database.owner.rows(drop).catch(() => undefined));
      await database.owner.rows(sql`select pg_create_logical_replication_slot('chaba_reporting_0', 'pgoutput')`);
    },
    // It is given up.
    action: () => database.owner.rows(drop),
  };
}

/** A move ended between fence and opening, and its target is lost. */
function createFenceTrial({ database, dataDir }: World): AlertTrial {
  return {
    alert: 'SiteFenced',
    async cause() {
      const { id } = await createSite(database, { code: 'isan', apiKey: 'isan-key', theme: 'gold' });
      await database.owner.execute(sql`
        insert into site_move (site_id, move_id, state, other_cell, sites)
        values (${id}, gen_random_uuid(), 'fenced', 1, array[${id}::int])`);
    },
    async action() {
      const status = await runChaba(['ops', 'status'], {
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
      });
      assert.match(status.output, /isan: refused for .* on its way to cell 1\n.*repeat npm run ops -- move-site/);
      const [edge, file] = [path.join(dataDir, 'edge'), path.join(dataDir, 'cells.json')];
      fs.mkdirSync(edge);
      fs.copyFileSync(path.join(ROOT, 'deploy', 'haproxy', 'cells.cfg'), path.join(edge, 'cells.cfg'));
      const cells = { 0: database.ownerUrl, 1: `postgres://nobody@127.0.0.1:${await freePort()}/none` };
      const listed = Object.entries(cells).map(([number, address]) => {
        fs.writeFileSync(path.join(dataDir, `cell-${number}`), address);
        return [number, { database: path.join(dataDir, `cell-${number}`), servers: ['127.0.0.1:1'] }];
      });
      fs.writeFileSync(
        file,
        JSON.stringify({ edge: { folder: edge, sockets: [] }, cells: Object.fromEntries(listed), sites: {} }),
      );
      const words = ['move-site', 'isan', '--from', '0', '--to', '1', '--abort'];
      assert.match(await succeedChaba(['ops', ...words], { CELLS_FILE: file }), /Cell 0 serves isan/);
    },
  };
}

/** The job finds what is wrong and cannot record its run. */
function createAuditTrial(world: World): AlertTrial {
  return {
    alert: 'AuditLate',
    async cause() {
      await changeRight(world, 'revoke insert on audit_run');
      const aged = await world.database.owner.execute(sql`
        update audit_run set finished_at = finished_at - interval '4 hours', checked_until = checked_until - interval '4 hours'`);
      assert.equal(aged, 2, 'a run of each site');
      await makeAuditDue(world);
    },
    async action() {
      await untilLogged(world, '"job failed"', `"job":"${AUDIT_JOB}"`);
      await changeRight(world, 'grant insert on audit_run');
      await makeAuditDue(world);
    },
  };
}

function createJobTrial(world: World): AlertTrial {
  return {
    alert: 'JobLate',
    cause: () => changeRight(world, 'revoke select on recovery'),
    async action() {
      await untilLogged(world, '"job failed"', `"job":"${SHORT_JOB}"`);
      await changeRight(world, 'grant select on recovery');
    },
  };
}

function createWithdrawalTrial(world: World): AlertTrial {
  const { database, player } = world;
  let reference = '';
  return {
    alert: 'WithdrawalWaits',
    async cause() {
      // Above the maximum that is approved without an operator.
      const { code, data } = await withdraw(world, player, 8_000);
      reference = data?.withdrawalId ?? assert.fail(`the request was rejected: ${code}`);
      const aged = await database.owner.execute(sql`
        update withdrawal set created_at = created_at - interval '31 minutes'
        where site_id = ${player.siteId} and member_id = ${player.id} and state = 'requested'`);
      assert.equal(aged, 1);
    },
    async action() {
      assert.match(await operate(world, 'chaba', 'withdrawals'), new RegExp(`^${reference} .*8,000\\.00 baht`, 'm'));
      assert.match(await operate(world, 'chaba', 'approve', reference), /is approved/);
    },
  };
}

/** The bank reports a transfer without its sender. */
function createDepositTrial(world: World): AlertTrial {
  const { database, sites, bankUrl } = world;
  return {
    alert: 'DepositWaits',
    async cause() {
      await transfer(bankUrl, 'chaba', { bankAccount: '1119994321', amount: '640', sender: 'none' });
      const age = sql`
        update bank_movement set created_at = created_at - interval '16 minutes'
        where site_id = ${sites.chaba.id} and amount_e4 = ${6_400_000n} and state = 'seen' and is_unmatched`;
      await waitUntil('the transfer arrives', async () => (await database.owner.execute(age)) === 1);
    },
    async action() {
      const deposits = await operate(world, 'chaba', 'deposits');
      const [, reference = ''] = /^(D\d{8}) .*640\.00 baht .*unmatched/m.exec(deposits) ?? assert.fail(deposits);
      assert.match(await operate(world, 'chaba', 'return-deposit', reference), /is returned/);
    },
  };
}

/** A signed delivery of the bank's feed. */
async function deliver({ url }: World, lines: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  const target = '/integrations/bank/v1/feed';
  const body = JSON.stringify({ lines });
  const secret = deriveSecret(SANDBOX_SECRET, 'bank');
  const headers = createSignedHeaders('bank', secret, { method: 'POST', target, body: Buffer.from(body) });
  const response = await fetch(`${url}${target}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  assert.equal(response.status, 200, await response.text());
}

/** The bank sends a line without an amount. */
function createReportTrial(world: World): AlertTrial {
  return {
    alert: 'BankReportUnread',
    cause: () => deliver(world, [{ lineId: 'without-amount', at: new Date().toISOString() }]),
    async action() {
      const reports = await operate(world, 'chaba', 'bank-reports');
      const [, number = ''] = /^(\d+) .* line .*FIELDS: amount .*without-amount/m.exec(reports) ?? assert.fail(reports);
      assert.match(await operate(world, 'chaba', 'close-report', number), /is closed/);
    },
  };
}

/** The clock of the bank is seventeen hours ahead. */
function createShiftTrial(world: World): AlertTrial {
  const { database, sites } = world;
  const { bankCode, account } = ACCOUNTS.chaba;
  return {
    alert: 'FeedShifted',
    async cause() {
      const at = new Date(Date.now() + 17 * 3_600_000).toISOString();
      const line = { receivingBankCode: bankCode, receivingAccount: account, at };
      await deliver(
        world,
        [1, 2, 3].map((number) => ({ ...line, lineId: `ahead-${number}`, amount: `7${number}1.00` })),
      );
    },
    async action() {
      const deposits = await operate(world, 'chaba', 'deposits');
      for (const [, reference = ''] of deposits.matchAll(/^(D\d{8}) .*7[123]1\.00 baht .*unmatched/gm)) {
        assert.match(await operate(world, 'chaba', 'return-deposit', reference), /is returned/);
      }
      // A day after the last such line.
      const aged = await database.owner.execute(sql`
        update feed_shift set found_at = found_at - interval '1 day' where site_id = ${sites.chaba.id}`);
      assert.equal(aged, 3);
    },
  };
}

/** The provider credits a prize that its list of the day lacks. */
function createDifferenceTrial(world: World): AlertTrial {
  const { database, player } = world;
  const loadDay = async (): Promise<string> => {
    const { day } = await database.one<{ day: string }>(sql`
      select (created_at at time zone 'Asia/Bangkok')::date as day from wallet_transaction
      where site_id = ${player.siteId} and provider = ${PROVIDER} and tx_id = ${UNLISTED}`);
    return day;
  };
  return {
    alert: 'ReconciliationDifference',
    async cause() {
      const prize = { playerId: player.playerId, txId: UNLISTED, amount: '25', currency: 'THB', kind: 'drop' };
      assert.equal(await callAsStudio(world, 'award', prize), 'OK');
      assert.match(await operate(world, 'chaba', 'reconcile', PROVIDER, await loadDay()), /1 difference/);
    },
    async action() {
      const day = await loadDay();
      assert.match(await operate(world, 'chaba', 'reconcile'), new RegExp(`^${day} +${PROVIDER} .*1 difference`, 'm'));
      const report = await operate(world, 'chaba', 'reconcile', PROVIDER, day);
      assert.match(report, new RegExp(`^${UNLISTED} +award .*missing there +- +25\\.0000`, 'm'));
      assert.match(await operate(world, 'chaba', 'close-day', PROVIDER, day), /is closed/);
    },
  };
}

function createBackupTrial(world: World): AlertTrial {
  return {
    alert: 'BackupOld',
    cause: () => ageRecord(world, 'backup_full', 27),
    action: () => world.run('ops', 'record', 'backup_full'),
  };
}

function createDrillTrial(world: World): AlertTrial {
  return {
    alert: 'DrillOld',
    cause: () => ageRecord(world, 'restore_drill', 9 * 24),
    action: () => world.run('ops', 'record', 'restore_drill'),
  };
}
