// SQL of job leases. Times come from the database, so clocks of processes may differ.

import { type Database, sql } from '@chaba/database';

/** Acquires or extends the lease; false while another holder has it, and before the job is due. */
export async function acquireLease(
  database: Database,
  { name, everyMs }: { readonly name: string; readonly everyMs: number },
  holder: string,
  { leaseMs, dueAfterMs }: { readonly leaseMs: number; readonly dueAfterMs: number },
): Promise<boolean> {
  const taken = await database.execute(sql`
    insert into job_lease as l (job, holder, held_until, last_started_at, every_ms)
    values (${name}, ${holder}, now() + make_interval(secs => ${leaseMs / 1_000}::float8), now(), ${everyMs})
    on conflict (job) do update
      set holder = excluded.holder, held_until = excluded.held_until, last_started_at = excluded.last_started_at,
        every_ms = excluded.every_ms
      where (l.holder = excluded.holder or l.held_until < now())
        and l.last_started_at <= now() - make_interval(secs => ${dueAfterMs / 1_000}::float8)
  `);
  return taken === 1;
}

/** Extends a held lease during long work. */
export async function renewLease(database: Database, job: string, holder: string, forMs: number): Promise<void> {
  await database.execute(sql`
    update job_lease set held_until = now() + make_interval(secs => ${forMs / 1_000}::float8)
    where job = ${job} and holder = ${holder} and held_until > now()
  `);
}

export async function recordFinished(
  database: Database,
  job: string,
  holder: string,
  error: string | null,
): Promise<void> {
  await database.execute(sql`
    update job_lease set last_finished_at = now(), last_error = ${error},
      last_succeeded_at = case when ${error}::text is null then now() else last_succeeded_at end
    where job = ${job} and holder = ${holder}
  `);
}

/** Releases the leases of this holder except those of the given jobs. */
export async function releaseLeases(database: Database, holder: string, except: readonly string[]): Promise<void> {
  await database.execute(sql`
    update job_lease set held_until = now()
    where holder = ${holder} and held_until > now() and job <> all(${except}::text[])
  `);
}
