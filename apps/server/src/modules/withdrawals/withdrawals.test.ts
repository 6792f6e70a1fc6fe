import assert from 'node:assert/strict';
import { test } from 'node:test';

import { testDatabase } from '@chaba/database/testing';
import { audit, getBalances, getHouseBalance } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { isDomainError } from '#core/domain-error';
import { changeSite } from '#modules/site';
import { createMember, createSites } from '#testing/factories';
import { checkStory } from '#testing/story';
import {
  deleteOpenPayouts,
  makePayoutsDue,
  openPayoutTestBank,
  type PayoutTestBank,
  withdrawalCommands,
} from '#testing/withdrawal-commands';

import {
  payouts,
  approveWithdrawal,
  rejectWithdrawal,
  requestWithdrawal,
  listWaitingWithdrawals,
} from './withdrawals.ts';

const database = await testDatabase({ poolSize: 20 });
const { chaba: site, lanna } = await createSites(database);

async function runStory(table: string, memberWishes = {}): Promise<PayoutTestBank> {
  const bank = openPayoutTestBank();
  await checkStory({ database, site, commands: withdrawalCommands(bank), memberOptions: memberWishes }, table);
  await deleteOpenPayouts(database, site.id);
  return bank;
}

test('holds the same money and accepts the same request only once', async () => {
  await runStory(`
    give      M1  500.00            given
    withdraw  M1  200.00  key=K1    approved
    withdraw  M1  200.00  key=K1    approved               // a retry: no second hold
    withdraw  M1  300.00  key=K1    IDEMPOTENCY_KEY_REUSED
    withdraw  M1  200.00  key=K2    WITHDRAW_ALREADY_OPEN
    balance   M1  game=300.00  withdrawalHeld=200.00
    bank      K1  paid              done
    job       1
    state     K1  paid
    hook      K1  paid              known
    withdraw  M1  200.00  key=K1    paid                   // the first withdrawal in its present state
    withdraw  M1  400.00  key=K2    INSUFFICIENT_FUNDS
    withdraw  M1  300.00  key=K3    approved
    balance   M1  game=0.00  withdrawalHeld=300.00
  `);
});

test('lists the reasons of a rejection in the specified order', async () => {
  await runStory(`
    give      M1  500.00             given
    withdraw  M1  99.99   key=A      WITHDRAW_BELOW_MINIMUM
    withdraw  M1  50000.01  key=A    WITHDRAW_ABOVE_MAXIMUM
    withdraw  M1  600.00  key=A      INSUFFICIENT_FUNDS
    needs     M1  300.00             added
    withdraw  M1  600.00  key=A      TURNOVER_NOT_MET
    condition  M1  reasons=TURNOVER_NOT_MET  removes=0
    condition  M2  reasons=INSUFFICIENT_FUNDS
    balance   M1  game=500.00  withdrawalHeld=0.00
  `);
});

test('lists a closed withdrawal feature first', async () => {
  await database.owner.transaction((tx) => changeSite(tx, site.id, { canWithdraw: false }));
  await runStory(`
    give      M1  500.00             given
    withdraw  M1  1.00    key=A      WITHDRAW_CLOSED
    condition  M1  reasons=WITHDRAW_CLOSED
  `);
  await database.owner.transaction((tx) => changeSite(tx, site.id, { canWithdraw: true }));
});

test('requires an operator above the automatic limit or for unverified names', async () => {
  await runStory(`
    give      M1  9000.00            given
    withdraw  M1  6000.00  key=K1    requested
    job       0
    approve   K1                     approved
    approve   K1                     not_waiting
    reject    K1                     not_waiting
    bank      K1  accepted           done
    job       1
    state     K1  paying
    hook      K1  paid               settled
    balance   M1  game=3000.00  withdrawalHeld=0.00
    withdraw  M1  5000.01  key=K2    INSUFFICIENT_FUNDS
  `);
  await runStory(
    `
    give      M1  2000.00            given
    withdraw  M1  500.00   key=K1    requested
    reject    K1                     rejected
    hook      K1  failed             unknown_payout
    balance   M1  game=2000.00  main=0.00  withdrawalHeld=0.00
    withdraw  M1  500.00   key=K2    requested
    approve   K2                     approved
    hook      K2  paid               settled
    withdraw  M1  500.00   key=K3    approved
    `,
    { isNameVerified: false },
  );
});

test('credits a failed payout once to the main wallet and reviews the next request', async () => {
  await runStory(`
    give      M1  800.00            given
    withdraw  M1  300.00  key=K1    approved
    bank      K1  failed            done
    job       1
    state     K1  failed
    hook      K1  failed            known
    balance   M1  game=500.00  main=300.00  withdrawalHeld=0.00
    withdraw  M1  200.00  key=K2    requested
  `);
});

test('queries an order without an answer and submits it again only if the bank never received it', async () => {
  const bank = await runStory(`
    give      M1  700.00            given
    withdraw  M1  700.00  key=K1    approved
    job       1                                            // no answer: the outcome is unknown
    state     K1  paying
    balance   M1  game=0.00  withdrawalHeld=700.00
    job       1
    bank      *  NOT_FOUND          done
    job       1
    payout    K1  state=submitted  answer=unknown
    bank      *  accepted           done
    job       1
    job       1
    bank      *  paid               done
    job       1
    job       0
    state     K1  paid
    balance   M1  game=0.00  main=0.00  withdrawalHeld=0.00
  `);
  assert.equal(new Set(bank.orders.values()).size, 1, 'every order to the bank was the same one');
  const methods = bank.outside.requests.map((line) => line.split(' ')[0]);
  assert.deepEqual(methods, ['POST', 'GET', 'GET', 'POST', 'GET', 'GET', 'GET']);
});

test('shows, holds and removes the money above the withdraw cap', async () => {
  await runStory(`
    give      M1  5000.00               given
    needs     M1  100.00  cap=1000.00   added
    condition  M1  reasons=TURNOVER_NOT_MET  removes=4000
    played    M1  100.00                filled
    condition  M1  reasons=             removes=4000
    withdraw  M1  1000.01  key=K1       WITHDRAW_ABOVE_CAP
    withdraw  M1  600.00   key=K1       approved
    balance   M1  game=400.00  withdrawalHeld=4600.00  residual=0.00
    hook      K1  paid                  settled
    balance   M1  game=400.00  withdrawalHeld=0.00  residual=4000.00
    condition  M1  reasons=             removes=0                // the cap has served
    withdraw  M1  400.00   key=K2       approved
  `);
});

test('removes nothing of a capped withdrawal that is rejected or fails', async () => {
  await runStory(
    `
    give      M1  5000.00               given
    needs     M1  100.00  cap=1000.00   added
    played    M1  100.00                filled
    withdraw  M1  1000.00  key=K1       requested
    reject    K1                        rejected
    balance   M1  game=5000.00  main=0.00  residual=0.00  withdrawalHeld=0.00
    withdraw  M1  1000.00  key=K2       requested
    approve   K2                        approved
    hook      K2  failed                settled
    balance   M1  game=4000.00  main=1000.00  residual=0.00  withdrawalHeld=0.00
    condition  M1  reasons=WITHDRAW_RETURNED_WAITS
    release   M1                        released
    condition  M1  reasons=             removes=4000
    `,
    { isNameVerified: false },
  );
});

test('accepts one of 100 concurrent withdrawals of the whole balance', async () => {
  const member = await createMember(database, site, { money: baht(1_000) });
  const ask = (turn: number) =>
    requestWithdrawal(database, {
      siteId: site.id,
      memberId: member.id,
      amount: baht(1_000),
      idempotencyKey: `race-${turn}`,
    });
  const answers = await Promise.allSettled(Array.from({ length: 100 }, (_, turn) => ask(turn)));
  assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const answer of answers) {
    if (answer.status === 'rejected') {
      assert.ok(isDomainError(answer.reason, 'WITHDRAW_ALREADY_OPEN'), String(answer.reason));
    }
  }
  const { game, withdrawalHeld } = await getBalances(database, site.id, member.id, chart);
  assert.deepEqual([game, withdrawalHeld], [0n, baht(1_000)]);
  assert.deepEqual(await audit(database, site.id), []);
});

test('creates one withdrawal for one key sent 100 times concurrently', async () => {
  const member = await createMember(database, site, { money: baht(1_000) });
  const request = { siteId: site.id, memberId: member.id, amount: baht(400), idempotencyKey: 'same' };
  const made = await Promise.all(Array.from({ length: 100 }, () => requestWithdrawal(database, request)));
  assert.equal(new Set(made.map(({ withdrawalId }) => withdrawalId)).size, 1);
  assert.equal((await getBalances(database, site.id, member.id, chart)).withdrawalHeld, baht(400));
});

test('applies one of two concurrent operator decisions in twenty runs', async () => {
  for (let round = 0; round < 20; round += 1) {
    const member = await createMember(database, site, { money: baht(9_000) });
    const { withdrawalId } = await requestWithdrawal(database, {
      siteId: site.id,
      memberId: member.id,
      amount: baht(9_000),
      idempotencyKey: 'K',
    });
    const decision = { siteId: site.id, withdrawalId, decidedBy: 'test' };
    const [approved, rejected] = await Promise.all([
      database.transaction((tx) => approveWithdrawal(tx, decision)),
      database.transaction((tx) => rejectWithdrawal(tx, decision)),
    ]);
    assert.equal([approved, rejected].filter((outcome) => outcome === 'not_waiting').length, 1);
    const { game } = await getBalances(database, site.id, member.id, chart);
    assert.equal(game, rejected === 'rejected' ? baht(9_000) : 0n);
  }
  assert.deepEqual(await audit(database, site.id), []);
});

test('settles once when the bank’s message and the query coincide', async () => {
  await deleteOpenPayouts(database, site.id);
  const paidBefore = await getHouseBalance(database, site.id, chart.payouts);
  const bank = openPayoutTestBank();
  bank.answers.set('*', 'paid');
  for (let round = 0; round < 10; round += 1) {
    const member = await createMember(database, site, { money: baht(100) });
    const { withdrawalId } = await requestWithdrawal(database, {
      siteId: site.id,
      memberId: member.id,
      amount: baht(100),
      idempotencyKey: 'K',
    });
    const result = { payoutId: `P${site.id}-${withdrawalId}`, status: 'paid', reason: undefined } as const;
    await Promise.all([
      payouts.submit(database, bank.payouts, site.id),
      payouts.settle(database, result),
      payouts.settle(database, result),
    ]);
  }
  assert.equal((await getHouseBalance(database, site.id, chart.payouts)) - paidBefore, baht(1_000));
  assert.deepEqual(await audit(database, site.id), []);
});

test('lists a long unanswered payout for an operator', async () => {
  await deleteOpenPayouts(database, site.id);
  const member = await createMember(database, site, { money: baht(100) });
  await requestWithdrawal(database, { siteId: site.id, memberId: member.id, amount: baht(100), idempotencyKey: 'K' });
  const bank = openPayoutTestBank();
  for (let turn = 0; turn < 10; turn += 1) {
    await makePayoutsDue(database, site.id);
    await payouts.submit(database, bank.payouts, site.id);
  }
  const stuck = await payouts.listStuck(database, site.id);
  assert.ok(
    stuck.some(
      ({ memberId, attempts, lastResponse }) =>
        memberId === member.id && attempts >= 10 && lastResponse === 'no_answer',
    ),
  );
});

test('shows and decides only withdrawals of the operator’s site', async () => {
  const member = await createMember(database, lanna, { money: baht(9_000) });
  const { withdrawalId } = await requestWithdrawal(database, {
    siteId: lanna.id,
    memberId: member.id,
    amount: baht(8_000),
    idempotencyKey: 'K',
  });
  assert.deepEqual(
    (await listWaitingWithdrawals(database, lanna.id)).map((waiting) => waiting.withdrawalId),
    [withdrawalId],
  );
  assert.ok(
    (await listWaitingWithdrawals(database, site.id)).every((waiting) => waiting.withdrawalId !== withdrawalId),
  );
  const outcome = await database.transaction((tx) =>
    approveWithdrawal(tx, { siteId: site.id, withdrawalId, decidedBy: 'test' }),
  );
  assert.equal(outcome, 'not_waiting');
});
