import assert from 'node:assert/strict';
import { test } from 'node:test';

import { violatedConstraint, isDatabaseUnavailable, openDatabase, sql, type Transaction } from './database.ts';
import { testDatabase } from '#database/testing/databases';

const database = await testDatabase();
// One connection, so that what one transaction leaves on it meets the next.
const single = openDatabase({ url: database.url, poolSize: 1 });
const owner = openDatabase({ url: database.ownerUrl, poolSize: 1 });

const lease = (job: string) => sql`
  insert into job_lease (job, holder, held_until) values (${job}, gen_random_uuid(), now()) returning job`;
const leases = (like: string) =>
  single.rows<{ job: string }>(sql`select job from job_lease where job like ${like} order by job`);

test('executes statements of one turn in order, each after the effects of the previous one', async () => {
  const seen = await single.transaction((tx) =>
    Promise.all([
      tx.one(sql`select count(*)::int as there from job_lease where job like 'order-%'`),
      tx.execute(lease('order-1')),
      tx.one(sql`select count(*)::int as there from job_lease where job like 'order-%'`),
      tx.execute(lease('order-2')),
      tx.one(sql`select count(*)::int as there from job_lease where job like 'order-%'`),
    ]),
  );
  assert.deepEqual(seen, [{ there: 0 }, 1, { there: 1 }, 1, { there: 2 }]);
});

test('skips statements after a failed one, rolls back and reuses the connection', async () => {
  await single.execute(lease('taken'));
  const outcomes: PromiseSettledResult<unknown>[] = [];
  await assert.rejects(
    single.transaction(async (tx) => {
      outcomes.push(
        ...(await Promise.allSettled([
          tx.execute(lease('behind-0')),
          tx.execute(lease('taken')),
          tx.execute(lease('behind-1')),
          tx.rows(sql`select 'never prepared before' as text`),
        ])),
      );
    }),
    /rolled back/,
  );
  const errors = outcomes.map((each) => (each.status === 'rejected' ? each.reason : undefined) as Error | undefined);
  assert.equal(errors[0], undefined);
  assert.equal(violatedConstraint(errors[1]), 'job_lease_pkey');
  assert.deepEqual(errors.slice(2), [errors[1], errors[1]]);
  assert.deepEqual(await leases('behind-%'), []);
  assert.deepEqual(await single.rows(sql`select 'never prepared before' as text`), [{ text: 'never prepared before' }]);
});

test('prepares a statement again after its first execution failed', async () => {
  const halved = (by: number) => sql`select 10 / ${by}::int as half`;
  for (let tries = 0; tries < 2; tries += 1) {
    await assert.rejects(single.one(halved(0)), /division by zero/);
    await assert.rejects(
      single.transaction((tx) => tx.one(sql`select half from nowhere`)),
      /"nowhere" does not exist/,
    );
  }
  assert.deepEqual(await single.one(halved(5)), { half: 2 });
  assert.deepEqual(await single.transaction((tx) => Promise.all([tx.one(halved(2)), tx.one(halved(5))])), [
    { half: 5 },
    { half: 2 },
  ]);
});

test('leaves no open transaction if the work throws before its first await', async () => {
  const pid = async () => (await single.one<{ pid: number }>(sql`select pg_backend_pid() as pid`)).pid;
  const before = await pid();
  for (const statements of [0, 1, 2]) {
    await assert.rejects(
      single.transaction(async (tx) => {
        for (let sent = 0; sent < statements; sent += 1) tx.execute(lease('never')).catch(() => undefined);
        throw new Error('at once');
      }),
      /at once/,
    );
    await single.execute(lease(`after-${statements}`));
    const seen = await database.rows(sql`select from job_lease where job = ${`after-${statements}`}`);
    assert.equal(seen.length, 1, 'a statement outside a transaction is visible to other connections');
  }
  assert.equal(await pid(), before);
  assert.deepEqual(await leases('never'), []);
});

test('rejects statements after the end of their transaction', async () => {
  const kept: Transaction[] = [];
  await single.transaction(async (tx) => void kept.push(tx));
  const going = Promise.withResolvers<undefined>();
  const delayed = Promise.withResolvers<unknown>();
  await assert.rejects(
    single.transaction((tx) => {
      kept.push(tx);
      const goesOn = going.promise.then(() => tx.execute(lease('too-late')));
      goesOn.then(delayed.reject, delayed.resolve);
      return Promise.all([goesOn, Promise.reject(new Error('the other one failed'))]);
    }),
    /the other one failed/,
  );
  going.resolve(undefined);
  assert.match(String(await delayed.promise), /the transaction is over/);
  for (const tx of kept) await assert.rejects(tx.execute(lease('too-late')), /the transaction is over/);
  assert.deepEqual(await leases('too-late'), []);
});

test('settles a statement outside a transaction at its commit', async () => {
  await owner.execute(sql`create table delayed (one int unique deferrable initially deferred)`);
  await owner.execute(sql`grant select, insert on delayed to public`);
  const add = sql`insert into delayed values (1) returning one`;
  assert.deepEqual(await single.rows(add), [{ one: 1 }]);
  await assert.rejects(single.rows(add), (error) => violatedConstraint(error) === 'delayed_one_key');
  assert.deepEqual(await single.rows(sql`select one from delayed`), [{ one: 1 }]);
  await assert.rejects(
    single.transaction((tx) => tx.execute(add)),
    (error) => violatedConstraint(error) === 'delayed_one_key',
  );
  await owner.execute(sql`drop table delayed`);
});

test('fails a prepared statement once after a change of its result columns', async () => {
  await owner.execute(sql`create table changing (one int)`);
  await owner.execute(sql`insert into changing values (1)`);
  await owner.execute(sql`grant select on changing to public`);
  const all = sql`select * from changing`;
  assert.deepEqual(await single.rows(all), [{ one: 1 }]);
  await owner.execute(sql`alter table changing add column two int default 2`);
  await assert.rejects(single.rows(all), /must not change result type/);
  assert.deepEqual(await single.rows(all), [{ one: 1, two: 2 }]);
  await owner.execute(sql`drop table changing`);
});

test('commits nothing if a statement sent with the commit fails', async () => {
  await assert.rejects(
    single.transaction(async (tx) => {
      await tx.execute(lease('with-commit'));
      tx.withCommit(Promise.all([tx.execute(lease('with-commit-2')), tx.execute(lease('with-commit'))]));
    }),
    (error) => violatedConstraint(error) === 'job_lease_pkey',
  );
  assert.deepEqual(await leases('with-commit%'), []);
});

test('rejects the statements of a lost connection and opens another', async () => {
  const waiting = owner.transaction(async (holder) => {
    await holder.execute(sql`select pg_advisory_xact_lock(1)`);
    await single.transaction(async (tx) => {
      const { pid } = await tx.one<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      const [held, behind] = await Promise.allSettled([
        tx.rows(sql`select pg_advisory_xact_lock(1)`),
        tx.rows(sql`select 'behind it' as text`),
        holder.execute(sql`select pg_terminate_backend(${pid})`),
      ]);
      assert.equal(held.status, 'rejected');
      assert.equal(behind.status, 'rejected');
    });
  });
  await assert.rejects(waiting, (error) => isDatabaseUnavailable(error));
  assert.deepEqual(await single.rows(sql`select 'there again' as text`), [{ text: 'there again' }]);
});

test('passes values unchanged, for any content', async () => {
  const at = new Date('2026-02-03T04:05:06.789Z');
  const odd = ['plain', 'comma, "quote" \\ back', '', '{brace}', 'NULL', 'ชบา', "it's"];
  const sent = {
    text: odd[1],
    nothing: null,
    yes: true,
    whole: 7,
    large: 9_007_199_254_740_993n,
    at,
    bytes: Buffer.from([0, 1, 255, 92]),
    object: { a: [1, 'x"y\\z'], b: null },
    texts: [...odd, null],
    numbers: [1, 2, 3],
    larges: [1n, -2n],
    mixed: [1n, null],
    answers: [true, false],
    times: [at],
    manyBytes: [Buffer.from([0, 92, 34])],
    nested: [
      [1, 2],
      [3, 4],
    ],
    none: [],
  };
  const got = await single.one(sql`
    select ${sent.text}::text, ${sent.nothing}::text as nothing, ${sent.yes}::boolean as yes, ${sent.whole}::int as whole,
      ${sent.large}::bigint as large, ${sent.at}::timestamptz as at, ${sent.bytes}::bytea as bytes,
      ${sent.object}::jsonb as object, ${sent.texts}::text[] as texts, ${sent.numbers}::int[] as numbers,
      ${sent.larges}::bigint[] as larges, ${sent.mixed}::text[] as mixed, ${sent.answers}::boolean[] as answers,
      ${sent.times}::timestamptz[] as times, ${sent.manyBytes}::bytea[] as "manyBytes", ${sent.nested}::int[] as nested,
      ${sent.none}::text[] as none`);
  assert.deepEqual(got, { ...sent, mixed: ['1', null] });
});

test('passes arrays in binary format equal to those in text format', async () => {
  const uuid = '00112233445566778899aabbccddeeff';
  const dashed = '00112233-4455-6677-8899-aabbccddeeff';
  const json = JSON.stringify({ name: 'ชบา "x" \\ y', list: [1, null] });
  const long = Array.from({ length: 20_000 }, (_, place) => `ชบา ${place}`);
  const limits = [9_223_372_036_854_775_807n, -9_223_372_036_854_775_808n, 0n, null];
  const shorts = [32_767, -32_767, -32_768, 0, null];
  const whole = [2_147_483_647, -2_147_483_647, -2_147_483_648, 0, null];
  const times = [new Date('1969-12-31T23:59:59.999Z'), new Date('2026-02-03T04:05:06.789Z'), null];
  const { bytes, texts } = await single.one<Record<'bytes' | 'texts', unknown[]>>(sql`
    select
      jsonb_build_array(${[uuid, null]}::uuid[], ${[uuid, dashed]}::uuid[], ${[json, null, '[]']}::jsonb[],
        ${limits}::bigint[]::text[], ${[7, 8n]}::bigint[], ${['a', undefined, '']}::text[], ${[[1n], [2n]]}::bigint[],
        ${[]}::uuid[], ${shorts}::smallint[], ${[7, '8']}::smallint[], ${times}::timestamptz[],
        ${[times[0], '2026-02-03T04:05:06Z']}::timestamptz[], ${[true, false, null]}::boolean[], ${[true, 'f']}::boolean[],
        ${whole}::int[], ${long}::text[]) as bytes,
      jsonb_build_array(${[uuid, null]}:: uuid[], ${[uuid, dashed]}:: uuid[], ${[json, null, '[]']}:: jsonb[],
        ${limits}:: bigint[]::text[], ${[7, 8n]}:: bigint[], ${['a', undefined, '']}:: text[], ${[[1n], [2n]]}:: bigint[],
        ${[]}:: uuid[], ${shorts}:: smallint[], ${[7, '8']}:: smallint[], ${times}:: timestamptz[],
        ${[times[0], '2026-02-03T04:05:06Z']}:: timestamptz[], ${[true, false, null]}:: boolean[], ${[true, 'f']}:: boolean[],
        ${whole}:: int[], ${long}:: text[]) as texts`);
  assert.deepEqual(bytes, texts);
  assert.deepEqual(bytes.slice(0, 4), [
    [dashed, null],
    [dashed, dashed],
    [JSON.parse(json), null, []],
    limits.map((limit) => limit?.toString() ?? null),
  ]);
  assert.deepEqual(bytes.slice(8, 10), [shorts, [7, 8]]);
  assert.deepEqual(bytes.slice(12, 14), [
    [true, false, null],
    [true, false],
  ]);
  assert.deepEqual(bytes.slice(14), [whole, long]);
  await assert.rejects(
    single.rows(sql`select ${['no uuid at all, but long enough.']}::uuid[]`),
    /invalid input syntax/,
  );
});

test.after(() => Promise.all([single.close(), owner.close()]));
