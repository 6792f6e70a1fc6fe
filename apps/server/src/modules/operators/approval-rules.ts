// The hourly check of the back office: everything that needs two people has its executed request, and the chain is
// whole. A violation is a finding, as those of the audit.
//
// Always true: it runs with the operators' login, because the product's login reads no request and no entry.
//
// Elsewhere: the rules (approval-rules.store.ts), the chain (audit-chain.ts), findings (modules/audit).

import { DEFAULT_LIMIT } from '@chaba/contract/back-office/actions';
import type { Database } from '@chaba/database';
import type { AuditFinding } from '@chaba/ledger';
import { parseBaht } from '@chaba/money';

import { assert } from '#core/domain-error';
import { recordFindings } from '#modules/audit';

import { type ChainCheck, verifyChain } from './audit-chain.ts';
import { approvalRules, listViolations } from './approval-rules.store.ts';

/** Violations of the rules at a site, now. */
export async function findUnapproved(database: Database, site: number): Promise<AuditFinding[]> {
  const defaultLimit = parseBaht(DEFAULT_LIMIT.amount);
  assert(defaultLimit !== undefined, 'the default limit is an amount');
  const findings: AuditFinding[] = [];
  for (const rule of approvalRules) {
    const details = await listViolations(database, site, { rule, defaultLimit });
    findings.push(...details.map((detail) => ({ site, rule: rule.name, detail })));
  }
  return findings;
}

/** Verifies the chain and the rules of a site; violations are saved as findings. Returns those that are open. */
export async function checkSite(
  database: Database,
  site: number,
): Promise<{ readonly chain: ChainCheck; readonly findings: Awaited<ReturnType<typeof recordFindings>> }> {
  const chain = await verifyChain(database, site);
  const broken = chain.problems.map((detail) => ({ site, rule: 'the audit chain is whole', detail }));
  const unapproved = await findUnapproved(database, site);
  return { chain, findings: await recordFindings(database, site, [...broken, ...unapproved]) };
}
