// A database that stops responding, is demoted, or shuts down: every statement ends in time as an unavailable database,
// and the pool serves again.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { type Database, type DatabaseEvent, isDatabaseUnavailable, openDatabase, sql } from './database.ts';
import { openProxy } from '#database/testing/tcp-proxy';
import { testDatabase } from '#database/testing/databases';

const database = await testDatabase();
const ping = sql`select 1 as alive`;

function openTest(options: Parameters<typeof openDatabase>[0]): Database {
  const opened = openDatabase(options);
  after(() => opened.destroy());
  return opened;
}

async function measure(work: Promise<unknown>): Promise<{ error: unknown; tookMs: number }> {
  const beganAt = performance.now();
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { error, tookMs: performance.now() - beganAt };
}

/** Waits until a connection of this database executes pg_sleep. */
async function untilSleeping(): Promise<void> {
  const sleeping = sql`
    select 1 from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`;
  while ((await database.owner.rows(sleeping)).length === 0) await sleep(10);
}

test('ends a statement, a transaction, a commit and a page within the flight timeout when the connection stops responding', async () => {
  const proxy = await openProxy(database.url);
  const events: DatabaseEvent[] = [];
  const onEvent = (event: DatabaseEvent): void => void events.push(event);
  const distant = openTest({ url: proxy.url, poolSize: 4, statementTimeoutMs: 1_000, flightTimeoutMs: 2_000, onEvent });
  const isOpen = Promise.withResolvers<void>();
  const [goesOn, isSilent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const committing = distant.transaction(async (tx) => {
    await tx.one(ping);
    isOpen.resolve();
    await goesOn.promise;
  });
  const failing = distant.transaction(async (tx) => {
    await tx.one(ping);
    await isSilent.promise;
    throw new Error('of the work');
  });
  const paging = (async () => {
    for await (const _ of distant.pages(sql`select n from generate_series(1, 30) n`, 10)) await isSilent.promise;
  })();
  await isOpen.promise;
  // The idle connections of the pool are silent too.
  await Promise.all([distant.one(ping), distant.one(ping)]);
  proxy.silence();
  goesOn.resolve();
  isSilent.resolve();
  const works = [
    committing,
    failing,
    paging,
    distant.one(ping),
    distant.transaction((tx) => tx.one(ping)),
    // Waits for a connection, which then has to be made.
    ...Array.from({ length: 6 }, () => distant.one(ping)),
  ];
  for (const { error, tookMs } of await Promise.all(works.map(measure))) {
    assert.ok(isDatabaseUnavailable(error), String(error));
    // Without the timeout they would wait for the proxy for ever; the bound leaves room for a slow machine.
    assert.ok(tookMs < 120_000, `it took ${Math.round(tookMs)} ms`);
  }
  assert.ok(events.length > 0 && events.every((event) => event === 'flight timeout'), String(events));
  proxy.open();
  const ended = events.length;
  const { error } = await measure(distant.transaction((tx) => tx.one(ping)));
  assert.equal(error, undefined);
  assert.equal(events.length, ended, 'no silent connection is left in the pool');
});

test('classifies a connection that is not made in time as unavailable, whichever timer of the driver ends it', async () => {
  const proxy = await openProxy(database.url);
  proxy.silence();
  // The pool has a timer of the same length; the one of the client can end first.
  const client = new pg.Client({ connectionString: proxy.url, connectionTimeoutMillis: 50 });
  client.on('error', () => undefined);
  await assert.rejects(client.connect(), (error) => isDatabaseUnavailable(error));
});

test('starts the timeout of a flight after the previous flight', async () => {
  const patient = openTest({ url: database.url, poolSize: 1, flightTimeoutMs: 8_000 });
  await patient.transaction(async (tx) => {
    const first = tx.execute(sql`select pg_sleep(4.5)`);
    // In a flight of its own.
    await setImmediate();
    await Promise.all([first, tx.execute(sql`select pg_sleep(4.5)`)]);
  });
});

test('gives statements without a timeout all the time they need', async () => {
  const unlimited = openTest({ url: database.url, poolSize: 1 });
  await unlimited.execute(sql`select pg_sleep(1)`);
});

test('drops the connection to a server that only reads, and one that lost its rights', async () => {
  const single = openTest({ url: database.url, poolSize: 1 });
  const pid = async (): Promise<number> => (await single.one<{ pid: number }>(sql`select pg_backend_pid() as pid`)).pid;
  const write = sql`insert into job_lease (job, holder, held_until) values ('stale', gen_random_uuid(), now())`;
  const before = await pid();
  // As a server that was demoted under a living connection answers.
  await single.execute(sql`set default_transaction_read_only = on`);
  await assert.rejects(single.execute(write), (error) => isDatabaseUnavailable(error));
  const next = await pid();
  assert.notEqual(next, before);
  await single.execute(sql`set default_transaction_read_only = on`);
  await assert.rejects(
    single.transaction((tx) => tx.execute(write)),
    (error) => isDatabaseUnavailable(error),
  );
  const third = await pid();
  assert.notEqual(third, next);
  await assert.rejects(single.execute(sql`delete from ledger_transfer`), { code: '42501' });
  assert.notEqual(await pid(), third);
});

test('classifies shutdown, refused and reset connections and unknown logins as unavailable', async () => {
  const proxy = await openProxy(database.url);
  const distant = openTest({ url: proxy.url, poolSize: 1 });
  await distant.one(ping);
  const { pid } = await distant.one<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  const sleeping = distant.execute(sql`select pg_sleep(10)`);
  sleeping.catch(() => undefined);
  await untilSleeping();
  await database.owner.rows(sql`select pg_terminate_backend(${pid})`);
  await assert.rejects(sleeping, (error) => isDatabaseUnavailable(error));
  await distant.one(ping);
  const cut = distant.execute(sql`select pg_sleep(10)`);
  cut.catch(() => undefined);
  await untilSleeping();
  proxy.shut();
  await assert.rejects(cut, (error) => isDatabaseUnavailable(error));
  await assert.rejects(distant.one(ping), (error) => isDatabaseUnavailable(error));
  const address = new URL(database.url);
  address.port = '1';
  for (const url of [address.href, database.url.replace(/\/\/[^:]+:/, '//nobody_here:')]) {
    await assert.rejects(openTest({ url, poolSize: 1 }).one(ping), (error) => isDatabaseUnavailable(error));
  }
  assert.ok(!isDatabaseUnavailable(await database.one(sql`select 1 / 0`).catch((error: unknown) => error)));
});
