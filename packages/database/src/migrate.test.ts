import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { openDatabase, sql } from './database.ts';
import {
  createDatabase,
  dropDatabase,
  inspectAccess,
  isPowerfulLogin,
  loginUrl,
  migrate,
  OlderBuildError,
  readMigrations,
  serverVersion,
} from './migrate.ts';
import { listWaiting, testCluster, testDatabase } from '#database/testing/databases';

/** How often the migration is found waiting for the lock while statements run beside it. */
const WAITS = 3;
const admin = await testCluster();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-migrations-'));
const name = `chaba_test_${process.pid}_migrate`;
const address = new URL(admin);
address.pathname = `/${name}`;
const url = address.href;

beforeEach(async () => {
  await dropDatabase(admin, name);
  await createDatabase(admin, name);
  for (const file of fs.readdirSync(folder)) fs.rmSync(path.join(folder, file));
});
after(async () => {
  await dropDatabase(admin, name);
  fs.rmSync(folder, { recursive: true, force: true });
});

const write = (file: string, text: string): void => fs.writeFileSync(path.join(folder, file), text);

test('applies migrations once, in order, and none at the second start', async () => {
  write('0001_first.sql', 'create table hen (id int primary key);');
  write('0002_second.sql', 'alter table hen add column eggs int not null default 0; insert into hen values (1, 2);');
  assert.deepEqual((await migrate({ url, folder })).applied, ['0001_first.sql', '0002_second.sql']);
  assert.deepEqual((await migrate({ url, folder })).applied, []);
  write('0003_third.sql', 'drop table hen;');
  assert.deepEqual((await migrate({ url, folder })).applied, ['0003_third.sql']);
});

test('applies each migration once if two processes start concurrently', async () => {
  write('0001_first.sql', 'select pg_sleep(0.1); create table hen (id int primary key);');
  const results = await Promise.all([migrate({ url, folder }), migrate({ url, folder }), migrate({ url, folder })]);
  assert.deepEqual(
    results.flatMap(({ applied }) => applied),
    ['0001_first.sql'],
  );
});

test('rolls back a failed migration completely', async () => {
  write('0001_first.sql', 'create table hen (id int primary key);');
  write('0002_broken.sql', 'create table egg (id int primary key); select 1 / 0;');
  await assert.rejects(migrate({ url, folder }), /0002_broken\.sql failed: division by zero/);
  write('0002_broken.sql', 'create table egg (id int primary key);');
  assert.deepEqual((await migrate({ url, folder })).applied, ['0002_broken.sql']);
});

test('rejects an edited, removed or inserted migration', async () => {
  write('0001_first.sql', 'create table hen (id int primary key);');
  write('0003_third.sql', 'create table egg (id int primary key);');
  await migrate({ url, folder });
  write('0002_between.sql', 'select 1;');
  await assert.rejects(migrate({ url, folder }), /another order here: 0003_third\.sql/);
  fs.rmSync(path.join(folder, '0002_between.sql'));
  write('0003_third.sql', 'create table egg (id bigint primary key);');
  await assert.rejects(migrate({ url, folder }), /0003_third\.sql was edited/);
  fs.rmSync(path.join(folder, '0003_third.sql'));
  await assert.rejects(migrate({ url, folder }), /newer than this code/);
});

test('inspects the database of a newer version, which alone may change it', async () => {
  await migrate({ url });
  const database = openDatabase({ url, poolSize: 1 });
  await database.execute(sql`insert into migration (name, checksum) values ('9999_next.sql', 'unknown')`);
  assert.deepEqual((await inspectAccess(url)).pending, []);
  await assert.rejects(migrate({ url }), /newer than this code: it has 9999_next\.sql/);
  const { name: newest } = await database.one<{ name: string }>(
    sql`delete from migration where name = (select max(name) from migration where name < '9999') returning name`,
  );
  assert.deepEqual((await inspectAccess(url)).pending, [newest]);
  await database.close();
});

test('rejects a database of each build before the migrations were written anew, and changes nothing in it', async () => {
  for (const file of ['0002_site.sql', '0003_members.sql']) {
    await dropDatabase(admin, name);
    await createDatabase(admin, name);
    for (const other of fs.readdirSync(folder)) fs.rmSync(path.join(folder, other));
    write('0001_ledger.sql', 'create table hen (id int primary key);');
    write(file, 'create table egg (id int primary key);');
    await migrate({ url, folder });
    await assert.rejects(migrate({ url }), OlderBuildError, file);
    const database = openDatabase({ url, poolSize: 1 });
    const tables = await database.rows<{ name: string }>(
      sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    );
    await database.close();
    assert.deepEqual(
      tables.map((table) => table.name),
      ['egg', 'hen', 'migration'],
    );
  }
});

test('rejects invalid file names and duplicate numbers before any migration', () => {
  write('1_first.sql', 'select 1;');
  assert.throws(() => readMigrations(folder), /named like 0007_play\.sql/);
  fs.rmSync(path.join(folder, '1_first.sql'));
  write('0001_a.sql', 'select 1;');
  write('0001_b.sql', 'select 1;');
  assert.throws(() => readMigrations(folder), /numbered like 0001_b\.sql/);
});

test('blocks other statements only briefly during the wait for a lock, and applies the migration afterwards', async () => {
  write('0001_first.sql', 'create table hen (id int primary key); insert into hen values (1);');
  await migrate({ url, folder });
  write('0002_second.sql', 'alter table hen add column eggs int;');
  const others = openDatabase({ url, poolSize: 2 });
  const [isHeld, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const reader = others.transaction(async (tx) => {
    await tx.rows(sql`select id from hen`);
    isHeld.resolve();
    await mayEnd.promise;
  });
  await isHeld.promise;
  const migrating = migrate({ url, folder });
  const owner = openDatabase({ url, poolSize: 1 });
  // A migration that kept its place in the queue would hold statements back until the reader ends, so one would fail.
  let waits = 0;
  for (const until = Date.now() + 60_000; waits < WAITS && Date.now() < until; ) {
    if ((await listWaiting(owner)).length > 0) waits += 1;
    await others.rows(sql`select id from hen`);
  }
  assert.equal(waits, WAITS, 'the migration did wait for the lock');
  mayEnd.resolve();
  await reader;
  assert.deepEqual((await migrating).applied, ['0002_second.sql']);
  await owner.close();
  await others.close();
});

test('fails with a message and without changes if the lock of a migration is never free', async () => {
  write('0001_first.sql', 'create table hen (id int primary key);');
  await migrate({ url, folder });
  write('0002_second.sql', 'create table egg (id int); alter table hen add column eggs int;');
  const others = openDatabase({ url, poolSize: 1 });
  const patience = { lockTimeoutMs: 20, pauseMs: 20, retryForMs: 300 };
  await others.transaction(async (tx) => {
    await tx.rows(sql`select id from hen`);
    await assert.rejects(migrate({ url, folder, patience }), /0002_second\.sql failed: a lock was not free within/);
  });
  assert.deepEqual(await others.rows(sql`select to_regclass('egg')::text as egg`), [{ egg: null }]);
  await others.close();
  assert.deepEqual((await migrate({ url, folder })).applied, ['0002_second.sql']);
});

test('finishes an interrupted index at the next run and only records a finished one', async () => {
  write('0001_first.sql', 'create table hen (id int primary key); insert into hen select generate_series(1, 1000);');
  await migrate({ url, folder });
  write('0002_index.sql', '-- outside a transaction\ncreate index concurrently hen_by_id on hen (id);\n');
  const others = openDatabase({ url, poolSize: 2 });
  const states = sql`select indisvalid as valid from pg_index where indexrelid = to_regclass('hen_by_id')`;
  const isHeld = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  // The index waits for every older transaction.
  const old = others.transaction(async (tx) => {
    await tx.rows(sql`select id from hen`);
    isHeld.resolve();
    await goOn.promise;
  });
  await isHeld.promise;
  const failing = assert.rejects(migrate({ url, folder }));
  while ((await others.rows(states)).length === 0) await sleep(20);
  await others.rows(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'chaba migrate'`);
  await failing;
  assert.deepEqual(await others.rows(states), [{ valid: false }]);
  goOn.resolve();
  await old;
  assert.deepEqual((await migrate({ url, folder })).applied, ['0002_index.sql']);
  assert.deepEqual(await others.rows(states), [{ valid: true }]);
  // The process died between the index and the row that records it.
  await others.execute(sql`delete from migration where name = '0002_index.sql'`);
  assert.deepEqual((await migrate({ url, folder })).applied, ['0002_index.sql']);
  await others.close();
});

test('allows the product to insert and read journal rows only', async () => {
  const database = await testDatabase();
  const forbidden = { code: '42501' };
  await assert.rejects(database.execute(sql`update ledger_transfer set amount_e4 = 1`), forbidden);
  await assert.rejects(database.execute(sql`delete from ledger_transfer`), forbidden);
  await assert.rejects(database.execute(sql`truncate ledger_transfer`), forbidden);
  await assert.rejects(database.execute(sql`alter table ledger_transfer add column x int`), forbidden);
  await assert.rejects(database.execute(sql`create table mine (id int)`), forbidden);
  await assert.rejects(database.execute(sql`update migration set checksum = ''`), forbidden);
  assert.deepEqual(await database.rows(sql`select * from ledger_transfer`), []);
  assert.ok((await database.rows(sql`select name from migration`)).length > 0);
});

const login = { role: `chaba_test_${process.pid}_app`, password: 'app' };

test('logs the product in as its own role, which cannot become the owner', async () => {
  write('0001_first.sql', 'create table ledger_transfer (id int primary key); create table egg (id int primary key);');
  await migrate({ url, folder, login });
  const database = openDatabase({ url: loginUrl(url, login), poolSize: 1 });
  try {
    assert.deepEqual(await database.one(sql`select session_user::text as login, current_user::text as role`), {
      login: login.role,
      role: login.role,
    });
    assert.equal(await database.execute(sql`insert into egg values (1)`), 1);
    for (const escape of [sql`reset role`, sql`set role none`, sql`reset session authorization`]) {
      await database.execute(escape);
      await assert.rejects(database.execute(sql`delete from ledger_transfer`), { code: '42501' });
    }
    const owner = decodeURIComponent(new URL(url).username);
    await assert.rejects(database.execute({ strings: [`set role "${owner}"`], values: [] }), { code: '42501' });
    await assert.rejects(database.execute({ strings: [`set session authorization "${owner}"`], values: [] }), {
      code: '42501',
    });
  } finally {
    await database.close();
    await dropRole(login.role);
  }
});

test('rejects a login of the product that could become the owner', async () => {
  write('0001_first.sql', 'create table ledger_transfer (id int primary key);');
  const owner = decodeURIComponent(new URL(url).username);
  await asAdmin(`create role ${login.role} login password 'app'`, `grant "${owner}" to ${login.role}`);
  try {
    await assert.rejects(migrate({ url, folder, login }), /may do more than the product/);
    assert.equal(await isPowerfulLogin(loginUrl(url, login)), true);
  } finally {
    await dropRole(login.role);
  }
});

test('grants rights to an existing role if the owner cannot create roles', async () => {
  write('0001_first.sql', 'create table ledger_transfer (id int primary key);');
  const limited = `chaba_test_${process.pid}`;
  await asAdmin(`create role ${limited} login password 'limited'`, `alter database ${name} owner to ${limited}`);
  const lent = loginUrl(url, { role: limited, password: 'limited' });
  try {
    await assert.rejects(migrate({ url: lent, folder, login }), /cannot log in/);
    await asAdmin(`create role ${login.role} login password 'app'`);
    await migrate({ url: lent, folder, login });
    const database = openDatabase({ url: loginUrl(url, login), poolSize: 1 });
    assert.deepEqual(await database.rows(sql`select id from ledger_transfer`), []);
    await assert.rejects(database.execute(sql`insert into ledger_transfer values (1)`), { code: '42501' });
    await database.close();
  } finally {
    await dropDatabase(admin, name);
    await asAdmin(`drop role if exists ${login.role}`, `drop role ${limited}`);
  }
});

test('reads the version of a server as its major number', async () => {
  assert.ok((await serverVersion(admin)) >= 15);
});

async function dropRole(role: string): Promise<void> {
  await dropDatabase(admin, name);
  await asAdmin(`drop role if exists ${role}`);
}

async function asAdmin(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
