// SQL of exports: jobs and the parts of their files.
//
// Always true: a run writes only while the job names it. Rows of one person are found by the person.
//
// Elsewhere: the rules (exports.ts), keys (packages/database/migrations/0016_back_office.sql).

import { type Database, type Queryable, sql, type Transaction } from '@chaba/database';

export type NewExport = {
  readonly requestedBy: string;
  readonly requestKey: string;
  readonly kind: 'list' | 'report';
  readonly name: string;
  readonly params: Readonly<Record<string, string>>;
  readonly columns: readonly string[];
  readonly fileName: string;
};

/** The approved request of a file with data in full. */
export type ExportApproval = { readonly requestId: bigint; readonly contentHash: Buffer };

export type StoredExport = {
  readonly exportId: bigint;
  readonly requestedBy: string;
  readonly kind: 'list' | 'report';
  readonly name: string;
  readonly params: Readonly<Record<string, string>>;
  readonly columns: readonly string[];
  readonly fileName: string;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly failure: string | null;
  readonly rowCount: number;
  readonly partCount: number;
  readonly cursor: string | null;
  /** Of a file with data in full. */
  readonly requestId: bigint | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
};

const columns = sql`export_id as "exportId", requested_by as "requestedBy", kind, name, params, columns,
  file_name as "fileName", state, failure, row_count as "rowCount", part_count as "partCount", cursor,
  (select request_id from export_approval as approval
    where approval.site_id = export_job.site_id and approval.export_id = export_job.export_id) as "requestId",
  created_at as "createdAt", finished_at as "finishedAt"`;

const isInFull = sql`exists (select from export_approval as approval
  where approval.site_id = export_job.site_id and approval.export_id = export_job.export_id)`;

/** Locks the person, so that two requests at once count each other's jobs. */
export async function countOpen(tx: Transaction, siteId: number, requestedBy: string): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('export ' || ${requestedBy}, ${siteId}))`);
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from export_job
    where site_id = ${siteId} and requested_by = ${requestedBy}::uuid and state in ('waiting', 'running')`);
  return count;
}

export function findByKey(
  tx: Queryable,
  siteId: number,
  { requestedBy, requestKey }: Pick<NewExport, 'requestedBy' | 'requestKey'>,
): Promise<StoredExport | undefined> {
  return tx.oneOrNone(sql`
    select ${columns} from export_job
    where site_id = ${siteId} and requested_by = ${requestedBy}::uuid and request_key = ${requestKey}`);
}

export function insertJob(tx: Transaction, siteId: number, job: NewExport): Promise<StoredExport> {
  return tx.one(sql`
    insert into export_job (site_id, requested_by, request_key, kind, name, params, columns, file_name)
    values (${siteId}, ${job.requestedBy}::uuid, ${job.requestKey}, ${job.kind}, ${job.name},
      ${JSON.stringify(job.params)}::jsonb, ${[...job.columns]}::text[], ${job.fileName})
    returning ${columns}`);
}

export async function insertApproval(
  tx: Transaction,
  siteId: number,
  { exportId, requestId, contentHash }: ExportApproval & { readonly exportId: bigint },
): Promise<void> {
  await tx.execute(sql`
    insert into export_approval (site_id, request_id, export_id, content_hash)
    values (${siteId}, ${requestId}, ${exportId}, ${contentHash})`);
}

export function listJobs(
  database: Queryable,
  siteId: number,
  { requestedBy, limit }: { readonly requestedBy: string; readonly limit: number },
): Promise<StoredExport[]> {
  return database.rows(sql`
    select ${columns} from export_job where site_id = ${siteId} and requested_by = ${requestedBy}::uuid
    order by created_at desc, export_id desc limit ${limit}`);
}

export type OwnedExport = { readonly exportId: bigint; readonly requestedBy: string };

export function findJob(
  database: Queryable,
  siteId: number,
  { exportId, requestedBy }: OwnedExport,
): Promise<StoredExport | undefined> {
  return database.oneOrNone(sql`
    select ${columns} from export_job
    where site_id = ${siteId} and export_id = ${exportId} and requested_by = ${requestedBy}::uuid`);
}

async function deleteParts(tx: Transaction, siteId: number, exportId: bigint): Promise<void> {
  await tx.execute(sql`delete from export_part where site_id = ${siteId} and export_id = ${exportId}`);
}

export async function cancelJob(
  tx: Transaction,
  siteId: number,
  { exportId, requestedBy }: OwnedExport,
): Promise<boolean> {
  const changed = await tx.execute(sql`
    update export_job set state = 'cancelled', finished_at = now(), run_id = null
    where site_id = ${siteId} and export_id = ${exportId} and requested_by = ${requestedBy}::uuid
      and state in ('waiting', 'running')`);
  if (changed === 1) await deleteParts(tx, siteId, exportId);
  return changed === 1;
}

/** Takes the oldest queued job, or one whose run sent no beat for these seconds; undefined: none. */
export async function claimJob(
  tx: Transaction,
  siteId: number,
  { runId, staleSeconds }: { readonly runId: string; readonly staleSeconds: number },
): Promise<(StoredExport & { readonly attempts: number }) | undefined> {
  return tx.oneOrNone(sql`
    update export_job set state = 'running', run_id = ${runId}::uuid, beat_at = now(), attempts = attempts + 1
    where site_id = ${siteId} and export_id = (
      select export_id from export_job where site_id = ${siteId} and (state = 'waiting'
        or (state = 'running' and beat_at < now() - make_interval(secs => ${staleSeconds})))
      order by created_at, export_id limit 1 for update skip locked)
    returning ${columns}, attempts`);
}

export type WrittenPage = {
  readonly exportId: bigint;
  readonly runId: string;
  readonly text: string;
  readonly rows: number;
  /** Null: it was the last page. */
  readonly cursor: string | null;
  /** Members whose data stands in full in the page. */
  readonly members?: readonly bigint[];
};

/** Writes a page and the cursor behind it; false where the job was cancelled or taken over. */
export async function savePage(tx: Transaction, siteId: number, page: WrittenPage): Promise<boolean> {
  const { exportId, runId, text, rows, cursor, members = [] } = page;
  const job = await tx.oneOrNone<{ partNo: number }>(sql`
    update export_job set part_count = part_count + 1, row_count = row_count + ${rows}, cursor = ${cursor}, beat_at = now(),
      attempts = 0, state = case when ${cursor === null} then 'done' else state end,
      finished_at = case when ${cursor === null} then now() end
    where site_id = ${siteId} and export_id = ${exportId} and run_id = ${runId}::uuid and state = 'running'
    returning part_count as "partNo"`);
  if (job === undefined) return false;
  await tx.execute(sql`
    insert into export_part (site_id, export_id, part_no, text) values (${siteId}, ${exportId}, ${job.partNo}, ${text})`);
  if (members.length === 0) return true;
  await tx.execute(sql`
    insert into access_log (site_id, member_id, export_id, operator_id, request_id)
    select site_id, member_id, export_id, requested_by, request_id
    from export_job join export_approval using (site_id, export_id)
      cross join unnest(${[...members]}::bigint[]) as of_page (member_id)
    where site_id = ${siteId} and export_id = ${exportId}
    on conflict do nothing`);
  return true;
}

type Access = {
  readonly exportId: bigint;
  readonly memberId: bigint;
  readonly operator: string;
  readonly requestId: bigint;
  readonly list: string | null;
  readonly accessedAt: Date;
};

/** Members whose data stood in full in files, the newest file first; `memberId`: files with this member. */
export function listAccess(
  database: Queryable,
  siteId: number,
  of: {
    readonly memberId: bigint | undefined;
    readonly before: Pick<Access, 'exportId' | 'memberId'> | undefined;
    readonly limit: number;
  },
): Promise<Access[]> {
  const { memberId, before, limit } = of;
  return database.rows(sql`
    select export_id as "exportId", member_id as "memberId", operator.name as operator, request_id as "requestId",
      (select content::jsonb #>> '{input,list}' from approval_request as request
        where request.site_id = log.site_id and request.request_id = log.request_id) as list, accessed_at as "accessedAt"
    from access_log as log join operator using (operator_id)
    where log.site_id = ${siteId} and ${memberId === undefined ? sql`true` : sql`member_id = ${memberId}`}
      and ${before === undefined ? sql`true` : sql`(export_id, member_id) < (${before.exportId}, ${before.memberId})`}
    order by export_id desc, member_id desc limit ${limit}`);
}

export async function failJob(
  tx: Transaction,
  siteId: number,
  { exportId, runId, failure }: { readonly exportId: bigint; readonly runId: string; readonly failure: string },
): Promise<void> {
  const changed = await tx.execute(sql`
    update export_job set state = 'failed', failure = ${failure}, finished_at = now()
    where site_id = ${siteId} and export_id = ${exportId} and run_id = ${runId}::uuid and state = 'running'`);
  if (changed === 1) await deleteParts(tx, siteId, exportId);
}

/** Lets parts be sent for a while; false: a file with data in full was received before. */
export async function openDownload(
  tx: Transaction,
  siteId: number,
  { exportId, openMinutes }: { readonly exportId: bigint; readonly openMinutes: number },
): Promise<boolean> {
  const opened = await tx.execute(sql`
    update export_job set download_at = case when ${isInFull} then coalesce(download_at, now()) else now() end
    where site_id = ${siteId} and export_id = ${exportId} and (not ${isInFull} or download_at is null
      or download_at > now() - make_interval(mins => ${openMinutes}))`);
  return opened === 1;
}

export function findPart(
  database: Queryable,
  siteId: number,
  {
    exportId,
    requestedBy,
    partNo,
    openMinutes,
  }: OwnedExport & { readonly partNo: number; readonly openMinutes: number },
): Promise<{ readonly text: string } | undefined> {
  return database.oneOrNone(sql`
    select text from export_job join export_part using (site_id, export_id)
    where site_id = ${siteId} and export_id = ${exportId} and part_no = ${partNo} and requested_by = ${requestedBy}::uuid
      and state = 'done' and download_at > now() - make_interval(mins => ${openMinutes})`);
}

export function deleteOld(
  database: Database,
  { days, revealedHours }: { readonly days: number; readonly revealedHours: number },
): Promise<number> {
  return database.execute(sql`
    delete from export_job where created_at < now() - case when ${isInFull} then make_interval(hours => ${revealedHours})
        else make_interval(days => ${days}) end
      and state in ('done', 'failed', 'cancelled')`);
}
