// Access to PostgreSQL: composed statements, types of values, atomic transactions, and notifications after a lost
// connection.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { violatedConstraint, isDatabaseUnavailable, openDatabase, type Sql, sql } from './database.ts';
import { openProxy } from '#database/testing/tcp-proxy';
import { testDatabase } from '#database/testing/databases';

const database = await testDatabase();
const owner = openDatabase({ url: database.ownerUrl, poolSize: 2 });
after(() => owner.close());
before(async () => {
  await owner.execute(sql`create table hen (name text primary key, eggs bigint check (eggs >= 0))`);
  await owner.execute(sql`grant all on hen to chaba_test_app`);
});

const numbered = (query: Sql): string =>
  query.strings.reduce((text, part, index) => (index === 0 ? part : `${text}$${index}${part}`), '');

test('nests fragments with their values in order', () => {
  const inner = sql`eggs > ${1} and name <> ${'b'}`;
  const outer = sql`select ${'a'} from hen where ${inner} or (${sql`true`}) limit ${5}`;
  assert.equal(numbered(outer), 'select $1 from hen where eggs > $2 and name <> $3 or (true) limit $4');
  assert.deepEqual(outer.values, ['a', 1, 'b', 5]);
  assert.equal(numbered(sql`${inner}${inner}`), 'eggs > $1 and name <> $2eggs > $3 and name <> $4');
});

test('sends each value as a parameter, for any content', async () => {
  const nasty = `'; drop table hen; --`;
  assert.deepEqual(await database.one(sql`select ${nasty}::text as value`), { value: nasty });
  assert.deepEqual(await database.rows(sql`select name from hen`), []);
});

test('passes texts of an array unchanged, for any content', async () => {
  const plain = ['', ' ', 'NULL', 'null', 'a,b', '{}', '{a}', "'", 'ชบา', 'two\nlines', '\u{1f33a}'];
  for (const texts of [plain, ['"'], ['\\'], ['\\"', 'a'], [...plain, '"', '\\', '\\\\"'], []]) {
    assert.deepEqual(await database.one(sql`select ${texts}::text[] as texts`), { texts });
  }
});

test('returns bigint, Date, day, numeric as text, JSON and arrays in their types', async () => {
  const row = await database.one(sql`
    select 9007199254740993::bigint as big, '2026-11-21T05:00:00Z'::timestamptz as at, '2026-11-21'::date as day,
      12.3400::numeric as exact, '{"a": [1]}'::jsonb as json, ${[1n, 2n]}::bigint[] as bigs, ${[]}::bigint[] as none,
      ${[null, 'x']}::text[] as texts, 5::int as small, null::bigint as nothing, ${Buffer.from([1, 255])}::bytea as bytes`);
  assert.deepEqual(row, {
    big: 9_007_199_254_740_993n,
    at: new Date('2026-11-21T05:00:00Z'),
    day: '2026-11-21',
    exact: '12.3400',
    json: { a: [1] },
    bigs: [1n, 2n],
    none: [],
    texts: [null, 'x'],
    small: 5,
    nothing: null,
    bytes: Buffer.from([1, 255]),
  });
});

test('returns one row from one() and maybe() and throws for further rows', async () => {
  assert.deepEqual(await database.oneOrNone(sql`select 1 as n where false`), undefined);
  await assert.rejects(database.one(sql`select 1 where false`), /expected one row, got 0/);
  await assert.rejects(database.one(sql`select generate_series(1, 2)`), /expected one row, got 2/);
  await assert.rejects(database.oneOrNone(sql`select generate_series(1, 2)`), /at most, got 2/);
});

test('rolls back a transaction that throws and reuses its connection', async () => {
  const failing = database.transaction(async (tx) => {
    await tx.execute(sql`insert into hen values ('Berta', 1)`);
    throw new Error('no');
  });
  await assert.rejects(failing, /no/);
  const breaking = database.transaction((tx) => tx.execute(sql`insert into hen values ('Berta', -1)`));
  await assert.rejects(breaking, (error) => violatedConstraint(error) === 'hen_eggs_check');
  assert.deepEqual(await database.rows(sql`select * from hen`), []);
});

test('rolls back a transaction whose work catches an error of a statement', async () => {
  const half = database.transaction(async (tx) => {
    await tx.execute(sql`insert into hen values ('Cilli', 1)`);
    await tx.execute(sql`insert into hen values ('Cilli', 2)`).catch(() => undefined);
  });
  await assert.rejects(half, /rolled back/);
  assert.deepEqual(await database.rows(sql`select * from hen where name = 'Cilli'`), []);
});

test('fails only the transaction of a connection that is lost between two statements', async () => {
  const away = database.transaction(async (tx) => {
    const { pid } = await tx.one<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await tx.execute(sql`insert into hen (name, eggs) values ('lost', 1)`);
    await owner.rows(sql`select pg_terminate_backend(${pid}, 5000)`);
    // No statement is in progress when the end of the connection is reported.
    await sleep(50);
    await tx.execute(sql`update hen set eggs = 2 where name = 'lost'`);
  });
  await assert.rejects(away, isDatabaseUnavailable);
  assert.deepEqual(await database.rows(sql`select name from hen where name = 'lost'`), []);
  await database.transaction((tx) => tx.execute(sql`select 1`));
});

test('cancels a statement at its timeout, rolls it back and reuses its connection', async () => {
  const patient = openDatabase({ url: database.url, poolSize: 1, statementTimeoutMs: 1_000 });
  after(() => patient.close());
  const slow = patient.transaction(async (tx) => {
    await tx.execute(sql`insert into hen values ('Greta', 1)`);
    await tx.execute(sql`select pg_sleep(120)`);
  });
  await assert.rejects(slow, { code: '57014' });
  await assert.rejects(patient.execute(sql`select pg_sleep(120)`), { code: '57014' });
  assert.deepEqual(await patient.rows(sql`select * from hen where name = 'Greta'`), []);
  const settings = await patient.one(sql`
    select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`);
  assert.deepEqual(settings, { statement: '1s', lock: '10s', idle: '20s' });
});

test('reads a long result in pages of one snapshot and occupies no connection of the pool', async () => {
  const narrow = openDatabase({ url: database.url, poolSize: 1 });
  after(() => narrow.close());
  await narrow.execute(sql`insert into hen select 'page ' || lpad(n::text, 4, '0'), n from generate_series(1, 25) n`);
  const pages: number[] = [];
  const names: string[] = [];
  for await (const page of narrow.pages<{ name: string }>(
    sql`select name from hen where name like ${'page %'} order by name`,
    10,
  )) {
    pages.push(page.length);
    names.push(...page.map(({ name }) => name));
    await narrow.transaction((tx) => tx.execute(sql`delete from hen where name like ${'page %'}`));
  }
  assert.deepEqual(pages, [10, 10, 5]);
  assert.deepEqual([names[0], names.at(-1)], ['page 0001', 'page 0025']);
  for await (const page of narrow.pages(sql`select n from generate_series(1, 30) n`, 10)) {
    assert.equal(page.length, 10);
    break;
  }
  const left = sql`select count(*)::int as n from pg_stat_activity where application_name = 'chaba' and datname = current_database()
    and query like 'fetch%'`;
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(20)) {
    if ((await owner.one<{ n: number }>(left)).n === 0) break;
  }
  assert.deepEqual(await owner.one(left), { n: 0 }, 'the connection of the pages is closed');
});

test('destroy rolls back open transactions and rejects new ones', async () => {
  const doomed = openDatabase({ url: database.url, poolSize: 2 });
  const isSleeping = Promise.withResolvers<void>();
  const slow = doomed.transaction(async (tx) => {
    await tx.execute(sql`insert into hen values ('Hilda', 1)`);
    isSleeping.resolve();
    await tx.execute(sql`select pg_sleep(120)`);
  });
  const failed = assert.rejects(slow);
  const paged = (async () => {
    for await (const _ of doomed.pages(sql`select pg_sleep(120)`, 1)) assert.fail('no page is expected');
  })();
  const ended = assert.rejects(paged);
  await isSleeping.promise;
  const began = performance.now();
  await doomed.destroy();
  await Promise.all([failed, ended]);
  assert.ok(performance.now() - began < 60_000, 'no caller waits for a destroyed connection');
  await assert.rejects(
    doomed.transaction((tx) => tx.execute(sql`select 1`)),
    isDatabaseUnavailable,
  );
  assert.deepEqual(await database.rows(sql`select * from hen where name = 'Hilda'`), []);
});

test('runs jobs after the commit, in order, and never after a rollback', async () => {
  const received: string[] = [];
  await database.transaction(async (tx) => {
    tx.afterCommit(() => received.push('first'));
    tx.afterCommit(() => received.push('second'));
    await tx.execute(sql`insert into hen values ('Dora', 1)`);
    assert.deepEqual(received, []);
  });
  assert.deepEqual(received, ['first', 'second']);
  const failing = database.transaction(async (tx) => {
    tx.afterCommit(() => received.push('never'));
    throw new Error('no');
  });
  await assert.rejects(failing);
  assert.deepEqual(received, ['first', 'second']);
});

test('reports an error after the commit as a warning and keeps the commit', async () => {
  const [received, warnings]: [string[], string[]] = [[], []];
  const warn = ({ message }: Error) => void warnings.push(message);
  process.on('warning', warn);
  const eggs = await database.transaction(async (tx) => {
    tx.afterCommit(() => {
      throw new Error('planted failure');
    });
    tx.afterCommit(() => received.push('second'));
    return (await tx.one<{ eggs: bigint }>(sql`insert into hen values ('Frieda', 3) returning eggs`)).eggs;
  });
  assert.deepEqual([eggs, received], [3n, ['second']]);
  assert.equal((await database.rows(sql`select 1 from hen where name = 'Frieda'`)).length, 1);
  process.off('warning', warn);
  assert.deepEqual(warnings, ['planted failure']);
});

test('returns results of concurrent statements in the order of their submission', async () => {
  await database.transaction(async (tx) => {
    const [, before_, , later] = await Promise.all([
      tx.execute(sql`insert into hen values ('Emma', 1)`),
      tx.one<{ eggs: bigint }>(sql`select eggs from hen where name = 'Emma'`),
      tx.execute(sql`update hen set eggs = 2 where name = 'Emma'`),
      tx.one<{ eggs: bigint }>(sql`select eggs from hen where name = 'Emma'`),
    ]);
    assert.deepEqual([before_.eggs, later.eggs], [1n, 2n]);
  });
});

/** Sends a notification repeatedly until it is received. */
async function isReceived(
  received: string[],
  text: string,
  notify: (text: string) => Promise<unknown>,
): Promise<boolean> {
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(50)) {
    await notify(text);
    if (received.includes(text)) return true;
  }
  return false;
}

const notify = (text: string): Promise<number> => database.execute(sql`select pg_notify('hens', ${text})`);

test('reconnects a listener after a lost connection and failed attempts', async () => {
  const gate = await openProxy(database.url);
  const distant = openDatabase({ url: gate.url, poolSize: 1, applicationName: 'chaba gate' });
  const received: string[] = [];
  let returns = 0;
  const stop = await distant.listen(
    'hens',
    (payload) => received.push(payload),
    () => (returns += 1),
  );
  assert.equal(returns, 0);
  assert.ok(await isReceived(received, 'one', notify));
  await owner.rows(sql`
    select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'chaba gate listen'`);
  assert.ok(await isReceived(received, 'two', notify), 'after the server ended the connection');
  assert.equal(returns, 1);
  gate.shut();
  while (gate.countRefused() < 2) await sleep(20);
  gate.open();
  assert.ok(await isReceived(received, 'three', notify), 'after attempts that could not even connect');
  assert.equal(returns, 2);
  gate.silence();
  gate.open();
  assert.ok(await isReceived(received, 'four', notify), 'after its connection stopped responding');
  assert.equal(returns, 3);
  const control: string[] = [];
  const stopControl = await database.listen('hens', (payload) => control.push(payload));
  await stop();
  const count = received.length;
  assert.ok(await isReceived(control, 'five', notify));
  await stopControl();
  assert.equal(received.length, count, 'no notification is received after the stop');
  await distant.close();
});

test('rejects a listener that cannot start, without retries', async () => {
  const gate = await openProxy(database.url);
  gate.shut();
  const distant = openDatabase({ url: gate.url, poolSize: 1, applicationName: 'chaba shut' });
  await assert.rejects(distant.listen('hens', () => undefined));
  gate.open();
  await sleep(1_500);
  const connected = await owner.rows(sql`select 1 from pg_stat_activity where application_name = 'chaba shut listen'`);
  assert.deepEqual(connected, []);
  await distant.close();
});

test('keeps role and settings of the address in a look-up pool and plans by index', async () => {
  const lookups = openDatabase({ url: database.url, poolSize: 1, shouldForceIndexPlans: true });
  after(() => lookups.close());
  const row = await lookups.one(sql`
    select current_user as role, current_setting('enable_seqscan') as scan, current_setting('plan_cache_mode') as plans`);
  assert.deepEqual(row, { role: 'chaba_test_app', scan: 'off', plans: 'force_generic_plan' });
  const plan = await lookups.rows<{ 'QUERY PLAN': string }>(sql`explain select * from hen where name = 'Dora'`);
  assert.match(plan[0]?.['QUERY PLAN'] ?? '', /hen_pkey/);
});
