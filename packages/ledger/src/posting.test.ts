// The database function that posts batches, called with the product's role: its writes, and the batches that it
// rejects.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { violatedConstraint, type Queryable, sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';
import type { Money } from '@chaba/money';

import {
  audit,
  getBalances,
  getHouseBalance,
  installChart,
  lockLanes,
  loadBatch,
  postTransfers,
  writeBatch,
} from './ledger.ts';
import { chart, newSite } from './testing/story.ts';

const database = await testDatabase();
before(() => installChart(database, chart));

type Transfer = {
  readonly ownerId?: bigint;
  readonly from: number;
  readonly to: number;
  readonly amount: bigint;
  readonly fromAfter?: bigint | null;
  readonly toAfter?: bigint | null;
  readonly key?: string;
};
type Batch = {
  readonly lane?: number;
  readonly after?: bigint;
  readonly plain?: readonly [owner: number, house: number];
  readonly transfers: readonly Transfer[];
};

/** Owner 2 of a site with two lanes belongs to lane 0. */
async function call(on: Queryable, siteId: number, { lane = 0, after = 0n, plain, transfers }: Batch): Promise<void> {
  const of = <Value>(item: (transfer: Transfer, place: number) => Value): Value[] => transfers.map(item);
  await on.execute(sql`
    select ledger_post_batch(${siteId}::int, ${lane}::smallint, ${after}::bigint, ${plain?.[0] ?? null}::smallint,
      ${plain?.[1] ?? null}::smallint, ${of(({ ownerId }) => ownerId ?? 2n)}::bigint[], ${of(({ amount }) => amount)}::bigint[],
      ${of(({ fromAfter }) => fromAfter ?? null)}::bigint[], ${of(({ toAfter }) => toAfter ?? null)}::bigint[],
      ${of(() => null)}::bigint[], ${of(() => null)}::timestamptz[], ${of(() => true)}::boolean[],
      ${of(({ from }) => from)}::smallint[], ${of(({ to }) => to)}::smallint[], ${of(() => 'test')}::text[],
      ${of(({ key }, place) => key ?? `K${after}-${place}`)}::text[])`);
}

const deposit = { from: 100, to: 1, amount: 50n, toAfter: 50n } as const;
const funding: Batch = { transfers: [deposit] };
const bet = { from: 1, to: 102, amount: 20n, fromAfter: 30n } as const;

/** A site whose owner 2 has 50, from the first transfer of lane 0. */
async function fundedSite(): Promise<number> {
  const siteId = await newSite(database);
  await call(database, siteId, funding);
  return siteId;
}

test('writes journal, balance, house stripe and counter of a batch together', async () => {
  const siteId = await fundedSite();
  await call(database, siteId, { after: 1n, plain: [1, 102], transfers: [bet] });
  await call(database, siteId, {
    after: 2n,
    transfers: [
      { from: 102, to: 1, amount: 70n, toAfter: 100n },
      { from: 1, to: 102, amount: 100n, fromAfter: 0n },
      { from: 1, to: 2, amount: 0n + 1n, fromAfter: -1n, toAfter: 1n },
    ],
  }).then(
    () => assert.fail('a balance below zero was written'),
    () => undefined,
  );
  await call(database, siteId, {
    after: 2n,
    transfers: [
      { from: 102, to: 1, amount: 70n, toAfter: 100n },
      { from: 1, to: 2, amount: 40n, fromAfter: 60n, toAfter: 40n },
      { from: 90, to: 102, amount: 5n, fromAfter: -5n },
      { ownerId: 0n, from: 100, to: 102, amount: 7n },
    ],
  });
  const { cash, savings, debt } = await getBalances(database, siteId, 2n, chart);
  assert.deepEqual([cash, savings, debt], [60n, 40n, -5n]);
  assert.deepEqual(await getHouseBalance(database, siteId, chart.games), 20n - 70n + 5n + 7n);
  assert.deepEqual(await audit(database, siteId), []);
});

const refused: readonly (readonly [what: string, batch: Batch, reason: RegExp])[] = [
  ['a resulting balance that is too high', { after: 1n, transfers: [{ ...bet, fromAfter: 31n }] }, /batch_balance/],
  [
    'a resulting balance that is too high in a plain batch',
    { after: 1n, plain: [1, 102], transfers: [{ ...bet, fromAfter: 31n }] },
    /batch_balance/,
  ],
  [
    'a first balance above the amount',
    { after: 1n, transfers: [{ ...deposit, to: 2, toAfter: 51n }] },
    /batch_balance/,
  ],
  [
    'a second transfer that does not continue the first',
    { after: 1n, transfers: [bet, { ...bet, fromAfter: 29n }] },
    /batch_balance/,
  ],
  [
    'transfers in another order than their balances',
    { after: 1n, transfers: [{ ...bet, fromAfter: 10n }, bet] },
    /batch_balance/,
  ],
  [
    'a plain batch with an owner twice',
    { after: 1n, plain: [1, 102], transfers: [bet, { ...bet, fromAfter: 10n }] },
    /batch_balance/,
  ],
  ['a plain batch with other kinds', { after: 1n, plain: [2, 102], transfers: [bet] }, /batch_balance/],
  [
    'a plain batch for an account without a stored balance',
    { after: 1n, plain: [2, 100], transfers: [{ ...deposit, to: 2 }] },
    /batch_balance/,
  ],
  ['an undeclared kind', { after: 1n, transfers: [{ ...deposit, to: 55 }] }, /batch_kind|kind_fkey/],
  [
    'an undeclared house kind',
    { after: 1n, plain: [1, 777], transfers: [{ ...bet, to: 777 }] },
    /batch_kind|kind_fkey/,
  ],
  ['two currencies', { after: 1n, transfers: [{ ...bet, to: 120 }] }, /batch_kind/],
  ['two currencies in a plain batch', { after: 1n, plain: [1, 120], transfers: [{ ...bet, to: 120 }] }, /batch_kind/],
  ['an amount below zero', { after: 1n, transfers: [{ ...bet, amount: -20n, fromAfter: 70n }] }, /transfer_check/],
  [
    'an amount of zero',
    { after: 1n, plain: [1, 102], transfers: [{ ...bet, amount: 0n, fromAfter: 50n }] },
    /transfer_check/,
  ],
  ['one account on both sides', { after: 1n, transfers: [{ ...bet, to: 1, toAfter: 50n }] }, /transfer_check/],
  ['an amount above the balance', { after: 1n, transfers: [{ ...bet, amount: 51n, fromAfter: -1n }] }, /check/],
  ['an unknown owner', { after: 1n, transfers: [{ ...deposit, ownerId: 4444n }] }, /owner_id_fkey/],
  ['an owner of another lane', { after: 1n, transfers: [{ ...deposit, ownerId: 3n }] }, /batch_sequence/],
  ['a gap in the numbers of the lane', { after: 2n, transfers: [bet] }, /batch_sequence/],
  ['a number that is already used', { after: 0n, transfers: [bet] }, /transfer_pkey|batch_sequence/],
  ['a lane that the site does not have', { lane: 2, after: 7n, transfers: [bet] }, /batch_sequence|lane_fkey/],
  ['a key that is already used', { after: 1n, transfers: [{ ...bet, key: 'K0-0' }] }, /transfer_key/],
];

for (const [what, batch, reason] of refused) {
  test(`rejects ${what}`, async () => {
    const siteId = await fundedSite();
    const error: unknown = await call(database, siteId, batch).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    assert.match(violatedConstraint(error) ?? String(error), reason);
    assert.deepEqual((await getBalances(database, siteId, 2n, chart)).cash, 50n);
    assert.deepEqual(await audit(database, siteId), []);
  });
}

test('rejects arrays of different lengths', async () => {
  const siteId = await fundedSite();
  const short = sql`select ledger_post_batch(${siteId}::int, 0::smallint, 1::bigint, null, null, '{2,2}', '{1}', '{49}', '{null}', '{null}',
    '{null}', '{true}', '{1}', '{102}', '{test}', '{K9}')`;
  await assert.rejects(database.execute(short), { code: '23502' });
  const long = sql`select ledger_post_batch(${siteId}::int, 0::smallint, 1::bigint, null, null, '{2}', '{1,1}', '{49,48}', '{null,null}',
    '{null,null}', '{null,null}', '{true,true}', '{1,1}', '{102,102}', '{test,test}', '{K8,K9}')`;
  await assert.rejects(database.execute(long), { code: '23502' });
  assert.deepEqual(await audit(database, siteId), []);
});

test('rejects a batch decided without the lane lock after its holder has posted', async () => {
  const siteId = await fundedSite();
  let without: Promise<unknown> = Promise.resolve();
  await database.transaction(async (tx) => {
    await lockLanes(tx, siteId, [2n]);
    without = call(database, siteId, { after: 1n, transfers: [bet] }).catch((error: unknown) => error);
    // The call blocks on the lane row; the balances it was decided on change before it continues.
    await sleep(100);
    const request = {
      ownerId: 2n,
      from: chart.cash,
      to: chart.games,
      amount: 10n as Money,
      reason: 'test',
      key: 'held',
    };
    await postTransfers(tx, siteId, [request]);
  });
  assert.match(String(violatedConstraint(await without)), /transfer_pkey|batch_sequence/);
  assert.deepEqual(await audit(database, siteId), []);
});

test('rejects two batches that decide in turns', async () => {
  const siteId = await fundedSite();
  const request = { ownerId: 2n, from: chart.cash, to: chart.games, amount: 1n as Money, reason: 'test' };
  await assert.rejects(
    database.transaction(async (tx) => {
      const wanted = { ownerIds: [2n], keys: [] };
      const [one, other] = [await loadBatch(tx, siteId, wanted), await loadBatch(tx, siteId, wanted)];
      one.transfer({ ...request, key: 'a' });
      other.transfer({ ...request, key: 'b' });
      one.transfer({ ...request, key: 'c' });
      await writeBatch(tx, one);
    }),
    /decided in turns/,
  );
  assert.deepEqual(await audit(database, siteId), []);
});

test('lets the product role lock a lane and write nothing else of it', async () => {
  const siteId = await fundedSite();
  await database.transaction((tx) => lockLanes(tx, siteId, [1n, 2n]));
  for (const write of [
    sql`update ledger_lane set last_sequence = 9`,
    sql`update ledger_lane set lane_count = 1`,
    sql`insert into ledger_lane (site_id, lane, lane_count, last_sequence) values (999, 0, 1, 5)`,
    sql`delete from ledger_lane`,
  ]) {
    await assert.rejects(database.execute(write), { code: '42501' });
  }
  await assert.rejects(database.execute(sql`update ledger_lane set lock_right = true`), { code: '23514' });
});
