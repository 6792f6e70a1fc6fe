// What members need done by itself: sessions, devices, counts and traces that are over are cleared away.

import type { Job } from '#jobs/jobs';

import { deleteOldAttempts } from './attempts.store.ts';
import { clearOldSeatEnds } from './members.store.ts';
import { deleteOver } from './sessions.store.ts';
import { deleteOldTraces } from './traces.store.ts';

const TEN_MINUTES_MS = 600_000;

export const memberJobs: readonly Job[] = [
  {
    name: 'clear sessions and counts that are over',
    everyMs: TEN_MINUTES_MS,
    async run({ database, log }) {
      const rows =
        (await deleteOver(database)) +
        (await deleteOldAttempts(database)) +
        (await deleteOldTraces(database)) +
        (await clearOldSeatEnds(database));
      if (rows > 0) log.info({ rows }, 'cleared away what was over');
    },
  },
];
