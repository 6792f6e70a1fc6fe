// Jobs of the audit: hourly checks of rows written since the last run and of the house's bank accounts against the
// bank's statements, and a check of repeated security events every minute. Each finding raises an alarm until an
// operator closes it.

import type { Log } from '#core/context';
import type { Job } from '#jobs/jobs';
import { findRepeatedEvents } from '#modules/security';
import { forEachSite } from '#modules/site';

import { auditNewRows, recordFindings, type StoredFinding } from './audit.ts';
import { compareBankBook } from './bank-book.ts';
import { createStatementBank } from './statement-bank.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

export const auditJobs: readonly Job[] = [
  {
    name: 'audit-new-rows',
    everyMs: HOUR_MS,
    async run({ database, log }) {
      await forEachSite(database, async (site) => raise(log, await auditNewRows(database, site.id)));
    },
  },
  {
    name: 'compare-bank-book',
    everyMs: HOUR_MS,
    async run({ database, bank, log }) {
      const { findings, unread } = await compareBankBook(database, createStatementBank(bank.statements));
      for (const account of unread) log.warn({ account }, 'bank statement not read');
      for (const [siteId, found] of Map.groupBy(findings, ({ site }) => site)) {
        raise(log, await recordFindings(database, siteId, found));
      }
    },
  },
  {
    name: 'find-repeated-security-events',
    everyMs: MINUTE_MS,
    async run({ database, log }) {
      await forEachSite(database, async ({ id: site }) => {
        const repeated = await findRepeatedEvents(database, site);
        const findings = repeated.map(({ kind, hour, most }) => ({
          site,
          rule: `security: ${kind}`,
          detail: `${most} or more in the hour from ${hour.toISOString()}: see npm run operator -- security`,
        }));
        raise(log, await recordFindings(database, site, findings));
      });
    },
  },
];

function raise(log: Log, findings: readonly StoredFinding[]): void {
  for (const { site, rule, detail, findingId } of findings) {
    log.error({ site, rule, detail, finding: String(findingId) }, 'audit finding');
  }
}
