// Figures of the dashboard and the reports.
//
// Always true: figures come from the sums (rollups.ts) and the balances of the house, never from a growing table. An
// amount of today is the balance now less the balance at the beginning of the day, so it is of this moment.
//
// Elsewhere: the SQL (reports.store.ts), who sees which figure (back-office/report.routes.ts).

import type { Queryable } from '@chaba/database';

import * as store from './reports.store.ts';

export { toCsvHead, toCsvLine } from './csv.ts';
export { loadMemberStatement, type MemberLine } from './member-statement.ts';
export { loadReport, type ReportCells, ReportParamError, type ReportSize } from './report-rows.ts';
export { addSums, recountDays } from './rollups.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const ZONE_MS = 7 * HOUR_MS;

/** Sums of a span: what moved between the house and members, in ten-thousandths of a baht. */
export type DaySums = store.HouseSums & { readonly players: number; readonly registered: number };

type TodayFigures = {
  readonly asOf: Date;
  readonly hoursUntil: Date | undefined;
  readonly slicesUntil: Date | undefined;
  /** The sums end before the day began. */
  readonly isBehind: boolean;
  readonly today: DaySums | undefined;
  readonly comparedUntil: Date;
  readonly yesterday: DaySums;
  readonly lastWeek: DaySums;
  readonly hours: readonly (store.HourSums & { readonly day: 'today' | 'yesterday'; readonly hourOfDay: number })[];
  readonly providers: readonly store.ProviderSums[];
};

/** The beginning of the Bangkok day. */
export function getDayStart(at: Date): Date {
  return new Date(Math.floor((at.getTime() + ZONE_MS) / DAY_MS) * DAY_MS - ZONE_MS);
}

/**
 * Today up to now, beside the same hours of yesterday and of the day a week ago. Hours are full ones: amounts of the
 * days before reach to the full hour nearest to now.
 */
export async function loadDashboard(database: Queryable, siteId: number, now = new Date()): Promise<TodayFigures> {
  const start = getDayStart(now);
  const comparedUntil = new Date(Math.round(now.getTime() / HOUR_MS) * HOUR_MS);
  const progress = await store.findProgress(database, siteId);
  const before = (days: number, moment: Date): Date => new Date(moment.getTime() - days * DAY_MS);
  const isBehind = progress !== undefined && progress.hoursUntil < start;
  const [today, yesterday, lastWeek, hours, providers] = await Promise.all([
    progress === undefined || isBehind ? undefined : loadToday(database, siteId, start),
    store.sumSpan(database, siteId, { from: before(1, start), to: before(1, comparedUntil) }),
    store.sumSpan(database, siteId, { from: before(7, start), to: before(7, comparedUntil) }),
    store.listHours(database, siteId, { from: before(1, start), to: new Date(start.getTime() + DAY_MS) }),
    store.sumProviders(database, siteId, { from: start, to: now }),
  ]);
  return {
    asOf: now,
    hoursUntil: progress?.hoursUntil,
    slicesUntil: progress?.slicesUntil,
    isBehind,
    today,
    comparedUntil,
    yesterday,
    lastWeek,
    hours: hours.map((sums) => ({
      ...sums,
      day: sums.hour < start ? 'yesterday' : 'today',
      hourOfDay: Math.floor(((sums.hour.getTime() + ZONE_MS) % DAY_MS) / HOUR_MS),
    })),
    providers,
  };
}

async function loadToday(database: Queryable, siteId: number, start: Date): Promise<DaySums> {
  const [sums, counts] = await Promise.all([
    store.sumSinceBalance(database, siteId, start),
    store.countSpan(database, siteId, { from: start, to: new Date(start.getTime() + DAY_MS) }),
  ]);
  return { ...sums, ...counts };
}
