// Each rule of the audit reports its violation: rich data is changed with the rights of the tables' owner, one change
// at a time, and the expected rule must report it. Each change is rolled back.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { openDatabase, sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';
import { seed } from '@chaba/demo';
import { type AuditFinding, postTransfers } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { readConfig } from '#core/config';
import { plants } from '#testing/audit-faults';
import { buildTestApp } from '#testing/build-app';
import { createMember } from '#testing/factories';
import type { Plant } from '#testing/plant-fault';
import { fillBooks, RICH_SITE as SITE } from '#testing/sample-ledger';

import { auditJobs } from './modules/audit/audit.jobs.ts';
import { auditAll, auditNewRows, closeFinding, listOpenFindings, rules } from './modules/audit/audit.ts';
import { rewardTurnover } from './modules/wheel/coins.ts';

const database = await testDatabase();
await seed(
  database,
  readConfig({
    DATABASE_URL: database.url,
    SANDBOX_SECRET: 'of the audit test',
    HASH_SECRET: 'secret-of-hashes',
    CHABA_DEMO: 'on',
  }),
  database.ownerUrl,
);
const app = await buildTestApp({ database });
await fillBooks({ app, earn: () => rewardTurnover(database, SITE, 0) });
const owner = openDatabase({ url: database.ownerUrl, poolSize: 1, applicationName: 'tamper test' });
after(() => owner.close());

class TakenBack extends Error {}

/** Plants a change, audits by its rule, and rolls the change back. */
async function auditWith(plant: Plant): Promise<readonly AuditFinding[]> {
  let findings: readonly AuditFinding[] = [];
  const work = owner.transaction(async (tx) => {
    for (const change of plant.how) {
      if (typeof change === 'function') await change(tx);
      else assert.ok((await tx.execute(change)) > 0, 'the change affected no row');
    }
    findings = await auditAll(tx, { siteId: SITE, isTest: true, rule: plant.rule });
    throw new TakenBack();
  });
  await assert.rejects(work, TakenBack);
  return findings;
}

test('reports nothing before any change', async () => {
  assert.deepEqual(await auditAll(database, { siteId: SITE, isTest: true }), []);
});

test('reports nothing in correct data when it audits only recent rows', async () => {
  const times = await database.rows<{ since: Date }>(sql`
    select created_at as since from (select created_at, row_number() over (order by created_at) as place from ledger_transfer) as posted
    where place % 211 = 0 order by created_at`);
  assert.ok(times.length >= 5, `${times.length} times`);
  for (const { since } of times) {
    assert.deepEqual(await auditAll(database, { siteId: SITE, since, isTest: true }), [], since.toISOString());
  }
});

for (const plant of plants) {
  test(`reports ${plant.what}`, async (t) => {
    const found = await auditWith(plant);
    const details = found.filter(({ rule }) => rule === plant.rule).map(({ detail }) => detail);
    const others = [...new Set(found.map(({ rule }) => rule))].filter((rule) => rule !== plant.rule);
    t.diagnostic(`${plant.rule}: ${details[0] ?? 'silent'}${others.map((rule) => `; also ${rule}`).join('')}`);
    assert.ok(details.length > 0, `"${plant.rule}" reported nothing; found: ${JSON.stringify(found)}`);
  });
}

test('reports a change since the last hourly run once, and an operator closes the finding', async () => {
  const fresh = await buildTestApp();
  const siteId = fresh.chaba.id;
  const member = await createMember(fresh.database, fresh.chaba);
  const job = auditJobs[0];
  assert.ok(job);
  const alarms = () => fresh.logLines.filter((text) => text.includes('audit finding')).length;
  await job.run(fresh.context);
  assert.equal(alarms(), 0);

  const forged = { ownerId: member.id, from: chart.bank, to: chart.game, amount: baht(5), reason: 'deposit' } as const;
  await fresh.database.transaction((tx) => postTransfers(tx, siteId, [{ ...forged, key: 'deposit:999999' }]));
  await job.run(fresh.context);
  await job.run(fresh.context);
  assert.equal(alarms(), 2, 'the finding is an alarm until an operator closes it');
  const [finding, ...others] = await listOpenFindings(fresh.database, siteId);
  assert.deepEqual([finding?.rule, others], ['a transfer has the row that caused it', []]);

  const closing = { findingId: finding?.findingId ?? 0n, closedBy: 'test' };
  assert.equal(await closeFinding(fresh.database, siteId, closing), 'closed');
  assert.equal(await closeFinding(fresh.database, siteId, closing), 'not_waiting');
  await job.run(fresh.context);
  assert.deepEqual([alarms(), await listOpenFindings(fresh.database, siteId)], [2, []]);
});

test('leaves rows from long before the last run to the full audit', async () => {
  const fresh = await buildTestApp();
  const siteId = fresh.chaba.id;
  const member = await createMember(fresh.database, fresh.chaba, { money: baht(10) });
  const forged = { ownerId: member.id, from: chart.bank, to: chart.game, amount: baht(5), reason: 'deposit' } as const;
  await fresh.database.transaction((tx) => postTransfers(tx, siteId, [{ ...forged, key: 'deposit:999999' }]));
  await fresh.database.execute(sql`
    insert into audit_run (site_id, checked_until) values (${siteId}, now() + interval '1 hour')`);
  assert.deepEqual(await auditNewRows(fresh.database, siteId), []);
  const rulesBroken = new Set((await auditAll(fresh.database, { siteId, isTest: true })).map(({ rule }) => rule));
  assert.ok(rulesBroken.has('a transfer has the row that caused it'));
});

test('triggers every rule at least once', () => {
  const seen = new Set(plants.map(({ rule }) => rule));
  assert.deepEqual(
    rules.map(({ name }) => name).filter((name) => !seen.has(name)),
    [],
  );
});
