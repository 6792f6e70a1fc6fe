// The status of an installation, from rows as processes, jobs and operators leave them.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { openDatabase, sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';
import { baht } from '@chaba/money';

import { metrics } from '#core/metrics';
import type { SecondSecrets } from '#core/second-secrets';
import { createMember, createSite, createSites } from '#testing/factories';

import { measure } from './measure.ts';
import { findStatus, recordEvent } from './operations.ts';
import { saveBeat } from './operations.store.ts';
import { formatStatus, renderPage } from './page.ts';
import { type Counts } from './promises.ts';
import { createUnreachableStatus, loadStatus, type Status, type StatusOptions } from './status.ts';

const QUIET: Counts = {
  walletCalls: 0,
  walletFailures: 0,
  requests: 0,
  failures: 0,
  walletSeconds: {},
  memberSeconds: {},
  liveSeconds: {},
};
const database = await testDatabase();
const { chaba } = await createSites(database);
const load = (options: Partial<StatusOptions> = {}) =>
  loadStatus(database, { missingMigrations: [], isBackupExpected: false, isStandbyRequired: false, ...options });

async function beat(
  instance: string,
  state: 'ready' | 'stopped' = 'ready',
  five: Partial<Counts> = {},
  secondSecrets: SecondSecrets = {},
  openBreakers?: readonly string[],
): Promise<void> {
  const promises = { five: { ...QUIET, ...five }, sixty: QUIET, openBreakers };
  const versions = { version: '1', commit: 'abc', secondSecrets, secretPrints: {} };
  await saveBeat(database, { instance, program: 'server', startedAt: new Date(), state, promises, ...versions });
}

function linesOf({ sections }: Status, title: string) {
  return sections.find((section) => section.title === title)?.lines ?? [];
}

function assertActions({ sections }: Status): void {
  for (const { lines } of sections) {
    for (const line of lines) if (line.level !== 'good') assert.ok(line.action, `${line.text} names no action`);
  }
}

test('is broken without a process, and good with one', async () => {
  const none = await load();
  assert.equal(none.level, 'broken');
  assertActions(none);
  await beat('a:1');
  const one = await load();
  assert.equal(one.level, 'good', formatStatus(one));
});

test('names a process without heartbeats, degraded while another serves', async () => {
  await beat('a:1');
  await beat('b:2');
  await database.execute(sql`update process_beat set beat_at = now() - interval '26 seconds' where instance = 'b:2'`);
  const status = await load();
  assert.equal(status.level, 'degraded');
  assert.match(
    linesOf(status, 'Processes').find(({ level }) => level !== 'good')?.text ?? '',
    /^b:2 .*silent for 26 s/,
  );
  assertActions(status);
  await database.execute(sql`update process_beat set beat_at = now() - interval '26 seconds'`);
  assert.equal((await load()).level, 'broken');
});

test('shows second values of secrets and previous keys, and when they can be removed', async () => {
  await beat('a:1');
  await beat('b:2');
  assert.deepEqual(linesOf(await load(), 'Secrets'), []);
  await database.owner.execute(sql`
    update site set session_token_key_second = sha256('x'), session_token_rotated_at = now() - interval '1 hour'
    where site_id = ${chaba.id}`);
  await beat('a:1', 'ready', {}, { SANDBOX_SECRET: new Date().toISOString(), HASH_SECRET: null });
  await beat('b:2', 'ready', {}, { SANDBOX_SECRET: null });
  const texts = async () => linesOf(await load(), 'Secrets').map(({ text }) => text.replace(/\d+ s ago/, 'now'));
  assert.deepEqual(await texts(), [
    'HASH_SECRET has a second value in 1 of 2 processes, not used since the start now: keep it',
    'SANDBOX_SECRET has a second value in 2 of 2 processes, last used now: keep it',
    'key of game sessions of chaba was rotated 60 min ago: the old one is still needed',
  ]);
  await database.owner.execute(sql`
    update site set session_token_rotated_at = now() - interval '26 hours' where site_id = ${chaba.id}`);
  await database.execute(sql`
    update process_beat set started_at = now() - interval '26 hours', second_secrets = '{"SANDBOX_SECRET": null}'`);
  const [secret = '', key = ''] = await texts();
  assert.match(secret, /^SANDBOX_SECRET .* not used since the start .* ago: remove it when it is the old one$/);
  assert.match(key, /remove the old one: npm run ops -- rotate$/);
  assert.equal((await load()).level, 'good');
  await beat('a:1');
  await beat('b:2');
});

test('names a process that stopped in order for an hour', async () => {
  await beat('a:1');
  await beat('b:2', 'stopped');
  const status = await load();
  assert.match(formatStatus(status, true), /b:2 .*stopped 0 s ago\n +→ start it again/);
  await database.execute(sql`update process_beat set beat_at = now() - interval '2 hours' where instance = 'b:2'`);
  assert.equal((await load()).level, 'good');
});

test('shows missed objectives over all processes', async () => {
  await beat('a:1', 'ready', { walletCalls: 900 });
  await beat('b:2', 'ready', { walletCalls: 100, walletFailures: 50 });
  const status = await load();
  assert.equal(status.level, 'broken');
  assert.match(formatStatus(status, true), /wallet calls: 1000, failed 50 \(5 %, allowed 0.05 %\)\n +→ search the log/);
  await beat('b:2');
});

test('names outside services whose circuit breaker is open', async () => {
  await beat('a:1', 'ready', {}, {}, ['slip verifier']);
  await beat('b:2', 'ready', {}, {}, []);
  const status = await load();
  assert.equal(status.level, 'degraded');
  assertActions(status);
  assert.match(
    formatStatus(status, true),
    /slip verifier: circuit breaker open in 1 of 2 processes\n +→ ask the party/,
  );
  await beat('a:1');
  await beat('b:2');
  assert.deepEqual(linesOf(await load(), 'Outside services'), [{ level: 'good', text: 'no circuit breaker is open' }]);
});

test('shows pending migrations, failing jobs, late decisions, findings and discrepancies with their actions', async () => {
  await beat('a:1');
  await database.execute(sql`
    insert into job_lease (job, holder, held_until, last_started_at, last_finished_at, last_succeeded_at, last_error, every_ms)
    values ('pay', 'x', now(), now(), now(), now() - interval '10 minutes', 'Error', 60000),
      ('fine', 'x', now(), now(), now(), now() - interval '3 minutes', null, 60000)`);
  const member = await createMember(database, chaba);
  await database.execute(sql`
    insert into withdrawal (site_id, member_id, amount_e4, state, idempotency_key, bank_code, account, holder_name, created_at)
    values (${chaba.id}, ${member.id}, 1000000, 'requested', 'k', '014', '1', 'x', now() - interval '31 minutes')`);
  await database.execute(sql`insert into audit_finding (site_id, rule, detail) values (${chaba.id}, 'rule', 'detail')`);
  await database.execute(sql`
    insert into reconciliation (site_id, provider, day, discrepancy_count)
    values (${chaba.id}, 'test', (now() at time zone 'Asia/Bangkok')::date - 2, 5),
      (${chaba.id}, 'test', (now() at time zone 'Asia/Bangkok')::date - 1, 2)`);
  const status = await load({ missingMigrations: ['9999_later.sql'] });
  assertActions(status);
  const text = formatStatus(status, true);
  assert.match(text, /pending migrations: 9999_later.sql/);
  assert.match(text, /pay: last success 10 min ago \(Error\)\n +→ search the log for "job failed" with job=pay/);
  assert.doesNotMatch(text, /fine/);
  assert.match(
    text,
    /chaba {2}withdrawal: 1, the oldest 31 min\n +→ decide them: back office, page Queues; or npm run operator -- review-queue/,
  );
  assert.match(text, /audit: 1 open findings/);
  assert.match(
    text,
    /reconciliation of test, (\d{4}-\d\d-\d\d): 2 discrepancies\n +→ back office, page Queues; or npm run operator -- reconcile test \1 --site chaba\. /,
  );
});

test('does not call a job late that could not run while the product was stopped', async () => {
  await beat('a:1');
  await database.owner.execute(sql`
    insert into job_lease (job, holder, held_until, last_started_at, last_finished_at, last_succeeded_at, every_ms)
    values ('nightly', 'a', now(), now() - interval '3 hours', now() - interval '3 hours', now() - interval '3 hours', 60000)`);
  const line = async () => linesOf(await load(), 'Jobs').find(({ text }) => text.startsWith('nightly'));
  assert.deepEqual(await line(), { level: 'good', text: 'nightly: 3 h ago, due since the start' });
  await database.owner.execute(sql`update process_beat set started_at = now() - interval '1 hour'`);
  assert.equal((await line())?.level, 'degraded');
  await database.owner.execute(sql`delete from job_lease where job = 'nightly'`);
  await database.owner.execute(sql`update process_beat set started_at = now()`);
});

test('measures a job that never succeeded as late since ever, once it has failed', async () => {
  await database.execute(sql`
    insert into job_lease (job, holder, held_until, last_started_at, last_finished_at, last_error, every_ms)
    values ('failing', 'x', now(), now(), now(), 'Error', 60000), ('starting', 'x', now(), now(), null, null, 60000)`);
  await measure(database);
  const page = metrics.render();
  assert.match(page, /chaba_job_last_success_timestamp_seconds\{job_name="failing"\} 0\n/);
  assert.doesNotMatch(page, /chaba_job_last_success_timestamp_seconds\{job_name="starting"\}/);
  await database.owner.execute(sql`delete from job_lease where job in ('failing', 'starting')`);
});

test('names a reporting database that is expected and has no slot, at the primary or at the replica', async () => {
  await beat('a:1');
  const replica = openDatabase({ url: database.ownerUrl, poolSize: 1, isReplica: true });
  const line = async (): Promise<string> =>
    formatStatus(await load({ replica }), false).match(/reporting database: .*/)?.[0] ?? 'none';
  try {
    assert.equal(await line(), 'none');
    await database.owner.execute(sql`create publication chaba_reporting for table contact`);
    assert.equal(await line(), 'reporting database: has stopped, 0 MB behind');
    await measure(database);
    assert.match(metrics.render(), /^chaba_reporting_stopped 1$/m);
  } finally {
    await database.owner.execute(sql`drop publication chaba_reporting`);
    await replica.close();
  }
  await measure(database);
  assert.doesNotMatch(metrics.render(), /^chaba_reporting_stopped 1$/m);
});

test('measures each day with a discrepancy, however many providers have none', async () => {
  await database.execute(sql`
    insert into reconciliation (site_id, provider, day, discrepancy_count)
    select ${chaba.id}::integer, 'a' || number, (now() at time zone 'Asia/Bangkok')::date - 1, 0 from generate_series(1, 100) number
    union all select ${chaba.id}::integer, 'z', (now() at time zone 'Asia/Bangkok')::date - 1, 3`);
  await measure(database);
  assert.match(metrics.render(), /chaba_reconciliation_differences\{provider="z",site="chaba"\} 3\n/);
  assert.doesNotMatch(metrics.render(), /series_dropped_total\{metric="chaba_reconciliation_differences"/);
});

test('expects backups and drills in licensed mode, until their commands record them', async () => {
  await beat('a:1');
  const text = formatStatus(await load({ isBackupExpected: true }), true);
  assert.match(text, /backup: never recorded\n +→ npm run ops -- backup/);
  assert.match(text, /restore drill: never recorded/);
  await recordEvent(database, 'backup_diff');
  await recordEvent(database, 'restore_drill', 12);
  const later = formatStatus(await load({ isBackupExpected: true }), true);
  assert.doesNotMatch(later, /backup|drill/);
  await database.execute(sql`update operations_record set succeeded_at = now() - interval '9 days'`);
  assert.match(formatStatus(await load(), true), /backup: 9 days ago[^]*restore drill: 9 days ago/);
});

test('is broken without a database', () => {
  const status = createUnreachableStatus('connection refused');
  assert.equal(status.level, 'broken');
  assertActions(status);
});

test('renders a page without scripts that escapes every text', () => {
  const page = renderPage(createUnreachableStatus('<script>"\''), 'a:1');
  assert.doesNotMatch(page, /<script/);
  assert.match(page, /&#60;script&#62;&#34;&#39;/);
  assert.match(page, /<h1 class="broken">Chaba is broken<\/h1>/);
});

test('reports that payouts are held after a recovery, with the action', async () => {
  await database.owner.execute(sql`insert into recovery (site_id) values (${chaba.id})`);
  const status = await load();
  assert.ok(
    linesOf(status, 'Money').some(
      ({ level, text, action }) =>
        level === 'degraded' && /payouts are held since/.test(text) && /compare-outside/.test(action ?? ''),
    ),
  );
});

test('measures the money of more sites than the metric has room for, the newest as one', async () => {
  for (let place = 0; place < 14; place += 1) {
    await createSite(database, { code: `site${place}`, apiKey: `key-of-site-${place}`, theme: 'gold' }, 1);
  }
  const last = await createSite(database, { code: 'last', apiKey: 'key-of-site-last', theme: 'gold' }, 1);
  await createMember(database, last, { money: baht(70) });
  await measure(database);
  const page = metrics.render();
  assert.match(page, /^chaba_money_thb\{site="chaba",flow="deposited"\} /m);
  assert.match(page, /^chaba_money_thb\{site="other",flow="deposited"\} 70$/m);
  assert.doesNotMatch(page, /series_dropped_total\{metric="chaba_money_thb"\}/);
});

test('names the pending migrations of an empty database', async () => {
  await database.owner.execute(sql`create database chaba_status_of_empty`);
  const url = new URL(database.ownerUrl);
  url.pathname = '/chaba_status_of_empty';
  const empty = openDatabase({ url: url.href, poolSize: 1 });
  after(async () => {
    await empty.close();
    await database.owner.execute(sql`drop database chaba_status_of_empty with (force)`);
  });
  const status = await findStatus(empty, { isBackupExpected: false, isStandbyRequired: false });
  assert.equal(status.level, 'broken');
  assert.match(formatStatus(status, true), /pending migrations: \d+, from 0001_\w+\.sql\n +→ apply them/);
});
