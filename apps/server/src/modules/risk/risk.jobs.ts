// Job that runs the rules of risk over new rows.

import type { Job } from '#jobs/jobs';
import { forEachSite } from '#modules/site';

import { runRiskRules } from './risk.ts';

const MINUTE_MS = 60_000;

export const riskJobs: readonly Job[] = [
  {
    name: 'run-risk-rules',
    everyMs: MINUTE_MS,
    async run({ database, log }) {
      await forEachSite(database, async ({ id, code }) => {
        const alerts = await runRiskRules(database, id);
        if (alerts > 0) log.info({ site: code, alerts }, 'risk alerts raised');
      });
    },
  },
];
