// Stored data of a sign-in: network and browser mark, as hashes.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as contract from '@chaba/contract/members';
import { sql } from '@chaba/database';

import { buildTestApp } from '#testing/build-app';
import { createMember, PASSWORD } from '#testing/factories';

import { deleteOldRiskSignals } from './risk-signals.store.ts';

test('stores a browser mark once as a hash and deletes it after 180 days', async () => {
  const { database, chaba: site, send } = await buildTestApp();
  const member = await createMember(database, site);
  const deviceMark = '0123456789abcdef'.repeat(2);
  const body = { phoneNumber: member.phone, Password: PASSWORD, deviceMark };
  for (const wanted of [200, 200]) assert.equal((await send(contract.login, { body })).status, wanted);
  assert.equal((await send(contract.login, { body: { ...body, deviceMark: 'a name' } })).status, 400);
  const { deviceMark: _, ...plain } = body;
  assert.equal((await send(contract.login, { body: plain })).status, 200);

  const traces = () =>
    database.rows<{ kind: string; hash: string }>(sql`
      select kind, encode(trace_hash, 'hex') as hash from risk_signal
      where site_id = ${site.id} and member_id = ${member.id}`);
  const [trace, ...others] = await traces();
  assert.deepEqual([trace?.kind, others], ['device', []]);
  assert.ok(trace && !trace.hash.includes(deviceMark));
  assert.equal(await deleteOldRiskSignals(database), 0);
  await database.execute(sql`update risk_signal set first_seen_at = now() - interval '1 year', last_seen_at = now() - interval '181 days'
    where site_id = ${site.id}`);
  assert.equal(await deleteOldRiskSignals(database), 1);
  assert.deepEqual(await traces(), []);
});
