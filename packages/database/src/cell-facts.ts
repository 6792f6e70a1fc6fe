// Facts of a cell's database that decide whether a site may move: its sites, their names, the settings of the server.
//
// Elsewhere: the move itself (site-move.ts), its order and its sentences (apps/ops/src/cells).

import type pg from 'pg';

import { FENCED_TABLES } from './site-tables.ts';

export type SiteFacts = {
  readonly id: number;
  readonly code: string;
  readonly apiKey: string;
  readonly hosts: readonly string[];
  readonly keyIds: readonly string[];
  readonly accounts: readonly { readonly kind: string; readonly bankCode: string | null; readonly account: string }[];
  /** State of its last move; null: it never moved. */
  readonly state: string | null;
};

export async function listSites(client: pg.Client): Promise<SiteFacts[]> {
  const { rows } = await client.query<SiteFacts>(`
    select site_id as id, code, api_key as "apiKey", hosts,
      array(select key_id from provider_key k where k.site_id = site.site_id order by 1) as "keyIds",
      coalesce((select jsonb_agg(distinct jsonb_build_object('kind', kind, 'bankCode', bank_code, 'account', account))
        from receiving_account a where a.site_id = site.site_id), '[]') as accounts,
      (select state from site_move m where m.site_id = site.site_id) as state
    from site order by site_id`);
  return rows;
}

export type CellFacts = {
  readonly migrations: readonly string[];
  readonly version: number;
  readonly walLevel: string;
  readonly freeSlots: number;
  readonly freeSenders: number;
  readonly freeWorkers: number;
  readonly bytes: number;
  readonly isReplica: boolean;
  /** Subscriptions, ending transactions and deleting past foreign keys need a superuser. */
  readonly isSuperuser: boolean;
  /** A statement holds or awaits a lock that excludes readers of a table; autovacuum does so to shorten one. */
  readonly hasDdl: boolean;
  readonly cell: number | null;
  readonly releases: readonly string[];
  readonly prints: Readonly<Record<string, readonly string[]>>;
};

export async function loadCellFacts(client: pg.Client): Promise<CellFacts> {
  const { rows } = await client.query<CellFacts>(`
    select array(select name || ' ' || checksum from migration order by name) as migrations,
      current_setting('server_version_num')::int / 10000 as version, current_setting('wal_level') as "walLevel",
      current_setting('max_replication_slots')::int - (select count(*)::int from pg_replication_slots) as "freeSlots",
      current_setting('max_wal_senders')::int - (select count(*)::int from pg_stat_replication) as "freeSenders",
      current_setting('max_logical_replication_workers')::int
        - (select count(*)::int from pg_stat_subscription where pid is not null) as "freeWorkers",
      pg_database_size(current_database())::float8 as bytes, pg_is_in_recovery() as "isReplica",
      (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
      exists (select from pg_locks l join pg_class c on c.oid = l.relation
        where l.mode = 'AccessExclusiveLock' and l.database = (select oid from pg_database where datname = current_database())
          and c.relnamespace = 'public'::regnamespace and l.pid <> pg_backend_pid()
          and l.pid not in (select pid from pg_stat_activity where backend_type = 'autovacuum worker')) as "hasDdl",
      (select number from cell) as cell,
      array(select distinct version || ' ' || commit from process_beat
        where program = 'server' and beat_at > now() - interval '30 seconds' and state in ('ready', 'draining')
        order by 1) as releases,
      (select coalesce(jsonb_object_agg(key, prints), '{}') from (
        select key, jsonb_agg(distinct value) as prints from process_beat, jsonb_each_text(secret_prints)
        where beat_at > now() - interval '30 seconds' and state in ('ready', 'draining') group by key) as prints) as prints`);
  const [facts] = rows;
  if (facts === undefined) throw new Error('a database without facts');
  return facts;
}

/**
 * Copies the people of these sites to the target: name only, disabled, without a factor; each enrols there by an
 * invitation. A name that another person bears there gets a suffix.
 */
export async function copyOperators(source: pg.Client, target: pg.Client, siteIds: readonly number[]): Promise<void> {
  const { rows } = await source.query<{ id: string; name: string; displayName: string }>(
    `select distinct operator_id::text as id, name, display_name as "displayName"
     from operator join operator_role using (operator_id) where site_id = any($1)`,
    [siteIds],
  );
  for (const { id, name, displayName } of rows) {
    await target.query(
      `insert into operator (operator_id, name, display_name, disabled_at)
       values ($1::uuid, case when exists (select from operator where name = $2 and operator_id <> $1::uuid)
         then left($2, 31) || '-' || left($1::uuid::text, 8) else $2 end, $3, now())
       on conflict (operator_id) do nothing`,
      [id, name, displayName],
    );
  }
}

/** The part of the database that the sites fill, by their rows of the tables that grow with calls. */
export async function estimateBytes(client: pg.Client, siteIds: readonly number[]): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `select coalesce(sum(own * bytes / greatest(total, 1)), 0)::float8 as bytes from (
       select (select count(*) from wallet_transaction where site_id = any($1)) as own,
         pg_total_relation_size('wallet_transaction')::float8 as bytes, (select count(*) from wallet_transaction) as total
       union all select (select count(*) from ledger_transfer where site_id = any($1)),
         pg_total_relation_size('ledger_transfer'), (select count(*) from ledger_transfer)
       union all select (select count(*) from game_round where site_id = any($1)),
         pg_total_relation_size('game_round'), (select count(*) from game_round)) as large`,
    [siteIds],
  );
  return rows[0]?.bytes ?? 0;
}

/** Sites with an open recovery. */
export async function listRecovering(client: pg.Client, siteIds: readonly number[]): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    'select site_id as id from recovery where site_id = any($1) and released_at is null order by 1',
    [siteIds],
  );
  return rows.map(({ id }) => id);
}

/** Tables that have rows of these sites. */
export async function listFilledTables(client: pg.Client, siteIds: readonly number[]): Promise<string[]> {
  const selects = FENCED_TABLES.map(
    (table) =>
      `select '${table}' as name where exists (select from public.${client.escapeIdentifier(table)} where site_id = any($1))`,
  );
  const { rows } = await client.query<{ name: string }>(selects.join(' union all '), [siteIds]);
  return rows.map(({ name }) => name);
}

/** The number of this cell; undefined: it was never given one. */
export async function findCellNumber(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ number: number }>('select number from cell');
  return rows[0]?.number;
}

export async function setCell(client: pg.Client, number: number): Promise<void> {
  await client.query(
    'insert into cell (number) values ($1) on conflict (is_only) do update set number = excluded.number',
    [number],
  );
}

/** An entry of the operators' audit; at a cell that serves the site. */
export async function recordAudit(
  client: pg.Client,
  siteIds: readonly number[],
  entry: { readonly operator: string; readonly action: string; readonly reason: string; readonly facts: object },
): Promise<void> {
  await client.query(
    `insert into audit_log (site_id, operator, action, subject, reason, facts)
     select site_id, left($2, 60), $3, 'site ' || code, $4, $5 from site where site_id = any($1)`,
    [siteIds, entry.operator, entry.action, entry.reason, JSON.stringify(entry.facts)],
  );
}
