// The reporting database: it subscribes to every cell and decides nothing.
//
//     cell ──publication chaba_reporting, slot chaba_reporting_<cell>──▶ subscription chaba_reporting_<cell>
//     cell ──WAL──▶ its standby, slot chaba_reporting_<cell>_standby ──▶ the same, where a standby decodes
//
// Always true: a publication has the rows of the sites that its cell serves, so a row comes from one cell at a time: a
// move takes a site out of one publication and into the other while neither cell writes it, after the reporting
// database has everything from before. A subscription whose slot is lost is made again with the rows of its cell, and
// one whose cell publishes other tables since an upgrade gets the new ones and loses the rows of those left out. A slot
// at a standby has a name of its own: a copy of the primary's cannot be read there before a failover.
//
// Elsewhere: its command (apps/ops/src/cells/reporting.ts), the move (apps/ops/src/cells/move-site.ts).

import { setTimeout as sleep } from 'node:timers/promises';

import type pg from 'pg';

import { REPORTED_TABLES, STAYING_ROWS } from './site-tables.ts';

const NAME = 'chaba_reporting';
const IDS_A_CELL = 10_000;
const FAILOVER_VERSION = 170_000;
/** Before it a standby decodes nothing. */
export const STANDBY_VERSION = 160_000;
const SNAPSHOT_EVERY_MS = 200;
const COPY_WITHIN_MS = 10_000;

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
type Followed = {
  readonly cell: number;
  /** Of the server that decodes, as the reporting database reaches it. */
  readonly sourceUrl: string;
  readonly siteIds: readonly number[];
  /** The cell's standby that decodes, of PostgreSQL 16 or newer; the primary does unless given. */
  readonly standby?: pg.Client | undefined;
};
type Known = { readonly slot: string | null; readonly url: string };

/**
 * Subscribes to a cell, unless it is done and its slot is there; then only its tables and its address are compared.
 * `source`: the primary. `siteIds`: those that the cell serves.
 */
export async function subscribe(reporting: pg.Client, source: pg.Client, of: Followed): Promise<Subscribed> {
  const name = reportingName(of.cell);
  const decoder = of.standby ?? source;
  const slotName = of.standby === undefined ? name : standbySlot(of.cell);
  const { rows } = await reporting.query<Known>(
    'select subslotname as slot, subconninfo as url from pg_subscription where subname = $1',
    [name],
  );
  const [known] = rows;
  const slot = await decoder.query<{ lost: boolean }>(
    `select coalesce(wal_status = 'lost', false) as lost from pg_replication_slots where slot_name = $1`,
    [slotName],
  );
  if (known?.slot === slotName && slot.rows[0]?.lost === false) {
    if (known.url !== of.sourceUrl) {
      await reporting.query(`alter subscription ${name} connection ${reporting.escapeLiteral(of.sourceUrl)}`);
    }
    const followed = await copyFrom(source, reporting, of, () => followTables(reporting, source, of));
    return known.url === of.sourceUrl ? followed : 'changed';
  }
  if (known !== undefined) await dropSubscription(reporting, name);
  for (const client of new Set([source, decoder])) await dropSlots(client, of.cell);
  // Rows of an earlier subscription: they are copied again.
  await deleteRows(reporting, REPORTED_TABLES, of.siteIds);
  // A failover slot is on the new primary after a failover of the cell. A standby keeps its own when it is promoted.
  const versions = await Promise.all([source, reporting].map(getVersion));
  const isFailover = of.standby === undefined && versions.every((version) => version >= FAILOVER_VERSION);
  await copyFrom(source, reporting, of, () =>
    reporting.query(`
      create subscription ${name} connection ${reporting.escapeLiteral(of.sourceUrl)} publication ${NAME}
      with (slot_name = ${slotName}, streaming = on${isFailover ? ', failover = true' : ''})`),
  );
  return known === undefined ? 'made' : 'made again';
}

const standbySlot = (cell: number): string => `${reportingName(cell)}_standby`;

/** Version of a server as a number: 160_004 is 16.4. */
export async function getVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  );
  return rows[0]?.version ?? 0;
}

/**
 * Performs a change of the subscription. A standby begins to decode, for the subscription and for the copy of each
 * table, at a snapshot of running transactions that its primary logs: here at once, by itself within 15 s of activity.
 */
async function copyFrom<Result>(
  source: pg.Client,
  reporting: pg.Client,
  { cell, standby }: Followed,
  change: () => Promise<Result>,
): Promise<Result> {
  const result = change();
  if (standby === undefined) return result;
  const logSnapshot = 'select pg_log_standby_snapshot()';
  const isOver = result.then(
    () => true,
    () => true,
  );
  do await source.query(logSnapshot);
  while (!(await Promise.race([isOver, sleep(SNAPSHOT_EVERY_MS, false)])));
  await result;
  for (const until = Date.now() + COPY_WITHIN_MS; Date.now() < until; await sleep(SNAPSHOT_EVERY_MS)) {
    const states = await listSubscriptions(reporting);
    if (states.some((state) => state.cell === cell && state.ready === state.tables)) break;
    await source.query(logSnapshot);
  }
  return result;
}

/** True when the standby shows everything that its primary has committed; false after this time. */
export async function awaitReplay(source: pg.Client, standby: pg.Client, withinMs: number): Promise<boolean> {
  const { rows } = await source.query<{ at: string }>('select pg_current_wal_lsn()::text as at');
  const replayed = 'select where not pg_is_in_recovery() or pg_last_wal_replay_lsn() >= $1::pg_lsn';
  for (const until = Date.now() + withinMs; ; await sleep(SNAPSHOT_EVERY_MS)) {
    if ((await standby.query(replayed, [rows[0]?.at])).rowCount === 1) return true;
    if (Date.now() > until) return false;
  }
}

/** Drops a subscription with its slot, where that can be reached. */
async function dropSubscription(reporting: pg.Client, name: string): Promise<void> {
  await reporting.query(`alter subscription ${name} disable`);
  await reporting.query(`drop subscription ${name}`).catch(async () => {
    await reporting.query(`alter subscription ${name} set (slot_name = none)`);
    await reporting.query(`drop subscription ${name}`);
  });
}

/** Drops the slots of an earlier subscription to this cell, but for copies of the primary's, which follow it. */
async function dropSlots(client: pg.Client, cell: number): Promise<void> {
  // Column synced is of PostgreSQL 17.
  await client.query(
    `select pg_drop_replication_slot(slot_name) from pg_replication_slots slot
     where slot_name in ($1, $2) and coalesce(to_jsonb(slot) ->> 'synced', 'false') <> 'true'`,
    [reportingName(cell), standbySlot(cell)],
  );
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
  if (rowCount !== 0) await dropSubscription(reporting, name);
}

export type ReportingState = {
  readonly cell: number;
  readonly isFollowing: boolean;
  /** A standby of the cell decodes for it. */
  readonly isAtStandby: boolean;
  readonly ready: number;
  readonly tables: number;
  /** The last position that arrived, and how long ago something did. */
  readonly position: string | null;
  readonly secondsAgo: number | null;
};

export async function listSubscriptions(reporting: pg.Client): Promise<ReportingState[]> {
  const { rows } = await reporting.query<ReportingState>(`
    select substr(s.subname, ${NAME.length + 2})::int as cell, coalesce(bool_or(st.pid is not null and st.relid is null), false) as "isFollowing",
      coalesce(s.subslotname like '%\\_standby', false) as "isAtStandby",
      (select count(*)::int from pg_subscription_rel r where r.srsubid = s.oid and srsubstate = 'r') as ready,
      (select count(*)::int from pg_subscription_rel r where r.srsubid = s.oid) as tables,
      (select remote_lsn::text from pg_replication_origin_status o where o.external_id = 'pg_' || s.oid) as position,
      extract(epoch from now() - max(st.last_msg_receipt_time))::float8 as "secondsAgo"
    from pg_subscription s left join pg_stat_subscription st on st.subid = s.oid
    where s.subname like '${NAME}\\_%' group by s.oid, s.subname, s.subslotname order by 1`);
  return rows;
}
