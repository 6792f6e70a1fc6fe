// The audit: every transfer of the journal is explained by one row, and every row about money has its transfers.
//
//     hourly    rows written since the last run, and balances against open rows; a finding is an alarm until an
//               operator closes it
//     whole     npm run ops -- audit: everything
//
// Always true: a rule only reads. Rules are derived from docs/money-flows.md and the tables, not from the code that
// moves the money. The books are correct if there are no findings.
//
// Elsewhere: the rules (*-rules.store.ts), rules of the ledger (packages/ledger/src/audit.ts), limit counters (limits).

import type { Queryable } from '@chaba/database';
import { audit as auditLedger, type AuditFinding } from '@chaba/ledger';

import { auditLimits } from '#modules/limits';

import * as store from './audit.store.ts';
import { bankRules } from './bank-rules.store.ts';
import { bonusRules } from './bonus-rules.store.ts';
import { giftRules } from './gift-rules.store.ts';
import { journalRules } from './journal-rules.store.ts';
import { playRules } from './play-rules.store.ts';
import { createScope, type ScopeOptions } from './scope.store.ts';
import { termsRules } from './terms-rules.store.ts';

export type { StoredFinding } from './audit.store.ts';
export { compareBankBook, enterBalance, findHouseAccount, readBankBook } from './bank-book.ts';
export { createStatementBank } from './statement-bank.ts';

export { listClosedFindings } from './audit.store.ts';

export const rules = [...journalRules, ...playRules, ...bankRules, ...bonusRules, ...termsRules, ...giftRules];

/** Overlap of runs: a transaction that began before a run may commit after it. */
const OVERLAP_SECONDS = 600;
/** Time before the first run of a site that is checked. */
const FIRST_HOURS = 24;
const SHOWN_MAX = 200;

/**
 * Checks one site, or all: everything, or rows written since a time, or one rule. A rule of ledger or limits is checked
 * with all of theirs. Returns the violations.
 */
export async function auditAll(
  database: Queryable,
  { rule, ...options }: ScopeOptions & { readonly rule?: string } = {},
): Promise<AuditFinding[]> {
  const { siteId, since } = options;
  const scope = createScope(options);
  const own = rules.find(({ name }) => name === rule);
  if (own) return store.findViolations(database, own.name, own.find(scope));
  const findings = [...(await auditLedger(database, siteId, since)), ...(await auditLimits(database, siteId))];
  for (const { name, cost, find } of rule === undefined ? rules : []) {
    if (since !== undefined && cost === 'whole') continue;
    findings.push(...(await store.findViolations(database, name, find(scope))));
  }
  return findings;
}

/** Checks the rows written at the site since the last run. Returns the findings that no operator has closed. */
export async function auditNewRows(database: Queryable, siteId: number): Promise<store.StoredFinding[]> {
  const { since, until } = await store.loadSpan(database, siteId, {
    overlapSeconds: OVERLAP_SECONDS,
    firstHours: FIRST_HOURS,
  });
  const found = await recordFindings(database, siteId, await auditAll(database, { siteId, since }));
  await store.saveRun(database, siteId, until);
  return found;
}

/** Saves findings for an operator. Returns those that no operator has closed. */
export async function recordFindings(
  database: Queryable,
  siteId: number,
  findings: readonly AuditFinding[],
): Promise<store.StoredFinding[]> {
  return findings.length === 0 ? [] : store.saveFindings(database, siteId, findings);
}

/** Findings that no operator has closed, oldest first. */
export function listOpenFindings(database: Queryable, siteId: number): Promise<store.StoredFinding[]> {
  return store.listOpenFindings(database, siteId, SHOWN_MAX);
}

/** Closes a finding. The caller records operator and reason in the same transaction. */
export async function closeFinding(
  database: Queryable,
  siteId: number,
  finding: { readonly findingId: bigint; readonly closedBy: string },
): Promise<'closed' | 'not_waiting'> {
  return (await store.closeFinding(database, siteId, finding)) ? 'closed' : 'not_waiting';
}
