// Alerts about the database: each fires in a real Prometheus by its cause, and ends by the action of its row
// (deploy/prometheus/rules.yml).
//
// A primary and a standby with an exporter each, and a server process that reads lists from the standby.
//
// Without Prometheus or postgres_exporter one line is printed and nothing is tried. An exporter before 0.15 lacks the
// metrics of two alerts.
//
// Elsewhere: alerts by the metrics of Patroni (testing/beds/ha/main.ts), delays and windows (rules.test.yml).

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { withdrawHistory } from '@chaba/contract/history';
import { openDatabase, sql } from '@chaba/database';
import { freePort } from '@chaba/embedded-postgres';
import { backUpEmbedded } from '@chaba/embedded-postgres/backup';
import { openProxy } from '@chaba/database/testing/tcp-proxy';
import { testDatabase } from '@chaba/database/testing';
import { startStandbyPair } from '@chaba/database/testing/standby';
import { audit } from '@chaba/ledger';
import { receiveFeed } from '@chaba/server/modules/deposits';
import { lineOf, openOurAccount, OUR_ACCOUNT } from '@chaba/server/testing/bank-commands';
import { createGameSession, createMember, createSites } from '@chaba/server/testing/factories';
import { callWalletAt, startServerProcess } from '@chaba/server/testing/server-process';

import { listMissingPrograms, openAlertBed, repeat, startProgram, waitUntil } from './alert-bed.ts';
import { succeedAsPostgres, succeedChaba } from '#testing/beds/programs';

const EXPORTER = 'prometheus-postgres-exporter';
const PROGRAMS = '/usr/lib/postgresql/15/bin';
const PAST = { from: '2026-01-01', to: '2026-01-31' };
const CANCEL_EVERY_MS = 50;
/** The first number of a file of pg_xact, as pg_resetwal requires. */
const NEXT_XID = 1_050 * 1_048_576;
const AGE_MAX = 1_000_000_000;

const isTried = listMissingPrograms(EXPORTER).length === 0;
const hasNewMetrics = isTried && isNewExporter();
if (isTried && !hasNewMetrics) {
  console.log('Not tried: ReplicationLag, StandbyDetached and TransactionIdAge need postgres_exporter 0.15 or newer.');
}
const bed = isTried ? await openBed() : undefined;

function isNewExporter(): boolean {
  const { stdout, stderr } = spawnSync(EXPORTER, ['--version'], { encoding: 'utf8' });
  const [, major = '0', minor = '0'] = /version (\d+)\.(\d+)/.exec(`${stdout}${stderr}`) ?? [];
  return Number(major) > 0 || Number(minor) >= 15;
}

/** Starts an exporter; returns its address. */
async function startExporter(url: string): Promise<string> {
  const address = `127.0.0.1:${await freePort()}`;
  const flags = hasNewMetrics ? ['--collector.database_wraparound'] : [];
  const source = Object.assign(new URL(url), { search: 'sslmode=disable' }).href;
  startProgram(EXPORTER, [`--web.listen-address=${address}`, ...flags], { DATA_SOURCE_NAME: source });
  return address;
}

async function openBed() {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-alerts-database-'));
  fs.chmodSync(home, 0o755);
  const pair = await startStandbyPair({ max_standby_streaming_delay: '10min' });
  // Standbys follow a whole cluster, so this file has one of its own.
  process.env['TEST_DATABASE_URL'] = pair.primary.ownerUrl('postgres');
  const database = await testDatabase();
  const { chaba } = await createSites(database);
  await openOurAccount(database, chaba);
  const member = await createMember(database, chaba);
  const replicaUrl = Object.assign(new URL(database.url), { port: String(pair.standby.port) }).href;
  const proxy = await openProxy(replicaUrl);
  const metricsPort = await freePort();
  const server = await startServerProcess(database.url, {
    DATABASE_REPLICA_URL: proxy.url,
    METRICS_PORT: String(metricsPort),
  });
  // Its commits do not wait for the standby.
  const owner = openDatabase({
    url: `${pair.primary.ownerUrl('postgres')}?options=-c%20synchronous_commit%3Dlocal`,
    poolSize: 2,
  });
  const exporters = [
    await startExporter(pair.primary.ownerUrl('postgres')),
    await startExporter(pair.standby.ownerUrl('postgres')),
  ];
  const alerts = await openAlertBed([
    { job: 'chaba', addresses: [`127.0.0.1:${metricsPort}`] },
    // An exporter whose database is away answers after up to two seconds of attempts.
    { job: 'postgres', addresses: exporters, extra: 'scrape_interval: 5s\nscrape_timeout: 5s' },
  ]);
  after(async () => {
    await owner.destroy();
    await pair.stop();
    fs.rmSync(home, { recursive: true, force: true });
  });
  return { home, pair, database, chaba, member, proxy, server, metricsPort, owner, alerts };
}

type Bed = NonNullable<typeof bed>;

/** Reads a list that may come from the replica. */
async function readList({ server, member }: Bed): Promise<void> {
  const headers = { 'api-key': member.apiKey, 'api-auth': member.token };
  const answer = await fetch(`${server.url}${withdrawHistory.path}?${new URLSearchParams(PAST).toString()}`, {
    headers,
  });
  assert.equal(answer.status, 200);
  await answer.arrayBuffer();
}

/** The panel "Reads of the replica": reads that the primary answered instead. */
async function countMissed({ metricsPort }: Bed): Promise<number> {
  const page = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const counts = page.matchAll(/^chaba_database_replica_reads_total\{outcome="(?:lag|down)"\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** WAL that waits for the archive. */
async function listWaitingWal({ owner }: Bed): Promise<string[]> {
  const rows = await owner.rows<{ name: string }>(sql`
    select split_part(name, '.ready', 1) as name from pg_ls_archive_statusdir() where name like '%.ready'`);
  return rows.map(({ name }) => name);
}

test('fires WalArchiveFails and ReplicaUnused by their causes and ends them by their actions', async () => {
  if (bed === undefined) return;
  const { home, pair, proxy, owner, alerts } = bed;
  const repository = path.join(home, 'repository');
  const archive = path.join(repository, 'wal');
  await backUpEmbedded({ dataDir: pair.dataDirs.primary, repository, kept: 1 });
  const writing = repeat(
    () => owner.rows(sql`select pg_logical_emit_message(true, 'test', ''), pg_switch_wal()`),
    1_000,
  );
  const reading = repeat(() => readList(bed), 50);
  let missed = 0;
  try {
    await alerts.tryAlerts([
      {
        alert: 'WalArchiveFails',
        cause: () => fs.renameSync(archive, `${archive}.away`),
        async action() {
          const log = fs.readFileSync(path.join(pair.dataDirs.primary, 'postgres.log'), 'utf8');
          assert.match(log, /archive command failed with exit code/);
          assert.match(log, /wal_archive\/[0-9A-F]{24}\.new: \w+/, 'the error of the command');
          const waiting = await listWaitingWal(bed);
          assert.ok(waiting.length > 0);
          fs.renameSync(`${archive}.away`, archive);
          const isArchived = async (): Promise<boolean> =>
            waiting.every((name) => fs.existsSync(path.join(archive, `${name}.gz`)));
          await waitUntil('the WAL of meanwhile is archived', isArchived);
        },
      },
      {
        alert: 'ReplicaUnused',
        async cause() {
          missed = await countMissed(bed);
          proxy.shut();
        },
        async action() {
          assert.ok((await countMissed(bed)) > missed, 'the panel shows reads of the primary');
          proxy.open();
        },
      },
    ]);
  } finally {
    await Promise.all([writing.stop(), reading.stop()]);
  }
});

test('fires ReplicationLag by a long query on the standby and ends it with the query', async () => {
  if (bed === undefined || !hasNewMetrics) return;
  const { pair, database, owner, alerts } = bed;
  // Not the database of the exporter: its queries about sizes would wait for the lock, and nothing would be exported.
  const replicaUrl = Object.assign(new URL(database.ownerUrl), { port: String(pair.standby.port) }).href;
  const standby = openDatabase({ url: replicaUrl, poolSize: 2, isReplica: true });
  await database.owner.execute(sql`create table egg (name text)`);
  const writing = repeat(() => owner.rows(sql`select pg_current_xact_id()`), 200);
  let report: Promise<unknown> | undefined;
  try {
    await alerts.tryAlerts([
      {
        alert: 'ReplicationLag',
        async cause() {
          const hasTable = async () => (await standby.rows(sql`select from pg_class where relname = 'egg'`)).length > 0;
          await waitUntil('the standby has the table', hasTable);
          report = standby.rows(sql`select pg_sleep(600) from (select count(*) from egg) as eggs`);
          report.catch(() => undefined);
          const held = sql`select from pg_locks where relation = 'egg'::regclass`;
          await waitUntil('the query runs', async () => (await standby.rows(held)).length > 0);
          // The standby cannot replay it while a query reads the table.
          await database.owner.execute(sql`alter table egg add column shell text`);
        },
        async action() {
          const longest = await standby.one<{ pid: number; query: string }>(sql`
            select pid, query from pg_stat_activity
            where state = 'active' and backend_type = 'client backend' and pid <> pg_backend_pid()
            order by query_start limit 1`);
          assert.match(longest.query, /pg_sleep/);
          await standby.rows(sql`select pg_terminate_backend(${longest.pid})`);
          await assert.rejects(report ?? Promise.resolve());
        },
      },
    ]);
  } finally {
    await writing.stop();
    await standby.destroy();
  }
});

test('fires StandbyDetached for a standby with a wrong address of the primary and ends it by the right one', async () => {
  if (bed === undefined || !hasNewMetrics) return;
  const { pair, alerts } = bed;
  await alerts.tryAlerts([
    {
      alert: 'StandbyDetached',
      async cause() {
        await pair.standby.stop();
        await pair.startStandby('postgres://127.0.0.1:1/postgres');
      },
      async action() {
        const log = fs.readFileSync(path.join(pair.dataDirs.standby, 'postgres.log'), 'utf8');
        assert.match(log, /could not connect to the primary server: .*port 1 failed/);
        await pair.standby.stop();
        await pair.startStandby();
      },
    },
  ]);
});

/** Gives the member money as the bank does, so that the audit finds its cause. */
async function depositBaht({ database, member }: Bed): Promise<void> {
  const transfer = {
    sendingBank: member.bankCode,
    transRef: 'Alert1',
    at: new Date(Date.now() - 60_000),
    amount: '100.00',
    senderName: 'สมชาย ใ',
    senderAccount: member.bankAccount,
    toAccount: OUR_ACCOUNT,
    answer: 'OK',
  };
  await receiveFeed(database, [lineOf(transfer, 'Alert1')]);
}

async function setStandbyNames({ owner }: Bed, names: '*' | ''): Promise<void> {
  await owner.execute(
    names === ''
      ? sql`alter system reset synchronous_standby_names`
      : sql`alter system set synchronous_standby_names = '*'`,
  );
  await owner.rows(sql`select pg_reload_conf()`);
  if (names === '*') await untilSynchronous({ owner });
}

const untilSynchronous = ({ owner }: Pick<Bed, 'owner'>): Promise<void> =>
  waitUntil('the standby is synchronous', async () => {
    const rows = await owner.rows(sql`select from pg_stat_replication where sync_state = 'sync'`);
    return rows.length > 0;
  });

/** Cancels waits of commits for the standby, as an administrator may, until the call is answered. */
async function cancelWaits({ owner }: Bed, call: Promise<unknown>): Promise<void> {
  const cancelling = repeat(
    () => owner.rows(sql`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`),
    CANCEL_EVERY_MS,
  );
  await call.catch(() => undefined);
  await cancelling.stop();
}

test('fires UnreplicatedCommit by a cancelled wait and ends it with the standby and a clean audit', async () => {
  if (bed === undefined) return;
  const { pair, database, chaba, member, server, alerts } = bed;
  await depositBaht(bed);
  const token = await createGameSession(database, member);
  const named = { playerId: member.playerId, token, gameCode: 'test-slot', roundId: 'r1', currency: 'THB' };
  const bet = () => callWalletAt(server.url, 'bet', { ...named, txId: 'b1', amount: '10' });
  try {
    await alerts.tryAlerts([
      {
        alert: 'UnreplicatedCommit',
        async cause() {
          await setStandbyNames(bed, '*');
          await pair.standby.stop();
          const call = bet();
          await Promise.all([assert.rejects(call, /TEMPORARY_ERROR/), cancelWaits(bed, call)]);
        },
        async action() {
          await pair.startStandby();
          await untilSynchronous(bed);
          const reply = await bet();
          assert.deepEqual([reply.code, reply['duplicate'], reply['balanceAfter']], ['OK', true, '90.0000']);
          const printed = await succeedChaba(['audit'], { DATABASE_URL: database.url });
          assert.match(printed, /The books are right\./);
        },
      },
    ]);
  } finally {
    await setStandbyNames(bed, '');
  }
  assert.deepEqual(await audit(database, chaba.id), []);
});

test('fires NoPrimary and NoDatabase when no PostgreSQL answers and ends them with the start of the last primary', async () => {
  if (bed === undefined) return;
  const { pair, database, chaba, member, server, alerts } = bed;
  const isServed = async (): Promise<boolean> =>
    (await callWalletAt(server.url, 'balance', { playerId: member.playerId })).code === 'OK';
  assert.ok(await isServed());
  await alerts.tryAlerts([
    {
      alert: 'NoPrimary',
      async cause() {
        await pair.standby.stop();
        await pair.primary.stop();
      },
      action: () => pair.startPrimary(),
    },
    // It has the same cause and ends with the same action.
    { alert: 'NoDatabase', cause: () => undefined, action: () => undefined },
  ]);
  await waitUntil('the product serves again', isServed);
  assert.deepEqual(await audit(database, chaba.id), []);
});

// ── a cluster whose transaction ids are old ──────────────────────────────────────────────────────────────────────────

/** A cluster of Debian's PostgreSQL, whose programs can move the next transaction id. */
async function createCluster() {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-alerts-xid-'));
  const folder = path.join(home, 'cluster');
  const port = await freePort();
  assert.equal(spawnSync('chown', ['postgres', home]).status, 0);
  succeedAsPostgres(path.join(PROGRAMS, 'initdb'), '-D', folder, '--auth=trust', '--username=postgres', '--no-sync');
  const settings = [
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    "unix_socket_directories = ''",
    'wal_level = logical',
    'fsync = off',
    'autovacuum_naptime = 5s',
  ];
  fs.appendFileSync(path.join(folder, 'postgresql.conf'), `${settings.join('\n')}\n`);
  const control = ['-D', folder, '-l', path.join(home, 'server.log'), '-w'];
  after(() => {
    succeedAsPostgres(path.join(PROGRAMS, 'pg_ctl'), ...control, '-m', 'immediate', 'stop');
    fs.rmSync(home, { recursive: true, force: true });
  });
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    folder,
    start: () => succeedAsPostgres(path.join(PROGRAMS, 'pg_ctl'), ...control, 'start'),
    stop: () => succeedAsPostgres(path.join(PROGRAMS, 'pg_ctl'), ...control, '-m', 'fast', 'stop'),
    vacuumAll: () =>
      succeedAsPostgres(
        path.join(PROGRAMS, 'vacuumdb'),
        '--all',
        '--freeze',
        '-h',
        '127.0.0.1',
        '-p',
        String(port),
        '-U',
        'postgres',
      ),
  };
}

test('fires TransactionIdAge while a slot holds back vacuum and ends it without the slot', async () => {
  if (!hasNewMetrics) return;
  if (process.getuid?.() !== 0 || !fs.existsSync(path.join(PROGRAMS, 'pg_resetwal'))) {
    console.log('Not tried: TransactionIdAge needs root and postgresql-15.');
    return;
  }
  const cluster = await createCluster();
  cluster.start();
  const alerts = await openAlertBed([{ job: 'postgres', addresses: [await startExporter(cluster.url)] }]);
  const owner = openDatabase({ url: cluster.url, poolSize: 1 });
  after(() => owner.destroy());
  const computeAge = async (): Promise<number> =>
    (await owner.one<{ age: number }>(sql`select max(age(datfrozenxid)) as age from pg_database`)).age;
  await alerts.tryAlerts([
    {
      alert: 'TransactionIdAge',
      async cause() {
        await owner.rows(sql`select pg_create_logical_replication_slot('abandoned', 'pgoutput')`);
        cluster.stop();
        succeedAsPostgres(path.join(PROGRAMS, 'pg_resetwal'), '-x', String(NEXT_XID), '-D', cluster.folder);
        cluster.start();
      },
      async action() {
        cluster.vacuumAll();
        assert.ok((await computeAge()) > AGE_MAX, 'vacuum freezes nothing that the slot may still read');
        const held = await owner.rows<{ name: string }>(sql`
          select slot_name as name from pg_replication_slots where age(catalog_xmin) > ${AGE_MAX}`);
        assert.deepEqual(held, [{ name: 'abandoned' }]);
        await owner.rows(sql`select pg_drop_replication_slot('abandoned')`);
        cluster.vacuumAll();
      },
    },
  ]);
  await waitUntil('autovacuum freezes template0', async () => (await computeAge()) < AGE_MAX);
});
