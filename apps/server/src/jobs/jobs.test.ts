import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';

import { sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';

import { readConfig } from '#core/config';
import { type Context, openBank } from '#core/context';

import { type Job, startJobs, takeTurn } from './jobs.ts';

const database = await testDatabase();
const errors: string[] = [];
const log = {
  info: () => undefined,
  warn: () => undefined,
  error: (_facts: unknown, sentence: string) => void errors.push(sentence),
};
const config = readConfig({ DATABASE_URL: database.url });
const processOf = (): Context => ({ database, config, bank: openBank(config), log });

test('two processes never do the same work at the same time, and the lease changes hands when it runs out', async () => {
  let atOnce = 0;
  let most = 0;
  let turns = 0;
  // The work goes on until the other two have gone without any.
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
  const [one, other] = [processOf(), processOf()];
  const taken = [takeTurn(one, job, 'one'), takeTurn(other, job, 'other'), takeTurn(one, job, 'one')];
  const gone = taken.map(async (turn) => {
    await turn;
    left += 1;
    if (left === 2) othersLeft.resolve();
  });
  await Promise.all(gone);
  assert.deepEqual([most, turns], [1, 1]);
  await takeTurn(other, job, 'third');
  assert.equal(turns, 1);
  await database.execute(sql`update job_lease set held_until = now() - interval '1 second'`);
  await takeTurn(other, job, 'another');
  assert.equal(turns, 2);
});

test('a job that fails is written to the log and runs again; stopping waits for the work under way', async () => {
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
  const jobs = startJobs(processOf(), [failing]);
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
  assert.deepEqual(errors, ['a job failed']);
});
