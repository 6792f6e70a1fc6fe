// The migration that records takings, on a database of the version before it with ended bonuses: its rows are the ones
// that the product writes now.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { openDatabase, type Queryable, sql } from '@chaba/database';
import { createDatabase, dropDatabase, migrate, MIGRATIONS_FOLDER } from '@chaba/database/migrate';
import { testCluster } from '@chaba/database/testing';

import { auditAll } from '#modules/audit';
import { bankCommands, openOurAccount, openTestBank } from '#testing/bank-commands';
import { bonusCommands, offerBonuses } from '#testing/bonus-commands';
import { buildTestApp } from '#testing/build-app';
import { operatorCommands } from '#testing/operator-commands';
import { checkStory } from '#testing/story';
import { walletCommands } from '#testing/wallet-commands';

const MIGRATION = '0066_bonus_takings.sql';

const app = await buildTestApp();
const { database, chaba: site } = app;
const bank = openTestBank(database);
await openOurAccount(database, site);
await offerBonuses(app);
const commands = { ...walletCommands(app), ...bankCommands(bank), ...operatorCommands(app), ...bonusCommands(app) };
const story = (table: string) => checkStory({ database, site, commands, memberOptions: { acceptsBonus: true } }, table);

const admin = await testCluster();
const name = `chaba_test_${process.pid}_takings`;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-takings-'));
after(async () => {
  await dropDatabase(admin, name);
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Copies the rows of every table that the older database has, in its columns. */
async function copyRows(from: Queryable, to: Queryable): Promise<void> {
  await to.execute(sql`set session_replication_role = replica`);
  const tables = await to.rows<{ table: string; columns: string }>(sql`
    select table_name as "table", string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'migration' and is_generated = 'NEVER'
    group by 1`);
  for (const { table, columns } of tables) {
    const [names, target] = [columns, table].map((text) => ({ strings: [text], values: [] }));
    const { rows } = await from.one<{ rows: string }>(sql`
      select coalesce(json_agg(each), '[]')::text as rows from (select ${names} from ${target}) as each`);
    await to.execute(sql`delete from ${target}`);
    await to.execute(sql`
      insert into ${target} (${names}) select ${names} from json_populate_recordset(null::${target}, ${rows}::json)`);
  }
}

const listTakings = (queryable: Queryable) =>
  queryable.rows(sql`
    select member_id, removal_no, taking_no, source_no, amount_e4, gift_e4, provider, round_id, taken_at, counted_at, begun_at
    from bonus_taking order by member_id, removal_no, taking_no`);

test('records ends of bonuses and results since as the product does', async () => {
  // Undone, won again and undone in parts, after a cancellation.
  await story(`
    transfer  A1  from=M1  amount=100.00                made
    slip      M1  A1                                    credited
    session   M1                                        OK
    betwin    M1  50.00  450.00  round=a                OK
    betwin    M1  50.00  150.00  round=b                OK
    cancel    M1                                        cancelled
    adjust    M1  500.00  ref=a-win  tx=a3  round=a     OK
    adjust    M1  600.00  ref=a-win  tx=a4  round=a     OK
    adjust    M1  70.00  ref=a-win  tx=a5  round=a      OK
    rollback  M1  ref=b-win  tx=b3  round=b             OK
    rollback  M1  ref=a-win  tx=a6  round=a             OK
    win       M1  250.00  tx=a7  round=a  closed=yes    OK
  `);
  // A lost bonus, and a held correction of it.
  await story(`
    transfer  L1  from=M1  amount=100.00                made
    slip      M1  L1                                    credited
    session   M1                                        OK
    cap       500.00                                    done
    bet       M1  200.00  tx=l1  round=m                OK
    win       M1  0.00  tx=l2  round=m  closed=yes      OK
    adjust    M1  2000.00  ref=l2  tx=l3  round=m       OK
    decide    l3  released                              released
    adjust    M1  150.00  ref=l2  tx=l4  round=m        OK
    cap       1000000.00                                done
  `);
  // A code and a bonus that an exclusion ends.
  await story(`
    redeem    M1  CAPPED                                redeemed
    session   M1                                        OK
    betwin    M1  20.00  90.00  round=c                 OK
    exclude   M1  6m                                    paused
    rollback  M1  ref=c-win  tx=c3  round=c             OK
    transfer  C1  from=M2  amount=100.00                made
    slip      M2  C1                                    credited
    session   M2                                        OK
    betwin    M2  50.00  250.00  round=d                OK
    exclude   M2  6m                                    paused
    rollback  M2  ref=d-win  tx=d3  round=d             OK
  `);

  for (const file of fs.readdirSync(MIGRATIONS_FOLDER)) {
    if (file < MIGRATION) fs.copyFileSync(path.join(MIGRATIONS_FOLDER, file), path.join(folder, file));
  }
  await createDatabase(admin, name);
  const { href: url } = Object.assign(new URL(admin), { pathname: `/${name}` });
  await migrate({ url, folder });
  const old = openDatabase({ url, applicationName: 'chaba test old', poolSize: 1 });
  try {
    await copyRows(database.owner, old);
    await migrate({ url });
    const written = await listTakings(database.owner);
    assert.ok(written.length >= 12, `${written.length} takings`);
    assert.deepEqual(await listTakings(old), written);
    assert.deepEqual(await auditAll(old, { siteId: site.id }), []);
  } finally {
    await old.close();
  }
});
