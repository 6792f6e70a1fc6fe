// Damage tests of the audit: each test damages a clean ledger with the rights of the table owner, and the matching rule
// reports it.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import { openDatabase, type Sql, sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';

import { audit, installChart, placeHold, postTransfers, postHold } from './ledger.ts';
import { parseAmount, chart, newSite } from './testing/story.ts';

const database = await testDatabase();
const owner = openDatabase({ url: database.ownerUrl, poolSize: 2 });
after(() => owner.close());
before(() => installChart(database, chart));

/** A clean ledger with every kind of row. */
async function newLedger(): Promise<number> {
  const siteId = await newSite(database);
  const transfer = { ownerId: 1n, from: chart.bank, to: chart.cash, amount: parseAmount('100.00'), reason: 'test' };
  const hold = { ownerId: 1n, from: chart.cash, held: chart.held, to: chart.payouts, amount: parseAmount('10.00') };
  await database.transaction(async (tx) => {
    await postTransfers(tx, siteId, [
      { ...transfer, key: 'K1' },
      { ...transfer, key: 'K2' },
      { ...transfer, key: 'K3', ownerId: 2n },
      { ...transfer, key: 'K4', from: chart.cash, to: chart.games },
      { ...transfer, key: 'K5', from: chart.debt, to: chart.games },
    ]);
    for (const holdId of ['W1', 'W2']) await placeHold(tx, siteId, { ...hold, holdId, reason: 'test' });
    await postHold(tx, siteId, { ownerId: 1n, holdId: 'W1' });
  });
  assert.deepEqual(await audit(database, siteId), []);
  return siteId;
}

const noChecks = sql`alter table ledger_balance drop constraint if exists ledger_balance_check`;
const noTransferChecks = sql`alter table ledger_transfer drop constraint if exists ledger_transfer_check`;

type Damage = {
  readonly rule: string;
  readonly what: string;
  readonly how: (siteId: number) => readonly Sql[];
};

const damages: readonly Damage[] = [
  {
    rule: 'a balance equals the sum of its entries',
    what: 'a balance that grew without an entry',
    how: (site) => [sql`update ledger_balance set balance_e4 = balance_e4 + 1 where site_id = ${site} and kind = 1`],
  },
  {
    rule: 'a balance equals the sum of its entries',
    what: 'a deleted balance',
    how: (site) => [sql`delete from ledger_balance where site_id = ${site} and owner_id = 2`],
  },
  {
    rule: 'a balance equals the sum of its entries',
    what: 'a balance of an owner without entries',
    how: (site) => [sql`insert into ledger_balance values (${site}, 77, 1, 5)`],
  },
  {
    rule: 'a house account equals the sum of its entries',
    what: 'a house stripe that grew without an entry',
    how: (site) => [sql`update ledger_house_balance set balance_e4 = balance_e4 + 1 where site_id = ${site}`],
  },
  {
    rule: 'a house account equals the sum of its entries',
    what: 'a deleted house stripe',
    how: (site) => [sql`delete from ledger_house_balance where site_id = ${site} and kind = 102`],
  },
  {
    rule: 'all balances of a currency sum to zero',
    what: 'a currency whose balances do not sum to zero',
    how: (site) => [
      sql`update ledger_balance set balance_e4 = balance_e4 + 7 where site_id = ${site} and owner_id = 2`,
    ],
  },
  {
    rule: 'no owner account is below zero, no contra account above',
    what: 'an owner balance below zero',
    how: (site) => [noChecks, sql`update ledger_balance set balance_e4 = -1 where site_id = ${site} and kind = 1`],
  },
  {
    rule: 'no owner account is below zero, no contra account above',
    what: 'a debt above zero',
    how: (site) => [noChecks, sql`update ledger_balance set balance_e4 = 1 where site_id = ${site} and kind = 90`],
  },
  {
    rule: 'each entry continues the balance before it',
    what: 'a rewritten balance in the journal',
    how: (site) => [
      sql`update ledger_transfer set to_balance_e4 = to_balance_e4 + 1 where site_id = ${site} and key = 'K1'`,
    ],
  },
  {
    rule: 'each entry continues the balance before it',
    what: 'a rewritten amount in the journal',
    how: (site) => [sql`update ledger_transfer set amount_e4 = amount_e4 + 1 where site_id = ${site} and key = 'K2'`],
  },
  {
    rule: 'a lane has no gap',
    what: 'a deleted transfer',
    how: (site) => [sql`delete from ledger_transfer where site_id = ${site} and key = 'K2'`],
  },
  {
    rule: 'a lane has no gap',
    what: 'two transfers with one number and a gap after them',
    how: (site) => [
      sql`update ledger_transfer set owner_id = 3, transfer_id = transfer_id - 64 where site_id = ${site} and key = 'K2'`,
    ],
  },
  {
    rule: 'a lane has no gap',
    what: 'a decreased lane counter',
    how: (site) => [sql`update ledger_lane set last_sequence = last_sequence - 1 where site_id = ${site} and lane = 1`],
  },
  {
    rule: "a transfer is in its owner's lane",
    what: 'a transfer assigned to an owner of another lane',
    how: (site) => [sql`update ledger_transfer set owner_id = 4 where site_id = ${site} and key = 'K1'`],
  },
  {
    rule: 'a key is used once',
    what: 'a key with two transfers',
    how: (site) => [
      sql`update ledger_transfer set key = 'K1', is_keyed = false, reason = 'test', owner_id = 1 where site_id = ${site} and key in ('K1', 'K2')`,
    ],
  },
  {
    rule: 'a correction names a transfer of the same owner',
    what: 'a correction of an unknown transfer',
    how: (site) => [sql`update ledger_transfer set corrects_id = 99 where site_id = ${site} and key = 'K2'`],
  },
  {
    rule: 'both sides of a transfer are of one currency',
    what: 'a transfer between two currencies',
    how: (site) => [
      noTransferChecks,
      sql`update ledger_transfer set to_kind = 6 where site_id = ${site} and key = 'K1'`,
    ],
  },
  {
    rule: 'held money equals the open holds',
    what: 'a hold whose amount differs from the held balance',
    how: (site) => [sql`update ledger_hold set amount_e4 = amount_e4 + 1 where site_id = ${site} and state = 'placed'`],
  },
  {
    rule: 'held money equals the open holds',
    what: 'a held balance without a hold',
    how: (site) => [sql`delete from ledger_hold where site_id = ${site} and state = 'placed'`],
  },
  {
    rule: 'a hold has the transfers of its state',
    what: 'a voided hold with a posted transfer',
    how: (site) => [sql`update ledger_hold set state = 'voided' where site_id = ${site} and state = 'posted'`],
  },
  {
    rule: 'every account is in the chart',
    what: 'an account kind outside the chart',
    how: (site) => [
      sql`alter table ledger_balance drop constraint if exists ledger_balance_kind_fkey`,
      sql`insert into ledger_balance values (${site}, 1, 55, 0)`,
    ],
  },
];

for (const { rule, what, how } of damages) {
  test(`reports ${what}`, async () => {
    const siteId = await newLedger();
    for (const statement of how(siteId)) await owner.execute(statement);
    const found = await audit(database, siteId);
    assert.ok(
      found.some((finding) => finding.rule === rule && finding.site === siteId && finding.detail !== ''),
      `rule "${rule}" reported nothing; findings: ${JSON.stringify(found)}`,
    );
  });
}

test('has a damage test for every rule', async () => {
  const rules = new Set((await audit(database)).map(({ rule }) => rule));
  assert.deepEqual([...new Set(damages.map(({ rule }) => rule))].toSorted(), [...rules].toSorted());
});

test('limits its findings to the given site', async () => {
  const siteId = await newLedger();
  assert.deepEqual(await audit(database, siteId), []);
});
