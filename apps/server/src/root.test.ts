// The server started as root: it drops root where its files stay readable, and warns otherwise.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { testDatabase } from '@chaba/database/testing';

import { startServerProcess } from '#testing/server-process';

const isRoot = process.getuid?.() === 0;
const database = await testDatabase();

/** The user ids of a process: real, effective, saved, for files (Linux). */
function usersOf(pid: number | undefined): number[] {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
  return (/^Uid:\s+(.*)$/m.exec(status)?.[1] ?? '').split(/\s+/).map(Number);
}

function pagesOf(mode: number): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-web-'));
  after(() => fs.rmSync(folder, { recursive: true }));
  fs.writeFileSync(path.join(folder, 'index.html'), '<!doctype html><html><head></head><body>here</body></html>');
  fs.chmodSync(folder, mode);
  return folder;
}

test('runs as another user where the pages stay readable and serves pages and endpoints', async () => {
  const server = await startServerProcess(database.url, { WEB_ROOT: pagesOf(0o755) });
  const nobody = Number(/^nobody:[^:]*:(\d+)/m.exec(fs.readFileSync('/etc/passwd', 'utf8'))?.[1]);
  const expected = isRoot ? nobody : process.getuid?.();
  assert.deepEqual(new Set(usersOf(server.pid())), new Set([expected]));
  const page = await fetch(`${server.url}/login`);
  assert.deepEqual([page.status, (await page.text()).includes('here')], [200, true]);
  assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
  assert.doesNotMatch(server.log(), /stays root/);
  assert.equal(await server.stop(), 0);
});

test('stays root where the pages would not be readable, and warns', async () => {
  const server = await startServerProcess(database.url, { WEB_ROOT: pagesOf(0o700) });
  assert.deepEqual(new Set(usersOf(server.pid())), new Set([process.getuid?.()]));
  assert.equal(/the server stays root/.test(server.log()), isRoot);
  assert.equal((await fetch(`${server.url}/login`)).status, 200);
});
