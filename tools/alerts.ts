// Alert rules as data: expression, delay, sentence, action, and the series with which each fires and stays silent.
// `node tools/alerts.ts` writes deploy/prometheus/rules.yml, its test and the table of deploy/prometheus/README.md.
//
// Always true: every alert names what to do, and has a test in which it fires and one in which it stays silent.
//
// Elsewhere: the form of the files (alert-files.ts), the metrics (apps/server/src/core/metrics.ts), the checks
// (observability.test.ts, prometheus.heavy.test.ts).

import * as fs from 'node:fs';
import path from 'node:path';

import { type Alert, type Recording, renderAlertFiles, type Series } from './alert-files.ts';
import { ROOT } from '#ops/core/root';

const WALLET_BUDGET = 0.0005;
const MEMBER_BUDGET = 0.001;
const WINDOWS = { '5m': 300, '30m': 1_800, '1h': 3_600, '6h': 21_600, '3d': 259_200 } as const;
type Window = keyof typeof WINDOWS;
/** Fewer failures or slow calls are no ratio: one of five calls of an idle product is 20 %. */
const JUDGED_MIN = 10;
// A wallet call fails with 500 wherever it fails, also before the wallet has it; 4xx is a wrong signature.
const WALLET_ROUTES = 'route=~"/(seamless|integrations)/.*"';
const MEMBER_ROUTES = 'route!~"/(seamless|integrations)/.*"';
const rateOf = (metric: string, window: Window): string => `sum(rate(${metric}[${window}]))`;
const failed = (routes: string, window: Window): string =>
  `(${rateOf(`chaba_http_requests_total{status="5xx",${routes}}`, window)} or vector(0))`;

/** Failed calls per second and window, and their part of all; planned maintenance does not count. */
export const recordings: readonly Recording[] = (Object.keys(WINDOWS) as Window[]).flatMap((window) => [
  { record: `chaba:wallet_failures:rate${window}`, expr: failed(WALLET_ROUTES, window) },
  {
    record: `chaba:wallet_failures:ratio_rate${window}`,
    expr: `chaba:wallet_failures:rate${window} / ${rateOf(`chaba_http_requests_total{status!="4xx",${WALLET_ROUTES}}`, window)}`,
  },
  {
    record: `chaba:member_failures:rate${window}`,
    expr: `${failed(MEMBER_ROUTES, window)} - (${rateOf('chaba_errors_total{code="MAINTENANCE"}', window)} or vector(0))`,
  },
  {
    record: `chaba:member_failures:ratio_rate${window}`,
    expr: `chaba:member_failures:rate${window} / ${rateOf(`chaba_http_requests_total{${MEMBER_ROUTES}}`, window)}`,
  },
]);

const burn = (who: 'wallet' | 'member', times: number, long: Window, short?: Window): string => {
  const limit = times * (who === 'wallet' ? WALLET_BUDGET : MEMBER_BUDGET);
  const at = (window: Window): string => `chaba:${who}_failures:ratio_rate${window} > ${Math.round(limit * 1e6) / 1e6}`;
  const isJudged = `chaba:${who}_failures:rate${long} * ${WINDOWS[long]} >= ${JUDGED_MIN}`;
  return [at(long), ...(short === undefined ? [] : [at(short)]), isJudged].join(' and ');
};
/** The quantile is above the limit, by enough calls above the bucket of the limit. */
const slow = (part: number, metric: string, limit: { readonly seconds: number; readonly bucket: string }): string =>
  `histogram_quantile(${part}, sum by (le) (rate(${metric}_bucket[5m]))) > ${limit.seconds} and sum(increase(${metric}_count[5m])) - sum(increase(${metric}_bucket{le="${limit.bucket}"}[5m])) >= ${JUDGED_MIN}`;
const WALLET_GOOD = 'chaba_http_requests_total{route="/seamless/v1/bet",status="2xx"}';
const WALLET_BAD = 'chaba_http_requests_total{route="/seamless/v1/bet",status="5xx"}';
const MEMBER_GOOD = 'chaba_http_requests_total{route="/v2/setting",status="2xx"}';
const MEMBER_BAD = 'chaba_http_requests_total{route="/v2/setting",status="5xx"}';
const MAINTENANCE = 'chaba_errors_total{code="MAINTENANCE"}';
const JOB_SUCCESS = 'chaba_job_last_success_timestamp_seconds{job="chaba",job_name="j"}';
const JOB_INTERVAL = 'chaba_job_interval_seconds{job="chaba",job_name="j"}';
const grows = (each: number): string => `0+${each}x450`;
const stays = (value: number): string => `${value}x450`;
const onceAt = (minute: number): string => `0x${minute - 1} 1x450`;
/** A histogram whose observations all lie in one bucket, so many per minute. */
const within = (metric: string, buckets: readonly string[], hit: string, labels = '', each = 60): Series => ({
  ...Object.fromEntries(
    [...buckets, '+Inf'].map((bucket) => [
      `${metric}_bucket{${labels}le="${bucket}"}`,
      grows(bucket !== '+Inf' && Number(bucket) < Number(hit) ? 0 : each),
    ]),
  ),
  [`${metric}_count{${labels.replace(/,$/, '')}}`]: grows(each),
});

const budgets: readonly Alert[] = [
  {
    name: 'WalletBudgetFast',
    severity: 'page',
    expr: burn('wallet', 14.4, '1h', '5m'),
    summary: 'Wallet calls fail so often that two days spend the budget of a month.',
    action: 'Search the log for "wallet request failed"; check the database, its connections and its disk.',
    fires: [
      { [WALLET_GOOD]: grows(600), [WALLET_BAD]: grows(10) },
      // Without a database no call reaches the wallet.
      { [WALLET_GOOD]: '0+600x60 36000x390', [WALLET_BAD]: '0x60 0+600x390' },
    ],
    silent: [
      { [WALLET_GOOD]: grows(600), [WALLET_BAD]: grows(1) },
      { [WALLET_GOOD]: grows(1), [WALLET_BAD]: onceAt(68) },
    ],
    at: '70m',
  },
  {
    name: 'WalletBudget',
    severity: 'page',
    expr: burn('wallet', 6, '6h', '30m'),
    summary: 'Wallet calls fail so often that five days spend the budget of a month.',
    action: 'As WalletBudgetFast; the dashboard Wallet compares the failures of providers.',
    fires: { [WALLET_GOOD]: grows(600), [WALLET_BAD]: grows(3) },
    silent: { [WALLET_GOOD]: grows(600), [WALLET_BAD]: grows(1) },
    at: '370m',
    isLong: true,
  },
  {
    name: 'MemberBudgetFast',
    severity: 'page',
    expr: burn('member', 14.4, '1h', '5m'),
    summary: 'Requests of members fail so often that two days spend the budget of a month.',
    action: 'Search the log for "request failed"; the dashboard Service names the route.',
    fires: { [MEMBER_GOOD]: grows(600), [MEMBER_BAD]: grows(20) },
    silent: [
      { [MEMBER_GOOD]: grows(600), [MEMBER_BAD]: grows(20), [MAINTENANCE]: grows(20) },
      { [MEMBER_GOOD]: grows(1), [MEMBER_BAD]: onceAt(68) },
    ],
    at: '70m',
  },
  {
    name: 'MemberBudget',
    severity: 'page',
    expr: burn('member', 6, '6h', '30m'),
    summary: 'Requests of members fail so often that five days spend the budget of a month.',
    action: 'As MemberBudgetFast.',
    fires: { [MEMBER_GOOD]: grows(600), [MEMBER_BAD]: grows(5) },
    silent: { [MEMBER_GOOD]: grows(600), [MEMBER_BAD]: grows(1) },
    at: '370m',
    isLong: true,
  },
  {
    name: 'WalletBudgetSlow',
    severity: 'ticket',
    expr: burn('wallet', 1, '3d'),
    summary: 'Wallet calls of the last three days spend the budget faster than it refills.',
    action:
      'Find code and provider on the dashboard Wallet, or the route on the dashboard Service for calls that fail before the wallet; repairs go before other releases.',
    fires: { [WALLET_GOOD]: grows(6_000), [WALLET_BAD]: grows(4) },
    silent: { [WALLET_GOOD]: grows(6_000), [WALLET_BAD]: grows(2) },
    at: '72h',
    isLong: true,
  },
  {
    name: 'MemberBudgetSlow',
    severity: 'ticket',
    expr: burn('member', 1, '3d'),
    summary: 'Requests of members of the last three days spend the budget faster than it refills.',
    action: 'Find the route on the dashboard Service; repairs go before other releases.',
    fires: { [MEMBER_GOOD]: grows(6_000), [MEMBER_BAD]: grows(8) },
    silent: { [MEMBER_GOOD]: grows(6_000), [MEMBER_BAD]: grows(4) },
    at: '72h',
    isLong: true,
  },
];

const money: readonly Alert[] = [
  {
    name: 'AuditFinding',
    severity: 'page',
    expr: 'max(chaba_audit_findings) > 0',
    summary: 'The audit found rows about money that the journal does not explain.',
    action:
      'npm run operator -- findings --site SITE for each site, and close-finding when one is decided; if money is wrong, stop withdrawals of the site (set canWithdraw off) and keep the database.',
    fires: { chaba_audit_findings: stays(1) },
    silent: { chaba_audit_findings: stays(0) },
  },
  {
    name: 'TransactionConflict',
    severity: 'page',
    // The first conflict of a provider begins its series, which is no increase.
    expr: 'sum by (provider) (increase(chaba_wallet_conflicts_total[10m])) > 0 or sum by (provider) (chaba_wallet_conflicts_total unless chaba_wallet_conflicts_total offset 10m) > 0',
    summary: 'A provider repeats a transaction id with other content.',
    action: 'Search the log for "wallet transaction conflict"; ask the provider which content is right.',
    fires: [
      { 'chaba_wallet_conflicts_total{provider="p"}': '0x15 1x20' },
      { 'chaba_wallet_conflicts_total{provider="p"}': '_x15 1x20' },
    ],
    silent: [
      { 'chaba_wallet_conflicts_total{provider="p"}': stays(7) },
      { 'chaba_wallet_conflicts_total{provider="p"}': '_x5 1x30' },
    ],
    labels: { provider: 'p' },
  },
  {
    name: 'ReconciliationDifference',
    severity: 'page',
    expr: 'max by (provider, site) (chaba_reconciliation_differences) > 0',
    summary: 'The day of a provider differs from ours.',
    action:
      'npm run operator -- reconcile --site SITE names the day, and reconcile PROVIDER DAY each transaction; clear it with the provider, then close-day PROVIDER DAY.',
    fires: { 'chaba_reconciliation_differences{provider="p",site="s"}': stays(2) },
    silent: { 'chaba_reconciliation_differences{provider="p",site="s"}': stays(0) },
    labels: { provider: 'p', site: 's' },
  },
  {
    name: 'AuditLate',
    severity: 'ticket',
    expr: 'time() - max(chaba_audit_last_success_timestamp_seconds{scope="new_rows"}) > 10800',
    // A product that was stopped for hours audits in its second minute.
    wait: '10m',
    summary: 'No hourly audit succeeded for three hours.',
    action:
      'Search the log for "job failed" with job=audit-new-rows; after the repair it succeeds within an hour. No such line: CHABA_JOBS must be on in one process.',
    fires: { 'chaba_audit_last_success_timestamp_seconds{scope="new_rows"}': stays(0) },
    silent: [
      { 'chaba_audit_last_success_timestamp_seconds{scope="new_rows"}': '0+60x450' },
      { 'chaba_audit_last_success_timestamp_seconds{scope="new_rows"}': '_x195 0x450' },
    ],
    at: '200m',
  },
  {
    name: 'WithdrawalWaits',
    severity: 'ticket',
    expr: 'max by (site) (chaba_waiting_oldest_seconds{kind="withdrawal"}) > 1800',
    summary: 'A withdrawal waits for more than 30 minutes for a decision.',
    action: 'npm run operator -- withdrawals --site SITE, then approve or reject.',
    fires: { 'chaba_waiting_oldest_seconds{kind="withdrawal",site="s"}': stays(1_801) },
    silent: { 'chaba_waiting_oldest_seconds{kind="withdrawal",site="s"}': stays(1_700) },
    labels: { site: 's' },
  },
  {
    name: 'DepositWaits',
    severity: 'ticket',
    expr: 'max by (site) (chaba_waiting_oldest_seconds{kind="deposit"}) > 900',
    summary: 'An incoming transfer waits for more than 15 minutes for a decision.',
    action: 'npm run operator -- deposits --site SITE, then credit-deposit or return-deposit.',
    fires: { 'chaba_waiting_oldest_seconds{kind="deposit",site="s"}': stays(901) },
    silent: { 'chaba_waiting_oldest_seconds{kind="deposit",site="s"}': stays(100) },
    labels: { site: 's' },
  },
  {
    name: 'BankReportUnread',
    severity: 'ticket',
    expr: 'max by (site) (chaba_waiting_items{kind="bank_report"}) > 0',
    summary: 'The bank sent a line, a delivery or a payout result that could not be read.',
    action: 'npm run operator -- bank-reports --site SITE names the reason; then close-report.',
    fires: { 'chaba_waiting_items{kind="bank_report",site="s"}': stays(1) },
    silent: { 'chaba_waiting_items{kind="bank_report",site="s"}': stays(0) },
    labels: { site: 's' },
  },
  {
    name: 'FeedShifted',
    severity: 'ticket',
    expr: 'max by (site, shift) (chaba_feed_shifted_lines) > 2',
    summary: 'Three or more lines of one receiving account are dated wrong by the distance in the label shift.',
    action: 'Ask the bank to mend its clock; npm run operator -- deposits --site SITE. It ends after a day.',
    fires: { 'chaba_feed_shifted_lines{site="s",shift="-7h"}': stays(3) },
    silent: { 'chaba_feed_shifted_lines{site="s",shift="-7h"}': stays(2) },
    labels: { site: 's', shift: '-7h' },
  },
];

const database: readonly Alert[] = [
  {
    name: 'NoPrimary',
    severity: 'page',
    expr: 'sum(patroni_primary) == 0 or max(pg_up) == 0',
    wait: '30s',
    summary: 'No PostgreSQL answers as primary.',
    action:
      'pctl list; start the failed server (its last leader, when all stopped), or pctl failover --candidate with the sync standby.',
    fires: { pg_up: stays(0) },
    silent: { pg_up: stays(1), 'patroni_primary{name="a"}': stays(0), 'patroni_primary{name="b"}': stays(1) },
  },
  {
    name: 'NoDatabase',
    severity: 'page',
    // Each process sends itself a message through the database every five seconds, so three are lost between two
    // scrapes. Budgets count the first failures only: the edge answers instead of processes that are not ready.
    expr: 'sum(increase(chaba_notice_delay_seconds_count[30s])) == 0',
    summary: 'The database answers no server process, so no call is served.',
    action:
      'An automatic failover ends it within half a minute. Else pctl list; pctl failover --candidate with the sync standby ends a primary that hangs. Without Patroni read the log of PostgreSQL and restart it; check its disk and the network.',
    fires: { chaba_notice_delay_seconds_count: stays(5) },
    silent: [
      {
        'chaba_notice_delay_seconds_count{instance="a"}': stays(5),
        'chaba_notice_delay_seconds_count{instance="b"}': grows(1),
      },
      // A scrape is missing.
      { chaba_notice_delay_seconds_count: '0+3x79 _ 243+3x300' },
    ],
    step: '15s',
  },
  {
    name: 'NoSynchronousStandby',
    severity: 'page',
    expr: 'sum(patroni_sync_standby) < 1',
    wait: '1m',
    summary: 'No standby confirms commits: the loss of the primary would lose money.',
    action: 'pctl list; start the standby or repair its line.',
    fires: { 'patroni_sync_standby{name="a"}': stays(0) },
    silent: { 'patroni_sync_standby{name="a"}': stays(0), 'patroni_sync_standby{name="b"}': stays(1) },
  },
  {
    name: 'WalArchiveFails',
    severity: 'page',
    expr: 'max(increase(pg_stat_archiver_failed_count[10m])) > 0 or min(pg_stat_archiver_last_archive_age) > 300',
    summary: 'The archive of WAL fails or is older than 5 minutes.',
    action:
      'The log of PostgreSQL names the error of archive_command; make room or repair the repository, never delete WAL. After a failover the first push may take a minute.',
    fires: { pg_stat_archiver_last_archive_age: stays(301) },
    // A demoted primary keeps the time of its last push, so the youngest of all members counts.
    silent: {
      'pg_stat_archiver_last_archive_age{instance="primary"}': stays(50),
      'pg_stat_archiver_last_archive_age{instance="demoted"}': stays(4_000),
      pg_stat_archiver_failed_count: stays(3),
    },
  },
  {
    name: 'UnreplicatedCommit',
    severity: 'page',
    expr: 'sum(increase(chaba_database_unreplicated_commits_total[10m])) > 0',
    summary: 'A commit was not confirmed by the synchronous standby: a failover now may lose it.',
    action: 'Start the standby before anything else; npm run ledger:audit after a failover.',
    fires: { chaba_database_unreplicated_commits_total: '0x15 1x20' },
    silent: { chaba_database_unreplicated_commits_total: stays(2) },
  },
  {
    name: 'FlightTimeouts',
    severity: 'ticket',
    expr: 'sum by (pool) (increase(chaba_database_flight_timeouts_total[10m])) > 0',
    summary: 'A connection to the database went silent and was destroyed.',
    action: 'Check the network to the database, its load and its disk.',
    fires: { 'chaba_database_flight_timeouts_total{pool="wallet"}': '0x15 1x20' },
    silent: { 'chaba_database_flight_timeouts_total{pool="wallet"}': stays(2) },
    labels: { pool: 'wallet' },
  },
  {
    name: 'ReplicationLag',
    severity: 'ticket',
    expr: 'max(pg_replication_lag_seconds) > 5',
    wait: '1m',
    summary: 'A standby is more than 5 seconds behind.',
    action:
      'Check its disk and line, and long queries on it: pg_terminate_backend ends the longest of its pg_stat_activity.',
    fires: { pg_replication_lag_seconds: stays(6) },
    silent: { pg_replication_lag_seconds: stays(1) },
  },
  {
    name: 'StandbyDetached',
    severity: 'ticket',
    // Without a line to the primary a standby reports no lag: it has replayed all that it received.
    expr: 'sum(pg_replication_is_replica) > (count(pg_stat_replication_pg_wal_lsn_diff) or vector(0)) and on () count(pg_replication_is_replica == 0) > 0',
    wait: '5m',
    summary: 'A standby is not connected to the primary.',
    action:
      'Its log names the cause: the line, primary_conninfo, or WAL that the primary no longer has. For the last, build it anew: pctl reinit, or pg_basebackup.',
    fires: {
      'pg_replication_is_replica{instance="a"}': stays(0),
      'pg_replication_is_replica{instance="b"}': stays(1),
    },
    silent: [
      {
        'pg_replication_is_replica{instance="a"}': stays(0),
        'pg_replication_is_replica{instance="b"}': stays(1),
        'pg_stat_replication_pg_wal_lsn_diff{instance="a",application_name="b"}': stays(0),
      },
      // The exporter of the primary does not answer.
      { 'pg_replication_is_replica{instance="b"}': stays(1) },
    ],
  },
  {
    name: 'ReplicaUnused',
    severity: 'ticket',
    // A process without DATABASE_REPLICA_URL has no such series.
    expr: 'sum by (instance) (rate(chaba_database_replica_reads_total{outcome!="replica"}[10m])) > 0.5 * sum by (instance) (rate(chaba_database_replica_reads_total[10m]))',
    wait: '5m',
    summary: 'A process reads most lists from the primary, although it has a replica.',
    action:
      'Panel "Reads of the replica": lag is a standby that is behind or does not follow this primary, down one that fails. Check DATABASE_REPLICA_URL, the standby and its line.',
    fires: {
      'chaba_database_replica_reads_total{instance="a",outcome="replica"}': grows(1),
      'chaba_database_replica_reads_total{instance="a",outcome="lag"}': grows(3),
      'chaba_database_replica_reads_total{instance="b",outcome="replica"}': grows(3),
    },
    silent: {
      'chaba_database_replica_reads_total{instance="a",outcome="replica"}': grows(3),
      'chaba_database_replica_reads_total{instance="a",outcome="lag"}': grows(1),
      'chaba_database_replica_reads_total{instance="a",outcome="down"}': stays(7),
    },
    labels: { instance: 'a' },
  },
  {
    name: 'ReportingStopped',
    severity: 'ticket',
    expr: 'max(chaba_reporting_stopped) == 1 or max(chaba_reporting_lag_bytes) > 268435456',
    wait: '5m',
    summary: 'The reporting database does not follow this cell, which keeps WAL for it.',
    action:
      'Start it, and run npm run ops -- reporting, which names the cause and makes a lost subscription again. One that is given up: pg_drop_replication_slot of chaba_reporting_….',
    fires: { chaba_reporting_stopped: stays(1) },
    silent: [{ chaba_reporting_stopped: stays(0), chaba_reporting_lag_bytes: stays(1_000) }],
  },
  {
    name: 'SiteFenced',
    severity: 'page',
    expr: 'max(chaba_sites_fenced) > 0',
    wait: '2m',
    summary: 'A site is refused in the middle of a move: no cell serves it.',
    action:
      'npm run ops -- status names it. Repeat npm run ops -- move-site with the same words, or end the move with --abort.',
    fires: { chaba_sites_fenced: stays(1) },
    silent: { chaba_sites_fenced: '0 1 0x50' },
  },
  {
    name: 'PoolWaiting',
    severity: 'ticket',
    expr: 'max by (pool) (chaba_database_connections{state="waiting"}) > 0',
    wait: '2m',
    summary: 'Callers wait for a connection of the pool.',
    action: 'Find slow statements; raise DATABASE_POOL_SIZE while its sum stays below max_connections.',
    fires: { 'chaba_database_connections{pool="call",state="waiting"}': stays(3) },
    silent: { 'chaba_database_connections{pool="call",state="waiting"}': '0 3 0 3 0x40' },
    labels: { pool: 'call' },
  },
  {
    name: 'DatabaseErrors',
    severity: 'ticket',
    expr: 'sum by (class) (rate(chaba_database_errors_total{class!~"constraint|lock"}[5m])) > 0.1',
    wait: '2m',
    summary: 'Statements or connections fail.',
    action: 'Search the log for the code; unavailable and read_only mean a failover, timeout a slow statement.',
    fires: { 'chaba_database_errors_total{pool="call",class="timeout"}': grows(60) },
    silent: { 'chaba_database_errors_total{pool="call",class="constraint"}': grows(60) },
    labels: { class: 'timeout' },
  },
  {
    name: 'TransactionIdAge',
    severity: 'ticket',
    expr: 'max(pg_database_wraparound_age_datfrozenxid_seconds) > 1e9',
    summary: 'The oldest transaction id is a billion transactions old.',
    action:
      'Find what holds vacuum back and end it: an old row of pg_replication_slots, pg_prepared_xacts or pg_stat_activity. Then vacuumdb --all --freeze.',
    fires: { pg_database_wraparound_age_datfrozenxid_seconds: stays(1_100_000_000) },
    silent: { pg_database_wraparound_age_datfrozenxid_seconds: stays(200_000_000) },
  },
  {
    name: 'BackupOld',
    severity: 'ticket',
    expr: 'time() - max(chaba_backup_last_success_timestamp_seconds{type=~"full|diff"}) > 93600 or absent(chaba_backup_last_success_timestamp_seconds{type=~"full|diff"})',
    wait: '1h',
    summary: 'No backup was recorded for more than 26 hours, or ever.',
    action:
      'Run the backup by hand and read its error; npm run ops -- backup records itself, after pgBackRest npm run ops -- record backup_full.',
    fires: { 'chaba_backup_last_success_timestamp_seconds{type="full"}': stays(0) },
    silent: {
      'chaba_backup_last_success_timestamp_seconds{type="full"}': stays(0),
      'chaba_backup_last_success_timestamp_seconds{type="diff"}': '0+600x440',
    },
    at: '28h',
    isLong: true,
  },
  {
    name: 'DrillOld',
    severity: 'ticket',
    expr: 'time() - max(chaba_restore_drill_last_success_timestamp_seconds) > 691200',
    // A started process shows zero until it has measured.
    wait: '10m',
    summary: 'No restore was tried for more than 8 days, or ever.',
    action: 'Run npm run ops -- drill (deploy/pgbackrest) and read its error; a success records itself.',
    fires: { chaba_restore_drill_last_success_timestamp_seconds: '-700000x100' },
    silent: { chaba_restore_drill_last_success_timestamp_seconds: stays(0) },
  },
];

const service: readonly Alert[] = [
  {
    name: 'NoServer',
    severity: 'page',
    expr: 'sum(up{job="chaba"}) == 0',
    wait: '30s',
    summary: 'No server process answers.',
    action: 'Read the last lines of its log; start it; check database and disk.',
    fires: { 'up{job="chaba",instance="a"}': stays(0) },
    silent: { 'up{job="chaba",instance="a"}': stays(0), 'up{job="chaba",instance="b"}': stays(1) },
  },
  {
    name: 'ServerDown',
    severity: 'ticket',
    expr: 'up{job="chaba"} == 0',
    wait: '1m',
    summary: 'A server process does not answer.',
    action: 'npm run ops -- status names it; read its log and restart it.',
    fires: { 'up{job="chaba",instance="a"}': stays(0) },
    silent: { 'up{job="chaba",instance="a"}': stays(1) },
    labels: { job: 'chaba', instance: 'a' },
  },
  {
    name: 'WalletSlow',
    severity: 'ticket',
    expr: slow(0.99, 'chaba_wallet_call_duration_seconds', { seconds: 0.05, bucket: '0.05' }),
    wait: '10m',
    summary: 'One wallet call in a hundred takes more than 50 ms.',
    action: 'Dashboard Wallet: long batches mean the database, long lanes mean too few lanes or processes.',
    fires: within('chaba_wallet_call_duration_seconds', ['0.02', '0.05', '0.1'], '0.1', 'operation="bet",'),
    silent: [
      within('chaba_wallet_call_duration_seconds', ['0.02', '0.05', '0.1'], '0.02', 'operation="bet",'),
      within('chaba_wallet_call_duration_seconds', ['0.02', '0.05', '0.1'], '0.1', 'operation="bet",', 1),
    ],
    at: '30m',
  },
  {
    name: 'MemberSlow',
    severity: 'ticket',
    expr: slow(0.99, 'chaba_http_request_duration_seconds', { seconds: 0.3, bucket: '0.25' }),
    wait: '10m',
    summary: 'One request of members in a hundred takes more than 300 ms.',
    action: 'Dashboard Service names the module; look for slow statements and waiting passwords.',
    fires: within('chaba_http_request_duration_seconds', ['0.1', '0.25', '0.5'], '0.5', 'group="play",'),
    silent: [
      within('chaba_http_request_duration_seconds', ['0.1', '0.25', '0.5'], '0.1', 'group="play",'),
      within('chaba_http_request_duration_seconds', ['0.1', '0.25', '0.5'], '0.5', 'group="play",', 1),
    ],
    at: '30m',
  },
  {
    name: 'LiveSlow',
    severity: 'ticket',
    expr: slow(0.95, 'chaba_live_delay_seconds', { seconds: 0.5, bucket: '0.5' }),
    wait: '10m',
    summary: 'Live updates take more than half a second.',
    action:
      'Busy connections of the pool call are slow statements or locks (chaba server in pg_stat_activity); a long chaba_notice_delay_seconds is a slow database or line.',
    fires: within('chaba_live_delay_seconds', ['0.25', '0.5', '1'], '1'),
    silent: [
      within('chaba_live_delay_seconds', ['0.25', '0.5', '1'], '0.25'),
      within('chaba_live_delay_seconds', ['0.25', '0.5', '1'], '1', '', 1),
    ],
    at: '30m',
  },
  {
    name: 'LaneWaiting',
    severity: 'ticket',
    expr: 'max by (site) (chaba_wallet_lane_waiting) > 1000',
    wait: '1m',
    summary: 'More than 1,000 wallet calls wait in one lane.',
    action: 'The database is too slow for the load: check its disk and locks; new sites get more lanes (CHABA_LANES).',
    fires: { 'chaba_wallet_lane_waiting{site="s"}': stays(1_500) },
    silent: { 'chaba_wallet_lane_waiting{site="s"}': stays(40) },
    labels: { site: 's' },
  },
  {
    name: 'JobLate',
    severity: 'ticket',
    expr: 'time() - max by (job_name) (chaba_job_last_success_timestamp_seconds) > 3 * max by (job_name) (chaba_job_interval_seconds) + 120',
    // A product that was stopped for a while measures before its jobs have run.
    wait: '5m',
    summary: 'A background job had no success for three intervals.',
    action: 'Search the log for "job failed" with this job; after the repair it succeeds within an interval.',
    fires: { [JOB_SUCCESS]: stays(0), [JOB_INTERVAL]: stays(60) },
    silent: [
      { [JOB_SUCCESS]: grows(60), [JOB_INTERVAL]: stays(60) },
      { [JOB_SUCCESS]: '_x16 0x450', [JOB_INTERVAL]: '_x16 60x450' },
    ],
    labels: { job_name: 'j' },
  },
  {
    name: 'NoJobs',
    severity: 'ticket',
    // The job `measure` sets the facts that all processes share; without it their alerts are silent.
    expr: 'absent(chaba_job_interval_seconds) and on () sum(up{job="chaba"}) > 0',
    wait: '5m',
    summary: 'No process runs the background jobs: payouts and audits wait, and their alerts are silent.',
    action: 'CHABA_JOBS must be on in one process; else search the log for "job failed" with job=measure.',
    fires: { 'up{job="chaba",instance="a"}': stays(1) },
    silent: [
      { 'up{job="chaba",instance="a"}': stays(1), [JOB_INTERVAL]: stays(60) },
      { 'up{job="chaba",instance="a"}': stays(0) },
    ],
  },
  {
    name: 'BreakerOpen',
    severity: 'ticket',
    expr: 'max by (party) (chaba_outside_breaker_open) > 0',
    wait: '2m',
    summary: 'An outside service does not answer.',
    action: 'Ask the party; what waits for it is retried by itself.',
    fires: { 'chaba_outside_breaker_open{party="slip verifier"}': stays(1) },
    silent: { 'chaba_outside_breaker_open{party="slip verifier"}': '1 1 0x40' },
    labels: { party: 'slip verifier' },
  },
  {
    name: 'EventLoopLag',
    severity: 'ticket',
    expr: 'max by (instance) (nodejs_eventloop_lag_p99_seconds) > 0.2',
    wait: '5m',
    summary: 'A process is busy for more than 200 ms at a time.',
    action:
      'Add a process or a processor. node inspect -p PID, then profile, profileEnd and profiles[0].save("out.cpuprofile"), names the function.',
    fires: { 'nodejs_eventloop_lag_p99_seconds{instance="a"}': stays(0.3) },
    silent: { 'nodejs_eventloop_lag_p99_seconds{instance="a"}': stays(0.05) },
    labels: { instance: 'a' },
  },
  {
    name: 'SeriesDropped',
    severity: 'ticket',
    expr: 'sum by (metric) (increase(chaba_metrics_series_dropped_total[1h])) > 0',
    summary: 'A metric has more values of a label than it may.',
    action:
      'More sites, providers or routes than expected; what is beyond is counted as "other". Report it: the limit is in apps/server/src/core/metrics.ts, and changes with a release.',
    fires: { 'chaba_metrics_series_dropped_total{metric="m"}': grows(1) },
    silent: { 'chaba_metrics_series_dropped_total{metric="m"}': stays(4) },
    labels: { metric: 'm' },
  },
  {
    name: 'IntegrityChanged',
    severity: 'page',
    expr: 'max by (instance) (chaba_integrity_changed_files) > 0',
    summary: 'Files of the installed release differ from its manifest.',
    action: 'The log names them. Find out by whom they were changed; unpack the archive anew and roll.',
    fires: { 'chaba_integrity_changed_files{instance="a"}': stays(1) },
    silent: { 'chaba_integrity_changed_files{instance="a"}': stays(0) },
    labels: { instance: 'a' },
  },
  {
    name: 'Restarts',
    severity: 'ticket',
    expr: 'changes(process_start_time_seconds{job="chaba"}[10m]) > 3',
    summary: 'A process started more than three times in ten minutes.',
    action:
      'The last lines before the start name the cause: with npm start above "is started again", with systemd in journalctl -u chaba-server@PORT. SIGKILL has no stack: see dmesg for lack of memory.',
    fires: { 'process_start_time_seconds{job="chaba",instance="a"}': '0+30x40' },
    silent: { 'process_start_time_seconds{job="chaba",instance="a"}': stays(9) },
    labels: { job: 'chaba', instance: 'a' },
  },
];

const DISK = 'mountpoint="/",fstype="ext4"';
const machine: readonly Alert[] = [
  {
    name: 'DiskFullSoon',
    severity: 'page',
    expr: 'predict_linear(node_filesystem_avail_bytes{fstype!~"tmpfs|overlay"}[6h], 86400) < 0 and node_filesystem_avail_bytes / node_filesystem_size_bytes < 0.5',
    wait: '10m',
    summary: 'The disk is full within a day at the present rate.',
    action:
      'Find with du what grows: WAL that is not archived (the log of PostgreSQL names the error of archive_command), or logs. End that; add space before it is full.',
    fires: {
      [`node_filesystem_avail_bytes{${DISK}}`]: '400-1x399',
      [`node_filesystem_size_bytes{${DISK}}`]: stays(1_000),
    },
    silent: {
      [`node_filesystem_avail_bytes{${DISK}}`]: stays(400),
      [`node_filesystem_size_bytes{${DISK}}`]: stays(1_000),
    },
    labels: { mountpoint: '/', fstype: 'ext4' },
    at: '60m',
  },
  {
    name: 'DiskUsed',
    severity: 'ticket',
    expr: 'node_filesystem_avail_bytes{fstype!~"tmpfs|overlay"} / node_filesystem_size_bytes < 0.2',
    wait: '10m',
    summary: 'The disk is more than 80 % full.',
    action:
      'Add space, or remove old backups after a drill of the newer ones: npm run ops -- backup --keep N, which first writes one more.',
    fires: {
      [`node_filesystem_avail_bytes{${DISK}}`]: stays(150),
      [`node_filesystem_size_bytes{${DISK}}`]: stays(1_000),
    },
    silent: {
      [`node_filesystem_avail_bytes{${DISK}}`]: stays(300),
      [`node_filesystem_size_bytes{${DISK}}`]: stays(1_000),
    },
    labels: { mountpoint: '/', fstype: 'ext4' },
    at: '30m',
  },
  {
    name: 'CertificateEnds',
    severity: 'ticket',
    expr: 'min by (instance) (probe_ssl_earliest_cert_expiry) - time() < 1209600',
    summary: 'A certificate ends within 14 days.',
    action: 'Renew it at the edge and reload the proxy.',
    fires: { 'probe_ssl_earliest_cert_expiry{instance="site"}': stays(1_000_000) },
    silent: { 'probe_ssl_earliest_cert_expiry{instance="site"}': stays(9_000_000) },
    labels: { instance: 'site' },
  },
  {
    name: 'SiteUnreachable',
    severity: 'page',
    expr: 'max by (instance) (probe_success) == 0',
    wait: '1m',
    summary: 'A site does not answer at its address.',
    action:
      'Open it. 503 of the edge: no server is ready, and the response of GET /readyz at a server names the fault. No answer: start the edge, or repair its address or the DNS.',
    fires: { 'probe_success{instance="site"}': stays(0) },
    silent: { 'probe_success{instance="site"}': '1 0 1x450' },
    labels: { instance: 'site' },
  },
];

export const alerts: readonly Alert[] = [...budgets, ...money, ...database, ...service, ...machine];

export const renderFiles = (): Readonly<Record<string, string>> => renderAlertFiles(alerts, recordings);

if (process.argv[1] === import.meta.filename) {
  for (const [file, content] of Object.entries(renderFiles())) {
    fs.mkdirSync(path.dirname(path.join(ROOT, file)), { recursive: true });
    fs.writeFileSync(path.join(ROOT, file), content);
    console.log(`${file} written`);
  }
}
