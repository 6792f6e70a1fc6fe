// SQL of the audit log. Rows are inserted and never changed.

import { type Database, sql, type Transaction } from '@chaba/database';

export type AuditRecord = {
  readonly operator: string;
  readonly act: string;
  readonly subject: string;
  readonly reason: string;
  readonly facts: Readonly<Record<string, unknown>>;
};

export type AuditEntry = AuditRecord & { readonly actedAt: Date };

export async function insertAuditEntry(tx: Transaction, siteId: number, entry: AuditRecord): Promise<void> {
  await tx.execute(sql`
    insert into audit_log (site_id, operator, act, subject, reason, facts)
    values (${siteId}, ${entry.operator}, ${entry.act}, ${entry.subject}, ${entry.reason}, ${JSON.stringify(entry.facts)}::jsonb)`);
}

export function listAuditEntries(database: Database, siteId: number, limit: number): Promise<AuditEntry[]> {
  return database.rows(sql`
    select operator, act, subject, reason, facts, acted_at as "actedAt" from audit_log
    where site_id = ${siteId} order by acted_at desc, audit_log_id desc limit ${limit}`);
}
