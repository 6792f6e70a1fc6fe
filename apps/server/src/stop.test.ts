// The server stops within ten seconds of a signal, in any state of its jobs, and at once when it cannot start.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { openDatabase, sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';
import { isVerifying } from '@chaba/testing/extent';

import { createSites } from '#testing/factories';
import { startServerProcess } from '#testing/server-process';

/** Ten seconds are promised where nothing else runs; a busy machine takes longer. */
const PATIENCE_MS = isVerifying ? 10_000 : 60_000;
/** The server checks every second that the client of a statement is connected; a lock is waited for ten seconds. */
const ORPHAN_MS = isVerifying ? 3_000 : 8_000;

test('ends within ten seconds and releases its leases and statements while a job waits for the database', async () => {
  const database = await testDatabase();
  await createSites(database);
  const owner = openDatabase({ url: database.ownerUrl, poolSize: 2 });
  after(() => owner.close());
  const server = await startServerProcess(database.url, { CHABA_JOBS: 'on' });
  const ended = await owner.transaction(async (tx) => {
    await tx.execute(sql`lock table bank_payout in access exclusive mode`);
    const waiting = sql`
      select 1 from pg_stat_activity
      where datname = current_database() and application_name = 'chaba jobs' and wait_event_type = 'Lock'`;
    // Queried outside the transaction, whose snapshot would not change.
    while ((await owner.rows(waiting)).length === 0) await sleep(20);
    const began = performance.now();
    const code = await server.stop();
    const tookMs = performance.now() - began;
    // The lock is still held, and its timeout comes later.
    const until = performance.now() + ORPHAN_MS;
    while ((await owner.rows(waiting)).length > 0) {
      assert.ok(performance.now() < until, 'the statement of the aborted job is cancelled');
      await sleep(20);
    }
    return { code, tookMs };
  });
  assert.equal(ended.code, 0);
  assert.ok(ended.tookMs < PATIENCE_MS, `it took ${Math.round(ended.tookMs)} ms`);
  const leases = await database.rows(sql`select job from job_lease where held_until > now()`);
  assert.deepEqual(leases, []);
});

test('exits with 1 when one of its ports is taken', async () => {
  const database = await testDatabase();
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  after(() => other.close());
  const taken = String((other.address() as AddressInfo).port);
  for (const settings of [{ PORT: taken, CHABA_JOBS: 'on' }, { METRICS_PORT: taken }]) {
    await assert.rejects(startServerProcess(database.url, settings), /ended with 1 instead of starting/);
  }
});
