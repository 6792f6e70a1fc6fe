// npm run migrate -- --rehearse on the backup of a running embedded database: a file that adds a column passes, one
// that rewrites a table of more than a million rows fails, and the live database stays as it was.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { openDatabase, sql } from '@chaba/database';
import { startEmbedded } from '@chaba/embedded-postgres';
import { backUpEmbedded } from '@chaba/embedded-postgres/backup';
import { createDatabase, MIGRATIONS_FOLDER } from '@chaba/database/migrate';
import { testSettings } from '@chaba/database/testing';

import { migrateEmbedded } from '#ops/database/product-database';
import { rehearseBackup } from './rehearsal.ts';
import { ROOT } from '#ops/core/root';

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-rehearsal-test-'));
fs.chmodSync(home, 0o755);
const dataDir = path.join(home, 'data');
const repository = path.join(home, 'repository');
const folder = path.join(home, 'migrations');
const running = await startEmbedded({ dataDir, settings: testSettings() });
after(async () => {
  await running.stop();
  fs.rmSync(home, { recursive: true, force: true });
});

test('rehearses pending migrations on a backup and fails one that rewrites a large table', async (t) => {
  await createDatabase(running.ownerUrl('postgres'), 'chaba');
  const { ownerUrl } = await migrateEmbedded(running, () => undefined);
  const live = openDatabase({ url: ownerUrl, poolSize: 1 });
  await live.execute(sql`create table egg (egg_id int primary key, name text not null)`);
  await live.execute(sql`insert into egg select n, repeat('x', 60) from generate_series(1, 1200000) as n`);
  await live.execute(sql`analyze egg`);
  await backUpEmbedded({ dataDir, repository, kept: 1 });

  fs.cpSync(MIGRATIONS_FOLDER, folder, { recursive: true });
  fs.writeFileSync(path.join(folder, '9998_fast.sql'), 'alter table egg add column size int;');
  const slow = "alter table egg add column mark uuid default gen_random_uuid(), add column note text default md5('a');";
  fs.writeFileSync(path.join(folder, '9999_slow.sql'), `${slow}\ncreate index egg_by_name on egg (name, mark);`);
  const lines: string[] = [];
  const isGood = await rehearseBackup({
    source: { kind: 'embedded', repository, dataDir },
    folder,
    log: (sentence) => lines.push(...sentence.split('\n')),
  });
  for (const line of lines) t.diagnostic(line);
  assert.equal(isGood, false);
  const find = (pattern: RegExp) =>
    assert.ok(
      lines.some((line) => pattern.test(line)),
      `${pattern} in ${lines.join('\n')}`,
    );
  find(/^9998_fast\.sql: .* s, good$/);
  find(/^ {2}locks: egg AccessExclusiveLock 0(\.\d+)? s \(blocks reads\)$/);
  find(/^9999_slow\.sql: .* s, FAILED: egg is locked for \d{4,5} ms; the limit is 2000$/);
  find(/^ {2}longest wait of a call: [2-9](\.\d+)? s \(egg\)|^ {2}longest wait of a call: \d\d(\.\d+)? s \(egg\)$/);
  find(/^ {2}rewrites egg: 1200000 rows, \d+(\.\d)? MB$/);
  const columns = sql`select count(*)::int as count from information_schema.columns where table_name = 'egg'`;
  assert.deepEqual(await live.one(columns), { count: 2 }, 'the live table is as it was');
  await live.close();

  const command = spawnSync(
    process.execPath,
    [path.join(ROOT, 'apps/ops/src/main.ts'), 'migrate', '--rehearse', '--from', repository],
    { cwd: ROOT, env: { ...process.env, DATA_DIR: dataDir }, encoding: 'utf8' },
  );
  assert.equal(command.status, 0, command.stderr);
  assert.match(command.stdout, /The backup has every migration of this version\./);
});
