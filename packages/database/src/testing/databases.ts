// Fresh, migrated databases for tests on a real PostgreSQL.
//
// TEST_DATABASE_URL names the cluster (the test runner starts and ends one). A single test file without it uses an
// embedded cluster under .data/test that stays up for the next file. Databases are cloned from a template, which is
// migrated once and named after the migrations, so a clone costs milliseconds and never has an older timeline.
//
// Always true: tests log in with the rights of the product, so the restrictions of the journal apply to them. A
// database is dropped after its test or process. Durability is on, unless CHABA_TEST_FAST=1 switched fsync off at the
// cluster's start.

import { createHash, randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { canConnect } from '#database/can-connect';
import { type Database, type DatabaseOptions, openDatabase, type Queryable, sql } from '#database/database';
import { addressOf, OWNER_ROLE, readAccess, startEmbedded } from '@chaba/embedded-postgres';
import { identityOf, isAlive, isRunning } from '@chaba/embedded-postgres/owner';
import { ensureLogin, type Login, loginUrl } from '#database/logins';
import { migrate, readMigrations, timelineHash } from '#database/migrate';

export type TestDatabase = Database & {
  /** URL with the product's role, for a separate process (a server under test). */
  readonly url: string;
  /** URL for an operator command. */
  readonly operatorUrl: string;
  /** The owner's URL, for changes that the product's role cannot make. */
  readonly ownerUrl: string;
  /** The owner, for rows that a test changes and the product cannot. */
  readonly owner: Database;
};

export type TestDatabaseOptions = Pick<DatabaseOptions, 'poolSize' | 'statementTimeoutMs' | 'observer' | 'onEvent'>;

const MIGRATED = 'chaba_template_';
const FILLED = 'chaba_filled_';
/** Differs from the role of a product in the same cluster. */
const TEST_ROLE = 'chaba_test_app';
const OPERATOR_ROLE = 'chaba_test_operator';
const KEY_LETTERS = 24;
const TEMPLATES_KEPT = 3;
const LOCK_PATIENCE_MS = 120_000;
const TEMPLATE_LOCK_KEY = 7_364_202;

/** Creates a database that lives as long as the calling test or file. */
export async function testDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const opened: { close?: () => Promise<void> } = {};
  after(() => opened.close?.());
  const clone = await cloneTemplate();
  const database = openDatabase({ url: clone.url, applicationName: 'chaba test', ...options });
  const owner = openDatabase({ url: clone.ownerUrl, applicationName: 'chaba test owner', poolSize: 1 });
  opened.close = async () => {
    await Promise.all([database.close(), owner.close()]);
    await clone.drop();
  };
  return { ...database, url: clone.url, operatorUrl: clone.operatorUrl, ownerUrl: clone.ownerUrl, owner };
}

/**
 * The processes of this database that wait for a lock of another transaction. The query runs outside a transaction,
 * whose snapshot would not change.
 */
export async function listWaiting(owner: Queryable): Promise<number[]> {
  const waiting = await owner.rows<{ pid: number }>(
    sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return waiting.map(({ pid }) => pid);
}

export type Clone = {
  readonly url: string;
  readonly operatorUrl: string;
  readonly ownerUrl: string;
  readonly drop: () => Promise<void>;
};

/** Content of a template beyond the tables, written once per key. */
export type Filling = {
  /** Fingerprint of the content's sources: its code and its day. */
  readonly key: string;
  /** Writes the content; closes its connections before it returns. */
  readonly fill: (empty: Pick<Clone, 'url' | 'ownerUrl'>) => Promise<void>;
};

/** The same without a pool and node:test, for processes under test that drop the database themselves. */
export async function cloneTemplate(filling?: Filling): Promise<Clone> {
  const admin = await testCluster();
  const plain = await ensureTemplate(admin);
  const template = filling === undefined ? plain : await ensureFilled(admin, plain, filling);
  const name = `chaba_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  // Copies files instead of logging pages: two thirds of the processor time where no checkpoint waits for a disk.
  const strategy = isFast() ? 'strategy file_copy' : '';
  await withClient(admin, (client) => client.query(`create database ${name} template ${template} ${strategy}`));
  return {
    url: loginUrl(replaceDatabase(admin, name), testLogin(admin)),
    operatorUrl: loginUrl(replaceDatabase(admin, name), testLogin(admin, OPERATOR_ROLE)),
    ownerUrl: replaceDatabase(admin, name),
    drop: async () => {
      await withClient(admin, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

let template: Promise<string> | undefined;

function ensureTemplate(admin: string): Promise<string> {
  template ??= withClient(admin, (client) => findOrMakeTemplate(client, admin));
  return template;
}

async function findOrMakeTemplate(client: pg.Client, admin: string): Promise<string> {
  // A template contains the rights of the product, so changed rights give a new template.
  const rights = ['privileges.ts', 'operator-privileges.ts']
    .map((file) => fs.readFileSync(path.join(import.meta.dirname, '..', file), 'utf8'))
    .join('\n');
  const name = `${MIGRATED}${timelineHash([...readMigrations(), { name: 'privileges', text: rights, checksum: rights }])}`;
  const login = { ...testLogin(admin), mayReset: true };
  const operator = { ...testLogin(admin, OPERATOR_ROLE), mayReset: true };
  await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK_KEY]);
  await ensureLogin(client, admin, login);
  await ensureLogin(client, admin, operator);
  await dropDead(client);
  await makeUnlessThere(client, name, MIGRATED, async () => {
    await client.query(`create database ${name} template template0 encoding 'UTF8'`);
    await migrate({ url: replaceDatabase(admin, name), login, operator });
  });
  return name;
}

/** Creates the migrated template with the content of the filling. */
function ensureFilled(admin: string, plain: string, { key, fill }: Filling): Promise<string> {
  const name = `${FILLED}${createHash('sha256').update(plain).update(key).digest('hex').slice(0, KEY_LETTERS)}`;
  const ownerUrl = replaceDatabase(admin, name);
  return withClient(admin, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK_KEY]);
    await makeUnlessThere(client, name, FILLED, async () => {
      await client.query(`create database ${name} template ${plain}`);
      await fill({ url: loginUrl(ownerUrl, testLogin(admin)), ownerUrl });
    });
    return name;
  });
}

/** A database becomes a template when complete; an incomplete one is created again. */
async function makeUnlessThere(
  client: pg.Client,
  name: string,
  prefix: string,
  make: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ datistemplate: boolean }>(
    'select datistemplate from pg_database where datname = $1',
    [name],
  );
  if (rows[0]?.datistemplate === true) return;
  await dropPast(client, prefix);
  await client.query(`drop database if exists ${name} with (force)`);
  await make();
  await client.query(`alter database ${name} is_template true`);
}

/** The product's role in a cluster of tests, with a password that every process of them computes. */
function testLogin(admin: string, role = TEST_ROLE): Login {
  const password = createHash('sha256')
    .update(role === TEST_ROLE ? 'test login' : role)
    .update(new URL(admin).password)
    .digest('hex');
  return { role, password };
}

/** Databases of test processes that ended without dropping them. */
async function dropDead(client: pg.Client): Promise<void> {
  const names = await namesLike(client, 'chaba_test_');
  for (const name of names) if (!isRunning(Number(name.split('_')[2]))) await dropIfFree(client, name);
}

/** Templates of old timelines and days. */
async function dropPast(client: pg.Client, prefix: string): Promise<void> {
  for (const name of (await namesLike(client, prefix)).slice(TEMPLATES_KEPT)) {
    await client.query(`alter database ${name} is_template false`).catch(() => undefined);
    await dropIfFree(client, name);
  }
}

/** The newest first. */
async function namesLike(client: pg.Client, prefix: string): Promise<string[]> {
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1) order by oid desc',
    [prefix],
  );
  return rows.map(({ datname }) => datname);
}

/** Drops a database, unless another process is using or dropping it. */
async function dropIfFree(client: pg.Client, name: string): Promise<void> {
  await client.query(`drop database if exists ${client.escapeIdentifier(name)}`).catch(() => undefined);
}

let cluster: Promise<string> | undefined;

/** The URL of the cluster, for tests about whole databases. */
export function testCluster(): Promise<string> {
  cluster ??=
    process.env['TEST_DATABASE_URL'] === undefined
      ? developerCluster()
      : Promise.resolve(process.env['TEST_DATABASE_URL']);
  return cluster;
}

/** Starts the developer's cluster unless it runs, one process at a time. */
async function developerCluster(): Promise<string> {
  const dataDir = path.join(path.resolve(import.meta.dirname, '..', '..', '..', '..'), '.data', 'test');
  fs.mkdirSync(dataDir, { recursive: true });
  return withLock(path.join(dataDir, 'lock'), async () => {
    const access = readAccess(dataDir);
    if (access !== undefined) {
      const url = addressOf(OWNER_ROLE, access.ownerPassword, access.port, 'postgres');
      if (await canConnect(url)) return url;
    }
    const started = await startEmbedded({ dataDir, settings: testSettings(), outlivesUs: true });
    return started.ownerUrl('postgres');
  });
}

/** Settings of a test cluster: many small databases; what saves time, and durability, changes on request only. */
export function testSettings(): Record<string, string> {
  // The password of a test login is no secret: the thousands of rounds that protect one took time at each connection.
  const settings = { max_connections: '300', shared_buffers: '128MB', scram_iterations: '1' };
  // A statement runs only a few times per connection of a test, so PostgreSQL would plan each run anew.
  const fast = { fsync: 'off', full_page_writes: 'off', plan_cache_mode: 'force_generic_plan' };
  return isFast() ? { ...settings, ...fast } : settings;
}

function isFast(): boolean {
  return process.env['CHABA_TEST_FAST'] === '1';
}

async function withLock<Result>(place: string, work: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + LOCK_PATIENCE_MS;
  while (!tryLock(place)) {
    if (Date.now() > deadline) throw new Error(`Another test holds ${place}; delete the file if no test runs.`);
    await sleep(50);
  }
  try {
    return await work();
  } finally {
    fs.rmSync(place, { force: true });
  }
}

function tryLock(place: string): boolean {
  try {
    fs.writeFileSync(place, identityOf(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const holder = fs.existsSync(place) ? fs.readFileSync(place, 'utf8') : '';
    if (holder !== '' && !isAlive(holder)) fs.rmSync(place, { force: true });
    return false;
  }
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'chaba test' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function replaceDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}
