// The account kinds of SQL (account_kind in migrations/0001_ledger.sql) are those of the chart, and SQL names them.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { sql } from '@chaba/database';
import { readMigrations } from '@chaba/database/migrate';
import { testDatabase } from '@chaba/database/testing';

import { chart } from './chart-of-accounts.ts';

const database = await testDatabase();

test('account_kind returns the number of each kind in the chart and declares no other kind', async () => {
  const { source } = await database.one<{ source: string }>(
    sql`select pg_get_functiondef('account_kind(text)'::regprocedure) as source`,
  );
  const declared = [...source.matchAll(/WHEN '(\w+)'::text THEN (\d+)/g)];
  assert.deepEqual(
    Object.fromEntries(declared.map(([, name, kind]) => [name, Number(kind)])),
    Object.fromEntries(Object.values(chart).map(({ name, kind }) => [name, kind])),
  );
});

test('the migrations pass only kinds of the chart to account_kind', () => {
  const named = readMigrations().flatMap(({ text }) => [...text.matchAll(/account_kind\('(\w+)'\)/g)]);
  assert.ok(named.length > 0);
  assert.deepEqual(
    named.map(([, name]) => name).filter((name) => !Object.values(chart).some((kind) => kind.name === name)),
    [],
  );
});

test('SQL compares an account kind with a number only in ranges and in partial indexes', () => {
  const modules = path.join(import.meta.dirname, '..', 'modules');
  const stores = fs.globSync('**/*.store.ts', { cwd: modules });
  assert.ok(stores.length > 50);
  const texts = stores.map((file) => fs.readFileSync(path.join(modules, file), 'utf8'));
  const found = [...readMigrations().map(({ text }) => text), ...texts].flatMap((text) =>
    [...text.matchAll(/\b\w*kind (?:=|<>|in) \(?\d[\d, ]*|\b\d+ in \((?:from|to)_kind/g)].map(([part]) => part.trim()),
  );
  assert.deepEqual(found, ['kind = 90', 'from_kind <> 102', 'to_kind <> 102', 'from_kind <> 102', 'to_kind <> 102']);
});

test('every currency of the chart is declared in ledger_currency, and no other', async () => {
  const rows = await database.rows<{ currency: string }>(sql`select currency from ledger_currency order by currency`);
  assert.deepEqual(
    rows.map(({ currency }) => currency),
    [...new Set(Object.values(chart).map(({ currency }) => currency))].sort(),
  );
});
