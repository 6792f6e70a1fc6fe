// The audit of everything: every transfer of the journal is explained by one row, and every row that states money has its transfers.
//
// Always true: a rule reads and decides nothing; it is written from docs/money-flows.md and the tables, not from the code that moves
// the money. No findings is the proof.
//
// Elsewhere: the rules (*-rules.store.ts), the ledger's own (packages/ledger/src/audit.ts), counters of limits (limits).

import type { Queryable } from '@chaba/database';
import { audit as auditLedger, type AuditFinding } from '@chaba/ledger';

import { auditLimits } from '#modules/limits';

import { findViolations } from './audit.store.ts';
import { bankRules } from './bank-rules.store.ts';
import { bonusRules } from './bonus-rules.store.ts';
import { giftRules } from './gift-rules.store.ts';
import { journalRules } from './journal-rules.store.ts';
import { playRules } from './play-rules.store.ts';
import { createScope, type ScopeOptions } from './scope.store.ts';

export const rules = [...journalRules, ...playRules, ...bankRules, ...bonusRules, ...giftRules];

/** Checks everything of one site, or of all; answers what is wrong, nothing when all is right. */
export async function auditAll(
  database: Queryable,
  options: Omit<ScopeOptions, 'since'> = {},
): Promise<AuditFinding[]> {
  const scope = createScope(options);
  const findings = [...(await auditLedger(database, options.siteId)), ...(await auditLimits(database, options.siteId))];
  for (const { name, find } of rules) findings.push(...(await findViolations(database, name, find(scope))));
  return findings;
}
