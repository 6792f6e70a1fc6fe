// A backup of a running embedded database, and its recovery: it contains what was committed before a moment and nothing
// committed after it, and a damaged repository makes the recovery fail.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { openDatabase, sql } from '@chaba/database';
import { backUpEmbedded, listBackups, restoreEmbedded, type RestoreOptions } from './backup.ts';
import { startEmbedded } from './embedded-postgres.ts';
import { testSettings } from '@chaba/database/testing';

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-backup-'));
fs.chmodSync(home, 0o755);
const dataDir = path.join(home, 'data');
const repository = path.join(home, 'repository');
const running = await startEmbedded({ dataDir, settings: testSettings() });
const database = openDatabase({ url: running.ownerUrl('postgres'), poolSize: 2 });
after(async () => {
  await database.destroy();
  await running.stop();
  fs.rmSync(home, { recursive: true, force: true });
});

/** Commits numbers until it is stopped; `acknowledged` has the time before and after each commit. */
function commitNumbers() {
  const acknowledged: { readonly number: number; readonly sentAt: number; readonly at: number }[] = [];
  const over = new AbortController();
  const writing = (async () => {
    for (let number = 0; !over.signal.aborted; number += 1) {
      const sentAt = Date.now();
      await database.execute(sql`insert into egg values (${number}, repeat('x', 2000))`);
      acknowledged.push({ number, sentAt, at: Date.now() });
    }
  })();
  const stop = async () => {
    over.abort();
    await writing;
  };
  return { acknowledged, stop };
}

/** Waits until the load has committed 20 numbers more. */
async function untilMoreCommits(): Promise<void> {
  const wanted = load.acknowledged.length + 20;
  while (load.acknowledged.length < wanted) await sleep(10);
}

const moment = async (): Promise<Date> => (await database.one<{ at: Date }>(sql`select clock_timestamp() as at`)).at;

async function archiveAll(): Promise<void> {
  const { segment } = await database.one<{ segment: string }>(sql`select pg_walfile_name(pg_switch_wal()) as segment`);
  while (!fs.existsSync(path.join(repository, 'wal', `${segment}.gz`))) await sleep(50);
}

let drills = 0;
async function restoreNumbers(options: Partial<RestoreOptions> = {}): Promise<number[]> {
  drills += 1;
  const folder = path.join(home, `drill-${drills}`);
  fs.mkdirSync(folder);
  fs.copyFileSync(path.join(dataDir, 'postgres.json'), path.join(folder, 'postgres.json'));
  const restored = await restoreEmbedded({ repository, dataDir: folder, isArchiving: false, ...options });
  const copy = openDatabase({ url: restored.ownerUrl('postgres'), poolSize: 1 });
  try {
    const rows = await copy.rows<{ number: number }>(sql`select number from egg order by number`);
    return rows.map(({ number }) => number);
  } finally {
    await copy.destroy();
    await restored.stop();
  }
}

await database.execute(sql`create table egg (number int primary key, shell text)`);
const load = commitNumbers();
await untilMoreCommits();
const backup = await backUpEmbedded({ dataDir, repository, kept: 2 });
await untilMoreCommits();
const at = await moment();
await untilMoreCommits();
await load.stop();
await archiveAll();

test('recovers to a moment under load: everything acknowledged before it, nothing after it', async () => {
  const numbers = new Set(await restoreNumbers({ at }));
  const before = load.acknowledged.filter((commit) => commit.at < at.getTime());
  const later = load.acknowledged.filter((commit) => commit.sentAt > at.getTime());
  assert.ok(before.length > 10 && later.length > 10, `${before.length} before, ${later.length} after`);
  assert.deepEqual(
    before.filter(({ number }) => !numbers.has(number)),
    [],
  );
  assert.deepEqual(
    later.filter(({ number }) => numbers.has(number)),
    [],
  );
});

test('recovers to the end of the archive without a moment', async () => {
  assert.equal((await restoreNumbers()).length, load.acknowledged.length);
});

test('fails when a file of the copy or a segment is damaged or missing, or when the archive ends too early', async () => {
  const damage = async (file: string, message: RegExp, options: Partial<RestoreOptions> = {}) => {
    const whole = fs.readFileSync(file);
    const broken = Buffer.from(whole);
    const middle = Math.floor(broken.length / 2);
    broken.writeUInt8(broken.readUInt8(middle) ^ 0xff, middle);
    fs.writeFileSync(file, broken);
    await assert.rejects(restoreNumbers(options), message);
    fs.writeFileSync(file, whole);
  };
  const copy = path.join(repository, 'base', backup.label, 'files');
  await damage(path.join(copy, 'global', 'pg_control'), /damaged: global\/pg_control/);
  const segments = fs.readdirSync(path.join(repository, 'wal')).filter((name) => /^[0-9A-F]{24}\.gz$/.test(name));
  const needed = path.join(repository, 'wal', `${backup.lastSegment}.gz`);
  await damage(needed, /The recovery failed|did not start/);
  await damage(needed, /The recovery failed|did not start/, { at });
  assert.ok(segments.length >= 2, segments.join());
  fs.renameSync(needed, `${needed}.away`);
  await assert.rejects(restoreNumbers(), new RegExp(`has no ${backup.lastSegment}`));
  fs.renameSync(`${needed}.away`, needed);
  const later = new Date(Date.now() + 3_600_000);
  await assert.rejects(restoreNumbers({ at: later }), /recovery ended before configured recovery target was reached/);
  await assert.rejects(restoreNumbers({ at: new Date(0) }), /after the given moment/);
});

test('keeps PostgreSQL from losing WAL while the repository is away, and continues when it is back', async () => {
  fs.renameSync(repository, `${repository}.away`);
  await database.execute(sql`insert into egg values (-1, '')`);
  const { segment } = await database.one<{ segment: string }>(
    sql`select pg_walfile_name(pg_switch_wal() - 1) as segment`,
  );
  const failed = sql`select failed_count > 0 as "hasFailed" from pg_stat_archiver`;
  while (!(await database.one<{ hasFailed: boolean }>(failed)).hasFailed) await sleep(100);
  fs.renameSync(`${repository}.away`, repository);
  await database.execute(sql`insert into egg values (-2, '')`);
  await archiveAll();
  assert.ok(fs.existsSync(path.join(repository, 'wal', `${segment}.gz`)));
  assert.equal((await restoreNumbers())[0], -2);
});

test('keeps the given number of copies and the WAL that they need', async () => {
  await backUpEmbedded({ dataDir, repository, kept: 2 });
  await backUpEmbedded({ dataDir, repository, kept: 2 });
  const backups = listBackups(repository);
  assert.equal(backups.length, 2);
  assert.ok(!fs.existsSync(path.join(repository, 'wal', `${backup.firstSegment}.gz`)));
  await database.execute(sql`insert into egg values (-3, '')`);
  await archiveAll();
  assert.equal((await restoreNumbers()).length, load.acknowledged.length + 3);
});

test('rejects the repository of another database', async () => {
  const other = path.join(home, 'other');
  const another = await startEmbedded({ dataDir: other, settings: testSettings() });
  try {
    await assert.rejects(backUpEmbedded({ dataDir: other, repository, kept: 2 }), /another database/);
  } finally {
    await another.stop();
  }
});
