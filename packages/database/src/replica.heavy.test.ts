// Reads of a standby that follows, lags, goes silent and ends: a read shows every commit of five seconds before it, and
// none fails.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Database, openDatabase, type Queryable, type Sql, sql } from './database.ts';
import { startEmbedded } from '@chaba/embedded-postgres';
import { openReplicaReads, type ReadOutcome } from './replica.ts';
import { openProxy } from '#database/testing/tcp-proxy';
import { testSettings } from '#database/testing/databases';
import { startStandbyPair } from '#database/testing/standby';

const LAG_MAX_MS = 5_000;
const WITHIN_MS = 60_000;

const pair = await startStandbyPair();
const primary = openDatabase({ url: pair.primary.ownerUrl('postgres') });
const standby = openDatabase({ url: pair.standby.ownerUrl('postgres'), isReplica: true });
const proxy = await openProxy(pair.standby.ownerUrl('postgres'));
let outcome: ReadOutcome | undefined;
const reads = openReplicaReads({
  primary,
  replica: { url: proxy.url },
  onRead: (how) => {
    outcome = how;
  },
});
after(async () => {
  await Promise.all([reads.close(), standby.destroy(), primary.destroy()]);
  await pair.stop();
});
await primary.execute(sql`create table hen (name text primary key)`);

type Read = {
  readonly isOfReplica: boolean;
  readonly names: readonly string[];
  readonly position: string;
  readonly startedAt: number;
};

/** Reads all names; the rows differ by the server that answered. */
async function read(): Promise<Read> {
  const startedAt = performance.now();
  const found = await reads.one<Pick<Read, 'isOfReplica' | 'names' | 'position'>>(sql`
    select pg_is_in_recovery() as "isOfReplica", coalesce(array_agg(name), '{}') as names,
      (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end)::text as position
    from hen`);
  assert.equal(outcome === 'replica', found.isOfReplica, `counted as ${outcome}`);
  return { ...found, startedAt };
}

async function readUntil(what: string, isDone: (read: Read) => boolean): Promise<Read> {
  for (const until = performance.now() + WITHIN_MS; performance.now() < until; await sleep(100)) {
    const found = await read();
    if (isDone(found)) return found;
  }
  return assert.fail(`not within ${WITHIN_MS} ms: ${what}`);
}

const isOfReplica = (found: Read): boolean => found.isOfReplica;
const insert = (name: string): Promise<number> => primary.execute(sql`insert into hen values (${name})`);
async function pauseReplay(): Promise<void> {
  await standby.rows(sql`select pg_wal_replay_pause()`);
  for (const until = performance.now() + WITHIN_MS; performance.now() < until; await sleep(20)) {
    const { state } = await standby.one<{ state: string }>(sql`select pg_get_wal_replay_pause_state() as state`);
    if (state === 'paused') return;
  }
  assert.fail('the replay does not pause');
}

test('reads from the replica while it follows', async () => {
  await readUntil('the replica is read', isOfReplica);
  await insert('followed');
  await readUntil('it shows new rows', (found) => found.isOfReplica && found.names.includes('followed'));
});

test('counts no lag while the primary is idle', async () => {
  // Longer than the greatest lag without a write; background work of PostgreSQL writes now and then.
  let idle = { since: performance.now(), position: '' };
  await readUntil('the replica is read all the while', (found) => {
    if (!found.isOfReplica || found.position !== idle.position) {
      idle = { since: found.startedAt, position: found.position };
    }
    return found.startedAt - idle.since > LAG_MAX_MS + 1_000;
  });
});

test('returns to the primary when the replica lags five seconds, and to the replica when it has replayed', async () => {
  await readUntil('the replica is read', isOfReplica);
  await pauseReplay();
  await insert('delayed');
  const writtenAt = performance.now();
  let stale = 0;
  const isBeyondLag = ({ startedAt, names }: Read): boolean => {
    if (names.includes('delayed')) return startedAt - writtenAt > LAG_MAX_MS + 1_000;
    stale += 1;
    assert.ok(startedAt - writtenAt <= LAG_MAX_MS, 'a read shows every commit of five seconds before it');
    return false;
  };
  await readUntil('the primary is read', isBeyondLag);
  assert.ok(stale > 0, 'the replica is read until then');
  assert.equal(outcome, 'lag');
  assert.ok((reads.getLagMs() ?? 0) > LAG_MAX_MS);
  await standby.rows(sql`select pg_wal_replay_resume()`);
  const back = await readUntil('the replica is read again', isOfReplica);
  assert.ok(back.names.includes('delayed'));
});

test('reads from the primary while the replica refuses connections', async () => {
  proxy.shut();
  assert.ok(!isOfReplica(await read()));
  await readUntil('its lag is known', () => outcome === 'lag');
  proxy.open();
  await readUntil('the replica is read again', isOfReplica);
});

test('reads from the primary while the line to the replica is silent', async () => {
  proxy.silence();
  assert.ok(!isOfReplica(await read()));
  await readUntil('its lag is known', () => outcome === 'lag');
  proxy.open();
  await readUntil('the replica is read again', isOfReplica);
});

test('writes nothing', async () => {
  await assert.rejects(reads.execute(sql`delete from hen`), /only read/);
  await assert.rejects(standby.execute(sql`delete from hen`), /read-only transaction/);
});

/** Reads of another primary beside the standby, and a wait for two whole checks. */
function openReads(other: Database, url: string) {
  const checks: Sql[] = [];
  const outcomes: ReadOutcome[] = [];
  const counted: Queryable = {
    ...other,
    oneOrNone(query) {
      checks.push(query);
      return other.oneOrNone(query);
    },
  };
  const opened = openReplicaReads({ primary: counted, replica: { url }, onRead: (how) => void outcomes.push(how) });
  return {
    ...opened,
    outcomes,
    async waitForChecks() {
      const enough = checks.length + 3;
      for (const until = performance.now() + WITHIN_MS; checks.length < enough; await sleep(20)) {
        assert.ok(performance.now() < until, 'the replica is checked');
      }
    },
  };
}

const findBytes = async (server: Database): Promise<bigint> =>
  (
    await server.one<{ bytes: bigint }>(sql`
      select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end - '0/0')::bigint
        as bytes`)
  ).bytes;

async function writeBeyond(server: Database, bytes: bigint): Promise<void> {
  while ((await findBytes(server)) <= bytes) {
    await server.rows(sql`select pg_logical_emit_message(true, 'test', repeat('x', 1000000))`);
  }
}

test('reads nothing from a standby of another cluster whose positions are as near', async () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-other-'));
  fs.chmodSync(dataDir, 0o755);
  const cluster = await startEmbedded({ dataDir, settings: testSettings() });
  const other = openDatabase({ url: cluster.ownerUrl('postgres') });
  await writeBeyond(other, await findBytes(primary));
  const foreign = openReads(other, pair.standby.ownerUrl('postgres'));
  try {
    await foreign.waitForChecks();
    const first = await findBytes(other);
    await writeBeyond(primary, first);
    await writeBeyond(other, await findBytes(primary));
    for (const until = performance.now() + WITHIN_MS; (await findBytes(standby)) < first; await sleep(20)) {
      assert.ok(performance.now() < until, 'the standby replays');
    }
    await foreign.waitForChecks();
    assert.equal(foreign.getLagMs(), undefined);
    await foreign.rows(sql`select 1`);
    assert.deepEqual(foreign.outcomes, ['lag']);
  } finally {
    await Promise.all([foreign.close(), other.destroy()]);
    await cluster.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
});

test('reads nothing from a replica that was promoted', async () => {
  await readUntil('the replica is read', isOfReplica);
  await standby.rows(sql`select pg_promote()`);
  await insert('lost');
  const writtenAt = performance.now();
  // The promoted server is no replica any more, so a row names the server that answered.
  for (let age = 0; age <= LAG_MAX_MS; await sleep(50)) {
    age = performance.now() - writtenAt;
    const names = (await reads.rows<{ name: string }>(sql`select name from hen`)).map(({ name }) => name);
    if (age > LAG_MAX_MS) assert.ok(names.includes('lost'), 'the primary is read');
  }
  assert.equal(outcome, 'lag');
  await assert.rejects(standby.execute(sql`delete from hen`), /read-only transaction/);
});

test('reads nothing from an old primary that returns ahead of the new one', async () => {
  const promoted = openDatabase({ url: pair.standby.ownerUrl('postgres') });
  after(() => promoted.destroy());
  await writeBeyond(primary, (await findBytes(promoted)) + 1_000_000n);
  await primary.destroy();
  await pair.returnAsStandby();
  const returned = openReads(promoted, pair.primary.ownerUrl('postgres'));
  await returned.waitForChecks();
  const { names } = await returned.one<{ names: string[] }>(sql`select array_agg(name) as names from hen`);
  assert.deepEqual([names.includes('lost'), returned.outcomes], [false, ['lag']]);
  await returned.close();
});
