// Commands about withdrawals and bank payouts, run as a child process.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { testDatabase } from '@chaba/database/testing';
import { audit, getBalances, postTransfers } from '@chaba/ledger';
import { baht } from '@chaba/money';
import { chart } from '@chaba/server/core/chart-of-accounts';
import { setMemberLocked } from '@chaba/server/modules/members';
import { payouts, requestWithdrawal } from '@chaba/server/modules/withdrawals';
import { createMember, createSites } from '@chaba/server/testing/factories';

import { openOperator } from './testing/run-operator.ts';

const database = await testDatabase();
const { chaba: site } = await createSites(database);

const operator = openOperator(database);

async function createWithdrawal(): Promise<{ memberId: bigint; reference: string }> {
  const member = await createMember(database, site, { money: baht(9_000) });
  const request = { siteId: site.id, memberId: member.id, amount: baht(8_000), idempotencyKey: 'K' };
  const { withdrawalId } = await requestWithdrawal(database, request);
  return { memberId: member.id, reference: `W${String(withdrawalId).padStart(8, '0')}` };
}

test('stops an approved payout and records a blocked approval as refused', async () => {
  const { reference, memberId } = await createWithdrawal();
  await database.transaction((tx) => setMemberLocked(tx, site.id, memberId, true));
  const blocked = await operator('approve', reference, '--reason', 'looks good');
  assert.deepEqual(
    [blocked.code, blocked.err.trim()],
    [1, `${reference} cannot be approved now: ABOVE_AUTOMATIC_MAXIMUM, MEMBER_LOCKED.`],
  );
  await database.transaction((tx) => setMemberLocked(tx, site.id, memberId, false));
  assert.equal((await operator('approve', reference, '--reason', 'unlocked')).code, 0);
  assert.match((await operator('withdrawals')).out, new RegExp(`not submitted yet[^]*${reference} .*8,000.00 baht`));
  const stopped = await operator('stop-payout', reference, '--reason', 'the member called');
  assert.deepEqual([stopped.code, stopped.out.trim()], [0, `${reference} is stopped.`]);
  assert.equal((await getBalances(database, site.id, memberId, chart)).game, baht(9_000));
  assert.equal((await operator('stop-payout', reference, '--reason', 'again')).code, 1);
  const entries = await operator('audit-log');
  assert.match(entries.out, new RegExp(`withdrawal.stop +${reference} +the member called`));
  assert.match(entries.out, /refused +withdrawal.stop .* again\n[^]*refused +withdrawal.approve .* looks good\n/);
});

test('repays the debt of a member instead of paying an approved withdrawal', async () => {
  const { reference, memberId } = await createWithdrawal();
  const owed = { ownerId: memberId, from: chart.receivable, to: chart.games, amount: baht(500), reason: 'owed' };
  await database.transaction((tx) => postTransfers(tx, site.id, [{ ...owed, key: `test:${reference}` }]));
  const done = await operator('approve', reference, '--reason', 'looked at it');
  assert.equal(done.out.trim(), `${reference} is cancelled: the member owes, and the debt was repaid from it.`);
  assert.match((await operator('audit-log')).out, new RegExp(`withdrawal.approve +${reference} .*outcome=cancelled`));
  assert.equal((await getBalances(database, site.id, memberId, chart)).game, baht(8_500));
});

test('lists payouts that the bank reports contradictorily and confirms them as paid or failed', async () => {
  const contradicted = async () => {
    const { reference, memberId } = await createWithdrawal();
    await operator('approve', reference, '--reason', 'fine');
    const payoutId = `P${site.id}-${Number(reference.slice(1))}`;
    for (const status of ['failed', 'paid'] as const) {
      await payouts.settle(database, { payoutId, status, reason: undefined });
    }
    return { reference, memberId };
  };
  const [first, second] = [await contradicted(), await contradicted()];
  const list = await operator('withdrawals');
  assert.match(list.out, new RegExp(`${first.reference} .*8,000.00 baht .*recorded failed, the bank reports paid`));
  assert.match(
    (await operator('review-queue')).out,
    /2 +payouts about which the bank contradicts itself +npm run operator -- withdrawals/,
  );

  const paid = await operator('confirm-paid', first.reference, '--reason', 'the bank sent its statement');
  assert.deepEqual([paid.code, paid.out.trim()], [0, `${first.reference} is paid.`]);
  const failed = await operator('confirm-failed', second.reference, '--reason', 'the bank apologised');
  assert.deepEqual([failed.code, failed.out.trim()], [0, `${second.reference} is failed.`]);
  const none = await operator('confirm-paid', second.reference, '--reason', 'changed my mind');
  assert.deepEqual([none.code, none.err.trim()], [1, `${second.reference} does not wait for a decision at chaba.`]);
  const mainOf = async (memberId: bigint) => (await getBalances(database, site.id, memberId, chart)).main;
  assert.deepEqual([await mainOf(first.memberId), await mainOf(second.memberId)], [0n, baht(8_000)]);
  const entries = (await operator('audit-log')).out;
  assert.match(entries, new RegExp(`payout.confirm-paid +${first.reference} +the bank sent its statement`));
  assert.match(entries, new RegExp(`payout.confirm-failed +${second.reference} +the bank apologised`));
  assert.match(entries, /request.withdrawn[^]*requested +payout.confirm-paid .*changed my mind/);
  assert.doesNotMatch((await operator('review-queue')).out, /contradicts itself/);
});

test('leaves the ledger consistent', async () => {
  assert.deepEqual(await audit(database, site.id), []);
});
