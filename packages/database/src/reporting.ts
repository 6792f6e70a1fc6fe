// The reporting database: it subscribes to every cell and decides nothing.
//
//     cell ──publication chaba_reporting, slot chaba_reporting──▶ subscription chaba_reporting_<cell>
//
// Always true: a publication has the rows of the sites that its cell serves, so a row comes from one cell at a time: a
// move takes a site out of one publication and into the other while neither cell writes it, after the reporting
// database has everything from before. A subscription whose slot is lost is made again with the rows of its cell, and
// one whose cell publishes other tables since an upgrade gets the new ones and loses the rows of those left out.
//
// Elsewhere: its command (apps/ops/src/cells/reporting.ts), the move (apps/ops/src/cells/move-site.ts).

import type pg from 'pg';

import { REPORTED_TABLES, STAYING_ROWS } from './site-tables.ts';

const NAME = 'chaba_reporting';
const IDS_A_CELL = 10_000;
const FAILOVER_VERSION = 170_000;

export const reportingName = (cell: number): string => `${NAME}_${Math.trunc(cell)}`;

/** Makes the publication of the sites that this cell serves now, or changes it; `soon`: those that it serves next. */
export async function publishServed(client: pg.Client, soon: readonly number[] = []): Promise<void> {
  const { rows } = await client.query<{ first: number; gone: number[]; come: number[] }>(`
    select coalesce((select number from cell), 0) * ${IDS_A_CELL} as first,
      array(select site_id from site_move where state in ('fenced', 'away', 'arriving')) as gone,
      array(select site_id from site_move where state in ('leaving', 'served')) as come`);
  const [{ first, gone, come } = { first: 0, gone: [], come: [] }] = rows;
  const list = (ids: readonly number[]): string => `'{${ids.map(Math.trunc).join(',')}}'::int[]`;
  const served = `(site_id between ${first} and ${first + IDS_A_CELL - 1} and site_id <> all(${list(gone)})) or site_id = any(${list([...come, ...soon])})`;
  const tables = REPORTED_TABLES.map((table) => {
    const staying = STAYING_ROWS[table];
    const filter = staying === undefined ? served : `(${served}) and not (${staying})`;
    return `public.${client.escapeIdentifier(table)} where (${filter})`;
  });
  const { rowCount } = await client.query('select from pg_publication where pubname = $1', [NAME]);
  const verb = rowCount === 0 ? `create publication ${NAME} for table` : `alter publication ${NAME} set table`;
  await client.query(`${verb} ${tables.join(', ')}`);
}

export async function unpublish(client: pg.Client): Promise<void> {
  await client.query(`drop publication if exists ${NAME}`);
}

export const hasPublication = async (client: pg.Client): Promise<boolean> =>
  ((await client.query('select from pg_publication where pubname = $1', [NAME])).rowCount ?? 0) > 0;

export type Subscribed = 'made' | 'made again' | 'changed' | 'there';
type Followed = { readonly cell: number; readonly sourceUrl: string; readonly siteIds: readonly number[] };

/**
 * Subscribes to a cell, unless it is done and its slot is there; then only its tables are compared with the published
 * ones. `siteIds`: those that the cell serves.
 */
export async function subscribe(reporting: pg.Client, source: pg.Client, of: Followed): Promise<Subscribed> {
  const name = reportingName(of.cell);
  const known = await reporting.query('select from pg_subscription where subname = $1', [name]);
  const slot = await source.query<{ lost: boolean }>(
    `select coalesce(wal_status = 'lost', false) as lost from pg_replication_slots where slot_name = $1`,
    [name],
  );
  if (known.rowCount !== 0 && slot.rows[0]?.lost === false) return followTables(reporting, source, of);
  if (known.rowCount !== 0) {
    await reporting.query(`alter subscription ${name} disable`);
    await reporting.query(`alter subscription ${name} set (slot_name = none)`);
    await reporting.query(`drop subscription ${name}`);
  }
  if (slot.rowCount !== 0) await source.query('select pg_drop_replication_slot($1)', [name]);
  // Rows of an earlier subscription: they are copied again.
  await deleteRows(reporting, REPORTED_TABLES, of.siteIds);
  const { rows } = await source.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  );
  const own = await reporting.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  );
  // Such a slot is on the new primary after a failover of the cell.
  const isNew = [rows[0]?.version, own.rows[0]?.version].every((version) => (version ?? 0) >= FAILOVER_VERSION);
  await reporting.query(`
    create subscription ${name} connection ${reporting.escapeLiteral(of.sourceUrl)} publication ${NAME}
    with (slot_name = ${name}, streaming = on${isNew ? ', failover = true' : ''})`);
  return known.rowCount === 0 ? 'made' : 'made again';
}

/** Follows the published tables where they are no longer those of the subscription. */
async function followTables(reporting: pg.Client, source: pg.Client, of: Followed): Promise<'changed' | 'there'> {
  const name = reportingName(of.cell);
  const followed = await listNames(
    reporting,
    `select srrelid::regclass::text as name from pg_subscription_rel join pg_subscription s on s.oid = srsubid
     where s.subname = $1`,
    name,
  );
  const published = await listNames(
    source,
    `select prrelid::regclass::text as name from pg_publication_rel join pg_publication p on p.oid = prpubid
     where p.pubname = $1`,
    NAME,
  );
  if (published.length === followed.length && published.every((table) => followed.includes(table))) return 'there';
  await reporting.query(`alter subscription ${name} refresh publication`);
  const left = followed.filter((table) => !published.includes(table));
  await deleteRows(reporting, left, of.siteIds);
  return 'changed';
}

async function listNames(client: pg.Client, query: string, name: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(query, [name]);
  return rows.map((row) => row.name);
}

async function deleteRows(reporting: pg.Client, tables: readonly string[], siteIds: readonly number[]): Promise<void> {
  // No foreign key restricts the order.
  await reporting.query(`set session_replication_role = replica`);
  for (const table of tables) {
    await reporting.query(`delete from public.${reporting.escapeIdentifier(table)} where site_id = any($1)`, [siteIds]);
  }
  await reporting.query(`reset session_replication_role`);
}

export async function unsubscribe(reporting: pg.Client, cell: number): Promise<void> {
  const name = reportingName(cell);
  const { rowCount } = await reporting.query('select from pg_subscription where subname = $1', [name]);
  if (rowCount === 0) return;
  await reporting.query(`alter subscription ${name} disable`);
  await reporting.query(`alter subscription ${name} set (slot_name = none)`);
  await reporting.query(`drop subscription ${name}`);
}

export type ReportingState = {
  readonly cell: number;
  readonly isFollowing: boolean;
  readonly ready: number;
  readonly tables: number;
  /** The last position that arrived, and how long ago something did. */
  readonly position: string | null;
  readonly secondsAgo: number | null;
};

export async function listSubscriptions(reporting: pg.Client): Promise<ReportingState[]> {
  const { rows } = await reporting.query<ReportingState>(`
    select substr(s.subname, ${NAME.length + 2})::int as cell, coalesce(bool_or(st.pid is not null and st.relid is null), false) as "isFollowing",
      (select count(*)::int from pg_subscription_rel r where r.srsubid = s.oid and srsubstate = 'r') as ready,
      (select count(*)::int from pg_subscription_rel r where r.srsubid = s.oid) as tables,
      (select remote_lsn::text from pg_replication_origin_status o where o.external_id = 'pg_' || s.oid) as position,
      extract(epoch from now() - max(st.last_msg_receipt_time))::float8 as "secondsAgo"
    from pg_subscription s left join pg_stat_subscription st on st.subid = s.oid
    where s.subname like '${NAME}\\_%' group by s.oid, s.subname order by 1`);
  return rows;
}
