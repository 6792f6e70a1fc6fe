// The final check: debt, lock, exclusion, turnover and cap are checked again at the approval and right before the bank
// is called, and an operator can stop a payout until then.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';
import { audit, getBalances, getHouseBalance } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { createMember, createSites } from '#testing/factories';
import { checkStory } from '#testing/story';
import {
  deleteOpenPayouts,
  makePayoutsDue,
  openPayoutTestBank,
  withdrawalCommands,
} from '#testing/withdrawal-commands';

import { payouts, approveWithdrawal, rejectWithdrawal, requestWithdrawal } from './withdrawals.ts';

const database = await testDatabase({ poolSize: 20 });
const { chaba: site } = await createSites(database);

async function story(table: string): Promise<void> {
  await deleteOpenPayouts(database, site.id);
  const bank = openPayoutTestBank();
  const left = await getHouseBalance(database, site.id, chart.payouts);
  await checkStory({ database, site, commands: withdrawalCommands(bank, left) }, table);
}

test('repays a debt from an approved, unsent withdrawal', () =>
  story(`
    give      M1  1000.00           given
    withdraw  M1  800.00  key=K1    approved
    debt      M1  300.00            owed
    bank      K1  paid              done
    job       0
    state     K1  rejected
    reasons   K1  review=  failure=OWED
    payout    K1  state=stopped
    balance   M1  game=700.00  receivable=0.00  withdrawalHeld=0.00
    house     0.00                  left
    withdraw  M1  700.00  key=K2    approved
    job       1
  `));

test('repays a debt from a request that waits for an operator, with the removal of its cap', () =>
  story(`
    give      M1  9000.00                given
    needs     M1  100.00  cap=7000.00    added
    played    M1  100.00                 filled
    withdraw  M1  6000.00  key=K1        requested
    balance   M1  game=1000.00  withdrawalHeld=8000.00
    debt      M1  300.00                 owed
    job       0
    state     K1  rejected
    approve   K1                         not_waiting
    balance   M1  game=8700.00  receivable=0.00  withdrawalHeld=0.00
  `));

test('repays the debt instead of approving a request', () =>
  story(`
    give      M1  9000.00            given
    withdraw  M1  6000.00  key=K1    requested
    debt      M1  7000.00            owed
    approve   K1                     cancelled
    state     K1  rejected
    balance   M1  game=3000.00  receivable=-1000.00  withdrawalHeld=0.00
  `));

test('ignores a repaid debt and a debt after the submission', () =>
  story(`
    give      M1  1000.00           given
    withdraw  M1  800.00  key=K1    approved
    bank      K1  accepted          done
    job       1
    debt      M1  300.00            owed
    job       1
    state     K1  paying
    stop      K1                    submitted
    hook      K1  paid              settled
    balance   M1  game=200.00  receivable=-300.00
    house     800.00                left
  `));

test('returns a withdrawal to an operator after a lock between approval and submission', () =>
  story(`
    give      M1  1000.00           given
    withdraw  M1  800.00  key=K1    approved
    lock      M1  on                set
    bank      K1  paid              done
    job       0
    state     K1  requested
    reasons   K1  review=MEMBER_LOCKED
    payout    K1  state=stopped
    approve   K1                    blocked
    hook      K1  failed            known
    lock      M1  off               set
    approve   K1                    approved
    job       1
    state     K1  paid
    balance   M1  game=200.00  withdrawalHeld=0.00
  `));

test('blocks the approval of a locked member and returns all money on rejection', () =>
  story(`
    give      M1  9000.00            given
    withdraw  M1  6000.00  key=K1    requested
    lock      M1  on                 set
    approve   K1                     blocked
    reasons   K1  review=ABOVE_AUTOMATIC_MAXIMUM+MEMBER_LOCKED
    approve   K1                     blocked
    reasons   K1  review=ABOVE_AUTOMATIC_MAXIMUM+MEMBER_LOCKED
    reject    K1                     rejected
    balance   M1  game=9000.00  withdrawalHeld=0.00
  `));

test('returns a withdrawal to an operator when turnover is lost before the submission', () =>
  story(`
    give      M1  1000.00           given
    needs     M1  100.00            added
    played    M1  100.00            filled
    withdraw  M1  800.00  key=K1    approved
    undone    M1  40.00             drained
    bank      K1  paid              done
    job       0
    reasons   K1  review=TURNOVER_LOST
    approve   K1                    blocked
    played    M1  40.00             filled
    approve   K1                    approved
    job       1
    state     K1  paid
  `));

test('ignores turnover of a requirement that began after the request', () =>
  story(`
    give      M1  1000.00           given
    withdraw  M1  800.00  key=K1    approved
    needs     M1  500.00  cap=100.00  added
    bank      K1  paid              done
    job       1
    state     K1  paid
    balance   M1  game=200.00  residual=0.00
    lines     M1  open=1
  `));

test('requires an operator after an exclusion with unmet turnover', () =>
  story(`
    give      M1  1000.00           given
    needs     M1  100.00  source=DEPOSIT  added
    played    M1  100.00            filled
    withdraw  M1  800.00  key=K1    approved
    undone    M1  40.00             drained
    exclude   M1                    excluded
    bank      K1  paid              done
    job       0
    reasons   K1  review=EXCLUDED_WITHOUT_TURNOVER
    approve   K1                    approved
    job       1
    state     K1  paid
  `));

test('pays an excluded member with met turnover without an operator', () =>
  story(`
    give      M1  1000.00           given
    withdraw  M1  800.00  key=K1    approved
    exclude   M1                    excluded
    bank      K1  paid              done
    job       1
    state     K1  paid
  `));

test('stops a payout until the bank is called and makes the money playable', () =>
  story(`
    give      M1  5000.00                given
    needs     M1  100.00  cap=1000.00    added
    played    M1  100.00                 filled
    withdraw  M1  600.00  key=K1         approved
    stop      K1                         stopped
    stop      K1                         not_waiting
    state     K1  rejected
    reasons   K1  failure=STOPPED
    balance   M1  game=5000.00  main=0.00  residual=0.00  withdrawalHeld=0.00
    lines     M1  open=1  paid=0.00
    bank      K1  paid                   done
    job       0
    withdraw  M1  600.00  key=K2         approved
    bank      K2  accepted               done
    job       1
    stop      K2                         submitted
    hook      K2  paid                   settled
    stop      K2                         not_waiting
    house     600.00                     left
  `));

test('records the submission before the bank is called: a process that ends in between leaves an unknown outcome', async () => {
  await deleteOpenPayouts(database, site.id);
  const member = await createMember(database, site, { money: baht(500) });
  const request = { siteId: site.id, memberId: member.id, amount: baht(500), idempotencyKey: 'crash' };
  const { withdrawalId } = await requestWithdrawal(database, request);
  const bank = openPayoutTestBank();
  const ended = { ...bank.payouts, pay: () => Promise.reject(new Error('the process ends here')) };
  await assert.rejects(payouts.submit(database, ended, site.id), /ends here/);
  const row = () =>
    database.one<{ state: string; payout: string; submitted: boolean }>(sql`
      select withdrawal.state, bank_payout.state as payout, submitted_at is not null as submitted
      from withdrawal join bank_payout using (site_id, withdrawal_id)
      where site_id = ${site.id} and withdrawal_id = ${withdrawalId}`);
  assert.deepEqual(await row(), { state: 'paying', payout: 'submitted', submitted: true });
  const decision = { siteId: site.id, withdrawalId, decidedBy: 'test' };
  assert.equal(await database.transaction((tx) => payouts.stop(tx, decision)), 'submitted');
  // The payout is queried, not submitted: it is unknown whether the order arrived.
  bank.answers.set('*', 'paid');
  await makePayoutsDue(database, site.id);
  await payouts.submit(database, bank.payouts, site.id);
  assert.deepEqual(
    bank.outside.requests.map((line) => line.split(' ')[0]),
    ['GET'],
  );
  assert.deepEqual(await row(), { state: 'paid', payout: 'done', submitted: true });
});

test('keeps one outcome of concurrent approve, reject, stop, submit and settle in fifteen runs', async () => {
  await deleteOpenPayouts(database, site.id);
  const before = await getHouseBalance(database, site.id, chart.payouts);
  const bank = openPayoutTestBank();
  bank.answers.set('*', 'accepted');
  let paid = 0;
  for (let round = 0; round < 15; round += 1) {
    const member = await createMember(database, site, { money: baht(9_000) });
    const request = { siteId: site.id, memberId: member.id, amount: baht(6_000), idempotencyKey: 'K' };
    const { withdrawalId } = await requestWithdrawal(database, request);
    const decision = { siteId: site.id, withdrawalId, decidedBy: 'test' };
    const decide = (act: typeof approveWithdrawal | typeof rejectWithdrawal | typeof payouts.stop) =>
      database.transaction<string>((tx) => act(tx, decision));
    const outcomes = await Promise.all([
      decide(approveWithdrawal),
      payouts.submit(database, bank.payouts, site.id),
      decide(payouts.stop),
      round % 2 === 0 ? decide(rejectWithdrawal) : decide(approveWithdrawal),
      payouts.submit(database, bank.payouts, site.id),
      decide(payouts.stop),
      payouts.submit(database, bank.payouts, site.id),
    ]);
    const row = await database.one<{ state: string; orders: number }>(sql`
      select state, (select count(*)::int from bank_payout where bank_payout.site_id = withdrawal.site_id
        and bank_payout.withdrawal_id = withdrawal.withdrawal_id and bank_payout.submitted_at is not null) as orders
      from withdrawal where site_id = ${site.id} and withdrawal_id = ${withdrawalId}`);
    const { game, withdrawalHeld } = await getBalances(database, site.id, member.id, chart);
    const isBack = row.state === 'rejected';
    assert.deepEqual([game, withdrawalHeld], isBack ? [baht(9_000), 0n] : [baht(3_000), baht(6_000)], outcomes.join());
    assert.equal(row.orders, row.state === 'paying' ? 1 : 0);
    assert.equal(bank.orders.has(`P${site.id}-${withdrawalId}`), row.state === 'paying');
    if (row.state !== 'paying') continue;
    const result = { payoutId: `P${site.id}-${withdrawalId}`, status: 'paid', reason: undefined } as const;
    await Promise.all([payouts.settle(database, result), payouts.settle(database, result), decide(payouts.stop)]);
    paid += 1;
  }
  assert.equal((await getHouseBalance(database, site.id, chart.payouts)) - before, baht(6_000) * BigInt(paid));
  assert.deepEqual(await audit(database, site.id), []);
});

test('either calls the bank or repays a concurrent debt', async () => {
  await deleteOpenPayouts(database, site.id);
  const bank = openPayoutTestBank();
  bank.answers.set('*', 'paid');
  const { debt } = withdrawalCommands(bank);
  assert.ok(debt);
  for (let round = 0; round < 15; round += 1) {
    const member = await createMember(database, site, { money: baht(1_000) });
    const request = { siteId: site.id, memberId: member.id, amount: baht(1_000), idempotencyKey: 'K' };
    const { withdrawalId } = await requestWithdrawal(database, request);
    const given = { plain: [], named: {}, at: () => 'M1', amount: () => baht(400) };
    const story = { database, site, known: new Map<string, unknown>(), member: async () => member };
    await Promise.all([debt(story, given), payouts.submit(database, bank.payouts, site.id)]);
    await makePayoutsDue(database, site.id);
    await payouts.submit(database, bank.payouts, site.id);
    const { game, receivable } = await getBalances(database, site.id, member.id, chart);
    const isPaid = bank.orders.has(`P${site.id}-${withdrawalId}`);
    assert.deepEqual([game, receivable], isPaid ? [0n, -baht(400)] : [baht(600), 0n]);
  }
  assert.deepEqual(await audit(database, site.id), []);
});
