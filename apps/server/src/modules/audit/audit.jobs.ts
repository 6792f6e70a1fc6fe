// What the audit does by itself: once an hour the rows written since the last run are checked, and the house's bank accounts are held
// against the bank's statements. Each finding is an alarm until an operator closes it.

import type { Log } from '#core/context';
import type { Job } from '#jobs/jobs';
import { atEverySite } from '#modules/site';

import { auditNewRows, recordFindings, type StoredFinding } from './audit.ts';
import { compareBankBook } from './bank-book.ts';
import { openStatementBank } from './statement-bank.ts';

const HOUR_MS = 3_600_000;

export const auditJobs: readonly Job[] = [
  {
    name: 'audit-new-rows',
    everyMs: HOUR_MS,
    async run({ database, log }) {
      await atEverySite(database, async (site) => raise(log, await auditNewRows(database, site.id)));
    },
  },
  {
    name: 'compare-bank-book',
    everyMs: HOUR_MS,
    async run({ database, bank, log }) {
      const { findings, unread } = await compareBankBook(database, openStatementBank(bank.statements));
      for (const account of unread) log.warn({ account }, 'bank statement not read');
      for (const [siteId, found] of Map.groupBy(findings, ({ site }) => site)) {
        raise(log, await recordFindings(database, siteId, found));
      }
    },
  },
];

function raise(log: Log, findings: readonly StoredFinding[]): void {
  for (const { site, rule, detail, findingId } of findings) {
    log.error({ site, rule, detail, finding: String(findingId) }, 'audit finding');
  }
}
