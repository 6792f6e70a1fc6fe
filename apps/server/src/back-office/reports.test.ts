// The dashboard and the reports over HTTP: which role receives which figures.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { DashboardFacts, ReportAnswer, ReportFile } from '@chaba/contract/back-office/report-wire';
import { type ReportEntry, reports } from '@chaba/contract/back-office/reports';
import { hasPermission, roles } from '@chaba/contract/back-office/roles';
import { sql } from '@chaba/database';
import { audit } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { formatReference } from '#core/references';
import { addSums } from '#modules/reports';
import { requestWithdrawal } from '#modules/withdrawals';
import { buildTestOffice } from '#testing/build-back-office';
import { createMember } from '#testing/factories';

const office = await buildTestOffice();
const { database, chaba, send } = office;
const SITE = '/back-office/v1/sites/chaba';

test('sends each role the figures of its permissions, and none to others', async () => {
  await createMember(database, chaba, { money: baht(1_234) });
  await addSums(database, chaba.id, 0);
  const read = async (name: string) =>
    send<DashboardFacts>('GET', `${SITE}/dashboard`, { as: await office.signIn(name) });
  for (const name of ['demo-support', 'demo-admin']) assert.equal((await read(name)).code, 'PERMISSION_MISSING', name);
  const payments = (await read('demo-payments')).data;
  assert.deepEqual(Object.keys(payments.today), ['deposits', 'withdrawals', 'net']);
  assert.equal(payments.today.deposits, '1234.00');
  assert.equal(payments.providers, undefined);
  const marketing = (await read('demo-marketing')).data;
  assert.deepEqual(Object.keys(marketing.today), ['ggr', 'gifts', 'players', 'registered']);
  assert.ok(marketing.providers);
  const finance = (await read('demo-finance')).data;
  assert.equal(Object.keys(finance.today).length, 7);
  assert.match(finance.level, /^(good|degraded|broken)$/);
});

test('sends each report to the roles of its permission, without the columns of others', async () => {
  for (const role of roles) {
    const as = await office.signIn(`demo-${role}`);
    for (const [name, entry] of Object.entries(reports) as [string, ReportEntry][]) {
      const query = new URLSearchParams({
        ...(name === 'transfers' ? { fromKind: '100', toKind: '1', reason: 'deposit' } : {}),
        ...(name === 'games' ? { provider: 'test' } : {}),
      });
      const { status, data } = await send<ReportAnswer>('GET', `${SITE}/reports/${name}?${query.toString()}`, { as });
      assert.equal(status, hasPermission([role], entry.permission) ? 200 : 403, `${role} reads ${name}`);
      if (status !== 200) continue;
      const wanted = entry.columns.filter(
        ({ permission }) => permission === undefined || hasPermission([role], permission),
      );
      assert.deepEqual(
        data.columns,
        wanted.map(({ id }) => id),
        `${role} ${name}`,
      );
    }
  }
});

test('writes a report as a file and records it', async () => {
  const as = await office.signIn('demo-finance');
  const body = { params: { unit: 'month' } };
  const { data } = await send<ReportFile>('POST', `${SITE}/reports/money/file`, { as, body });
  assert.match(data.name, /^money-\d{4}-\d{2}-\d{2}-\d{4}-\d{2}-\d{2}-play\.csv$/);
  assert.ok(data.text.startsWith('\uFEFFfrom,to,deposits'));
  const { data: list } = await send<{ rows: { subject: string; after: unknown }[] }>(
    'GET',
    `${SITE}/lists/audit?action=report.file`,
    { as },
  );
  assert.deepEqual(
    list.rows.map(({ subject }) => subject),
    ['report money'],
  );
  const unknown = await send('GET', `${SITE}/reports/money?unit=year`, { as });
  assert.deepEqual([unknown.status, unknown.params.field], [400, 'unit']);
  assert.equal((await send('GET', `${SITE}/reports/strangers`, { as })).status, 404);
});

test('counts the decisions of each person with waits against targets, amounts, refused and undone ones', async () => {
  const { id } = await createMember(database, chaba, { money: baht(1_000), isNameVerified: false });
  const made = await requestWithdrawal(database, {
    siteId: chaba.id,
    memberId: id,
    amount: baht(400),
    idempotencyKey: 'report',
  });
  await database.owner.execute(sql`update withdrawal set created_at = created_at - interval '10 minutes'`);
  const withdrawal = formatReference('withdrawal', made.withdrawalId);
  const payments = await office.signIn('demo-payments');
  const finance = await office.signIn('demo-finance');
  assert.equal((await office.act(finance, 'withdrawal.approve', { withdrawal })).code, 'PERMISSION_MISSING');
  assert.equal((await office.act(payments, 'withdrawal.approve', { withdrawal })).data.outcome, 'approved');
  assert.equal((await office.act(payments, 'withdrawal.reopen', { withdrawal })).data.outcome, 'reopened');
  const read = async (query: string) =>
    (await send<ReportAnswer>('GET', `${SITE}/reports/operators${query}`, { as: finance })).data;
  const { rows, from } = await read('?operator=demo-payments');
  const row = rows.find(({ action }) => action === 'withdrawal.approve');
  assert.ok(row && Number(row['median']) >= 600 && Number(row['median']) < 6_000, JSON.stringify(rows));
  assert.deepEqual(
    [row['done'], row['requested'], row['refused'], row['undone'], row['amount'], row['target'], row['overdue']],
    ['1', '0', '0', '1', '400.00', '180', '1'],
  );
  const refused = await read('?operator=demo-finance&action=withdrawal.approve');
  assert.deepEqual(
    refused.rows.map((each) => [each['done'], each['refused'], each['amount']]),
    [['0', '1', '0.00']],
  );
  const decisions = await send<ReportAnswer>(
    'GET',
    `${SITE}/reports/decisions?from=${from}&operator=demo-payments&action=withdrawal.approve`,
    { as: finance },
  );
  assert.deepEqual(
    decisions.data.rows.map(({ subject, outcome }) => [subject, outcome]),
    [[withdrawal, 'done']],
  );
  const bad = await send('GET', `${SITE}/reports/operators?action=nothing`, { as: finance });
  assert.deepEqual([bad.status, bad.params.field], [400, 'action']);
  assert.deepEqual(await audit(database), []);
});
