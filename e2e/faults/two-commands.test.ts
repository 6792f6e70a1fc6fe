// npm start in a terminal: it prints its address, stops all processes, starts again after a kill, and reports an
// invalid setting in one sentence.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from '@chaba/embedded-postgres';

import { ROOT } from '#ops/core/root';
import { isVerifying, testInFull } from '#testing/extent';

type Start = { readonly child: ChildProcess; readonly output: () => string; readonly ended: Promise<number | null> };

const home = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-start-'));
fs.chmodSync(home, 0o755);
const started: ChildProcess[] = [];
after(async () => {
  for (const child of started) if (child.exitCode === null) child.kill('SIGTERM');
  for (const child of started) while (child.exitCode === null && child.signalCode === null) await sleep(20);
  fs.rmSync(home, { recursive: true, force: true });
});

const dataDir = path.join(home, 'data');
const tokenFile = path.join(home, 'metrics-token');
const TOKEN = 'token-of-the-metrics-0123456789abcdef';
const [port, sandboxPort, officePort] = [await freePort(), await freePort(), await freePort()];
const url = `http://127.0.0.1:${port}`;
const defaults = {
  PORT: String(port),
  SANDBOX_PORT: String(sandboxPort),
  BACK_OFFICE_PORT: String(officePort),
  DATA_DIR: dataDir,
  // Weeks of demo history take most of the time of a first start; they are part of npm run verify.
  ...(isVerifying ? {} : { DEMO_HISTORY: 'off' }),
};

test('creates a database on the first start, prints the address, and stops everything on Ctrl-C', async () => {
  const metricsPort = await freePort();
  fs.writeFileSync(tokenFile, `${TOKEN}\n`, { mode: 0o600 });
  const first = start({ ...defaults, METRICS_PORT: String(metricsPort), METRICS_TOKEN_FILE: tokenFile });
  await untilReady(first);
  for (const word of [
    `http://localhost:${port}`,
    `http://localhost:${sandboxPort}`,
    `http://localhost:${officePort}`,
    'demo-payments',
    '0812345678',
    'demo1234',
    'WELCOME50',
    'COINS3',
  ]) {
    assert.ok(first.output().includes(word), `${word} is not in:\n${first.output()}`);
  }
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
  const office = await fetch(`http://localhost:${officePort}/`, { headers: { accept: 'text/html' } });
  assert.match(await office.text(), /<div id="root">/);
  assert.deepEqual(listVisibleSecrets(), []);
  const [metricsUrl, authorization] = [`http://127.0.0.1:${metricsPort}/metrics`, `Bearer ${TOKEN}`];
  assert.equal((await fetch(metricsUrl)).status, 401);
  assert.equal((await fetch(metricsUrl, { headers: { authorization } })).status, 200);
  first.child.kill('SIGINT');
  assert.equal(await first.ended, 0);
  assert.match(first.output(), /Stopping/);
  assert.deepEqual(listProcesses(dataDir), []);
});

test('reuses all data on a second start', async () => {
  const second = start(defaults);
  await untilReady(second);
  assert.doesNotMatch(second.output(), /Making an empty database|Applied|Building/);

  const third = start({
    ...defaults,
    PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort()),
    CHABA_BACK_OFFICE: 'off',
  });
  assert.equal(await third.ended, 1);
  assert.match(third.output(), /^The data folder .* is in use by process \d+\.\n$/);
  second.child.kill('SIGTERM');
  assert.equal(await second.ended, 0);
});

testInFull('leaves no process running after a kill, and the next start works', async () => {
  const killed = start(defaults);
  await untilReady(killed);
  killed.child.kill('SIGKILL');
  await killed.ended;
  for (let tries = 0; listProcesses(dataDir).length > 0; tries += 1) {
    assert.ok(tries < 100, 'a process is still running');
    await sleep(100);
  }
  const next = start(defaults);
  await untilReady(next);
  next.child.kill('SIGTERM');
  assert.equal(await next.ended, 0);
});

test('reports an invalid setting in one sentence with exit code 1', async () => {
  const busy = net.createServer().listen(0, '0.0.0.0');
  after(() => busy.close());
  await new Promise((resolve) => busy.once('listening', resolve));
  const address = busy.address();
  const taken = typeof address === 'object' && address !== null ? String(address.port) : '';
  const cases: readonly (readonly [Record<string, string>, RegExp])[] = [
    [{ PORT: taken }, /^Port \d+ is in use by another program: stop it, or choose another with PORT\.\n$/],
    [{ SANDBOX_PORT: taken }, /^Port \d+ is in use by another program: .* SANDBOX_PORT\.\n$/],
    [{ BACK_OFFICE_PORT: taken }, /^Port \d+ is in use by another program: .* BACK_OFFICE_PORT\.\n$/],
    [{ PORT: 'three' }, /^PORT must be a port number from 1 to 65535, not "three"\.\n$/],
    [{ PORT: '3500', SANDBOX_PORT: '3500' }, /^PORT and SANDBOX_PORT are both 3500; .*\n$/],
    [{ CHABA_MODE: 'real' }, /^CHABA_MODE must be play or licensed, not "real"\.\n$/],
    [{ DATA_DIR: '/dev/null/x' }, /^DATA_DIR \/dev\/null\/x cannot be used: .*\n$/],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must begin with postgres:\/\/ or postgresql:\/\/\.\n$/],
    [{ DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }, /^The database of DATABASE_URL cannot be used: .*\n$/],
  ];
  for (const [environment, expected] of cases) {
    const failed = start({ ...defaults, ...environment });
    assert.equal(await failed.ended, 1, failed.output());
    assert.match(failed.output(), expected);
  }
});

function start(environment: Readonly<Record<string, string>>): Start {
  const parts: string[] = [];
  const { DATABASE_URL: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [path.join(ROOT, 'apps/ops/src/main.ts'), 'start'], {
    cwd: ROOT,
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => parts.push(String(part)));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, output: () => parts.join(''), ended };
}

async function untilReady({ child, output }: Start): Promise<void> {
  while (!output().includes('Ctrl-C stops everything')) {
    assert.equal(child.exitCode, null, output());
    await sleep(20);
  }
}

/** Lists processes whose command line or environment contains a password or secret of the data folder. */
function listVisibleSecrets(): string[] {
  const secrets = ['secrets.json', 'postgres.json']
    .map((name) => JSON.parse(fs.readFileSync(path.join(dataDir, name), 'utf8')) as Record<string, unknown>)
    .flatMap((content) => Object.values(content))
    .filter((value) => typeof value === 'string' && value.length > 20);
  assert.ok(secrets.length >= 7, `${secrets.length} secrets`);
  const processes = listProcesses(dataDir);
  assert.ok(processes.length >= 3, 'server, sandbox and database');
  return processes
    .filter(({ text }) => secrets.some((secret) => text.includes(String(secret))))
    .map(({ name }) => name);
}

type FoundProcess = { readonly name: string /** Command line and environment. */; readonly text: string };

/** Lists processes that use this data folder, by command line or environment (Linux). */
function listProcesses(folder: string): FoundProcess[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const [command = '', environment = ''] = ['cmdline', 'environ'].map((name) =>
          fs.readFileSync(`/proc/${pid}/${name}`, 'utf8'),
        );
        const text = `${command}${environment}`;
        return text.includes(folder) ? [{ name: `${pid} ${command.replaceAll('\0', ' ')}`, text }] : [];
      } catch {
        // The process ended meanwhile or is not readable.
        return [];
      }
    });
}
