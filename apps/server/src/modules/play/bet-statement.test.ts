import assert from 'node:assert/strict';
import { test } from 'node:test';

import { betHistory, betStatement } from '@chaba/contract/history';
import { sql } from '@chaba/database';

import { buildTestApp } from '#testing/build-app';
import { createMember, type TestMember } from '#testing/factories';

import { harmless, lineOf } from './bet-statement.ts';

const app = await buildTestApp();
const { database, chaba: site } = app;

async function play(
  member: TestMember,
  rounds: { readonly count: number; readonly daysApart: number; readonly name: string },
) {
  const { count, daysApart, name } = rounds;
  await database.execute(sql`
    insert into game_round (site_id, member_id, provider, round_id, game_code, state, stake_e4, payout_e4, turnover_e4, bets, opened_at, settled_at)
    select ${site.id}, ${member.id}, 'test', ${name} || n, 'test-slot', 'closed', 12345600, 10000, case when n = 0 then 0 else 12345600 end,
      case when n = 0 then '[{"notCounted":"DRAW"}]'::jsonb else '[]' end,
      now() - interval '1 hour' - ${daysApart}::float8 * n * interval '1 day', now() from generate_series(0, ${count}::int - 1) n`);
}

test('escapes formulas, commas and quotes in a cell', () => {
  for (const cell of ['=1+1', '+66', '-2', '@SUM(A1)', ' =1', '\t=1', '\r1', '|cmd', '%0A']) {
    assert.equal(harmless(cell), `'${cell}`);
  }
  for (const cell of ['ตลาดโคมชบา', 'round-7', 'a=b', '']) assert.equal(harmless(cell), cell);
  assert.equal(lineOf(['a,b', 'say "no"', 'line\nline', 'c']), '"a,b","say ""no""","line\nline",c\r\n');
});

test('lists every bet of twelve months once, newest first, under Thai headings', async () => {
  const member = await createMember(database, site);
  await play(member, { count: 2_600, daysApart: 0.13, name: '=r' });
  await play(member, { count: 3, daysApart: 200, name: 'old' });
  const { status, headers, text } = await app.send(betStatement, { as: member });
  assert.equal(status, 200);
  assert.equal(headers['content-type'], 'text/csv; charset=utf-8');
  assert.match(String(headers['content-disposition']), /^attachment; filename="chaba-bets\.csv"$/);
  assert.equal(headers['cache-control'], 'no-store');
  const [heading = '', ...lines] = text.trimEnd().split('\r\n');
  assert.ok(heading.startsWith('\ufeffวันเวลา,ค่ายเกม,เกม,รหัสรอบ,เดิมพัน (บาท)'), heading);
  // The third of the old rounds is more than a year old.
  assert.equal(lines.length, 2_602);
  const rounds = lines.map((line) => line.split(',')[3]);
  assert.equal(new Set(rounds).size, 2_602);
  const times = lines.map((line) => line.split(',')[0] ?? '');
  assert.deepEqual(times, times.toSorted().toReversed());
  const row = lines.find((line) => line.includes(",'=r0,"));
  assert.match(
    row ?? '',
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,ทดสอบระบบ,สล็อตทดสอบ,'=r0,1234\.56,1\.00,-1233\.56,0\.00,ออกผลแล้ว,เสมอ,/,
  );
});

test('contains no bet of another member, and only headings without bets', async () => {
  const { text } = await app.send(betStatement, { as: await createMember(database, site) });
  assert.equal(text.trimEnd().split('\r\n').length, 1);
  assert.equal((await app.send(betStatement)).status, 401);
});

test('lists three months of bets by default, or the requested days', async () => {
  const member = await createMember(database, site);
  await play(member, { count: 10, daysApart: 30, name: 'r' });
  const shown = async (query: Record<string, string> = {}) =>
    (await app.send(betHistory, { as: member, query })).body.data?.Transaction.length;
  assert.ok([3, 4].includes((await shown()) ?? 0));
  const { day } = await database.one<{ day: string }>(sql`
    select ((now() - interval '1 hour' - interval '30 days') at time zone 'Asia/Bangkok')::date as day`);
  assert.equal(await shown({ from: day, to: day }), 1);
  assert.equal(await shown({ from: '2020-01-01', to: '2020-02-01' }), 0);
});
