// The pages of an export: rows of a list or a report, as lines of a file.
//
// Always true: a page is read with the roles that the person has now; a person who lost them gets no file. Rows are
// masked as in the list, except in the file of an approved request, whose members are recorded with each page. Members
// on a break are in no file of a person who has the role of marketing alone. Reads go to the replica if there is one.
//
// Elsewhere: jobs and cursors (modules/exports/exports.ts), calls (export.routes.ts).

import { isDeepStrictEqual } from 'node:util';

import { exportColumns, listFileFields } from '@chaba/contract/back-office/exports';
import { listHiddenFields } from '@chaba/contract/back-office/list-columns';
import { isListName } from '@chaba/contract/back-office/lists';
import { isReportName } from '@chaba/contract/back-office/reports';
import { hasPermission } from '@chaba/contract/back-office/roles';
import type { Database } from '@chaba/database';

import { assert } from '#core/domain-error';
import { parseReference } from '#core/references';
import { getReplicaReads } from '#core/replica';
import { ExportError, type ExportPage, makeDueExports, runExports, type StoredExport } from '#modules/exports';
import { toCsvHead, toCsvLine } from '#modules/reports';
import { listSites } from '#modules/site';
import { type Acting } from '#operators/actions';
import { loadJobActing } from '#operators/job-session';
import { loadRevealedExport } from '#operators/export-actions';
import { OperatorError } from '#operators/operator-error';

import type { BackOfficeContext } from './context.ts';
import { prepareDue } from './export.routes.ts';
import { type IdentityFormat, inFull, masked } from './identity-format.ts';
import { createReportLines, readReport } from './report.routes.ts';
import { readList } from './site.routes.ts';

const PAGE_ROWS = 1_000;
const DUE_EVERY_MS = 15_000;
/** Rows of a report that has no pages. */
const REPORT_ROWS_MAX = 50_000;
const AMOUNTS: ReadonlySet<string> = new Set(['amount', 'deposits', 'withdrawals', 'playable']);

export type ExportRunner = { run(): Promise<void>; stop(): Promise<void> };

/** Makes the jobs that are due and writes all jobs of all sites; a second call while one runs does nothing. */
export function createExportRunner(
  context: BackOfficeContext,
  {
    pageRows = PAGE_ROWS,
    getNow = () => new Date(),
  }: { readonly pageRows?: number; readonly getNow?: () => Date } = {},
): ExportRunner {
  let isStopping = false;
  let running: Promise<void> | undefined;
  const reads = openReads(context);
  let dueReadAt = 0;
  const runAll = async (): Promise<void> => {
    const isDueTime = Date.now() - dueReadAt >= DUE_EVERY_MS;
    if (isDueTime) dueReadAt = Date.now();
    for (const { id } of await listSites(context.database)) {
      if (isDueTime) {
        await makeDueExports(context.database, id, {
          now: getNow(),
          prepare: (schedule) => prepareDue(context, id, schedule),
        });
      }
      await runExports(context.database, id, {
        readPage: (job) => readPage(reads, id, { job, pageRows }),
        isStopping: () => isStopping,
        onError: (error, exportId) =>
          context.log.error({ err: error, site: id, export: String(exportId) }, 'export failed'),
      });
    }
  };
  return {
    run() {
      running ??= runAll().finally(() => {
        running = undefined;
      });
      return running;
    },
    async stop() {
      isStopping = true;
      await running?.catch(() => undefined);
    },
  };
}

/** The context whose single reads go to the replica. */
function openReads(context: BackOfficeContext): BackOfficeContext {
  const replica = getReplicaReads(context);
  const database: Database = {
    ...context.database,
    rows: (query) => replica.rows(query),
    one: (query) => replica.one(query),
    oneOrNone: (query) => replica.oneOrNone(query),
  };
  return { ...context, database };
}

async function readPage(
  context: BackOfficeContext,
  siteId: number,
  { job, pageRows }: { readonly job: StoredExport; readonly pageRows: number },
): Promise<ExportPage> {
  const acting = await loadJobActing(context.database, siteId, {
    operatorId: job.requestedBy,
    job: `export E${job.exportId}`,
  });
  if (acting === undefined) throw new ExportError('ACCESS_ENDED');
  try {
    const page = await (job.kind === 'list' ? readListPage : readReportPage)(context, acting, { job, pageRows });
    return { ...page, text: job.cursor === null ? toCsvHead(job.columns) + page.text : page.text };
  } catch (error) {
    if (error instanceof OperatorError && error.code === 'PERMISSION_MISSING') throw new ExportError('ACCESS_ENDED');
    throw error;
  }
}

type Paging = { readonly job: StoredExport; readonly pageRows: number };

async function readListPage(
  context: BackOfficeContext,
  acting: Acting,
  { job, pageRows }: Paging,
): Promise<ExportPage> {
  const { name, params, columns, cursor } = job;
  if (!isListName(name) || exportColumns[name] === undefined) throw new ExportError('FAILED');
  const hidden = listHiddenFields(name, acting.roles);
  if (columns.some((field) => hidden.includes(field))) throw new ExportError('ACCESS_ENDED');
  const query = { ...params, ...(cursor === null ? {} : { before: cursor }) };
  const format = await findFormat(context, acting, job);
  const page = await readList(context, acting, { name, query, limit: pageRows, format });
  const rows = (page.rows as readonly Readonly<Record<string, unknown>>[]).filter((row) => mayLeave(acting, name, row));
  const lines = rows.map((row) =>
    toCsvLine(columns.map((id) => ({ text: toText(row[id]), isNumber: AMOUNTS.has(id) }))),
  );
  const members = job.requestId === null ? [] : rows.map(toMemberId);
  return { text: lines.join(''), rows: rows.length, cursor: page.next, members };
}

/** In full for the job of an approved request, where list, filters and columns are the approved ones. */
async function findFormat({ database }: BackOfficeContext, acting: Acting, job: StoredExport): Promise<IdentityFormat> {
  const { requestId, name, params, columns } = job;
  if (requestId === null) return masked;
  if (!hasPermission(acting.roles, 'exports.reveal')) throw new ExportError('ACCESS_ENDED');
  const approved = await database.transaction((tx) => loadRevealedExport(tx, acting.siteId, requestId));
  const fields = listFileFields(approved.list, acting.roles, approved.columns);
  const isApproved =
    approved.list === name && isDeepStrictEqual(approved.filter, params) && isDeepStrictEqual(fields, columns);
  if (!isApproved) throw new ExportError('FAILED');
  return inFull;
}

/** The member of a row, by reference or by id. */
function toMemberId(row: Readonly<Record<string, unknown>>): bigint {
  const id = parseReference('member', String(row['memberId'] ?? row['reference']));
  assert(id !== undefined, 'a row of a list that is written in full names its member');
  return id;
}

function mayLeave({ roles }: Acting, list: string, row: Readonly<Record<string, unknown>>): boolean {
  if (list !== 'members' || !roles.every((role) => role === 'marketing')) return true;
  return row['state'] !== 'break' && row['state'] !== 'excluded';
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(toText).join(' ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
}

async function readReportPage(
  context: BackOfficeContext,
  acting: Acting,
  { job, pageRows }: Paging,
): Promise<ExportPage> {
  const { name, params, columns, cursor } = job;
  if (!isReportName(name)) throw new ExportError('FAILED');
  const answer = await readReport(context, acting, {
    name,
    params: { ...params, ...(cursor === null ? {} : { before: cursor }) },
    size: { pageRows, rowsMax: REPORT_ROWS_MAX },
  });
  if (answer.isCut) throw new ExportError('TOO_MANY_ROWS');
  // A column that the roles lost is missing in the answer.
  if (columns.some((id) => !answer.columns.includes(id))) throw new ExportError('ACCESS_ENDED');
  const toLine = createReportLines(name, columns);
  return { text: answer.rows.map(toLine).join(''), rows: answer.rows.length, cursor: answer.next };
}
