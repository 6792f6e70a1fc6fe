// Imports of blocks: a verdict on each row before, a job that runs each good row once, its result as a file.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';

import {
  BLOCK_FILE_LENGTH_MAX,
  BLOCK_ROWS_MAX,
  type ImportFile,
  type ImportRow,
} from '@chaba/contract/back-office/blocks';
import type { ActionPreview } from '@chaba/contract/back-office/queue-wire';
import type { AuditRow, RowPage } from '@chaba/contract/back-office/wire';
import { sql } from '@chaba/database';

import { recordRiskSignals } from '#modules/risk-signals';
import { deleteOldImports } from '#modules/imports';
import { verifyChain } from '#modules/operators';
import { buildTestOffice } from '#testing/build-back-office';
import { createMember } from '#testing/factories';

import { createImportRunner } from './import-run.ts';

const office = await buildTestOffice();
const { database, operators, chaba, send, act, config } = office;
const { owner } = database;
const SITE = '/back-office/v1/sites/chaba';
const [risk, support] = [await office.signIn('demo-risk'), await office.signIn('demo-support')] as const;

const NAME = 'mules.csv';
const toFile = (...rows: readonly string[]): string => `\uFEFF${['kind,value,reason', ...rows].join('\r\n')}\r\n`;
const phones = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `phone,09${String(from + index).padStart(8, '0')},`);
const preview = (rows: string, name = NAME) =>
  send<ActionPreview>('POST', `${SITE}/actions/block.import/preview`, { as: risk, body: { input: { name, rows } } });
const start = (rows: string, more: { readonly as?: string; readonly name?: string; readonly key?: string } = {}) =>
  act(more.as ?? risk, 'block.import', { name: more.name ?? NAME, rows }, { key: more.key ?? randomUUID() });
const listImports = async (): Promise<readonly ImportRow[]> =>
  (await send<RowPage<ImportRow>>('GET', `${SITE}/lists/block-imports`, { as: risk })).data.rows;
const find = async (id: string): Promise<ImportRow> => {
  const found = (await listImports()).find((each) => each.import === id);
  assert.ok(found);
  return found;
};
const run = (): Promise<void> => createImportRunner(office.office.context).run();
const idOf = (answer: Awaited<ReturnType<typeof start>>): string => answer.data.import ?? '';
const countBlocks = async (): Promise<number> =>
  (await owner.one<{ count: number }>(sql`select count(*)::int as count from block_entry where site_id = ${chaba.id}`))
    .count;

test('names each bad row before, runs the good ones, and keeps no typed value', async () => {
  const { id } = await createMember(database, chaba);
  await database.transaction((tx) =>
    recordRiskSignals({ tx, config }, chaba.id, id, { address: '10.0.0.1', deviceMark: 'a'.repeat(32) }),
  );
  await act(risk, 'block.add', { kind: 'phone', value: '0899999999', member: '' });
  const rows = toFile(
    'phone,081-234-5678,mule of a ring',
    'account,004 5551234567,',
    `device,M${id},`,
    'address,203.0.113.9,',
    'phone,0899999999,',
    'phone,0812345678,',
    'phone,12,',
    'fax,0812345679,',
    'account,999 5551234567,',
    'address,10.0.0.1,',
    'device,abc,',
    'device,M999999999,',
    'phone,0812345670,x',
    'phone,0812345671,fine,more',
    '',
  );
  const { data } = await preview(rows);
  assert.deepEqual(data.facts, {
    file: NAME,
    rows: '14',
    newRows: '4',
    existing: '1',
    badRows: '9',
    bad: ['7 twice', '8 value', '9 kind', '10 value', '11 value', '12 value', '13 value', '14 reason', '15 cells'],
  });
  const started = await start(rows);
  assert.equal(started.data.outcome, 'started');
  assert.equal((await find(idOf(started))).state, 'waiting');
  await run();
  const done = await find(idOf(started));
  assert.deepEqual(
    [done.state, done.rows, done.finished, done.blocked, done.existing, done.bad],
    ['done', 14, 14, 4, 1, 9],
  );
  const labels = await owner.rows<{ label: string; reason: string }>(sql`
    select label, reason from block_entry where site_id = ${chaba.id} order by block_entry_id`);
  assert.deepEqual(
    labels.slice(1).map(({ label }) => label),
    ['08x-xxx-5678', '004 xxx4567', `M${String(id).padStart(8, '0')}`, '203.0.113.9'],
  );
  assert.equal(labels[1]?.reason, 'mule of a ring');
  const left = await owner.rows(sql`select 1 from import_row where input is not null`);
  assert.deepEqual(left, []);

  const file = await send<ImportFile>('POST', `${SITE}/block-imports/${done.import}/file`, { as: risk, body: {} });
  const lines = file.data.text.split('\r\n');
  assert.equal(file.data.name, `import-${done.import}-play.csv`);
  assert.deepEqual(lines.slice(1, 9), [
    '2,phone 08x-xxx-5678,blocked',
    '3,account 004 xxx4567,blocked',
    `4,device M${String(id).padStart(8, '0')},blocked`,
    '5,address 203.0.113.9,blocked',
    '6,phone 08x-xxx-9999,exists',
    '7,phone,bad twice',
    '8,phone,bad value',
    '9,,bad kind',
  ]);
  const contents = await owner.rows<{ content: string }>(
    sql`select content from audit_entry where site_id = ${chaba.id}`,
  );
  assert.ok(contents.every(({ content }) => !/0812345678|5551234567|0899999999/.test(content)));
  const entries = await send<RowPage<AuditRow>>('GET', `${SITE}/lists/audit?action=block.add`, { as: risk });
  assert.equal(entries.data.rows.filter(({ channel }) => channel === 'job').length, 4);
  assert.deepEqual((await verifyChain(operators, chaba.id)).problems, []);
});

test('refuses a file of another type, another form or too many rows whole', async () => {
  const before = [await countBlocks(), (await listImports()).length];
  const name = await start(toFile('phone,0812345000,'), { name: 'mules.xlsx' });
  assert.equal(name.params.field, 'name');
  for (const text of ['PK\u0003\u0004 no table', 'phone\n0812345000', 'kind,value,note\nphone,0812345000,']) {
    assert.equal((await start(text)).params.field, 'headings', text);
  }
  assert.equal((await start('kind,value\n')).params.field, 'rows');
  assert.equal((await start(toFile(...phones(1, BLOCK_ROWS_MAX + 1)))).params.field, 'rows');
  assert.equal((await start('x'.repeat(BLOCK_FILE_LENGTH_MAX + 1))).params.field, 'rows');
  assert.equal((await start('kind,value\nphone,"081')).status, 422);
  const none = await start(toFile('phone,12,'));
  assert.deepEqual([none.code, none.params.reasons], ['BLOCKED', ['rows_none']]);
  assert.equal((await start(toFile('phone,0812345000,'), { as: support })).code, 'PERMISSION_MISSING');
  assert.deepEqual([await countBlocks(), (await listImports()).length], before);
});

test('goes on after the process that ran it ended, and blocks nothing twice', async () => {
  const before = await countBlocks();
  const key = randomUUID();
  const started = await start(toFile(...phones(20_000_000, 50)), { key });
  await start(toFile(...phones(20_000_000, 50)), { key });
  assert.equal((await listImports())[0]?.import, idOf(started), 'a repeated key makes no second job');
  // A process that ends while it runs the second twenty rows, before their outcomes are stored.
  let outcomes = 0;
  const { context } = office.office;
  const dying = {
    ...context,
    database: {
      ...context.database,
      transaction: async <Result>(work: (tx: never) => Promise<Result>): Promise<Result> => {
        outcomes += 1;
        if (outcomes === 3) throw new Error('the connection is gone');
        return context.database.transaction(work as never);
      },
    },
  } as typeof context;
  await createImportRunner(dying).run();
  const left = await find(idOf(started));
  assert.deepEqual([left.state, left.finished], ['running', 20]);
  assert.equal((await countBlocks()) - before, 40, 'rows that ran and whose outcome is not stored');
  await run();
  assert.equal((await find(left.import)).finished, 20, 'a living run is not taken over');
  await owner.execute(sql`update import_job set beat_at = beat_at - interval '1 minute' where site_id = ${chaba.id}`);
  await run();
  const done = await find(left.import);
  assert.deepEqual([done.state, done.blocked, (await countBlocks()) - before], ['done', 50, 50]);
  const { entries } = await owner.one<{ entries: number }>(sql`
    select count(*)::int as entries from audit_entry where site_id = ${chaba.id} and content like ${`%import ${done.import}"%`}
      and action = 'block.add'`);
  assert.equal(entries, 50, 'one entry for each row');
});

test('stops a job, and ends one whose person lost the role', async () => {
  const stopped = idOf(await start(toFile(...phones(30_000_000, 3))));
  assert.equal((await act(risk, 'block.stop-import', { import: stopped })).data.outcome, 'stopped');
  assert.equal((await act(risk, 'block.stop-import', { import: stopped })).code, 'NOT_WAITING');
  await run();
  assert.deepEqual(await find(stopped).then(({ state, blocked }) => [state, blocked]), ['stopped', 0]);

  const lost = idOf(await start(toFile(...phones(30_000_000, 3))));
  const ofRisk = sql`operator_id = (select operator_id from operator where name = 'demo-risk') and site_id = ${chaba.id}`;
  await owner.execute(sql`update operator_role set ended_at = now() where ${ofRisk}`);
  await run();
  await owner.execute(sql`update operator_role set ended_at = null where ${ofRisk}`);
  assert.deepEqual(await find(lost).then(({ state, failure, blocked }) => [state, failure, blocked]), [
    'failed',
    'ACCESS_ENDED',
    0,
  ]);
  await owner.execute(
    sql`update import_job set created_at = created_at - interval '31 days' where site_id = ${chaba.id}`,
  );
  assert.ok((await deleteOldImports(operators)) >= 4);
  assert.deepEqual(await listImports(), []);
});
