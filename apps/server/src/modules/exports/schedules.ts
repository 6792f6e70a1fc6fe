// Exports that repeat each day, week or month at a Bangkok hour.
//
//     due ──▶ a job as of the page ──▶ due again
//      └─ the roles do not show the data any more ──▶ ended
//
// Always true: a job and the next time of its schedule are one transaction, and the key of the job names the time, so a
// time makes one job. Times that passed while no process ran make one job together.
//
// Elsewhere: writing the file (exports.ts, back-office/export-run.ts), SQL (schedules.store.ts).

import { type ExportEvery, type ScheduleEnd, SCHEDULES_MAX } from '@chaba/contract/back-office/exports';
import type { Database, Queryable, Transaction } from '@chaba/database';

import { insertJob, type NewExport } from './exports.store.ts';
import * as store from './schedules.store.ts';

export type { StoredSchedule } from './schedules.store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ZONE_MS = 7 * HOUR_MS;
const WEEK_DAYS = 7;

/** The first time after a moment: each day, Monday, or the first of the month, at the Bangkok hour. */
function computeNextAt({ every, hour }: { readonly every: ExportEvery; readonly hour: number }, after: Date): Date {
  const local = new Date(after.getTime() + ZONE_MS);
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  // Days since Monday.
  const weekday = (local.getUTCDay() + WEEK_DAYS - 1) % WEEK_DAYS;
  const toTime = (of: readonly [month: number, day: number]): Date =>
    new Date(Date.UTC(year, of[0], of[1], hour) - ZONE_MS);
  const starts = {
    day: [toTime([month, day]), toTime([month, day + 1])],
    week: [toTime([month, day - weekday]), toTime([month, day - weekday + WEEK_DAYS])],
    month: [toTime([month, 1]), toTime([month + 1, 1])],
  } as const;
  const [current, next] = starts[every];
  return current > after ? current : next;
}

/** The days of a report of a schedule: those of the period before, as `YYYY-MM-DD`. */
export function computeReportDays(every: ExportEvery, at: Date): { readonly from: string; readonly to: string } {
  const toDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const today = Math.floor((at.getTime() + ZONE_MS) / DAY_MS) * DAY_MS;
  if (every === 'month') {
    const first = new Date(today);
    const [year, month] = [first.getUTCFullYear(), first.getUTCMonth()];
    return { from: toDay(Date.UTC(year, month - 1, 1)), to: toDay(Date.UTC(year, month, 0)) };
  }
  return { from: toDay(today - (every === 'week' ? WEEK_DAYS : 1) * DAY_MS), to: toDay(today - DAY_MS) };
}

/** Makes a schedule, or returns the one that this key made before. `exists`: nothing new is to be recorded. */
export async function createSchedule(
  tx: Transaction,
  siteId: number,
  schedule: Omit<store.NewSchedule, 'nextAt'>,
): Promise<{ readonly schedule: store.StoredSchedule; readonly exists: boolean } | 'too_many'> {
  const open = await store.countOpen(tx, siteId, schedule.requestedBy);
  const found = await store.findByKey(tx, siteId, schedule);
  if (found !== undefined) return { schedule: found, exists: true };
  if (open >= SCHEDULES_MAX) return 'too_many';
  const nextAt = computeNextAt(schedule, new Date());
  return { schedule: await store.insertSchedule(tx, siteId, { ...schedule, nextAt }), exists: false };
}

export function listSchedules(
  database: Queryable,
  siteId: number,
  requestedBy: string,
): Promise<store.StoredSchedule[]> {
  return store.listSchedules(database, siteId, { requestedBy, limit: 2 * SCHEDULES_MAX });
}

export function endSchedule(
  tx: Transaction,
  siteId: number,
  of: { readonly scheduleId: bigint; readonly requestedBy: string; readonly because?: ScheduleEnd },
): Promise<boolean> {
  return store.endSchedule(tx, siteId, { because: 'ENDED', ...of });
}

/** The job of a due schedule. */
export type DueExport = Pick<NewExport, 'params' | 'fileName'> & {
  /** Records the job, in its transaction. */
  readonly record: (tx: Transaction, exportId: bigint) => Promise<void>;
};

/** Makes the jobs of all schedules of a site that are due. */
export async function makeDueExports(
  database: Database,
  siteId: number,
  {
    now,
    prepare,
  }: {
    readonly now: Date;
    readonly prepare: (schedule: store.StoredSchedule) => Promise<DueExport | undefined>;
  },
): Promise<number> {
  let made = 0;
  for (;;) {
    const isMade = await database.transaction((tx) => makeDue(tx, siteId, { now, prepare }));
    if (isMade === undefined) return made;
    made += Number(isMade);
  }
}

async function makeDue(
  tx: Transaction,
  siteId: number,
  { now, prepare }: Parameters<typeof makeDueExports>[2],
): Promise<boolean | undefined> {
  const schedule = await store.lockDue(tx, siteId, now);
  if (schedule === undefined) return undefined;
  const { scheduleId, requestedBy, kind, name, columns, nextAt } = schedule;
  const due = await prepare(schedule);
  if (due === undefined) {
    await store.endSchedule(tx, siteId, { scheduleId, requestedBy, because: 'ACCESS_ENDED' });
    return false;
  }
  const requestKey = `schedule-${scheduleId}-${nextAt.getTime()}`;
  const { params, fileName } = due;
  const { exportId } = await insertJob(tx, siteId, { requestedBy, requestKey, kind, name, params, columns, fileName });
  await due.record(tx, exportId);
  await store.setNext(tx, siteId, { scheduleId, nextAt: computeNextAt(schedule, now) });
  return true;
}
