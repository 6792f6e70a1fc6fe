// Database roles of the processes: the server requires the product role, the command line the operator role.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { type Sql, openDatabase } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';

import { createMember, createSites } from '#testing/factories';

import { requireOperatorLogin, requireProductLogin } from './database-login.ts';
import { readConfig } from './config.ts';

const database = await testDatabase();
const { chaba: site } = await createSites(database);
await createMember(database, site);
const raw = (text: string): Sql => ({ strings: [text], values: [] });
const at = (DATABASE_URL: string) =>
  readConfig({ DATABASE_URL, SANDBOX_SECRET: 'sandbox-secret', HASH_SECRET: 'secret-of-hashes' });

test('accepts only the product role for the server', async () => {
  await requireProductLogin(at(database.url));
  await assert.rejects(
    requireProductLogin(at(database.operatorUrl)),
    /^ConfigError: DATABASE_URL is the operator's login/,
  );
  await assert.rejects(requireProductLogin(at(database.ownerUrl)), /^ConfigError: .* may write the books by itself/);
});

test('accepts only the operator role for the command line', async () => {
  await requireOperatorLogin(at(database.operatorUrl));
  await assert.rejects(
    requireOperatorLogin(at(database.url)),
    /^ConfigError: DATABASE_URL is not the operator's login/,
  );
  await assert.rejects(requireOperatorLogin(at(database.ownerUrl)), /^ConfigError: .* may write the books by itself/);
});

/** Statements of the product that operators have no right to. */
const notForOperators: readonly string[] = [
  'select password_hash from member',
  'select * from member',
  `update member set password_hash = 'x'`,
  `update member set phone = '0800000000'`,
  `update member set bank_account = '1234567890'`,
  `insert into member (site_id, phone) values (1, '0800000000')`,
  `insert into member_session (site_id, token_hash, member_id, expires_at) values (1, decode(repeat('00', 32), 'hex'), 1, now())`,
  'update member_session set expires_at = now()',
  'select token_hash from member_device',
  'select secret from server_secret',
  'select server_seed from wheel_seed',
  'select session_token_key from site',
  'select subject_hash from attempt',
  `insert into wheel_spin (site_id) values (1)`,
  `insert into item_code_use (site_id) values (1)`,
  `insert into terms_acceptance (site_id, member_id, version) values (1, 1, 1)`,
  `update receiving_account set account = '0800000000'`,
  `insert into site (site_id, session_token_key) values (3, decode(repeat('00', 32), 'hex'))`,
  'update ledger_balance set balance_e4 = balance_e4 + 1',
  'delete from ledger_transfer',
  `update audit_log set reason = 'another'`,
  'delete from audit_log',
  'update withdrawal set amount_e4 = amount_e4 + 100',
  'create table mine (id int)',
];

test('denies operators members, sessions, secrets and rewrites of money or records', async () => {
  const operator = openDatabase({ url: database.operatorUrl, poolSize: 1 });
  try {
    for (const statement of notForOperators) {
      await assert.rejects(operator.execute(raw(statement)), { code: '42501' }, statement);
    }
  } finally {
    await operator.close();
  }
});

test('denies the product role audit entries and PromptPay ids of receiving accounts', async () => {
  for (const statement of [
    `insert into audit_log (site_id, operator, action, subject, reason) values (1, 'me', 'approve', 'W1', 'because')`,
    `update receiving_account set promptpay_id = '0800000000'`,
  ]) {
    await assert.rejects(database.execute(raw(statement)), { code: '42501' }, statement);
  }
});
