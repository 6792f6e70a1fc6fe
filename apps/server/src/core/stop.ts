// The end of a process: its steps in order, and a limit of time for all of them.
//
// Always true: a process that does not end in time is aborted, and the log names its present step and the open handles.

import { setTimeout as sleep } from 'node:timers/promises';

import type { Log } from './context.ts';

export type StopStep = {
  readonly name: string;
  readonly run: () => Promise<unknown>;
};

/** Runs the steps in order; returns the name of the aborted step, if the time was over. */
export async function runStopSteps(
  steps: readonly StopStep[],
  { abortAfterMs, log, describeOpen }: StopOptions,
): Promise<string | undefined> {
  const abort = new AbortController();
  let current = '';
  const work = (async () => {
    for (const { name, run } of steps) {
      if (abort.signal.aborted) return;
      current = name;
      await run();
    }
    current = '';
  })();
  const timeout = sleep(abortAfterMs, undefined, { signal: abort.signal }).catch(() => undefined);
  try {
    await Promise.race([work, timeout]);
    if (current === '') return undefined;
    log.error({ step: current, ...(await describeOpen()) }, 'stop aborted');
    return current;
  } finally {
    abort.abort();
  }
}

export type StopOptions = {
  readonly abortAfterMs: number;
  readonly log: Pick<Log, 'error'>;
  /** Counts of everything still open, for the log of an aborted stop. */
  readonly describeOpen: () => Promise<Readonly<Record<string, unknown>>>;
};
