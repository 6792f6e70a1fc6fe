// Exports over HTTP: files of lists and reports in parts, masked, resumed, cancelled, for the person alone.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';

import type { ExportFile, ExportPart, ExportRow, ScheduleRow } from '@chaba/contract/back-office/exports';
import type { AccessRow, AuditRow, RowPage } from '@chaba/contract/back-office/wire';
import { sql } from '@chaba/database';
import { audit } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { addSums } from '#modules/reports';
import { deleteOldExports } from '#modules/exports';
import { buildTestOffice } from '#testing/build-back-office';
import { createMember } from '#testing/factories';

import { createExportRunner } from './export-run.ts';

const office = await buildTestOffice();
const { database, chaba, send } = office;
const { owner } = database;
const SITE = '/back-office/v1/sites/chaba';
const MEMBERS = 7;
const finance = await office.signIn('demo-finance');
const marketing = await office.signIn('demo-marketing');
// Formulas of a spreadsheet in a name, and a member on a break.
await createMember(database, chaba, { money: baht(1_250), firstName: '=1+1', lastName: 'ใจดี' });
for (let made = 1; made < MEMBERS; made += 1) await createMember(database, chaba, { money: baht(10) });
const onBreak = await createMember(database, chaba);
await owner.execute(
  sql`update member set play_break_until = now() + interval '1 day' where member_id = ${onBreak.id} and site_id = ${chaba.id}`,
);
await addSums(database, chaba.id, 0);

const start = (as: string, body: object) =>
  send<ExportRow>('POST', `${SITE}/exports`, { as, body: { params: {}, key: randomUUID(), ...body } });
const listOwn = async (as: string): Promise<readonly ExportRow[]> =>
  (await send<readonly ExportRow[]>('GET', `${SITE}/exports`, { as })).data;
const runAll = (pageRows = 3): Promise<void> => createExportRunner(office.office.context, { pageRows }).run();

async function download(as: string, id: string): Promise<string> {
  const file = await send<ExportFile>('POST', `${SITE}/exports/${id}/file`, { as, body: {} });
  assert.equal(file.status, 200, file.text);
  const parts: string[] = [];
  for (let part = 1; part <= file.data.parts; part += 1) {
    const { data } = await send<ExportPart>('GET', `${SITE}/exports/${id}/parts/${part}`, { as });
    parts.push(data.text);
  }
  return parts.join('');
}

test('writes all rows of a list in parts, masked and as text, and records start and download', async () => {
  const { data } = await start(finance, { kind: 'list', name: 'members', params: { sort: 'newest' } });
  assert.equal(data.state, 'waiting');
  const early = await send('POST', `${SITE}/exports/${data.export}/file`, { as: finance, body: {} });
  assert.equal(early.code, 'NOT_WAITING');
  await runAll();
  const [row] = await listOwn(finance);
  assert.deepEqual([row?.state, row?.rows], ['done', MEMBERS + 1]);
  const text = await download(finance, data.export);
  const lines = text.split('\r\n');
  assert.ok(lines[0]?.startsWith('\uFEFFreference,name,phone,account'));
  assert.equal(lines.length, MEMBERS + 3);
  assert.equal(new Set(lines).size, lines.length);
  assert.match(text, /"'=1\+1 ใ/);
  assert.match(text, /,08x-xxx-\d{4},/);
  const { data: entries } = await send<RowPage<AuditRow>>('GET', `${SITE}/lists/audit?subject=export ${data.export}`, {
    as: finance,
  });
  assert.deepEqual(
    entries.rows.map(({ action }) => action),
    ['export.download', 'export.start'],
  );
});

test('leaves members on a break out of a file of marketing', async () => {
  const { data } = await start(marketing, { kind: 'list', name: 'members' });
  await runAll();
  const text = await download(marketing, data.export);
  assert.equal(text.split('\r\n').length, MEMBERS + 2);
  assert.ok(!/,break,/.test(text));
});

test('goes on from the last page after the run that wrote it ended, and writes no row twice', async () => {
  const { data } = await start(finance, { kind: 'list', name: 'members' });
  // A run that was killed after its first page: the job still names it, and sends no beat.
  const id = BigInt(data.export.slice(1));
  const dead = createExportRunner({ ...office.office.context, database: stopAfterFirstPage() }, { pageRows: 3 });
  await assert.rejects(dead.run(), /the connection is gone/);
  const [left] = await listOwn(finance);
  assert.deepEqual([left?.state, left?.rows], ['running', 3]);
  await runAll();
  assert.equal((await listOwn(finance))[0]?.rows, 3, 'a living run is not taken over');
  await owner.execute(sql`update export_job set beat_at = beat_at - interval '1 minute' where export_id = ${id}`);
  await runAll();
  const text = await download(finance, data.export);
  const lines = text.split('\r\n').slice(1, -1);
  assert.equal(lines.length, MEMBERS + 1);
  assert.equal(new Set(lines).size, MEMBERS + 1);

  /** The database of a process that is killed after the first page of the job. */
  function stopAfterFirstPage(): typeof office.operators {
    const { context } = office.office;
    return {
      ...context.database,
      transaction: async (work) => {
        const { rows } = await owner.one<{ rows: number }>(
          sql`select row_count as rows from export_job where export_id = ${id}`,
        );
        if (rows > 0) throw new Error('the connection is gone');
        return context.database.transaction(work);
      },
    };
  }
});

test('cancels a job, makes one of a repeated key, and at most three at once', async () => {
  const key = randomUUID();
  const first = await start(finance, { kind: 'list', name: 'audit', key });
  const again = await start(finance, { kind: 'list', name: 'audit', key });
  assert.equal(again.data.export, first.data.export);
  await start(finance, { kind: 'list', name: 'requests' });
  await start(finance, { kind: 'list', name: 'withdrawals', params: { queue: 'recent' } });
  const fourth = await start(finance, { kind: 'list', name: 'members' });
  assert.deepEqual([fourth.code, fourth.params.reasons], ['BLOCKED', ['exports_open']]);
  const cancelled = await send<ExportRow>('POST', `${SITE}/exports/${first.data.export}/cancel`, {
    as: finance,
    body: {},
  });
  assert.equal(cancelled.data.state, 'cancelled');
  await runAll();
  assert.deepEqual(
    (await listOwn(finance)).slice(0, 3).map(({ state }) => state),
    ['done', 'done', 'cancelled'],
  );
});

test('writes a report with the days that were shown', async () => {
  const { data } = await start(finance, { kind: 'report', name: 'movements' });
  assert.match(data.params['from'] ?? '', /^\d{4}-\d{2}-\d{2}$/);
  await runAll();
  const text = await download(finance, data.export);
  assert.ok(text.startsWith('\uFEFFfromKind,toKind,reason,transfers,amount\r\n'), text);
});

test('gives a file to its person alone, while the roles last', async () => {
  const { data } = await start(finance, { kind: 'list', name: 'withdrawals', params: { queue: 'recent' } });
  const other = await send('POST', `${SITE}/exports/${data.export}/file`, { as: marketing, body: {} });
  assert.equal(other.code, 'NOT_FOUND');
  assert.equal((await start(marketing, { kind: 'list', name: 'withdrawals' })).code, 'PERMISSION_MISSING');
  assert.equal((await start(marketing, { kind: 'report', name: 'money' })).code, 'PERMISSION_MISSING');
  assert.equal((await start(await office.signIn('demo-support'), { kind: 'list', name: 'members' })).status, 403);
  await owner.execute(sql`
    update operator_role set ended_at = now() where role = 'finance' and operator_id = (select operator_id from operator where name = 'demo-finance')`);
  await runAll();
  const { failure } = await owner.one<{ failure: string }>(sql`
    select failure from export_job where export_id = ${BigInt(data.export.slice(1))}`);
  assert.equal(failure, 'ACCESS_ENDED');
  await owner.execute(sql`update operator_role set ended_at = null where role = 'finance'`);
});

test('writes the chosen columns, and none that the roles do not show', async () => {
  const params = { columns: 'seen,account,phone' };
  const own = await start(finance, { kind: 'list', name: 'members', params });
  const other = await start(marketing, { kind: 'list', name: 'members', params });
  await runAll();
  assert.ok((await download(finance, own.data.export)).startsWith('\uFEFFseenAt,account,phone\r\n'));
  assert.ok((await download(marketing, other.data.export)).startsWith('\uFEFFseenAt,phone\r\n'));
  const wrong = await start(finance, { kind: 'list', name: 'members', params: { columns: 'password' } });
  assert.deepEqual([wrong.status, wrong.params.field], [400, 'columns']);
});

test('writes names, phones and accounts in full by two people only, for a day, and records the members', async () => {
  const input = { list: 'members', filters: 'sort=newest', columns: 'member,phone,account' };
  const alone = await start(finance, { kind: 'list', name: 'members', params: { revealed: 'yes' } });
  assert.deepEqual([alone.status, alone.params.field], [400, 'revealed']);
  assert.equal((await office.act(marketing, 'export.reveal', input)).code, 'PERMISSION_MISSING');
  for (const [field, value] of [
    ['list', 'audit'],
    ['filters', 'state=unknown'],
    ['columns', 'password'],
  ] as const) {
    const wrong = await office.act(finance, 'export.reveal', { ...input, [field]: value });
    assert.deepEqual([wrong.code, wrong.params.field], ['FIELD_INVALID', field]);
  }
  const proposed = await office.act(finance, 'export.reveal', input);
  assert.equal(proposed.data.outcome, 'requested');
  const request = proposed.data.request ?? '';
  assert.equal((await office.decide(finance, request)).code, 'OWN_REQUEST');
  const before = (await listOwn(finance)).length;
  const admin = await office.signIn('demo-admin');
  assert.equal((await office.decide(admin, request)).data.outcome, 'made');
  const [row, ...others] = await listOwn(finance);
  assert.deepEqual([row?.request, others.length], [request, before]);
  assert.equal(Date.parse(row?.deletedAt ?? '') - Date.parse(row?.createdAt ?? ''), 86_400_000);
  await runAll();
  const text = await download(finance, row?.export ?? '');
  const { phone, account } = await owner.one<{ phone: string; account: string }>(sql`
    select phone, bank_account as account from member where site_id = ${chaba.id} order by member_id limit 1`);
  assert.ok(text.startsWith('\uFEFFreference,name,phone,account\r\n') && text.includes(`,${phone},`), text);
  assert.ok(text.includes(account));
  const id = BigInt((row?.export ?? '').slice(1));
  const logged = await owner.one<{ members: number; people: number }>(sql`
    select count(*)::int as members, count(distinct operator_id)::int as people from access_log
    where site_id = ${chaba.id} and export_id = ${id}`);
  assert.deepEqual(logged, { members: MEMBERS + 1, people: 1 });
  const readAccess = (query = '', as = admin) =>
    send<RowPage<AccessRow>>('GET', `${SITE}/lists/access-log?show=files${query}`, { as });
  const all = (await readAccess()).data.rows;
  const rest = (await readAccess(`&before=${all[0]?.access ?? ''}`)).data.rows;
  assert.deepEqual(rest, all.slice(1));
  const listed = all.filter(({ access }) => access.startsWith(`${id}.`));
  assert.equal(new Set(listed.map(({ member }) => member)).size, MEMBERS + 1);
  assert.deepEqual(
    [listed[0]?.operator, listed[0]?.list, listed[0]?.request],
    ['demo-finance', 'members', row?.request],
  );
  const member = listed[0]?.member ?? '';
  assert.ok((await readAccess(`&member=${member}`)).data.rows.every((each) => each.member === member));
  assert.equal((await readAccess('&member=x')).params.field, 'member');
  assert.equal((await readAccess('', await office.signIn('demo-marketing'))).code, 'PERMISSION_MISSING');
  await owner.execute(sql`update export_job set download_at = now() - interval '2 hours' where export_id = ${id}`);
  const again = await send('POST', `${SITE}/exports/${row?.export ?? ''}/file`, { as: finance, body: {} });
  assert.equal(again.code, 'NOT_WAITING', 'it is received once');
  await owner.execute(sql`update export_job set created_at = created_at - interval '25 hours' where export_id = ${id}`);
  await deleteOldExports(office.operators);
  assert.ok((await listOwn(finance)).every((job) => job.request === null));
});

test('refuses a file in full without its approval, and one that differs from it, by SQL too', async () => {
  const insert = (request: bigint, exportId: bigint) =>
    office.operators.execute(sql`
      insert into export_approval (site_id, request_id, export_id, content_hash)
      select site_id, request_id, ${exportId}, content_hash from approval_request
      where site_id = ${chaba.id} and request_id = ${request}`);
  const input = { list: 'members', filters: 'state=locked', columns: 'phone' };
  const request = (await office.act(finance, 'export.reveal', input)).data.request ?? '';
  const id = BigInt(request.slice(1));
  await assert.rejects(insert(id, 1n), /export_approval_approved/);
  assert.equal((await office.decide(await office.signIn('demo-admin'), request)).data.outcome, 'made');
  await assert.rejects(insert(id, 1n), /export_approval_pkey/);
  await assert.rejects(
    office.operators.execute(sql`update export_approval set export_id = 1 where request_id = ${id}`),
    /permission denied/,
  );
  await owner.execute(sql`update export_job set params = '{}' where request_key = ${`request-${request}`}`);
  await runAll();
  const [job] = await listOwn(finance);
  assert.deepEqual([job?.state, job?.failure], ['failed', 'FAILED']);
});

test('writes a file again at its hour, once for each time, until the person ends it or loses the data', async () => {
  const schedule = (as: string, body: object) =>
    send<ScheduleRow>('POST', `${SITE}/export-schedules`, {
      as,
      body: { kind: 'list', name: 'members', params: {}, every: 'day', hour: '6', key: randomUUID(), ...body },
    });
  const key = randomUUID();
  const { data: daily } = await schedule(marketing, { params: { sort: 'seen' }, key });
  assert.equal((await schedule(marketing, { params: { sort: 'seen' }, key })).data.schedule, daily.schedule);
  const next = new Date(daily.nextAt);
  assert.deepEqual([next.getUTCHours(), next > new Date(), daily.ended], [23, true, null]);
  for (const [body, field] of [
    [{ every: 'hour' }, 'every'],
    [{ hour: '24' }, 'hour'],
    [{ hour: '' }, 'hour'],
    [{ name: 'queues' }, 'name'],
    [{ params: { state: 'unknown' } }, 'state'],
  ] as const) {
    assert.equal((await schedule(marketing, body)).params.field, field);
  }
  const listJobs = async () => (await listOwn(marketing)).map(({ file, state }) => `${file.slice(0, 7)} ${state}`);
  const before = (await listJobs()).length;
  const runAt = (at: string | Date) => createExportRunner(office.office.context, { getNow: () => new Date(at) }).run();
  await runAt(new Date(next.getTime() - 1));
  assert.equal((await listJobs()).length, before);
  await Promise.all([runAt(next), runAt(next)]);
  await runAt(next);
  assert.deepEqual((await listJobs()).slice(0, 1), ['members done']);
  assert.equal((await listJobs()).length, before + 1);
  // Times that passed make one file; the report has the days of the month before.
  const { data: report } = await schedule(marketing, { kind: 'report', name: 'gifts', every: 'month', params: {} });
  const later = new Date(new Date(report.nextAt).getTime() + 3 * 86_400_000);
  await runAt(later);
  const jobs = (await listOwn(marketing)).slice(0, 2).toSorted((one, other) => one.kind.localeCompare(other.kind));
  assert.deepEqual(
    jobs.map(({ kind, state }) => [kind, state]),
    [
      ['list', 'done'],
      ['report', 'done'],
    ],
  );
  assert.match(jobs[1]?.params['from'] ?? '', /-01$/);
  assert.equal((await listJobs()).length, before + 3);
  const stopped = await send<readonly ScheduleRow[]>('POST', `${SITE}/export-schedules/${daily.schedule}/end`, {
    as: marketing,
    body: {},
  });
  assert.deepEqual(
    stopped.data.map((row) => row.schedule),
    [report.schedule],
  );
  assert.equal(
    (await send('POST', `${SITE}/export-schedules/S999/end`, { as: marketing, body: {} })).code,
    'NOT_FOUND',
  );
  await owner.execute(sql`
    update operator_role set ended_at = now() where role = 'marketing' and operator_id = (select operator_id from operator where name = 'demo-marketing')`);
  await runAt(new Date(later.getTime() + 40 * 86_400_000));
  await owner.execute(sql`update operator_role set ended_at = null where role = 'marketing'`);
  const { data: left } = await send<readonly ScheduleRow[]>('GET', `${SITE}/export-schedules`, {
    as: await office.signIn('demo-marketing'),
  });
  assert.deepEqual(
    left.map(({ ended }) => ended),
    ['ACCESS_ENDED'],
  );
});

test('names what a file cannot be made of, and deletes files after a week', async () => {
  const wrong = [
    [{ kind: 'list', name: 'queues' }, 'name'],
    [{ kind: 'list', name: 'members', params: { state: 'unknown' } }, 'state'],
    [{ kind: 'report', name: 'movements', params: { from: 'today' } }, 'from'],
    [{ kind: 'table', name: 'member' }, 'kind'],
  ] as const;
  const as = await office.signIn('demo-finance');
  for (const [body, field] of wrong) assert.equal((await start(as, body)).params.field, field);
  await owner.execute(sql`update export_job set created_at = created_at - interval '8 days'`);
  await deleteOldExports(office.operators);
  assert.deepEqual(await listOwn(as), []);
  assert.deepEqual(await owner.rows(sql`select 1 from export_part`), []);
  assert.deepEqual(await audit(database), []);
});
