import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { openChildEnvironment } from './child-environment.ts';
import { ROOT } from '#ops/core/root';

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-test-'));
after(() => fs.rmSync(home, { recursive: true, force: true }));

test('passes secrets as files of the owner alone, until they are removed', () => {
  const { environment, remove } = openChildEnvironment(
    { HASH_SECRET: 'secret of hashes', DATABASE_OWNER_URL: undefined },
    { DATA_DIR: home, HASH_SECRET_FILE: '/inherited', DATABASE_OWNER_URL_FILE: '/inherited', PORT: '3000' },
  );
  const file = environment['HASH_SECRET_FILE'] ?? '';
  assert.equal(fs.readFileSync(file, 'utf8'), 'secret of hashes');
  assert.equal(fs.statSync(file).mode & 0o777, 0o600);
  const { HASH_SECRET, DATABASE_OWNER_URL_FILE, PORT } = environment;
  assert.deepEqual(
    { HASH_SECRET, DATABASE_OWNER_URL_FILE, PORT },
    {
      HASH_SECRET: undefined,
      DATABASE_OWNER_URL_FILE: undefined,
      PORT: '3000',
    },
  );
  remove();
  assert.deepEqual(fs.readdirSync(home), []);
});

test('removes the files of processes that ended, and keeps those of running ones', () => {
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const names = [`chaba-secrets-${ended}-a`, `chaba-secrets-${process.ppid}-b`, 'secrets.json'];
  for (const name of names) fs.mkdirSync(path.join(home, name));
  const first = openChildEnvironment({ HASH_SECRET: 'one' }, { DATA_DIR: home });
  const second = openChildEnvironment({ HASH_SECRET: 'two' }, { DATA_DIR: home });
  assert.equal(fs.readFileSync(first.environment['HASH_SECRET_FILE'] ?? '', 'utf8'), 'one');
  first.remove();
  second.remove();
  assert.deepEqual(fs.readdirSync(home).toSorted(), names.slice(1).toSorted());
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`removes the files of a command that ${signal} ends, with its child`, async () => {
    const dataDir = fs.mkdtempSync(path.join(home, 'data-'));
    const waiting = path.join(dataDir, 'waiting.mjs');
    fs.writeFileSync(waiting, 'console.log(process.env.HASH_SECRET_FILE); setInterval(() => {}, 1000);');
    const command = `import { runToEnd } from ${JSON.stringify(pathToFileURL(path.join(ROOT, 'apps/ops/src/start/services.ts')).href)};
      process.exitCode = await runToEnd(${JSON.stringify(path.relative(ROOT, waiting))}, [], { HASH_SECRET: 'one' });`;
    const running = spawn(process.execPath, ['--input-type=module', '--eval', command], {
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [printed] = (await once(running.stdout, 'data')) as [Buffer];
    assert.ok(fs.existsSync(String(printed).trim()), String(printed));
    running.kill(signal);
    assert.deepEqual(await once(running, 'exit'), [1, null]);
    assert.deepEqual(fs.readdirSync(dataDir), ['waiting.mjs']);
  });
}
