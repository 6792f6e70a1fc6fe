// The rule of two people and the rights of both logins, as SQL of a hostile operator: the database rejects it.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';

import { openDatabase, sql, type Sql, violatedConstraint } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';

import { createMember, createSites } from '#testing/factories';

const database = await testDatabase();
const { chaba, lanna } = await createSites(database);
const operators = openDatabase({ url: database.operatorUrl, applicationName: 'chaba test operators' });
const raw = (text: string): Sql => ({ strings: [text], values: [] });

const TABLES = [
  'operator',
  'operator_credential',
  'operator_session',
  'operator_code',
  'operator_login',
  'operator_role',
  'approval_request',
  'approval_decision',
  'approval_execution',
  'audit_head',
  'audit_entry',
];

async function insertPerson(roles: readonly string[]): Promise<string> {
  const { id } = await operators.one<{ id: string }>(sql`
    insert into operator (name, display_name) values (${`p-${randomUUID().slice(0, 8)}`}, 'P') returning operator_id as id`);
  for (const role of roles) {
    await operators.execute(sql`
      insert into operator_role (site_id, operator_id, role) values (${chaba.id}, ${id}::uuid, ${role})`);
  }
  return id;
}

type Proposed = { readonly requestId: bigint; readonly by: string };

async function insertRequest(by: string, content: object = { action: 'a', subject: 's' }): Promise<Proposed> {
  const { requestId } = await operators.one<{ requestId: bigint }>(sql`
    insert into approval_request (site_id, content, requested_by, requested_role, expires_at)
    values (${chaba.id}, ${JSON.stringify(content)}, ${by}::uuid, 'payments', now() + interval '1 hour')
    returning request_id as "requestId"`);
  return { requestId, by };
}

type Decided = {
  readonly siteId?: number;
  readonly by: string;
  readonly role?: string;
  readonly requester?: string;
  readonly hash?: Sql;
  readonly expires?: Sql;
  readonly verdict?: string;
};

function decide({ requestId, by }: Proposed, decided: Decided): Promise<number> {
  const own = sql`from approval_request where site_id = ${chaba.id} and request_id = ${requestId}`;
  return operators.execute(sql`
    insert into approval_decision (site_id, request_id, requested_by, expires_at, content_hash, decided_by, decided_role,
      verdict, reason, factor)
    values (${decided.siteId ?? chaba.id}, ${requestId}, ${decided.requester ?? by}::uuid,
      ${decided.expires ?? sql`(select expires_at ${own})`}, ${decided.hash ?? sql`(select content_hash ${own})`},
      ${decided.by}::uuid, ${decided.role ?? 'risk'}, ${decided.verdict ?? 'approved'}, 'checked', 'totp')`);
}

const payments = await insertPerson(['payments']);
const risk = await insertPerson(['risk']);
const everything = await insertPerson(['support', 'payments', 'risk', 'marketing', 'finance', 'admin']);
const nobodyHere = await insertPerson([]);

async function assertViolates(work: Promise<unknown>, constraint: RegExp): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.match(violatedConstraint(error) ?? String(error), constraint);
    return true;
  });
}

test('denies the product every table of operators, requests and entries', async () => {
  for (const table of TABLES) {
    for (const statement of [`select * from ${table}`, `insert into ${table} default values`, `delete from ${table}`]) {
      await assert.rejects(database.execute(raw(statement)), { code: '42501' }, statement);
    }
  }
});

test('denies operators changes of requests, decisions, executions and entries, and the secrets of members', async () => {
  for (const statement of [
    `update approval_request set content = '{}'`,
    'delete from approval_request',
    `update approval_decision set verdict = 'approved'`,
    'delete from approval_decision',
    'delete from approval_execution',
    `update audit_entry set content = '{}'`,
    'delete from audit_entry',
    'truncate audit_entry',
    'delete from operator',
    'delete from operator_role',
    'insert into approval_request (requested_at) values (now())',
    'insert into approval_decision (decided_at) values (now())',
    'select password_hash from member',
    'select token_hash from member_device',
    `update member set bank_account = '1234567890'`,
    `update member set phone = '0812345678'`,
    `update member set first_name = 'A'`,
  ]) {
    await assert.rejects(operators.execute(raw(statement)), { code: '42501' }, statement);
  }
});

test('rejects the own approval, with one role and with six', async () => {
  const one = await insertRequest(payments);
  await assertViolates(decide(one, { by: payments, role: 'payments' }), /second_person/);
  const six = await insertRequest(everything);
  await assertViolates(decide(six, { by: everything }), /second_person/);
  await assertViolates(
    decide(six, { by: everything, requester: payments }),
    /approval_decision_site_id_request_id_requested/,
  );
  await assertViolates(decide(one, { by: risk, verdict: 'withdrawn' }), /second_person/);
});

test('rejects a decision of another content, site, initiator or expiry, and of a person without the role', async () => {
  const proposed = await insertRequest(payments);
  await assertViolates(decide(proposed, { by: nobodyHere }), /decided_by/);
  await assertViolates(decide(proposed, { by: risk, role: 'finance' }), /decided_by/);
  await assertViolates(decide(proposed, { by: risk, hash: sql`sha256('other'::bytea)` }), /request_id_requested/);
  await assertViolates(decide(proposed, { by: risk, requester: everything }), /request_id_requested/);
  await assertViolates(decide(proposed, { by: risk, siteId: lanna.id }), /approval_decision_site_id/);
  await assertViolates(
    decide(proposed, { by: risk, expires: sql`now() + interval '5 hours'` }),
    /request_id_requested/,
  );
});

test('rejects a request that lives too long, and an approval after its expiry', async () => {
  const long = operators.execute(sql`
    insert into approval_request (site_id, content, requested_by, requested_role, expires_at)
    values (${chaba.id}, '{"action":"a","subject":"s"}', ${payments}::uuid, 'payments', now() + interval '169 hours')`);
  await assertViolates(long, /approval_request_expiry/);
  const proposed = await insertRequest(payments);
  await database.owner.execute(sql`
    update approval_request set requested_at = now() - interval '2 hours', expires_at = now() - interval '1 hour'
    where request_id = ${proposed.requestId}`);
  await assertViolates(decide(proposed, { by: risk }), /in_time/);
  assert.equal(await decide(proposed, { by: risk, verdict: 'rejected' }), 1);
});

test('executes only an approved request, with its content, once', async () => {
  const execute = (
    { requestId }: Proposed,
    hash = sql`(select content_hash from approval_request where request_id = ${requestId})`,
  ) =>
    operators.execute(sql`
      insert into approval_execution (site_id, request_id, content_hash) values (${chaba.id}, ${requestId}, ${hash})`);
  const proposed = await insertRequest(payments);
  await assertViolates(execute(proposed), /approval_execution_site_id/);
  await decide(proposed, { by: risk });
  await assertViolates(decide(proposed, { by: everything, role: 'finance' }), /approval_decision_pkey/);
  await assertViolates(execute(proposed, sql`sha256('other'::bytea)`), /approval_execution_site_id/);
  assert.equal(await execute(proposed), 1);
  await assertViolates(execute(proposed), /approval_execution_pkey/);
  const rejected = await insertRequest(payments);
  await decide(rejected, { by: risk, verdict: 'rejected' });
  await assertViolates(execute(rejected), /approval_execution_site_id/);
});

test('changes the identity of a member by an approved request alone, and once', async () => {
  const member = await createMember(database, chaba);
  const input = { memberId: String(member.id), bankAccount: '5550001112', bankCode: '014' };
  const content = { action: 'member.identity', subject: `member ${member.id}`, input };
  const change = (requestId: bigint, by = operators) =>
    by.execute(sql`select change_member_identity(${chaba.id}, ${requestId})`);
  const proposed = await insertRequest(payments, content);
  await assert.rejects(change(proposed.requestId), { code: 'BO001' });
  const other = await insertRequest(payments, { ...content, action: 'withdrawal.approve' });
  await decide(other, { by: risk });
  await assert.rejects(change(other.requestId), { code: 'BO001' });
  await decide(proposed, { by: risk });
  await assert.rejects(change(proposed.requestId, database), { code: '42501' });
  await change(proposed.requestId);
  const row = await database.one(
    sql`select bank_account from member where site_id = ${chaba.id} and member_id = ${member.id}`,
  );
  assert.deepEqual(row, { bank_account: '5550001112' });
  await assertViolates(change(proposed.requestId), /approval_execution_pkey/);
  await operators.close();
});
