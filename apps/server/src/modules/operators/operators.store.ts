// SQL of what operators did. Rows are only ever added.

import { type Database, sql, type Transaction } from '@chaba/database';

export type Act = {
  readonly operator: string;
  readonly act: string;
  readonly subject: string;
  readonly reason: string;
  readonly facts: Readonly<Record<string, unknown>>;
};

export type AuditEntry = Act & { readonly actedAt: Date };

export async function insertAct(tx: Transaction, siteId: number, act: Act): Promise<void> {
  await tx.execute(sql`
    insert into audit_log (site_id, operator, act, subject, reason, facts)
    values (${siteId}, ${act.operator}, ${act.act}, ${act.subject}, ${act.reason}, ${JSON.stringify(act.facts)}::jsonb)`);
}

export function listAuditEntries(database: Database, siteId: number, limit: number): Promise<AuditEntry[]> {
  return database.rows(sql`
    select operator, act, subject, reason, facts, acted_at as "actedAt" from audit_log
    where site_id = ${siteId} order by acted_at desc, audit_log_id desc limit ${limit}`);
}
