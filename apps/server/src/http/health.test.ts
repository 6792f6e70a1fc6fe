// Readiness under many callers: one check of the database, and a log entry only when its result changes.

import assert from 'node:assert/strict';
import { after, mock, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { openDatabase, sql } from '@chaba/database';

import { buildTestApp } from '#testing/build-app';

import { createSharedCheck } from './health.ts';

const app = await buildTestApp();
const owner = openDatabase({ url: app.database.ownerUrl, poolSize: 1 });
after(() => owner.close());

test('shares one check among all callers, and its result for half a second', async () => {
  let checks = 0;
  let time = 1_000;
  const check = createSharedCheck(
    async () => {
      checks += 1;
      await sleep(20);
      return { status: 'ready' };
    },
    { info: mock.fn(), warn: mock.fn() },
    () => time,
  );
  const answers = await Promise.all(Array.from({ length: 2_000 }, check));
  assert.deepEqual(new Set(answers), new Set(['ready']));
  time += 499;
  await check();
  assert.equal(checks, 1);
  time += 1;
  await Promise.all([check(), check()]);
  assert.equal(checks, 2);
});

test('logs each change of the result once', async () => {
  const statuses = async (): Promise<Set<number>> => {
    await sleep(520);
    const ready = () => app.send({ method: 'GET', path: '/readyz' });
    const answers = [...(await Promise.all(Array.from({ length: 300 }, ready))), await ready()];
    return new Set(answers.map(({ status }) => status));
  };
  const logged = (event: string): number => app.logLines.filter((line) => line.includes(event)).length;
  const change = (move: 'revoke' | 'grant') =>
    owner.execute(
      move === 'revoke'
        ? sql`revoke select on migration from chaba_test_app`
        : sql`grant select on migration to chaba_test_app`,
    );
  assert.deepEqual(await statuses(), new Set([200]));
  await change('revoke');
  assert.deepEqual(await statuses(), new Set([503]));
  assert.deepEqual(await statuses(), new Set([503]));
  assert.deepEqual([logged('readiness check failed'), logged('readiness check succeeded again')], [1, 0]);
  await change('grant');
  assert.deepEqual(await statuses(), new Set([200]));
  assert.deepEqual([logged('readiness check failed'), logged('readiness check succeeded again')], [1, 1]);
});
