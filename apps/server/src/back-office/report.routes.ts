// The dashboard and the reports: figures of money and of play, each for the roles that have its permission.
//
// Elsewhere: the figures (modules/reports), their names (packages/contract/src/back-office/report-wire.ts).

import {
  type DashboardFacts,
  type ReportAnswer,
  type ReportFigures,
  type ReportFile,
  type ReportRow,
  moneyFigures,
  playFigures,
} from '@chaba/contract/back-office/report-wire';
import {
  isReportName,
  type ReportColumn,
  type ReportEntry,
  type ReportName,
  reports,
} from '@chaba/contract/back-office/reports';
import { hasPermission, type Permission, type Role } from '@chaba/contract/back-office/roles';
import { type Money, subtract } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { formatReference } from '#core/references';
import { getReplicaReads } from '#core/replica';
import { findStatus } from '#modules/operations';
import {
  type DaySums,
  loadDashboard,
  loadReport,
  type ReportCells,
  ReportParamError,
  type ReportSize,
  toCsvHead,
  toCsvLine,
} from '#modules/reports';
import { toWireAmount } from '#core/wire-amount';
import { type Acting, recordFile } from '#operators/actions';
import { failOperator } from '#operators/operator-error';
import { loadChainHead } from '#operators/audit-chain';

import type { BackOfficeContext } from './context.ts';
import { type Handlers, readInput, type SiteCall } from './routes.ts';

export function createReportHandlers(
  context: BackOfficeContext,
): Pick<Handlers, 'dashboard' | 'report' | 'reportFile'> {
  return {
    dashboard: (call) => readDashboard(context, call),
    report: ({ acting, params, query }) => readReport(context, acting, { name: params['report'], params: query }),
    async reportFile({ acting, params, body }): Promise<ReportFile> {
      const given = { name: params['report'], params: readInput(body, 'params') };
      const answer = await readReport(context, acting, given);
      return writeReportFile(context, acting, { name: given.name ?? '', answer });
    },
  };
}

/** `size`: rows of a page, and of a report without pages; absent: those of a page of the screen. */
export async function readReport(
  { database }: BackOfficeContext,
  { siteId, roles }: Acting,
  {
    name = '',
    params,
    size,
  }: {
    readonly name: string | undefined;
    readonly params: Readonly<Record<string, string>>;
    readonly size?: ReportSize;
  },
): Promise<ReportAnswer> {
  if (!isReportName(name)) return failOperator('NOT_FOUND');
  const entry: ReportEntry = reports[name];
  requirePermission(roles, entry.permission);
  const columns = entry.columns.filter(
    ({ permission }) => permission === undefined || hasPermission(roles, permission),
  );
  const found = await loadReport(database, siteId, { name, params, ...(size === undefined ? {} : { size }) }).catch(
    (error: unknown) => {
      if (error instanceof ReportParamError) return failOperator('PARAMETER_INVALID', { field: error.param });
      throw error;
    },
  );
  return {
    asOf: new Date().toISOString(),
    hoursUntil: found.hoursUntil?.toISOString() ?? null,
    from: found.from,
    to: found.to,
    columns: columns.map(({ id }) => id),
    rows: found.rows.map((row) =>
      Object.fromEntries(columns.map((column) => [column.id, toCell(column, row[column.id])])),
    ),
    totals: toTotals(columns, found.rows),
    next: found.next ?? null,
    isCut: found.isCut,
    head: await loadChainHead(database, siteId),
  };
}

function requirePermission(roles: readonly Role[], permission: Permission): void {
  if (!hasPermission(roles, permission)) failOperator('PERMISSION_MISSING', { permission });
}

/** Undefined and null are nothing to show. */
function toCell({ kind }: ReportColumn, value: ReportCells[string] | undefined): string | null {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.toISOString();
  if (kind === 'amount') return toWireAmount(BigInt(value) as Money);
  if (kind === 'member') return formatReference('member', BigInt(value));
  // Tenths of a percent.
  if (kind === 'share') return `${Number(value) < 0 ? '-' : ''}${toTenths(Math.abs(Number(value)))}`;
  return String(value);
}

const toTenths = (tenths: number): string => `${Math.floor(tenths / 10)}.${tenths % 10}`;

function toTotals(columns: readonly ReportColumn[], rows: readonly ReportCells[]): ReportRow {
  return Object.fromEntries(
    columns
      .filter(({ isSummed }) => isSummed === true)
      .map((column) => [
        column.id,
        toCell(
          column,
          rows.reduce((sum, row) => sum + BigInt(row[column.id] as number | bigint), 0n),
        ),
      ]),
  );
}

const ACCOUNTS = new Map(Object.values(chart).map(({ kind, name }) => [String(kind), name]));

/** A function that writes a row of a report as a line of a file. */
export function createReportLines(name: ReportName, columns: readonly string[]): (row: ReportRow) => string {
  const entry: ReportEntry = reports[name];
  const kinds = new Map(entry.columns.map(({ id, kind }) => [id, kind]));
  const isNumber = (id: string): boolean => ['amount', 'count', 'share', 'seconds'].includes(kinds.get(id) ?? '');
  const nameOf = (id: string, text: string): string =>
    kinds.get(id) === 'account' ? (ACCOUNTS.get(text) ?? text) : text;
  return (row) => toCsvLine(columns.map((id) => ({ text: nameOf(id, row[id] ?? ''), isNumber: isNumber(id) })));
}

/** The file of a report; its entry stands before it is sent. */
async function writeReportFile(
  { database, config }: BackOfficeContext,
  acting: Acting,
  { name, answer }: { readonly name: string; readonly answer: ReportAnswer },
): Promise<ReportFile> {
  const toLine = createReportLines(name as ReportName, answer.columns);
  const file = `${name}-${answer.from}-${answer.to}${config.mode === 'play' ? '-play' : ''}.csv`;
  await recordFile(database, acting, {
    action: 'report.file',
    subject: `report ${name}`,
    file,
    rows: answer.rows.length,
    mode: config.mode,
  });
  return { name: file, text: [toCsvHead(answer.columns), ...answer.rows.map(toLine), toLine(answer.totals)].join('') };
}

async function readDashboard(context: BackOfficeContext, { acting }: SiteCall): Promise<DashboardFacts> {
  const { database, config } = context;
  const { siteId, roles } = acting;
  const isBackupExpected = config.mode === 'licensed';
  const [found, status] = await Promise.all([
    loadDashboard(database, siteId),
    findStatus(database, {
      isBackupExpected,
      isStandbyRequired: config.isSyncRequired,
      replica: getReplicaReads(context),
    }),
  ]);
  const pick = (sums: DaySums | undefined): ReportFigures => toFigures(sums, roles);
  return {
    asOf: found.asOf.toISOString(),
    hoursUntil: found.hoursUntil?.toISOString() ?? null,
    slicesUntil: found.slicesUntil?.toISOString() ?? null,
    isBehind: found.isBehind,
    today: pick(found.today),
    comparedUntil: found.comparedUntil.toISOString(),
    yesterday: pick(found.yesterday),
    lastWeek: pick(found.lastWeek),
    hours: found.hours.map(({ day, hourOfDay, ...sums }) => ({ day, hour: hourOfDay, ...pick(sums) })),
    ...(hasPermission(roles, 'reports.play')
      ? {
          providers: found.providers.map(({ provider, stakes, ggr }) => ({
            provider,
            stakes: toWireAmount(stakes),
            ggr: toWireAmount(ggr),
          })),
        }
      : {}),
    level: status.level,
  };
}

const listFigures = (roles: readonly Role[]) => [
  ...(hasPermission(roles, 'reports.money') ? moneyFigures : []),
  ...(hasPermission(roles, 'reports.play') ? playFigures : []),
];

function toFigures(sums: DaySums | undefined, roles: readonly Role[]): ReportFigures {
  if (sums === undefined) return {};
  const all = {
    deposits: toWireAmount(sums.deposits),
    withdrawals: toWireAmount(sums.withdrawals),
    net: toWireAmount(subtract(sums.deposits, sums.withdrawals)),
    ggr: toWireAmount(sums.ggr),
    gifts: toWireAmount(sums.gifts),
    players: String(sums.players),
    registered: String(sums.registered),
  };
  return Object.fromEntries(listFigures(roles).map((name) => [name, all[name]]));
}
