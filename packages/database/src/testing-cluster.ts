// A cluster of a coordinator and two workers on loopback for tests, of an installed PostgreSQL 15 with Citus.
//
// Always true: the nodes listen on 127.0.0.1 only, trust local logins, and end with their folder. TEST_CLUSTER_WORKERS
// names the workers to the processes of tests; TEST_DATABASE_URL is the coordinator's.
//
// Elsewhere: databases of tests (testing.ts), the distribution of tables (distribution.ts).

import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { freePort } from './embedded.ts';
import { asUser, databaseUser } from './embedded-user.ts';

const BIN = process.env['CITUS_POSTGRES_BIN'] ?? '/usr/lib/postgresql/15/bin';
const EXTENSION = process.env['CITUS_EXTENSION'] ?? '/usr/share/postgresql/15/extension/citus.control';
const NODES = 3;
/** Processes of a killed server keep its shared memory for a moment; a start before is rejected. */
const RESTART_TRIES = 40;
const RESTART_RETRY_MS = 250;

export type TestCluster = {
  /** The coordinator's database of administration. */
  readonly url: string;
  readonly workers: readonly string[];
  /** The first process of each node. */
  readonly pids: readonly number[];
  readonly stop: () => void;
};

/** Undefined where PostgreSQL 15 or the extension is not installed. */
export async function startTestCluster(): Promise<TestCluster | undefined> {
  if (!fs.existsSync(path.join(BIN, 'initdb')) || !fs.existsSync(EXTENSION)) return undefined;
  const user = databaseUser();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-cluster-'));
  if (user !== undefined) fs.chownSync(folder, user.uid, user.gid);
  const started: string[] = [];
  const run = (program: string, ...args: string[]): void => {
    const { status, stderr } = spawnSync(path.join(BIN, program), args, {
      ...asUser(user),
      cwd: '/',
      env: { LC_ALL: 'C', TZ: 'UTC' },
      // A server keeps the pipes of its starter open.
      stdio: program === 'pg_ctl' ? 'ignore' : ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${program} failed: ${stderr ?? fs.readFileSync(`${folder}/log`, 'utf8')}`);
  };
  const stop = (): void => {
    for (const place of started.toReversed()) run('pg_ctl', '-D', place, '-m', 'immediate', '-w', 'stop');
    fs.rmSync(folder, { recursive: true, force: true });
  };
  try {
    const ports: number[] = [];
    for (let node = 0; node < NODES; node += 1) {
      const port = await freePort();
      const place = path.join(folder, `node${node}`);
      run('initdb', '-D', place, '-U', 'postgres', '-A', 'trust', '--locale=C', '-E', 'UTF8');
      fs.appendFileSync(path.join(place, 'postgresql.conf'), settingsOf(port, folder));
      run('pg_ctl', '-D', place, '-l', path.join(folder, 'log'), '-w', 'start');
      started.push(place);
      ports.push(port);
    }
    const [coordinator = 0, ...workers] = ports;
    return {
      url: `postgres://postgres@127.0.0.1:${coordinator}/postgres`,
      workers: workers.map((port) => `127.0.0.1:${port}`),
      pids: started.map((place) =>
        Number(fs.readFileSync(path.join(place, 'postmaster.pid'), 'utf8').split('\n', 1)[0]),
      ),
      stop,
    };
  } catch (error) {
    stop();
    throw error;
  }
}

function settingsOf(port: number, folder: string): string {
  const settings = {
    port: String(port),
    shared_preload_libraries: 'citus',
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: '300',
    max_prepared_transactions: '300',
    max_locks_per_transaction: '512',
    // Each database has a maintenance process of Citus on every node.
    max_worker_processes: '64',
    wal_level: 'logical',
    shared_buffers: '128MB',
    'citus.max_cached_conns_per_worker': '2',
    'citus.enable_stat_counters': 'on',
    ...(process.env['CHABA_TEST_FAST'] === '1' ? { fsync: 'off' } : {}),
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name} = '${value}'\n`)
    .join('');
}

/** The workers that the tests' databases are spread over; empty without a cluster. */
export function testWorkers(): readonly string[] {
  return (process.env['TEST_CLUSTER_WORKERS'] ?? '').split(',').filter((worker) => worker !== '');
}

/** Ends a worker of the test cluster without notice and returns its restart. */
export async function killWorker(coordinator: string, worker: string): Promise<() => Promise<void>> {
  const url = nodeUrl(coordinator, worker);
  const [row] = await query<{ pid: string; folder: string }>(
    url,
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid, current_setting('data_directory') as folder`,
  );
  if (row === undefined) throw new Error(`the worker ${worker} did not state its process`);
  process.kill(Number(row.pid), 'SIGKILL');
  const start = ['-D', row.folder, '-l', path.join(row.folder, '..', 'log'), '-w', 'start'];
  return async () => {
    for (let triesLeft = RESTART_TRIES; triesLeft > 0; triesLeft -= 1) {
      const { status } = spawnSync(path.join(BIN, 'pg_ctl'), start, {
        ...asUser(databaseUser()),
        cwd: '/',
        env: { LC_ALL: 'C', TZ: 'UTC' },
        stdio: 'ignore',
      });
      if (status === 0) return;
      await sleep(RESTART_RETRY_MS);
    }
    throw new Error(`the worker ${worker} did not start again: ${path.join(row.folder, '..', 'log')}`);
  };
}

/** Creates a database with the extension on every node; the tables are not made yet. */
export async function createClusterDatabase(
  coordinator: string,
  name: string,
  workers: readonly string[] = testWorkers(),
): Promise<void> {
  const nodes = [coordinator, ...workers.map((worker) => nodeUrl(coordinator, worker))];
  await Promise.all(
    nodes.map(async (url) => {
      await query(url, `create database ${name} template template0 encoding 'UTF8'`);
      await query(databaseUrl(url, name), 'create extension citus');
    }),
  );
  const url = databaseUrl(coordinator, name);
  const { hostname, port } = new URL(coordinator);
  await query(url, `select citus_set_coordinator_host('${hostname}', ${port})`);
  for (const worker of workers) {
    const [host = '', workerPort = ''] = worker.split(':');
    await query(url, `select citus_add_node('${host}', ${workerPort})`);
  }
}

export async function dropClusterDatabase(coordinator: string, name: string): Promise<void> {
  const nodes = [coordinator, ...testWorkers().map((worker) => nodeUrl(coordinator, worker))];
  for (const url of nodes) await query(url, `drop database if exists ${name} with (force)`);
}

function nodeUrl(coordinator: string, worker: string): string {
  const address = new URL(coordinator);
  address.host = worker;
  return address.href;
}

function databaseUrl(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

async function query<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'test cluster' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
