// The rehearsal of migrations measures locks, waits, rewrites and size, and fails what would stop calls.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { MIGRATIONS_FOLDER } from './migrate.ts';
import { rehearse, type RehearsedFile } from './rehearsal.ts';
import { testDatabase } from '#database/testing/databases';

/** Far above what a fast file takes on a busy machine, and below the sleep of the slow one. */
const LIMIT_MS = 3_000;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-rehearsal-'));
after(() => fs.rmSync(folder, { recursive: true }));
for (const name of fs.readdirSync(MIGRATIONS_FOLDER)) {
  fs.copyFileSync(path.join(MIGRATIONS_FOLDER, name), path.join(folder, name));
}

async function rehearseFiles(files: Readonly<Record<string, string>>): Promise<RehearsedFile[]> {
  const { ownerUrl } = await testDatabase();
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
  try {
    return await rehearse({ url: ownerUrl, folder, limitMs: LIMIT_MS });
  } finally {
    for (const name of Object.keys(files)) fs.rmSync(path.join(folder, name));
  }
}

const HENS = `
  create table hen (id int primary key, name text not null);
  insert into hen select n, repeat('x', 60) from generate_series(1, 100000) as n;
  analyze hen;`;

test('measures locks, waits, rewrites and size of each file, and fails the slow one', async () => {
  const files = await rehearseFiles({
    '9001_hens.sql': HENS,
    '9002_fast.sql': 'alter table hen add column eggs int;',
    '9003_index.sql': '-- outside a transaction\ncreate index concurrently hen_by_name on hen (name, id);\n',
    '9004_slow.sql': 'alter table hen add column mark uuid default gen_random_uuid(); select pg_sleep(4);',
  });
  const [hens, fast, index, slow] = files;
  assert.ok(hens && fast && index && slow, `${files.length} files`);
  assert.deepEqual(
    files.map(({ name, failure }) => [name, failure === undefined]),
    [
      ['9001_hens.sql', true],
      ['9002_fast.sql', true],
      ['9003_index.sql', true],
      ['9004_slow.sql', false],
    ],
  );
  assert.ok(hens.grownBytes > 8_000_000 && hens.walBytes > 8_000_000, `${hens.grownBytes}, ${hens.walBytes}`);
  assert.ok(!hens.locks.some(({ table }) => table === 'hen'), 'a table that the file creates is not measured');
  const lockOf = (file: RehearsedFile) => file.locks.find(({ table }) => table === 'hen');
  assert.deepEqual([lockOf(fast)?.mode, lockOf(fast)?.blocks], ['AccessExclusiveLock', 'reads']);
  assert.deepEqual([lockOf(index)?.mode, lockOf(index)?.blocks], ['ShareUpdateExclusiveLock', 'nothing']);
  assert.deepEqual(fast.rewritten, []);

  assert.match(slow.failure ?? '', /^hen is locked for \d+ ms; the limit is 3000$/);
  assert.deepEqual([lockOf(slow)?.mode, lockOf(slow)?.blocks], ['AccessExclusiveLock', 'reads']);
  assert.equal(slow.longestWait.table, 'hen');
  const heldMs = lockOf(slow)?.heldMs ?? 0;
  assert.ok(heldMs > LIMIT_MS && heldMs <= slow.ms, `held ${heldMs} of ${slow.ms} ms`);
  // The call that measures the wait starts and ends later than the lock, on a busy machine by more than a moment.
  const waitedMs = slow.longestWait.ms;
  assert.ok(waitedMs > LIMIT_MS && waitedMs < 2 * slow.ms, `a call waited ${waitedMs} of ${heldMs} ms`);
  assert.deepEqual(
    slow.rewritten.map(({ table, rows }) => [table, rows]),
    [['hen', 100_000]],
  );
  assert.ok((slow.rewritten[0]?.bytes ?? 0) > 8_000_000);
});

test('reports a file that cannot be applied and rehearses none after it', async () => {
  const files = await rehearseFiles({
    '9001_good.sql': 'create table egg (id int primary key);',
    '9002_bad.sql': 'alter table egg add column size int; select 1 / 0;',
    '9003_after.sql': 'create table nest (id int primary key);',
  });
  assert.deepEqual(
    files.map(({ name, failure }) => [name, failure]),
    [
      ['9001_good.sql', undefined],
      ['9002_bad.sql', '9002_bad.sql failed: division by zero'],
    ],
  );
});

test('reports nothing for a copy that has every file', async () => {
  assert.deepEqual(await rehearseFiles({}), []);
});
