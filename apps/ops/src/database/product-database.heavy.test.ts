// The database as npm start opens it, embedded and by DATABASE_URL: forbidden writes of its login, and the messages for
// missing rights. The other database is the one of the test run (TEST_DATABASE_URL), of any version.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { violatedConstraint, type Database, openDatabase, type Sql, sql } from '@chaba/database';
import { createDatabase, dropDatabase, loginUrl, migrate } from '@chaba/database/migrate';
import { testCluster } from '@chaba/database/testing';
import { addOwners, audit, getBalances, installChart, openSite, postTransfers } from '@chaba/ledger';
import { baht } from '@chaba/money';
import { chart } from '@chaba/server/core/chart-of-accounts';

import {
  borrowProductDatabase,
  emptyProductDatabase,
  openProductDatabase,
  type ProductDatabase,
} from './product-database.ts';
import { readSettings, type Settings } from '#ops/core/settings';

const cluster = await testCluster();
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'chaba-product-'));
fs.chmodSync(home, 0o755);
after(() => fs.rmSync(home, { recursive: true, force: true, maxRetries: 5 }));

const SITE = 1;
const OWNER = 7n;
const raw = (text: string): Sql => ({ strings: [text], values: [] });

/** Statements that no login of the product may run. */
const forbidden: readonly string[] = [
  'update ledger_balance set balance_e4 = balance_e4 + 1',
  'insert into ledger_balance (site_id, owner_id, kind, balance_e4) values (1, 7, 2, 1)',
  'delete from ledger_balance',
  'update ledger_house_balance set balance_e4 = 0',
  'insert into ledger_house_balance (site_id, kind, lane, balance_e4) values (1, 103, 0, 1)',
  `insert into ledger_transfer (site_id, owner_id, transfer_id, from_kind, to_kind, amount_e4, to_balance_e4, reason, key)
    values (1, 7, 6400, 100, 1, 1, 1, 'gift', 'gift')`,
  'update ledger_transfer set amount_e4 = 1',
  'delete from ledger_transfer',
  'truncate ledger_transfer',
  'update ledger_lane set last_sequence = 0',
  'delete from ledger_lane',
  `update ledger_kind set currency = 'COIN'`,
  'delete from ledger_kind',
  `insert into ledger_currency (currency) values ('USD')`,
  'update ledger_owner set owner_id = 8',
  'delete from ledger_owner',
  'update ledger_hold set amount_e4 = 1',
  'delete from ledger_hold',
  'update withdrawal set amount_e4 = amount_e4 + 100',
  `update withdrawal set account = '1234567890'`,
  'update withdrawal set member_id = 1',
  'delete from withdrawal',
  'update bank_payout set withdrawal_id = 1',
  'delete from bank_payout',
  'update affiliate_withdrawal set amount_e4 = 1',
  `update member set bank_account = '1234567890'`,
  'update member set referrer_id = 1',
  'delete from member',
  'update deposit set amount_e4 = 100',
  'delete from deposit',
  'update feed_line set amount_e4 = 100',
  'delete from feed_line',
  'update item_code set amount_e4 = 100',
  'update item_code_use set amount_e4 = 100',
  'delete from item_code_use',
  'update wheel_spin set amount_e4 = 100',
  'delete from wheel_spin',
  'update wheel_seed set server_seed = server_seed',
  `update audit_log set reason = 'another'`,
  'delete from audit_log',
  `insert into audit_log (site_id, operator, action, subject, reason) values (1, 'me', 'approve', 'W1', 'because')`,
  `update receiving_account set promptpay_id = '0800000000'`,
  'update bonus_grant set bonus_e4 = 1',
  'update turnover_requirement set required_e4 = 0',
  'delete from turnover_requirement',
  'update wallet_transaction set amount_e4 = 1',
  'delete from wallet_transaction',
  'delete from game_round',
  'alter table ledger_balance disable trigger all',
  'alter table ledger_transfer drop constraint ledger_transfer_check',
  'alter function ledger_post_batch security invoker',
  'create or replace function ledger_batch_accounts() returns int language sql as $$ select 1 $$',
  'create table mine (id int)',
  'set session_replication_role = replica',
  'create role another login',
];

/** Runs all forbidden statements, then role changes, and checks that valid postings still pass. */
async function checkLine({ url, ownerUrl }: ProductDatabase, mark: string): Promise<void> {
  const database = openDatabase({ url, poolSize: 1 });
  try {
    await installChart(database, chart);
    await openSite(database, SITE, 1);
    await addOwners(database, SITE, [OWNER]);
    const gift = { ownerId: OWNER, from: chart.bank, to: chart.game, amount: baht(5), reason: 'deposit', key: mark };
    await database.transaction((tx) => postTransfers(tx, SITE, [gift]));
    const before = await getBalances(database, SITE, OWNER, chart);

    await refuseAll(database);
    for (const escape of ['reset role', 'set role none', 'reset session authorization']) {
      await database.execute(raw(escape));
      await refuseAll(database);
    }
    const owner = decodeURIComponent(new URL(ownerUrl ?? url).username);
    if (ownerUrl !== undefined) {
      for (const escape of [`set role "${owner}"`, `set session authorization "${owner}"`]) {
        await assert.rejects(database.execute(raw(escape)), { code: '42501' }, escape);
      }
    }
    const wrong = sql`select ledger_post_batch(${SITE}::int, 0::smallint, last_sequence, null, null, array[${OWNER}::bigint], '{10000}',
      '{null}', array[${before.game}::bigint + 10001], '{null}', '{null}', '{true}', '{100}', '{1}', '{gift}', '{wrong}')
      from ledger_lane where site_id = ${SITE}`;
    await assert.rejects(database.execute(wrong), (error) => violatedConstraint(error) === 'ledger_post_batch_balance');

    assert.deepEqual(await getBalances(database, SITE, OWNER, chart), before);
    await database.transaction((tx) => postTransfers(tx, SITE, [{ ...gift, key: `${mark}-after` }]));
    assert.deepEqual(await audit(database), []);
  } finally {
    await database.close();
  }
}

async function refuseAll(database: Database): Promise<void> {
  for (const statement of forbidden) {
    await assert.rejects(database.execute(raw(statement)), { code: '42501' }, statement);
  }
}

type Elsewhere = { readonly ownerUrl: string; readonly settings: (more: Readonly<Record<string, string>>) => Settings };

/**
 * Creates an empty database in the cluster of the tests, with a data folder. Both, and the roles of its name, are
 * deleted with the test.
 */
async function elsewhere(end: (work: () => Promise<void>) => void): Promise<Elsewhere> {
  const name = `chaba_test_${process.pid}_${randomBytes(3).toString('hex')}`;
  await createDatabase(cluster, name);
  const ownerUrl = new URL(cluster);
  ownerUrl.pathname = `/${name}`;
  const dataDir = path.join(home, name);
  end(async () => {
    await dropDatabase(cluster, name);
    for (const suffix of ['app', 'own', 'operator']) await asAdmin(`drop role if exists "${name}_${suffix}"`);
  });
  const settings: Elsewhere['settings'] = (more) => readSettings({ DATA_DIR: dataDir, ...more });
  return { ownerUrl: ownerUrl.href, settings };
}

async function asAdmin(...statements: readonly string[]): Promise<void> {
  const admin = openDatabase({ url: cluster, poolSize: 1 });
  try {
    for (const statement of statements) await admin.execute(raw(statement));
  } finally {
    await admin.close();
  }
}

const quiet = (): void => undefined;

/** The operator's login can write audit entries and differs from the other logins. */
async function checkOperator({ url, operatorUrl, ownerUrl }: ProductDatabase): Promise<void> {
  assert.ok(operatorUrl !== undefined && operatorUrl !== url && operatorUrl !== ownerUrl);
  const operator = openDatabase({ url: operatorUrl, poolSize: 1 });
  try {
    await assert.rejects(
      operator.execute(
        raw(`insert into audit_log (site_id, operator, action, subject, reason) values (77, 'me', 'a', 's', 'why')`),
      ),
      (error) => violatedConstraint(error) === 'audit_log_site_id_fkey',
    );
    for (const statement of [
      'select password_hash from member',
      'delete from ledger_transfer',
      'create role another login',
    ]) {
      await assert.rejects(operator.execute(raw(statement)), { code: '42501' }, statement);
    }
  } finally {
    await operator.close();
  }
}

/** The embedded database of two tests: making one takes a second. */
const embedded = readSettings({ DATA_DIR: path.join(home, 'embedded') });

test("rejects every write around the posting function by the product's login in the embedded database", async () => {
  const source = await openProductDatabase(embedded, quiet);
  try {
    await checkLine(source, 'embedded');
    await checkOperator(source);
  } finally {
    await source.stop();
  }
});

/** The first files that builds before the present migrations applied. */
const olderHistory = [
  sql`delete from migration`,
  sql`insert into migration (name, checksum) values ('0001_ledger.sql', 'older'), ('0002_site.sql', 'older')`,
];

test('rejects the embedded database of an older build with the remedy, and db:reset empties it', async () => {
  const first = await openProductDatabase(embedded, quiet);
  const owner = openDatabase({ url: first.ownerUrl ?? '', poolSize: 1 });
  for (const statement of olderHistory) await owner.execute(statement);
  await owner.close();
  await first.stop();
  await assert.rejects(
    openProductDatabase(embedded, quiet),
    /^CommandError: The database was made by an older build of Chaba, .* converted: npm run db:reset deletes its data and creates the tables anew/,
  );
  await emptyProductDatabase(embedded, quiet);
  const anew = await openProductDatabase(embedded, quiet);
  await anew.stop();
});

test('rejects a DATABASE_URL of an older build, with and without the right to migrate', async (t) => {
  const { ownerUrl, settings } = await elsewhere((work) => t.after(work));
  const source = await openProductDatabase(settings({ DATABASE_URL: ownerUrl }), quiet);
  const owner = openDatabase({ url: ownerUrl, poolSize: 1 });
  for (const statement of olderHistory) await owner.execute(statement);
  await owner.close();
  for (const url of [ownerUrl, source.url]) {
    await assert.rejects(
      openProductDatabase(settings({ DATABASE_URL: url }), quiet),
      /DATABASE_URL cannot be used: The database was made by an older build .*: drop it and create an empty one\.$/,
    );
  }
});

test('creates a product login for a DATABASE_URL of the owner and reuses it in later commands', async (t) => {
  const { ownerUrl, settings } = await elsewhere((work) => t.after(work));
  const given = settings({ DATABASE_URL: ownerUrl });
  const source = await openProductDatabase(given, quiet);
  assert.notEqual(new URL(source.url).username, new URL(ownerUrl).username);
  await checkLine(source, 'derived');
  await checkOperator(source);
  assert.equal((await borrowProductDatabase(given)).operatorUrl, source.operatorUrl);
  assert.equal((await openProductDatabase(given, quiet)).url, source.url);
  assert.equal((await borrowProductDatabase(given)).url, source.url);

  const strange = readSettings({ DATA_DIR: path.join(home, 'strange'), DATABASE_URL: ownerUrl });
  await assert.rejects(borrowProductDatabase(strange), /names the owner of the tables/);
  const reading = await borrowProductDatabase(strange, { isReading: true });
  const database = openDatabase({ url: reading.url, poolSize: 1 });
  assert.deepEqual(await audit(database), []);
  await assert.rejects(database.execute(raw('create table mine (id int)')), { code: '25006' });
  await database.close();
});

test('creates the login of DATABASE_URL through DATABASE_OWNER_URL, then needs no owner until a migration', async (t) => {
  const { ownerUrl, settings } = await elsewhere((work) => t.after(work));
  const role = `${new URL(ownerUrl).pathname.slice(1)}_own`;
  const url = loginUrl(ownerUrl, { role, password: 'a "quoted" pass/word' });
  const alone = settings({ DATABASE_URL: url });
  await assert.rejects(
    openProductDatabase(alone, quiet),
    /^CommandError: The database of DATABASE_URL cannot be used: /,
  );

  const both = settings({ DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl });
  const source = await openProductDatabase(both, quiet);
  assert.deepEqual([new URL(source.url).username, source.ownerUrl], [role, ownerUrl]);
  assert.equal((await borrowProductDatabase(both)).ownerUrl, ownerUrl, 'as after-restore, drill and rotate need it');
  await checkLine(source, 'own');
  await checkOperator(source);

  const later = await openProductDatabase(alone, quiet);
  assert.deepEqual([later.url, later.ownerUrl, later.operatorUrl], [url, undefined, source.operatorUrl]);
  const named = settings({ DATABASE_URL: url, OPERATOR_DATABASE_URL: 'postgres://boss@db.test/chaba' });
  assert.equal((await openProductDatabase(named, quiet)).operatorUrl, 'postgres://boss@db.test/chaba');
  const owner = openDatabase({ url: ownerUrl, poolSize: 1 });
  await owner.execute(sql`delete from migration where name > '0007'`);
  await owner.close();
  await assert.rejects(
    openProductDatabase(alone, quiet),
    /The login chaba_test_\w+ of DATABASE_URL may not make the tables that are missing: .* DATABASE_OWNER_URL\.$/,
  );
});

test('reports the missing right for a login without rights or with another password', async (t) => {
  const { ownerUrl, settings } = await elsewhere((work) => t.after(work));
  const role = `${new URL(ownerUrl).pathname.slice(1)}_own`;
  const login = { role, password: 'one' };
  await migrate({ url: ownerUrl, login: { role: `${new URL(ownerUrl).pathname.slice(1)}_app`, password: 'two' } });
  await asAdmin(`create role "${role}" login password 'one'`);
  const url = loginUrl(ownerUrl, login);
  await assert.rejects(
    openProductDatabase(settings({ DATABASE_URL: url }), quiet),
    /has no rights in this database yet: give the address of the owner in DATABASE_OWNER_URL\.$/,
  );
  const wrong = loginUrl(ownerUrl, { role, password: 'three' });
  await assert.rejects(
    openProductDatabase(settings({ DATABASE_URL: wrong, DATABASE_OWNER_URL: ownerUrl }), quiet),
    /cannot log in/,
  );
  assert.throws(() => settings({ DATABASE_OWNER_URL: ownerUrl }), /DATABASE_URL, which is missing/);
});
