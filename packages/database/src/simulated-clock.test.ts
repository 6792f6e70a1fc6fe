import assert from 'node:assert/strict';
import { test } from 'node:test';

import { violatedConstraint, sql } from './database.ts';
import { withSimulatedClock, SimulatedClockForbiddenError } from './simulated-clock.ts';
import { testDatabase } from '#database/testing/databases';

const database = await testDatabase();
const LONG_AGO = new Date('2026-01-05T12:00:00Z');

const defaults = () =>
  database.rows<{ column: string; expression: string }>(sql`
    select adrelid::regclass || '.' || adnum as column, pg_get_expr(adbin, adrelid) as expression from pg_attrdef order by 1`);
const schemas = () => database.rows(sql`select 1 from pg_namespace where nspname = 'past'`);

test('dates rows by the simulated clock, in statements and in column defaults', async () => {
  const before = await defaults();
  await withSimulatedClock(database.ownerUrl, async (past) => {
    await past.setTime(LONG_AGO);
    await past.execute(sql`insert into bank_check_used (site_id, check_id) values (1, gen_random_uuid())`);
    await past.setTime(new Date('2026-01-06T12:00:00Z'));
    await past.execute(sql`
      insert into job_lease (job, holder, held_until) values ('test', gen_random_uuid(), now() + interval '1 hour')`);
  });
  const [used] = await database.rows<{ at: Date }>(sql`select used_at as at from bank_check_used`);
  assert.deepEqual(used?.at, LONG_AGO);
  const [lease] = await database.rows<{ at: Date }>(sql`select held_until as at from job_lease`);
  assert.deepEqual(lease?.at, new Date('2026-01-06T13:00:00Z'));
  assert.deepEqual(await defaults(), before, 'the tables are as they were');
  assert.deepEqual(await schemas(), []);
  const [now] = await database.rows<{ isToday: boolean }>(sql`select now() = pg_catalog.now() as "isToday"`);
  assert.equal(now?.isToday, true);
});

test('applies the simulated clock to views and restores them', async () => {
  const views = () =>
    database.rows<{ view: string; definition: string }>(sql`
      select oid::regclass::text as view, pg_get_viewdef(oid) as definition from pg_class
      where relkind = 'v' and relnamespace = 'public'::regnamespace order by 1`);
  const before = await views();
  const reading = before.filter(({ definition }) => definition.includes('now()')).map(({ view }) => view);
  assert.ok(reading.length > 0);
  const bent = await withSimulatedClock(database.ownerUrl, async (past) => {
    await past.setTime(LONG_AGO);
    return past.rows<{ view: string }>(sql`
      select distinct ev_class::regclass::text as view from pg_depend
      join pg_rewrite on pg_rewrite.oid = objid join pg_proc on pg_proc.oid = refobjid
      where pronamespace = 'past'::regnamespace order by 1`);
  });
  assert.deepEqual(
    bent.map(({ view }) => view),
    reading,
  );
  assert.deepEqual(await views(), before);
});

test('rolls back a failed simulation with its changes of tables', async () => {
  const before = await defaults();
  const rows = await database.rows(sql`select * from bank_check_used`);
  await assert.rejects(
    withSimulatedClock(database.ownerUrl, async (past) => {
      await past.setTime(LONG_AGO);
      await past.execute(sql`insert into bank_check_used (site_id, check_id) values (1, gen_random_uuid())`);
      throw new Error('no');
    }),
    /no/,
  );
  assert.deepEqual(await database.rows(sql`select * from bank_check_used`), rows);
  assert.deepEqual(await defaults(), before);
});

test('runs use cases in sequence and rolls back only a failed one', async () => {
  const add = sql`insert into bank_check_used (site_id, check_id) values (2, gen_random_uuid())`;
  const outcomes = await withSimulatedClock(database.ownerUrl, async (past) => {
    await past.setTime(LONG_AGO);
    return Promise.allSettled([
      past.transaction((tx) => tx.execute(add)),
      past.transaction(async (tx) => {
        await tx.execute(add);
        throw new Error('refused');
      }),
      past.transaction(async (tx) => {
        await tx.execute(add);
        await tx.execute(sql`insert into job_lease (job, holder, held_until) values (null, gen_random_uuid(), now())`);
      }),
      past.transaction((tx) => tx.execute(add)),
    ]);
  });
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
  );
  assert.equal((await database.rows(sql`select * from bank_check_used where site_id = 2`)).length, 2);
});

test('rejects a simulated clock for the product’s role and journal changes within one', async () => {
  await assert.rejects(
    withSimulatedClock(database.url, () => Promise.resolve()),
    (error) => error instanceof SimulatedClockForbiddenError && /permission denied|must be owner/.test(error.message),
  );
  await assert.rejects(
    withSimulatedClock(database.ownerUrl, async (past) => {
      await past.setTime(LONG_AGO);
      await past.execute(sql`update ledger_transfer set amount_e4 = 1`);
    }),
    (error) => /permission denied/.test(String(error)) && violatedConstraint(error) === undefined,
  );
});

test('changes as the owner what the product cannot, and returns to the product’s role after success and failure', async () => {
  const outcomes = await withSimulatedClock(database.ownerUrl, async (past) => {
    await past.setTime(LONG_AGO);
    const role = () => past.one<{ name: string }>(sql`select current_user::text as name`).then(({ name }) => name);
    const product = await role();
    const change = sql`update cell set number = number`;
    const owner = await past.transactionAsOwner((tx) =>
      tx.one<{ name: string }>(sql`select current_user::text as name`),
    );
    await past.transactionAsOwner((tx) => tx.execute(change));
    const afterSuccess = await role();
    await assert.rejects(past.transactionAsOwner((tx) => tx.execute(sql`update cell set no_column = 1`)));
    const afterFailure = await role();
    await assert.rejects(
      past.transaction((tx) => tx.execute(change)),
      /permission denied/,
    );
    return { product, owner: owner.name, afterSuccess, afterFailure };
  });
  assert.notEqual(outcomes.owner, outcomes.product);
  assert.deepEqual([outcomes.afterSuccess, outcomes.afterFailure], [outcomes.product, outcomes.product]);
});
