// SQL of opened member pages. Rows are added and never changed.
//
// Lock order: an access holds the shared lock of its site until its commit, and a seal takes it alone, so a sealed span
// receives no row later.

import { type Queryable, sql, type Transaction } from '@chaba/database';

export const SEAL_ACTION = 'access.seal';

const LOCK_NAME = 'member page access';
/** The newest minutes belong to no seal yet: the time of a row is the begin of its transaction. */
const OPEN_SECONDS = 60;
/** The longest span of a seal. */
const SPAN_HOURS = 1;

export type PageOpening = {
  readonly memberId: bigint;
  readonly operatorId: string;
  /** Undefined: a row in any case. Else none while the person has a row of this member within these minutes. */
  readonly quietMinutes: number | undefined;
};

/** Writes the access of a member of the site; an unknown member has none. */
export async function insertAccess(
  database: Queryable,
  siteId: number,
  { memberId, operatorId, quietMinutes }: PageOpening,
): Promise<void> {
  const isNew =
    quietMinutes === undefined
      ? sql`true`
      : sql`not exists (
          select from member_page_access as before
          where before.site_id = ${siteId} and before.operator_id = ${operatorId}::uuid and before.member_id = ${memberId}
            and before.minute > now() at time zone 'UTC' - make_interval(mins => ${quietMinutes}))`;
  await database.execute(sql`
    with held as materialized (select pg_advisory_xact_lock_shared(hashtextextended(${LOCK_NAME}, ${siteId})))
    insert into member_page_access (site_id, member_id, operator_id)
    select site_id, member_id, ${operatorId}::uuid from held, member
    where site_id = ${siteId} and member_id = ${memberId} and ${isNew}
    on conflict do nothing`);
}

export type PageAccess = {
  readonly accessId: bigint;
  readonly memberId: bigint;
  readonly operator: string;
  readonly accessedAt: Date;
};

/** Opened pages, the newest first; `memberId`: of this member. */
export function listPageAccess(
  database: Queryable,
  siteId: number,
  of: { readonly memberId: bigint | undefined; readonly before: bigint | undefined; readonly limit: number },
): Promise<PageAccess[]> {
  const { memberId, before, limit } = of;
  return database.rows(sql`
    select access_id as "accessId", member_id as "memberId", operator.name as operator, accessed_at as "accessedAt"
    from member_page_access as access join operator using (operator_id)
    where access.site_id = ${siteId} ${memberId === undefined ? sql`` : sql`and member_id = ${memberId}`}
      ${before === undefined ? sql`` : sql`and access_id < ${before}`}
    order by access_id desc limit ${limit}`);
}

/** Number and hash of the rows of a span; the text of a row names all its columns. */
const batch = sql`
  count(access_id)::int as rows, encode(sha256(coalesce(string_agg(
    concat_ws('|', access_id, member_id, operator_id, (extract(epoch from accessed_at) * 1000)::bigint), e'\n'
    order by access_id), '')::bytea), 'hex') as hash`;

const nextSpan = (siteId: number, from: Date | undefined) => sql`
  select ${from ?? null}::timestamptz as "from", least(date_trunc('minute', now() - make_interval(secs => ${OPEN_SECONDS})),
    date_trunc('minute', min(accessed_at)) + make_interval(hours => ${SPAN_HOURS})) as "to"
  from member_page_access where site_id = ${siteId} and accessed_at >= coalesce(${from ?? null}::timestamptz, '-infinity')`;

/** Whether rows behind a moment need a seal; undefined: from the first row. */
export async function hasUnsealed(database: Queryable, siteId: number, from: Date | undefined): Promise<boolean> {
  const { found } = await database.one<{ found: boolean }>(sql`
    select exists (select from member_page_access, (${nextSpan(siteId, from)}) as span
      where site_id = ${siteId} and accessed_at >= coalesce(span."from", '-infinity') and accessed_at < span."to") as found`);
  return found;
}

/** Waits until accesses under way are committed. */
export async function lockAccess(tx: Transaction, siteId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${LOCK_NAME}, ${siteId}))`);
}

export type Seal = {
  /** Undefined: from the first row. */
  readonly from: Date | undefined;
  readonly to: Date;
  readonly rows: number;
  readonly hash: string;
};

/** The rows behind the last seal, at most an hour of them. */
export async function loadBatch(tx: Transaction, siteId: number, from: Date | undefined): Promise<Seal> {
  const { from: begin, ...seal } = await tx.one<Omit<Seal, 'from'> & { readonly from: Date | null }>(sql`
    select span."from", span."to", ${batch} from (${nextSpan(siteId, from)}) as span
    left join member_page_access on site_id = ${siteId} and accessed_at >= coalesce(span."from", '-infinity')
      and accessed_at < span."to"
    group by span."from", span."to"`);
  return { ...seal, from: begin ?? undefined };
}

/** The end of the last seal; undefined: no seal yet. */
export async function findSealedTo(database: Queryable, siteId: number): Promise<Date | undefined> {
  const last = await database.oneOrNone<{ to: Date }>(sql`
    select (content::jsonb #>> '{after,to}')::timestamptz as "to" from audit_entry
    where site_id = ${siteId} and action = ${SEAL_ACTION} order by sequence desc limit 1`);
  return last?.to;
}

export type CheckedSeal = {
  readonly sequence: bigint;
  /** As the entry states them. */
  readonly from: string;
  readonly to: string;
  readonly isWhole: boolean;
};

/** Seals after an entry in their order, each compared with the rows of its span. */
export function checkSeals(
  database: Queryable,
  siteId: number,
  { after, limit }: { readonly after: bigint; readonly limit: number },
): Promise<CheckedSeal[]> {
  return database.rows(sql`
    select sequence, coalesce(seal ->> 'from', '') as "from", seal ->> 'to' as "to",
      seal ->> 'rows' = found.rows::text and seal ->> 'hash' = found.hash as "isWhole"
    from (select sequence, content::jsonb -> 'after' as seal from audit_entry
      where site_id = ${siteId} and action = ${SEAL_ACTION} and sequence > ${after}
      order by sequence limit ${limit}) as entry
    cross join lateral (
      select ${batch} from member_page_access
      where site_id = ${siteId} and accessed_at >= coalesce((seal ->> 'from')::timestamptz, '-infinity')
        and accessed_at < (seal ->> 'to')::timestamptz) as found
    order by sequence`);
}
