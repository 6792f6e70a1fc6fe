// Processes of a benchmark: servers under load, and the load generator.

import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from '@chaba/embedded-postgres';
import { NODE_ENVIRONMENT, NODE_FLAGS } from '#ops/start/services';

import type { Figures, LoadOptions } from './load.ts';

const ROOT = path.dirname(import.meta.dirname);
const READY_WITHIN_MS = 60_000;

export type Running = {
  readonly port: number;
  readonly pid: number;
  /** From the start of the process to its first 200 of /readyz. */
  readonly startedInMs: number;
  readonly stop: () => Promise<void>;
  /** Kills it (kill -9). */
  readonly kill: () => Promise<void>;
  /** Starts it again on the same port after a stop or kill; resolves when it is ready. */
  readonly start: () => Promise<void>;
};

export async function startProcess(script: string, environment: Readonly<Record<string, string>>): Promise<Running> {
  const port = await freePort();
  const startedAt = performance.now();
  // BENCH_NODE_OPTIONS applies to the servers only, for example --cpu-prof --cpu-prof-dir=….
  const own = (process.env['BENCH_NODE_OPTIONS'] ?? '').split(' ').filter((flag) => flag !== '');
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    child = spawn(process.execPath, [...NODE_FLAGS, ...own, path.join(ROOT, script)], {
      cwd: ROOT,
      env: {
        ...process.env,
        ...NODE_ENVIRONMENT,
        ...environment,
        PORT: String(port),
        SANDBOX_PORT: String(port),
        BACK_OFFICE_PORT: String(port),
        HOST: '127.0.0.1',
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    await waitUntilReady(child, `http://127.0.0.1:${port}/readyz`);
  };
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  try {
    await start();
  } catch (error) {
    await end('SIGKILL');
    throw error;
  }
  return {
    port,
    get pid() {
      return child?.pid ?? 0;
    },
    startedInMs: performance.now() - startedAt,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    start,
  };
}

async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
  for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until; await sleep(10)) {
    if (child.exitCode !== null) throw new Error('a server ended instead of starting');
    const isReady = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return;
  }
  throw new Error('a server was not ready in time');
}

export function startServer(
  databaseUrl: string,
  {
    sandboxUrl = 'http://127.0.0.1:9',
    script = 'apps/server/src/main.ts',
    environment = {},
  }: {
    readonly sandboxUrl?: string;
    readonly script?: string;
    readonly environment?: Readonly<Record<string, string>>;
  } = {},
): Promise<Running> {
  return startProcess(script, {
    DATABASE_URL: databaseUrl,
    SANDBOX_URL: sandboxUrl,
    SANDBOX_SECRET: 'sandbox-secret',
    HASH_SECRET: 'secret-of-hashes',
    CHABA_RATE_LIMITS: 'off',
    CHABA_JOBS: 'off',
    LOG_LEVEL: 'warn',
    DRAIN_SECONDS: '0',
    ...environment,
  });
}

/** Runs the load generator once in its own process. */
export async function runLoad(order: LoadOptions): Promise<Figures> {
  const child = fork(path.join(import.meta.dirname, 'load.ts'), { stdio: 'inherit' });
  child.send(order);
  const [figures] = (await once(child, 'message')) as [Figures];
  child.disconnect();
  if (figures.errors > 0) {
    console.error(`${figures.errors} errors at ${order.prefix}; the first: ${figures.firstError}`);
  }
  return figures;
}

/** Peak memory of a process in MB (Linux). */
export function getPeakMemory(pid: number): number {
  return readMemoryLine(pid, 'VmHWM');
}

export function getMemory(pid: number): number {
  return readMemoryLine(pid, 'VmRSS');
}

function readMemoryLine(pid: number, name: string): number {
  const line = fs
    .readFileSync(`/proc/${pid}/status`, 'utf8')
    .split('\n')
    .find((each) => each.startsWith(name));
  return Math.round(Number(/\d+/.exec(line ?? '')?.[0] ?? 0) / 1_024);
}

/** Processor time of a process and its children in ms (Linux: a tick is 10 ms). */
export function getProcessorTime(pid: number): number {
  const own = readTicks(String(pid));
  if (own === undefined) return 0;
  const others = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = others.map(readTicks).filter((each) => each?.parent === pid);
  return [own, ...children].reduce((sum, each) => sum + (each?.ticks ?? 0), 0) * 10;
}

/** Processor time of those children of a process whose title matches, in ms. */
export function getChildrenTime(pid: number, title: RegExp): number {
  const others = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const ticks = others.map((name) => {
    const found = readTicks(name);
    return found?.parent === pid && title.test(readTitle(name)) ? found.ticks : 0;
  });
  return ticks.reduce((sum, each) => sum + each, 0) * 10;
}

function readTitle(pid: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function readTicks(pid: string): { parent: number; ticks: number } | undefined {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name in brackets: state, parent, …; user and system time are the 12th and 13th, those of ended children
    // follow.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = [11, 12, 13, 14].reduce((sum, place) => sum + Number(fields[place]), 0);
    return { parent: Number(fields[1]), ticks };
  } catch {
    return undefined;
  }
}
