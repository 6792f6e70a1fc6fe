// Signed reports of the bank that could not be read: kept as they came, listed for operators and counted by an alert.
//
// Always true: only reports with a valid signature are kept, up to 16 KiB of each, for 30 days; a repeat is counted and
// opens a closed report again, except where the response makes the sender repeat it. Beyond 10,000 reports of a sender
// a day only their number is kept. A report that cannot be kept fails the request, so the bank sends it again.
//
// Elsewhere: which report is read (deposits.routes.ts, withdrawals.routes.ts), the lists (operator-cli), the alert
// (deploy/prometheus/rules.yml).

import { createHash } from 'node:crypto';

import type { ReportReason } from '@chaba/contract/back-office/queues';
import type { Database, Queryable, Transaction } from '@chaba/database';

import * as store from './bank-reports.store.ts';

const CONTENT_BYTES_MAX = 16_384;
const REASON_BYTES_MAX = 500;
const REPORTS_A_DAY_MAX = 10_000;
const DAYS_KEPT = 30;
const SHOWN_MAX = 200;

/** `siteId`: of the account or payout that the report names; without one it is of the first site. */
export type NewReport = {
  readonly siteId: number | undefined;
  readonly sender: string;
  readonly kind: 'line' | 'delivery' | 'payout';
  readonly reason: ReportReason;
  readonly content: Buffer;
  /** Of the whole report, where `content` is its begin. */
  readonly contentBytes?: number;
  /** The sender repeats it until it is applied. A repeat counts once, in `times`, and leaves a closed report closed. */
  readonly isRepeated?: boolean;
};

/** Keeps reports in one transaction. */
export async function keepUnreadReports(database: Database, reports: readonly NewReport[]): Promise<void> {
  if (reports.length === 0) return;
  await database.transaction(async (tx) => {
    const firstSiteId = await store.loadFirstSiteId(tx);
    const owned = reports.map((report) => [report.siteId ?? firstSiteId, report] as const);
    // Each site locks its count of the day: two deliveries take them in one order.
    for (const [siteId, report] of owned.toSorted(([one], [other]) => one - other)) await keep(tx, siteId, report);
  });
}

async function keep(tx: Transaction, siteId: number, report: NewReport): Promise<void> {
  const { sender, kind, reason, content } = report;
  const contentHash = createHash('sha256').update(content).digest();
  if (report.isRepeated === true && (await store.countRepeat(tx, siteId, { sender, kind, contentHash }))) return;
  if ((await store.countReport(tx, siteId, sender)) > REPORTS_A_DAY_MAX) return;
  await store.writeReport(tx, siteId, {
    sender,
    kind,
    contentHash,
    reason: cutBytes(reason, REASON_BYTES_MAX),
    content: cutBytes(toText(content), CONTENT_BYTES_MAX),
    contentBytes: report.contentBytes ?? content.length,
  });
}

/** Bytes that are no UTF-8, and NUL, become the replacement character. */
function toText(content: Buffer): string {
  return content.toString('utf8').toWellFormed().replaceAll('\0', '\u{fffd}');
}

function cutBytes(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= bytesMax) return text;
  // A character that the cut divides is left out.
  let end = bytesMax;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString('utf8');
}

/** Open reports, newest first: those before report `before`, or that one only. */
export function listUnreadReports(
  database: Queryable,
  siteId: number,
  range: store.ReportRange = {},
  limit = SHOWN_MAX,
): Promise<store.UnreadReport[]> {
  return store.listReports(database, siteId, { ...range, limit });
}

/** Days on which more reports arrived than are kept. */
export function listOverfullReportDays(database: Database, siteId: number): ReturnType<typeof store.listDays> {
  return store.listDays(database, siteId, REPORTS_A_DAY_MAX);
}

/** An operator has decided what to do about the report. */
export async function closeUnreadReport(
  tx: Transaction,
  siteId: number,
  closed: { readonly reportId: bigint; readonly closedBy: string },
): Promise<'closed' | 'not_waiting'> {
  return (await store.closeReport(tx, siteId, closed)) ? 'closed' : 'not_waiting';
}

export function deleteOldReports(database: Database): Promise<number> {
  return store.deleteOldReports(database, DAYS_KEPT);
}
