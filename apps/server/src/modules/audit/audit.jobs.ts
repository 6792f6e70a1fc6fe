// What the audit does by itself: once an hour the rows written since the last run are checked, and each finding is an alarm.

import type { Job } from '#jobs/jobs';
import { atEverySite } from '#modules/site';

import { auditNewRows } from './audit.ts';

const HOUR_MS = 3_600_000;

export const auditJobs: readonly Job[] = [
  {
    name: 'audit-new-rows',
    everyMs: HOUR_MS,
    async run({ database, log }) {
      await atEverySite(database, async (site) => {
        const findings = await auditNewRows(database, site.id);
        for (const { rule, detail, findingId } of findings) {
          log.error({ site: site.code, rule, detail, finding: String(findingId) }, 'audit finding');
        }
      });
    },
  },
];
