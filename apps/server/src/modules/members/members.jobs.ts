// Job that deletes expired sessions, devices, attempt counters and risk signals.

import type { Job } from '#jobs/jobs';
import { deleteExpiredSessions } from '#modules/sessions';
import { deleteOldRiskSignals } from '#modules/risk-signals';

import { deleteOldAttempts } from './attempt-limits.store.ts';
import { clearOldGameSessionEnds } from './members.store.ts';
import { deleteOldRequests } from './password-recovery.store.ts';

const TEN_MINUTES_MS = 600_000;

export const memberJobs: readonly Job[] = [
  {
    name: 'delete-expired-sessions',
    everyMs: TEN_MINUTES_MS,
    async run({ database, log }) {
      const rows =
        (await deleteExpiredSessions(database)) +
        (await deleteOldAttempts(database)) +
        (await deleteOldRiskSignals(database)) +
        (await deleteOldRequests(database)) +
        (await clearOldGameSessionEnds(database));
      if (rows > 0) log.info({ rows }, 'expired rows deleted');
    },
  },
];
