// Dashboards as data: title, unit and expressions of each panel. `node tools/dashboards.ts` writes
// deploy/grafana/*.json, which Grafana imports or provisions.
//
// Always true: each declared metric is used here or by an alert (observability.test.ts).
//
// Elsewhere: the metrics (apps/server/src/core/metrics.ts), the alerts (deploy/prometheus/rules.yml).

import * as fs from 'node:fs';
import path from 'node:path';

import { ROOT } from '#ops/core/root';

type Unit = 'short' | 's' | 'percentunit' | 'bytes' | 'reqps' | 'currencyTHB';
type Panel = {
  readonly title: string;
  readonly unit: Unit;
  /** Expressions by their legend. */
  readonly lines: Readonly<Record<string, string>>;
};
export type Dashboard = { readonly name: string; readonly title: string; readonly panels: readonly Panel[] };

const DASHBOARD_FOLDER = 'deploy/grafana';
const RATE = '[5m]';
const COLUMNS = 2;
const WIDTH = 12;
const HEIGHT = 8;

const rate = (metric: string, by: string, chosen = ''): string => `sum by (${by}) (rate(${metric}${chosen}${RATE}))`;
const quantile = (part: number, metric: string, by = ''): string =>
  `histogram_quantile(${part}, sum by (le${by === '' ? '' : `, ${by}`}) (rate(${metric}_bucket${RATE})))`;
const budgetLeft = (who: 'wallet' | 'member', budget: number): string =>
  `1 - chaba:${who}_failures:ratio_rate3d / ${budget}`;

const service: Dashboard = {
  name: 'service',
  title: 'Chaba: service',
  panels: [
    {
      title: 'Budget left at the rate of three days',
      unit: 'percentunit',
      lines: { wallet: budgetLeft('wallet', 0.0005), members: budgetLeft('member', 0.001) },
    },
    { title: 'Requests', unit: 'reqps', lines: { '{{status}}': rate('chaba_http_requests_total', 'status') } },
    {
      title: 'Server errors by route',
      unit: 'reqps',
      lines: { '{{route}}': rate('chaba_http_requests_total', 'route', '{status="5xx"}') },
    },
    {
      title: 'Requests by site',
      unit: 'reqps',
      lines: { '{{site}} {{status}}': rate('chaba_http_site_requests_total', 'site, status') },
    },
    {
      title: 'Time by module, 95 %',
      unit: 's',
      lines: { '{{group}}': quantile(0.95, 'chaba_http_request_duration_seconds', 'group') },
    },
    { title: 'In flight', unit: 'short', lines: { '{{kind}}': 'sum by (kind) (chaba_http_in_flight)' } },
    {
      title: 'Error responses',
      unit: 'reqps',
      lines: { '{{code}}': `topk(10, ${rate('chaba_errors_total', 'code')})` },
    },
    { title: 'Beyond a limit', unit: 'reqps', lines: { '{{limit}}': rate('chaba_rate_limited_total', 'limit') } },
    {
      title: 'Live streams',
      unit: 'short',
      lines: { open: 'sum(chaba_live_streams)', 'ended {{reason}}': rate('chaba_live_ended_total', 'reason') },
    },
    {
      title: 'Live events and their delay',
      unit: 'short',
      lines: {
        '{{event}}/s': rate('chaba_live_events_total', 'event'),
        'delay 95 %': quantile(0.95, 'chaba_live_delay_seconds'),
        'notice 95 %': quantile(0.95, 'chaba_notice_delay_seconds'),
      },
    },
    {
      title: 'Outside services',
      unit: 'reqps',
      lines: { '{{party}} {{outcome}}': rate('chaba_outside_requests_total', 'party, outcome') },
    },
    {
      title: 'Outside services, 95 %',
      unit: 's',
      lines: { '{{party}}': quantile(0.95, 'chaba_outside_request_seconds', 'party') },
    },
  ],
};

const wallet: Dashboard = {
  name: 'wallet',
  title: 'Chaba: wallet',
  panels: [
    { title: 'Calls', unit: 'reqps', lines: { '{{operation}}': rate('chaba_wallet_calls_total', 'operation') } },
    {
      title: 'Calls by provider',
      unit: 'reqps',
      lines: { '{{provider}}': rate('chaba_wallet_calls_total', 'provider') },
    },
    {
      title: 'Failures by provider',
      unit: 'reqps',
      lines: { '{{provider}}': rate('chaba_wallet_calls_total', 'provider', '{code="TEMPORARY_ERROR"}') },
    },
    {
      title: 'Codes but OK',
      unit: 'reqps',
      lines: { '{{code}}': rate('chaba_wallet_calls_total', 'code', '{code!="OK"}') },
    },
    {
      title: 'Time of a call',
      unit: 's',
      lines: {
        '50 %': quantile(0.5, 'chaba_wallet_call_duration_seconds'),
        '99 % {{operation}}': quantile(0.99, 'chaba_wallet_call_duration_seconds', 'operation'),
      },
    },
    {
      title: 'Calls of a batch',
      unit: 'short',
      lines: { '50 %': quantile(0.5, 'chaba_wallet_batch_calls'), '99 %': quantile(0.99, 'chaba_wallet_batch_calls') },
    },
    {
      title: 'Time of a batch, 99 %',
      unit: 's',
      lines: { '{{phase}}': quantile(0.99, 'chaba_wallet_batch_duration_seconds', 'phase') },
    },
    {
      title: 'Waiting in the longest lane',
      unit: 'short',
      lines: { '{{site}}': 'max by (site) (chaba_wallet_lane_waiting)' },
    },
    {
      title: 'Repeats, conflicts, deadlines',
      unit: 'reqps',
      lines: {
        'repeats {{provider}}': rate('chaba_wallet_duplicates_total', 'provider'),
        'conflicts {{provider}}': rate('chaba_wallet_conflicts_total', 'provider'),
        deadlines: `sum(rate(chaba_wallet_deadline_exceeded_total${RATE}))`,
      },
    },
  ],
};

const resources: Dashboard = {
  name: 'resources',
  title: 'Chaba: resources',
  panels: [
    { title: 'Processor', unit: 'percentunit', lines: { '{{instance}}': `rate(process_cpu_seconds_total${RATE})` } },
    { title: 'Memory', unit: 'bytes', lines: { '{{instance}} resident': 'process_resident_memory_bytes' } },
    {
      title: 'Heap',
      unit: 'bytes',
      lines: {
        '{{instance}} used': 'nodejs_heap_size_used_bytes',
        '{{instance}} reserved': 'nodejs_heap_size_total_bytes',
      },
    },
    {
      title: 'Event loop',
      unit: 's',
      lines: {
        '{{instance}} lag 99 %': 'nodejs_eventloop_lag_p99_seconds',
        '{{instance}} busy part': 'nodejs_eventloop_utilization',
      },
    },
    {
      title: 'Connections',
      unit: 'short',
      lines: { '{{pool}} {{state}}': 'sum by (pool, state) (chaba_database_connections)' },
    },
    {
      title: 'Wait for a connection, 99 %',
      unit: 's',
      lines: { '{{pool}}': quantile(0.99, 'chaba_database_acquire_seconds', 'pool') },
    },
    { title: 'Passwords that wait', unit: 'short', lines: { '{{instance}}': 'chaba_password_hash_waiting' } },
    {
      title: 'Disk',
      unit: 'percentunit',
      lines: {
        '{{mountpoint}}': '1 - node_filesystem_avail_bytes{fstype!~"tmpfs|overlay"} / node_filesystem_size_bytes',
      },
    },
  ],
};

const database: Dashboard = {
  name: 'database',
  title: 'Chaba: database',
  panels: [
    {
      title: 'Transactions',
      unit: 'reqps',
      lines: { '{{pool}}': rate('chaba_database_transaction_seconds_count', 'pool') },
    },
    {
      title: 'Time of a transaction, 99 %',
      unit: 's',
      lines: { '{{pool}}': quantile(0.99, 'chaba_database_transaction_seconds', 'pool') },
    },
    {
      title: 'Errors',
      unit: 'reqps',
      lines: { '{{pool}} {{class}}': rate('chaba_database_errors_total', 'pool, class') },
    },
    {
      title: 'Replication lag',
      unit: 's',
      lines: {
        '{{instance}}': 'pg_replication_lag_seconds',
        'reads of {{instance}}': 'chaba_database_replica_lag_seconds',
      },
    },
    {
      title: 'Reads of the replica',
      unit: 'reqps',
      lines: { '{{outcome}}': rate('chaba_database_replica_reads_total', 'outcome') },
    },
    {
      title: 'Cells',
      unit: 'short',
      lines: {
        'refused sites': 'max(chaba_sites_fenced)',
        'reporting has stopped': 'max(chaba_reporting_stopped)',
        'reporting, MB behind': 'max(chaba_reporting_lag_bytes) / 1048576',
      },
    },
    { title: 'Locks', unit: 'short', lines: { '{{mode}}': 'sum by (mode) (pg_locks_count)' } },
    {
      title: 'Dead rows',
      unit: 'short',
      lines: { '{{relname}}': 'topk(10, max by (relname) (pg_stat_user_tables_n_dead_tup))' },
    },
    {
      title: 'Checkpoints',
      unit: 'short',
      lines: {
        timed: `sum(rate(pg_stat_bgwriter_checkpoints_timed_total${RATE}))`,
        requested: `sum(rate(pg_stat_bgwriter_checkpoints_req_total${RATE}))`,
      },
    },
    { title: 'Archive of WAL', unit: 's', lines: { 'age of the last': 'max(pg_stat_archiver_last_archive_age)' } },
    {
      title: 'Age of backups and drills',
      unit: 's',
      lines: {
        '{{type}}': 'time() - max by (type) (chaba_backup_last_success_timestamp_seconds)',
        drill: 'time() - max(chaba_restore_drill_last_success_timestamp_seconds)',
        'the drill took': 'max(chaba_restore_drill_seconds)',
      },
    },
  ],
};

const money: Dashboard = {
  name: 'money',
  title: 'Chaba: money',
  panels: [
    {
      title: 'Totals of a day (difference of 24 hours)',
      unit: 'currencyTHB',
      lines: {
        '{{site}} {{flow}}': 'max by (site, flow) (chaba_money_thb) - max by (site, flow) (chaba_money_thb offset 1d)',
      },
    },
    { title: 'Waiting', unit: 'short', lines: { '{{site}} {{kind}}': 'max by (site, kind) (chaba_waiting_items)' } },
    {
      title: 'The oldest',
      unit: 's',
      lines: { '{{site}} {{kind}}': 'max by (site, kind) (chaba_waiting_oldest_seconds)' },
    },
    {
      title: 'Discrepancies and findings',
      unit: 'short',
      lines: {
        '{{provider}} {{site}}': 'max by (provider, site) (chaba_reconciliation_differences)',
        findings: 'max(chaba_audit_findings)',
      },
    },
    {
      title: 'Actions of operators',
      unit: 'short',
      lines: {
        '{{outcome}}': 'sum by (outcome) (increase(chaba_operator_actions_total[1h]))',
        'locked sign-ins': 'sum(increase(chaba_operator_lockouts_total[1h]))',
      },
    },
    {
      title: 'Age of the last audit',
      unit: 's',
      lines: { '{{scope}}': 'time() - max by (scope) (chaba_audit_last_success_timestamp_seconds)' },
    },
    {
      title: 'Runs of jobs',
      unit: 'reqps',
      lines: { '{{job_name}} {{outcome}}': rate('chaba_job_runs_total', 'job_name, outcome') },
    },
    {
      title: 'Time of a job',
      unit: 's',
      lines: { '{{job_name}}': 'max by (job_name) (chaba_job_last_duration_seconds)' },
    },
  ],
};

const release: Dashboard = {
  name: 'release',
  title: 'Chaba: release',
  panels: [
    {
      title: 'Processes by version',
      unit: 'short',
      lines: { '{{version}} {{commit}} {{migration}}': 'count by (version, commit, migration) (chaba_build_info)' },
    },
    { title: 'State of processes', unit: 'short', lines: { '{{state}}': 'sum by (state) (chaba_process_state)' } },
    { title: 'Failed wallet calls', unit: 'percentunit', lines: { '5 minutes': 'chaba:wallet_failures:ratio_rate5m' } },
    {
      title: 'Failed member requests',
      unit: 'percentunit',
      lines: { '5 minutes': 'chaba:member_failures:ratio_rate5m' },
    },
    { title: 'Log lines', unit: 'reqps', lines: { '{{level}}': rate('chaba_log_lines_total', 'level') } },
    { title: 'Starts', unit: 'short', lines: { '{{instance}}': 'changes(process_start_time_seconds[1h])' } },
    {
      title: 'Dropped series',
      unit: 'short',
      lines: { '{{metric}}': 'sum by (metric) (increase(chaba_metrics_series_dropped_total[1h]))' },
    },
  ],
};

export const dashboards: readonly Dashboard[] = [service, wallet, resources, database, money, release];

export function renderDashboard({ name, title, panels }: Dashboard): string {
  const datasource = { type: 'prometheus', uid: `\${datasource}` };
  const document = {
    uid: `chaba-${name}`,
    title,
    tags: ['chaba'],
    schemaVersion: 39,
    editable: false,
    time: { from: 'now-6h', to: 'now' },
    refresh: '30s',
    templating: { list: [{ name: 'datasource', type: 'datasource', query: 'prometheus' }] },
    panels: panels.map((panel, place) => ({
      id: place + 1,
      type: 'timeseries',
      title: panel.title,
      datasource,
      gridPos: { x: (place % COLUMNS) * WIDTH, y: Math.floor(place / COLUMNS) * HEIGHT, w: WIDTH, h: HEIGHT },
      fieldConfig: { defaults: { unit: panel.unit, min: panel.unit === 'currencyTHB' ? undefined : 0 }, overrides: [] },
      targets: Object.entries(panel.lines).map(([legendFormat, expr], line) => ({
        refId: `Q${line + 1}`,
        datasource,
        expr,
        legendFormat,
      })),
    })),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

/** Files by their path, as they must be in the repository. */
export function renderDashboards(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    dashboards.map((dashboard) => [`${DASHBOARD_FOLDER}/${dashboard.name}.json`, renderDashboard(dashboard)]),
  );
}

if (process.argv[1] === import.meta.filename) {
  fs.mkdirSync(path.join(ROOT, DASHBOARD_FOLDER), { recursive: true });
  for (const [file, content] of Object.entries(renderDashboards())) {
    fs.writeFileSync(path.join(ROOT, file), content);
    console.log(`${file} written`);
  }
}
