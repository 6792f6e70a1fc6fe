// Job that deletes the bank's unread reports after their time.

import type { Job } from '#jobs/jobs';

import { deleteOldReports } from './bank-reports.ts';

const HOUR_MS = 3_600_000;

export const bankReportJobs: readonly Job[] = [
  {
    name: 'delete-unread-reports',
    everyMs: HOUR_MS,
    async run({ database, log }) {
      const rows = await deleteOldReports(database);
      if (rows > 0) log.info({ rows }, 'old bank reports deleted');
    },
  },
];
