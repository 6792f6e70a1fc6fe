// Background jobs at fixed intervals.
//
// Always true: a job runs in one process at a time, the holder of its lease in the database; the leases of a crashed
// process expire. The interval counts from the last start in any process, so restarts do not postpone a daily job. A
// failed job is logged and runs again at its next interval; every job is idempotent. On stop, running jobs get a short
// time to finish; longer work is aborted: its transaction is rolled back, and the next run continues from there.
//
// Elsewhere: the jobs (the modules).

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Database } from '@chaba/database';

import type { Context } from '#core/context';
import { jobRuns } from '#core/metrics';
import { startTrace, type TraceSpan, withSpan } from '#core/tracing';

import * as store from './jobs.store.ts';

export type Job = {
  readonly name: string;
  readonly everyMs: number;
  /**
   * Time by which the lease exceeds the interval: the delay after a crash of the holder. Short for jobs that two
   * processes may run concurrently, because each takes its own rows.
   */
  readonly leaseExtraMs?: number;
  run(context: Context): Promise<void>;
};

export type Jobs = {
  /**
   * Starts no further job and releases the leases of those that are not running, at once. Resolves when no job is
   * running, after at most `patienceMs` and the abort time.
   */
  stop(patienceMs?: number): Promise<void>;
  /** Names of the jobs that are running. */
  listRunning(): readonly string[];
};

/** A job with a longer interval is checked at this interval, and runs when it is due. */
const CHECK_EVERY_MS = 60_000;
/** Default excess of a lease over the interval; long work renews its lease. */
const LEASE_EXTRA_MS = 60_000;
/** The sum, with DRAIN_SECONDS, stays below the time after which the process is cut (main.ts). */
const STOP_PATIENCE_MS = 3_000;
const CUT_PATIENCE_MS = 2_000;

type Running = {
  readonly context: Context;
  /** Context of the jobs, with their own database if there is one. */
  readonly work: Context;
  readonly holder: string;
  readonly isStopping?: () => boolean;
};

const busy = new WeakMap<Context, Set<string>>();

/** Starts all jobs. With a separate database, long jobs can be aborted without affecting other connections. */
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
    const checkEveryMs = Math.min(job.everyMs, CHECK_EVERY_MS);
    const timer = setInterval(() => {
      // A timer may fire slightly before the interval has passed by the database's clock.
      const turn = runJob(running, job, job.everyMs - checkEveryMs / 2);
      working.add(turn);
      void turn.finally(() => working.delete(turn));
    }, checkEveryMs);
    return timer;
  });
  const listRunning = (): string[] => [...(busy.get(context) ?? [])];
  return {
    listRunning,
    async stop(patienceMs = STOP_PATIENCE_MS) {
      for (const timer of timers) clearInterval(timer);
      await store.releaseLeases(context.database, running.holder, listRunning()).catch(() => undefined);
      await awaitAtMost(patienceMs, Promise.all(working));
      isStopping = true;
      if (working.size > 0) await awaitAtMost(CUT_PATIENCE_MS, Promise.all([ownDatabase?.destroy(), ...working]));
      await store.releaseLeases(context.database, running.holder, []).catch(() => undefined);
    },
  };
}

async function awaitAtMost(patienceMs: number, done: Promise<unknown>): Promise<void> {
  const abort = new AbortController();
  const timeout = sleep(patienceMs, undefined, { signal: abort.signal }).catch(() => undefined);
  await Promise.race([done, timeout]);
  abort.abort();
}

/** Runs a job once, due or not, unless another process or an earlier run is running it. Never throws. */
export function runJobOnce(context: Context, job: Job, holder: string): Promise<void> {
  return runJob({ context, work: context, holder }, job, 0);
}

async function runJob({ context, work, holder, isStopping }: Running, job: Job, dueAfterMs: number): Promise<void> {
  const { database, log } = context;
  const names = busy.get(context) ?? new Set<string>();
  busy.set(context, names);
  if (names.has(job.name)) return;
  names.add(job.name);
  const leaseMs = job.everyMs + (job.leaseExtraMs ?? LEASE_EXTRA_MS);
  let renewal: NodeJS.Timeout | undefined;
  let span: TraceSpan | undefined;
  try {
    if (!(await store.acquireLease(database, job, holder, { leaseMs, dueAfterMs }))) return;
    renewal = setInterval(() => {
      store.renewLease(database, job.name, holder, leaseMs).catch(() => undefined);
    }, leaseMs / 3).unref();
    span = startTrace('job', 'job', { attributes: { 'chaba.job': job.name } });
    await withSpan(span, () => job.run(work));
    span?.end();
    await store.recordFinished(database, job.name, holder, null);
    jobRuns.inc(job.name, 'ok');
  } catch (error) {
    span?.end('failed');
    const isAborted = isStopping?.() === true;
    jobRuns.inc(job.name, isAborted ? 'aborted' : 'failed');
    if (isAborted) log.info({ job: job.name }, 'job aborted by shutdown');
    else log.error({ err: error, job: job.name }, 'job failed');
    const why = error instanceof Error ? error.name : 'unknown';
    await store.recordFinished(database, job.name, holder, why).catch(() => undefined);
  } finally {
    clearInterval(renewal);
    names.delete(job.name);
  }
}
