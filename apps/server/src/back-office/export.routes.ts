// Exports over HTTP: a job made, its progress, its cancellation, the parts of its file, and jobs that repeat.
//
// Always true: a job and its entry are one transaction, and so are a download and its entry. A person sees the own jobs
// only, and receives parts only with the permission of the list or report.
//
// Elsewhere: the jobs (modules/exports/exports.ts), their pages (export-run.ts).

import {
  EXPORT_HOUR_MAX,
  EXPORT_KEPT_DAYS,
  exportColumns,
  exportEvery,
  listFileFields,
  REVEALED_KEPT_HOURS,
  type ScheduleRow,
  type ExportFile,
  type ExportPart,
  type ExportRow,
} from '@chaba/contract/back-office/exports';
import { listHiddenFields } from '@chaba/contract/back-office/list-columns';
import { isListName, type ListEntry, lists } from '@chaba/contract/back-office/lists';
import { isReportName, type ReportEntry, reports } from '@chaba/contract/back-office/reports';
import { hasPermission, type Permission } from '@chaba/contract/back-office/roles';

import {
  cancelExport,
  computeReportDays,
  createExport,
  createSchedule,
  type DueExport,
  endSchedule,
  findExport,
  findExportPart,
  listExports,
  listSchedules,
  type NewExport,
  openDownload,
  type StoredExport,
  type StoredSchedule,
} from '#modules/exports';
import { type Acting, appendFileEntry, formatRequest } from '#operators/actions';
import { failOperator, OperatorError } from '#operators/operator-error';
import { loadJobActing } from '#operators/job-session';

import type { BackOfficeContext } from './context.ts';
import { readReport } from './report.routes.ts';
import { type CallBody, type Handlers, readInput, readText, type SiteCall } from './routes.ts';
import { checkTable } from './site.routes.ts';

const KEY_PATTERN = /^[\w-]{8,64}$/;
const NAME_LENGTH_MAX = 40;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ZONE_MS = 7 * 3_600_000;

export function createExportHandlers(
  context: BackOfficeContext,
): Pick<
  Handlers,
  | 'exports'
  | 'startExport'
  | 'cancelExport'
  | 'exportFile'
  | 'exportPart'
  | 'exportSchedules'
  | 'startSchedule'
  | 'endSchedule'
> {
  const { database } = context;
  return {
    async exports({ acting }): Promise<readonly ExportRow[]> {
      return (await listExports(database, acting.siteId, acting.session.operatorId)).map(toRow);
    },
    startExport: (call) => start(context, call),
    async exportSchedules({ acting }): Promise<readonly ScheduleRow[]> {
      return (await listSchedules(database, acting.siteId, acting.session.operatorId)).map(toScheduleRow);
    },
    startSchedule: (call) => startSchedule(context, call),
    endSchedule: (call) => stopSchedule(context, call),
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
  const keptMs = job.requestId === null ? EXPORT_KEPT_DAYS * DAY_MS : REVEALED_KEPT_HOURS * HOUR_MS;
  return {
    export: `E${job.exportId}`,
    kind: job.kind,
    name: job.name,
    params: job.params,
    file: job.fileName,
    state: job.state,
    failure: job.failure,
    rows: job.rowCount,
    request: job.requestId === null ? null : formatRequest(job.requestId),
    createdAt: job.createdAt.toISOString(),
    finishedAt: job.finishedAt?.toISOString() ?? null,
    deletedAt: new Date(job.createdAt.getTime() + keptMs).toISOString(),
  };
}

/** The permission of the list or report, of each column, and of data in full. */
function requireAccess(
  { roles }: Pick<Acting, 'roles'>,
  { kind, name, columns, requestId }: Pick<StoredExport, 'kind' | 'name' | 'columns' | 'requestId'>,
): void {
  const need = (permission: Permission | undefined): void => {
    if (permission === undefined || hasPermission(roles, permission)) return;
    failOperator('PERMISSION_MISSING', { permission });
  };
  need(requestId === null ? 'exports.make' : 'exports.reveal');
  if (kind === 'list') {
    if (!isListName(name)) return failOperator('NOT_FOUND');
    const entry: ListEntry = lists[name];
    need(entry.permission);
    const hidden = listHiddenFields(name, roles);
    return columns.some((field) => hidden.includes(field)) ? failOperator('PERMISSION_MISSING') : undefined;
  }
  if (!isReportName(name)) return failOperator('NOT_FOUND');
  const entry: ReportEntry = reports[name];
  need(entry.permission);
  for (const column of entry.columns) if (columns.includes(column.id)) need(column.permission);
}

async function start(context: BackOfficeContext, { acting, body }: SiteCall): Promise<ExportRow> {
  const { database, config } = context;
  const key = readKey(body);
  const wanted = await readWanted(context, acting, body);
  const fileName = toFileName(wanted.name, new Date(), config);
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

function readKey(body: CallBody): string {
  const key = readText(body, 'key', 64);
  return KEY_PATTERN.test(key) ? key : failOperator('FIELD_INVALID', { field: 'key' });
}

type Wanted = Pick<NewExport, 'kind' | 'name' | 'params' | 'columns'>;

/** The wanted file, with filters and parameters that the list or report has. */
async function readWanted(context: BackOfficeContext, acting: Acting, body: CallBody): Promise<Wanted> {
  const kind = readText(body, 'kind', NAME_LENGTH_MAX);
  const name = readText(body, 'name', NAME_LENGTH_MAX);
  const params = readInput(body, 'params');
  if (kind === 'list') {
    if (!isListName(name) || exportColumns[name] === undefined) return failOperator('FIELD_INVALID', { field: 'name' });
    const { filter, columns } = checkTable(acting, { name, query: params });
    return { kind, name, params: filter, columns: listFileFields(name, acting.roles, columns) };
  }
  if (kind !== 'report') return failOperator('FIELD_INVALID', { field: 'kind' });
  if (!isReportName(name)) return failOperator('FIELD_INVALID', { field: 'name' });
  const { from, to, columns } = await readReport(context, acting, { name, params });
  return { kind, name, params: { ...params, from, to }, columns };
}

const toFileName = (name: string, at: Date, { mode }: Pick<BackOfficeContext['config'], 'mode'>): string =>
  `${name}-${new Date(at.getTime() + ZONE_MS).toISOString().slice(0, 10)}${mode === 'play' ? '-play' : ''}.csv`;

// ── schedules ──

function toScheduleRow(schedule: StoredSchedule): ScheduleRow {
  const { scheduleId, kind, name, params, every, hour, nextAt, endedBecause } = schedule;
  return {
    schedule: `S${scheduleId}`,
    kind,
    name,
    params,
    every,
    hour,
    nextAt: nextAt.toISOString(),
    ended: endedBecause,
  };
}

async function startSchedule(context: BackOfficeContext, { acting, body }: SiteCall): Promise<ScheduleRow> {
  const { database, config } = context;
  const requestKey = readKey(body);
  const every = exportEvery.find((each) => each === body['every']) ?? failOperator('FIELD_INVALID', { field: 'every' });
  const hourText = readText(body, 'hour', 2);
  const hour = /^\d{1,2}$/.test(hourText) ? Number(hourText) : Number.NaN;
  if (!(hour <= EXPORT_HOUR_MAX)) failOperator('FIELD_INVALID', { field: 'hour' });
  const wanted = await readWanted(context, acting, body);
  // The days of a report are those of the period before.
  const { from: _from, to: _to, ...params } = wanted.params;
  const schedule = { ...wanted, params, requestedBy: acting.session.operatorId, requestKey, every, hour };
  return database.transaction(async (tx) => {
    const made = await createSchedule(tx, acting.siteId, schedule);
    if (made === 'too_many') return failOperator('BLOCKED', { reasons: ['schedules_max'] });
    if (!made.exists) {
      await appendFileEntry(tx, acting, {
        action: 'export.schedule',
        subject: `schedule S${made.schedule.scheduleId}`,
        mode: config.mode,
        facts: { kind: wanted.kind, name: wanted.name, every, hour: String(hour), ...params },
      });
    }
    return toScheduleRow(made.schedule);
  });
}

async function stopSchedule(
  { database, config }: BackOfficeContext,
  { acting, params }: SiteCall,
): Promise<readonly ScheduleRow[]> {
  const [, digits] = /^S(\d{1,18})$/.exec(params['schedule'] ?? '') ?? [];
  const of = {
    scheduleId: digits === undefined ? failOperator('NOT_FOUND') : BigInt(digits),
    requestedBy: acting.session.operatorId,
  };
  await database.transaction(async (tx) => {
    if (!(await endSchedule(tx, acting.siteId, of))) failOperator('NOT_FOUND');
    await appendFileEntry(tx, acting, {
      action: 'export.end-schedule',
      subject: `schedule S${of.scheduleId}`,
      mode: config.mode,
      facts: {},
    });
  });
  return (await listSchedules(database, acting.siteId, of.requestedBy)).map(toScheduleRow);
}

/** The job of a due schedule, with the roles of now; undefined: the person sees the data no more. */
export async function prepareDue(
  { database, config }: Pick<BackOfficeContext, 'database' | 'config'>,
  siteId: number,
  schedule: StoredSchedule,
): Promise<DueExport | undefined> {
  const { scheduleId, requestedBy, kind, name, params, every, nextAt } = schedule;
  const acting = await loadJobActing(database, siteId, { operatorId: requestedBy, job: `schedule S${scheduleId}` });
  if (acting === undefined || !maySee(acting, { ...schedule, requestId: null })) return undefined;
  const fileName = toFileName(name, nextAt, config);
  return {
    fileName,
    params: kind === 'report' ? { ...params, ...computeReportDays(every, nextAt) } : params,
    record: (tx, exportId) =>
      appendFileEntry(tx, acting, {
        action: 'export.start',
        subject: `export E${exportId}`,
        mode: config.mode,
        facts: { kind, name, file: fileName, schedule: `S${scheduleId}`, ...params },
      }),
  };
}

function maySee(acting: Acting, of: Parameters<typeof requireAccess>[1]): boolean {
  try {
    requireAccess(acting, of);
    return true;
  } catch (error) {
    if (error instanceof OperatorError) return false;
    throw error;
  }
}

async function openFile({ database, config }: BackOfficeContext, { acting, params }: SiteCall): Promise<ExportFile> {
  const { siteId } = acting;
  const job = (await findExport(database, siteId, toOwn(acting, params))) ?? failOperator('NOT_FOUND');
  requireAccess(acting, job);
  if (job.state !== 'done') failOperator('NOT_WAITING');
  await database.transaction(async (tx) => {
    if (!(await openDownload(tx, siteId, job.exportId))) failOperator('NOT_WAITING');
    await appendFileEntry(tx, acting, {
      action: 'export.download',
      subject: `export E${job.exportId}`,
      mode: config.mode,
      facts: { file: job.fileName, rows: String(job.rowCount) },
    });
  });
  return { name: job.fileName, parts: job.partCount };
}
