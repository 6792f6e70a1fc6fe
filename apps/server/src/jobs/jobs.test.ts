import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';

import { openDatabase, sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';

import { readConfig } from '#core/config';
import { type Context, createBankClients } from '#core/context';

import { type Job, startJobs, runJobOnce } from './jobs.ts';

const database = await testDatabase();
const errors: string[] = [];
const infos: string[] = [];
const log = {
  info: (_facts: unknown, sentence: string) => void infos.push(sentence),
  warn: () => undefined,
  error: (_facts: unknown, sentence: string) => void errors.push(sentence),
};
const config = readConfig({
  DATABASE_URL: database.url,
  SANDBOX_SECRET: 'a secret of this test',
  HASH_SECRET: 'secret-of-hashes',
});
const createContext = (): Context => ({ database, config, bank: createBankClients(config), log });

test('runs a job in one process at a time, and in another after the lease expires', async () => {
  let atOnce = 0;
  let most = 0;
  let turns = 0;
  // The job runs until both other attempts have returned.
  const othersLeft = Promise.withResolvers<void>();
  let left = 0;
  const job: Job = {
    name: 'count',
    everyMs: 1_000,
    async run() {
      atOnce += 1;
      turns += 1;
      most = Math.max(most, atOnce);
      if (atOnce > 1) othersLeft.resolve();
      await othersLeft.promise;
      atOnce -= 1;
    },
  };
  const [one, other] = [createContext(), createContext()];
  const taken = [runJobOnce(one, job, 'one'), runJobOnce(other, job, 'other'), runJobOnce(one, job, 'one')];
  const gone = taken.map(async (turn) => {
    await turn;
    left += 1;
    if (left === 2) othersLeft.resolve();
  });
  await Promise.all(gone);
  assert.deepEqual([most, turns], [1, 1]);
  await runJobOnce(other, job, 'third');
  assert.equal(turns, 1);
  await database.execute(sql`update job_lease set held_until = now() - interval '1 second'`);
  await runJobOnce(other, job, 'another');
  assert.equal(turns, 2);
});

test('logs a failed job and runs it again; stop waits for the running job', async () => {
  const seen = { runs: 0, isDone: false };
  const [isAtWork, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const failing: Job = {
    name: 'fail',
    everyMs: 20,
    async run() {
      seen.runs += 1;
      if (seen.runs === 1) throw new Error('once');
      isAtWork.resolve();
      await mayEnd.promise;
      seen.isDone = true;
    },
  };
  const jobs = startJobs(createContext(), [failing]);
  await isAtWork.promise;
  let isStopped = false;
  const stopped = jobs.stop().then(() => {
    isStopped = true;
  });
  await setImmediate();
  assert.equal(isStopped, false);
  mayEnd.resolve();
  await stopped;
  assert.equal(seen.isDone, true);
  assert.deepEqual(errors, ['job failed']);
});

test('aborts a long job on stop: rolls back its transaction, keeps committed work and releases the lease', async () => {
  const own = openDatabase({ url: database.url, poolSize: 2 });
  const isAtWork = Promise.withResolvers<void>();
  let turns = 0;
  const long: Job = {
    name: 'long',
    everyMs: 20,
    async run(context) {
      turns += 1;
      await context.database.execute(sql`insert into server_secret (name, secret) values ('done', sha256('done'))`);
      await context.database.transaction(async (tx) => {
        await tx.execute(sql`insert into server_secret (name, secret) values ('half', sha256('half'))`);
        isAtWork.resolve();
        await tx.execute(sql`select pg_sleep(120)`);
      });
    },
  };
  errors.length = 0;
  const jobs = startJobs(createContext(), [long], own);
  await isAtWork.promise;
  const began = performance.now();
  await jobs.stop(50);
  assert.ok(performance.now() - began < 60_000, 'a stop does not wait for two minutes');
  assert.deepEqual([turns, errors, infos], [1, [], ['job aborted by shutdown']]);
  const left = await database.rows<{ name: string }>(
    sql`select name from server_secret where name in ('done', 'half')`,
  );
  assert.deepEqual(left, [{ name: 'done' }]);
  const lease = sql`select held_until <= now() as "isFree" from job_lease where job = 'long'`;
  assert.deepEqual(await database.rows(lease), [{ isFree: true }]);
});

test('runs a daily job a day after its last start in any process, restarted or not', async () => {
  let turns = 0;
  const ran = Promise.withResolvers<void>();
  const daily: Job = {
    name: 'daily',
    everyMs: 86_400_000,
    async run() {
      turns += 1;
      ran.resolve();
    },
  };
  const startedAgo = (hours: number): Promise<number> =>
    database.execute(sql`
      insert into job_lease (job, holder, held_until, last_started_at, every_ms)
      values ('daily', 'a process that ended', now(), now() - make_interval(hours => ${hours}), 86400000)
      on conflict (job) do update set held_until = now(), last_started_at = excluded.last_started_at`);
  await startedAgo(23);
  mock.timers.enable({ apis: ['setInterval'] });
  const jobs = startJobs(createContext(), [daily]);
  mock.timers.tick(60_000);
  await jobs.stop();
  assert.equal(turns, 0);
  await startedAgo(25);
  const restarted = startJobs(createContext(), [daily]);
  mock.timers.tick(60_000);
  await ran.promise;
  await restarted.stop();
  mock.timers.reset();
  assert.equal(turns, 1);
});

test('renews the lease of slow work', async () => {
  const mayEnd = Promise.withResolvers<void>();
  const isAtWork = Promise.withResolvers<void>();
  const slow: Job = {
    name: 'slow',
    everyMs: 100,
    leaseExtraMs: 500,
    async run() {
      isAtWork.resolve();
      await mayEnd.promise;
    },
  };
  const turn = runJobOnce(createContext(), slow, 'slow one');
  await isAtWork.promise;
  const held = sql`select held_until from job_lease where job = 'slow'`;
  const first = await database.one<{ held_until: Date }>(held);
  for (const until = Date.now() + 60_000; Date.now() < until; await sleep(20)) {
    const now = await database.one<{ held_until: Date }>(held);
    if (now.held_until > first.held_until) break;
  }
  const later = await database.one<{ held_until: Date }>(held);
  mayEnd.resolve();
  await turn;
  assert.ok(later.held_until > first.held_until);
});
