// The figures of the dashboard against the journal, and the tables that its statements read.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { type Queryable, type Sql, sql } from '@chaba/database';
import { audit } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { buildTestApp } from '#testing/build-app';
import { createMember } from '#testing/factories';
import { checkStory } from '#testing/story';
import { walletCommands } from '#testing/wallet-commands';

import { getDayStart, loadDashboard } from './reports.ts';
import { addSums } from './rollups.ts';

const app = await buildTestApp();
const { database, chaba: site } = app;
const owner = database.owner;

/** Moves all play so far to a time, so that the day of the test has two parts. */
async function movePlay(from: Date, to: Date): Promise<void> {
  await owner.execute(sql`update ledger_transfer set created_at = ${to} where created_at >= ${from}`);
  await owner.execute(sql`update wallet_transaction set created_at = ${to} where created_at >= ${from}`);
  await owner.execute(sql`update member set registered_at = ${to} where registered_at >= ${from}`);
}

const playOnce = (name: string) => `
  give       ${name}  1000.00                                       given
  session    ${name}                                                OK
  bet        ${name}  100.00  tx=${name}1  round=${name}            OK
  win        ${name}  30.00   tx=${name}2  round=${name}  closed=yes  OK`;

/** Statements with their rows, as a database that records what is read. */
function record(statements: Sql[]): Queryable {
  const wrap =
    <Result>(run: (query: Sql) => Promise<Result>) =>
    (query: Sql) => {
      statements.push(query);
      return run(query);
    };
  return {
    rows: <Row>(query: Sql) => wrap((each) => database.rows<Row>(each))(query),
    one: <Row>(query: Sql) => wrap((each) => database.one<Row>(each))(query),
    oneOrNone: <Row>(query: Sql) => wrap((each) => database.oneOrNone<Row>(each))(query),
    execute: wrap((each) => database.execute(each)),
  };
}

async function listRelations(query: Sql): Promise<string[]> {
  const rows = await owner.rows<Record<string, unknown>>(sql`explain (format json) ${query}`);
  return [...JSON.stringify(rows).matchAll(/"Relation Name":"(\w+)"/g)].map(([, name]) => name ?? '');
}

test('gives the figures of today to the moment, and of yesterday to the same hour', async () => {
  const now = new Date();
  const start = getDayStart(now);
  const hour = 3_600_000;
  await checkStory({ database, site, commands: walletCommands(app) }, playOnce('M1'));
  // Yesterday's first hour, and a second one after the hour that is compared.
  await movePlay(new Date(now.getTime() - hour), new Date(start.getTime() - 24 * hour + 60_000));
  await addSums(database, site.id, 0);
  await checkStory({ database, site, commands: walletCommands(app) }, playOnce('M2'));
  const member = await createMember(database, site, { money: baht(50) });
  assert.ok(member.id > 0n);
  const noon = new Date(start.getTime() + 12 * hour);
  const found = await loadDashboard(database, site.id, noon);
  assert.equal(found.isBehind, false);
  assert.deepEqual(found.comparedUntil, noon);
  const journal = await owner.one<{ deposits: bigint; ggr: bigint }>(sql`
    select -sum(case when from_kind = account_kind('bank') then -amount_e4 when to_kind = account_kind('bank') then amount_e4 else 0 end)::bigint as deposits,
      sum(case when to_kind = account_kind('games') then amount_e4 when from_kind = account_kind('games') then -amount_e4 else 0 end)::bigint as ggr
    from ledger_transfer where site_id = ${site.id} and created_at >= ${start}`);
  assert.deepEqual(
    { deposits: found.today?.deposits, ggr: found.today?.ggr },
    { deposits: journal.deposits, ggr: journal.ggr },
  );
  assert.equal(found.today?.deposits, baht(1_050));
  assert.equal(found.today.ggr, baht(70));
  const { deposits, ggr, players, registered } = found.yesterday;
  assert.deepEqual({ deposits, ggr, players }, { deposits: baht(1_000), ggr: baht(70), players: 1 });
  assert.ok(registered > 0);
  assert.deepEqual(found.lastWeek.deposits, 0n);
  assert.deepEqual(await audit(database, site.id), []);
});

test('compares with nothing of yesterday before its first hour ended', async () => {
  const start = getDayStart(new Date());
  const { yesterday, comparedUntil } = await loadDashboard(database, site.id, new Date(start.getTime() + 60_000));
  assert.deepEqual(comparedUntil, start);
  assert.deepEqual([yesterday.deposits, yesterday.players], [0n, 0]);
});

test('reads only sums and the balances of the house', async () => {
  const statements: Sql[] = [];
  await loadDashboard(record(statements), site.id);
  assert.ok(statements.length > 5);
  const relations = new Set((await Promise.all(statements.map((query) => listRelations(query)))).flat());
  assert.ok(relations.has('report_hour') && relations.has('ledger_house_balance'), [...relations].join(' '));
  const others = [...relations].filter((name) => !name.startsWith('report_') && name !== 'ledger_house_balance');
  assert.deepEqual(others, []);
});

test('says that the sums are behind where they end before the day began', async () => {
  await owner.execute(sql`update report_progress set hours_until = hours_until - interval '3 days'`);
  const { isBehind, today } = await loadDashboard(database, site.id);
  assert.deepEqual([isBehind, today], [true, undefined]);
  await owner.execute(sql`update report_progress set hours_until = hours_until + interval '3 days'`);
});
