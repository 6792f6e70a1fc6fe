// Gauges of facts that all processes share, set by the process that holds the lease of the job `measure`.
//
// Always true: a process that lost the lease clears its gauges, so no page shows stale facts.
//
// Elsewhere: the queries (operations.store.ts), the metrics (core/metrics.ts).

import type { Queryable } from '@chaba/database';
import { add, type Money, toBaht } from '@chaba/money';

import {
  auditFindings,
  auditLastSuccess,
  backupLastSuccess,
  drillDuration,
  drillLastSuccess,
  feedShiftedLines,
  jobInterval,
  jobLastDuration,
  jobLastSuccess,
  MONEY_FLOWS,
  moneyTotals,
  reconciliationDifferences,
  reportingLag,
  reportingStopped,
  sitesFenced,
  waitingItems,
  waitingOldest,
} from '#core/metrics';

import * as store from './operations.store.ts';

export const MEASURE_EVERY_MS = 60_000;
/** The lease passes to another process after this time without a run. */
const STALE_MS = 2.5 * MEASURE_EVERY_MS;

/** Sites with series of their own and one for the others: five flows each, within the limit of the metric. */
const MONEY_SITES_MAX = 12;

const GAUGES = [
  auditFindings,
  auditLastSuccess,
  backupLastSuccess,
  drillDuration,
  drillLastSuccess,
  feedShiftedLines,
  jobInterval,
  jobLastDuration,
  jobLastSuccess,
  moneyTotals,
  reconciliationDifferences,
  reportingLag,
  reportingStopped,
  sitesFenced,
  waitingItems,
  waitingOldest,
];

const SHIFT_UNITS = [
  ['y', 525_960],
  ['d', 1_440],
  ['h', 60],
] as const;

let clearing: NodeJS.Timeout | undefined;

/** `database`: the replica, where there is one; the slot of the reporting database may be at either. */
export async function measure(database: Queryable, primary = database): Promise<void> {
  const [jobs, records, audit, differences, waiting, shifted, money, cells] = await Promise.all([
    store.listJobs(database),
    store.listRecords(database),
    store.loadAuditFacts(database),
    store.listDifferences(database),
    store.listWaiting(database),
    store.listShiftedLines(database),
    store.listMoneyTotals(database),
    store.loadCellState(primary, database),
  ]);
  clearGauges();
  for (const { job, everyMs, succeededAt, seconds, lastError } of jobs) {
    jobInterval.set(everyMs / 1_000, job);
    if (succeededAt !== null) jobLastSuccess.set(succeededAt.getTime() / 1_000, job);
    // A job that failed since its first run is late.
    else if (lastError !== null) jobLastSuccess.set(0, job);
    if (seconds !== null) jobLastDuration.set(seconds, job);
  }
  for (const { kind, succeededAt, seconds } of records) setRecord(kind, succeededAt.getTime() / 1_000, seconds);
  auditFindings.set(audit.findings);
  if (audit.oldestRunSecondsAgo !== null) {
    auditLastSuccess.set(Date.now() / 1_000 - audit.oldestRunSecondsAgo, 'new_rows');
  }
  for (const { site, provider, differences: count } of differences) {
    // Days without a discrepancy would fill the room of those with one.
    if (count > 0) reconciliationDifferences.set(count, provider, site);
  }
  for (const { kind, site, items, oldestSeconds } of waiting) {
    waitingItems.set(items, kind, site);
    waitingOldest.set(oldestSeconds, kind, site);
  }
  sitesFenced.set(cells.moves.filter(({ state }) => state === 'fenced').length);
  if (cells.reporting !== null) {
    reportingStopped.set(cells.reporting.isFollowing ? 0 : 1);
    reportingLag.set(cells.reporting.lagBytes);
  }
  for (const { site, shiftMinutes, lines } of shifted) feedShiftedLines.set(lines, site, formatShift(shiftMinutes));
  for (const totals of sumNewestSites(money)) {
    for (const flow of MONEY_FLOWS) moneyTotals.set(toBaht(totals[flow]), totals.site, flow);
  }
  clearing = setTimeout(clearGauges, STALE_MS).unref();
}

/** +7h, -1d, +543y: in the largest unit that divides it nearly. */
export function formatShift(minutes: number): string {
  const sign = minutes < 0 ? '-' : '+';
  const size = Math.abs(minutes);
  for (const [unit, length] of SHIFT_UNITS) {
    const count = Math.round(size / length);
    if (count > 0 && Math.abs(size - count * length) <= length / 48) return `${sign}${count}${unit}`;
  }
  return `${sign}${size}m`;
}

/** Sites beyond the room of the metric are summed as one, so that the totals are complete and nothing is dropped. */
function sumNewestSites(money: readonly store.MoneyFacts[]): readonly store.MoneyFacts[] {
  if (money.length <= MONEY_SITES_MAX) return money;
  const newest = money.slice(MONEY_SITES_MAX - 1);
  const sum = (flow: (typeof MONEY_FLOWS)[number]): Money => add(...newest.map((facts) => facts[flow]));
  const other: store.MoneyFacts = {
    site: 'other',
    deposited: sum('deposited'),
    withdrawn: sum('withdrawn'),
    games: sum('games'),
    given: sum('given'),
    unmatched: sum('unmatched'),
  };
  return [...money.slice(0, MONEY_SITES_MAX - 1), other];
}

function setRecord(kind: string, at: number, seconds: number | null): void {
  if (kind === 'ledger_audit') auditLastSuccess.set(at, 'whole');
  else if (kind === 'restore_drill') {
    drillLastSuccess.set(at);
    if (seconds !== null) drillDuration.set(seconds);
  } else backupLastSuccess.set(at, kind.replace('backup_', ''));
}

function clearGauges(): void {
  clearTimeout(clearing);
  for (const gauge of GAUGES) gauge.clear();
}
