import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, test } from 'node:test';

import { type Database, openDatabase, sql } from '#database/database';
import { createDatabase, databaseExists, dropDatabase } from '#database/migrate';
import { type Clone, cloneTemplate, testCluster } from './databases.ts';

test('drops databases of ended test processes and none of running ones', async () => {
  const admin = await testCluster();
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  const dead = `chaba_test_${pid}_left`;
  const mine = `chaba_test_${process.pid}_mine`;
  after(async () => {
    for (const name of [dead, mine]) await dropDatabase(admin, name);
  });
  for (const name of [dead, mine]) await createDatabase(admin, name);
  const clone = await cloneTemplate();
  after(clone.drop);
  assert.deepEqual([await databaseExists(admin, dead), await databaseExists(admin, mine)], [false, true]);
});

test('fills a template once and gives each clone its own copy', async () => {
  let fills = 0;
  const key = `a test ${process.pid}`;
  const fill = async ({ ownerUrl }: { readonly ownerUrl: string }): Promise<void> => {
    fills += 1;
    await within(ownerUrl, (database) => database.execute(sql`create table written (line text)`));
    await within(ownerUrl, (database) => database.execute(sql`insert into written (line) values ('once')`));
  };
  const clones = await Promise.all([cloneTemplate({ key, fill }), cloneTemplate({ key, fill })]);
  for (const { drop } of clones) after(drop);
  assert.equal(fills, 1);
  const [one, other] = clones;
  await within(one.ownerUrl, (database) => database.execute(sql`insert into written (line) values ('more')`));
  const linesOf = ({ ownerUrl }: Clone): Promise<unknown[]> =>
    within(ownerUrl, (database) => database.rows(sql`select line from written order by line`));
  assert.deepEqual(await linesOf(one), [{ line: 'more' }, { line: 'once' }]);
  assert.deepEqual(await linesOf(other), [{ line: 'once' }]);
});

async function within<Result>(url: string, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = openDatabase({ url, poolSize: 1 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
