// The rows of the reports against the journal, and the way from a figure to its transfers.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { reportNames } from '@chaba/contract/back-office/reports';
import { sql } from '@chaba/database';
import { audit } from '@chaba/ledger';

import { buildTestApp } from '#testing/build-app';
import { checkStory } from '#testing/story';
import { walletCommands } from '#testing/wallet-commands';

import { listTransfers } from './report-rows.store.ts';
import { loadReport, ReportParamError, toDay } from './report-rows.ts';
import { addSums } from './rollups.ts';
import { toCsvHead, toCsvLine } from './csv.ts';

const app = await buildTestApp();
const { database, chaba: site } = app;
const owner = database.owner;
const HOUR = 3_600_000;

const play = `
  give       M1  1000.00                                 given
  give       M2  500.00                                  given
  session    M1                                          OK
  session    M2                                          OK
  bet        M1  100.00  tx=a1  round=a                  OK
  win        M1  250.00  tx=a2  round=a  closed=yes      OK
  bet        M1  60.00   tx=b1  round=b                  OK
  bet        M2  40.00   tx=c1  round=c                  OK
  rollback   M1  ref=b1  tx=b2  round=b                  OK
  win        M2  0.00    tx=c2  round=c  closed=yes      OK
  bet        M2  10.00   tx=d1  round=d                  OK
  win        M2  30.00   tx=d2  round=d  closed=yes      OK`;

await checkStory({ database, site, commands: walletCommands(app) }, play);
assert.deepEqual(await audit(database, site.id), []);
// Every moment gets an hour of its own, over three Bangkok days.
await owner.execute(sql`
  with moved as (
    select created_at, now() - make_interval(hours => 4 + 4 * (row_number() over (order by created_at desc))::int) as to
    from (select distinct created_at from ledger_transfer union select created_at from wallet_transaction) as moments
  ), transfers as (
    update ledger_transfer set created_at = moved.to from moved where moved.created_at = ledger_transfer.created_at
  )
  update wallet_transaction set created_at = moved.to from moved where moved.created_at = wallet_transaction.created_at`);
await owner.execute(sql`update member set registered_at = now() - interval '90 hours'`);
await addSums(database, site.id);
const now = new Date();
const days = { from: toDay(new Date(now.getTime() - 100 * HOUR)), to: toDay(now) };
const load = async (name: (typeof reportNames)[number], params: object = {}) =>
  (await loadReport(database, site.id, { name, params: { ...days, ...params }, now })).rows;
const sum = (rows: readonly Readonly<Record<string, unknown>>[], id: string): bigint =>
  rows.reduce((total, row) => total + BigInt(row[id] as number | bigint), 0n);

test('sums money by day, week and month to the same totals, which are those of the journal', async () => {
  const { deposits, ggr } = await owner.one<{ deposits: bigint; ggr: bigint }>(sql`
    select sum(amount_e4) filter (where from_kind = account_kind('bank'))::bigint as deposits,
      sum(case when to_kind = account_kind('games') then amount_e4 when from_kind = account_kind('games') then -amount_e4 else 0 end)::bigint as ggr
    from ledger_transfer where site_id = ${site.id}`);
  for (const unit of ['day', 'week', 'month']) {
    const rows = await load('money', { unit });
    assert.deepEqual([sum(rows, 'deposits'), sum(rows, 'ggr')], [deposits, ggr], unit);
    assert.ok(rows.every((row) => String(row['from']) <= String(row['to'])));
  }
  assert.equal(sum(await load('money'), 'registered'), 2n);
  assert.equal(sum(await load('providers'), 'ggr'), ggr);
  assert.equal(sum(await load('games', { provider: 'test' }), 'ggr'), ggr);
  assert.equal(sum(await load('members', { sort: 'won' }), 'ggr'), ggr);
  assert.equal(sum(await load('members', { sort: 'deposits' }), 'deposits'), deposits);
});

test('leads from a figure to its transfers, in pages', async () => {
  const [day] = (await load('money')).filter((row) => row['ggr'] !== 0n);
  assert.ok(day);
  const movements = await load('movements', { from: day['from'], to: day['to'] });
  const bets = movements.find(({ reason }) => reason === 'bet') ?? movements[0];
  assert.ok(bets);
  const { fromKind, toKind, reason } = bets;
  const params = { fromKind: String(fromKind), toKind: String(toKind), reason };
  const transfers = await load('transfers', { from: day['from'], to: day['to'], ...params });
  assert.equal(sum(transfers, 'amount'), bets['amount']);
  const all = await load('transfers', { fromKind: '1', toKind: '102', reason: 'bet' });
  assert.equal(all.length, 4);
  const seen: unknown[] = [];
  let before: { ms: bigint; owner: bigint; transfer: bigint } | undefined;
  for (;;) {
    const span = { from: new Date(now.getTime() - 100 * HOUR), to: now };
    const page = await listTransfers(database, site.id, {
      span,
      fromKind: 1,
      toKind: 102,
      reason: 'bet',
      before,
      limit: 1,
    });
    const [last] = page;
    if (last === undefined) break;
    seen.push(last['key']);
    before = { ms: last['ms'] as bigint, owner: last['owner'] as bigint, transfer: last['transfer'] as bigint };
  }
  assert.deepEqual(
    seen,
    all.map(({ key }) => key),
  );
});

test('reads every report of a site without rows, and names a parameter without meaning', async () => {
  const params: Readonly<Record<string, object>> = {
    transfers: { fromKind: '1', toKind: '102', reason: 'bet' },
    games: { provider: 'test' },
  };
  for (const name of reportNames) {
    const { rows } = await loadReport(owner, app.lanna.id, { name, params: params[name] ?? {} });
    assert.deepEqual(rows, [], name);
  }
  const wrong = [
    [{ from: '2026-02-30' }, 'from'],
    [{ from: '2026-02-02', to: '2026-02-01' }, 'from'],
    [{ from: '2020-01-01', to: '2026-01-01' }, 'from'],
    [{ to: 'today' }, 'to'],
    [{ to: '9999-12-31' }, 'to'],
    [{ to: '3000-01-01' }, 'to'],
    [{ from: '0000-01-01' }, 'from'],
    [{ from: '1999-12-31', to: '2000-01-01' }, 'from'],
    [{ unit: 'year' }, 'unit'],
    [{ provider: 'test' }, 'provider'],
  ] as const;
  for (const [given, param] of wrong) {
    await assert.rejects(loadReport(database, site.id, { name: 'money', params: given }), (error) => {
      assert.ok(error instanceof ReportParamError);
      assert.equal(error.param, param);
      return true;
    });
  }
});

test('writes cells that a spreadsheet opens as text', () => {
  const line = (text: string, isNumber = false) => toCsvLine([{ text, isNumber }]).slice(0, -2);
  const cells = [
    ['=1+1', `"'=1+1"`],
    ['+66812345678', `"'+66812345678"`],
    ['-1', `"'-1"`],
    ['@x', `"'@x"`],
    ['\tx', `"'\tx"`],
    ['\0x', `"'\0x"`],
    ['a "b"', '"a ""b"""'],
    ['a\nb', '"a\nb"'],
    ['สมชาย', 'สมชาย'],
    ['a,b', '"a,b"'],
  ] as const;
  for (const [text, cell] of cells) assert.equal(line(text), cell);
  assert.equal(line('-12.50', true), '-12.50');
  assert.equal(line('-12.50=', true), `"'-12.50="`);
  assert.equal(toCsvHead(['a']), '\uFEFFa\r\n');
});

test('adds up the friends of each referrer, and the members who came without a link', async () => {
  const members = await owner.rows<{ id: bigint }>(sql`
    select member_id as id from member where site_id = ${site.id} order by member_id limit 2`);
  const [referrer, friend] = members;
  await owner.execute(sql`
    update member set referrer_id = ${referrer?.id ?? 0n} where site_id = ${site.id} and member_id = ${friend?.id ?? 0n}`);
  const rows = await load('referrers');
  const all = await load('members');
  assert.deepEqual(
    rows.map(({ member, registered, players }) => [member, registered, players]),
    [
      [null, 1, 1],
      [referrer?.id, 1, 1],
    ],
  );
  for (const id of ['deposits', 'withdrawals', 'ggr']) assert.equal(sum(rows, id), sum(all, id), id);
  const [direct, referred] = rows;
  assert.deepEqual([direct?.['deposits'], referred?.['deposits']], [10_000_000n, 5_000_000n]);
  assert.deepEqual([direct?.['link'], typeof referred?.['link']], [null, 'string']);
});
