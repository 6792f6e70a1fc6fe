// The queues over HTTP: counts for each role, claims, items that were put off, targets, an approval taken back, one
// action for many rows.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';

import type { ActionName } from '@chaba/contract/back-office/actions';
import type { BulkRow, ClaimFacts, QueueRow } from '@chaba/contract/back-office/queue-wire';
import { CLAIM_SECONDS } from '@chaba/contract/back-office/queues';
import type { RowPage, WithdrawalDetail, WithdrawalRow } from '@chaba/contract/back-office/wire';
import { sql } from '@chaba/database';
import { audit } from '@chaba/ledger';
import { baht, type Money } from '@chaba/money';
import { testInFull } from '@chaba/testing/extent';

import { setMemberLocked } from '#modules/members';
import { verifyChain } from '#modules/operators';
import { type PayoutBank } from '#modules/payout-client';
import { payouts, requestWithdrawal } from '#modules/withdrawals';
import { buildTestOffice, renewStepUps } from '#testing/build-back-office';
import { createMember } from '#testing/factories';

const office = await buildTestOffice();
const { database, operators, chaba, send, act, decide } = office;
const SITE = '/back-office/v1/sites/chaba';
const [payments, other, risk, marketing, admin, finance] = [
  await office.signIn('demo-payments'),
  await office.signIn('demo-payments-2'),
  await office.signIn('demo-risk'),
  await office.signIn('demo-marketing'),
  await office.signIn('demo-admin'),
  await office.signIn('demo-finance'),
] as const;

async function createWithdrawal(amount: Money = baht(8_000)) {
  const member = await createMember(database, chaba, { money: baht(900_000) });
  const request = { siteId: chaba.id, memberId: member.id, amount, idempotencyKey: 'K' };
  const { withdrawalId } = await requestWithdrawal(database, request);
  return { withdrawalId, memberId: member.id, reference: `W${String(withdrawalId).padStart(8, '0')}` };
}

async function readQueues(as: string): Promise<ReadonlyMap<string, QueueRow>> {
  const { data } = await send<RowPage<QueueRow>>('GET', `${SITE}/lists/queues`, { as });
  return new Map(data.rows.map((row) => [row.queue, row]));
}

async function readRows(as: string): Promise<readonly WithdrawalRow[]> {
  const { data } = await send<RowPage<WithdrawalRow>>('GET', `${SITE}/lists/withdrawals?queue=waiting`, { as });
  return data.rows;
}

const claim = (as: string, item: string, call = 'claims') =>
  send<ClaimFacts>('POST', `${SITE}/${call}`, { as, body: { queue: 'withdrawals', item } });

async function readDetail(reference: string): Promise<WithdrawalDetail> {
  return (await send<WithdrawalDetail>('GET', `${SITE}/withdrawals/${reference}`, { as: payments })).data;
}

/** A bank that pays each order at once, and the orders that it received. */
function createBank() {
  const orders: string[] = [];
  const report = { status: 'paid', reason: undefined } as const;
  const bank: PayoutBank = {
    isIdempotent: true,
    canQuery: true,
    async pay({ payoutId }) {
      orders.push(payoutId);
      return report;
    },
    query: async () => report,
  };
  return { orders, bank };
}

test('counts what waits for each role, with the age of the oldest and the target', async () => {
  const before = (await readQueues(payments)).get('withdrawals')?.count ?? 0;
  await createWithdrawal();
  const rows = await readQueues(payments);
  const withdrawals = rows.get('withdrawals');
  assert.equal(withdrawals?.count, before + 1);
  assert.equal(withdrawals.targetMinutes, 3);
  assert.ok(Date.parse(withdrawals.oldestAt ?? '') <= Date.now());
  assert.equal(rows.get('debts')?.targetMinutes, null);
  assert.deepEqual([...(await readQueues(marketing)).keys()].includes('withdrawals'), false);
  assert.ok((await readQueues(marketing)).has('requests'));
  assert.equal((await readQueues(payments)).has('findings'), false);
  assert.equal((await readQueues(risk)).has('findings'), true);
});

test('shows requests to those who may decide them, and not to the requester', async () => {
  const { reference } = await createWithdrawal(baht(48_000));
  const { data } = await act(payments, 'withdrawal.approve', { withdrawal: reference });
  assert.equal(data.outcome, 'requested');
  assert.equal((await readQueues(payments)).get('requests')?.count, 0);
  assert.equal((await readQueues(finance)).get('requests')?.count, 1);
  assert.equal((await decide(risk, data.request ?? '', { verdict: 'rejected' })).status, 200);
  assert.equal((await readQueues(finance)).get('requests')?.count, 0);
});

test('gives an item to one person until it is released, taken over, or not kept for two minutes', async () => {
  const { reference } = await createWithdrawal();
  const first = await claim(payments, reference);
  assert.deepEqual([first.data.by, first.data.isOwn], ['demo-payments', true]);
  const second = await claim(other, reference);
  assert.deepEqual([second.data.by, second.data.isOwn], ['demo-payments', false]);
  const row = (await readRows(other)).find((each) => each.reference === reference);
  assert.deepEqual([row?.claim?.by, row?.claim?.isOwn], ['demo-payments', false]);
  assert.deepEqual((await readQueues(other)).get('withdrawals')?.workers, ['demo-payments']);
  await claim(other, reference, 'claims/release');
  assert.equal((await claim(other, reference)).data.by, 'demo-payments', 'the claim of another person stays');

  const taken = await act(other, 'queue.take-over', { item: `withdrawals:${reference}` });
  assert.equal(taken.data.outcome, 'taken_over');
  assert.equal((await claim(payments, reference)).data.by, 'demo-payments-2');
  await claim(other, reference, 'claims/release');
  assert.equal((await claim(payments, reference)).data.isOwn, true);

  await database.owner.execute(sql`
    update queue_claim set kept_at = kept_at - make_interval(secs => ${CLAIM_SECONDS + 1}::int)`);
  assert.equal((await readRows(other)).find((each) => each.reference === reference)?.claim, null);
  assert.equal((await claim(other, reference)).data.isOwn, true);
  const refused = await claim(marketing, reference);
  assert.deepEqual([refused.status, refused.code], [403, 'PERMISSION_MISSING']);
  const unknown = await send('POST', `${SITE}/claims`, { as: payments, body: { queue: 'lottery', item: 'x' } });
  assert.deepEqual([unknown.code, unknown.params.field], ['FIELD_INVALID', 'queue']);
});

test('lists an item that was put off last, with the reason, and records it', async () => {
  const early = await createWithdrawal();
  const newer = await createWithdrawal();
  const item = `withdrawals:${early.reference}`;
  const done = await act(payments, 'queue.put-off', { item, minutes: '15' }, { reason: 'waits for the member' });
  assert.equal(done.data.outcome, 'put_off');
  const rows = await readRows(other);
  const places = [early, newer].map(({ reference }) => rows.findIndex((row) => row.reference === reference));
  assert.ok((places[0] ?? 0) > (places[1] ?? 0));
  assert.equal(rows[places[0] ?? 0]?.putOff?.reason, 'waits for the member');
  assert.equal((await act(payments, 'queue.put-off', { item, minutes: '7' })).code, 'FIELD_INVALID');
  for (const { reference } of rows) {
    await act(payments, 'queue.put-off', { item: `withdrawals:${reference}`, minutes: '60' });
  }
  const queue = (await readQueues(payments)).get('withdrawals');
  assert.deepEqual([queue?.count, queue?.oldestAt], [rows.length, null], 'items that are put off are not overdue');
  await database.owner.execute(sql`update queue_put_off set until = now() - interval '1 second'`);
  assert.notEqual((await readQueues(payments)).get('withdrawals')?.oldestAt, null);
  assert.equal((await readRows(other)).find(({ reference }) => reference === early.reference)?.putOff, null);
});

test('changes a target by two people', async () => {
  const input = { queue: 'withdrawals', minutes: '5' };
  const requested = await act(admin, 'queue.set-target', input);
  assert.equal(requested.data.outcome, 'requested');
  assert.equal((await readQueues(payments)).get('withdrawals')?.targetMinutes, 3);
  assert.equal((await decide(finance, requested.data.request ?? '')).status, 200);
  assert.equal((await readQueues(payments)).get('withdrawals')?.targetMinutes, 5);
  for (const minutes of ['0', '-1', '99999', '1.5']) {
    assert.equal((await act(admin, 'queue.set-target', { queue: 'withdrawals', minutes })).code, 'FIELD_INVALID');
  }
  await database.owner.execute(sql`delete from queue_target`);
});

test('calls the bank after the grace of an approval, and takes the approval back before', async () => {
  const { reference, withdrawalId } = await createWithdrawal();
  const { bank, orders } = createBank();
  assert.equal((await act(payments, 'withdrawal.approve', { withdrawal: reference })).data.outcome, 'approved');
  const { graceSeconds } = await readDetail(reference);
  assert.ok(graceSeconds !== null && graceSeconds > 0 && graceSeconds <= 10);
  await payouts.submit(database, bank, chaba.id);
  assert.deepEqual(orders, [], 'the bank is not called within the grace');

  const reopened = await act(payments, 'withdrawal.reopen', { withdrawal: reference });
  assert.equal(reopened.data.outcome, 'reopened');
  assert.equal((await readDetail(reference)).facts.state, 'requested');
  assert.equal((await act(payments, 'withdrawal.reopen', { withdrawal: reference })).code, 'NOT_WAITING');

  assert.equal((await act(payments, 'withdrawal.approve', { withdrawal: reference })).data.outcome, 'approved');
  await database.owner.execute(sql`
    update bank_payout set next_attempt_at = now() where site_id = ${chaba.id} and withdrawal_id = ${withdrawalId}`);
  await payouts.submit(database, bank, chaba.id);
  assert.equal(orders.length, 1);
  const refused = await act(payments, 'withdrawal.reopen', { withdrawal: reference });
  assert.deepEqual([refused.status, refused.code], [409, 'SUBMITTED_LATE']);
  assert.deepEqual(await audit(database), []);
});

/** So that many approvals of a day need no second person. */
async function raiseLimit(): Promise<void> {
  await database.owner.execute(sql`
    insert into operator_limit (site_id, role, action, amount_e4, day_e4)
    values (${chaba.id}, 'payments', 'withdrawal.approve', ${baht(20_000)}, ${baht(9_000_000)})`);
}

async function race(rounds: number, as: string): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await renewStepUps(database);
    const { reference, withdrawalId } = await createWithdrawal();
    const { bank, orders } = createBank();
    await act(as, 'withdrawal.approve', { withdrawal: reference });
    await database.owner.execute(sql`
      update bank_payout set next_attempt_at = now() where site_id = ${chaba.id} and withdrawal_id = ${withdrawalId}`);
    const [reopened] = await Promise.all([
      act(as, 'withdrawal.reopen', { withdrawal: reference }),
      payouts.submit(database, bank, chaba.id),
    ]);
    const { facts } = await readDetail(reference);
    const isOpen = reopened.code === undefined;
    assert.deepEqual([facts.state === 'requested', orders.length], isOpen ? [true, 0] : [false, 1], reopened.code);
    if (isOpen) await act(risk, 'withdrawal.reject', { withdrawal: reference });
  }
}

test('pays once or opens once where the payout job and the person who takes it back meet', async () => {
  await race(10, payments);
  assert.deepEqual(await audit(database), []);
});

testInFull('pays once or opens once in a thousand meetings', async () => {
  await raiseLimit();
  // The sum of the day of `payments` decides in the tests after this one.
  await race(1_000, other);
  await database.owner.execute(sql`delete from operator_limit`);
  assert.deepEqual(await audit(database), []);
});

const runMany = (as: string, action: ActionName, references: readonly string[], key: string) =>
  send<readonly BulkRow[]>('POST', `${SITE}/actions/${action}/bulk`, {
    as,
    body: {
      items: references.map((withdrawal) => ({ input: { withdrawal } })),
      reason: 'checked by a test',
      key,
    },
  });

test('approves many withdrawals one by one: what changed or needs another person is named, and nothing is done twice', async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => createWithdrawal(baht(6_000))));
  const large = await createWithdrawal(baht(48_000));
  const [rejected, locked] = made;
  await act(risk, 'withdrawal.reject', { withdrawal: rejected?.reference ?? '' });
  await database.transaction((tx) => setMemberLocked(tx, chaba.id, locked?.memberId ?? 0n, true));
  const references = [...made, large].map(({ reference }) => reference);
  const key = randomUUID();
  const { data, status } = await runMany(payments, 'withdrawal.approve', references, key);
  assert.equal(status, 200);
  const codes = Object.fromEntries(data.map(({ subject, code }) => [subject, code]));
  assert.equal(codes[rejected?.reference ?? ''], 'NOT_WAITING');
  assert.equal(codes[locked?.reference ?? ''], 'BLOCKED');
  assert.equal(codes[large.reference], 'SECOND_PERSON_REQUIRED');
  assert.equal(data.filter(({ outcome }) => outcome === 'approved').length, 6);
  const again = await runMany(payments, 'withdrawal.approve', references, key);
  assert.deepEqual(
    again.data.map(({ outcome }) => outcome),
    data.map(({ outcome }) => outcome),
  );
  const { count } = await database.owner.one<{ count: number }>(sql`
    select count(*)::int as count from audit_entry
    where subject = any(${references}::text[]) and action = 'withdrawal.approve' and outcome = 'done'`);
  assert.equal(count, 6);
  const empty = await runMany(payments, 'withdrawal.approve', [], randomUUID());
  assert.deepEqual([empty.code, empty.params.field], ['FIELD_INVALID', 'items']);
  assert.deepEqual((await verifyChain(operators, chaba.id)).problems, []);
  assert.deepEqual(await audit(database), []);
});

testInFull('approves a hundred withdrawals, of which seven were decided meanwhile', async () => {
  await raiseLimit();
  const made = await Promise.all(Array.from({ length: 100 }, () => createWithdrawal(baht(6_000))));
  const decided = made.slice(40, 47);
  for (const { reference } of decided) await act(risk, 'withdrawal.reject', { withdrawal: reference });
  const references = made.map(({ reference }) => reference);
  const key = randomUUID();
  const { data } = await runMany(other, 'withdrawal.approve', references, key);
  const refused = data.filter(({ outcome }) => outcome === null).map(({ subject }) => subject);
  assert.deepEqual(
    refused,
    decided.map(({ reference }) => reference),
  );
  const again = await runMany(other, 'withdrawal.approve', references, key);
  assert.equal(again.data.filter(({ outcome }) => outcome === 'approved').length, 93);
  await database.owner.execute(sql`delete from operator_limit`);
  assert.deepEqual(await audit(database), []);
});

test('explains each check of a withdrawal with the figures that decided it', async () => {
  const { reference, memberId } = await createWithdrawal(baht(8_000));
  await database.transaction((tx) => setMemberLocked(tx, chaba.id, memberId, true));
  const { why, facts } = await readDetail(reference);
  const failed = why.filter(({ isPassed }) => !isPassed).map(({ check }) => check);
  assert.deepEqual(
    [...facts.verdictReasons, ...facts.reviewReasons].filter((reason) => !failed.includes(reason)),
    [],
    'each reason is explained',
  );
  const above = why.find(({ check }) => check === 'ABOVE_AUTOMATIC_MAXIMUM');
  assert.equal(above?.figures['amount'], '8000.00');
  assert.match(above?.figures['maximum'] ?? '', /^\d+\.\d\d$/);
});
