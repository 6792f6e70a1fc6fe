// The operator's commands about the audit: what its hourly run found, and that a finding was seen to.
//
// Elsewhere: the rules (audit), the record of the act (operators.ts).

import { closeFinding, openFindings } from '#modules/audit';

import { Sentence } from './brand-flags.ts';
import { actedBy, type Desk } from './desk.ts';
import { act } from './operators.ts';
import { table, timeOf } from './printing.ts';

export async function listFindings({ database, site }: Desk): Promise<string> {
  const findings = await openFindings(database, site.id);
  if (findings.length === 0) return `The audit found nothing at ${site.code} that is still open.`;
  return table(
    findings.map(({ findingId, foundAt, rule, detail }) => [String(findingId), timeOf(foundAt), rule, detail]),
  );
}

export async function closeAuditFinding(desk: Desk, typed: string | undefined): Promise<string> {
  if (!/^\d{1,18}$/.test(typed ?? '')) throw new Sentence('Name a finding by its number: see findings.', 2);
  const findingId = BigInt(typed ?? '');
  const by = actedBy(desk);
  const closed = await act(desk.database, by, { act: 'close finding', subject: `finding ${findingId}` }, (tx) =>
    closeFinding(tx, by.siteId, { findingId, closedBy: by.operator }),
  );
  if (closed === 'not_waiting') throw new Sentence(`There is no open finding ${findingId} at ${desk.site.code}.`);
  return `Finding ${findingId} is closed.`;
}
