// Synchronous replication, on a PostgreSQL of its own that waits for a standby which does not exist: what PostgreSQL
// commits without its standby is no success, and a server that became a standby is not used.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Database, type DatabaseEvent, isDatabaseUnavailable, openDatabase, sql } from './database.ts';
import { startEmbedded } from '@chaba/embedded-postgres';
import { testSettings } from '#database/testing/databases';

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-replication-'));
fs.chmodSync(dataDir, 0o755);
let cluster = await startEmbedded({ dataDir, settings: testSettings() });
const events: DatabaseEvent[] = [];
const database = openDatabase({
  url: cluster.ownerUrl('postgres'),
  poolSize: 2,
  onEvent: (event) => void events.push(event),
});
const local = openDatabase({ url: `${cluster.ownerUrl('postgres')}?options=-c%20synchronous_commit%3Dlocal` });
after(async () => {
  await Promise.all([database.destroy(), local.destroy()]);
  await cluster.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});
await local.execute(sql`create table hen (name text primary key, eggs int)`);
await local.execute(sql`alter system set synchronous_standby_names = 'nobody'`);
await local.rows(sql`select pg_reload_conf()`);

const insert = (name: string) => sql`insert into hen values (${name}, 1)`;

/** Ends the wait for the standby as soon as a connection waits. */
async function interruptWait(how: 'cancel' | 'terminate'): Promise<void> {
  const waiting = sql`select pid from pg_stat_activity where wait_event = 'SyncRep'`;
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(20)) {
    const [first] = await local.rows<{ pid: number }>(waiting);
    if (first) {
      const { pid } = first;
      await local.rows(
        how === 'cancel' ? sql`select pg_cancel_backend(${pid})` : sql`select pg_terminate_backend(${pid})`,
      );
      return;
    }
  }
  assert.fail('no commit waits for its standby');
}

async function failOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

const works: readonly (readonly [string, (db: Database, name: string) => Promise<unknown>])[] = [
  ['a statement alone', (db, name) => db.execute(insert(name))],
  ['a transaction', (db, name) => db.transaction((tx) => tx.execute(insert(name)))],
  [
    'a transaction that commits with its last statement',
    (db, name) => db.transaction(async (tx) => tx.withCommit(tx.execute(insert(name)))),
  ],
];

test('reports and counts an unknown outcome if the wait of a commit for the standby is cancelled', async () => {
  for (const [name, work] of works) {
    events.length = 0;
    const outcome = failOf(work(database, name));
    await interruptWait('cancel');
    const error = await outcome;
    assert.ok(isDatabaseUnavailable(error), `${name}: ${String(error)}`);
    assert.match(String(error), /outcome unknown/);
    assert.deepEqual(events, ['unreplicated commit']);
    assert.equal((await local.rows(sql`select from hen where name = ${name}`)).length, 1, 'it is only on the primary');
    assert.deepEqual(await database.rows(sql`select 1 as one`), [{ one: 1 }], 'the connection is good');
  }
});

test('reports an unknown outcome if the connection of a commit ends during that wait', async () => {
  const outcome = failOf(database.transaction((tx) => tx.execute(insert('terminated'))));
  await interruptWait('terminate');
  assert.ok(isDatabaseUnavailable(await outcome));
});

test('waits for the standby after a transaction that locks a row and only reads', async () => {
  const outcome = failOf(
    database.transaction((tx) => tx.rows(sql`select eggs from hen where name = 'terminated' for no key update`)),
  );
  await interruptWait('cancel');
  assert.match(String(await outcome), /outcome unknown/);
});

test('rejects a server in recovery, which returns stale data', async () => {
  await cluster.stop();
  fs.writeFileSync(path.join(dataDir, 'postgres', 'standby.signal'), '');
  cluster = await startEmbedded({ dataDir, settings: testSettings() });
  const url = cluster.ownerUrl('postgres');
  const standby = openDatabase({ url, poolSize: 1 });
  after(() => standby.destroy());
  await assert.rejects(standby.rows(sql`select 1`), (error) => {
    assert.match(String((error as Error).cause), /standby/);
    return isDatabaseUnavailable(error);
  });
  await cluster.stop();
  fs.rmSync(path.join(dataDir, 'postgres', 'standby.signal'));
  cluster = await startEmbedded({ dataDir, settings: testSettings() });
  assert.equal(cluster.ownerUrl('postgres'), url, 'the same address');
  assert.deepEqual(await standby.rows(sql`select 1 as one`), [{ one: 1 }]);
});
