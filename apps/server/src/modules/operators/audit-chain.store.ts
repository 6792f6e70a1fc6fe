// SQL of the audit chain. Rows are added and never changed.
//
// Lock order: after every other lock of an action, the head of the site.

import { type Database, type Queryable, sql, type Sql, type Transaction } from '@chaba/database';

export async function lockHead(tx: Transaction, siteId: number): Promise<void> {
  await tx.execute(sql`insert into audit_head (site_id) values (${siteId}) on conflict do nothing`);
  await tx.execute(sql`select lock_right from audit_head where site_id = ${siteId} for update`);
}

export function findLast(
  tx: Queryable,
  siteId: number,
): Promise<{ readonly sequence: bigint; readonly hash: Buffer } | undefined> {
  return tx.oneOrNone(sql`
    select sequence, hash from audit_entry where site_id = ${siteId} order by sequence desc limit 1`);
}

/** Number and hash of the records of the log that came before the chain. */
export function sealLog(tx: Queryable, siteId: number): Promise<{ readonly rows: number; readonly hash: string }> {
  return tx.one(sql`
    select count(*)::int as rows, encode(sha256(coalesce(string_agg(
      audit_log_id || '|' || operator || '|' || action || '|' || subject || '|' || reason || '|' || facts, e'\n'
      order by audit_log_id), '')::text::bytea), 'hex') as hash
    from (select audit_log_id, operator, replace(action, '\', '\\') as action, replace(subject, '\', '\\') as subject,
        replace(reason, '\', '\\') as reason, replace(facts::text, '\', '\\') as facts
      from audit_log where site_id = ${siteId}) as entry`);
}

export async function insertEntry(
  tx: Transaction,
  siteId: number,
  entry: { readonly sequence: bigint; readonly previousHash: Buffer; readonly content: string },
): Promise<void> {
  await tx.execute(sql`
    insert into audit_entry (site_id, sequence, previous_hash, content)
    values (${siteId}, ${entry.sequence}, ${entry.previousHash}, ${entry.content})`);
}

export type ChainEntry = {
  readonly sequence: bigint;
  readonly content: string;
  readonly hash: string;
};

export type EntryFilter = {
  readonly operator?: string | undefined;
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  readonly outcome?: string | undefined;
  /** Entries before this number. */
  readonly before?: bigint | undefined;
  readonly limit: number;
};

export function listEntries(database: Queryable, siteId: number, filter: EntryFilter): Promise<ChainEntry[]> {
  const { operator, action, subject, outcome, before, limit } = filter;
  // Only given filters are named: a condition that a parameter may switch off is planned without its index.
  const isOf = (column: Sql, value: string | undefined): Sql =>
    value === undefined ? sql`` : sql`and ${column} = ${value}`;
  return database.rows(sql`
    select sequence, content, encode(hash, 'hex') as hash from audit_entry
    where site_id = ${siteId} ${before === undefined ? sql`` : sql`and sequence < ${before}`}
      ${isOf(sql`operator`, operator)} ${isOf(sql`action`, action)} ${isOf(sql`subject`, subject)}
      ${isOf(sql`outcome`, outcome)}
    order by sequence desc limit ${limit}`);
}

export type LastChange = {
  readonly subject: string;
  /** The person who did it, or the requester and the approver. */
  readonly people: readonly string[];
  readonly at: Date;
};

/** The last change of each of these subjects, alone or by an approved request; a subject without one is absent. */
export function listLastChanges(
  database: Queryable,
  siteId: number,
  subjects: readonly string[],
): Promise<LastChange[]> {
  return database.rows(sql`
    select wanted.subject, last.people, last.at
    from unnest(${subjects}::text[]) as wanted (subject)
    cross join lateral (
      select people, at from (
        (select array[operator] as people, to_timestamp(acted_ms / 1000.0) as at from audit_entry
          where site_id = ${siteId} and subject = wanted.subject and outcome = 'done' order by sequence desc limit 1)
        union all
        (select array[requester.name, decider.name], executed_at
          from approval_request as request
          join approval_decision as decision using (site_id, request_id)
          join approval_execution as execution using (site_id, request_id)
          join operator as requester on requester.operator_id = request.requested_by
          join operator as decider on decider.operator_id = decision.decided_by
          where request.site_id = ${siteId} and request.subject = wanted.subject order by request_id desc limit 1)
      ) as change order by at desc limit 1
    ) as last`);
}

export function findByKey(
  database: Queryable,
  siteId: number,
  { operator, key }: { readonly operator: string; readonly key: string },
): Promise<ChainEntry | undefined> {
  return database.oneOrNone(sql`
    select sequence, content, encode(hash, 'hex') as hash from audit_entry
    where site_id = ${siteId} and operator = ${operator} and action_key = ${key}`);
}

/** Entries of the host at these sites since the sign-in of this operator before the present one. */
export async function countHostEntries(
  database: Queryable,
  { siteIds, operator }: { readonly siteIds: readonly number[]; readonly operator: string },
): Promise<number> {
  const { count } = await database.one<{ count: number }>(sql`
    select count(*)::int as count from audit_entry as entry
    where site_id = any(${siteIds}::int[]) and operator like 'host:%' and sequence > coalesce((
      select sequence from audit_entry as signed
      where signed.site_id = entry.site_id and signed.operator = ${operator} and signed.action = 'operator.signed-in'
      order by sequence desc offset 1 limit 1), 0)`);
  return count;
}

/** All entries in order; the reading transaction is short, the pages are of one moment. */
export function pageEntries(
  database: Database,
  siteId: number,
  rowsAtOnce: number,
): AsyncIterable<
  {
    readonly sequence: bigint;
    readonly previousHash: Buffer;
    readonly content: string;
    readonly hash: Buffer;
  }[]
> {
  return database.pages(
    sql`select sequence, previous_hash as "previousHash", content, hash from audit_entry
      where site_id = ${siteId} order by sequence`,
    rowsAtOnce,
  );
}

/** Decisions and executions that no entry records: they were written by another program. */
export async function listUnrecordedDecisions(database: Queryable, siteId: number): Promise<string[]> {
  const rows = await database.rows<{ sentence: string }>(sql`
    select 'request R' || request_id || ' was decided by ' || name || ' without an entry' as sentence
    from approval_decision join operator on operator_id = decided_by
    where site_id = ${siteId} and not exists (
      select from audit_entry as entry where entry.site_id = approval_decision.site_id
        and entry.subject = 'request R' || request_id and entry.operator = operator.name and entry.outcome = 'done')
    union all
    select 'request R' || request_id || ' was executed without an entry'
    from approval_execution as execution
    where site_id = ${siteId} and not exists (
      select from audit_entry as entry where entry.site_id = execution.site_id
        and entry.subject = 'request R' || request_id and entry.action = 'request.approved')
    union all
    select 'the role ' || role || ' of ' || name || ' has no executed request'
    from operator_role as held join operator using (operator_id)
    where held.site_id = ${siteId} and not is_demo and request_id is not null and not exists (
      select from approval_execution as execution
      where execution.site_id = held.site_id and execution.request_id = held.request_id)
    union all
    select 'the role ' || role || ' of ' || name || ' was granted by no entry'
    from operator_role as held join operator using (operator_id)
    where held.site_id = ${siteId} and not is_demo and request_id is null and not exists (
      select from audit_entry as entry where entry.site_id = held.site_id and entry.action = 'operator.invite'
        and entry.subject = 'operator ' || name and entry.outcome = 'done')
    order by 1 limit 20`);
  return rows.map(({ sentence }) => sentence);
}
