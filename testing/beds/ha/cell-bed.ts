// Two cells for tests: PostgreSQL servers of their own with the product's tables, a list of cells, the edge's folder.
//
// Always true: everything is in one folder that is deleted, and listens on 127.0.0.1.
//
// Elsewhere: the commands (apps/ops/src/cells), HAProxy (edge-process.ts).

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Database, openDatabase, sql } from '@chaba/database';
import { APPLICATION_ROLE, type EmbeddedDatabase, freePort, startEmbedded } from '@chaba/embedded-postgres';
import { createDatabase, type Login, loginOf, loginUrl, migrate } from '@chaba/database/migrate';
import { connectOwner } from '@chaba/database/site-move';
import { testSettings } from '@chaba/database/testing';
import { VERSION } from '@chaba/server/core/instance';

import { createCell, writeAll } from '@chaba/ops/cells/cells';
import { type MoveProgress, moveSites } from '@chaba/ops/cells/move-site';
import { ROOT } from '@chaba/ops/core/root';
import { succeed, succeedAsPostgres } from '#testing/beds/programs';

const NAME = 'chaba_cell';
const START_MS = 60_000;
const FAILOVER_SLOTS_SINCE = 170_000;
/** A copy has one worker a table, two at once unless more are allowed. */
const WORKERS = {
  max_sync_workers_per_subscription: '6',
  max_logical_replication_workers: '12',
  max_worker_processes: '20',
  max_replication_slots: '20',
  max_wal_senders: '20',
};

export type BedCell = {
  readonly number: number;
  readonly database: Database;
  readonly owner: Database;
  readonly url: string;
  readonly ownerUrl: string;
  /** The list of cells names this file. */
  readonly addressFile: string;
  readonly stop: () => Promise<void>;
  /** Kills its main process (kill -9). */
  readonly kill: () => Promise<void>;
  readonly start: (settings?: Readonly<Record<string, string>>) => Promise<void>;
  /** Writes the heartbeat of a ready server process. */
  readonly beat: (fields?: { readonly prints?: object; readonly commit?: string }) => Promise<void>;
};

export type BedStandby = {
  readonly ownerUrl: string;
  readonly stop: () => Promise<void>;
  /** At the same address, with these settings instead. */
  readonly start: (given?: Readonly<Record<string, string>>) => Promise<void>;
  /** Kills the cell (kill -9); the standby is the primary at its address, as after a failover behind one address. */
  readonly failOver: () => Promise<void>;
};

export type MoveWords = {
  readonly from?: number;
  readonly to?: number;
  readonly isAbort?: boolean;
  readonly keptDays?: number;
  /** Throws at the first report of this step. */
  readonly stopAt?: string;
  readonly onStep?: (progress: MoveProgress) => void;
};

export class CellBed {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-cells-'));
  readonly file = path.join(this.folder, 'cells.json');
  readonly edge = path.join(this.folder, 'edge');
  readonly cells: BedCell[] = [];

  readonly #programs: string | undefined;
  readonly #servers = new Map<BedCell, Server>();

  /** `programs`: the folder of a PostgreSQL of this machine; the embedded one unless given. */
  constructor(programs?: string) {
    this.#programs = programs;
    fs.chmodSync(this.folder, 0o755);
    fs.mkdirSync(this.edge);
    fs.copyFileSync(path.join(ROOT, 'deploy', 'haproxy', 'cells.cfg'), path.join(this.edge, 'cells.cfg'));
  }

  /** Starts PostgreSQL with the product's tables; its address stays when it is started again. */
  async openDatabase(number: number, given: Readonly<Record<string, string>> = {}): Promise<BedCell> {
    const dataDir = path.join(this.folder, `cell-${number}`);
    const server =
      this.#programs === undefined ? await openEmbedded(dataDir, given) : await openInstalled(this.#programs, dataDir);
    await createDatabase(server.url(server.owner, 'postgres'), NAME);
    const ownerUrl = server.url(server.owner, NAME);
    const login = server.login;
    await migrate({ url: ownerUrl, login });
    const url = server.url(login, NAME);
    const addressFile = path.join(this.folder, `cell-${number}-owner-url`);
    fs.writeFileSync(addressFile, `${ownerUrl}\n`);
    const [database, owner] = [openDatabase({ url, poolSize: 8 }), openDatabase({ url: ownerUrl, poolSize: 8 })];
    const cell: BedCell = {
      number,
      database,
      owner,
      url,
      ownerUrl,
      addressFile,
      stop: server.stop,
      kill: server.kill,
      start: (settings = given) => server.start(settings),
      async beat({ prints = {}, commit = 'test' } = {}) {
        await owner.execute(sql`
          insert into process_beat (instance, started_at, beat_at, state, version, commit, promises, secret_prints)
          values (${`cell ${number}`}, now(), now() + interval '10 minutes', 'ready', ${VERSION}, ${commit}, '{}',
            ${JSON.stringify(prints)}::jsonb)
          on conflict (instance) do update set commit = excluded.commit, secret_prints = excluded.secret_prints`);
      },
    };
    this.cells.push(cell);
    this.#servers.set(cell, server);
    return cell;
  }

  /** Starts a standby of a cell that nothing follows yet. */
  async openStandby(cell: BedCell): Promise<BedStandby> {
    const { owner, ownerUrl, database } = cell;
    const server = this.#servers.get(cell);
    assert.ok(server);
    const { version } = await owner.one<{ version: number }>(sql`
      select current_setting('server_version_num')::int as version`);
    const hasFailoverSlots = version >= FAILOVER_SLOTS_SINCE;
    await server.stop();
    server.copy();
    await server.start({});
    await untilAnswered(owner);
    await owner.rows(sql`select pg_create_physical_replication_slot('standby', true)`);
    if (hasFailoverSlots) await owner.execute(sql`alter system set synchronized_standby_slots = 'standby'`);
    await owner.rows(sql`select pg_reload_conf()`);
    const url = new URL(ownerUrl);
    const words = { host: url.hostname, port: url.port, user: url.username, password: url.password, dbname: NAME };
    const primary = Object.entries(words).flatMap(([name, value]) => (value === '' ? [] : [`${name}=${value}`]));
    const settings = {
      primary_conninfo: primary.join(' '),
      primary_slot_name: 'standby',
      hot_standby_feedback: 'on',
      ...(hasFailoverSlots ? { sync_replication_slots: 'on' } : {}),
    };
    const standbyUrl = await server.startStandby(settings);
    const failOver = async (): Promise<void> => {
      const standby = await connectOwner(standbyUrl);
      const { at } = await owner.one<{ at: string }>(sql`select pg_current_wal_lsn()::text as at`);
      const missing = hasFailoverSlots
        ? `or not exists (select from pg_replication_slots where synced and not temporary and confirmed_flush_lsn >= $1)`
        : '';
      const behind = `select where pg_last_wal_replay_lsn() < $1::pg_lsn ${missing}`;
      await until(async () => (await standby.query(behind, [at])).rowCount === 0);
      await standby.end();
      await server.kill();
      await server.takeOver();
      const promoted = await connectOwner(ownerUrl);
      await promoted.query('select pg_promote(true)');
      await promoted.end();
      await Promise.all([untilAnswered(owner), untilAnswered(database)]);
    };
    return {
      ownerUrl: standbyUrl,
      failOver,
      stop: server.stopStandby,
      start: async (given = {}) => void (await server.startStandby({ ...settings, ...given })),
    };
  }

  /** Lists the cell. */
  async list(cell: BedCell, servers: readonly string[], sockets?: string): Promise<void> {
    const given = { database: cell.addressFile, servers: servers.join(','), folder: this.edge, sockets };
    await createCell(this.file, String(cell.number), given);
  }

  write(): Promise<string> {
    return writeAll(this.file);
  }

  /** Runs the command in this process; codes are separated by commas. */
  move(codes: string, { stopAt, onStep, ...words }: MoveWords = {}): Promise<number> {
    let isStopped = false;
    const report = (progress: MoveProgress): void => {
      onStep?.(progress);
      if (progress.step !== stopAt || isStopped) return;
      isStopped = true;
      throw new Error(`stopped at ${stopAt}`);
    };
    const given = { from: 0, to: 1, isAbort: false, keptDays: 7, ...words };
    const who = { operator: 'somchai', reason: 'the test' };
    return moveSites({ file: this.file, codes: codes.split(','), report, ...given, ...who });
  }

  async close(): Promise<void> {
    for (const cell of this.cells) {
      await Promise.all([cell.database.destroy(), cell.owner.destroy()]);
      await cell.stop().catch(() => undefined);
      // As root, the embedded database is in a separate folder outside (packages/embedded-postgres/src/data-folder.ts).
      const place = path.join(this.folder, `cell-${cell.number}`, 'postgres');
      if (fs.existsSync(place)) fs.rmSync(path.dirname(fs.realpathSync(place)), { recursive: true, force: true });
    }
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}

type Server = {
  readonly owner: Login;
  readonly login: Login;
  readonly url: (login: Login, database: string) => string;
  readonly start: (settings: Readonly<Record<string, string>>) => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly kill: () => Promise<void>;
  /** Copies the stopped server for a standby. */
  readonly copy: () => void;
  /** Returns its address. */
  readonly startStandby: (settings: Readonly<Record<string, string>>) => Promise<string>;
  readonly stopStandby: () => Promise<void>;
  /** The killed server is the standby from now on, at its address. */
  readonly takeOver: () => Promise<void>;
};

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + START_MS; !(await isTrue()); await sleep(100)) assert.ok(Date.now() < end, 'in time');
}

/** Repeats a statement until the database executes it: a restart has closed the connections of the pool. */
const untilAnswered = (database: Database): Promise<void> =>
  until(() =>
    database.rows(sql`select`).then(
      () => true,
      () => false,
    ),
  );

async function openEmbedded(dataDir: string, given: Readonly<Record<string, string>>): Promise<Server> {
  fs.mkdirSync(dataDir, { mode: 0o755 });
  const open = (settings: Readonly<Record<string, string>>, folder = place): Promise<EmbeddedDatabase> =>
    startEmbedded({ dataDir: folder, settings: { ...testSettings(), ...WORKERS, ...settings } });
  let place = dataDir;
  const copied = `${dataDir}-standby`;
  let standby: EmbeddedDatabase | undefined;
  let cluster = await open(given);
  const { ownerUrl, applicationPassword } = cluster;
  return {
    owner: loginOf(ownerUrl('postgres')),
    login: { role: APPLICATION_ROLE, password: applicationPassword },
    url: (login, database) => loginUrl(ownerUrl(database), login),
    async start(settings) {
      cluster = await retry(() => open(settings));
    },
    stop: () => cluster.stop(),
    kill: () => killPostmaster(path.join(place, 'postgres')),
    copy: () => copyAsStandby(dataDir, copied, 'postgres'),
    async startStandby(settings) {
      standby = await retry(() => open(settings, copied));
      return standby.ownerUrl(NAME);
    },
    async stopStandby() {
      await standby?.stop();
      standby = undefined;
    },
    async takeOver() {
      await standby?.stop();
      // The same port.
      fs.copyFileSync(path.join(dataDir, 'postgres.json'), path.join(copied, 'postgres.json'));
      place = copied;
      cluster = await retry(() => open({}));
    },
  };
}

function copyAsStandby(from: string, to: string, cluster: string): void {
  succeed('cp', '-a', from, to);
  fs.writeFileSync(path.join(to, cluster, 'standby.signal'), '');
}

/** A server of Debian's PostgreSQL, as its user. */
async function openInstalled(programs: string, dataDir: string): Promise<Server> {
  fs.mkdirSync(dataDir, { mode: 0o755 });
  const folder = path.join(dataDir, 'cluster');
  const port = await freePort();
  succeed('chown', 'postgres', dataDir);
  succeedAsPostgres(path.join(programs, 'initdb'), '-D', folder, '--auth=trust', '--username=postgres', '--no-sync');
  const settings = {
    port: String(port),
    listen_addresses: `'127.0.0.1'`,
    unix_socket_directories: `''`,
    wal_level: 'logical',
    ...WORKERS,
    max_connections: '200',
    fsync: 'off',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
  fs.appendFileSync(path.join(folder, 'postgresql.conf'), lines.join(''));
  let place = dataDir;
  const copied = `${dataDir}-standby`;
  const control = (...words: string[]): string => {
    const files = ['-D', path.join(place, 'cluster'), '-l', path.join(place, 'log')];
    return succeedAsPostgres(path.join(programs, 'pg_ctl'), ...files, '-w', ...words);
  };
  const inCopy = (work: () => void): void => {
    place = copied;
    try {
      work();
    } finally {
      place = dataDir;
    }
  };
  control('start');
  let own: string | undefined;
  const address = (database: string): string => `postgres://postgres@127.0.0.1:${port}/${database}`;
  return {
    owner: { role: 'postgres', password: undefined },
    login: { role: APPLICATION_ROLE, password: 'bed' },
    url: (login, database) => loginUrl(address(database), login),
    start: () => retry(async () => void control('start')),
    stop: async () => void control('-m', 'immediate', 'stop'),
    kill: () => killPostmaster(path.join(place, 'cluster')),
    copy: () => copyAsStandby(dataDir, copied, 'cluster'),
    async startStandby(given) {
      own ??= String(await freePort());
      const lines = Object.entries({ ...given, port: own });
      const text = lines.map(([name, value]) => `${name} = '${value}'\n`).join('');
      fs.appendFileSync(path.join(copied, 'cluster', 'postgresql.conf'), text);
      inCopy(() => void control('start'));
      return `postgres://postgres@127.0.0.1:${own}/${NAME}`;
    },
    stopStandby: async () => inCopy(() => void control('-m', 'fast', 'stop')),
    async takeOver() {
      inCopy(() => void control('-m', 'fast', 'stop'));
      fs.appendFileSync(
        path.join(copied, 'cluster', 'postgresql.conf'),
        `port = ${port}\nprimary_conninfo = ''\nprimary_slot_name = ''\n`,
      );
      place = copied;
      await retry(async () => void control('start'));
    },
  };
}

/** The processes of a killed server hold its memory until they notice. */
async function retry<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const until = Date.now() + START_MS; ; await sleep(500)) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}

async function killPostmaster(folder: string): Promise<void> {
  const pid = Number(fs.readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  process.kill(pid, 'SIGKILL');
  await sleep(1_000);
}
