// Rules about the tables that let sites have their own machines (docs/decisions: the site leads every key), checked in
// the catalogue of a migrated database.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sql } from './database.ts';
import { RIGHTS } from './privileges.ts';
import { SITE_TABLES, STAYING_ROWS } from './site-tables.ts';
import { testDatabase } from '#database/testing/databases';

/**
 * Small tables that are equal for all sites and copied to every machine; all others belong to a site. A provider's key
 * and the receiving account of a bank feed line identify the site, so they are read before the site is known.
 */
const SHARED_TABLES: readonly string[] = [
  'migration',
  'ledger_currency',
  'ledger_kind',
  'site',
  'job_lease',
  'process_beat',
  'operations_record',
  'server_secret',
  'provider_key',
  'receiving_account_owner',
  'cell',
  'operator',
  'operator_credential',
  'operator_session',
  'operator_code',
  'operator_login',
  'operator_challenge',
  'operator_attempt',
];

const database = await testDatabase();

test('leads every primary, unique and foreign key by the site, except keys to shared tables', async () => {
  const found = await database.rows<{ table: string; key: string; definition: string }>(sql`
    select conrelid::regclass::text as table, conname as key, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f')
      and conrelid::regclass::text <> all(${SHARED_TABLES}::text[]) and attname <> 'site_id'
      and (contype <> 'f' or confrelid::regclass::text <> all(${SHARED_TABLES}::text[]))
    order by 1, 2`);
  assert.deepEqual(found, []);
});

test('leads every unique index by the site, with or without a constraint', async () => {
  const found = await database.rows(sql`
    select indrelid::regclass::text as table, indexrelid::regclass::text as index
    from pg_index i
    join pg_class t on t.oid = i.indrelid and t.relnamespace = 'public'::regnamespace
    left join pg_attribute a on a.attrelid = indrelid and a.attnum = indkey[0]
    where indisunique and indrelid::regclass::text <> all(${SHARED_TABLES}::text[])
      and a.attname is distinct from 'site_id'
    order by 1, 2`);
  assert.deepEqual(found, []);
});

test('gives every table of a site a primary key and a site that is not null', async () => {
  const found = await database.rows(sql`
    select t.relname as table
    from pg_class t
    left join pg_attribute a on a.attrelid = t.oid and a.attname = 'site_id'
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')
      and t.relname <> all(${SHARED_TABLES}::text[])
      and (a.attnotnull is not true
        or not exists (select from pg_constraint c where c.conrelid = t.oid and c.contype = 'p'))
    order by 1`);
  assert.deepEqual(found, []);
});

test('states for every table what a move of a site does with it (site-tables.ts)', async () => {
  const rows = await database.rows<{ table: string; key: string[] | null; hasSite: boolean; identity: string }>(sql`
    select relname::text as table, relreplident::text as identity,
      (select array_agg(attname::text) from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
        where indrelid = t.oid and indisprimary) as key,
      exists (select from pg_attribute where attrelid = t.oid and attname = 'site_id') as "hasSite"
    from pg_class t where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`);
  assert.deepEqual(
    rows.map(({ table }) => table).filter((table) => SITE_TABLES[table] === undefined),
    [],
    'a new table: name it in SITE_TABLES as rows, whole or stays',
  );
  assert.deepEqual(
    Object.keys(SITE_TABLES).filter((table) => !rows.some((row) => row.table === table)),
    [],
  );
  const wrong = rows.filter(({ table, key, hasSite, identity }) => {
    if (SITE_TABLES[table] === 'rows') return key?.includes('site_id') !== true || identity !== 'd';
    return SITE_TABLES[table] === 'whole' && (!hasSite || identity !== 'f');
  });
  assert.deepEqual(wrong, []);
  // A filter of a publication may read columns of the key only.
  const named = Object.keys(STAYING_ROWS).map((table) => rows.find((row) => row.table === table)?.key);
  assert.ok(named.every((key) => key?.includes('house_account')));
});

test('stores amounts as ten-thousandths in a bigint and uses no float', async () => {
  const found = await database.rows(sql`
    select table_name, column_name, data_type from information_schema.columns
    where table_schema = 'public' and (data_type in ('real', 'double precision', 'money')
      or (column_name like '%\\_e4' and data_type <> 'bigint'))
    order by 1, 2`);
  assert.deepEqual(found, []);
});

test('has no trigger in place of a privilege or a key', async () => {
  const found = await database.rows(sql`
    select tgrelid::regclass::text as table, tgname::text as name from pg_trigger
    join pg_class t on t.oid = tgrelid and t.relnamespace = 'public'::regnamespace where not tgisinternal`);
  assert.deepEqual(found, []);
});

test('finds every table and column that the rights name', async () => {
  const rows = await database.rows<{ table: string; columns: string[] }>(sql`
    select relname::text as table, array_agg(attname::text) as columns from pg_class
    join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') group by relname`);
  const tables = new Map(rows.map(({ table, columns }) => [table, columns]));
  const unknown = Object.entries(RIGHTS).flatMap(([table, { insert = [], update = [], fixed = [] }]) =>
    [...insert, ...update, ...fixed]
      .filter((column) => !tables.get(table)?.includes(column))
      .map((column) => `${table}.${column}`),
  );
  assert.deepEqual(unknown, []);
  assert.deepEqual(
    Object.keys(RIGHTS).filter((table) => !tables.has(table)),
    [],
  );
});

test('gives each security definer function a fixed search path and the product the only right to call it', async () => {
  const found = await database.rows<{ name: string }>(sql`
    select proname::text as name from pg_proc
    where pronamespace = 'public'::regnamespace and prosecdef
      and (not coalesce(proconfig, '{}') && array['search_path=pg_catalog, pg_temp']
        or has_function_privilege('public', pg_proc.oid, 'execute'))`);
  assert.deepEqual(found, []);
});
