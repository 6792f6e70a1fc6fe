import assert from 'node:assert/strict';
import { test } from 'node:test';

import { walletCodes } from '@chaba/contract/seamless';

import { closedLabel, MetricRegistry, openLabel } from './metric-registry.ts';
import {
  databaseAcquire,
  databaseTransaction,
  errorResponses,
  httpDuration,
  httpRequests,
  httpSiteRequests,
  jobRuns,
  metrics,
  MONEY_FLOWS,
  moneyTotals,
  outsideDuration,
  outsideRequests,
  POOLS,
  REQUEST_GROUPS,
  STATUS_CLASSES,
  WAITING_KINDS,
  waitingItems,
  waitingOldest,
  WALLET_OPERATIONS,
  walletCalls,
  walletDuration,
} from './metrics.ts';

/** Each metric with its labels. Rules, dashboards and queries of operators name both. */
const LABELS: Readonly<Record<string, string>> = {
  chaba_metrics_series_dropped_total: 'metric',
  chaba_http_requests_total: 'route status',
  chaba_http_site_requests_total: 'site status',
  chaba_http_request_duration_seconds: 'group',
  chaba_http_in_flight: 'kind',
  chaba_errors_total: 'code',
  chaba_rate_limited_total: 'limit',
  chaba_wallet_calls_total: 'provider operation code',
  chaba_wallet_call_duration_seconds: 'operation',
  chaba_wallet_batch_calls: '',
  chaba_wallet_batch_duration_seconds: 'phase',
  chaba_wallet_lane_waiting: 'site',
  chaba_wallet_deadline_exceeded_total: '',
  chaba_wallet_duplicates_total: 'provider',
  chaba_wallet_conflicts_total: 'provider',
  chaba_database_connections: 'pool state',
  chaba_database_acquire_seconds: 'pool',
  chaba_database_transaction_seconds: 'pool',
  chaba_database_errors_total: 'pool class',
  chaba_database_flight_timeouts_total: 'pool',
  chaba_database_unreplicated_commits_total: '',
  chaba_database_replica_lag_seconds: '',
  chaba_database_replica_reads_total: 'outcome',
  chaba_notice_delay_seconds: '',
  chaba_operator_actions_total: 'outcome',
  chaba_operator_lockouts_total: '',
  chaba_live_streams: '',
  chaba_live_events_total: 'event',
  chaba_live_ended_total: 'reason',
  chaba_live_delay_seconds: '',
  chaba_outside_requests_total: 'party outcome',
  chaba_outside_request_seconds: 'party',
  chaba_outside_breaker_open: 'party',
  chaba_job_runs_total: 'job_name outcome',
  chaba_job_last_success_timestamp_seconds: 'job_name',
  chaba_job_interval_seconds: 'job_name',
  chaba_job_last_duration_seconds: 'job_name',
  chaba_waiting_items: 'kind site',
  chaba_waiting_oldest_seconds: 'kind site',
  chaba_feed_shifted_lines: 'site shift',
  chaba_sites_fenced: '',
  chaba_reporting_lag_bytes: '',
  chaba_reporting_stopped: '',
  chaba_money_thb: 'site flow',
  chaba_reconciliation_differences: 'provider site',
  chaba_audit_findings: '',
  chaba_audit_last_success_timestamp_seconds: 'scope',
  chaba_backup_last_success_timestamp_seconds: 'type',
  chaba_restore_drill_last_success_timestamp_seconds: '',
  chaba_restore_drill_seconds: '',
  chaba_build_info: 'version commit migration',
  chaba_process_state: 'state',
  chaba_integrity_changed_files: '',
  chaba_password_hash_waiting: '',
  chaba_log_lines_total: 'level',
  process_cpu_seconds_total: '',
  process_resident_memory_bytes: '',
  process_start_time_seconds: '',
  nodejs_heap_size_used_bytes: '',
  nodejs_heap_size_total_bytes: '',
  nodejs_eventloop_lag_p99_seconds: '',
  nodejs_eventloop_utilization: '',
};
const LINES_MAX = 2_010;
const MADE_UP = 10_000;

const pick = (values: readonly string[], place: number): string => values[place % values.length] ?? '';
const linesOf = (page: string): string[] => page.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

test('records a value beyond the limit of its label as other and counts it as dropped', async () => {
  const registry = new MetricRegistry();
  const counter = registry.counter('calls_total', 'help', { labels: [openLabel('site', 2)] });
  for (const site of ['one', 'two', 'three', 'four', 'one']) counter.inc(site);
  const page = registry.render();
  assert.match(page, /calls_total\{site="one"\} 2/);
  assert.match(page, /calls_total\{site="other"\} 2/);
  assert.match(page, /chaba_metrics_series_dropped_total\{metric="calls_total"\} 2/);
});

test('records a value outside a closed list as other', async () => {
  const registry = new MetricRegistry();
  const counter = registry.counter('calls_total', 'help', { labels: [closedLabel('status', ['2xx'])] });
  counter.inc('2xx');
  counter.inc('0812345678');
  assert.doesNotMatch(registry.render(), /0812345678/);
});

test('keeps the closed labels of a combination beyond the limit of its metric', async () => {
  const registry = new MetricRegistry();
  const labels = [openLabel('provider', 40), closedLabel('code', ['OK', 'FAILED'])];
  const counter = registry.counter('calls_total', 'help', { labels, seriesMax: 4 });
  for (const provider of ['a', 'b', 'c', 'd', 'e']) for (const code of ['OK', 'FAILED']) counter.inc(provider, code);
  const page = registry.render();
  assert.match(page, /calls_total\{provider="other",code="FAILED"\} 4/);
  assert.equal(linesOf(page).filter((line) => line.startsWith('calls_total')).length, 4);
});

test('shows counters with closed labels from the start, at zero', async () => {
  const registry = new MetricRegistry();
  const pool = closedLabel('pool', ['call', 'jobs']);
  registry.counter('timeouts_total', 'help', { labels: [pool, closedLabel('class', ['lock'])] });
  registry.counter('calls_total', 'help', { labels: [pool, openLabel('site', 2)] });
  const page = registry.render();
  assert.match(page, /timeouts_total\{pool="call",class="lock"\} 0\ntimeouts_total\{pool="jobs",class="lock"\} 0\n/);
  assert.doesNotMatch(page, /calls_total\{/);
});

test('rejects a record with another number of labels', () => {
  const counter = new MetricRegistry().counter('calls_total', 'help', { labels: [openLabel('site', 2)] });
  assert.throws(() => counter.inc(), /calls_total has 1 labels/);
});

test('reads a gauge anew for each page and adds its readers up', async () => {
  const registry = new MetricRegistry();
  const gauge = registry.gauge('streams', 'help');
  let open = 2;
  gauge.onRead((add) => add(open));
  const remove = gauge.onRead((add) => add(3));
  assert.match(registry.render(), /^streams 5$/m);
  open = 4;
  remove();
  assert.match(registry.render(), /^streams 4$/m);
});

test('removes the series of a gauge that is cleared', async () => {
  const registry = new MetricRegistry();
  const gauge = registry.gauge('waiting', 'help', { labels: [openLabel('site', 5)] });
  gauge.set(7, 'chaba');
  gauge.clear();
  assert.doesNotMatch(registry.render(), /site=/);
  gauge.set(8, 'chaba');
  assert.match(registry.render(), /waiting\{site="chaba"\} 8/);
});

test('records nothing while it is off', async () => {
  const registry = new MetricRegistry();
  const counter = registry.counter('calls_total', 'help', { labels: [openLabel('site', 5)] });
  registry.isRecording = false;
  counter.inc('chaba');
  assert.doesNotMatch(registry.render(), /site=/);
});

test('declares the listed metrics with the listed labels', () => {
  const declared = Object.fromEntries(metrics.families.map(({ name, labels }) => [name, labels.join(' ')]));
  assert.equal(metrics.families.length, Object.keys(declared).length, 'each name is declared once');
  assert.deepEqual(declared, LABELS);
});

test('declares at most 2,010 lines in all', () => {
  const sum = metrics.families.reduce((total, { linesMax }) => total + linesMax, 0);
  const sizes = metrics.families.map(({ name, linesMax }) => `${name} ${linesMax}`).join('\n');
  assert.ok(sum <= LINES_MAX, `${sum} lines:\n${sizes}`);
});

test('keeps 2,000 lines after 10,000 made-up values of every open label', async () => {
  for (let place = 0; place < MADE_UP; place += 1) {
    const name = `made-up-${place}`;
    const operation = pick(WALLET_OPERATIONS, place);
    httpRequests.inc(name, pick(STATUS_CLASSES, place));
    httpSiteRequests.inc(name, pick(STATUS_CLASSES, place));
    httpDuration.observe(0.1, pick(REQUEST_GROUPS, place));
    errorResponses.inc(name);
    walletCalls.inc(name, operation, pick(walletCodes, place));
    walletDuration.observe(0.1, operation);
    databaseAcquire.observe(0.1, pick(POOLS, place));
    databaseTransaction.observe(0.1, pick(POOLS, place));
    outsideRequests.inc(name, 'ok');
    outsideDuration.observe(1, name);
    jobRuns.inc(name, 'ok');
    for (const kind of WAITING_KINDS) waitingItems.set(1, kind, name);
    for (const kind of WAITING_KINDS) waitingOldest.set(1, kind, name);
    for (const flow of MONEY_FLOWS) moneyTotals.set(1, name, flow);
  }
  const lines = linesOf(metrics.render());
  assert.ok(lines.length > 1_000 && lines.length <= LINES_MAX, `${lines.length} lines`);
});
