// The server as a separate process, for tests of processes: killed, restarted, two at once.
//
// Always true: every process started here is stopped with the test or file that opened it. Its log is printed when a
// test fails (process-log.ts).

import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import * as fs from 'node:fs';
import path from 'node:path';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from '@chaba/embedded-postgres';

import { openProcessLog, printProcessLogs } from './process-log.ts';

export type ServerProcess = {
  readonly url: string;
  readonly pid: () => number | undefined;
  /** Returns its output so far. */
  readonly log: () => string;
  /** Kills it (kill -9); resolves when it is gone. */
  readonly kill: () => Promise<void>;
  /** Sends SIGTERM, as Ctrl-C and a release do; resolves with its exit code. */
  readonly stop: () => Promise<number | null>;
  /** Restarts it on the same port; resolves when it is ready. */
  readonly start: () => Promise<void>;
};

const READY_WITHIN_MS = 180_000;
const SERVER_FOLDER = path.resolve(import.meta.dirname, '..', '..');

/** Starts the server of this checkout, or of another one with installed packages. */
export async function startServerProcess(
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
  checkout?: string,
): Promise<ServerProcess> {
  const port = await freePort();
  const folder = checkout === undefined ? SERVER_FOLDER : path.join(checkout, 'apps', 'server');
  return startProcess('src/main.ts', {
    port,
    folder,
    settings: { DATABASE_URL: databaseUrl, PORT: String(port), ...settings },
  });
}

/** Starts the back office of this checkout with the operators' login; demo operators exist. */
export async function startOfficeProcess(
  operatorUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const port = await freePort();
  const own = { DATABASE_URL: operatorUrl, BACK_OFFICE_PORT: String(port), OPERATOR_SECRET: 'secret-of-operators' };
  const all = { ...own, CHABA_DEMO: 'on', ...settings };
  return startProcess('src/back-office-main.ts', { port, folder: SERVER_FOLDER, settings: all });
}

async function startProcess(
  entry: string,
  of: { readonly port: number; readonly folder: string; readonly settings: Readonly<Record<string, string>> },
): Promise<ServerProcess> {
  const url = `http://127.0.0.1:${of.port}`;
  const environment = {
    ...process.env,
    HOST: '127.0.0.1',
    SANDBOX_SECRET: 'sandbox-secret',
    HASH_SECRET: 'secret-of-hashes',
    SANDBOX_URL: 'http://127.0.0.1:9',
    CHABA_RATE_LIMITS: 'off',
    CHABA_JOBS: 'off',
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'warn',
    ...of.settings,
  };
  const log = openProcessLog('server');
  let child: ChildProcess | undefined;

  async function kill(): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
  async function stop(): Promise<number | null> {
    if (child === undefined) return null;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
    return child.exitCode;
  }
  async function start(): Promise<void> {
    const output = fs.openSync(log.file, 'a');
    child = spawn(process.execPath, [entry], {
      cwd: of.folder,
      env: environment,
      stdio: ['ignore', output, output],
    });
    fs.closeSync(output);
    for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until; await sleep(20)) {
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode} instead of starting`);
      const isReady = await fetch(`${url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (isReady) return;
    }
    throw new Error('the server was not ready in time');
  }

  after(kill);
  try {
    await start();
  } catch (error) {
    printProcessLogs('start of the server');
    throw error;
  }
  return { url, pid: () => child?.pid, log: () => fs.readFileSync(log.file, 'utf8'), kill, stop, start };
}

export type WalletProcessReply = Readonly<Record<string, string | boolean>> & { readonly code: string };

/** Sends one signed request of the provider `test` over the network. A status other than 200 throws, with the code. */
export async function callWalletAt(
  url: string,
  operation: string,
  body: Readonly<Record<string, unknown>>,
): Promise<WalletProcessReply> {
  const target = `/seamless/v1/${operation}`;
  const raw = JSON.stringify(body);
  const timestamp = String(Date.now());
  const signature = createHmac('sha256', 'test-secret')
    .update(`${timestamp}\nPOST\n${target}\n${raw}`)
    .digest('base64');
  const answer = await fetch(url + target, {
    method: 'POST',
    body: raw,
    headers: {
      'content-type': 'application/json',
      'x-key-id': 'test-key',
      'x-timestamp': timestamp,
      'x-signature': signature,
    },
    signal: AbortSignal.timeout(60_000),
  });
  if (answer.status !== 200) {
    const { code } = (await answer.json().catch(() => ({}))) as Partial<WalletProcessReply>;
    throw new Error(`${operation} was answered ${answer.status} ${code ?? 'without a code'}`);
  }
  return (await answer.json()) as WalletProcessReply;
}
