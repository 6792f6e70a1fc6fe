// Work that falls due: sleeps until the next due time, does what is due, sleeps again.
//
// Always true: one ring at a time; after a restart whatever fell due meanwhile is done at once, because due
// times live in the store and not in the timer. A ring that throws is logged and tried again a second later.

import { logFailure } from './log.ts';

export type Alarm = {
  /** Something new may be due sooner: look again. */
  wake(): void;
  /** No further rings; answers when the one in progress is over. */
  stop(): Promise<void>;
};

const LOOK_AGAIN_MS = 1_000;
const SLEEP_LONGEST_MS = 60_000;

export function startAlarm(work: {
  readonly name: string;
  /** When the next piece falls due (ms), or undefined when nothing waits. */
  readonly nextDueMs: () => number | undefined;
  readonly ring: () => void | Promise<void>;
}): Alarm {
  let timer: NodeJS.Timeout | undefined;
  let ringing: Promise<void> | undefined;
  let isStopped = false;

  function sleep(atLeastMs = 0): void {
    clearTimeout(timer);
    if (isStopped || ringing) return;
    const dueMs = work.nextDueMs();
    if (dueMs === undefined) return;
    const waitMs = Math.min(Math.max(dueMs - Date.now(), atLeastMs), SLEEP_LONGEST_MS);
    timer = setTimeout(ring, waitMs);
  }

  function ring(): void {
    let pauseMs = 0;
    ringing = Promise.resolve()
      .then(work.ring)
      .catch((error: unknown) => {
        logFailure(`${work.name} failed`, error);
        pauseMs = LOOK_AGAIN_MS;
      })
      .then(() => {
        ringing = undefined;
        sleep(pauseMs);
      });
  }

  sleep();
  return {
    wake: () => sleep(),
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await ringing;
    },
  };
}
