import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from '@chaba/database';
import { readMigrations } from '@chaba/database/migrate';

import { buildTestApp } from '#testing/build-app';

import { ConfigError } from './config.ts';
import { requireMigrations } from './schema-version.ts';

const app = await buildTestApp();
const { database } = app;
const newest = readMigrations().at(-1)?.name ?? '';
const ready = async (): Promise<[number, string]> => {
  const { status, text } = await app.send({ method: 'GET', path: '/readyz' });
  return [status, text];
};

/** The result of a check is valid for half a second. */
async function untilReadyIs(wanted: number): Promise<string> {
  for (const end = Date.now() + 60_000; ; await sleep(100)) {
    const [status, text] = await ready();
    if (status === wanted || Date.now() > end) {
      assert.equal(status, wanted, text);
      return text;
    }
  }
}

test('rejects a database that lacks a migration, at the start and on /readyz, and names it', async () => {
  await requireMigrations(database);
  assert.equal((await ready())[0], 200);
  await database.owner.execute(sql`delete from migration where name = ${newest}`);
  await assert.rejects(requireMigrations(database), (error) => {
    assert.match(String(error), new RegExp(`lacks ${newest}: run .*migrate`));
    return error instanceof ConfigError;
  });
  assert.match(await untilReadyIs(503), new RegExp(newest));
  await database.owner.execute(sql`insert into migration (name, checksum) values (${newest}, 'x')`);
});

test('accepts a database with a migration of a later version', async () => {
  await database.owner.execute(sql`insert into migration (name, checksum) values ('9999_later.sql', 'x')`);
  await requireMigrations(database);
  await untilReadyIs(200);
});
