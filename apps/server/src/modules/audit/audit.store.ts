// SQL of the audit's own rows. Rows in, rows out.

import type { Queryable, Sql } from '@chaba/database';
import type { AuditFinding } from '@chaba/ledger';

export async function findViolations(database: Queryable, rule: string, query: Sql): Promise<AuditFinding[]> {
  const rows = await database.rows<{ site_id: number; detail: string }>(query);
  return rows.map(({ site_id: site, detail }) => ({ rule, site, detail }));
}
