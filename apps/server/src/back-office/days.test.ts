// Business days over HTTP: balances, differences with explanations, the close, the reopening by two people.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { type DayDetail, type DayDifference, type DayPage, findDayGroup } from '@chaba/contract/back-office/day-close';
import { sql, violatedConstraint } from '@chaba/database';
import { audit } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { requestWithdrawal } from '#modules/withdrawals';
import { addSums, recountDays } from '#modules/reports';
import { balanceDays } from '#modules/day-close';
import { buildTestOffice } from '#testing/build-back-office';
import { createMember } from '#testing/factories';

const office = await buildTestOffice();
const { database, chaba, send, act, decide } = office;
const { owner } = database;
const SITE = '/back-office/v1/sites/chaba';
const finance = await office.signIn('demo-finance');

const [member, other] = [
  await createMember(database, chaba, { money: baht(1_000) }),
  await createMember(database, chaba, { money: baht(250) }),
];
await requestWithdrawal(database, { siteId: chaba.id, memberId: member.id, amount: baht(400), idempotencyKey: 'W' });
// The day before yesterday in Bangkok, at noon; the second member a day later.
await owner.execute(sql`
  update ledger_transfer set created_at = date_trunc('day', now() at time zone 'Asia/Bangkok') at time zone 'Asia/Bangkok'
    - case when owner_id = ${other.id} then interval '12 hours' else interval '36 hours' end`);
await owner.execute(sql`update member set registered_at = now() - interval '3 days'`);
await addSums(database, chaba.id, 0);
const found = await recountDays(database, chaba.id);
await balanceDays(database, chaba.id);
const { first, second } = await owner.one<{ first: string; second: string }>(sql`
  select (now() at time zone 'Asia/Bangkok')::date - 2 as first, (now() at time zone 'Asia/Bangkok')::date - 1 as second`);

const read = async (day: string, as = finance): Promise<DayDetail> =>
  (await send<DayDetail>('GET', `${SITE}/business-days/${day}`, { as })).data;

const lineOf = (day: DayDetail, name: string): readonly string[] | undefined => {
  const line = day.lines.find((each) => each.line === name);
  return line && [line.opening, line.in, line.out, line.closing];
};

const explain = (day: string, { subject, state }: DayDifference, reason = 'the bank corrected its statement') =>
  act(finance, 'business-day.explain', { day, subject, state }, { reason });

test('carries each balance from day to day, with pending payouts and players', async () => {
  assert.deepEqual(found, []);
  assert.deepEqual(await audit(database, chaba.id), []);
  const before = await read(first);
  assert.deepEqual(lineOf(before, 'account 100'), ['0.00', '1000.00', '0.00', '1000.00']);
  assert.deepEqual(lineOf(before, 'account 1'), ['0.00', '1000.00', '400.00', '600.00']);
  assert.deepEqual(lineOf(before, 'account 8'), ['0.00', '400.00', '0.00', '400.00']);
  const after = await read(second);
  assert.deepEqual(lineOf(after, 'account 100'), ['1000.00', '250.00', '0.00', '1250.00']);
  assert.deepEqual(lineOf(after, 'account 1'), ['600.00', '250.00', '0.00', '850.00']);
  assert.deepEqual(lineOf(after, 'account 8'), ['400.00', '0.00', '0.00', '400.00']);
  assert.deepEqual(after.differences, []);
  const { data } = await send<DayPage>('GET', `${SITE}/business-days`, { as: finance });
  assert.deepEqual(
    data.rows.slice(0, 2).map(({ day, state, differences }) => [day, state, differences]),
    [
      [second, 'open', 0],
      [first, 'open', 0],
    ],
  );
});

test('closes no day with an unexplained difference, and keeps the explanation of a closed one', async () => {
  const bank = sql`${chaba.id}, 'paying'`;
  await owner.execute(sql`insert into house_account (site_id, house_account) values (${bank})`);
  await owner.execute(sql`
    insert into statement_line (site_id, house_account, line_id, source, booked_at, amount_e4, balance_after_e4)
    select ${bank}, 'l1', 'statement', (${first}::date + interval '15 hours') at time zone 'Asia/Bangkok', -120000, 9880000`);
  const open = await read(first);
  const [difference] = open.differences;
  assert.ok(difference && open.differences.length === 1);
  assert.deepEqual([difference.kind, difference.ours, difference.theirs], ['bank', '0.00', '-12.00']);
  assert.deepEqual(lineOf(open, 'bank paying'), ['1000.00', '0.00', '12.00', '988.00']);

  const refused = await act(finance, 'business-day.close', { day: first });
  assert.deepEqual([refused.code, refused.params.reasons], ['BLOCKED', ['unexplained']]);
  const wrong = await act(finance, 'business-day.explain', { day: first, subject: difference.subject, state: 'other' });
  assert.equal(wrong.code, 'NOT_WAITING');
  assert.equal((await explain(first, difference)).data.outcome, 'explained');
  assert.equal((await act(finance, 'business-day.close', { day: first })).data.outcome, 'closed');
  assert.equal((await act(finance, 'business-day.close', { day: first })).code, 'NOT_WAITING');
  const closed = await read(first);
  assert.deepEqual([closed.state, closed.closes.map(({ closedBy }) => closedBy)], ['closed', ['demo-finance']]);
  assert.equal(closed.differences[0]?.explanation?.text, 'the bank corrected its statement');
});

test('shows a later correction as a difference of the closed day', async () => {
  await owner.execute(sql`
    insert into statement_line (site_id, house_account, line_id, source, booked_at, amount_e4, balance_after_e4)
    select ${chaba.id}, 'paying', 'l2', 'statement', (${first}::date + interval '16 hours') at time zone 'Asia/Bangkok', 50000, 9930000`);
  const changed = await read(first);
  const kinds = changed.differences.map(({ kind, ours, theirs, explanation }) => [
    kind,
    ours,
    theirs,
    explanation !== null,
  ]);
  assert.deepEqual(
    kinds.toSorted(([a], [b]) => String(a).localeCompare(String(b))),
    [
      ['bank', '0.00', '-7.00', false],
      ['changed', '993.00', '988.00', false],
    ],
  );
  assert.deepEqual(lineOf(changed, 'bank paying'), ['1000.00', '0.00', '12.00', '988.00']);
  const { data } = await send<DayPage>('GET', `${SITE}/business-days`, { as: finance });
  const row = data.rows.find(({ day }) => day === first);
  assert.deepEqual([row?.state, row?.isChanged, row?.unexplained], ['closed', true, 2]);
});

test('counts a closed day again: a late transfer of the journal is a difference of that day', async () => {
  await owner.execute(sql`
    update ledger_transfer set created_at = created_at - interval '24 hours' where owner_id = ${other.id}`);
  assert.deepEqual(await recountDays(database, chaba.id), []);
  await owner.execute(sql`update report_day set counted_at = counted_at - interval '21 hours'`);
  const findings = await recountDays(database, chaba.id);
  assert.ok(
    findings.some(({ detail }) => detail.startsWith(first)),
    JSON.stringify(findings),
  );
  await balanceDays(database, chaba.id);
  const day = await read(first);
  assert.ok(day.differences.some(({ kind }) => kind === 'sums'));
  const line = day.differences.find(({ subject }) => subject === 'changed account 100');
  assert.deepEqual([line?.ours, line?.theirs], ['1250.00', '1000.00']);
  assert.deepEqual(lineOf(await read(second), 'account 100'), ['1250.00', '0.00', '0.00', '1250.00']);
});

test('reopens a closed day by two people only, by constraints', async () => {
  const proposed = await act(finance, 'business-day.reopen', { day: first });
  assert.equal(proposed.data.outcome, 'requested');
  const request = proposed.data.request ?? '';
  assert.equal((await read(first)).request, request);
  assert.equal((await decide(finance, request)).code, 'OWN_REQUEST');
  await assert.rejects(
    office.operators.execute(sql`
      update day_close set reopened_at = now(), reopened_by = 'x', reopen_request_id = 1 where site_id = ${chaba.id}`),
    (error) => violatedConstraint(error)?.includes('reopen_request_id') === true,
  );
  assert.equal((await decide(await office.signIn('demo-admin'), request)).data.outcome, 'reopened');
  const open = await read(first);
  assert.deepEqual([open.state, open.closes[0]?.request], ['open', request]);
  assert.ok(open.differences.every(({ kind }) => kind !== 'changed'));
  for (const difference of open.differences) await explain(first, difference);
  assert.equal((await act(finance, 'business-day.close', { day: first })).data.outcome, 'closed');
  assert.deepEqual(
    (await read(first)).closes.map(({ no }) => no),
    [2, 1],
  );
});

test('gives bad days and other roles a clear error', async () => {
  const today = await owner.one<{ day: string }>(sql`select (now() at time zone 'Asia/Bangkok')::date as day`);
  assert.equal((await send('GET', `${SITE}/business-days/${today.day}`, { as: finance })).code, 'NOT_FOUND');
  assert.equal((await act(finance, 'business-day.close', { day: today.day })).code, 'NOT_FOUND');
  const bad = await send('GET', `${SITE}/business-days/2026-02-30`, { as: finance });
  assert.deepEqual([bad.code, bad.params.field], ['FIELD_INVALID', 'day']);
  for (const day of ['9999-12-31', '0000-01-01', '3000-01-01', '1999-12-31', '2026-02-30']) {
    const moment = await act(finance, 'balance.enter', { account: '0000000000', balance: '1', time: `${day}T00:00` });
    assert.deepEqual([moment.status, moment.code, moment.params.field], [422, 'FIELD_INVALID', 'time'], day);
    const report = await send('GET', `${SITE}/reports/money?from=${day}&to=${day}`, { as: finance });
    assert.deepEqual([report.status, report.code], [400, 'PARAMETER_INVALID'], day);
  }
  const support = await office.signIn('demo-support');
  assert.equal((await send('GET', `${SITE}/business-days`, { as: support })).code, 'PERMISSION_MISSING');
  const payments = await office.signIn('demo-payments');
  assert.equal((await act(payments, 'business-day.close', { day: first })).code, 'PERMISSION_MISSING');
});

test('shows the accounts of a group with one sign, so that its total adds up', () => {
  const entries = Object.values(chart)
    .filter(({ currency }) => currency === 'THB')
    .map(({ kind }) => findDayGroup(`account ${kind}`));
  const signs = Map.groupBy(entries, ({ group }) => group);
  for (const [group, of] of signs) {
    assert.equal(new Set(of.map(({ isFlipped = false }) => isFlipped)).size, 1, `${group} adds amounts of two signs`);
  }
  assert.equal(findDayGroup(`account ${chart.bank.kind}`).group, findDayGroup(`account ${chart.payouts.kind}`).group);
});
