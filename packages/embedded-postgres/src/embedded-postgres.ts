// The embedded database: PostgreSQL 18 from npm on 127.0.0.1, with its data in the data folder.
//
//     DATA_DIR/postgres        the data (possibly a link: data-folder.ts)
//     DATA_DIR/postgres.json   its port and the passwords of its roles, readable by this user alone
//     DATA_DIR/postgres.owner  the process that runs it now
//     DATA_DIR/postgres.log    its log; older parts in postgres.log.1 to .4
//
//     running ──ends by itself──▶ started again, at most `restarts` times a minute ──▶ running, or lost
//
// Always true: fsync, synchronous_commit and full_page_writes are on unless a test sets them off. One process at a time
// owns a data folder. A PostgreSQL whose owner died (kill -9) is stopped cleanly before the next one starts.
//
// The class of the npm package is not used: it ties PostgreSQL to the pipes and the Ctrl-C of this process, exits the
// process on signals, runs as root only with a login user named postgres, writes the password to a readable file,
// passes on all secrets of the environment, and reports no crash. Its platform packages export the programs.
//
// Elsewhere: settings (settings.ts), tables and roles (packages/database/src/migrate.ts), databases for tests
// (packages/database/src/testing/databases.ts).

import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { canConnect } from '@chaba/database/can-connect';

import { findBinaries } from './binaries.ts';
import { placeCluster } from './data-folder.ts';
import { keepLogShort, openLog } from './log.ts';
import { acquireDataDirLock, releaseFolder, stopOrphan } from './owner.ts';
import { settingsOf } from './settings.ts';
import { asUser, databaseUser, type SystemUser } from './user.ts';

export type EmbeddedOptions = {
  /** The data folder; created when it is missing. */
  readonly dataDir: string;
  /** Settings of PostgreSQL that replace ours; for tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Lets PostgreSQL outlive this process; for the test cluster that several processes use. */
  readonly outlivesUs?: boolean;
  /** How often per minute it is started again when it ends by itself; 0 by default. */
  readonly restarts?: number;
  readonly log?: (sentence: string) => void;
};

export type EmbeddedDatabase = {
  readonly port: number;
  /** The address for migrations: owns every table. */
  readonly ownerUrl: (database: string) => string;
  /** The address for the product: its role exists once migrations ran with applicationPassword. */
  readonly applicationUrl: (database: string) => string;
  readonly applicationPassword: string;
  /** The same for the operator's command line. */
  readonly operatorUrl: (database: string) => string;
  readonly operatorPassword: string;
  /** Calls back when PostgreSQL ended by itself and is not started again. */
  readonly onLost: (listener: () => void) => void;
  readonly stop: () => Promise<void>;
};

export type EmbeddedAccess = {
  readonly port: number;
  readonly ownerPassword: string;
  readonly applicationPassword: string;
  /** Missing in a folder of an older version until its next start. */
  readonly operatorPassword?: string;
};

export { ensureSystemUser } from './user.ts';

export const OWNER_ROLE = 'chaba_owner';
export const APPLICATION_ROLE = 'chaba_app';
export const OPERATOR_ROLE = 'chaba_operator';

const READY_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 30_000;
const LEFT_TIMEOUT_MS = 15_000;
const RESTARTS_WINDOW_MS = 60_000;

/** Starts PostgreSQL on this data folder; the cluster is created when there is none. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const dataDir = path.resolve(options.dataDir);
  fs.mkdirSync(dataDir, { recursive: true });
  if (options.outlivesUs !== true) acquireDataDirLock(dataDir);
  try {
    const user = databaseUser();
    const { initdb, postgres } = await findBinaries(user);
    const access = await prepareAccess(dataDir);
    const cluster = placeCluster(dataDir, user, () => {
      options.log?.('Making an empty database (once).');
      return { initdb, owner: OWNER_ROLE, password: access.ownerPassword };
    });
    await stopOrphan(cluster);
    const { onLost, stop } = await keepRunning(options, () =>
      startServer({ ...options, dataDir, postgres, cluster, user, access }),
    );
    const urlOf = (role: string, password: string) => (database: string) =>
      addressOf(role, password, access.port, database);
    return {
      port: access.port,
      applicationPassword: access.applicationPassword,
      operatorPassword: access.operatorPassword,
      ownerUrl: urlOf(OWNER_ROLE, access.ownerPassword),
      applicationUrl: urlOf(APPLICATION_ROLE, access.applicationPassword),
      operatorUrl: urlOf(OPERATOR_ROLE, access.operatorPassword),
      onLost,
      stop: async () => {
        await stop();
        releaseFolder(dataDir);
      },
    };
  } catch (error) {
    releaseFolder(dataDir);
    throw error;
  }
}

/** The access to the database of a data folder, if one was ever created there. */
export function readAccess(dataDir: string): EmbeddedAccess | undefined {
  try {
    return JSON.parse(fs.readFileSync(path.join(dataDir, 'postgres.json'), 'utf8')) as EmbeddedAccess;
  } catch {
    return undefined;
  }
}

export function addressOf(role: string, password: string, port: number, database: string): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
}

async function prepareAccess(dataDir: string): Promise<Required<EmbeddedAccess>> {
  const known = readAccess(dataDir);
  const secret = (): string => randomBytes(24).toString('hex');
  const access: Required<EmbeddedAccess> = {
    port: known !== undefined && (await isFree(known.port)) ? known.port : await freePort(),
    ownerPassword: known?.ownerPassword ?? secret(),
    applicationPassword: known?.applicationPassword ?? secret(),
    operatorPassword: known?.operatorPassword ?? secret(),
  };
  const place = path.join(dataDir, 'postgres.json');
  fs.writeFileSync(`${place}.new`, `${JSON.stringify(access, undefined, 2)}\n`, { mode: 0o600 });
  fs.renameSync(`${place}.new`, place);
  return access;
}

type Server = { readonly ended: Promise<void>; readonly stop: () => Promise<void> };

/** Starts the server again on the same port when it ends by itself: clients reconnect, committed data is there. */
async function keepRunning(
  { restarts = 0, log }: EmbeddedOptions,
  start: () => Promise<Server>,
): Promise<Pick<EmbeddedDatabase, 'onLost' | 'stop'>> {
  const listeners: (() => void)[] = [];
  let isStopping = false;
  let server = await start();
  const watch = async (): Promise<void> => {
    for (let ends: number[] = []; ; ) {
      await server.ended;
      if (isStopping) return;
      ends = [...ends, Date.now()].filter((at) => at > Date.now() - RESTARTS_WINDOW_MS);
      if (ends.length > restarts) break;
      log?.('The database ended by itself and is started again.');
      try {
        server = await start();
      } catch (error) {
        log?.(String(error));
        break;
      }
      log?.('The database is running again.');
      if (isStopping) return server.stop();
    }
    for (const listener of listeners) listener();
  };
  const watching = watch();
  return {
    onLost: (listener) => void listeners.push(listener),
    stop: async () => {
      isStopping = true;
      await server.stop();
      await watching;
    },
  };
}

type ServerOptions = EmbeddedOptions & {
  readonly postgres: string;
  readonly cluster: string;
  readonly user: SystemUser | undefined;
  readonly access: Required<EmbeddedAccess>;
};

async function startServer(options: ServerOptions): Promise<Server> {
  for (const until = Date.now() + LEFT_TIMEOUT_MS; ; await sleep(100)) {
    try {
      return await startOnce(options);
    } catch (error) {
      // The children of a PostgreSQL that was killed end a moment later; until then no other can start.
      if (Date.now() > until || !/shared memory block .* is still in use/.test(String(error))) throw error;
    }
  }
}

async function startOnce({ dataDir, postgres, cluster, user, access, ...options }: ServerOptions): Promise<Server> {
  const settings = Object.entries({ ...settingsOf(), ...options.settings, port: String(access.port) });
  const logFile = path.join(dataDir, 'postgres.log');
  const log = openLog(logFile);
  // A process group of its own: Ctrl-C in a terminal reaches only the product, which stops its database last.
  const child = spawn(postgres, ['-D', cluster, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])], {
    ...asUser(user),
    cwd: '/',
    env: { LC_ALL: 'C', TZ: 'UTC' },
    detached: true,
    stdio: ['ignore', log, log],
  });
  fs.closeSync(log);
  child.unref();
  const releaseGuard = options.outlivesUs === true ? () => undefined : stopWithThisProcess(child.pid);
  const leaveLog = keepLogShort(logFile);
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => child.once('exit', resolve).once('error', () => resolve())).then(() => {
    hasEnded = true;
    releaseGuard();
    leaveLog();
  });
  const stop = (): Promise<void> => stopChild(child, ended);
  try {
    const url = addressOf(OWNER_ROLE, access.ownerPassword, access.port, 'postgres');
    for (const until = Date.now() + READY_TIMEOUT_MS; !(await canConnect(url)); await sleep(25)) {
      if (hasEnded) throw new Error(`The embedded PostgreSQL did not start. ${logFile}: ${lastLines(logFile)}`);
      if (Date.now() > until) throw new Error(`The embedded PostgreSQL was not ready in time; see ${logFile}.`);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { ended, stop };
}

// A killed process cannot stop PostgreSQL. A shell that reads from a pipe of this process can, because the pipe closes
// with the process. The shell can be killed too, so each start also searches for an orphan.
function stopWithThisProcess(pid: number | undefined): () => void {
  if (pid === undefined || process.platform === 'win32') return () => undefined;
  const guard = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$1"', 'sh', String(pid)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => undefined);
  guard.unref();
  // The pipe of a child is a socket, which must not keep this process alive.
  if (guard.stdin instanceof net.Socket) guard.stdin.unref();
  return () => void guard.kill('SIGKILL');
}

/** SIGINT is PostgreSQL's fast shutdown: open transactions roll back, committed data is written out. */
async function stopChild(child: ChildProcess, ended: Promise<void>): Promise<void> {
  const timer = setTimeout(() => child.kill('SIGQUIT'), STOP_TIMEOUT_MS);
  child.ref();
  child.kill('SIGINT');
  await ended;
  clearTimeout(timer);
}

/** The cause of a failed start stands before the lines of the shutdown. */
const LOG_LINES = 15;

function lastLines(place: string): string {
  return fs.readFileSync(place, 'utf8').trim().split('\n').slice(-LOG_LINES).join(' | ');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

const PORTS = { first: 12_000, count: 20_000 } as const;
/** Neighbouring process numbers begin at ports that are far apart. */
let nextPort = (process.pid * 7_919) % PORTS.count;

/**
 * A free port below the range that the system assigns (from 32768 on Linux), whose ports could be taken before use.
 * Concurrent processes begin their search at different ports.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORTS.count; tries += 1) {
    const port = PORTS.first + (nextPort++ % PORTS.count);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${PORTS.first} to ${PORTS.first + PORTS.count - 1} is free.`);
}
