// SQL of exports that repeat.
//
// Elsewhere: the rules (schedules.ts), keys (packages/database/migrations/0016_back_office.sql).

import type { ExportEvery, ScheduleEnd } from '@chaba/contract/back-office/exports';
import { type Queryable, sql, type Transaction } from '@chaba/database';

import type { NewExport } from './exports.store.ts';

export type NewSchedule = Omit<NewExport, 'fileName'> & {
  readonly every: ExportEvery;
  /** Bangkok hour. */
  readonly hour: number;
  readonly nextAt: Date;
};

export type StoredSchedule = Omit<NewSchedule, 'requestKey'> & {
  readonly scheduleId: bigint;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  readonly endedBecause: ScheduleEnd | null;
};

const columns = sql`schedule_id as "scheduleId", requested_by as "requestedBy", kind, name, params, columns, every,
  hour::int as hour, next_at as "nextAt", created_at as "createdAt", ended_at as "endedAt",
  ended_because as "endedBecause"`;

export function findByKey(
  tx: Queryable,
  siteId: number,
  { requestedBy, requestKey }: Pick<NewSchedule, 'requestedBy' | 'requestKey'>,
): Promise<StoredSchedule | undefined> {
  return tx.oneOrNone(sql`
    select ${columns} from export_schedule
    where site_id = ${siteId} and requested_by = ${requestedBy}::uuid and request_key = ${requestKey}`);
}

/** Locks the person, so that two requests at once count each other's schedules. */
export async function countOpen(tx: Transaction, siteId: number, requestedBy: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('export ' || ${requestedBy}, ${siteId}))`);
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from export_schedule
    where site_id = ${siteId} and requested_by = ${requestedBy}::uuid and ended_at is null`);
  return count;
}

export function insertSchedule(tx: Transaction, siteId: number, schedule: NewSchedule): Promise<StoredSchedule> {
  return tx.one(sql`
    insert into export_schedule (site_id, requested_by, request_key, kind, name, params, columns, every, hour, next_at)
    values (${siteId}, ${schedule.requestedBy}::uuid, ${schedule.requestKey}, ${schedule.kind}, ${schedule.name},
      ${JSON.stringify(schedule.params)}::jsonb, ${[...schedule.columns]}::text[], ${schedule.every}, ${schedule.hour},
      ${schedule.nextAt})
    returning ${columns}`);
}

/** Those of a person that have not ended, and the ones that lost their data. */
export function listSchedules(
  database: Queryable,
  siteId: number,
  { requestedBy, limit }: { readonly requestedBy: string; readonly limit: number },
): Promise<StoredSchedule[]> {
  return database.rows(sql`
    select ${columns} from export_schedule
    where site_id = ${siteId} and requested_by = ${requestedBy}::uuid and ended_because is distinct from 'ENDED'
    order by schedule_id desc limit ${limit}`);
}

export async function endSchedule(
  tx: Transaction,
  siteId: number,
  of: { readonly scheduleId: bigint; readonly requestedBy: string; readonly because: ScheduleEnd },
): Promise<boolean> {
  const changed = await tx.execute(sql`
    update export_schedule set ended_at = now(), ended_because = ${of.because}
    where site_id = ${siteId} and schedule_id = ${of.scheduleId} and requested_by = ${of.requestedBy}::uuid
      and ended_at is null`);
  return changed === 1;
}

/** Locks the schedule that is due longest; undefined: none is. One that another process holds is left out. */
export function lockDue(tx: Transaction, siteId: number, now: Date): Promise<StoredSchedule | undefined> {
  return tx.oneOrNone(sql`
    select ${columns} from export_schedule
    where site_id = ${siteId} and ended_at is null and next_at <= ${now}
    order by next_at, schedule_id limit 1 for update skip locked`);
}

export async function setNext(
  tx: Transaction,
  siteId: number,
  { scheduleId, nextAt }: Pick<StoredSchedule, 'scheduleId' | 'nextAt'>,
): Promise<void> {
  await tx.execute(sql`
    update export_schedule set next_at = ${nextAt} where site_id = ${siteId} and schedule_id = ${scheduleId}`);
}
