// Contradictory payout results. In any order of messages the ledger ends equal to the bank: a paid amount is in
// `payouts`, an unpaid one is the member's, never both.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';
import { audit, getBalances, getHouseBalance } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { createMember, createSites } from '#testing/factories';
import { checkStory } from '#testing/story';
import { deleteOpenPayouts, openPayoutTestBank, withdrawalCommands } from '#testing/withdrawal-commands';

import { payouts, requestWithdrawal } from './withdrawals.ts';

const database = await testDatabase({ poolSize: 20 });
const { chaba: site } = await createSites(database);

async function story(table: string): Promise<void> {
  await deleteOpenPayouts(database, site.id);
  const left = await getHouseBalance(database, site.id, chart.payouts);
  await checkStory({ database, site, commands: withdrawalCommands(openPayoutTestBank(), left) }, table);
}

test('freezes returned money when paid follows failed and debits it on confirm-paid', () =>
  story(`
    give      M1  800.00            given
    withdraw  M1  300.00  key=K1    approved
    hook      K1  failed            settled
    balance   M1  game=500.00  main=300.00
    hook      K1  paid              contradicted
    hook      K1  paid              known
    balance   M1  game=500.00  main=0.00  withdrawalHeld=300.00
    condition  M1  reasons=WITHDRAW_DISPUTED
    withdraw  M1  200.00  key=K2    WITHDRAW_DISPUTED
    confirm   K1  paid              paid
    confirm   K1  paid              not_waiting
    confirm   K1  failed            not_waiting
    state     K1  paid
    balance   M1  game=500.00  main=0.00  withdrawalHeld=0.00
    total     M1                    300.00
    house     300.00                left
    hook      K1  paid              known
    withdraw  M1  200.00  key=K2    approved
  `));

test('releases the money on confirm-failed when paid followed failed', () =>
  story(`
    give      M1  800.00            given
    withdraw  M1  300.00  key=K1    approved
    hook      K1  failed            settled
    hook      K1  paid              contradicted
    confirm   K1  failed            failed
    state     K1  failed
    balance   M1  game=500.00  main=300.00  withdrawalHeld=0.00
    total     M1                    0.00
    house     0.00                  left
    condition  M1  reasons=
  `));

test('freezes money in the game wallet and records the missing part as debt', () =>
  story(`
    give      M1  300.00            given
    withdraw  M1  300.00  key=K1    approved
    hook      K1  failed            settled
    release   M1                    released
    lose      M1  180.00            lost
    hook      K1  paid              contradicted
    balance   M1  game=0.00  main=0.00  withdrawalHeld=120.00
    give      M1  50.00             given
    confirm   K1  paid              paid
    balance   M1  game=0.00  withdrawalHeld=0.00  receivable=-130.00
    house     300.00                left
    give      M2  300.00            given
    withdraw  M2  300.00  key=K2    approved
    hook      K2  failed            settled
    release   M2                    released
    lose      M2  180.00            lost
    hook      K2  paid              contradicted
    debt      M2  20.00             owed
    confirm   K2  failed            failed
    balance   M2  game=100.00  main=0.00  withdrawalHeld=0.00  receivable=0.00
    house     300.00                left
  `));

test('freezes nothing when failed follows paid and applies the decision', () =>
  story(`
    give      M1  500.00            given
    withdraw  M1  300.00  key=K1    approved
    hook      K1  paid              settled
    hook      K1  failed            contradicted
    balance   M1  game=200.00  main=0.00  withdrawalHeld=0.00
    withdraw  M1  200.00  key=K2    WITHDRAW_DISPUTED
    confirm   K1  failed            failed
    state     K1  failed
    balance   M1  game=200.00  main=300.00
    total     M1                    0.00
    house     0.00                  left
    give      M2  500.00            given
    withdraw  M2  300.00  key=K3    approved
    hook      K3  paid              settled
    hook      K3  failed            contradicted
    confirm   K3  paid              paid
    state     K3  paid
    balance   M2  game=200.00  main=0.00
    total     M2                    300.00
    house     300.00                left
  `));

test('credits the main wallet once for a payout returned days later', () =>
  story(`
    give      M1  500.00            given
    withdraw  M1  300.00  key=K1    approved
    hook      K1  paid              settled
    total     M1                    300.00
    hook      K1  returned          settled
    hook      K1  returned          known
    hook      K1  failed            known
    hook      K1  paid              known                   // the earlier message, delayed or repeated
    state     K1  returned
    balance   M1  game=200.00  main=300.00  withdrawalHeld=0.00
    total     M1                    0.00
    house     0.00                  left
    withdraw  M1  200.00  key=K2    requested               // a payout was returned today
    release   M1                    released
    balance   M1  game=300.00  main=0.00
  `));

test('credits the main wallet once for a payout returned without an earlier result', () =>
  story(`
    give      M1  500.00            given
    withdraw  M1  300.00  key=K1    approved
    bank      K1  returned          done
    job       1
    state     K1  returned
    hook      K1  paid              known
    hook      K1  failed            known
    balance   M1  game=200.00  main=300.00  withdrawalHeld=0.00
    total     M1                    0.00
    house     0.00                  left
  `));

test('records only the latest claim while a dispute is open', () =>
  story(`
    give      M1  500.00            given
    withdraw  M1  300.00  key=K1    approved
    hook      K1  failed            settled
    hook      K1  paid              contradicted
    hook      K1  failed            contradicted
    hook      K1  failed            known
    hook      K1  returned          contradicted
    balance   M1  game=200.00  main=0.00  withdrawalHeld=300.00
    confirm   K1  failed            failed
    balance   M1  game=200.00  main=300.00  withdrawalHeld=0.00
    house     0.00                  left
  `));

test('opens a dispute for each contradiction and posts each decision once', () =>
  story(`
    give      M1  500.00            given
    withdraw  M1  300.00  key=K1    approved
    hook      K1  failed            settled
    hook      K1  paid              contradicted
    confirm   K1  paid              paid
    house     300.00                left
    hook      K1  failed            contradicted
    confirm   K1  failed            failed
    house     0.00                  left
    balance   M1  game=200.00  main=300.00
    hook      K1  paid              contradicted
    confirm   K1  failed            failed
    hook      K1  paid              contradicted
    confirm   K1  paid              paid
    hook      K1  returned          settled
    balance   M1  game=200.00  main=300.00  withdrawalHeld=0.00
    total     M1                    0.00
    house     0.00                  left
  `));

test('freezes the money when a payment without an order follows a rejection', () =>
  story(`
    give      M1  9000.00           given
    withdraw  M1  6000.00  key=K1   requested
    reject    K1                    rejected
    hook      K1  failed            unknown_payout
    hook      K1  paid              contradicted
    balance   M1  game=3000.00  withdrawalHeld=6000.00
    confirm   K1  paid              paid
    state     K1  paid
    balance   M1  game=3000.00  withdrawalHeld=0.00
    house     6000.00               left
    give      M2  1000.00           given
    withdraw  M2  500.00  key=K2    approved
    stop      K2                    stopped
    hook      K2  failed            known
    hook      K2  paid              contradicted
    confirm   K2  failed            failed
    state     K2  rejected
    balance   M2  game=1000.00  withdrawalHeld=0.00
    house     6000.00               left
  `));

test('blocks approval and rejection of a request that the bank reports as paid', () =>
  story(`
    give      M1  9000.00           given
    withdraw  M1  6000.00  key=K1   requested
    hook      K1  paid              contradicted
    approve   K1                    blocked
    reject    K1                    not_waiting
    confirm   K1  failed            failed
    state     K1  requested
    approve   K1                    approved
    hook      K1  paid              settled
    give      M2  9000.00           given
    withdraw  M2  6000.00  key=K2   requested
    hook      K2  paid              contradicted
    confirm   K2  paid              paid
    state     K2  paid
    balance   M2  game=3000.00  withdrawalHeld=0.00
    house     12000.00              left
  `));

test('returns an approved withdrawal to an operator when the member has a dispute', () =>
  story(`
    give      M1  1000.00           given
    withdraw  M1  300.00  key=K1    approved
    hook      K1  paid              settled
    withdraw  M1  300.00  key=K2    approved
    hook      K1  failed            contradicted
    bank      K2  paid              done
    job       0
    reasons   K2  review=PAYOUT_DISPUTED
    approve   K2                    blocked
    confirm   K1  paid              paid
    approve   K2                    approved
    job       1
    state     K2  paid
    house     600.00                left
  `));

test('repays the debt of a dispute from the waiting withdrawal', () =>
  story(`
    give      M1  1000.00           given
    withdraw  M1  900.00  key=K1    approved
    hook      K1  failed            settled
    release   M1                    released
    lose      M1  400.00            lost
    withdraw  M1  500.00  key=K2    requested               // a payout failed today
    hook      K1  paid              contradicted
    balance   M1  game=0.00  main=0.00  withdrawalHeld=600.00
    confirm   K1  paid              paid
    balance   M1  receivable=-800.00  withdrawalHeld=500.00
    job       0
    state     K2  rejected
    balance   M1  game=0.00  receivable=-300.00  withdrawalHeld=0.00
    house     900.00                left
  `));

test('updates the caps with every decision', () =>
  story(`
    give      M1  800.00                 given
    needs     M1  100.00  cap=500.00     added
    played    M1  100.00                 filled
    withdraw  M1  500.00  key=K1         approved
    bank      K1  accepted               done
    job       1
    hook      K1  failed                 settled
    lines     M1  open=1  paid=0.00
    balance   M1  game=300.00  main=500.00
    hook      K1  paid                   contradicted
    confirm   K1  paid                   paid
    lines     M1  open=0
    balance   M1  game=0.00  main=0.00  residual=300.00
    house     500.00                     left
  `));

test('counts money debited by a dispute under caps that began after the request', () =>
  story(`
    give      M1  1000.00                given
    withdraw  M1  600.00  key=K1         approved
    needs     M1  100.00  cap=200.00  own=400.00  added
    hook      K1  failed                 settled
    lines     M1  open=1  paid=0.00
    release   M1                         released
    hook      K1  paid                   contradicted
    confirm   K1  paid                   paid
    lines     M1  open=1  paid=600.00
    balance   M1  game=400.00  main=0.00
    house     600.00                     left
  `));

test('keeps one outcome of concurrent results and decisions in twenty runs', async () => {
  const before = await getHouseBalance(database, site.id, chart.payouts);
  let left = 0n;
  for (let round = 0; round < 20; round += 1) {
    const member = await createMember(database, site, { money: baht(300) });
    const request = { siteId: site.id, memberId: member.id, amount: baht(300), idempotencyKey: 'K' };
    const { withdrawalId } = await requestWithdrawal(database, request);
    const payoutId = `P${site.id}-${withdrawalId}`;
    const report = (status: 'paid' | 'failed' | 'returned') =>
      payouts.settle(database, { payoutId, status, reason: undefined });
    const decision = { siteId: site.id, withdrawalId, decidedBy: 'test' };
    const confirm = (act: typeof payouts.confirmPaid | typeof payouts.confirmFailed) =>
      database.transaction<string>((tx) => act(tx, decision));
    await Promise.all([
      report('paid'),
      report('failed'),
      report('paid'),
      round % 3 === 0 ? report('returned') : report('failed'),
      confirm(payouts.confirmPaid),
      confirm(payouts.confirmFailed),
      report('failed'),
      confirm(payouts.confirmFailed),
    ]);
    await confirm(round % 2 === 0 ? payouts.confirmPaid : payouts.confirmFailed);
    const { state } = await database.one<{ state: string }>(sql`
      select state from withdrawal where site_id = ${site.id} and withdrawal_id = ${withdrawalId}`);
    const { main, game, withdrawalHeld, receivable } = await getBalances(database, site.id, member.id, chart);
    assert.deepEqual([game, withdrawalHeld, receivable], [0n, 0n, 0n]);
    assert.equal(main, state === 'paid' ? 0n : baht(300), state);
    if (state === 'paid') left += baht(300);
  }
  assert.equal((await getHouseBalance(database, site.id, chart.payouts)) - before, left);
  assert.deepEqual(await audit(database, site.id), []);
});
