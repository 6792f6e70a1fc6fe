// Invitations from the host and the check of the audit chain, by command.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';
import { createSites } from '@chaba/server/testing/factories';

import { openOperator } from './testing/run-operator.ts';

const database = await testDatabase();
const { chaba } = await createSites(database);
const operator = openOperator(database, { BACK_OFFICE_ORIGIN: 'https://office.example' });

test('prints the link of an invitation with --host only, and records it', async () => {
  const without = await operator('invite-operator', 'malee', 'admin', '--reason', 'first admin');
  assert.deepEqual([without.code, /add --host/.test(without.err)], [2, true]);
  const invited = await operator('invite-operator', 'malee', 'admin,risk', '--host', '--reason', 'first admin');
  assert.equal(invited.code, 0, invited.err);
  assert.match(invited.out, /https:\/\/office\.example\/enrolment#[\w-]{22}\n$/);
  for (const [name, roles] of [
    ['Malee', 'admin'],
    ['somchai', 'boss'],
    ['somchai', ''],
  ] as const) {
    assert.equal((await operator('invite-operator', name, roles, '--host', '--reason', 'first admin')).code, 2);
  }
  const roles = await database.owner.rows(sql`select role from operator_role order by role`);
  assert.deepEqual(roles, [{ role: 'admin' }, { role: 'risk' }]);
});

test('verifies the chains, and names what a recorded head misses', async () => {
  await operator('set', 'canWithdraw', 'off', '--reason', 'a test');
  const whole = await operator('verify-audit');
  assert.equal(whole.code, 0, whole.err);
  assert.match(whole.out, /^chaba +whole +2 entries +2:[0-9a-f]{64}\nlanna +whole +0 entries/);
  const head = /2:[0-9a-f]{64}/.exec(whole.out)?.[0] ?? '';
  assert.equal((await operator('verify-audit', '--site', 'chaba', '--head', head)).code, 0);
  const later = head.replace(/^2/, '5');
  const cut = await operator('verify-audit', '--site', 'chaba', '--head', later);
  assert.deepEqual([cut.code, /NOT WHOLE[^]*entries 3 to 5 are missing/.test(cut.err)], [1, true]);
  await database.owner.execute(sql`
    update audit_entry set content = replace(content, 'a test', 'a lie') where site_id = ${chaba.id} and sequence = 2`);
  const forged = await operator('verify-audit', '--site', 'chaba', '--head', head);
  assert.match(forged.err, /entry 2 is not the recorded one/);
});
