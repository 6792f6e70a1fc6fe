// The dashboard and the reports over HTTP: which role receives which figures.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { DashboardFacts } from '@chaba/contract/back-office/report-wire';
import { baht } from '@chaba/money';

import { addSums } from '#modules/reports';
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
