// SQL of attempt counters. One statement counts and restarts an expired window, so concurrent attempts serialise on the
// row.

import { type Queryable, sql } from '@chaba/database';

export type AttemptLimit = { readonly name: string; readonly most: number; readonly minutes: number };

export async function countAttempt(
  database: Queryable,
  siteId: number,
  limit: AttemptLimit,
  subjectHash: Buffer,
): Promise<{ used: number; waitSeconds: number }> {
  const window = sql`make_interval(mins => ${limit.minutes}::int)`;
  const row = await database.one<{ used: number; wait_s: number }>(sql`
    insert into attempt as a (site_id, limit_name, subject_hash, used, resets_at)
    values (${siteId}, ${limit.name}, ${subjectHash}, 1, now() + ${window})
    on conflict (site_id, limit_name, subject_hash) do update set
      used = case when a.resets_at <= now() then 1 else a.used + 1 end,
      -- The window restarts at the attempt that exhausts the limit.
      resets_at = case when a.resets_at <= now() or a.used + 1 = ${limit.most} then excluded.resets_at else a.resets_at end
    returning used, ceil(extract(epoch from resets_at - now()))::int as wait_s
  `);
  return { used: row.used, waitSeconds: row.wait_s };
}

/**
 * Counts one attempt of a limit that refills continuously: `most` at once, then one per `minutes / most`. `resets_at`
 * is the time at which the limit is completely refilled; a rejected attempt does not change it. `used` is 1 if the
 * latest attempt was allowed, else 0.
 */
export async function countPacedAttempt(
  database: Queryable,
  siteId: number,
  limit: AttemptLimit,
  subjectHash: Buffer,
): Promise<{ isAllowed: boolean; waitSeconds: number }> {
  const window = sql`make_interval(mins => ${limit.minutes}::int)`;
  const step = sql`make_interval(secs => ${(limit.minutes * 60) / limit.most}::float8)`;
  const isAllowed = sql`a.resets_at + ${step} <= now() + ${window}`;
  const row = await database.one<{ used: number; wait_s: number }>(sql`
    insert into attempt as a (site_id, limit_name, subject_hash, used, resets_at)
    values (${siteId}, ${limit.name}, ${subjectHash}, 1, now() + ${step})
    on conflict (site_id, limit_name, subject_hash) do update set
      used = case when ${isAllowed} then 1 else 0 end,
      resets_at = case when ${isAllowed} then greatest(a.resets_at, now()) + ${step} else a.resets_at end
    returning used, ceil(extract(epoch from a.resets_at + ${step} - ${window} - now()))::int as wait_s
  `);
  return { isAllowed: row.used === 1, waitSeconds: row.wait_s };
}

export async function uncountAttempt(
  database: Queryable,
  siteId: number,
  { name, subjectHash, count }: { readonly name: string; readonly subjectHash: Buffer; readonly count: number },
): Promise<void> {
  await database.execute(sql`
    update attempt set used = greatest(used - ${count}::int, 0)
    where site_id = ${siteId} and limit_name = ${name} and subject_hash = ${subjectHash} and used > 0
  `);
}

export async function deleteAttempts(
  database: Queryable,
  siteId: number,
  name: string,
  subjectHash: Buffer,
): Promise<number> {
  const deleted = await database.oneOrNone<{ used: number }>(sql`
    delete from attempt where site_id = ${siteId} and limit_name = ${name} and subject_hash = ${subjectHash}
    returning case when resets_at > now() then used else 0 end as used
  `);
  return deleted?.used ?? 0;
}

export async function deleteOldAttempts(database: Queryable): Promise<number> {
  return database.execute(sql`
    delete from attempt where resets_at < now() - interval '1 day' and site_id in (select site_id from served_site)`);
}
