// SQL of job leases. Times come from the database, so clocks of processes may differ.

import { type Database, sql } from '@chaba/database';

/** Acquires or extends the lease; false while another holder has it. */
export async function acquireLease(database: Database, job: string, holder: string, forMs: number): Promise<boolean> {
  const taken = await database.execute(sql`
    insert into job_lease as l (job, holder, held_until, last_started_at)
    values (${job}, ${holder}, now() + make_interval(secs => ${forMs / 1_000}::float8), now())
    on conflict (job) do update
      set holder = excluded.holder, held_until = excluded.held_until, last_started_at = excluded.last_started_at
      where l.holder = excluded.holder or l.held_until < now()
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
    update job_lease set last_finished_at = now(), last_error = ${error} where job = ${job} and holder = ${holder}
  `);
}

export async function releaseLeases(database: Database, holder: string): Promise<void> {
  await database.execute(sql`update job_lease set held_until = now() where holder = ${holder}`);
}
