// SQL of audit runs and findings.

import { type Queryable, type Sql, sql } from '@chaba/database';
import type { AuditFinding } from '@chaba/ledger';

export type StoredFinding = AuditFinding & { readonly findingId: bigint; readonly foundAt: Date };

export async function findViolations(database: Queryable, rule: string, query: Sql): Promise<AuditFinding[]> {
  const rows = await database.rows<{ site_id: number; detail: string }>(query);
  return rows.map(({ site_id: site, detail }) => ({ rule, site, detail }));
}

/**
 * Time since which rows are unchecked, minus an overlap in seconds for transactions that began before and committed
 * after the last run; and the present time.
 */
export function loadSpan(
  database: Queryable,
  siteId: number,
  { overlapSeconds, firstHours }: { readonly overlapSeconds: number; readonly firstHours: number },
): Promise<{ since: Date; until: Date }> {
  return database.one(sql`
    select coalesce((select checked_until - make_interval(secs => ${overlapSeconds}::int) from audit_run where site_id = ${siteId}),
      now() - make_interval(hours => ${firstHours}::int)) as since, now() as until`);
}

export async function saveRun(database: Queryable, siteId: number, until: Date): Promise<void> {
  await database.execute(sql`
    insert into audit_run (site_id, checked_until) values (${siteId}, ${until})
    on conflict (site_id) do update set checked_until = excluded.checked_until, finished_at = excluded.finished_at`);
}

/** Saves findings; returns those that no operator has closed. */
export function saveFindings(
  database: Queryable,
  siteId: number,
  findings: readonly AuditFinding[],
): Promise<StoredFinding[]> {
  return database.rows(sql`
    with saved as (
      insert into audit_finding as finding (site_id, rule, detail)
      select distinct ${siteId}::int, rule, detail
      from unnest(${findings.map(({ rule }) => rule)}::text[], ${findings.map(({ detail }) => detail)}::text[]) as found (rule, detail)
      on conflict (site_id, rule, detail) do update set last_found_at = excluded.last_found_at
      returning site_id, audit_finding_id, rule, detail, found_at, closed_at
    )
    select site_id as site, audit_finding_id as "findingId", rule, detail, found_at as "foundAt" from saved
    where closed_at is null order by audit_finding_id`);
}

/** Findings that no operator has closed, oldest first. */
export function listOpenFindings(database: Queryable, siteId: number, limit: number): Promise<StoredFinding[]> {
  return database.rows(sql`
    select site_id as site, audit_finding_id as "findingId", rule, detail, found_at as "foundAt" from audit_finding
    where site_id = ${siteId} and closed_at is null order by found_at, audit_finding_id limit ${limit}`);
}

/** Findings closed by an operator, of all sites. */
export function listClosedFindings(database: Queryable): Promise<AuditFinding[]> {
  return database.rows(sql`select site_id as site, rule, detail from audit_finding where closed_at is not null`);
}

/** False if the finding is not open. */
export async function closeFinding(
  database: Queryable,
  siteId: number,
  { findingId, closedBy }: { readonly findingId: bigint; readonly closedBy: string },
): Promise<boolean> {
  const touched = await database.execute(sql`
    update audit_finding set closed_at = now(), closed_by = ${closedBy}
    where site_id = ${siteId} and audit_finding_id = ${findingId} and closed_at is null`);
  return touched === 1;
}
