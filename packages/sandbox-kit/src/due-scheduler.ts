// Scheduler of stored due times: sleeps until the next due time, runs the due work, sleeps again.
//
// Always true: one run at a time. Due times live in the store and not in the timer, so overdue work runs at once after
// a restart. A run that throws is logged and retried after a second.

import { logFailure } from './log.ts';

export type DueScheduler = {
  /** Reads the next due time again, because new work can be due sooner. */
  wake(): void;
  /** Starts no further run and resolves when the current one has ended. */
  stop(): Promise<void>;
};

const RETRY_AFTER_MS = 1_000;
const SLEEP_MAX_MS = 60_000;

export function startDueScheduler(work: {
  readonly name: string;
  /** The next due time (ms), or undefined if there is none. */
  readonly nextDueMs: () => number | undefined;
  readonly run: () => void | Promise<void>;
}): DueScheduler {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isStopped = false;

  function sleep(atLeastMs = 0): void {
    clearTimeout(timer);
    if (isStopped || running) return;
    const dueMs = work.nextDueMs();
    if (dueMs === undefined) return;
    const waitMs = Math.min(Math.max(dueMs - Date.now(), atLeastMs), SLEEP_MAX_MS);
    timer = setTimeout(run, waitMs);
  }

  function run(): void {
    let pauseMs = 0;
    running = Promise.resolve()
      .then(work.run)
      .catch((error: unknown) => {
        logFailure(`${work.name} failed`, error);
        pauseMs = RETRY_AFTER_MS;
      })
      .then(() => {
        running = undefined;
        sleep(pauseMs);
      });
  }

  sleep();
  return {
    wake: () => sleep(),
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
