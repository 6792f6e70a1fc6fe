// The reporting database follows two cells, through a move of a site, a lost slot, a failover and a cell that is away.
//
// Always true: it equals the sum of its cells, in each table that reports read, row by row.
//
// Elsewhere: its lag in the status and as an alert (money.heavy.test.ts).

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { sql } from '@chaba/database';
import { connectOwner, sumTables } from '@chaba/database/site-move';
import { REPORTED_TABLES } from '@chaba/database/site-tables';
import { baht } from '@chaba/money';
import { addSums } from '@chaba/server/modules/reports';
import { createMember, createSite, giveMoney } from '@chaba/server/testing/factories';

import { type BedCell, CellBed } from '@chaba/testing/beds/ha/cell-bed';
import { pollUntil } from '@chaba/testing/product/until';
import { moveSites } from './move-site.ts';
import { followCells, formatReporting } from './reporting.ts';

const WITHIN_MS = 180_000;
const EPOCH = new Date(0);

const bed = new CellBed(process.env['CELL_PROGRAMS']);
after(() => bed.close());
const [zero, one, reporting] = await Promise.all([0, 1, 2].map((number) => bed.openDatabase(number)));
assert.ok(zero && one && reporting);
const { failOver } = await bed.openStandby(one);
const chaba = await createSite(zero.database, { code: 'chaba', apiKey: 'chaba-key', theme: 'gold' });
const siam = await createSite(zero.database, { code: 'siam', apiKey: 'siam-key', theme: 'gold' });
await bed.list(zero, ['127.0.0.1:4801']);
await bed.list(one, ['127.0.0.1:4802']);
const lanna = await createSite(one.database, { code: 'lanna', apiKey: 'lanna-key', theme: 'gold' });
await Promise.all([zero.beat(), one.beat()]);
await bed.write();

/** Waits until every row of a site in a cell is in the reporting database, and no other. */
async function untilEqual(cell: BedCell, siteId: number): Promise<void> {
  const [own, copy] = [await connectOwner(cell.ownerUrl), await connectOwner(reporting?.ownerUrl ?? '')];
  try {
    const read = async (client: typeof own): Promise<string> => {
      const sums = await sumTables(client, [siteId], { part: 'new', cut: EPOCH });
      return JSON.stringify(sums.filter(({ name }) => REPORTED_TABLES.includes(name)));
    };
    let found: readonly string[] = [];
    for (const until = Date.now() + WITHIN_MS; Date.now() < until; await sleep(200)) {
      found = [await read(own), await read(copy)];
      if (found[0] === found[1]) return;
    }
    assert.equal(found[1], found[0]);
  } finally {
    await own.end();
    await copy.end();
  }
}

let hoursAgo = 48;

/** A member receives money in an hour of its own in the past, whose sums the cell adds. */
async function play(cell: BedCell, site: typeof chaba): Promise<void> {
  hoursAgo -= 2;
  const member = await createMember(cell.database, site, { money: baht(50) });
  for (let turn = 0; turn < 20; turn += 1) await giveMoney(cell.database, member, baht(1));
  await cell.owner.execute(sql`
    update ledger_transfer set created_at = date_trunc('hour', now()) - make_interval(hours => ${hoursAgo})
    where site_id = ${site.id} and owner_id = ${member.id}`);
  assert.ok((await addSums(cell.database, site.id, (hoursAgo - 1) * 60)) > 0);
}

test('follows every cell, and equals their sum through a move there and back', async () => {
  await play(zero, chaba);
  const lines = await followCells(bed.file, reporting.addressFile);
  assert.deepEqual(
    lines.map(({ cell, action }) => [cell, action]),
    [
      [0, 'made'],
      [1, 'made'],
    ],
  );
  for (const [cell, site] of [
    [zero, chaba],
    [zero, siam],
    [one, lanna],
  ] as const) {
    await play(cell, site);
    await untilEqual(cell, site.id);
  }
  const move = async (from: number, to: number): Promise<void> => {
    const options = { file: bed.file, codes: ['chaba'], from, to, isAbort: false, keptDays: 0 };
    assert.equal(await moveSites({ ...options, operator: 'somchai', reason: 'the test', report: () => undefined }), 0);
  };
  for (let turn = 0; ; turn += 1) {
    const states = await followCells(bed.file, undefined);
    if (states.every(({ ready, tables, isFollowing }) => isFollowing && ready === tables)) break;
    assert.ok(turn < 300, formatReporting(states));
    await sleep(200);
  }
  await move(0, 1);
  await play(one, chaba);
  await play(zero, siam);
  await untilEqual(one, chaba.id);
  await untilEqual(zero, siam.id);
  await move(1, 0);
  await play(zero, chaba);
  await untilEqual(zero, chaba.id);
  await untilEqual(one, lanna.id);
});

test('follows the tables of a newer release, and deletes rows of those that it leaves out', async () => {
  const count = async (table: 'contact' | 'ledger_balance'): Promise<number> => {
    const { rowCount } = await copy.query(`select from ${table} where site_id = $1`, [chaba.id]);
    return rowCount ?? 0;
  };
  const copy = await connectOwner(reporting.ownerUrl);
  try {
    // An earlier release published the balances, and had no table contact.
    await zero.owner.execute(sql`alter publication chaba_reporting add table ledger_balance`);
    await zero.owner.execute(sql`alter publication chaba_reporting drop table contact`);
    await copy.query('alter subscription chaba_reporting_0 refresh publication');
    await pollUntil(async () => (await count('ledger_balance')) > 0);
    const lines = await followCells(bed.file, undefined);
    assert.deepEqual(
      lines.map(({ cell, action, tables }) => [cell, action, tables]),
      [
        [0, 'changed', REPORTED_TABLES.length],
        [1, 'there', REPORTED_TABLES.length],
      ],
    );
    assert.equal(await count('ledger_balance'), 0);
    await play(zero, chaba);
    await untilEqual(zero, chaba.id);
    assert.equal(await count('ledger_balance'), 0);
  } finally {
    await copy.end();
  }
});

test('makes a subscription again whose slot a failover has lost', async () => {
  // A standby that is promoted has no slots of the old primary before PostgreSQL 17.
  const slot = sql`select pid from pg_stat_replication where application_name = 'chaba_reporting_1'`;
  const walsenders = await one.owner.rows<{ pid: number }>(slot);
  await reporting.owner.execute(sql`alter subscription chaba_reporting_1 disable`);
  for (const { pid } of walsenders) await one.owner.rows(sql`select pg_terminate_backend(${pid})`);
  for (;;) {
    const isDropped = await one.owner
      .rows(sql`select pg_drop_replication_slot('chaba_reporting_1')`)
      .then(() => true)
      .catch(() => false);
    if (isDropped) break;
    await sleep(200);
  }
  await play(one, lanna);
  const lines = await followCells(bed.file, undefined);
  assert.deepEqual(
    lines.map(({ cell, action }) => [cell, action]),
    [
      [0, 'there'],
      [1, 'made again'],
    ],
  );
  await untilEqual(one, lanna.id);
});

test('follows a cell through a failover to its standby', async () => {
  await play(one, lanna);
  await untilEqual(one, lanna.id);
  const [{ version } = { version: 0 }] = await one.owner.rows<{ version: number }>(sql`
    select current_setting('server_version_num')::int as version`);
  await failOver();
  await play(one, lanna);
  const lines = await followCells(bed.file, undefined);
  assert.deepEqual(
    lines.map(({ cell, action }) => [cell, action]),
    [
      [0, 'there'],
      // Before PostgreSQL 17 a standby has no slots.
      [1, version >= 170_000 ? 'there' : 'made again'],
    ],
  );
  await untilEqual(one, lanna.id);
  await untilEqual(zero, chaba.id);
});

test('shows a cell that is away with its last position, and follows it again afterwards', async () => {
  await one.stop();
  const text = formatReporting(await followCells(bed.file, undefined));
  assert.match(text, /^cell 1 {2}AWAY, last (position [0-9A-F/]+|nothing yet)/m);
  assert.match(text, /^cell 0 {2}following/m);
  await one.start();
  await play(one, lanna);
  await untilEqual(one, lanna.id);
});
