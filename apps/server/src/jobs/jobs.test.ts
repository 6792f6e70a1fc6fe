import assert from 'node:assert/strict';
import { test } from 'node:test';

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
  const job: Job = {
    name: 'count',
    everyMs: 1_000,
    async run() {
      atOnce += 1;
      turns += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setTimeout(resolve, 30));
      atOnce -= 1;
    },
  };
  const [one, other] = [processOf(), processOf()];
  await Promise.all([takeTurn(one, job, 'one'), takeTurn(other, job, 'other'), takeTurn(one, job, 'one')]);
  assert.deepEqual([most, turns], [1, 1]);
  await takeTurn(other, job, 'third');
  assert.equal(turns, 1);
  await database.execute(sql`update job_lease set held_until = now() - interval '1 second'`);
  await takeTurn(other, job, 'another');
  assert.equal(turns, 2);
});

test('a job that fails is written to the log and runs again; stopping waits for the work under way', async () => {
  const seen = { runs: 0, isDone: false };
  const failing: Job = {
    name: 'fail',
    everyMs: 20,
    async run() {
      seen.runs += 1;
      if (seen.runs === 1) throw new Error('once');
      await new Promise((resolve) => setTimeout(resolve, 80));
      seen.isDone = true;
    },
  };
  const jobs = startJobs(processOf(), [failing]);
  while (seen.runs < 2) await new Promise((resolve) => setTimeout(resolve, 10));
  await jobs.stop();
  assert.equal(seen.isDone, true);
  assert.deepEqual(errors, ['a job failed']);
});
