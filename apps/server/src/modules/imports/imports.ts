// Imports: files whose rows a job runs one by one.
//
//     waiting ──run──▶ running ──last row──▶ done ──a month──▶ deleted
//        │               │  ▲ no beat for 30 s: another run goes on with the rows that are open
//        └──stopped──────┘  └──failed, with a code
//
// Always true: a row that was run twice was done once, because its action has a key of the row. A finished row keeps no
// typed value.
//
// Elsewhere: running a row (back-office/import-run.ts), the SQL (imports.store.ts).

import { randomUUID } from 'node:crypto';

import type { Database, Queryable, Transaction } from '@chaba/database';

import * as store from './imports.store.ts';

export {
  type CountedImport,
  findImport,
  insertImport as createImport,
  listRows as listImportRows,
  type NewImportRow,
} from './imports.store.ts';

const STALE_SECONDS = 30;
const TRIES_MAX = 5;
const LISTED_MAX = 50;
const ROWS_AT_ONCE = 20;
const KEPT_DAYS = 30;
/** The outcome of rows of a job that ended before them. */
export const NOT_RUN = 'not_run';

/** The newest first. */
export function listImports(database: Queryable, siteId: number, action: string): Promise<store.CountedImport[]> {
  return store.listImports(database, siteId, { action, limit: LISTED_MAX });
}

/** False: it ended before. Rows that are being run are finished. */
export function stopImport(tx: Transaction, siteId: number, importId: bigint): Promise<boolean> {
  return store.endImport(tx, siteId, { importId, runId: undefined, state: 'stopped', left: NOT_RUN });
}

/** Jobs of a month ago and their rows are deleted. */
export function deleteOldImports(database: Database): Promise<number> {
  return store.deleteOld(database, KEPT_DAYS);
}

/** A reason why a job cannot go on. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly failure: 'ACCESS_ENDED' | 'NO_PROGRESS';

  constructor(failure: ImportError['failure']) {
    super(failure);
    this.failure = failure;
  }
}

type Run = {
  /** Does a row and returns its outcome; the same row may come again. */
  readonly runRow: (job: store.StoredImport, row: store.OpenImportRow) => Promise<string>;
  /** A stopping process leaves the job to another run. */
  readonly isStopping: () => boolean;
  readonly onError: (error: unknown, importId: bigint) => void;
};

/** Runs jobs of a site until none is left, the oldest first. A job that another run left behind goes on. */
export async function runImports(database: Database, siteId: number, of: Run): Promise<void> {
  while (!of.isStopping()) {
    const runId = randomUUID();
    const claim = { runId, staleSeconds: STALE_SECONDS };
    const job = await database.transaction((tx) => store.claimImport(tx, siteId, claim));
    if (job === undefined) return;
    await runJob(database, siteId, { ...of, runId, job });
  }
}

async function runJob(
  database: Database,
  siteId: number,
  of: Run & { readonly runId: string; readonly job: store.StoredImport & { readonly attempts: number } },
): Promise<void> {
  const { runId, job, runRow } = of;
  const { importId } = job;
  try {
    if (job.attempts > TRIES_MAX) throw new ImportError('NO_PROGRESS');
    while (!of.isStopping()) {
      const rows = await store.listOpenRows(database, siteId, { importId, limit: ROWS_AT_ONCE });
      if (rows.length === 0) {
        await database.transaction((tx) =>
          store.endImport(tx, siteId, { importId, runId, state: 'done', left: NOT_RUN }),
        );
        return;
      }
      const outcomes: store.RunOutcome[] = [];
      for (const row of rows) outcomes.push({ rowNo: row.rowNo, outcome: await runRow(job, row) });
      const done = { importId, runId, outcomes, notRun: NOT_RUN };
      if (!(await database.transaction((tx) => store.saveOutcomes(tx, siteId, done)))) return;
    }
  } catch (error) {
    // Another run goes on after an unexpected error, and at last fails the job.
    if (!(error instanceof ImportError)) return of.onError(error, importId);
    const { failure } = error;
    await database.transaction((tx) =>
      store.endImport(tx, siteId, { importId, runId, state: 'failed', failure, left: NOT_RUN }),
    );
  }
}
