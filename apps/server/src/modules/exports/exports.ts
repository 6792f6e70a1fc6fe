// Exports: files of lists and reports that a job writes page by page.
//
//     waiting ──run──▶ running ──last page──▶ done ──a week; in full: a day──▶ deleted
//        │               │  ▲ no beat for 30 s: another run goes on from the cursor
//        └──cancelled────┘  └──failed, with a code
//
// Always true: a page and the cursor behind it are one transaction. A job belongs to the person who requested it; each
// download is recorded before its first part is sent.
//
// Elsewhere: reading the rows (back-office/export-run.ts), the SQL (exports.store.ts).

import { randomUUID } from 'node:crypto';

import {
  EXPORT_KEPT_DAYS,
  type ExportFailure,
  EXPORTS_OPEN_MAX,
  REVEALED_KEPT_HOURS,
} from '@chaba/contract/back-office/exports';
import type { Database, Queryable, Transaction } from '@chaba/database';

import * as store from './exports.store.ts';

export type { NewExport, StoredExport } from './exports.store.ts';
export { cancelJob as cancelExport, findJob as findExport, listAccess } from './exports.store.ts';

export {
  computeReportDays,
  createSchedule,
  type DueExport,
  endSchedule,
  listSchedules,
  makeDueExports,
  type StoredSchedule,
} from './schedules.ts';

const STALE_SECONDS = 30;
const TRIES_MAX = 5;
const LISTED_MAX = 50;
const DOWNLOAD_MINUTES = 60;

/** Makes a job, or returns the one that this key made before. `exists`: nothing new is to be recorded. */
export async function createExport(
  tx: Transaction,
  siteId: number,
  job: store.NewExport,
): Promise<{ readonly job: store.StoredExport; readonly exists: boolean } | 'too_many'> {
  const open = await store.countOpen(tx, siteId, job.requestedBy);
  const found = await store.findByKey(tx, siteId, job);
  if (found !== undefined) return { job: found, exists: true };
  if (open >= EXPORTS_OPEN_MAX) return 'too_many';
  return { job: await store.insertJob(tx, siteId, job), exists: false };
}

export function listExports(database: Queryable, siteId: number, requestedBy: string): Promise<store.StoredExport[]> {
  return store.listJobs(database, siteId, { requestedBy, limit: LISTED_MAX });
}

/** Makes the job of an approved request for a file with data in full; a request makes one. */
export async function createRevealedExport(
  tx: Transaction,
  siteId: number,
  { approval, ...job }: Omit<store.NewExport, 'requestKey'> & { readonly approval: store.ExportApproval },
): Promise<bigint> {
  const { exportId } = await store.insertJob(tx, siteId, { ...job, requestKey: `request-R${approval.requestId}` });
  await store.insertApproval(tx, siteId, { ...approval, exportId });
  return exportId;
}

/** Lets the parts of a file be sent for an hour; those of a file with data in full for one hour in all. */
export function openDownload(tx: Transaction, siteId: number, exportId: bigint): Promise<boolean> {
  return store.openDownload(tx, siteId, { exportId, openMinutes: DOWNLOAD_MINUTES });
}

export function findExportPart(
  database: Queryable,
  siteId: number,
  of: store.OwnedExport & { readonly partNo: number },
): Promise<{ readonly text: string } | undefined> {
  return store.findPart(database, siteId, { ...of, openMinutes: DOWNLOAD_MINUTES });
}

/** Jobs of a week ago and their files are deleted; of a file with data in full, those of a day ago. */
export function deleteOldExports(database: Database): Promise<number> {
  return store.deleteOld(database, { days: EXPORT_KEPT_DAYS, revealedHours: REVEALED_KEPT_HOURS });
}

/** The text and number of rows of a page; `cursor` null: the last one. `members`: their data stands in full. */
export type ExportPage = {
  readonly text: string;
  readonly rows: number;
  readonly cursor: string | null;
  readonly members?: readonly bigint[];
};

/** A reason why a job cannot go on. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
  readonly failure: ExportFailure;

  constructor(failure: ExportFailure) {
    super(failure);
    this.failure = failure;
  }
}

/**
 * Writes jobs of a site until none is left, the oldest first. A job that another run left behind goes on from its
 * cursor.
 * @param readPage Reads the page after the cursor of the job.
 * @param isStopping A stopping process leaves the job to another run.
 */
export async function runExports(
  database: Database,
  siteId: number,
  of: {
    readonly readPage: (job: store.StoredExport) => Promise<ExportPage>;
    readonly isStopping: () => boolean;
    readonly onError: (error: unknown, exportId: bigint) => void;
  },
): Promise<void> {
  while (!of.isStopping()) {
    const runId = randomUUID();
    const claim = { runId, staleSeconds: STALE_SECONDS };
    const job = await database.transaction((tx) => store.claimJob(tx, siteId, claim));
    if (job === undefined) return;
    await writeJob(database, siteId, { ...of, runId, job });
  }
}

async function writeJob(
  database: Database,
  siteId: number,
  of: Parameters<typeof runExports>[2] & {
    readonly runId: string;
    readonly job: store.StoredExport & { readonly attempts: number };
  },
): Promise<void> {
  const { runId, job } = of;
  const { exportId } = job;
  try {
    if (job.attempts > TRIES_MAX) throw new ExportError('NO_PROGRESS');
    let { cursor } = job;
    while (!of.isStopping()) {
      const page = await of.readPage({ ...job, cursor });
      const isOwn = await database.transaction((tx) => store.savePage(tx, siteId, { exportId, runId, ...page }));
      if (!isOwn || page.cursor === null) return;
      ({ cursor } = page);
    }
  } catch (error) {
    // Another run goes on after an unexpected error, and at last fails the job.
    if (!(error instanceof ExportError)) return of.onError(error, exportId);
    const { failure } = error;
    await database.transaction((tx) => store.failJob(tx, siteId, { exportId, runId, failure }));
  }
}
