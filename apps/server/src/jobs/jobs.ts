// Timed work: what the server does by itself, every so often.
//
// Always true: a job runs in one process at a time, whichever holds its lease in the database; a process that dies gives its
// leases up by letting them run out. A job that fails is written to the log and tried again at its next turn; every job can be
// repeated without harm. Stopping waits for the work that is under way.
//
// Elsewhere: the work itself (the modules).

import { randomUUID } from 'node:crypto';

import type { Context } from '#core/context';

import * as store from './jobs.store.ts';

export type Job = {
  readonly name: string;
  readonly everyMs: number;
  /**
   * How much longer than a turn's interval the lease lasts: so long nobody does the work after a process died. Short for
   * work that two processes may do side by side, because each takes rows of its own.
   */
  readonly leaseExtraMs?: number;
  run(context: Context): Promise<void>;
};

export type Jobs = { stop(): Promise<void> };

/** A lease outlives one turn of its job by this much, so that slow work keeps it. */
const LEASE_EXTRA_MS = 60_000;

export function startJobs(context: Context, jobs: readonly Job[]): Jobs {
  const holder = randomUUID();
  const working = new Set<Promise<void>>();
  const timers = jobs.map((job) => {
    const timer = setInterval(() => {
      const turn = takeTurn(context, job, holder);
      working.add(turn);
      void turn.finally(() => working.delete(turn));
    }, job.everyMs);
    return timer;
  });
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(working);
      await store.giveBackLeases(context.database, holder).catch(() => undefined);
    },
  };
}

const busy = new WeakMap<Context, Set<string>>();

/** One turn of a job, unless another process or an earlier turn is at it. Never throws. */
export async function takeTurn(context: Context, job: Job, holder: string): Promise<void> {
  const names = busy.get(context) ?? new Set<string>();
  busy.set(context, names);
  if (names.has(job.name)) return;
  names.add(job.name);
  try {
    const isOurs = await store.takeLease(
      context.database,
      job.name,
      holder,
      job.everyMs + (job.leaseExtraMs ?? LEASE_EXTRA_MS),
    );
    if (!isOurs) return;
    await job.run(context);
    await store.noteFinished(context.database, job.name, holder, null);
  } catch (error) {
    context.log.error({ err: error, job: job.name }, 'a job failed');
    const why = error instanceof Error ? error.name : 'unknown';
    await store.noteFinished(context.database, job.name, holder, why).catch(() => undefined);
  } finally {
    names.delete(job.name);
  }
}
