// The embedded PostgreSQL on a developer's machine: restarts, kills, two owners, folders of root.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { openDatabase, sql } from '@chaba/database';
import { canConnect } from '@chaba/database/can-connect';
import { migrate } from '@chaba/database/migrate';

import {
  APPLICATION_ROLE,
  type EmbeddedDatabase,
  type EmbeddedOptions,
  readAccess,
  startEmbedded,
} from './embedded-postgres.ts';
import { identityOf, isAlive, runningPostmaster } from './owner.ts';

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-embedded-'));
fs.chmodSync(home, 0o755);
after(() => fs.rmSync(home, { recursive: true, force: true }));

/** The folder of every test that needs no folder of its own: a new cluster takes most of the time of a test. */
const dataDir = path.join(home, 'data');
const settings = { shared_buffers: '16MB', max_connections: '20' };
const isRoot = process.getuid?.() === 0;

test('keeps committed data and the port over a restart', async () => {
  const first = await startEmbedded({ dataDir, settings });
  await query(first, sql`create table kept_egg as select 7 as number`);
  await first.stop();
  assert.equal(await canConnect(first.ownerUrl('postgres')), false);

  const second = await startEmbedded({ dataDir, settings });
  assert.deepEqual(await query(second, sql`select number from kept_egg`), [{ number: 7 }]);
  assert.equal(second.port, first.port);
  await second.stop();
});

test('creates a database with UTF-8, checksums and durable writes', async () => {
  const embedded = await startEmbedded({ dataDir, settings });
  const names = ['data_checksums', 'server_encoding', 'fsync', 'full_page_writes', 'synchronous_commit', 'TimeZone'];
  const rows = await query<{ name: string; setting: string }>(
    embedded,
    sql`select name, setting from pg_settings where name = any(${names}::text[]) order by name`,
  );
  const found = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
  assert.deepEqual(found, {
    TimeZone: 'UTC',
    data_checksums: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    server_encoding: 'UTF8',
    synchronous_commit: 'on',
  });
  await embedded.stop();
});

test('stores passwords readable by their owner only', async () => {
  const embedded = await startEmbedded({ dataDir, settings });
  assert.equal(fs.statSync(path.join(dataDir, 'postgres.json')).mode & 0o777, 0o600);
  const access = readAccess(dataDir);
  assert.ok(access);
  const wrong = embedded.ownerUrl('postgres').replace(access.ownerPassword, 'wrong');
  assert.equal(await canConnect(wrong), false);
  await embedded.stop();
});

test('logs the product in with its own password and denies it changes of the journal', async () => {
  const embedded = await startEmbedded({ dataDir, settings });
  const login = { role: APPLICATION_ROLE, password: embedded.applicationPassword };
  await migrate({ url: embedded.ownerUrl('postgres'), login });
  const database = openDatabase({ url: embedded.applicationUrl('postgres'), poolSize: 1 });
  assert.deepEqual(await database.one(sql`select session_user::text as name`), { name: 'chaba_app' });
  await assert.rejects(database.execute(sql`delete from ledger_transfer`), { code: '42501' });
  await database.close();
  await embedded.stop();
});

test('rejects a second start on a data folder and names its owner', async () => {
  const first = await startEmbedded({ dataDir, settings });
  await assert.rejects(startEmbedded({ dataDir, settings }), new RegExp(`in use by process ${process.pid}`));
  assert.equal(await canConnect(first.ownerUrl('postgres')), true);
  await first.stop();
});

test('does not treat a reused process id as the owner', () => {
  assert.equal(isAlive(identityOf(process.pid)), true);
  assert.equal(isAlive(`${process.pid} 12`), process.platform !== 'linux');
});

test('stops with its killed process and loses no committed data', async () => {
  const { owner, cluster } = await startElsewhere(dataDir, {});
  const database = openDatabase({ url: ownerUrlOf(dataDir), poolSize: 1 });
  await database.execute(sql`create table owned_egg as select 8 as number`);
  owner.kill('SIGKILL');
  while (runningPostmaster(cluster) !== undefined) await sleep(10);
  await database.close();

  const next = await startEmbedded({ dataDir, settings });
  assert.deepEqual(await query(next, sql`select number from owned_egg`), [{ number: 8 }]);
  await next.stop();
});

test('stops a database of an ended owner at the next start', async () => {
  const { owner, cluster } = await startElsewhere(dataDir, { outlivesUs: true });
  const orphan = runningPostmaster(cluster);
  owner.kill('SIGKILL');
  await untilGone(owner);
  assert.equal(runningPostmaster(cluster), orphan);

  const next = await startEmbedded({ dataDir, settings });
  assert.notEqual(runningPostmaster(cluster), orphan);
  await next.stop();
  assert.equal(runningPostmaster(cluster), undefined);
});

test('reports a killed database and loses no committed data', async () => {
  const first = await startEmbedded({ dataDir, settings });
  const lost = new Promise<void>((resolve) => first.onLost(resolve));
  await query(first, sql`create table crashed_egg as select 9 as number`);
  const pid = runningPostmaster(fs.realpathSync(path.join(dataDir, 'postgres')));
  assert.ok(pid);
  process.kill(pid, 'SIGKILL');
  await lost;
  await first.stop();

  const next = await startEmbedded({ dataDir, settings });
  assert.deepEqual(await query(next, sql`select number from crashed_egg`), [{ number: 9 }]);
  await next.stop();
});

test('restarts a killed database within seconds, and clients reconnect', async () => {
  const restarted = Promise.withResolvers<void>();
  const lost = Promise.withResolvers<void>();
  const reported: string[] = [];
  const embedded = await startEmbedded({
    dataDir,
    settings,
    restarts: 1,
    log: (sentence) => {
      reported.push(sentence);
      if (sentence === 'The database is running again.') restarted.resolve();
    },
  });
  embedded.onLost(() => {
    reported.push('lost');
    lost.resolve();
  });
  const database = openDatabase({ url: embedded.ownerUrl('postgres'), poolSize: 2 });
  await database.execute(sql`create table restarted_egg as select 9 as number`);
  const kill = (): void => {
    const pid = runningPostmaster(fs.realpathSync(path.join(dataDir, 'postgres')));
    assert.ok(pid);
    process.kill(pid, 'SIGKILL');
  };
  kill();
  await restarted.promise;
  assert.deepEqual(await database.rows(sql`select number from restarted_egg`), [{ number: 9 }]);
  assert.ok(!reported.includes('lost'));
  kill();
  await lost.promise;
  await database.close();
  await embedded.stop();
});

test('links a data folder that only root can enter to a folder of the database user, as root', async () => {
  if (!isRoot) return;
  const closed = path.join(home, 'closed');
  fs.mkdirSync(closed, { mode: 0o700 });
  const dataDir = path.join(closed, '.data');
  const first = await startEmbedded({ dataDir, settings });
  const cluster = fs.realpathSync(path.join(dataDir, 'postgres'));
  after(() => fs.rmSync(path.dirname(cluster), { recursive: true, force: true }));
  assert.ok(cluster.startsWith('/var/lib/chaba/'), cluster);
  assert.equal(fs.readFileSync(path.join(path.dirname(cluster), 'belongs-to'), 'utf8').trim(), dataDir);
  await query(first, sql`create table egg as select 1 as number`);
  await first.stop();

  const second = await startEmbedded({ dataDir, settings });
  assert.deepEqual(await query(second, sql`select number from egg`), [{ number: 1 }]);
  assert.equal(fs.realpathSync(path.join(dataDir, 'postgres')), cluster);
  await second.stop();
});

test('moves a backup that was restored into a closed folder to a readable one, as root', async () => {
  if (!isRoot) return;
  const first = await startEmbedded({ dataDir, settings });
  await query(first, sql`create table copied_egg as select 3 as number`);
  await first.stop();
  const closed = path.join(home, 'restored');
  fs.mkdirSync(closed, { mode: 0o700 });
  const copy = path.join(closed, '.data');
  fs.cpSync(dataDir, copy, { recursive: true });

  const second = await startEmbedded({ dataDir: copy, settings });
  const cluster = fs.realpathSync(path.join(copy, 'postgres'));
  after(() => fs.rmSync(path.dirname(cluster), { recursive: true, force: true }));
  assert.ok(cluster.startsWith('/var/lib/chaba/'), cluster);
  assert.deepEqual(await query(second, sql`select number from copied_egg`), [{ number: 3 }]);
  await second.stop();
});

async function query<Row>(embedded: EmbeddedDatabase, statement: ReturnType<typeof sql>): Promise<Row[]> {
  const database = openDatabase({ url: embedded.ownerUrl('postgres'), poolSize: 1 });
  try {
    return await database.rows<Row>(statement);
  } finally {
    await database.close();
  }
}

function ownerUrlOf(dataDir: string): string {
  const access = readAccess(dataDir);
  assert.ok(access);
  return `postgres://chaba_owner:${access.ownerPassword}@127.0.0.1:${access.port}/postgres`;
}

/** Starts it in a process of its own that can be killed. */
async function startElsewhere(
  dataDir: string,
  options: Partial<EmbeddedOptions>,
): Promise<{ readonly owner: ChildProcess; readonly cluster: string }> {
  const module = path.join(import.meta.dirname, 'embedded-postgres.ts');
  const script = `
    const { startEmbedded } = await import(${JSON.stringify(module)});
    await startEmbedded(${JSON.stringify({ dataDir, settings, ...options })});
    process.send('ready');
    setInterval(() => undefined, 1000);`;
  const owner = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await new Promise<void>((resolve, reject) => {
    owner.once('message', () => resolve());
    owner.once('exit', () => reject(new Error('the other process did not start')));
  });
  return { owner, cluster: fs.realpathSync(path.join(dataDir, 'postgres')) };
}

async function untilGone(child: ChildProcess): Promise<void> {
  while (child.signalCode === null && child.exitCode === null) await sleep(10);
}
