// The wallet responds within its deadline whatever the database does; the retry returns the stored result.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { openDatabase, sql, type Transaction } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';
import { audit, lockLanes } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { buildTestApp } from '#testing/build-app';
import { createMember } from '#testing/factories';
import { callWallet, authenticateSession } from '#testing/wallet-commands';

/** Longer than a deadline on any machine. */
const STATEMENT_TIMEOUT_MS = 120_000;

const app = await buildTestApp({ database: await testDatabase({ statementTimeoutMs: STATEMENT_TIMEOUT_MS }) });
const { database, chaba } = app;
const owner = openDatabase({ url: database.ownerUrl, poolSize: 1 });
after(() => owner.close());

/** Holds what the transaction locks until `release` is called. */
async function hold(lock: (tx: Transaction) => Promise<unknown>): Promise<() => Promise<void>> {
  const { promise: end, resolve: release } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
  const over = owner.transaction(async (tx) => {
    await lock(tx);
    held();
    await end;
  });
  await isHeld;
  return async () => {
    release();
    await over;
  };
}

/** Asserts an end after the deadline of two seconds, with a margin for a slow machine before any other timeout. */
async function expectInTime(work: () => Promise<void>): Promise<void> {
  const begunAt = performance.now();
  await work();
  const took = performance.now() - begunAt;
  assert.ok(took > 1_900 && took < STATEMENT_TIMEOUT_MS / 2, `it took ${Math.round(took)} ms`);
}

test("reports a fault in the protocol's own code within the deadline", async () => {
  // This process has loaded no key yet.
  const release = await hold((tx) => tx.execute(sql`lock table provider_key in access exclusive mode`));
  await expectInTime(async () => {
    const [own, amb] = await Promise.all([
      callWallet(app, 'balance', { playerId: 'nobody' }),
      app.send(
        { method: 'POST', path: '/seamless/amb/checkBalance' },
        { raw: '{}', headers: { 'content-type': 'application/json', authorization: 'Basic YTpi' } },
      ),
    ]);
    assert.equal(own.code, 'TEMPORARY_ERROR');
    assert.deepEqual([amb.status, JSON.parse(amb.text)], [500, { statusCode: 50_001 }]);
  });
  await release();
  assert.equal((await callWallet(app, 'balance', { playerId: 'nobody' })).code, 'PLAYER_NOT_FOUND');
});

test('responds TEMPORARY_ERROR to a bet in a locked lane and applies it once', async () => {
  const member = await createMember(database, chaba, { money: baht(100) });
  const token = await authenticateSession(app, member);
  const named = { playerId: member.playerId, gameCode: 'test-slot', roundId: 'd1', currency: 'THB' };
  const bet = { ...named, token, requestId: 'q-1', txId: 'd-b1', amount: '10' };
  const release = await hold((tx) => lockLanes(tx, chaba.id, [member.id]));
  await expectInTime(async () => {
    const { code, requestId } = await callWallet(app, 'bet', bet);
    assert.deepEqual([code, requestId], ['TEMPORARY_ERROR', 'q-1']);
  });
  await release();
  const again = await callWallet(app, 'bet', bet);
  assert.deepEqual([again.code, again['duplicate'], again['balanceAfter']], ['OK', true, '90.0000']);
});

test('passes the ledger audit', async () => assert.deepEqual(await audit(database), []));
