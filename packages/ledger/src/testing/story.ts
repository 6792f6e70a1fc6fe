// Stories of the ledger: tables of commands and expected outcomes, run on a real database.
//
//     move     M1  bank>cash  500.00  key=K1    posted
//     hold     M1  W1  cash>held>payouts  200.00  placed
//     post     M1  W1                           posted
//     balance  M1  cash=300.00  held=0.00
//     house    bank=-500.00
//
// A row is a command, its arguments and the expected outcome; two or more spaces separate columns.
//
// Always true: a story has its own site with two lanes, and the ledger is audited at its end.

import assert from 'node:assert/strict';

import type { Database } from '@chaba/database';
import { type Money, parseProviderAmount, formatProviderAmount } from '@chaba/money';

import {
  type AccountKind,
  addOwners,
  audit,
  getBalances,
  defineChart,
  getHouseBalance,
  openSite,
  placeHold,
  postTransfers,
  postHold,
  voidHold,
} from '@chaba/ledger';

export const chart = defineChart({
  cash: [1, 'THB'],
  savings: [2, 'THB'],
  coin: [6, 'COIN'],
  spin: [7, 'SPIN'],
  held: [8, 'THB'],
  debt: [90, 'THB'],
  bank: [100, 'THB'],
  payouts: [101, 'THB'],
  games: [102, 'THB'],
  coinIssue: [120, 'COIN'],
  spinIssue: [121, 'SPIN'],
});

let sites = 0;

/** Owners of a story: M1, M2 and so on. */
const OWNERS = Array.from({ length: 100 }, (_, place) => BigInt(place + 1));

/** A new site with lanes and owners. */
export async function newSite(database: Database, laneCount = 2): Promise<number> {
  sites += 1;
  await openSite(database, sites, laneCount);
  await addOwners(database, sites, OWNERS);
  return sites;
}

/** M1 is owner 1; `house` is owner 0. */
const parseOwner = (name: string): bigint => (name === 'house' ? 0n : BigInt(name.slice(1)));

export function parseAmount(text: string): Money {
  return parseProviderAmount(text) ?? assert.fail(`expected an amount, got "${text}"`);
}

/** Runs a story, audits the ledger and returns the site id. */
export async function checkStory(database: Database, table: string): Promise<number> {
  const siteId = await newSite(database);
  for (const [index, line] of table.split('\n').entries()) {
    const row = (line.split('//', 1)[0] ?? '').trim();
    if (row !== '') await checkRow(database, siteId, row, `line ${index + 1}: ${row}`);
  }
  assert.deepEqual(await audit(database, siteId), [], 'the audit reports findings after the story');
  return siteId;
}

async function checkRow(database: Database, siteId: number, row: string, where: string): Promise<void> {
  const [command = '', ...columns] = row.split(/\s{2,}/);
  const options = Object.fromEntries(
    columns.filter((column) => column.includes('=')).map((column) => column.split('=')),
  );
  const plain = columns.filter((column) => !column.includes('='));
  if (command === 'balance' || command === 'house') {
    const names = Object.keys(options) as (keyof typeof chart)[];
    const found = await Promise.all(
      names.map(async (name) => [name, await loadAmount(database, siteId, plain[0], chart[name])] as const),
    );
    assert.deepEqual(Object.fromEntries(found), options, where);
    return;
  }
  const outcome = await database.transaction((tx) => {
    const [owner = '', name = '', third = '', amount = ''] = plain;
    const ownerId = parseOwner(owner);
    if (command === 'move') {
      const [from, to] = parseAccounts(name);
      const request = { ownerId, from, to, amount: parseAmount(third), reason: 'test', key: options['key'] ?? where };
      return postTransfers(tx, siteId, [request]).then(([result]) => result?.outcome);
    }
    if (command === 'hold') {
      const [from, held, to] = parseAccounts(third);
      const hold = { ownerId, holdId: name, from, held, to: to ?? from, amount: parseAmount(amount), reason: 'test' };
      return placeHold(tx, siteId, hold);
    }
    if (command === 'post') return postHold(tx, siteId, { ownerId, holdId: name });
    if (command === 'void') {
      const [returnTo] = options['to'] === undefined ? [] : parseAccounts(options['to']);
      return voidHold(tx, siteId, { ownerId, holdId: name, ...(returnTo ? { returnTo } : {}) });
    }
    return assert.fail(`${where}: unknown command "${command}"`);
  });
  assert.equal(outcome, columns.at(-1), where);
}

function parseAccounts(text: string): [AccountKind, AccountKind, AccountKind?] {
  const kinds = text.split('>').map((name) => chart[name as keyof typeof chart] ?? assert.fail(`no account ${name}`));
  return kinds as [AccountKind, AccountKind, AccountKind?];
}

async function loadAmount(
  database: Database,
  siteId: number,
  owner: string | undefined,
  kind: AccountKind,
): Promise<string> {
  const amount =
    owner === undefined
      ? await getHouseBalance(database, siteId, kind)
      : (await getBalances(database, siteId, parseOwner(owner), { kind })).kind;
  return formatProviderAmount(amount).replace(/00$/, '');
}
