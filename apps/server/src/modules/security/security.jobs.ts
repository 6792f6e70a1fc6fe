// Job that deletes security events older than a year.

import type { Job } from '#jobs/jobs';

import { deleteOldEvents } from './security.store.ts';

const DAY_MS = 86_400_000;

export const securityJobs: readonly Job[] = [
  {
    name: 'delete-old-security-events',
    everyMs: DAY_MS,
    async run({ database, log }) {
      const rows = Number(await deleteOldEvents(database));
      if (rows > 0) log.info({ rows }, 'old security events deleted');
    },
  },
];
