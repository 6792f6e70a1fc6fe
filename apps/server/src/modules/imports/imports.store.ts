// SQL of imports: jobs and their rows.
//
// Always true: a run writes only while the job names it.
//
// Elsewhere: the rules (imports.ts), keys (packages/database/migrations/0016_back_office.sql).

import type { ImportState } from '@chaba/contract/back-office/blocks';
import { type Database, type Queryable, sql, type Transaction } from '@chaba/database';

/** A row of a file; `outcome`: it is not to be run. */
export type NewImportRow = {
  readonly rowNo: number;
  readonly label: string;
  readonly reason: string | undefined;
} & ({ readonly input: Readonly<Record<string, string>> } | { readonly outcome: string });

export type NewImport = {
  readonly action: string;
  readonly requestedBy: string;
  readonly fileName: string;
  readonly reason: string;
  readonly rows: readonly NewImportRow[];
};

export type StoredImport = {
  readonly importId: bigint;
  readonly action: string;
  readonly requestedBy: string;
  readonly requestedName: string;
  readonly fileName: string;
  readonly reason: string;
  readonly state: ImportState;
  readonly failure: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
};

/** With the numbers of its rows. */
export type CountedImport = StoredImport & {
  readonly rows: number;
  readonly finished: number;
  /** By outcome. */
  readonly outcomes: Readonly<Record<string, number>>;
};

const columns = sql`import_id as "importId", action, requested_by as "requestedBy",
  (select name from operator where operator_id = requested_by) as "requestedName", file_name as "fileName", reason, state,
  failure, created_at as "createdAt", finished_at as "finishedAt"`;

export async function insertImport(tx: Transaction, siteId: number, job: NewImport): Promise<bigint> {
  const { importId } = await tx.one<{ importId: bigint }>(sql`
    insert into import_job (site_id, action, requested_by, file_name, reason)
    values (${siteId}, ${job.action}, ${job.requestedBy}::uuid, ${job.fileName}, ${job.reason})
    returning import_id as "importId"`);
  const rows = job.rows.map((row) => ({
    no: row.rowNo,
    label: row.label,
    reason: row.reason ?? null,
    input: 'input' in row ? row.input : null,
    outcome: 'outcome' in row ? row.outcome : null,
  }));
  await tx.execute(sql`
    insert into import_row (site_id, import_id, row_no, input, label, reason, outcome)
    select ${siteId}, ${importId}, no, input, label, reason, outcome
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (no int, input jsonb, label text, reason text, outcome text)`);
  return importId;
}

const counted = sql`select ${columns}, counts.* from import_job
  cross join lateral (
    select coalesce(sum(count), 0)::int as rows, coalesce(sum(count) filter (where outcome <> ''), 0)::int as finished,
      coalesce(jsonb_object_agg(outcome, count) filter (where outcome <> ''), '{}') as outcomes
    from (select coalesce(outcome, '') as outcome, count(*) as count from import_row
      where import_row.site_id = import_job.site_id and import_row.import_id = import_job.import_id group by 1) as each
  ) as counts`;

/** The newest first. */
export function listImports(
  database: Queryable,
  siteId: number,
  { action, limit }: { readonly action: string; readonly limit: number },
): Promise<CountedImport[]> {
  return database.rows(sql`
    ${counted} where site_id = ${siteId} and action = ${action} order by import_id desc limit ${limit}`);
}

export function findImport(
  database: Queryable,
  siteId: number,
  { importId, action }: { readonly importId: bigint; readonly action: string },
): Promise<CountedImport | undefined> {
  return database.oneOrNone(sql`
    ${counted} where site_id = ${siteId} and import_id = ${importId} and action = ${action}`);
}

export type ImportRowResult = { readonly rowNo: number; readonly label: string; readonly outcome: string | null };

export function listRows(database: Queryable, siteId: number, importId: bigint): Promise<ImportRowResult[]> {
  return database.rows(sql`
    select row_no as "rowNo", label, outcome from import_row
    where site_id = ${siteId} and import_id = ${importId} order by row_no`);
}

/** Takes the oldest queued job, or one whose run sent no beat for these seconds; undefined: none. */
export function claimImport(
  tx: Transaction,
  siteId: number,
  { runId, staleSeconds }: { readonly runId: string; readonly staleSeconds: number },
): Promise<(StoredImport & { readonly attempts: number }) | undefined> {
  return tx.oneOrNone(sql`
    update import_job set state = 'running', run_id = ${runId}::uuid, beat_at = now(), attempts = attempts + 1
    where site_id = ${siteId} and import_id = (
      select import_id from import_job where site_id = ${siteId} and (state = 'waiting'
        or (state = 'running' and beat_at < now() - make_interval(secs => ${staleSeconds})))
      order by created_at, import_id limit 1 for update skip locked)
    returning ${columns}, attempts`);
}

export type OpenImportRow = {
  readonly rowNo: number;
  readonly input: Readonly<Record<string, string>>;
  readonly reason: string | null;
};

/** The first rows that are not finished. */
export function listOpenRows(
  database: Queryable,
  siteId: number,
  { importId, limit }: { readonly importId: bigint; readonly limit: number },
): Promise<OpenImportRow[]> {
  return database.rows(sql`
    select row_no as "rowNo", input, reason from import_row
    where site_id = ${siteId} and import_id = ${importId} and input is not null order by row_no limit ${limit}`);
}

type OwnRun = { readonly importId: bigint; readonly runId: string };

/** False where the job was stopped or taken over. */
async function beat(tx: Transaction, siteId: number, { importId, runId }: OwnRun): Promise<boolean> {
  const changed = await tx.execute(sql`
    update import_job set beat_at = now(), attempts = 0
    where site_id = ${siteId} and import_id = ${importId} and run_id = ${runId}::uuid and state = 'running'`);
  return changed === 1;
}

export type RunOutcome = { readonly rowNo: number; readonly outcome: string };

/** Outcomes are facts, also of rows of a job that was stopped meanwhile. Returns whether the run goes on. */
export async function saveOutcomes(
  tx: Transaction,
  siteId: number,
  of: OwnRun & { readonly outcomes: readonly RunOutcome[]; readonly notRun: string },
): Promise<boolean> {
  await tx.execute(sql`
    update import_row set input = null, outcome = given.outcome
    from unnest(${of.outcomes.map(({ rowNo }) => rowNo)}::int[], ${of.outcomes.map(({ outcome }) => outcome)}::text[])
      as given (row_no, outcome)
    where site_id = ${siteId} and import_id = ${of.importId} and import_row.row_no = given.row_no
      and (input is not null or import_row.outcome = ${of.notRun})`);
  return beat(tx, siteId, of);
}

/** Ends the job; rows that were not run get an outcome. False where it ended before, or another run has it. */
export async function endImport(
  tx: Transaction,
  siteId: number,
  of: {
    readonly importId: bigint;
    /** Undefined: whatever run has it. */
    readonly runId: string | undefined;
    readonly state: 'done' | 'failed' | 'stopped';
    readonly failure?: string;
    readonly left: string;
  },
): Promise<boolean> {
  const { importId, runId = null, state, failure = null, left } = of;
  const changed = await tx.execute(sql`
    update import_job set state = ${state}, failure = ${failure}::text, finished_at = now(), run_id = null
    where site_id = ${siteId} and import_id = ${importId} and state in ('waiting', 'running')
      and (${runId}::uuid is null or run_id = ${runId}::uuid)`);
  if (changed === 0) return false;
  await tx.execute(sql`
    update import_row set input = null, outcome = ${left}
    where site_id = ${siteId} and import_id = ${importId} and input is not null`);
  return true;
}

export function deleteOld(database: Database, days: number): Promise<number> {
  return database.execute(sql`
    delete from import_job where created_at < now() - make_interval(days => ${days})
      and state in ('done', 'failed', 'stopped')`);
}
