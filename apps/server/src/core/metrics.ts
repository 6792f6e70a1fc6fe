// All metrics of this process, each declared once.
//
// Always true: base units; labels are closed lists or limited, never a phone, member, transaction id or path; at most
// four records per wallet call; the families together have at most 2,010 lines (metrics.test.ts). Every metric is used
// by a rule or a dashboard (tools/check/observability.test.ts).
//
// Elsewhere: limits of labels (metric-registry.ts), the page (http/private-listener.ts), rules and dashboards (deploy).

import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

import { walletCodes } from '@chaba/contract/seamless';
import { databaseErrorClasses } from '@chaba/database';

import { closedLabel, MetricRegistry, openLabel } from './metric-registry.ts';

export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const;
export const WALLET_OPERATIONS = [
  'authenticate',
  'balance',
  'bet',
  'win',
  'betwin',
  'rollback',
  'adjust',
  'award',
  'tip',
  'endRound',
] as const;
const REQUEST_KINDS = ['api', 'wallet', 'page', 'stream'] as const;
/** Modules of the contract; wallet: all protocols of providers. */
export const REQUEST_GROUPS = [
  'site',
  'members',
  'terms',
  'deposits',
  'withdrawals',
  'bonuses',
  'play',
  'history',
  'live',
  'cashback',
  'affiliates',
  'wheel',
  'wallet',
  'pages',
] as const;
export const POOLS = ['call', 'wallet', 'jobs'] as const;
export const PROCESS_STATES = ['starting', 'ready', 'draining'] as const;
export const WAITING_KINDS = [
  'withdrawal',
  'deposit',
  'bank_report',
  'held_win',
  'stuck_round',
  'orphan_win',
  'payout',
  'kick',
] as const;
/** Running totals of the house's accounts since the site exists; a day is the difference of two times. */
export const MONEY_FLOWS = ['deposited', 'withdrawn', 'games', 'given', 'unmatched'] as const;
export const RECORDED_EVENTS = ['backup_full', 'backup_diff', 'backup_wal', 'restore_drill', 'ledger_audit'] as const;

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const WALLET_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2];
const BATCH_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024];
const DATABASE_SECONDS = [0.0005, 0.001, 0.0025, 0.01, 0.05, 0.25, 1, 10];
const NOTICE_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 5];
const OUTSIDE_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export const metrics = new MetricRegistry();

const site = openLabel('site', 50);
const provider = openLabel('provider', 40);
// Prometheus gives each series a label `job` of its own, for the scraped target, and renames that of the page.
const job = openLabel('job_name', 32);
const party = openLabel('party', 7);
const pool = closedLabel('pool', POOLS);
const status = closedLabel('status', STATUS_CLASSES);
const operation = closedLabel('operation', WALLET_OPERATIONS);

// ── HTTP ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

export const httpRequests = metrics.counter(
  'chaba_http_requests_total',
  'Requests by route template and status class.',
  {
    labels: [openLabel('route', 120), status],
    seriesMax: 220,
  },
);
export const httpSiteRequests = metrics.counter(
  'chaba_http_site_requests_total',
  'Requests by site and status class.',
  {
    labels: [site, status],
    seriesMax: 90,
  },
);
export const httpDuration = metrics.histogram(
  'chaba_http_request_duration_seconds',
  'Time until the response was sent, by module; wallet calls have a histogram of their own.',
  REQUEST_SECONDS,
  { labels: [closedLabel('group', REQUEST_GROUPS)] },
);
export const httpInFlight = metrics.gauge('chaba_http_in_flight', 'Requests that are being answered.', {
  labels: [closedLabel('kind', REQUEST_KINDS)],
});
export const errorResponses = metrics.counter('chaba_errors_total', 'Error responses by code.', {
  labels: [openLabel('code', 106)],
});
export const rateLimited = metrics.counter('chaba_rate_limited_total', 'Attempts beyond an attempt or request limit.', {
  labels: [openLabel('limit', 16)],
});

// ── wallet ───────────────────────────────────────────────────────────────────────────────────────────────────────────

export const walletCalls = metrics.counter('chaba_wallet_calls_total', 'Wallet calls by result code.', {
  labels: [provider, operation, closedLabel('code', walletCodes)],
  seriesMax: 331,
});
export const walletDuration = metrics.histogram(
  'chaba_wallet_call_duration_seconds',
  'Time from the verified call to its result.',
  WALLET_SECONDS,
  { labels: [operation] },
);
export const walletBatchCalls = metrics.histogram('chaba_wallet_batch_calls', 'Commands of a batch.', BATCH_SIZES);
export const walletBatchDuration = metrics.histogram(
  'chaba_wallet_batch_duration_seconds',
  'Time of a batch: reading until its rows are decided, writing until the commit.',
  WALLET_SECONDS,
  { labels: [closedLabel('phase', ['read', 'write'])] },
);
export const walletLaneWaiting = metrics.gauge('chaba_wallet_lane_waiting', 'Commands in the longest lane of a site.', {
  labels: [openLabel('site', 30)],
});
export const walletDeadlines = metrics.counter(
  'chaba_wallet_deadline_exceeded_total',
  'Calls answered with a temporary error because the deadline was over.',
);
export const walletDuplicates = metrics.counter('chaba_wallet_duplicates_total', 'Repeated calls without effect.', {
  labels: [provider],
  seriesMax: 20,
});
export const walletConflicts = metrics.counter(
  'chaba_wallet_conflicts_total',
  'Calls that repeat a transaction id with other content.',
  { labels: [provider], seriesMax: 20 },
);

// ── database ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export const databaseConnections = metrics.gauge('chaba_database_connections', 'Connections; waiting: callers.', {
  labels: [closedLabel('pool', [...POOLS, 'replica']), closedLabel('state', ['idle', 'busy', 'waiting'])],
});
export const databaseAcquire = metrics.histogram(
  'chaba_database_acquire_seconds',
  'Time until a connection was free.',
  DATABASE_SECONDS,
  { labels: [pool] },
);
export const databaseTransaction = metrics.histogram(
  'chaba_database_transaction_seconds',
  'Time of a transaction, without the wait for a connection.',
  DATABASE_SECONDS,
  { labels: [pool] },
);
export const databaseErrors = metrics.counter('chaba_database_errors_total', 'Failed statements and connections.', {
  labels: [pool, closedLabel('class', databaseErrorClasses)],
});
export const databaseFlightTimeouts = metrics.counter(
  'chaba_database_flight_timeouts_total',
  'Connections that were destroyed because nothing answered.',
  { labels: [pool] },
);
export const databaseUnreplicated = metrics.counter(
  'chaba_database_unreplicated_commits_total',
  'Commits whose wait for the synchronous standby was cancelled; must stay 0.',
);
export const replicaLag = metrics.gauge(
  'chaba_database_replica_lag_seconds',
  'Age of the newest moment that the replica shows.',
);
export const replicaReads = metrics.counter(
  'chaba_database_replica_reads_total',
  'Reads that decide nothing, by where they were answered: lag and down by the primary.',
  { labels: [closedLabel('outcome', ['replica', 'lag', 'down'])] },
);
export const sitesFenced = metrics.gauge(
  'chaba_sites_fenced',
  'Sites that are refused here and not yet served by another cell.',
);
export const reportingLag = metrics.gauge(
  'chaba_reporting_lag_bytes',
  'WAL of this cell that the reporting database has not confirmed.',
);
export const reportingStopped = metrics.gauge(
  'chaba_reporting_stopped',
  '1 while a reporting database is expected (its publication or slot is there) and does not follow; 0 without one.',
);
export const noticeDelay = metrics.histogram(
  'chaba_notice_delay_seconds',
  'Time of a probe message from this process through the database back to it.',
  NOTICE_SECONDS,
);

// ── live streams, outside services, jobs ─────────────────────────────────────────────────────────────────────────────

export const liveStreams = metrics.gauge('chaba_live_streams', 'Open live streams.');
export const liveEvents = metrics.counter('chaba_live_events_total', 'Events sent.', {
  labels: [closedLabel('event', ['wallet', 'deposit', 'withdrawal', 'heldWin', 'bye'])],
});
export const liveEnded = metrics.counter('chaba_live_ended_total', 'Ended streams; closed: by the client.', {
  labels: [closedLabel('reason', ['SESSION_EXPIRED', 'MEMBER_LOCKED', 'MAINTENANCE', 'RESTART', 'slow', 'closed'])],
});
export const liveDelay = metrics.histogram(
  'chaba_live_delay_seconds',
  'Time from the signal of a change to its event.',
  OUTSIDE_SECONDS,
);
export const outsideRequests = metrics.counter('chaba_outside_requests_total', 'Requests to outside services.', {
  labels: [party, closedLabel('outcome', ['ok', 'failed', 'open'])],
});
export const outsideDuration = metrics.histogram(
  'chaba_outside_request_seconds',
  'Time of a request to an outside service.',
  OUTSIDE_SECONDS,
  { labels: [party] },
);
export const outsideBreaker = metrics.gauge('chaba_outside_breaker_open', '1 while the circuit breaker is open.', {
  labels: [party],
});
export const jobRuns = metrics.counter('chaba_job_runs_total', 'Runs of background jobs in this process.', {
  labels: [job, closedLabel('outcome', ['ok', 'failed', 'aborted'])],
  seriesMax: 67,
});

// ── facts of the whole installation, from the process that holds the lease of the job `measure` ──────────────────────

export const jobLastSuccess = metrics.gauge(
  'chaba_job_last_success_timestamp_seconds',
  'Time of the last successful run in any process.',
  { labels: [job] },
);
export const jobInterval = metrics.gauge('chaba_job_interval_seconds', 'Interval of a job.', { labels: [job] });
export const jobLastDuration = metrics.gauge('chaba_job_last_duration_seconds', 'Time of the last finished run.', {
  labels: [job],
});
export const waitingItems = metrics.gauge('chaba_waiting_items', 'Items that wait for a decision or a party.', {
  labels: [closedLabel('kind', WAITING_KINDS), site],
  seriesMax: 60,
});
export const waitingOldest = metrics.gauge('chaba_waiting_oldest_seconds', 'Age of the oldest waiting item.', {
  labels: [closedLabel('kind', WAITING_KINDS), site],
  seriesMax: 60,
});
export const feedShiftedLines = metrics.gauge(
  'chaba_feed_shifted_lines',
  'Lines of the last day that the bank of one account dated wrong alike, three or more, by the distance.',
  { labels: [site, openLabel('shift', 16)], seriesMax: 10 },
);
export const moneyTotals = metrics.gauge('chaba_money_thb', 'Running totals of the accounts of the house.', {
  labels: [site, closedLabel('flow', MONEY_FLOWS)],
  seriesMax: 60,
});
export const reconciliationDifferences = metrics.gauge(
  'chaba_reconciliation_differences',
  'Discrepancies of the last reconciled day, where there are any.',
  { labels: [provider, site], seriesMax: 12 },
);
export const auditFindings = metrics.gauge('chaba_audit_findings', 'Findings that no operator has closed.');
export const auditLastSuccess = metrics.gauge(
  'chaba_audit_last_success_timestamp_seconds',
  'Time of the last audit: hourly of the new rows, or whole (npm run ops -- audit).',
  { labels: [closedLabel('scope', ['new_rows', 'whole'])] },
);
export const backupLastSuccess = metrics.gauge(
  'chaba_backup_last_success_timestamp_seconds',
  'Time of the last backup that was recorded (npm run ops -- record).',
  { labels: [closedLabel('type', ['full', 'diff', 'wal'])] },
);
export const drillLastSuccess = metrics.gauge(
  'chaba_restore_drill_last_success_timestamp_seconds',
  'Time of the last recorded restore drill.',
);
export const drillDuration = metrics.gauge('chaba_restore_drill_seconds', 'Time that the last restore drill took.');

// ── the process ──────────────────────────────────────────────────────────────────────────────────────────────────────

export const buildInfo = metrics.gauge('chaba_build_info', '1; the labels name the running version.', {
  labels: [openLabel('version', 1), openLabel('commit', 1), openLabel('migration', 1)],
  seriesMax: 2,
});
export const processState = metrics.gauge('chaba_process_state', '1 for the present state.', {
  labels: [closedLabel('state', PROCESS_STATES)],
});
export const integrityChangedFiles = metrics.gauge(
  'chaba_integrity_changed_files',
  'Files of the installed release that differ from its manifest.',
);
export const operatorActions = metrics.counter('chaba_operator_actions_total', 'Actions of operators by outcome.', {
  labels: [closedLabel('outcome', ['done', 'requested', 'refused'])],
});
export const operatorLockouts = metrics.counter(
  'chaba_operator_lockouts_total',
  'Sign-ins of operators that wrong tries locked.',
);
export const passwordHashWaiting = metrics.gauge(
  'chaba_password_hash_waiting',
  'Callers that wait for a password to be hashed.',
);
export const logLines = metrics.counter('chaba_log_lines_total', 'Log lines written.', {
  labels: [closedLabel('level', ['debug', 'info', 'warn', 'error', 'fatal'])],
});

// The collector of prom-client observes every garbage collection, which costs latency, so these are read directly.
const loopDelay = monitorEventLoopDelay({ resolution: 20 });
let loopBefore = performance.eventLoopUtilization();
const NANO = 1e-9;
const MICRO = 1e-6;
const facts: readonly (readonly [name: string, help: string, read: () => number])[] = [
  ['process_cpu_seconds_total', 'Processor time.', () => sumOf(process.cpuUsage()) * MICRO],
  ['process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss()],
  ['process_start_time_seconds', 'Start time.', () => performance.timeOrigin / 1_000],
  ['nodejs_heap_size_used_bytes', 'Used heap.', () => process.memoryUsage().heapUsed],
  ['nodejs_heap_size_total_bytes', 'Reserved heap.', () => process.memoryUsage().heapTotal],
  ['nodejs_eventloop_lag_p99_seconds', 'Event loop lag since the last reading, 99 %.', readLoopDelay],
  ['nodejs_eventloop_utilization', 'Busy part of the event loop since the last reading.', readLoopUtilization],
];
for (const [name, help, read] of facts) {
  metrics.gauge(name, help, { isTotal: name.endsWith('_total') }).onRead((add) => add(read()));
}

function sumOf({ user, system }: NodeJS.CpuUsage): number {
  return user + system;
}

function readLoopDelay(): number {
  loopDelay.enable();
  const seconds = loopDelay.percentile(99) * NANO;
  loopDelay.reset();
  return seconds;
}

function readLoopUtilization(): number {
  const now = performance.eventLoopUtilization();
  const { utilization } = performance.eventLoopUtilization(now, loopBefore);
  loopBefore = now;
  return utilization;
}

const siteLabels = new Map<number, string>();

/** Sets the label of each site: its code. Called with every load of the sites. */
export function setSiteLabels(sites: readonly { readonly id: number; readonly code: string }[]): void {
  for (const { id, code } of sites) siteLabels.set(id, code);
}

export function getSiteLabel(siteId: number): string {
  return siteLabels.get(siteId) ?? String(siteId);
}

/** The class of an HTTP status, as the label `status`. */
export function toStatusClass(statusCode: number): string {
  if (statusCode < 300) return '2xx';
  if (statusCode < 400) return '3xx';
  return statusCode < 500 ? '4xx' : '5xx';
}
