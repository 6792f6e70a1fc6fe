// The status of an installation of four server processes.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from '@chaba/embedded-postgres';
import { testDatabase } from '@chaba/database/testing';

import { createSites } from '#testing/factories';
import { startServerProcess } from '#testing/server-process';

const OPS = path.resolve(import.meta.dirname, '..', '..', 'ops', 'src', 'main.ts');
const NAMED_WITHIN_MS = 30_000;

test('shows four processes from any of them, and names a killed one within 30 seconds', async () => {
  const database = await testDatabase();
  await createSites(database);
  const metricsPort = await freePort();
  const names = ['one', 'two', 'three', 'four'];
  const servers = [];
  for (const [place, name] of names.entries()) {
    const settings = { CHABA_INSTANCE: name, ...(place === 0 ? { METRICS_PORT: String(metricsPort) } : {}) };
    servers.push(await startServerProcess(database.url, settings));
  }
  const page = async () => (await fetch(`http://127.0.0.1:${metricsPort}/ops`)).text();
  const status = () => {
    const { status: code, stdout } = spawnSync(process.execPath, [OPS, 'ops', 'status'], {
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: database.url },
    });
    return { code, text: stdout };
  };
  for (const name of names) assert.match(await page(), new RegExp(`${name} +0\\.1\\.0 \\(unknown\\) +ready`));
  assert.equal(status().code, 0, status().text);

  const killedAt = Date.now();
  await servers[2]?.kill();
  while (!/three [^<]*silent for/.test(await page())) {
    assert.ok(Date.now() - killedAt < NAMED_WITHIN_MS, 'the killed process is named in time');
    await sleep(500);
  }
  const degraded = status();
  assert.equal(degraded.code, 1, degraded.text);
  assert.match(degraded.text, /!! {2}three .*silent for \d+ s\n +→ the process died or hangs/);

  await servers[3]?.stop();
  assert.match(status().text, /four .*stopped \d+ s ago/);
  await servers[2]?.start();
  assert.match(await page(), /three +0\.1\.0 \(unknown\) +ready/);
});
