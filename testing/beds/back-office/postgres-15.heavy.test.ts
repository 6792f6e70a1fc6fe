// The rule of two people, the audit chain and the hourly rules on PostgreSQL 15, beside the embedded 18 of all tests.
//
// Without PostgreSQL 15 of Debian or root the test prints one line and checks nothing.

import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';

import { openDatabase, sql } from '@chaba/database';
import { freePort } from '@chaba/embedded-postgres';

import { succeedAsPostgres } from '#testing/beds/programs';

const PROGRAMS = '/usr/lib/postgresql/15/bin';
const FILES = ['approvals.test.ts', 'audit-chain.test.ts', 'approval-rules.test.ts'];

const runAsPostgres = (program: string, ...words: string[]): string =>
  succeedAsPostgres(path.join(PROGRAMS, program), ...words);

async function startCluster(): Promise<string> {
  const home = fs.mkdtempSync(path.join(tmpdir(), 'chaba-postgres-15-'));
  assert.equal(spawnSync('chown', ['postgres', home]).status, 0);
  const folder = path.join(home, 'data');
  const port = await freePort();
  runAsPostgres('initdb', '-D', folder, '--auth=trust', '--username=postgres', '--no-sync', '--locale=C', '-E', 'UTF8');
  const settings = [`port = ${port}`, "listen_addresses = '127.0.0.1'", "unix_socket_directories = ''", 'fsync = off'];
  fs.appendFileSync(path.join(folder, 'postgresql.conf'), `${settings.join('\n')}\n`);
  const control = ['-D', folder, '-l', path.join(home, 'server.log'), '-w'];
  runAsPostgres('pg_ctl', ...control, 'start');
  after(() => {
    runAsPostgres('pg_ctl', ...control, '-m', 'immediate', 'stop');
    fs.rmSync(home, { recursive: true, force: true });
  });
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}

test('holds approvals, chain and hourly rules on PostgreSQL 15', async () => {
  if (process.getuid?.() !== 0 || !fs.existsSync(path.join(PROGRAMS, 'initdb'))) {
    console.log('Not tried: root and postgresql-15 are needed.');
    return;
  }
  const url = await startCluster();
  const database = openDatabase({ url, poolSize: 1 });
  const { version } = await database.one<{ version: string }>(sql`select current_setting('server_version') as version`);
  await database.close();
  assert.match(version, /^15\./);
  const folder = path.join(import.meta.dirname, '../../../apps/server/src/modules/operators');
  const files = FILES.map((file) => path.join(folder, file));
  const { stdout } = await promisify(execFile)(process.execPath, ['--test', ...files], {
    // A child of a test run reports to its parent by this variable.
    env: { ...process.env, TEST_DATABASE_URL: url, NODE_TEST_CONTEXT: undefined },
  });
  assert.match(stdout, /fail 0\b/);
});
