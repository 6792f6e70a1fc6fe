// A site moves between two cells, each a PostgreSQL of its own: what is refused, what travels, who serves.
//
// Always true: after each move both cells are asked to write, and exactly one does.
//
// Elsewhere: interrupted and aborted moves, several sites (move-steps.heavy.test.ts); the same under load, with
// servers, an edge and faults (move-site.idle.heavy.test.ts).

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';

import { sql } from '@chaba/database';
import { getBalances } from '@chaba/ledger';
import { baht } from '@chaba/money';
import { chart } from '@chaba/server/core/chart-of-accounts';
import { auditAll } from '@chaba/server/modules/audit';
import { findStatus, formatStatus, withMisplaced } from '@chaba/server/modules/operations';
import { openSites } from '@chaba/server/modules/site';
import { createMember, createSite, giveMoney } from '@chaba/server/testing/factories';

import { ROOT } from '#ops/core/root';
import { type BedCell, CellBed, type MoveWords } from '@chaba/testing/beds/ha/cell-bed';
import { readCells, renderMap, writeCells } from './cells-file.ts';
import { fenceOwn, fenceRestored, findMisplaced, viewCells } from './cells.ts';
import { runCellCommand } from './commands.ts';
import type { MoveProgress } from './move-site.ts';
import { testInFull } from '@chaba/testing/extent';

const bed = new CellBed();
after(() => bed.close());
const [zero, one] = await Promise.all([bed.openDatabase(0), bed.openDatabase(1, { wal_level: 'replica' })]);
const chaba = await createSite(zero.database, { code: 'chaba', apiKey: 'chaba-key', theme: 'gold' });
const siam = await createSite(zero.database, { code: 'siam', apiKey: 'siam-key', theme: 'gold' });
const member = await createMember(zero.database, chaba, { money: baht(500) });

const move = (codes: string, words: MoveWords = {}): Promise<number> => bed.move(codes, words);

/** A write of the product at a cell: 'done', or the code of the refusal. */
async function write({ database }: BedCell): Promise<string> {
  const written = database.execute(sql`
    update member set has_play_limits = has_play_limits where site_id = ${chaba.id} and member_id = ${member.id}`);
  return written.then(
    (rows) => (rows === 1 ? 'done' : 'no row'),
    (error: Error & { code?: string }) => error.code ?? error.message,
  );
}

const writes = async (): Promise<string[]> => [await write(zero), await write(one)];

test('numbers cells and refuses one without logical replication', async () => {
  await bed.list(zero, ['127.0.0.1:4801']);
  await assert.rejects(bed.list(one, ['127.0.0.1:4802']), /wal_level replica: set wal_level = logical and restart/);
  const listed = readCells(bed.file);
  assert.deepEqual(Object.keys(listed.cells), ['0']);
  // A cell whose setting was changed after it was listed.
  const cell = { database: one.addressFile, servers: ['127.0.0.1:4802'] };
  writeCells(bed.file, { ...listed, cells: { ...listed.cells, 1: cell } });
  await one.owner.execute(sql`insert into cell (number) values (1)`);
  await assert.rejects(
    move('chaba'),
    /^CommandError: PostgreSQL of cell 1 has wal_level replica: .* nothing was changed/,
  );
  await one.owner.execute(sql`delete from cell`);
  writeCells(bed.file, listed);
  await one.stop();
  await one.start({});
  await bed.list(one, ['127.0.0.1:4802']);
  await assert.rejects(bed.list({ ...one, number: 2 }, ['127.0.0.1:4802']), /The database is that of cell 1/);
  for (const word of ['x', '-1', '200001', undefined]) {
    const words = { json: false, write: false, clean: false, fence: false, abort: false };
    await assert.rejects(
      runCellCommand(bed.file, 'create-cell', word === undefined ? [] : [word], words),
      /nothing was changed/,
    );
  }
});

test('gives sites of a cell the ids of its range', async () => {
  const lanna = await createSite(one.database, { code: 'lanna', apiKey: 'lanna-key', theme: 'jade' });
  const next = await createSite(one.database, { code: 'isan', apiKey: 'isan-key', theme: 'jade' });
  assert.deepEqual([chaba.id, siam.id, lanna.id, next.id], [1, 2, 10_001, 10_002]);
});

test('writes the map of hosts, codes and keys, and the backends, from the databases', async () => {
  assert.match(await bed.write(), /4 sites in 2 cells.*Start or reload the edge/);
  const map = fs.readFileSync(path.join(bed.edge, 'cells.map'), 'utf8');
  assert.match(map, /^chaba\.test cell-0\nchaba cell-0\nkey cell-0$/m);
  assert.match(map, /^lanna cell-1$/m);
  const configuration = fs.readFileSync(path.join(bed.edge, 'cells.cfg'), 'utf8');
  assert.match(configuration, /backend cell-1-members[^#]*server chaba-1 127\.0\.0\.1:4802/);
  assert.doesNotMatch(configuration, /10\.0\.1\.1/);
  assert.match(await bed.write(), /4 sites in 2 cells are written\.$/);
});

test('refuses a move with one sentence and changes nothing', async () => {
  const before = JSON.stringify([await viewCells(readCells(bed.file)), fs.readFileSync(bed.file, 'utf8')]);
  const refused = async (pattern: RegExp, codes = 'chaba', words: MoveWords = {}) => {
    await assert.rejects(
      move(codes, words),
      (error: Error) => error.name === 'CommandError' && pattern.test(error.message),
    );
  };
  await refused(/Cell 1 has .*|No server process of cell 1 is ready/);
  await Promise.all([zero.beat(), one.beat()]);
  await Promise.all([zero.beat(), one.beat()]);
  await refused(/no cell 7/, 'chaba', { to: 7 });
  await refused(/the same cell/, 'chaba', { to: 0 });
  await refused(/Cell 0 has no site nobody/, 'nobody');
  await refused(/Cell 1 has no site chaba/, 'chaba', { from: 1, to: 0 });
  await refused(/No move of chaba.*under way/, 'chaba', { isAbort: true });

  const rename = (column: 'code' | 'api_key' | 'hosts', value: string) =>
    one.owner.execute({
      strings: [`update site set ${column} = '${value}' where code = 'isan' or code = 'chaba'`],
      values: [],
    });
  await rename('hosts', '{chaba.test}');
  await refused(/Cell 1 has the host chaba\.test of chaba already, at isan/);
  await rename('hosts', '{isan.test}');
  await rename('api_key', 'chaba-key');
  await refused(/Cell 1 has the api-key of chaba already/);
  await rename('api_key', 'isan-key');
  await rename('code', 'chaba');
  await refused(/Cell 1 has the code of chaba already/);
  await one.owner.execute(sql`update site set code = 'isan' where code = 'chaba'`);

  await one.owner.execute(sql`
    insert into provider_key (key_id, site_id, provider, slot) values ('test-chaba.00000001', 10002, 'test', 1)`);
  await zero.owner.execute(sql`
    insert into provider_key (key_id, site_id, provider, slot) values ('test-chaba.00000001', ${chaba.id}, 'test', 1)`);
  await refused(/Cell 1 has the provider key test-chaba\.00000001/);
  await one.owner.execute(sql`delete from provider_key`);
  await zero.owner.execute(sql`delete from provider_key`);

  await one.owner.execute(sql`update migration set name = '9999_new.sql' where name = '0018_cells.sql'`);
  await refused(/Only cell \d has the migration/);
  await one.owner.execute(sql`update migration set name = '0018_cells.sql' where name = '9999_new.sql'`);
  await one.beat({ commit: 'other' });
  await refused(/different releases/);
  await one.beat({ prints: { HASH_SECRET: 'a' } });
  await zero.beat({ prints: { HASH_SECRET: 'b' } });
  await refused(/HASH_SECRET differs/);
  await Promise.all([zero.beat(), one.beat()]);

  await zero.owner.execute(sql`insert into recovery (site_id) values (${chaba.id})`);
  await refused(/A recovery of chaba is open/);
  await zero.owner.execute(sql`delete from recovery`);

  const account = (cell: BedCell, site: { id: number }) =>
    cell.owner.execute(sql`
      insert into receiving_account (site_id, kind, bank_code, account, holder_name, active_from)
      values (${site.id}, 'bank', '004', '9998887776', 'Chaba', now())`);
  await account(zero, chaba);
  await account(zero, siam);
  await refused(/chaba shares a receiving account with siam, which stays: move-site chaba,siam/);
  await zero.owner.execute(sql`delete from receiving_account where site_id = ${siam.id}`);
  await account(one, { id: 10_001 });
  await refused(/chaba shares a receiving account with lanna of another cell/);
  await one.owner.execute(sql`delete from receiving_account`);
  await zero.owner.execute(sql`delete from receiving_account`);

  await zero.owner.transaction(async (tx) => {
    await tx.execute(sql`lock table member`);
    await refused(/A statement of cell 0 changes a table: wait for its end/);
  });

  const listed = readCells(bed.file);
  const small = { ...listed, cells: { ...listed.cells, 1: { ...listed.cells['1'], gigabytesMax: 0.001 } } };
  fs.writeFileSync(bed.file, JSON.stringify(small));
  await refused(/Cell 1 has no room/);
  fs.writeFileSync(bed.file, JSON.stringify({ ...listed, more: 1 }));
  await refused(/unknown field more/);
  fs.writeFileSync(bed.file, 'nothing');
  await refused(/cannot be read/);
  fs.writeFileSync(bed.file, JSON.stringify(listed, undefined, 2) + '\n');
  assert.equal(JSON.stringify([await viewCells(readCells(bed.file)), fs.readFileSync(bed.file, 'utf8')]), before);
  assert.deepEqual(await writes(), ['done', 'no row']);
});

test('moves a site with every row, number and file, refuses a second command, and only the target writes it', async () => {
  for (let turn = 0; turn < 5; turn += 1) await giveMoney(zero.database, member, baht(1));
  const lanes = await zero.database.rows(sql`select * from ledger_lane where site_id = ${chaba.id} order by lane`);
  const second = (isAbort: boolean): Promise<string> =>
    move('chaba', { isAbort }).then(String, (error: Error) => error.message);
  const steps: string[] = [];
  const seconds: Promise<string>[] = [];
  const onStep = ({ step }: MoveProgress): void => {
    if (step === 'copy' && steps.at(-1) !== 'copy') seconds.push(second(false), second(true));
    steps.push(step);
  };
  assert.equal(await move('chaba', { onStep }), 0);
  assert.equal(seconds.length, 2);
  for (const each of seconds) assert.match(await each, /^Another command is moving chaba at cell 0: wait for it/);
  assert.equal(steps.at(-1), 'done');
  assert.deepEqual(await writes(), ['CM001', 'done']);
  assert.deepEqual(
    await one.database.rows(sql`select * from ledger_lane where site_id = ${chaba.id} order by lane`),
    lanes,
  );
  assert.equal((await getBalances(one.database, chaba.id, member.id, chart)).game, baht(505));
  assert.equal(readCells(bed.file).sites['chaba']?.cell, 1);
  assert.equal(fs.readFileSync(path.join(bed.edge, 'cells.map'), 'utf8'), renderMap(readCells(bed.file)));
  const actions = await one.database.rows<{ action: string }>(sql`
    select action from audit_log where site_id = ${chaba.id} order by audit_log_id`);
  assert.deepEqual(
    actions.map(({ action }) => action),
    ['move-site begun', 'move-site'],
  );
  for (const { owner } of [zero, one]) {
    const left = await owner.rows(
      sql`select slot_name from pg_replication_slots union all select pubname from pg_publication`,
    );
    assert.deepEqual(left, []);
  }
  assert.deepEqual(await auditAll(one.database, { siteId: chaba.id, isTest: true }), []);
});

test('refuses a moved site at the source, also to a process with an old copy of it', async () => {
  const sites = openSites(zero.database);
  const site = await sites.byCode('chaba');
  assert.deepEqual([site?.isFenced, site?.isAway], [true, true]);
  sites.close();
  await assert.rejects(giveMoney(zero.database, member, baht(1)), { code: 'CM001' });
  assert.equal((await getBalances(zero.database, chaba.id, member.id, chart)).game, baht(505));
  // Another site of the cell is served as before.
  await createMember(zero.database, siam, { money: baht(10) });
});

test('repeats the end of a move without effect, and refuses an abort after it', async () => {
  assert.equal(await move('chaba'), 0);
  assert.deepEqual(await writes(), ['CM001', 'done']);
  await assert.rejects(move('chaba', { isAbort: true }), /serves chaba already: move it back/);
});

testInFull('fences a site that a restored database serves and the list gives to another cell', async () => {
  // As a restore to before the move leaves it.
  const restore = async (): Promise<void> => {
    await zero.owner.execute(sql`delete from site_move where site_id = ${chaba.id}`);
    await zero.owner.execute({
      strings: [
        `do $$ declare t record; begin for t in select tgname, tgrelid::regclass as name from pg_trigger
      where tgname like 'site_move_1_%' loop execute format('drop trigger %I on %s', t.tgname, t.name); end loop; end $$`,
      ],
      values: [],
    });
  };
  await restore();
  await createMember(zero.database, chaba);
  const misplaced = await findMisplaced(zero.database, bed.file);
  assert.deepEqual(misplaced, [{ site: 'chaba', cell: 1 }]);
  const status = await findStatus(zero.database, { isBackupExpected: false, isStandbyRequired: false });
  assert.match(formatStatus(withMisplaced(status, misplaced)), /chaba: cell 1 serves it.*\n.*cells --fence/);
  await assert.rejects(bed.write(), /Cell 0 and cell 1 both serve chaba/);
  assert.match(await fenceRestored(bed.file), /Fenced: chaba at cell 0 \(cell 1 serves it\)/);
  await assert.rejects(createMember(zero.database, chaba), { code: 'CM001' });
  assert.match(await bed.write(), /are written/);
  assert.equal(readCells(bed.file).sites['chaba']?.cell, 1);

  await restore();
  const words = ['apps/ops/src/main.ts', 'ops', 'after-restore'];
  const env = { DATABASE_URL: zero.url, DATABASE_OWNER_URL: zero.ownerUrl, DATA_DIR: bed.folder };
  const run = (file: string): string =>
    execFileSync(process.execPath, words, {
      cwd: ROOT,
      env: { ...process.env, ...env, CELLS_FILE: file },
      encoding: 'utf8',
    });
  assert.match(
    run(`${bed.file}.elsewhere`),
    /There is no .*elsewhere: before a server starts, npm run ops -- cells --fence/,
  );
  await createMember(zero.database, chaba);
  assert.match(run(bed.file), /Fenced: chaba at cell 0 \(cell 1 serves it\)\.\n.*Payouts are held/);
  await assert.rejects(createMember(zero.database, chaba), { code: 'CM001' });
  await createMember(one.database, chaba);
  assert.match((await fenceOwn(zero.ownerUrl, bed.file)) ?? '', /Every site is served where the list has it/);
});

testInFull('moves back the same day, and gives no id twice', async () => {
  await zero.beat();
  const newcomer = await createMember(one.database, chaba);
  await one.owner.execute(sql`delete from member_session where site_id = ${chaba.id} and member_id = ${newcomer.id}`);
  assert.equal(await move('chaba', { from: 1, to: 0, keptDays: 0 }), 0);
  assert.deepEqual(await writes(), ['done', 'no row']);
  const next = await createMember(zero.database, chaba);
  assert.ok(next.id > newcomer.id);
  const fresh = await createSite(zero.database, { code: 'fresh', apiKey: 'fresh-key', theme: 'gold' });
  assert.equal(fresh.id, 3, 'the id of a site that is away is not given again');
  assert.deepEqual(await auditAll(zero.database, { siteId: chaba.id, isTest: true }), []);
});
