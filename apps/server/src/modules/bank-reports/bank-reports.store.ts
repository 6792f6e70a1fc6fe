// SQL of the bank's reports that could not be read. Rows in, rows out.
//
// Elsewhere: which reports are kept, and for how long (bank-reports.ts).

import { type Queryable, sql, type Transaction } from '@chaba/database';

export type UnreadReport = {
  readonly reportId: bigint;
  readonly sender: string;
  readonly kind: 'line' | 'delivery' | 'payout';
  readonly reason: string;
  readonly content: string;
  readonly contentBytes: number;
  readonly times: number;
  readonly receivedAt: Date;
  readonly lastReceivedAt: Date;
};

export async function loadFirstSiteId(tx: Transaction): Promise<number> {
  const { id } = await tx.one<{ id: number }>(sql`select min(site_id) as id from site`);
  return id;
}

/** Counts a report of today; returns how many this sender has sent today. */
export async function countReport(tx: Transaction, siteId: number, sender: string): Promise<number> {
  const { reports } = await tx.one<{ reports: number }>(sql`
    insert into unread_report_day as day (site_id, sender, day, reports)
    values (${siteId}, ${sender}, (now() at time zone 'Asia/Bangkok')::date, 1)
    on conflict (site_id, sender, day) do update set reports = day.reports + 1
    returning reports
  `);
  return reports;
}

/** Counts a repeat of a kept report, which stays open or closed; false without such a report. */
export async function countRepeat(
  tx: Transaction,
  siteId: number,
  report: Pick<UnreadReport, 'sender' | 'kind'> & { readonly contentHash: Buffer },
): Promise<boolean> {
  const rows = await tx.execute(sql`
    update unread_report set times = times + 1, last_received_at = now()
    where site_id = ${siteId} and sender = ${report.sender} and kind = ${report.kind}
      and content_hash = ${report.contentHash}`);
  return rows === 1;
}

/** Keeps a report. A repeat is counted, and is open again. */
export async function writeReport(
  tx: Transaction,
  siteId: number,
  report: Pick<UnreadReport, 'sender' | 'kind' | 'reason' | 'content' | 'contentBytes'> & {
    readonly contentHash: Buffer;
  },
): Promise<void> {
  await tx.execute(sql`
    insert into unread_report as kept (site_id, sender, kind, content_hash, reason, content, content_bytes)
    values (${siteId}, ${report.sender}, ${report.kind}, ${report.contentHash}, ${report.reason}, ${report.content},
      ${report.contentBytes})
    on conflict (site_id, sender, kind, content_hash) do update set times = kept.times + 1, reason = excluded.reason,
      last_received_at = excluded.last_received_at, closed_at = null, closed_by = null
  `);
}

export type ReportRange = { readonly before?: bigint | undefined; readonly only?: bigint | undefined };

/** By the first time that a report was received: a repeat does not move it to another page. */
export function listReports(
  database: Queryable,
  siteId: number,
  { before, only, limit }: ReportRange & { readonly limit: number },
): Promise<UnreadReport[]> {
  return database.rows(sql`
    select report_id as "reportId", sender, kind, reason, content, content_bytes as "contentBytes", times,
      received_at as "receivedAt", last_received_at as "lastReceivedAt"
    from unread_report where site_id = ${siteId} and closed_at is null
      and report_id = coalesce(${only ?? null}, report_id) and report_id < coalesce(${before ?? null}, report_id + 1)
    order by report_id desc limit ${limit}
  `);
}

export function listDays(
  database: Queryable,
  siteId: number,
  above: number,
): Promise<{ sender: string; day: string; reports: number }[]> {
  return database.rows(sql`
    select sender, day, reports from unread_report_day where site_id = ${siteId} and reports > ${above}
    order by day desc, sender
  `);
}

export async function closeReport(
  tx: Transaction,
  siteId: number,
  { reportId, closedBy }: { readonly reportId: bigint; readonly closedBy: string },
): Promise<boolean> {
  const closed = await tx.execute(sql`
    update unread_report set closed_at = now(), closed_by = ${closedBy}
    where site_id = ${siteId} and report_id = ${reportId} and closed_at is null`);
  return closed === 1;
}

/** Deletes what is older than these days, at all sites; returns the number of rows. */
export async function deleteOldReports(database: Queryable, days: number): Promise<number> {
  const reports = await database.execute(sql`
    delete from unread_report where last_received_at < now() - make_interval(days => ${days}::int)
      and site_id in (select site_id from served_site)`);
  const counts = await database.execute(sql`
    delete from unread_report_day where day < (now() at time zone 'Asia/Bangkok')::date - ${days}::int
      and site_id in (select site_id from served_site)`);
  return reports + counts;
}
