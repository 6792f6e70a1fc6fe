// The reporting database follows a cell through its standby (PostgreSQL 16 and newer), which is lost, returns, is
// exchanged for the primary and back, and is promoted.
//
// Always true: the primary decodes nothing for it, and it equals the cell row by row.
//
// Elsewhere: following the primary (reporting.heavy.test.ts).

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';

import { openDatabase, sql } from '@chaba/database';
import { connectOwner, sumTables } from '@chaba/database/site-move';
import { REPORTED_TABLES } from '@chaba/database/site-tables';
import { baht } from '@chaba/money';
import { loadCellState } from '@chaba/server/modules/operations';
import { createMember, createSite, giveMoney } from '@chaba/server/testing/factories';

import { CellBed } from '@chaba/testing/beds/ha/cell-bed';
import { pollUntil } from '@chaba/testing/product/until';
import { readCells, writeCells } from './cells-file.ts';
import { followCells, formatReporting, type ReportingLine } from './reporting.ts';

const PATIENCE = { timeoutMs: 180_000 };
const EPOCH = new Date(0);

// The embedded PostgreSQL: Debian 12 has 15, which decodes at the primary alone.
const bed = new CellBed();
after(() => bed.close());
const [cell, reporting] = await Promise.all([0, 1].map((number) => bed.openDatabase(number)));
assert.ok(cell && reporting);
const standby = await bed.openStandby(cell);
const site = await createSite(cell.database, { code: 'chaba', apiKey: 'chaba-key', theme: 'gold' });
await bed.list(cell, ['127.0.0.1:4801']);
await cell.beat();
await bed.write();
const standbyFile = path.join(bed.folder, 'standby-url');
fs.writeFileSync(standbyFile, `${standby.ownerUrl}\n`);

function decodeAt(place: 'primary' | 'standby'): void {
  const cells = readCells(bed.file);
  const [listed] = Object.values(cells.cells);
  assert.ok(listed);
  const { standby: _, ...own } = listed;
  writeCells(bed.file, { ...cells, cells: { 0: place === 'primary' ? own : { ...own, standby: standbyFile } } });
}

async function follow(): Promise<ReportingLine> {
  const [line] = await followCells(bed.file, reporting?.addressFile);
  assert.ok(line);
  return line;
}

/** Slots of the reporting database at the primary and at the standby, without copies of failover slots. */
async function listSlots(...urls: readonly string[]): Promise<string[][]> {
  return Promise.all(
    urls.map(async (url) => {
      const client = await connectOwner(url);
      try {
        const { rows } = await client.query<{ name: string }>(
          `select slot_name as name from pg_replication_slots
           where slot_name like 'chaba\\_reporting\\_%' and not synced order by 1`,
        );
        return rows.map(({ name }) => name);
      } finally {
        await client.end();
      }
    }),
  );
}

/** Gives a new member money, and waits until every row of the cell is in the reporting database, and no other. */
async function playUntilEqual(database = cell?.database, ownerUrl = cell?.ownerUrl ?? ''): Promise<void> {
  assert.ok(database);
  await play(database);
  const [own, copy] = [await connectOwner(ownerUrl), await connectOwner(reporting?.ownerUrl ?? '')];
  try {
    const read = async (client: typeof own): Promise<string> => {
      const sums = await sumTables(client, [site.id], { part: 'new', cut: EPOCH });
      return JSON.stringify(sums.filter(({ name }) => REPORTED_TABLES.includes(name)));
    };
    await pollUntil(async () => (await read(own)) === (await read(copy)), PATIENCE);
  } finally {
    await own.end();
    await copy.end();
  }
}

async function play(database = cell?.database): Promise<void> {
  assert.ok(database);
  const member = await createMember(database, site, { money: baht(50) });
  for (let turn = 0; turn < 5; turn += 1) await giveMoney(database, member, baht(1));
}

test('follows the standby, copies included, while the primary has no slot', async () => {
  await play();
  decodeAt('standby');
  const line = await follow();
  assert.deepEqual([line.action, line.isAtStandby], ['made', true]);
  await playUntilEqual();
  assert.match(formatReporting([await follow()]), /^cell 0 {2}following its standby, .*subscription there$/);
  assert.deepEqual(await listSlots(cell.ownerUrl, standby.ownerUrl), [[], ['chaba_reporting_0_standby']]);
});

test('reports the lag at the standby, and a subscription whose slot is nowhere as stopped', async () => {
  const replica = openDatabase({ url: standby.ownerUrl, isReplica: true, poolSize: 1 });
  try {
    assert.equal((await loadCellState(cell.database, replica)).reporting?.isFollowing, true);
    assert.deepEqual((await loadCellState(cell.database)).reporting, { isFollowing: false, lagBytes: 0 });
  } finally {
    await replica.destroy();
  }
});

test('follows tables that are published later', async () => {
  await cell.owner.execute(sql`alter publication chaba_reporting drop table contact`);
  const copy = await connectOwner(reporting.ownerUrl);
  try {
    await pollUntil(async () => {
      await copy.query('alter subscription chaba_reporting_0 refresh publication');
      return (await follow()).action === 'changed';
    }, PATIENCE);
  } finally {
    await copy.end();
  }
  await playUntilEqual();
});

test('shows a lost standby as away, and has every row after its return', async () => {
  await standby.stop();
  await play();
  assert.match(formatReporting([await follow()]), /^cell 0 {2}AWAY, last position [0-9A-F/]+ \(its standby: /);
  await standby.start();
  await playUntilEqual();
  assert.equal((await follow()).action, 'there');
});

test('changes to the primary and back, and leaves no slot behind', async () => {
  decodeAt('primary');
  assert.equal((await follow()).action, 'made again');
  await playUntilEqual();
  assert.deepEqual(await listSlots(cell.ownerUrl, standby.ownerUrl), [['chaba_reporting_0'], []]);
  decodeAt('standby');
  assert.equal((await follow()).action, 'made again');
  await playUntilEqual();
  assert.deepEqual(await listSlots(cell.ownerUrl, standby.ownerUrl), [[], ['chaba_reporting_0_standby']]);
});

test('refuses a server of another cluster', async () => {
  fs.writeFileSync(standbyFile, `${reporting.ownerUrl}\n`);
  await assert.rejects(follow(), /The standby of cell 0 is a server of another cluster/);
  fs.writeFileSync(standbyFile, `${standby.ownerUrl}\n`);
});

test('refuses a standby without feedback, and makes a subscription again whose slot that has cost', async () => {
  await standby.stop();
  await standby.start({ hot_standby_feedback: 'off' });
  await assert.rejects(follow(), /The standby of cell 0 needs hot_standby_feedback = on/);
  const client = await connectOwner(standby.ownerUrl);
  try {
    await pollUntil(async () => {
      // Rows of the catalogue that the slot needs.
      await cell.owner.execute(sql`create table gone (id int)`);
      await cell.owner.execute(sql`drop table gone`);
      await cell.owner.execute(sql`vacuum full pg_class`);
      const { rowCount } = await client.query(`select from pg_replication_slots where wal_status = 'lost'`);
      return rowCount === 1;
    }, PATIENCE);
  } finally {
    await client.end();
  }
  await standby.stop();
  await standby.start();
  assert.equal((await follow()).action, 'made again');
  await playUntilEqual();
});

test('follows the standby through its promotion', async () => {
  await playUntilEqual();
  await cell.kill();
  const promoted = await connectOwner(standby.ownerUrl);
  await promoted.query('select pg_promote(true)');
  await promoted.end();
  fs.writeFileSync(cell.addressFile, `${standby.ownerUrl}\n`);
  const line = await follow();
  assert.equal(line.action, 'there');
  const url = Object.assign(new URL(cell.url), { port: new URL(standby.ownerUrl).port }).href;
  const database = openDatabase({ url, poolSize: 2 });
  try {
    await playUntilEqual(database, standby.ownerUrl);
  } finally {
    await database.destroy();
  }
  assert.deepEqual(await listSlots(standby.ownerUrl), [['chaba_reporting_0_standby']]);
});
