// npm run ops -- audit: compares every stored amount of all sites with the ledger. Findings are printed by rule; exit
// code 1 when there is one.
//
//     npm run ops -- audit                      the running product, or its data folder
//     DATABASE_URL=… npm run ops -- audit       another database
//
// Elsewhere: the rules (apps/server/src/modules/audit), the hourly run of new rows (audit.jobs.ts).

import { openDatabase } from '@chaba/database';
import type { AuditFinding } from '@chaba/ledger';
import { auditAll, listClosedFindings } from '@chaba/server/modules/audit';
import { recordEvent } from '@chaba/server/modules/operations';

import { borrowProductDatabase } from '#ops/database/product-database';
import { readSettings } from '#ops/core/settings';

export async function auditInstallation(): Promise<number> {
  const source = await borrowProductDatabase(readSettings(), { isReading: true });
  const database = openDatabase({ url: source.url, poolSize: 2, applicationName: 'chaba audit' });
  try {
    const nameOf = ({ site, rule, detail }: AuditFinding): string => `${site} ${rule} ${detail}`;
    const closed = new Set((await listClosedFindings(database)).map(nameOf));
    const all = await auditAll(database);
    const findings = all.filter((finding) => !closed.has(nameOf(finding)));
    const closedCount = all.length - findings.length;
    if (closedCount > 0) console.log(`${closedCount} findings were closed by an operator.`);
    for (const [rule, broken] of Map.groupBy(findings, (finding) => finding.rule)) {
      console.log(`Not true: ${rule}`);
      for (const { site, detail } of broken) console.log(`  site ${site}  ${detail}`);
    }
    console.log(
      findings.length === 0 ? 'The books are right.' : `${findings.length} findings: the books are not right.`,
    );
    // A reading login cannot record the run; the audit counts all the same.
    if (findings.length === 0) await recordEvent(database, 'ledger_audit').catch(() => undefined);
    return findings.length === 0 ? 0 : 1;
  } finally {
    await database.close();
    await source.stop();
  }
}
