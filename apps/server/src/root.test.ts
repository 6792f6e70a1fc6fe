// The server started as root: it drops root where its files stay readable, and warns otherwise.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
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

const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+)/m.exec(fs.readFileSync('/etc/passwd', 'utf8')) ?? [];
const nobody = { uid: Number(uid), gid: Number(gid) };

/** Whether the user `nobody` can read a file; asked by root. */
function canRead(file: string): boolean {
  return spawnSync('/bin/sh', ['-c', '[ -r "$1" ]', 'sh', file], { ...nobody, cwd: '/' }).status === 0;
}

function pagesOf(mode: number): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-web-'));
  after(() => fs.rmSync(folder, { recursive: true }));
  fs.writeFileSync(path.join(folder, 'index.html'), '<!doctype html><html><head></head><body>here</body></html>');
  fs.chmodSync(folder, mode);
  return folder;
}

test('runs as another user where its files stay readable and serves pages and endpoints', async () => {
  const server = await startServerProcess(database.url, { WEB_ROOT: pagesOf(0o755) });
  // A checkout below a folder that only root can enter: the server stays root and warns.
  const isStaying = isRoot && !canRead(import.meta.filename);
  const expected = isRoot && !isStaying ? nobody.uid : process.getuid?.();
  assert.deepEqual(new Set(usersOf(server.pid())), new Set([expected]));
  const page = await fetch(`${server.url}/login`);
  assert.deepEqual([page.status, (await page.text()).includes('here')], [200, true]);
  assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
  assert.equal(/stays root/.test(server.log()), isStaying);
  assert.equal(await server.stop(), 0);
});

test('stays root where the pages would not be readable, and warns', async () => {
  const server = await startServerProcess(database.url, { WEB_ROOT: pagesOf(0o700) });
  assert.deepEqual(new Set(usersOf(server.pid())), new Set([process.getuid?.()]));
  assert.equal(/the server stays root/.test(server.log()), isRoot);
  assert.equal((await fetch(`${server.url}/login`)).status, 200);
});
