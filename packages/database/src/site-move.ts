// The parts of a move of sites between two cells in their databases: fences, copies by logical replication, comparison.
//
//     fence (triggers)        writes of the product are refused; rows that replication applies are not
//     publication ─slot─▶ subscription        the rows of the sites, first copied, then followed
//     mark written at one cell, read at the other        everything committed before it has arrived
//
// Always true: every function may be repeated. A connection of the owner holds the lock of a site for as long as a
// command changes anything; a second command is refused. Nothing here decides which cell serves.
//
// Elsewhere: the order of the steps (apps/ops/src/cells/move-site.ts), the tables (site-tables.ts, 0018_cells.sql), the
// comparison of large tables (site-comparison.ts).

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import {
  CHANGING_TABLES,
  FENCED_TABLES,
  IMMUTABLE_SINCE,
  MARK_TABLE,
  MOVING_TABLES,
  SITE_TABLES,
  STAYING_ROWS,
} from './site-tables.ts';

export type MoveState = 'leaving' | 'fenced' | 'away' | 'arriving' | 'served';
export type SiteMove = {
  readonly siteId: number;
  readonly moveId: string;
  readonly state: MoveState;
  readonly otherCell: number;
  readonly sites: readonly number[];
  readonly keptUntil: Date | null;
  readonly deletedAt: Date | null;
};
export type TableSum = { readonly name: string; readonly rows: string; readonly sum: string };

const LOCK = 736_431;
const LOCK_TIMEOUT_MS = 50;
const LOCK_PATIENCE_MS = 60_000;
const LOCK_NOT_AVAILABLE = '55P03';
const DELETED_AT_ONCE = 5_000;
/** Transactions that began before the fence and last longer are ended: their callers repeat them. */
const DRAIN_MS = 3_000;

/** A connection of the owner to one cell. Statements fail instead of waiting for a silent line for ever. */
export async function connectOwner(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'chaba move',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  // Sums of rows are equal only where rows have equal texts.
  await client.query(`set timezone = 'UTC'; set datestyle = 'ISO'; set bytea_output = 'hex'; set extra_float_digits = 1;
    set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`);
  return client;
}

/** The lock of a site in this cell, until the connection ends; false if another command has it. */
export async function lockSite(client: pg.Client, siteId: number): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1, $2) as locked', [
    LOCK,
    siteId,
  ]);
  return rows[0]?.locked === true;
}

export async function listMoves(client: pg.Client): Promise<SiteMove[]> {
  const { rows } = await client.query<SiteMove>(`
    select site_id as "siteId", move_id as "moveId", state, other_cell as "otherCell", sites,
      kept_until as "keptUntil", deleted_at as "deletedAt"
    from site_move order by site_id`);
  return rows;
}

export async function writeMove(
  client: pg.Client,
  move: Pick<SiteMove, 'moveId' | 'state' | 'otherCell' | 'sites'> & { readonly keptDays?: number },
): Promise<void> {
  await client.query(
    `insert into site_move (site_id, move_id, state, other_cell, sites, kept_until)
     select site_id, $2, $3, $4, $1, now() + make_interval(days => $5) from unnest($1::int[]) as site_id
     on conflict (site_id) do update set move_id = excluded.move_id, state = excluded.state,
       other_cell = excluded.other_cell, sites = excluded.sites, changed_at = now(), kept_until = excluded.kept_until,
       deleted_at = case when excluded.state = 'away' then site_move.deleted_at end`,
    [move.sites, move.moveId, move.state, move.otherCell, move.keptDays ?? null],
  );
}

/** The moment of a committed change, by the clock of the database. */
export async function readClock(client: pg.Client): Promise<Date> {
  const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at');
  return rows[0]?.at ?? new Date();
}

/** Forgets a move; of a site that is away, its id stays so that it is not given again. */
export async function deleteMove(client: pg.Client, siteIds: readonly number[]): Promise<void> {
  await client.query('delete from site_move where site_id = any($1)', [siteIds]);
}

/** The product's processes read their sites again. */
export async function notifySites(client: pg.Client, siteIds: readonly number[]): Promise<void> {
  const messages = siteIds.map((siteId) => `\nsite:${siteId}`).join('');
  await client.query(`select pg_notify('chaba_notice', $1)`, [`move-site${messages}`]);
}

// ── the fence ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Triggers that refuse the product's writes of these sites while `site_move` says so; one short lock a table. */
export async function installFence(client: pg.Client, siteIds: readonly number[]): Promise<void> {
  for (const table of FENCED_TABLES) {
    const name = client.escapeIdentifier(table);
    const statements = siteIds.map((siteId) => {
      const id = Math.trunc(siteId);
      return `
        create or replace trigger ${fenceName(id, 'write')} before insert or update on public.${name} for each row
          when (new.site_id = ${id}) execute function public.site_move_refuse();
        create or replace trigger ${fenceName(id, 'delete')} before delete on public.${name} for each row
          when (old.site_id = ${id}) execute function public.site_move_refuse()`;
    });
    await withShortLock(client, statements.join(';'));
  }
}

export async function removeFence(client: pg.Client, siteIds: readonly number[]): Promise<void> {
  for (const table of FENCED_TABLES) {
    const name = client.escapeIdentifier(table);
    const statements = siteIds.flatMap((siteId) =>
      (['write', 'delete'] as const).map(
        (kind) => `drop trigger if exists ${fenceName(Math.trunc(siteId), kind)} on public.${name}`,
      ),
    );
    await withShortLock(client, statements.join(';'));
  }
}

/** Tables without both triggers of a site. */
export async function listUnfenced(client: pg.Client, siteIds: readonly number[]): Promise<string[]> {
  const names = siteIds.flatMap((siteId) => [fenceName(siteId, 'write'), fenceName(siteId, 'delete')]);
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest($1::text[]) as name where (select count(*) from pg_trigger
       where tgrelid = ('public.' || quote_ident(name))::regclass and tgenabled = 'O' and tgname = any($2)) < cardinality($2::text[])`,
    [FENCED_TABLES, names],
  );
  return rows.map(({ name }) => name);
}

const fenceName = (siteId: number, kind: 'write' | 'delete'): string => `site_move_${siteId}_${kind}`;

/** A statement that waits for a lock stops every later one on the table, so it waits less than a caller notices. */
async function withShortLock(client: pg.Client, statements: string): Promise<void> {
  for (const until = Date.now() + LOCK_PATIENCE_MS; ; await sleep(20 + Math.random() * 100)) {
    try {
      await client.query(`begin; set local lock_timeout = ${LOCK_TIMEOUT_MS}; ${statements}; commit`);
      return;
    } catch (error) {
      await client.query('rollback');
      if (codeOf(error) !== LOCK_NOT_AVAILABLE || Date.now() > until) throw error;
    }
  }
}

/**
 * Waits for the transactions that began before the fence, and ends those that last too long. Returns their number.
 * `reader`: a connection that writes nothing, and stays.
 */
export async function drain(client: pg.Client, fencedAt: Date, reader: number): Promise<number> {
  // Every client that began before may hold an older snapshot, in which the fence does not stand.
  const older = `from pg_stat_activity where datname = current_database() and pid not in (pg_backend_pid(), $2)
    and backend_type = 'client backend' and xact_start <= $1::timestamptz and (backend_xid is not null or backend_xmin is not null
      or state like 'idle in transaction%')`;
  for (const until = Date.now() + DRAIN_MS; Date.now() < until; await sleep(10)) {
    const { rowCount } = await client.query(`select ${older}`, [fencedAt, reader]);
    if (rowCount === 0) return 0;
  }
  const { rows } = await client.query(`select pg_terminate_backend(pid, 2000) ${older}`, [fencedAt, reader]);
  const { rowCount } = await client.query(`select ${older}`, [fencedAt, reader]);
  if (rowCount !== 0) throw new Error('a transaction from before the fence does not end');
  return rows.length;
}

// ── the copy ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export const moveName = (moveId: string): string => `chaba_move_${moveId.replaceAll('-', '').slice(0, 16)}`;

export async function createPublication(client: pg.Client, name: string, siteIds: readonly number[]): Promise<void> {
  const { rowCount } = await client.query('select from pg_publication where pubname = $1', [name]);
  if (rowCount !== 0) return;
  const where = siteIds.map((siteId) => `site_id = ${Math.trunc(siteId)}`).join(' or ');
  const tables = MOVING_TABLES.map((table) => {
    const staying = STAYING_ROWS[table];
    const filter = staying === undefined ? where : `(${where}) and not (${staying})`;
    return `public.${client.escapeIdentifier(table)} where (${filter})`;
  });
  await client.query(`create publication ${client.escapeIdentifier(name)} for table ${tables.join(', ')}`);
}

export async function dropPublication(client: pg.Client, name: string): Promise<void> {
  await client.query(`drop publication if exists ${client.escapeIdentifier(name)}`);
}

/** Subscribes unless it is done. A slot that an interrupted command left is dropped first. */
export async function createSubscription(
  target: pg.Client,
  source: pg.Client,
  { name, sourceUrl }: { readonly name: string; readonly sourceUrl: string },
): Promise<void> {
  const { rowCount } = await target.query(SUBSCRIPTION, [name]);
  if (rowCount !== 0) return;
  await dropSlot(source, name);
  await target.query(`
    create subscription ${target.escapeIdentifier(name)} connection ${target.escapeLiteral(sourceUrl)}
    publication ${target.escapeIdentifier(name)} with (streaming = on, synchronous_commit = 'off')`);
}

const SUBSCRIPTION = `select from pg_subscription join pg_database d on d.oid = subdbid
  where subname = $1 and datname = current_database()`;

/** Drops subscription and slot, also when one of the two is gone. `source` may be away. */
export async function dropSubscription(target: pg.Client, source: pg.Client | undefined, name: string): Promise<void> {
  const { rowCount } = await target.query(SUBSCRIPTION, [name]);
  if (rowCount !== 0) {
    const subscription = target.escapeIdentifier(name);
    await target.query(`alter subscription ${subscription} disable`);
    await target.query(`alter subscription ${subscription} set (slot_name = none)`);
    await target.query(`drop subscription ${subscription}`);
  }
  if (source !== undefined) await dropSlot(source, name);
}

/** Drops the slot of a subscription and those of its tables that are still being copied. */
async function dropSlot(source: pg.Client, name: string): Promise<void> {
  for (const until = Date.now() + LOCK_PATIENCE_MS; ; await sleep(100)) {
    const { rows } = await source.query<{ pid: number | null }>(
      'select active_pid as pid from pg_replication_slots where slot_name = $1',
      [name],
    );
    const [slot] = rows;
    if (slot === undefined) return;
    if (slot.pid === null) {
      await source.query('select pg_drop_replication_slot($1)', [name]).catch(() => undefined);
    } else if (Date.now() > until - LOCK_PATIENCE_MS + DRAIN_MS) {
      await source.query('select pg_terminate_backend($1)', [slot.pid]);
    }
    if (Date.now() > until) throw new Error(`the replication slot ${name} cannot be dropped`);
  }
}

export type CopyState = {
  /** Tables that are copied and followed. */
  readonly ready: number;
  readonly tables: number;
  /** Rows that the copies in progress have written. */
  readonly rows: number;
  readonly hasWorker: boolean;
  readonly slot: 'active' | 'idle' | 'lost';
  /** WAL that the target has not confirmed. */
  readonly lagBytes: number;
};

export async function readCopyState(target: pg.Client, source: pg.Client, name: string): Promise<CopyState> {
  const { rows } = await target.query<Omit<CopyState, 'slot' | 'lagBytes'>>(
    `select count(*) filter (where srsubstate = 'r')::int as ready, count(*)::int as tables,
       coalesce((select sum(tuples_processed) from pg_stat_progress_copy where datname = current_database()
         and type = 'CALLBACK'), 0)::float8 as rows,
       exists (select from pg_stat_subscription where subname = $1 and relid is null and pid is not null) as "hasWorker"
     from pg_subscription join pg_subscription_rel on srsubid = pg_subscription.oid where subname = $1`,
    [name],
  );
  const slots = await source.query<{ active: boolean; lost: boolean; lag: number }>(
    `select active, coalesce(wal_status = 'lost', false) as lost,
       pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn)::float8 as lag
     from pg_replication_slots where slot_name = $1`,
    [name],
  );
  const [slot] = slots.rows;
  const [copy = { ready: 0, tables: 0, rows: 0, hasWorker: false }] = rows;
  const state = slot === undefined || slot.lost ? 'lost' : slot.active ? 'active' : 'idle';
  return { ...copy, slot: state, lagBytes: slot?.lag ?? 0 };
}

/** Writes a mark at the source and waits until it is at the target; undefined: not within the time. In ms. */
export async function awaitMark(
  source: pg.Client,
  target: pg.Client,
  { siteId, withinMs }: { readonly siteId: number; readonly withinMs: number },
): Promise<number | undefined> {
  const mark = randomUUID();
  const startedAt = performance.now();
  await source.query(
    `insert into ${MARK_TABLE} (site_id, mark) values ($1, $2)
     on conflict (site_id) do update set mark = excluded.mark, written_at = clock_timestamp()`,
    [siteId, mark],
  );
  for (;;) {
    const { rowCount } = await target.query(`select from ${MARK_TABLE} where site_id = $1 and mark = $2`, [
      siteId,
      mark,
    ]);
    const ms = performance.now() - startedAt;
    if (rowCount !== 0) return ms;
    if (ms > withinMs) return undefined;
    await sleep(10);
  }
}

/** Raises the target's sequences above every number that the source has ever given. */
export async function raiseSequences(source: pg.Client, target: pg.Client): Promise<void> {
  const read = `select sequencename as name, coalesce(last_value, start_value)::text as value
    from pg_sequences where schemaname = 'public' order by 1`;
  const { rows } = await source.query<{ name: string; value: string }>(read);
  await target.query(
    `select setval(('public.' || quote_ident(name))::regclass, greatest(value, coalesce(last_value, start_value)))
     from unnest($1::text[], $2::bigint[]) as given (name, value)
     join pg_sequences on sequencename = name and schemaname = 'public'`,
    [rows.map(({ name }) => name), rows.map(({ value }) => value)],
  );
}

/** Sequences of the target that are behind the source's. */
export async function listLowSequences(source: pg.Client, target: pg.Client): Promise<string[]> {
  const read = `select sequencename as name, coalesce(last_value, 0)::text as value from pg_sequences
    where schemaname = 'public'`;
  const [one, other] = await Promise.all([
    source.query<{ name: string; value: string }>(read),
    target.query<{ name: string; value: string }>(read),
  ]);
  const values = new Map(other.rows.map(({ name, value }) => [name, BigInt(value)]));
  return one.rows.filter(({ name, value }) => (values.get(name) ?? -1n) < BigInt(value)).map(({ name }) => name);
}

// ── comparison ───────────────────────────────────────────────────────────────────────────────────────────────────────

/**
 * Refreshes the statistics of the moving tables: the planner of a fresh copy has none, and that of a young source may
 * expect empty tables. Also the summaries of the indexes by time: young rows are found without reading all others.
 */
export async function analyzeMovingTables(client: pg.Client): Promise<void> {
  const tables = MOVING_TABLES.map((table) => `public.${client.escapeIdentifier(table)}`);
  await client.query(`analyze ${tables.join(', ')}`);
  await client.query(
    `select brin_summarize_new_values(indexrelid) from pg_index join pg_class on pg_class.oid = indexrelid
     join pg_am on pg_am.oid = relam where amname = 'brin' and indrelid = any(array(
       select ('public.' || quote_ident(name))::regclass from unnest($1::text[]) as name))`,
    [Object.keys(IMMUTABLE_SINCE)],
  );
}

const SUMMED_TABLES = FENCED_TABLES.filter((name) => !CHANGING_TABLES.includes(name));

/**
 * Number and sum of the rows of each table. `old`: rows of immutable tables from before the cut; `new`: all rows but
 * those and the large tables that change (site-comparison.ts).
 */
export async function sumTables(
  client: pg.Client,
  siteIds: readonly number[],
  { part, cut }: { readonly part: 'old' | 'new'; readonly cut: Date },
): Promise<TableSum[]> {
  const tables = part === 'old' ? Object.keys(IMMUTABLE_SINCE) : SUMMED_TABLES;
  const selects = tables.map((table) => {
    const since = IMMUTABLE_SINCE[table];
    const span = since === undefined ? '' : ` and ${since} ${part === 'old' ? '<' : '>='} $2::timestamptz`;
    const staying = STAYING_ROWS[table] === undefined ? '' : ` and not (${STAYING_ROWS[table]})`;
    return `select '${table}' as name, count(*)::text as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as sum
      from public.${client.escapeIdentifier(table)} as t where site_id = any($1::int[])${span}${staying} and $2::timestamptz is not null`;
  });
  const { rows } = await client.query<TableSum>(selects.join(' union all '), [siteIds, cut]);
  return rows;
}

/** Tables whose rows differ, with their numbers. */
export function compareSums(source: readonly TableSum[], target: readonly TableSum[]): string[] {
  const others = new Map(target.map((each) => [each.name, each]));
  return source.flatMap(({ name, rows, sum }) => {
    const other = others.get(name);
    return other?.rows === rows && other.sum === sum ? [] : [`${name} (${rows} and ${other?.rows ?? 'no'} rows)`];
  });
}

/** Foreign keys of moved rows to rows of the cell that the target lacks. */
export async function listMissingReferences(client: pg.Client, siteIds: readonly number[]): Promise<string[]> {
  const { rows } = await client.query<{
    name: string;
    source: string;
    target: string;
    own: string[];
    other: string[];
  }>(`
    select conname as name, conrelid::regclass::text as source, confrelid::regclass::text as target,
      array(select attname::text from unnest(conkey) with ordinality as k (num, place)
        join pg_attribute on attrelid = conrelid and attnum = num order by place) as own,
      array(select attname::text from unnest(confkey) with ordinality as k (num, place)
        join pg_attribute on attrelid = confrelid and attnum = num order by place) as other
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1`);
  const missing: string[] = [];
  for (const { name, source, target, own, other } of rows) {
    if (SITE_TABLES[source] === 'stays' || SITE_TABLES[target] !== 'stays') continue;
    const isSame = own.map(
      (column, at) => `t.${client.escapeIdentifier(other[at] ?? '')} = s.${client.escapeIdentifier(column)}`,
    );
    const hasAll = own.map((column) => `s.${client.escapeIdentifier(column)} is not null`);
    const { rowCount } = await client.query(
      `select from ${source} as s where s.site_id = any($1) and ${hasAll.join(' and ')}
         and not exists (select from ${target} as t where ${isSame.join(' and ')}) limit 1`,
      [siteIds],
    );
    if (rowCount !== 0) missing.push(name);
  }
  return missing;
}

// ── deletion ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Deletes the rows of sites that this cell does not serve, in small steps. Returns their number. */
export async function deleteSites(client: pg.Client, siteIds: readonly number[]): Promise<number> {
  const refused = await client.query(
    `select from site_move where site_id = any($1) and state in ('away', 'arriving') having count(*) = cardinality($1::int[])`,
    [siteIds],
  );
  if (refused.rowCount === 0) throw new Error('rows of a site that this cell serves are not deleted');
  let deleted = 0;
  // Neither the fence nor the order of foreign keys is in the way of the owner.
  await client.query(`set session_replication_role = replica`);
  try {
    for (const table of MOVING_TABLES) {
      const name = `public.${client.escapeIdentifier(table)}`;
      for (let rows = DELETED_AT_ONCE; rows === DELETED_AT_ONCE; ) {
        const done = await client.query(
          `delete from ${name} where ctid = any(array(select ctid from ${name} where site_id = any($1) limit ${DELETED_AT_ONCE}))`,
          [siteIds],
        );
        rows = done.rowCount ?? 0;
        deleted += rows;
      }
    }
  } finally {
    await client.query(`reset session_replication_role`);
  }
  return deleted;
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
