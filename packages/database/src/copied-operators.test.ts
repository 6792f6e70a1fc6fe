// People of a site that moves between cells whose operators were made in another order.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import pg from 'pg';

import { copyOperators } from './cell-facts.ts';
import { sql } from './database.ts';
import { testDatabase } from '#database/testing/databases';

test('copies people with name only, disabled, beside another person of the same name', async () => {
  const [source, target] = [await testDatabase(), await testDatabase()];
  const clients = [source, target].map(({ ownerUrl }) => new pg.Client({ connectionString: ownerUrl }));
  const [from, to] = clients as [pg.Client, pg.Client];
  await Promise.all(clients.map((client) => client.connect()));
  await source.owner.execute(sql`
    insert into site (site_id, code, api_key, name, app_id, partner, line_id, prefix, theme, logo_url, withdraw_min_e4,
      withdraw_max_e4, withdraw_automatic_max_e4, cashback_percent_bp, cashback_min_e4, affiliate_min_e4,
      affiliate_turnover_times, affiliate_level1_bp, affiliate_level2_bp, affiliate_automatic_max_e4)
    values (7, 'rose', 'key-of-rose-site', 'Rose', 'a', 'p', 'l', 'x', 'gold', '/l.svg', 100, 100, 100, 100, 100, 100, 1, 1, 1, 100)`);
  await source.owner.execute(sql`
    with made as (insert into operator (name, display_name, password_hash, totp_secret)
      values ('malee', 'Malee', 'hash', 'secret'), ('somchai', 'Somchai', 'hash', 'secret') returning operator_id)
    insert into operator_role (site_id, operator_id, role) select 7, operator_id, 'risk' from made`);
  await source.owner.execute(sql`insert into operator (name, display_name) values ('stranger', 'Of another site')`);
  await target.owner.execute(sql`insert into operator (name, display_name) values ('malee', 'Another Malee')`);
  await copyOperators(from, to, [7]);
  await copyOperators(from, to, [7]);
  const rows = await target.owner.rows<{ name: string; secret: string | null; open: boolean }>(sql`
    select name, coalesce(password_hash, totp_secret) as secret, disabled_at is null as open from operator order by name`);
  assert.deepEqual(
    rows.map(({ name, secret, open }) => [name.replace(/-[0-9a-f]{8}$/, '-id'), secret, open]),
    [
      ['malee', null, true],
      ['malee-id', null, false],
      ['somchai', null, false],
    ],
  );
  await Promise.all(clients.map((client) => client.end()));
});
