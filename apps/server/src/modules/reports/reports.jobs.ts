// Jobs of reports: sums every minute, yesterday counted again in the night.

import type { Job } from '#jobs/jobs';
import { recordFindings } from '#modules/audit';
import { forEachSite } from '#modules/site';

import { balanceDays } from './day-close.ts';
import { addSums, recountDays } from './rollups.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

export const reportJobs: readonly Job[] = [
  {
    name: 'add-report-sums',
    everyMs: MINUTE_MS,
    run: ({ database }) => forEachSite(database, ({ id }) => addSums(database, id)),
  },
  {
    name: 'recount-report-days',
    everyMs: HOUR_MS,
    run: ({ database, log }) =>
      forEachSite(database, async ({ id }) => {
        for (const { site, rule, detail } of await recordFindings(database, id, await recountDays(database, id))) {
          log.error({ site, rule, detail }, 'audit finding');
        }
        await balanceDays(database, id);
      }),
  },
];
