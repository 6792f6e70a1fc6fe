import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';

import { sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';
import { audit } from '@chaba/ledger';
import { baht } from '@chaba/money';

import type { SignedHttpClient } from '#core/signed-http-client';
import { createMember, createSites } from '#testing/factories';

import { payouts, requestWithdrawal } from './withdrawals.ts';
import { createPayoutClient } from '#modules/payout-client';

const database = await testDatabase();
const { chaba: site } = await createSites(database);

test('submits a few payouts at a time and continues after a failure', async () => {
  const members = await Promise.all(
    Array.from({ length: 12 }, () => createMember(database, site, { money: baht(500) })),
  );
  for (const [index, { id: memberId }] of members.entries()) {
    const request = { siteId: site.id, memberId, amount: baht(200), idempotencyKey: `side-${index}` };
    await requestWithdrawal(database, request);
  }
  const at = { once: 0, most: 0, requests: 0 };
  let together = Promise.withResolvers<void>();
  const outside: SignedHttpClient = {
    async request(_method, _target, body = {}) {
      at.requests += 1;
      const turn = at.requests;
      at.once += 1;
      at.most = Math.max(at.most, at.once);
      // Four calls start before the first is answered.
      const { promise, resolve } = together;
      if (at.once === 4) {
        together = Promise.withResolvers();
        resolve();
      }
      await promise;
      await setImmediate();
      at.once -= 1;
      // An error of our own code, not a missing answer.
      if (turn === 2) throw new TypeError('a fault');
      return { code: 'OK', payoutId: String(body['payoutId']), status: 'paid' };
    },
  };
  await assert.rejects(payouts.submit(database, createPayoutClient(outside), site.id), /a fault/);
  assert.equal(at.requests, 12);
  assert.equal(at.most, 4);
  const states = await database.rows(sql`
    select state, count(*)::int as count from withdrawal
    where site_id = ${site.id} and member_id = any(${members.map(({ id }) => id)}::bigint[]) group by state order by state`);
  assert.deepEqual(states, [
    { state: 'paid', count: 11 },
    { state: 'paying', count: 1 },
  ]);
  assert.deepEqual(await audit(database, site.id), []);
});
