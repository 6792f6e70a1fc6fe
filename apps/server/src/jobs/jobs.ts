// Timed work: what the server does by itself, every so often.
//
// Always true: a job runs in one process at a time, whichever holds its lease in the database; a process that dies gives its
// leases up by letting them run out. A job that fails is written to the log and tried again at its next turn; every job can be
// repeated without harm. Stopping waits a little for the work that is under way; what takes longer is cut: its transaction is
// rolled back, no other begins, and whoever runs the job next goes on where it was.
//
// Elsewhere: the work itself (the modules).

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Database } from '@chaba/database';

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

export type Jobs = {
  /** Answers when nothing is under way any more, in `patienceMs` and a little. */
  stop(patienceMs?: number): Promise<void>;
};

/** A lease outlives one turn of its job by this much; slow work asks for more in time. */
const LEASE_EXTRA_MS = 60_000;
/** Together well within what a stopping process is given (main.ts). */
const STOP_PATIENCE_MS = 3_000;
const CUT_PATIENCE_MS = 2_000;

type Running = {
  readonly context: Context;
  /** What the jobs are handed: the same, with a database of their own if there is one. */
  readonly work: Context;
  readonly holder: string;
  readonly isStopping?: () => boolean;
};

/** Starts the clock of every job. With a database of their own, jobs that take long can be cut without touching anything else. */
export function startJobs(context: Context, jobs: readonly Job[], ownDatabase?: Database): Jobs {
  let isStopping = false;
  const running: Running = {
    context,
    work: ownDatabase === undefined ? context : { ...context, database: ownDatabase },
    holder: randomUUID(),
    isStopping: () => isStopping,
  };
  const working = new Set<Promise<void>>();
  const timers = jobs.map((job) => {
    const timer = setInterval(() => {
      const turn = takeTurnIn(running, job);
      working.add(turn);
      void turn.finally(() => working.delete(turn));
    }, job.everyMs);
    return timer;
  });
  return {
    async stop(patienceMs = STOP_PATIENCE_MS) {
      for (const timer of timers) clearInterval(timer);
      await within(patienceMs, Promise.all(working));
      isStopping = true;
      if (working.size > 0) await within(CUT_PATIENCE_MS, Promise.all([ownDatabase?.destroy(), ...working]));
      await store.giveBackLeases(context.database, running.holder).catch(() => undefined);
    },
  };
}

async function within(patienceMs: number, done: Promise<unknown>): Promise<void> {
  const patience = new AbortController();
  const late = sleep(patienceMs, undefined, { signal: patience.signal }).catch(() => undefined);
  await Promise.race([done, late]);
  patience.abort();
}

const busy = new WeakMap<Context, Set<string>>();

/** One turn of a job, unless another process or an earlier turn is at it. Never throws. */
export function runJobOnce(context: Context, job: Job, holder: string): Promise<void> {
  return takeTurnIn({ context, work: context, holder }, job);
}

async function takeTurnIn({ context, work, holder, isStopping }: Running, job: Job): Promise<void> {
  const { database, log } = context;
  const names = busy.get(context) ?? new Set<string>();
  busy.set(context, names);
  if (names.has(job.name)) return;
  names.add(job.name);
  const leaseMs = job.everyMs + (job.leaseExtraMs ?? LEASE_EXTRA_MS);
  let keeping: NodeJS.Timeout | undefined;
  try {
    if (!(await store.acquireLease(database, job.name, holder, leaseMs))) return;
    keeping = setInterval(() => {
      store.renewLease(database, job.name, holder, leaseMs).catch(() => undefined);
    }, leaseMs / 3).unref();
    await job.run(work);
    await store.noteFinished(database, job.name, holder, null);
  } catch (error) {
    if (isStopping?.() === true) log.info({ job: job.name }, 'job aborted by shutdown');
    else log.error({ err: error, job: job.name }, 'a job failed');
    const why = error instanceof Error ? error.name : 'unknown';
    await store.noteFinished(database, job.name, holder, why).catch(() => undefined);
  } finally {
    clearInterval(keeping);
    names.delete(job.name);
  }
}
