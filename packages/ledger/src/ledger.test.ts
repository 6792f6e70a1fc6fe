// Behaviour of the ledger as stories, and the SQL constraints without the TypeScript code.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { violatedConstraint, openDatabase, type Queryable, type Sql, sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';

import {
  audit,
  defineChart,
  listEntries,
  installChart,
  lockLane,
  lockLanes,
  openSite,
  placeHold,
  postTransfers,
  type TransferRequest,
} from './ledger.ts';
import { keyHashSql } from './ledger.store.ts';
import { parseAmount, chart, checkStory, newSite } from './testing/story.ts';

const database = await testDatabase();
/** Connection of the table owner, limited only by constraints. */
const owner = openDatabase({ url: database.ownerUrl, poolSize: 1 });
after(() => owner.close());
before(() => installChart(database, chart));

const story = async (table: string): Promise<void> => void (await checkStory(database, table));
const deposit: TransferRequest = {
  ownerId: 1n,
  from: chart.bank,
  to: chart.cash,
  amount: parseAmount('100.00'),
  reason: 'test',
  key: 'give',
};

test('posts a transfer between two accounts with its house side', () =>
  story(`
    move     M1     bank>cash      500.00      posted
    move     M1     cash>games     120.25      posted
    move     M1     cash>savings   79.75       posted
    move     M2     bank>cash      0.0001      posted
    balance  M1     cash=300.00    savings=79.75
    balance  M2     cash=0.0001
    house    bank=-500.0001        games=120.25
  `));

test('rejects a transfer above the balance and leaves its key free', () =>
  story(`
    move     M1     cash>games     0.01    key=K1   insufficient_funds
    move     M1     bank>cash      10.00            posted
    move     M1     cash>games     10.01   key=K1   insufficient_funds
    move     M1     cash>games     10.00   key=K1   posted
    move     M1     cash>games     0.01             insufficient_funds
    balance  M1     cash=0.00
    house    games=10.00
  `));

test('replays a repeated key even without funds', () =>
  story(`
    move     M1     bank>cash      10.00   key=K1   posted
    move     M1     bank>cash      10.00   key=K1   replayed
    move     M1     cash>games     10.00   key=K2   posted
    move     M1     cash>games     10.00   key=K2   replayed
    balance  M1     cash=0.00
    house    bank=-10.00           games=10.00
  `));

test('reports a conflict for one key with two contents', () =>
  story(`
    move     M1     bank>cash      10.00   key=K1   posted
    move     M1     bank>cash      11.00   key=K1   key_conflict
    move     M1     bank>savings   10.00   key=K1   key_conflict
    move     M1     games>cash     10.00   key=K1   key_conflict
    move     M2     bank>cash      10.00   key=K1   key_conflict
    balance  M1     cash=10.00
    balance  M2     cash=0.00
  `));

test('scopes a key to its site', async () => {
  const table = 'move  M1  bank>cash  10.00  key=K1  posted';
  const sites = [await checkStory(database, table), await checkStory(database, table)];
  assert.notEqual(sites[0], sites[1]);
});

test('blocks held money and posts or voids a hold once', () =>
  story(`
    move     M1     bank>cash      500.00                         posted
    hold     M1     W1             cash>held>payouts    200.00    placed
    hold     M1     W1             cash>held>payouts    200.00    replayed
    hold     M1     W1             cash>held>payouts    300.00    key_conflict
    hold     M1     W2             cash>held>payouts    300.01    insufficient_funds
    balance  M1     cash=300.00    held=200.00
    post     M1     W1             posted
    post     M1     W1             not_open
    void     M1     W1             not_open
    hold     M1     W2             cash>held>payouts    300.00    placed
    void     M1     W2             voided
    void     M1     W2             not_open
    post     M1     W2             not_open
    post     M1     W3             not_open
    post     M2     W1             not_open
    balance  M1     cash=300.00    held=0.00
    house    payouts=200.00
  `));

test('returns a voided hold to another account of the owner', () =>
  story(`
    move     M1     bank>cash      50.00                          posted
    hold     M1     W1             cash>held>payouts    50.00     placed
    void     M1     W1             to=savings>savings   voided
    balance  M1     cash=0.00      savings=50.00        held=0.00
  `));

test('keeps coins, spins and baht in separate currencies', async () => {
  await story(`
    move     M1     coinIssue>coin   5.00     posted
    move     M1     spinIssue>spin   1.00     posted
    move     M1     coin>coinIssue   5.01     insufficient_funds
    move     M1     coin>coinIssue   2.00     posted
    balance  M1     coin=3.00        spin=1.00   cash=0.00
    house    coinIssue=-3.00         spinIssue=-1.00   bank=0.00
  `);
  await assert.rejects(story('move  M1  coinIssue>cash  5.00  posted'), /different currencies/);
});

test('keeps a debt at or below zero', () =>
  story(`
    move     M1     debt>games     30.00     posted
    balance  M1     debt=-30.00
    move     M1     games>debt     30.01     insufficient_funds
    move     M1     games>debt     30.00     posted
    balance  M1     debt=0.00
  `));

test('moves money between house accounts, which may go below zero', () =>
  story(`
    move     house  bank>games     7.00   key=K1   posted
    move     house  bank>games     7.00   key=K1   replayed
    house    bank=-7.00            games=7.00
  `));

test('throws on an invalid transfer and posts nothing', async () => {
  const siteId = await newSite(database);
  const wrong: [Partial<TransferRequest>, RegExp][] = [
    [{ amount: parseAmount('0.00') }, /positive amount/],
    [{ from: chart.cash }, /two different accounts/],
    [{ ownerId: 0n }, /does not fit/],
    [{ to: chart.games }, /does not fit/],
  ];
  for (const [change, message] of wrong) {
    const result = database.transaction((tx) => postTransfers(tx, siteId, [{ ...deposit, ...change }]));
    await assert.rejects(result, message);
  }
  await database.transaction(async (tx) => {
    // A valid request before the invalid one must not leave a gap, even if the error is caught.
    await assert.rejects(postTransfers(tx, siteId, [deposit, { ...deposit, key: 'other', from: chart.cash }]));
    await postTransfers(tx, siteId, [{ ...deposit, key: 'next' }]);
  });
  assert.deepEqual(await audit(database, siteId), []);
});

test('throws on a hold that cannot be posted', async () => {
  const siteId = await newSite(database);
  await database.transaction((tx) => postTransfers(tx, siteId, [deposit]));
  const hold = { ...deposit, from: chart.cash, held: chart.held, holdId: 'W1' };
  for (const to of [chart.held, chart.coinIssue]) {
    await assert.rejects(database.transaction((tx) => placeHold(tx, siteId, { ...hold, to })));
  }
  assert.deepEqual(await audit(database, siteId), []);
});

test('decides several transfers in order, each on its own', async () => {
  const siteId = await newSite(database);
  const spend = { ...deposit, from: chart.cash, to: chart.games };
  const results = await database.transaction((tx) =>
    postTransfers(tx, siteId, [
      deposit,
      { ...spend, key: 'a', amount: parseAmount('60.00') },
      { ...spend, key: 'b', amount: parseAmount('60.00') },
      { ...spend, key: 'c', amount: parseAmount('40.00') },
      { ...spend, key: 'a', amount: parseAmount('60.00') },
      { ...spend, key: 'a', amount: parseAmount('61.00') },
      { ...deposit, ownerId: 2n, key: 'second lane' },
    ]),
  );
  assert.deepEqual(
    results.map(({ outcome }) => outcome),
    ['posted', 'posted', 'insufficient_funds', 'posted', 'replayed', 'key_conflict', 'posted'],
  );
  assert.deepEqual(await audit(database, siteId), []);
});

test('replays the first transfer with its balances', async () => {
  const siteId = await newSite(database);
  const [first] = await database.transaction((tx) => postTransfers(tx, siteId, [deposit]));
  await database.transaction((tx) => postTransfers(tx, siteId, [{ ...deposit, key: 'later' }]));
  const [again] = await database.transaction((tx) => postTransfers(tx, siteId, [deposit]));
  assert.deepEqual(again, { ...first, outcome: 'replayed' });
});

test('finds a key with any characters by its index', async () => {
  const siteId = await newSite(database);
  const keys = ['back\\slash', '\\x41', '\\\\101', "quote's", 'ชบา', '👑', ' ', 'A', '\u0041\u030a', '\u00c5'];
  const requests = keys.map((key) => ({ ...deposit, key }));
  const outcomes = async (): Promise<string[]> =>
    (await database.transaction((tx) => postTransfers(tx, siteId, requests))).map(({ outcome }) => outcome);
  assert.deepEqual(new Set(await outcomes()), new Set(['posted']));
  assert.deepEqual(new Set(await outcomes()), new Set(['replayed']));
  const plan = await database.transaction(async (tx) => {
    // The planner would scan a table this small.
    await tx.execute(sql`set local enable_seqscan = off`);
    return tx.rows(sql`
      explain select from ledger_transfer where site_id = ${siteId} and is_keyed and ${keyHashSql(sql`key`)} = ${'0'.repeat(32)}::uuid`);
  });
  assert.match(JSON.stringify(plan), /ledger_transfer_key/);
  assert.match(JSON.stringify(plan), /Index Cond: [^"]*sha256/);
});

test('rolls back a transfer with its transaction', async () => {
  const siteId = await newSite(database);
  const failing = database.transaction(async (tx) => {
    await postTransfers(tx, siteId, [deposit]);
    throw new Error('later');
  });
  await assert.rejects(failing, /later/);
  const [result] = await database.transaction((tx) => postTransfers(tx, siteId, [deposit]));
  assert.equal(result?.outcome, 'posted');
  assert.deepEqual(await audit(database, siteId), []);
});

test('posts one transfer when the same key is sent 50 times concurrently', async () => {
  const siteId = await newSite(database);
  const copies = Array.from({ length: 50 }, () => database.transaction((tx) => postTransfers(tx, siteId, [deposit])));
  const outcomes = (await Promise.all(copies)).map(([result]) => result?.outcome);
  assert.equal(outcomes.filter((outcome) => outcome === 'posted').length, 1);
  assert.equal(outcomes.filter((outcome) => outcome === 'replayed').length, 49);
  assert.deepEqual(await audit(database, siteId), []);
});

test('locks lanes together or in ascending order only', async () => {
  const siteId = await newSite(database, 4);
  await database.transaction((tx) => lockLanes(tx, siteId, [3n, 1n, 7n]));
  await database.transaction(async (tx) => {
    await lockLanes(tx, siteId, [1n]);
    await lockLanes(tx, siteId, [5n, 2n]);
  });
  const backwards = database.transaction(async (tx) => {
    await lockLanes(tx, siteId, [2n]);
    await lockLanes(tx, siteId, [1n]);
  });
  await assert.rejects(backwards, /in order/);
  await assert.rejects(
    database.transaction((tx) => lockLane(tx, siteId, 9)),
    /no lane 9/,
  );
  await assert.rejects(
    database.transaction((tx) => lockLanes(tx, 9_999, [1n])),
    /no lanes/,
  );
});

test('opens a site repeatedly without change and rejects a contradicting chart', async () => {
  const siteId = await newSite(database, 2);
  await openSite(database, siteId, 8);
  assert.equal((await database.rows(sql`select 1 from ledger_lane where site_id = ${siteId}`)).length, 2);
  await installChart(database, chart);
  await assert.rejects(installChart(database, defineChart({ cash: [1, 'COIN'] })), /contradicts/);
  assert.throws(() => defineChart({ one: [1, 'THB'], two: [1, 'THB'] }), /twice/);
});

test('lists entries newest first in pages, with the balance after each', async () => {
  const siteId = await newSite(database);
  const requests = Array.from({ length: 7 }, (_, place) => ({
    ...deposit,
    key: `K${place}`,
    amount: parseAmount('1.00'),
  }));
  await database.transaction((tx) => postTransfers(tx, siteId, requests));
  const seen: string[] = [];
  let before: bigint | undefined;
  for (;;) {
    const of = { ownerId: 1n, kind: chart.cash, limit: 3, ...(before === undefined ? {} : { before }) };
    const page = await listEntries(database, siteId, of);
    seen.push(page.map((entry) => String((entry.balance ?? 0n) / 10_000n)).join(' '));
    before = page.at(-1)?.transferId;
    if (page.length < 3) break;
  }
  assert.deepEqual(seen, ['7 6 5', '4 3 2', '1']);
});

test('posts a correction as a new transfer that names the corrected one', async () => {
  const siteId = await newSite(database);
  const [first] = await database.transaction((tx) => postTransfers(tx, siteId, [deposit]));
  assert.ok(first && 'transferId' in first);
  const back = { ...deposit, from: chart.cash, to: chart.bank, key: 'back', corrects: first.transferId };
  await database.transaction((tx) => postTransfers(tx, siteId, [back]));
  const row = await database.one<{ corrects_id: bigint }>(sql`
    select corrects_id from ledger_transfer where site_id = ${siteId} and key = 'back'`);
  assert.equal(row.corrects_id, first.transferId);
  assert.deepEqual(await audit(database, siteId), []);
});

// ── SQL constraints
// ──────────────────────────────────────────────────────────────────────────────────────────────────────

async function catchViolation(query: Sql, from: Queryable = owner): Promise<string> {
  try {
    await from.execute(query);
  } catch (error) {
    return violatedConstraint(error) ?? (error instanceof Error ? error.message : String(error));
  }
  return 'no error';
}

const journalRow = (siteId: number, change: Readonly<Record<string, unknown>> = {}): Sql => {
  const row = {
    owner: 1n,
    id: 128n,
    amount: 10_000n,
    fromBalance: null,
    toBalance: 10_000n,
    from: 100,
    to: 1,
    key: 'K1',
    ...change,
  };
  return sql`
    insert into ledger_transfer (site_id, owner_id, transfer_id, amount_e4, from_balance_e4, to_balance_e4, from_kind,
      to_kind, reason, key, is_keyed)
    values (${siteId}, ${row.owner}, ${row.id}, ${row.amount}, ${row.fromBalance}, ${row.toBalance}, ${row.from},
      ${row.to}, 'test', ${row.key}, true)`;
};

test('rejects invalid journal rows in SQL', async () => {
  const siteId = await newSite(database);
  const wrong: [Readonly<Record<string, unknown>>, RegExp][] = [
    [{ amount: 0n }, /check/],
    [{ amount: -1n }, /check/],
    [{ from: 1, fromBalance: 0n }, /check/],
    [{ owner: 0n }, /check/],
    [{ to: 102, toBalance: null }, /check/],
    [{ toBalance: -1n }, /check/],
    [{ toBalance: null }, /check/],
    [{ fromBalance: 5n }, /check/],
  ];
  for (const [change, constraint] of wrong) assert.match(await catchViolation(journalRow(siteId, change)), constraint);
});

test('rejects a second row of one key in SQL', async () => {
  const siteId = await newSite(database);
  await owner.execute(journalRow(siteId));
  assert.match(await catchViolation(journalRow(siteId, { id: 192n })), /ledger_transfer_key/);
  assert.match(await catchViolation(journalRow(siteId, { key: 'K2' })), /pkey/);
});

test('rejects a negative owner balance and a positive debt in SQL', async () => {
  const siteId = await newSite(database);
  const balance = (kind: number, amount: bigint): Sql =>
    sql`insert into ledger_balance (site_id, owner_id, kind, balance_e4) values (${siteId}, 1, ${kind}, ${amount})`;
  assert.match(await catchViolation(balance(1, -1n)), /check/);
  assert.match(await catchViolation(balance(90, 1n)), /check/);
  assert.match(await catchViolation(balance(100, 1n)), /check/);
});

test('rejects hold states other than placed, posted and voided in SQL', async () => {
  const siteId = await newSite(database);
  const hold = (state: string, closedAt: Date | null): Sql => sql`
    insert into ledger_hold (site_id, owner_id, hold_id, from_kind, held_kind, to_kind, amount_e4, state, reason, closed_at)
    values (${siteId}, 1, 'W1', 1, 8, 101, 1, ${state}, 'test', ${closedAt})`;
  assert.match(await catchViolation(hold('half', new Date())), /state_check/);
  assert.match(await catchViolation(hold('placed', new Date())), /check/);
  assert.match(await catchViolation(hold('posted', null)), /check/);
});

test("denies the product's role to change or delete journal rows", async () => {
  const siteId = await newSite(database);
  await database.transaction((tx) => postTransfers(tx, siteId, [deposit]));
  for (const statement of [
    sql`update ledger_transfer set amount_e4 = 1`,
    sql`delete from ledger_transfer`,
    sql`truncate ledger_transfer`,
  ]) {
    assert.match(await catchViolation(statement, database), /permission denied/);
  }
  const changed = await owner.execute(sql`update ledger_transfer set reason = reason where site_id = ${siteId}`);
  assert.equal(changed, 1, 'the table owner can update: only the privilege prevents it');
});
