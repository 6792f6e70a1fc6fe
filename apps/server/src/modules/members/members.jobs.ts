// Job that deletes expired sessions, devices, attempt counters and risk signals.

import type { Job } from '#jobs/jobs';

import { deleteOldAttempts } from './attempt-limits.store.ts';
import { clearOldSeatEnds } from './members.store.ts';
import { deleteOver } from './sessions.store.ts';
import { deleteOldTraces } from './risk-signals.store.ts';

const TEN_MINUTES_MS = 600_000;

export const memberJobs: readonly Job[] = [
  {
    name: 'delete-expired-sessions',
    everyMs: TEN_MINUTES_MS,
    async run({ database, log }) {
      const rows =
        (await deleteOver(database)) +
        (await deleteOldAttempts(database)) +
        (await deleteOldTraces(database)) +
        (await clearOldSeatEnds(database));
      if (rows > 0) log.info({ rows }, 'expired rows deleted');
    },
  },
];
