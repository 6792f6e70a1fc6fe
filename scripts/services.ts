// The processes of the product as the commands run them: the server and the sandbox, each a child of its own.
//
//     starting ──/readyz──▶ ready ──dies──▶ starting …  (a few times a minute, then the product stops)
//                             └──stop──▶ stopped
//
// Always true: children live in process groups of their own, so that Ctrl-C reaches only the command, which stops them
// in order and its database last. A child that outlives its patience is ended by force.

import { type ChildProcess, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { ROOT, Sentence } from './settings.ts';

export type ServiceOptions = {
  readonly name: string;
  /** The file that Node runs, from the project's folder. */
  readonly script: string;
  /** Where it answers /readyz. */
  readonly address: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Starts anew whenever a source file changes. */
  readonly isWatching?: boolean;
  /** Where its output goes: that of the command unless told otherwise, or appended to a file, errors included. */
  readonly output?: 'inherit' | 'ignore' | { readonly file: string };
  /** How often in a minute it is started again when it dies; tests say never. */
  readonly restarts?: number;
};

export type Service = {
  readonly name: string;
  readonly address: string;
  readonly pid: () => number | undefined;
  /** Calls back when the service died more often than it may be started again. */
  readonly onLost: (hear: (sentence: string) => void) => void;
  /** Answers when it is gone. Asked politely unless told otherwise. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
};

/**
 * How Node runs the product (docs/performance.md). A nursery large enough that calls in flight are dead before they grow old; an old
 * space that may grow by half before it is swept, where Node's own rule lets garbage pile up to several times what is alive.
 */
export const NODE_FLAGS: readonly string[] = ['--max-semi-space-size=16', '--heap-growing-percent=50'];
/** The C library keeps an arena of freed memory for each thread; two serve as well as one for each. */
export const NODE_ENVIRONMENT: Readonly<Record<string, string>> = { MALLOC_ARENA_MAX: '2' };

const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;
const RESTARTS_MAX = 5;
const RESTARTS_WINDOW_MS = 60_000;

/** Starts a service and answers when it is ready. */
export async function startService(options: ServiceOptions): Promise<Service> {
  let child = launch(options);
  let isStopping = false;
  let isReady = false;
  const hearers: ((sentence: string) => void)[] = [];
  const deaths: number[] = [];

  const watch = (): void => {
    child.once('exit', (code, signal) => {
      if (isStopping || !isReady) return;
      deaths.push(Date.now());
      const recent = deaths.filter((at) => at > Date.now() - RESTARTS_WINDOW_MS).length;
      const end = `The ${options.name} ended by itself (${signal ?? `code ${code}`})`;
      if (recent > (options.restarts ?? RESTARTS_MAX)) {
        for (const hear of hearers) hear(`${end} for the ${recent}th time in a minute.`);
        return;
      }
      console.error(`${end} and is started again.`);
      child = launch(options);
      watch();
    });
  };
  watch();

  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    isStopping = true;
    await end(child, signal);
  };
  try {
    await untilReady(options, () => child.exitCode ?? child.signalCode);
  } catch (error) {
    await stop();
    throw error;
  }
  isReady = true;
  return {
    name: options.name,
    address: options.address,
    pid: () => child.pid,
    onLost: (hear) => void hearers.push(hear),
    stop,
  };
}

/** Runs a file to its end, with the command's own output. */
export function runToEnd(
  script: string,
  args: readonly string[],
  environment: ServiceOptions['environment'],
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(ROOT, script), ...args], {
      cwd: ROOT,
      env: { ...process.env, ...environment },
      stdio: 'inherit',
    });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Whether nobody listens on a port; asked before anything is started, so that a no comes at once. */
export function isPortFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else if (error.code === 'EACCES') reject(new Sentence(`Port ${port} needs rights that this user does not have.`));
      else reject(new Sentence(`Nothing can listen on ${host}, port ${port}: ${error.message}.`));
    });
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

function launch({ script, environment, isWatching, output = 'inherit' }: ServiceOptions): ChildProcess {
  const flags = [
    ...NODE_FLAGS,
    '--import',
    pathToFileURL(path.join(ROOT, 'scripts', 'exit-with-parent.ts')).href,
    ...(isWatching === true ? ['--watch'] : []),
  ];
  const file = typeof output === 'object' ? fs.openSync(output.file, 'a') : undefined;
  try {
    return spawn(process.execPath, [...flags, path.join(ROOT, script)], {
      cwd: ROOT,
      env: { ...process.env, ...NODE_ENVIRONMENT, ...environment },
      detached: true,
      stdio: ['ignore', typeof output === 'object' ? file : output, file ?? 'inherit', 'ipc'],
    });
  } finally {
    if (file !== undefined) fs.closeSync(file);
  }
}

async function untilReady(options: ServiceOptions, ended: () => number | string | null): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  let last = '';
  while (Date.now() < deadline) {
    if (ended() !== null) {
      const place = typeof options.output === 'object' ? `in ${options.output.file}` : 'above';
      throw new Sentence(`The ${options.name} did not start; its reason stands ${place}.`);
    }
    try {
      const answer = await fetch(`${options.address}/readyz`, { signal: AbortSignal.timeout(2_000) });
      last = await answer.text();
      if (answer.ok) return;
    } catch {
      // Not listening yet.
    }
    await sleep(40);
  }
  throw new Sentence(`The ${options.name} was not ready after ${READY_TIMEOUT_MS / 1000} seconds. ${last}`.trim());
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill(signal);
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(force);
}
