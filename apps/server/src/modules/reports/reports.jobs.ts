// Jobs of reports: sums every minute, each day that is over counted again soon after its sums are complete.

import type { Job } from '#jobs/jobs';
import { recordFindings } from '#modules/audit';
import { forEachSite } from '#modules/site';
import { balanceDays } from '#modules/day-close';
import { addSums, recountDays } from './rollups.ts';

const MINUTE_MS = 60_000;

export const reportJobs: readonly Job[] = [
  {
    name: 'add-report-sums',
    everyMs: MINUTE_MS,
    run: ({ database }) => forEachSite(database, ({ id }) => addSums(database, id)),
  },
  {
    name: 'recount-report-days',
    everyMs: 10 * MINUTE_MS,
    run: ({ database, log }) =>
      forEachSite(database, async ({ id }) => {
        for (const { site, rule, detail } of await recordFindings(database, id, await recountDays(database, id))) {
          log.error({ site, rule, detail }, 'audit finding');
        }
        await balanceDays(database, id);
      }),
  },
];
