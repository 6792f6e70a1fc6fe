// Reports as data: name, permission, columns, parameters, and the report that a row opens.
//
// Always true: an address names a report and its parameters; any other word is rejected by its name. A column with a
// permission of its own is absent for other roles.
//
// Elsewhere: the rows (modules/reports), the shape of an answer (report-wire.ts).

import type { Permission } from './roles.ts';

/**
 * `day`: YYYY-MM-DD. `amount`: decimal baht. `share`: a percentage with one digit. `account`: the name of a ledger
 * account. `member`: a reference such as M00000012. `action`: the name of an action. `outcome`: done, requested or
 * refused.
 */
export type ReportColumnKind =
  | 'text'
  | 'day'
  | 'time'
  | 'amount'
  | 'count'
  | 'share'
  | 'seconds'
  | 'account'
  | 'member'
  | 'action'
  | 'outcome';

export type ReportColumn = {
  readonly id: string;
  readonly kind: ReportColumnKind;
  readonly permission?: Permission;
  /** The last row shows its sum. */
  readonly isSummed?: true;
};

export const reportParams = [
  'unit',
  'sort',
  'provider',
  'fromKind',
  'toKind',
  'reason',
  'before',
  'operator',
  'action',
] as const;
export type ReportParam = (typeof reportParams)[number];

export type ReportEntry = {
  readonly permission: Permission;
  readonly columns: readonly ReportColumn[];
  /** Beside `from` and `to`, two days that are included. */
  readonly params: readonly ReportParam[];
  /** Days between `from` and `to` at most. */
  readonly daysMax: number;
  /** The report that a row opens, with these cells as parameters beside those of the page. */
  readonly opens?: { readonly report: string; readonly cells: readonly string[] };
  /** Read from entries up to now, not from sums. */
  readonly isLive?: true;
  /** Opened from another report only. */
  readonly isInner?: true;
};

const defineReport = <const Entry extends ReportEntry>(entry: Entry): Entry => entry;

const text = (id: string) => ({ id, kind: 'text' }) as const;
const day = (id: string) => ({ id, kind: 'day' }) as const;
const amount = (id: string) => ({ id, kind: 'amount', isSummed: true }) as const;
const count = (id: string) => ({ id, kind: 'count', isSummed: true }) as const;
const played = (id: string) => ({ ...amount(id), permission: 'reports.play' }) as const;

const YEAR = 366;
const MONTH = 31;

export const reports = {
  money: defineReport({
    permission: 'reports.money',
    params: ['unit'],
    daysMax: YEAR,
    columns: [
      day('from'),
      day('to'),
      amount('deposits'),
      amount('withdrawals'),
      amount('net'),
      played('ggr'),
      played('tips'),
      played('gifts'),
      count('registered'),
    ],
    opens: { report: 'movements', cells: ['from', 'to'] },
  }),
  movements: defineReport({
    permission: 'reports.money',
    params: [],
    daysMax: YEAR,
    columns: [
      { id: 'fromKind', kind: 'account' },
      { id: 'toKind', kind: 'account' },
      text('reason'),
      count('transfers'),
      { id: 'amount', kind: 'amount' },
    ],
    opens: { report: 'transfers', cells: ['fromKind', 'toKind', 'reason'] },
  }),
  transfers: defineReport({
    permission: 'reports.money',
    params: ['fromKind', 'toKind', 'reason', 'before'],
    daysMax: YEAR,
    columns: [{ id: 'at', kind: 'time' }, { id: 'member', kind: 'member' }, text('key'), amount('amount')],
    isInner: true,
  }),
  providers: defineReport({
    permission: 'reports.play',
    params: [],
    daysMax: YEAR,
    columns: [
      text('provider'),
      count('bets'),
      amount('stakes'),
      amount('payouts'),
      amount('prizes'),
      amount('ggr'),
      { id: 'share', kind: 'share' },
      amount('tips'),
    ],
    opens: { report: 'games', cells: ['provider'] },
  }),
  games: defineReport({
    permission: 'reports.play',
    params: ['provider'],
    daysMax: MONTH,
    columns: [
      text('game'),
      count('bets'),
      amount('stakes'),
      amount('payouts'),
      amount('prizes'),
      amount('ggr'),
      { id: 'share', kind: 'share' },
    ],
    isInner: true,
  }),
  members: defineReport({
    permission: 'reports.play',
    params: ['sort'],
    daysMax: MONTH,
    columns: [
      { id: 'member', kind: 'member' },
      { ...amount('deposits'), permission: 'reports.money' },
      { ...amount('withdrawals'), permission: 'reports.money' },
      count('bets'),
      amount('stakes'),
      amount('ggr'),
      amount('gifts'),
    ],
  }),
  promotions: defineReport({
    permission: 'reports.play',
    params: [],
    daysMax: MONTH,
    columns: [text('promotion'), count('grants'), count('members'), amount('deposits'), amount('bonuses')],
  }),
  gifts: defineReport({
    permission: 'reports.play',
    params: ['unit'],
    daysMax: YEAR,
    columns: [
      day('from'),
      day('to'),
      amount('bonuses'),
      amount('codes'),
      amount('wheel'),
      amount('cashback'),
      amount('referral'),
      amount('adjustments'),
      amount('gifts'),
    ],
    opens: { report: 'movements', cells: ['from', 'to'] },
  }),
  cashback: defineReport({
    permission: 'reports.play',
    params: ['unit'],
    daysMax: YEAR,
    columns: [day('from'), day('to'), amount('calculated'), amount('claimed'), amount('expired')],
    opens: { report: 'movements', cells: ['from', 'to'] },
  }),
  // A row for each link of a referrer, and one for members who came without a link.
  referrers: defineReport({
    permission: 'reports.play',
    params: [],
    daysMax: MONTH,
    columns: [
      { id: 'member', kind: 'member' },
      text('link'),
      count('registered'),
      count('deposited'),
      count('players'),
      { ...amount('deposits'), permission: 'reports.money' },
      { ...amount('withdrawals'), permission: 'reports.money' },
      { ...amount('net'), permission: 'reports.money' },
      amount('ggr'),
      amount('income'),
    ],
  }),
  referral: defineReport({
    permission: 'reports.play',
    params: ['unit'],
    daysMax: YEAR,
    columns: [day('from'), day('to'), amount('income'), amount('withdrawn'), amount('takenBack')],
    opens: { report: 'movements', cells: ['from', 'to'] },
  }),
  operators: defineReport({
    permission: 'reports.operators',
    params: ['unit', 'operator', 'action'],
    daysMax: MONTH,
    columns: [
      day('from'),
      day('to'),
      text('operator'),
      { id: 'action', kind: 'action' },
      count('done'),
      count('requested'),
      count('refused'),
      count('undone'),
      amount('amount'),
      { id: 'median', kind: 'seconds' },
      { id: 'target', kind: 'seconds' },
      count('overdue'),
    ],
    opens: { report: 'decisions', cells: ['from', 'to', 'operator', 'action'] },
    isLive: true,
  }),
  decisions: defineReport({
    permission: 'reports.operators',
    params: ['operator', 'action'],
    daysMax: MONTH,
    columns: [
      { id: 'at', kind: 'time' },
      text('operator'),
      { id: 'action', kind: 'action' },
      text('subject'),
      { id: 'outcome', kind: 'outcome' },
      text('code'),
      amount('amount'),
      { id: 'waited', kind: 'seconds' },
      { id: 'target', kind: 'seconds' },
      text('reason'),
    ],
    isLive: true,
    isInner: true,
  }),
} as const;

export type ReportName = keyof typeof reports;
export const reportNames = Object.keys(reports) as readonly ReportName[];

export function isReportName(name: string): name is ReportName {
  return Object.hasOwn(reports, name);
}

export const reportUnits = ['day', 'week', 'month'] as const;
export type ReportUnit = (typeof reportUnits)[number];
/** Members: most or least of the house's result, or most deposited. */
export const memberSorts = ['won', 'lost', 'deposits'] as const;
export type MemberReportSort = (typeof memberSorts)[number];
/** Rows of a report at most; the longest ones say that there are more. */
export const REPORT_ROWS_MAX = 400;
