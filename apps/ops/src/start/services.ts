// The processes of the product: the server and the sandbox, each a child process of the command.
//
//     starting ──/readyz──▶ ready ──dies──▶ starting …  (a few times a minute, then the product stops)
//                             └──stop──▶ stopped
//
// Always true: children have their own process groups, so Ctrl-C reaches only the command, which stops them in order
// and the database last. A child that does not stop in time is killed.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

import { SECRET_SETTINGS } from '@chaba/server/core/secret-files';

import { openChildEnvironment } from './child-environment.ts';
import { CommandError } from '#ops/core/command';
import { ROOT } from '#ops/core/root';

export type ServiceOptions = {
  readonly name: string;
  /** The file that Node runs, relative to the project's folder. */
  readonly script: string;
  /** The address of its /readyz. */
  readonly address: string;
  /** Added to that of this process; secrets reach the service as files. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The secrets that the service receives; all by default. */
  readonly secrets?: readonly (typeof SECRET_SETTINGS)[number][];
  /** Restarts the service when a source file changes. */
  readonly isWatching?: boolean;
  /** Destination of its output: inherited by default, or appended to a file with errors included. */
  readonly output?: 'inherit' | 'ignore' | { readonly file: string };
  /** Restarts per minute after a crash; tests use zero. */
  readonly restarts?: number;
};

export type Service = {
  readonly name: string;
  readonly address: string;
  readonly pid: () => number | undefined;
  /** Registers a callback for a service that crashed more often than `restarts` allows. */
  readonly onLost: (listener: (sentence: string) => void) => void;
  /** Resolves when the process has exited; sends SIGTERM by default. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
};

/**
 * Node's flags for the product (docs/performance.md). The young generation is large enough for requests in flight to
 * die in it; the old generation is collected after growing by half, where Node's default lets garbage reach several
 * times the live size.
 */
export const NODE_FLAGS: readonly string[] = ['--max-semi-space-size=16', '--heap-growing-percent=50'];
/** The C library keeps a memory arena per thread; two arenas perform as well. */
export const NODE_ENVIRONMENT: Readonly<Record<string, string>> = { MALLOC_ARENA_MAX: '2' };

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const READY_TIMEOUT_MS = 60_000;
/** Longer than the server's own limit (apps/server/src/main.ts). */
const STOP_TIMEOUT_MS = 35_000;
const RESTARTS_MAX = 5;
const RESTARTS_WINDOW_MS = 60_000;

/** Starts a service and resolves when it is ready. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { environment, remove } = openChildEnvironment({
    ...NODE_ENVIRONMENT,
    ...options.environment,
    ...withholdSecrets(options.secrets),
  });
  let child = launch(options, environment);
  let isStopping = false;
  let isReady = false;
  const listeners: ((sentence: string) => void)[] = [];
  const deaths: number[] = [];

  const watch = (): void => {
    child.once('exit', (code, signal) => {
      if (isStopping || !isReady) return;
      deaths.push(Date.now());
      const recent = deaths.filter((at) => at > Date.now() - RESTARTS_WINDOW_MS).length;
      const end = `The ${options.name} ended by itself (${signal ?? `code ${code}`})`;
      if (recent > (options.restarts ?? RESTARTS_MAX)) {
        for (const listener of listeners) listener(`${end} for the ${recent}th time in a minute.`);
        return;
      }
      console.error(`${end} and is started again.`);
      child = launch(options, environment);
      watch();
    });
  };
  watch();

  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    isStopping = true;
    await end(child, signal);
    remove();
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
    onLost: (listener) => void listeners.push(listener),
    stop,
  };
}

/** Undefined values for all other secrets, which remove inherited ones as well. */
function withholdSecrets(kept: ServiceOptions['secrets'] = SECRET_SETTINGS): Record<string, undefined> {
  return Object.fromEntries(SECRET_SETTINGS.filter((name) => !kept.includes(name)).map((name) => [name, undefined]));
}

/** Runs a file to its end, with the output of the command. A signal to this process is forwarded to it. */
export async function runToEnd(
  script: string,
  args: readonly string[],
  given: ServiceOptions['environment'],
): Promise<number> {
  const { environment, remove } = openChildEnvironment(given);
  const child = spawn(process.execPath, [path.join(ROOT, script), ...args], {
    cwd: ROOT,
    env: environment,
    stdio: 'inherit',
  });
  const forward = (signal: NodeJS.Signals): void => void child.kill(signal);
  for (const signal of STOP_SIGNALS) process.on(signal, forward);
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 1;
  } finally {
    for (const signal of STOP_SIGNALS) process.off(signal, forward);
    remove();
  }
}

/** Returns whether a port is free. Checked before any start, so that a conflict is reported at once. */
export function isPortFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else if (error.code === 'EACCES') {
        reject(new CommandError(`Port ${port} needs rights that this user does not have.`));
      } else reject(new CommandError(`Nothing can listen on ${host}, port ${port}: ${error.message}.`));
    });
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve(true)));
  });
}

function launch(
  { script, isWatching, output = 'inherit' }: ServiceOptions,
  environment: NodeJS.ProcessEnv,
): ChildProcess {
  const flags = [
    ...NODE_FLAGS,
    '--import',
    pathToFileURL(path.join(import.meta.dirname, 'exit-with-parent.ts')).href,
    ...(isWatching === true ? ['--watch'] : []),
  ];
  const file = typeof output === 'object' ? fs.openSync(output.file, 'a') : undefined;
  try {
    return spawn(process.execPath, [...flags, path.join(ROOT, script)], {
      cwd: ROOT,
      env: environment,
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
      throw new CommandError(`The ${options.name} did not start; its reason stands ${place}.`);
    }
    try {
      const answer = await fetch(`${options.address}/readyz`, { signal: AbortSignal.timeout(2_000) });
      last = await answer.text();
      if (answer.ok) return;
    } catch {
      // The service is not listening yet.
    }
    await sleep(40);
  }
  throw new CommandError(`The ${options.name} was not ready after ${READY_TIMEOUT_MS / 1000} seconds. ${last}`.trim());
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill(signal);
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(force);
}
