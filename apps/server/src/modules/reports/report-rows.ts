// The rows of a report: its parameters, its span, its rows.
//
// Always true: a report reaches to the end of the last summed hour, so that a figure and the rows below it agree. Only
// reports of entries reach to now.
//
// Elsewhere: reports as data (packages/contract/src/back-office/reports.ts), the SQL (report-rows.store.ts).

import { daySchema } from '@chaba/contract/amounts';
import { actionNames } from '@chaba/contract/back-office/actions';
import {
  memberSorts,
  REPORT_ROWS_MAX,
  type ReportEntry,
  type ReportName,
  type ReportParam,
  reports,
  reportUnits,
} from '@chaba/contract/back-office/reports';
import type { Queryable } from '@chaba/database';

import * as operatorStore from './operator-report.store.ts';
import { listReferrers } from './referrer-report.store.ts';
import * as store from './report-rows.store.ts';
import { findProgress } from './reports.store.ts';

export type { ReportCells } from './report-rows.store.ts';

/** Texts of the address. Days are Bangkok's and included. */
export type ReportParams = Readonly<Partial<Record<ReportParam | 'from' | 'to', string>>>;

export type LoadedReport = {
  readonly from: string;
  readonly to: string;
  readonly hoursUntil: Date | undefined;
  readonly rows: readonly store.ReportCells[];
  readonly next: string | undefined;
  readonly isCut: boolean;
};

/** A parameter that no report can be made of, by its name. */
export class ReportParamError extends Error {
  override readonly name = 'ReportParamError';
  readonly param: string;

  constructor(param: string) {
    super(`the parameter ${param} has no meaning`);
    this.param = param;
  }
}

const DAY_MS = 86_400_000;
const ZONE_MS = 7 * 3_600_000;
/** Rows of a page, and of a report without pages. */
export type ReportSize = { readonly pageRows: number; readonly rowsMax: number };
const SCREEN: ReportSize = { pageRows: 50, rowsMax: REPORT_ROWS_MAX };
const REASON_LENGTH_MAX = 60;
const PROVIDER_LENGTH_MAX = 80;
const OPERATOR_LENGTH_MAX = 40;

/**
 * Reads a report of a site.
 * @throws ReportParamError for a parameter that the report does not have or cannot use.
 */
export async function loadReport(
  database: Queryable,
  siteId: number,
  {
    name,
    params,
    size = SCREEN,
    now = new Date(),
  }: { readonly name: ReportName; readonly params: ReportParams; readonly size?: ReportSize; readonly now?: Date },
): Promise<LoadedReport> {
  const entry: ReportEntry = reports[name];
  for (const each of Object.keys(params)) {
    const isKnown = each === 'from' || each === 'to' || (entry.params as readonly string[]).includes(each);
    if (!isKnown) throw new ReportParamError(each);
  }
  const { from, to } = readDays(params, entry, now);
  const read = READERS[name](params, size);
  const hoursUntil = (await findProgress(database, siteId))?.hoursUntil;
  const dayEnd = toStart(to).getTime() + DAY_MS;
  const end = new Date(entry.isLive === true ? dayEnd : Math.min(dayEnd, hoursUntil?.getTime() ?? 0));
  const span = { from: toStart(from), to: end };
  const rows = end > span.from ? await read(database, siteId, { from, to, span }) : [];
  const isPaged = name === 'transfers';
  const shown = rows.slice(0, size.rowsMax);
  return {
    from,
    to,
    hoursUntil,
    rows: shown,
    next: isPaged && rows.length === size.pageRows ? toCursor(rows.at(-1)) : undefined,
    isCut: rows.length > size.rowsMax,
  };
}

type ReportDays = {
  readonly from: string;
  readonly to: string;
  readonly span: { readonly from: Date; readonly to: Date };
};
type RowsOf<Query> = (database: Queryable, siteId: number, query: Query) => Promise<store.ReportCells[]>;
/** Parses the parameters, also where no row is read. */
type Reader = (params: ReportParams, size: ReportSize) => RowsOf<ReportDays>;

const byPeriod =
  (list: RowsOf<store.PeriodQuery>): Reader =>
  (params) => {
    const unit = readChoice('unit', params.unit, reportUnits);
    return (database, siteId, days) => list(database, siteId, { ...days, unit });
  };

const READERS: Readonly<Record<ReportName, Reader>> = {
  money: byPeriod(store.listMoney),
  gifts: byPeriod(store.listGifts),
  cashback: byPeriod(store.listCashback),
  referral: byPeriod(store.listReferral),
  movements:
    () =>
    (database, siteId, { span }) =>
      store.listMovements(database, siteId, span),
  transfers(params, { pageRows: limit }) {
    const query = {
      fromKind: readKind('fromKind', params.fromKind),
      toKind: readKind('toKind', params.toKind),
      reason: readText('reason', params.reason, REASON_LENGTH_MAX),
      before: params.before === undefined ? undefined : readCursor(params.before),
      limit,
    };
    return (database, siteId, { span }) => store.listTransfers(database, siteId, { ...query, span });
  },
  providers:
    () =>
    (database, siteId, { span }) =>
      store.listProviders(database, siteId, span),
  games(params, { rowsMax }) {
    const query = { provider: readText('provider', params.provider, PROVIDER_LENGTH_MAX), limit: rowsMax + 1 };
    return (database, siteId, { span }) => store.listGames(database, siteId, { ...query, span });
  },
  members(params, { rowsMax }) {
    const query = { sort: readChoice('sort', params.sort, memberSorts), limit: rowsMax + 1 };
    return (database, siteId, { from, to }) => store.listMemberResults(database, siteId, { ...query, from, to });
  },
  referrers:
    () =>
    (database, siteId, { from, to }) =>
      listReferrers(database, siteId, { from, to, limit: REPORT_ROWS_MAX + 1 }),
  promotions:
    () =>
    (database, siteId, { span }) =>
      store.listPromotions(database, siteId, span),
  operators(params, { rowsMax }) {
    const query = {
      ...readWork(params),
      unit: readChoice('unit', params.unit, reportUnits),
      limit: rowsMax + 1,
    };
    return (database, siteId, days) => operatorStore.listOperatorWork(database, siteId, { ...days, ...query });
  },
  decisions(params, { rowsMax }) {
    const query = { ...readWork(params), limit: rowsMax + 1 };
    return (database, siteId, { span }) => operatorStore.listDecisions(database, siteId, { ...query, span });
  },
};

/** The beginning of a Bangkok day. */
const toStart = (day: string): Date => new Date(Date.parse(`${day}T00:00:00Z`) - ZONE_MS);
/** The Bangkok day of a moment. */
export const toDay = (at: Date): string => new Date(at.getTime() + ZONE_MS).toISOString().slice(0, 10);

/** Without days: the week that ends today. */
function readDays(
  params: ReportParams,
  { daysMax }: ReportEntry,
  now: Date,
): { readonly from: string; readonly to: string } {
  const to = readDay('to', params.to ?? toDay(now));
  const from = readDay('from', params.from ?? toDay(new Date(toStart(to).getTime() - 6 * DAY_MS)));
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  if (days < 0 || days >= daysMax) throw new ReportParamError('from');
  return { from, to };
}

function readDay(param: string, text: string): string {
  const day = daySchema.safeParse(text);
  if (!day.success) throw new ReportParamError(param);
  return day.data;
}

function readChoice<Value extends string>(param: string, text: string | undefined, values: readonly Value[]): Value {
  const found = text === undefined ? values[0] : values.find((each) => each === text);
  if (found === undefined) throw new ReportParamError(param);
  return found;
}

/** Actions, and decisions about requests; a sign-in or a file is no work on an item. */
const WORK: readonly string[] = [...actionNames, 'request.approved', 'request.rejected', 'request.withdrawn'];

function readWork({ operator, action }: ReportParams) {
  const isKnown = action === undefined || action === '' || WORK.includes(action);
  if (!isKnown) throw new ReportParamError('action');
  return {
    operator:
      operator === undefined || operator === '' ? undefined : readText('operator', operator, OPERATOR_LENGTH_MAX),
    action: action === '' ? undefined : action,
    actions: WORK,
  };
}

function readKind(param: string, text = ''): number {
  if (!/^\d{1,3}$/.test(text)) throw new ReportParamError(param);
  return Number(text);
}

function readText(param: string, text: string | undefined, most: number): string {
  if (text === undefined || text.length > most) throw new ReportParamError(param);
  return text;
}

function readCursor(text: string): store.TransferQuery['before'] {
  const [, ms, owner, transfer] = /^(\d{1,15})\.(\d{1,18})\.(\d{1,18})$/.exec(text) ?? [];
  if (ms === undefined || owner === undefined || transfer === undefined) throw new ReportParamError('before');
  return { ms: BigInt(ms), owner: BigInt(owner), transfer: BigInt(transfer) };
}

function toCursor(row: store.ReportCells | undefined): string | undefined {
  return row === undefined ? undefined : `${String(row['ms'])}.${String(row['owner'])}.${String(row['transfer'])}`;
}
