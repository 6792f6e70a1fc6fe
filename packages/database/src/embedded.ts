// The database of a machine that has none: PostgreSQL 18 from npm, run on 127.0.0.1 with its data in the data folder.
//
//     DATA_DIR/postgres        the data (a link, when root's own folder keeps the database's user out: see placeCluster)
//     DATA_DIR/postgres.json   its port and the passwords of its two roles, readable by us alone
//     DATA_DIR/postgres.owner  the process that runs it now
//     DATA_DIR/postgres.log    what it has to say; the older parts in postgres.log.1 to .4
//
// Always true: fsync, synchronous_commit and full_page_writes are on unless a test asks otherwise. One process at a time
// owns a data folder. A PostgreSQL whose owner died (kill -9) is stopped cleanly before the next one starts; a data
// folder is put in place only when it is complete, so an interrupted first start leaves nothing half made.
//
// Elsewhere: its settings (embedded-settings.ts), tables and roles (migrate.ts), databases for tests (testing.ts), the user for root
// (embedded-user.ts).

import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { findBinaries } from './embedded-binaries.ts';
import { keepLogShort, openLog } from './embedded-log.ts';
import { acquireDataDirLock, releaseFolder, stopOrphan } from './embedded-owner.ts';
import { settingsOf } from './embedded-settings.ts';
import { asUser, canEnter, databaseUser, type SystemUser } from './embedded-user.ts';

export type EmbeddedOptions = {
  /** The data folder; made when it is missing. */
  readonly dataDir: string;
  /** Settings of PostgreSQL over our own; for tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Lets PostgreSQL outlive this process; for the test cluster that several processes use. */
  readonly outlivesUs?: boolean;
  /** How often in a minute it is started again when it ends by itself; never, unless told. */
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
  /** Calls back when PostgreSQL ends without having been asked to, and is not started again. */
  readonly onLost: (hear: () => void) => void;
  readonly stop: () => Promise<void>;
};

export type Access = {
  readonly port: number;
  readonly ownerPassword: string;
  readonly applicationPassword: string;
  /** Missing in a folder of an older version until its next start. */
  readonly operatorPassword?: string;
};

export const OWNER_ROLE = 'chaba_owner';
export const APPLICATION_ROLE = 'chaba_app';
export const OPERATOR_ROLE = 'chaba_operator';

const RELOCATED_ROOT = '/var/lib/chaba';
const READY_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 30_000;
const LEFT_TIMEOUT_MS = 15_000;
const RESTARTS_WINDOW_MS = 60_000;

/** Starts PostgreSQL on this data folder, making the cluster when there is none. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const dataDir = path.resolve(options.dataDir);
  fs.mkdirSync(dataDir, { recursive: true });
  if (options.outlivesUs !== true) acquireDataDirLock(dataDir);
  try {
    const user = databaseUser();
    const binaries = findBinaries(user);
    const access = await preparedAccess(dataDir);
    const cluster = placeCluster(dataDir, user, (place) => {
      options.log?.('Making an empty database (once).');
      initialise(binaries.initdb, place, user, access.ownerPassword);
    });
    await stopOrphan(cluster);
    return await keepRunning(options, () => runWhenLeft(() => run(binaries.postgres, cluster, user, access, options)));
  } catch (error) {
    releaseFolder(dataDir);
    throw error;
  }
}

/** How to reach the database of a data folder, as far as one was ever made there. */
export function readAccess(dataDir: string): Access | undefined {
  try {
    return JSON.parse(fs.readFileSync(path.join(dataDir, 'postgres.json'), 'utf8')) as Access;
  } catch {
    return undefined;
  }
}

export function addressOf(role: string, password: string, port: number, database: string): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/${database}`;
}

async function preparedAccess(dataDir: string): Promise<Required<Access>> {
  const known = readAccess(dataDir);
  const port = known !== undefined && (await isFree(known.port)) ? known.port : await freePort();
  const secret = (): string => randomBytes(24).toString('hex');
  const access: Required<Access> = {
    port,
    ownerPassword: known?.ownerPassword ?? secret(),
    applicationPassword: known?.applicationPassword ?? secret(),
    operatorPassword: known?.operatorPassword ?? secret(),
  };
  const place = path.join(dataDir, 'postgres.json');
  fs.writeFileSync(`${place}.new`, `${JSON.stringify(access, undefined, 2)}\n`, { mode: 0o600 });
  fs.renameSync(`${place}.new`, place);
  return access;
}

// Root may keep the checkout where nobody else can enter; the data then lies under /var/lib/chaba and DATA_DIR/postgres
// is a link to it, so that deleting or moving the data folder still means what it says.
function placeCluster(dataDir: string, user: SystemUser | undefined, make: (place: string) => void): string {
  const place = path.join(dataDir, 'postgres');
  const isReachable = canEnter(user, dataDir);
  if (fs.existsSync(path.join(place, 'PG_VERSION'))) {
    const cluster = fs.realpathSync(place);
    // PostgreSQL insists, and a plain copy of the folder forgets.
    fs.chmodSync(cluster, 0o700);
    if (user === undefined) return cluster;
    giveTo(cluster, user);
    return canEnter(user, cluster) ? cluster : moveOutside(dataDir, place, user);
  }
  const cluster = isReachable ? place : outsidePlace(dataDir);
  const unfinished = `${cluster}.new`;
  fs.rmSync(unfinished, { recursive: true, force: true });
  fs.mkdirSync(unfinished, { mode: 0o700 });
  if (user !== undefined) fs.chownSync(unfinished, user.uid, user.gid);
  make(unfinished);
  fs.renameSync(unfinished, cluster);
  if (!isReachable) {
    fs.rmSync(place, { force: true });
    fs.symlinkSync(cluster, place);
  }
  return cluster;
}

function outsidePlace(dataDir: string): string {
  const folder = path.join(RELOCATED_ROOT, randomBytes(8).toString('hex'));
  fs.mkdirSync(folder, { recursive: true, mode: 0o755 });
  fs.writeFileSync(path.join(folder, 'belongs-to'), `${dataDir}\n`);
  return path.join(folder, 'postgres');
}

// A backup restored into a closed folder, or a folder closed since: the data moves, and is never in one place only by half.
function moveOutside(dataDir: string, place: string, user: SystemUser): string {
  const cluster = outsidePlace(dataDir);
  const { status } = spawnSync('cp', ['-a', fs.realpathSync(place), cluster], { stdio: 'ignore' });
  if (status !== 0) throw new Error(`The data in ${place} could not be copied to ${cluster}.`);
  giveTo(cluster, user);
  const before = `${place}.before`;
  fs.renameSync(place, before);
  fs.symlinkSync(cluster, place);
  fs.rmSync(before, { recursive: true, force: true });
  return cluster;
}

// A folder that a restore brought back, or that was first used by another account, belongs to the wrong user.
function giveTo(cluster: string, user: SystemUser): void {
  if (fs.statSync(cluster).uid === user.uid) return;
  const { status } = spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, cluster], { stdio: 'ignore' });
  if (status !== 0) throw new Error(`The data in ${cluster} could not be given to the user ${user.name}.`);
}

function initialise(initdb: string, place: string, user: SystemUser | undefined, password: string): void {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-initdb-'));
  try {
    const passwordFile = path.join(folder, 'password');
    fs.writeFileSync(passwordFile, password, { mode: 0o600 });
    if (user !== undefined) for (const one of [folder, passwordFile]) fs.chownSync(one, user.uid, user.gid);
    const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
    const access = [`--username=${OWNER_ROLE}`, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
    const { status, stderr } = spawnSync(initdb, ['-D', place, ...locale, ...access, '--data-checksums'], {
      ...asUser(user),
      cwd: '/',
      env: { LC_ALL: 'C', TZ: 'UTC' },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`The database could not be made in ${place}: ${stderr.trim()}`);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** The children of a PostgreSQL that was killed notice it a moment later and let its memory go; until then no other can start. */
async function runWhenLeft(start: () => Promise<EmbeddedDatabase>): Promise<EmbeddedDatabase> {
  for (const until = Date.now() + LEFT_TIMEOUT_MS; ; await sleep(100)) {
    try {
      return await start();
    } catch (error) {
      if (Date.now() > until || !/shared memory block .* is still in use/.test(String(error))) throw error;
    }
  }
}

/** Starts it again on the same port: whoever used it has lost his connections, and what was committed is there. */
async function keepRunning(
  { restarts = 0, log }: EmbeddedOptions,
  start: () => Promise<EmbeddedDatabase>,
): Promise<EmbeddedDatabase> {
  const first = await start();
  let current: Promise<EmbeddedDatabase | undefined> = Promise.resolve(first);
  let isStopping = false;
  const ends: number[] = [];
  const hearers: (() => void)[] = [];
  const again = async (): Promise<EmbeddedDatabase | undefined> => {
    try {
      const next = await start();
      next.onLost(lost);
      log?.('The database is running again.');
      return next;
    } catch (error) {
      log?.(String(error));
      for (const hear of hearers) hear();
      return undefined;
    }
  };
  const lost = (): void => {
    if (isStopping) return;
    ends.push(Date.now());
    if (ends.filter((at) => at > Date.now() - RESTARTS_WINDOW_MS).length <= restarts) {
      log?.('The database ended by itself and is started again.');
      current = again();
    } else for (const hear of hearers) hear();
  };
  first.onLost(lost);
  return {
    ...first,
    onLost: (hear) => void hearers.push(hear),
    stop: async () => {
      isStopping = true;
      await ((await current) ?? first).stop();
    },
  };
}

async function run(
  postgres: string,
  cluster: string,
  user: SystemUser | undefined,
  access: Required<Access>,
  options: EmbeddedOptions,
): Promise<EmbeddedDatabase> {
  const dataDir = path.resolve(options.dataDir);
  const settings = Object.entries({ ...settingsOf(), ...options.settings, port: String(access.port) });
  const log = openLog(path.join(dataDir, 'postgres.log'));
  // A group of its own: Ctrl-C in a terminal must reach the product first, which then stops its database last.
  const child = spawn(postgres, ['-D', cluster, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])], {
    ...asUser(user),
    cwd: '/',
    env: { LC_ALL: 'C', TZ: 'UTC' },
    detached: true,
    stdio: ['ignore', log, log],
  });
  fs.closeSync(log);
  child.unref();
  const letGuardGo = options.outlivesUs === true ? () => undefined : stopWithUs(child.pid);
  const leaveLog = keepLogShort(path.join(dataDir, 'postgres.log'));
  const letGo = (): void => {
    letGuardGo();
    leaveLog();
  };
  let hasEnded = false;
  let isStopping = false;
  const hearers: (() => void)[] = [];
  const ended = new Promise<void>((resolve) => {
    const hasGone = (): void => {
      hasEnded = true;
      resolve();
      if (isStopping) return;
      letGo();
      for (const hear of hearers) hear();
    };
    child.once('exit', hasGone).once('error', hasGone);
  });
  const ownerUrl = (database: string): string => addressOf(OWNER_ROLE, access.ownerPassword, access.port, database);
  const end = async (): Promise<void> => {
    isStopping = true;
    letGo();
    await stopChild(ended, (signal) => child.kill(signal));
  };
  try {
    await untilReady(ownerUrl('postgres'), () => hasEnded, path.join(dataDir, 'postgres.log'));
  } catch (error) {
    await end();
    throw error;
  }
  return {
    port: access.port,
    ownerUrl,
    applicationUrl: (database) => addressOf(APPLICATION_ROLE, access.applicationPassword, access.port, database),
    applicationPassword: access.applicationPassword,
    operatorUrl: (database) => addressOf(OPERATOR_ROLE, access.operatorPassword, access.port, database),
    operatorPassword: access.operatorPassword,
    onLost: (hear) => void hearers.push(hear),
    stop: async () => {
      await end();
      releaseFolder(dataDir);
    },
  };
}

// Nobody tells PostgreSQL when we are killed without warning. A shell that waits for the end of a pipe only we hold does;
// it is a help and not a promise, for it can be killed too: the next start looks for an orphan all the same.
function stopWithUs(pid: number | undefined): () => void {
  if (pid === undefined || process.platform === 'win32') return () => undefined;
  const guard = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$1"', 'sh', String(pid)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => undefined);
  guard.unref();
  // A pipe of a child is a socket here, which may be told not to keep us alive.
  if (guard.stdin instanceof net.Socket) guard.stdin.unref();
  return () => void guard.kill('SIGKILL');
}

// SIGINT is PostgreSQL's fast shutdown: open transactions roll back, everything committed is written out.
async function stopChild(ended: Promise<void>, kill: (signal: NodeJS.Signals) => void): Promise<void> {
  kill('SIGINT');
  const timer = new AbortController();
  const late = sleep(STOP_TIMEOUT_MS, 'late', { signal: timer.signal }).catch(() => 'in time');
  const outcome = await Promise.race([ended.then(() => 'in time'), late]);
  timer.abort();
  if (outcome === 'late') {
    kill('SIGQUIT');
    await ended;
  }
}

async function untilReady(url: string, hasEnded: () => boolean, log: string): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (hasEnded()) throw new Error(`The embedded PostgreSQL did not start. ${log} says: ${lastLines(log)}`);
    if (await canConnect(url)) return;
    await sleep(25);
  }
  throw new Error(`The embedded PostgreSQL was not ready after ${READY_TIMEOUT_MS / 1000} seconds; see ${log}.`);
}

export async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function lastLines(place: string): string {
  return fs.readFileSync(place, 'utf8').trim().split('\n').slice(-5).join(' | ');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

const PORTS = { first: 12_000, count: 20_000 } as const;
/** Neighbours in process numbers are far apart in ports. */
let nextPort = (process.pid * 7_919) % PORTS.count;

/**
 * A port that nobody listens on and that the system gives to nobody by itself: those begin at 32768 (Linux) or above, and one of
 * them could be taken between this answer and its use. Two processes that ask at the same time begin at different places.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORTS.count; tries += 1) {
    const port = PORTS.first + (nextPort++ % PORTS.count);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port from ${PORTS.first} to ${PORTS.first + PORTS.count - 1} is free.`);
}
