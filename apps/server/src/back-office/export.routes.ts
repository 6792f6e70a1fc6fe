// Exports over HTTP: a job made, its progress, its cancellation, the parts of its file.
//
// Always true: a job and its entry are one transaction, and so are a download and its entry. A person sees the own jobs
// only, and receives parts only with the permission of the list or report.
//
// Elsewhere: the jobs (modules/reports/exports.ts), their pages (export-run.ts).

import {
  EXPORT_KEPT_DAYS,
  exportColumns,
  type ExportFile,
  type ExportPart,
  type ExportRow,
} from '@chaba/contract/back-office/exports';
import { isListName, type ListEntry, lists } from '@chaba/contract/back-office/lists';
import { isReportName, type ReportEntry, reports } from '@chaba/contract/back-office/reports';
import { hasPermission, type Permission } from '@chaba/contract/back-office/roles';

import {
  cancelExport,
  createExport,
  findExport,
  findExportPart,
  listExports,
  type NewExport,
  openDownload,
  type StoredExport,
} from '#modules/reports';
import { type Acting, appendFileEntry, failOperator } from '#operators/back-office';

import type { BackOfficeContext } from './context.ts';
import { readReport } from './report.routes.ts';
import { type CallBody, type Handlers, readInput, readText, type SiteCall } from './routes.ts';
import { checkList } from './site.routes.ts';

const KEY_PATTERN = /^[\w-]{8,64}$/;
const NAME_LENGTH_MAX = 40;
const DAY_MS = 86_400_000;
const ZONE_MS = 7 * 3_600_000;

export function createExportHandlers(
  context: BackOfficeContext,
): Pick<Handlers, 'exports' | 'startExport' | 'cancelExport' | 'exportFile' | 'exportPart'> {
  const { database } = context;
  return {
    async exports({ acting }): Promise<readonly ExportRow[]> {
      return (await listExports(database, acting.siteId, acting.session.operatorId)).map(toRow);
    },
    startExport: (call) => start(context, call),
    async cancelExport({ acting, params }): Promise<ExportRow> {
      const own = toOwn(acting, params);
      const isCancelled = await database.transaction((tx) => cancelExport(tx, acting.siteId, own));
      const job = (await findExport(database, acting.siteId, own)) ?? failOperator('NOT_FOUND');
      return isCancelled ? toRow(job) : failOperator('NOT_WAITING');
    },
    exportFile: (call) => openFile(context, call),
    async exportPart({ acting, params }): Promise<ExportPart> {
      const own = toOwn(acting, params);
      const job = (await findExport(database, acting.siteId, own)) ?? failOperator('NOT_FOUND');
      requireAccess(acting, job);
      const partNo = /^\d{1,6}$/.test(params['part'] ?? '') ? Number(params['part']) : failOperator('NOT_FOUND');
      return (await findExportPart(database, acting.siteId, { ...own, partNo })) ?? failOperator('NOT_FOUND');
    },
  };
}

function toOwn({ session }: Acting, params: SiteCall['params']) {
  const [, digits] = /^E(\d{1,18})$/.exec(params['export'] ?? '') ?? [];
  return {
    exportId: digits === undefined ? failOperator('NOT_FOUND') : BigInt(digits),
    requestedBy: session.operatorId,
  };
}

function toRow(job: StoredExport): ExportRow {
  return {
    export: `E${job.exportId}`,
    kind: job.kind,
    name: job.name,
    params: job.params,
    file: job.fileName,
    state: job.state,
    failure: job.failure,
    rows: job.rowCount,
    createdAt: job.createdAt.toISOString(),
    finishedAt: job.finishedAt?.toISOString() ?? null,
    deletedAt: new Date(job.createdAt.getTime() + EXPORT_KEPT_DAYS * DAY_MS).toISOString(),
  };
}

/** The permission of the list or report, and of each column. */
function requireAccess(
  { roles }: Acting,
  { kind, name, columns }: Pick<StoredExport, 'kind' | 'name' | 'columns'>,
): void {
  const need = (permission: Permission | undefined): void => {
    if (permission === undefined || hasPermission(roles, permission)) return;
    failOperator('PERMISSION_MISSING', { permission });
  };
  if (kind === 'list') {
    if (!isListName(name)) return failOperator('NOT_FOUND');
    const entry: ListEntry = lists[name];
    return need(entry.permission);
  }
  if (!isReportName(name)) return failOperator('NOT_FOUND');
  const entry: ReportEntry = reports[name];
  need(entry.permission);
  for (const column of entry.columns) if (columns.includes(column.id)) need(column.permission);
}

async function start(context: BackOfficeContext, { acting, body }: SiteCall): Promise<ExportRow> {
  const { database, config } = context;
  const key = readText(body, 'key', 64);
  if (!KEY_PATTERN.test(key)) failOperator('FIELD_INVALID', { field: 'key' });
  const wanted = await readWanted(context, acting, body);
  const day = new Date(Date.now() + ZONE_MS).toISOString().slice(0, 10);
  const fileName = `${wanted.name}-${day}${config.mode === 'play' ? '-play' : ''}.csv`;
  const job = { ...wanted, requestedBy: acting.session.operatorId, requestKey: key, fileName };
  return database.transaction(async (tx) => {
    const made = await createExport(tx, acting.siteId, job);
    if (made === 'too_many') return failOperator('BLOCKED', { reasons: ['exports_open'] });
    if (!made.exists) {
      await appendFileEntry(tx, acting, {
        action: 'export.start',
        subject: `export E${made.job.exportId}`,
        mode: config.mode,
        facts: { kind: job.kind, name: job.name, file: fileName, ...job.params },
      });
    }
    return toRow(made.job);
  });
}

type Wanted = Pick<NewExport, 'kind' | 'name' | 'params' | 'columns'>;

/** The wanted file, with filters and parameters that the list or report has. */
async function readWanted(context: BackOfficeContext, acting: Acting, body: CallBody): Promise<Wanted> {
  const kind = readText(body, 'kind', NAME_LENGTH_MAX);
  const name = readText(body, 'name', NAME_LENGTH_MAX);
  const params = readInput(body, 'params');
  if (kind === 'list') {
    const columns = isListName(name) ? exportColumns[name] : undefined;
    if (!isListName(name) || columns === undefined) return failOperator('FIELD_INVALID', { field: 'name' });
    checkList(acting, { name, query: params });
    return { kind, name, params, columns };
  }
  if (kind !== 'report') return failOperator('FIELD_INVALID', { field: 'kind' });
  if (!isReportName(name)) return failOperator('FIELD_INVALID', { field: 'name' });
  const { from, to, columns } = await readReport(context, acting, { name, params });
  return { kind, name, params: { ...params, from, to }, columns };
}

async function openFile({ database, config }: BackOfficeContext, { acting, params }: SiteCall): Promise<ExportFile> {
  const { siteId } = acting;
  const job = (await findExport(database, siteId, toOwn(acting, params))) ?? failOperator('NOT_FOUND');
  requireAccess(acting, job);
  if (job.state !== 'done') failOperator('NOT_WAITING');
  await database.transaction(async (tx) => {
    await openDownload(tx, siteId, job.exportId);
    await appendFileEntry(tx, acting, {
      action: 'export.download',
      subject: `export E${job.exportId}`,
      mode: config.mode,
      facts: { file: job.fileName, rows: String(job.rowCount) },
    });
  });
  return { name: job.fileName, parts: job.partCount };
}
