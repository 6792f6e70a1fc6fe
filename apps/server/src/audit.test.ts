// Each rule of the audit finds what it says: a rich set of books is changed as only the owner of the tables could, one change at a time,
// and the rule that must notice does. The changes are taken back.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { openDatabase, type Sql, sql, type Transaction } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';
import { type AuditFinding, post } from '@chaba/ledger';
import { baht } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { readConfig } from '#core/config';
import { ensureItemCode, redeemCode } from '#modules/bonuses';
import { setLimit } from '#modules/limits';
import { approveWithdrawal, rejectWithdrawal, requestWithdrawal, settlePayout } from '#modules/withdrawals';
import { bankCommands, openTestBank } from '#testing/bank-commands';
import { buildTestApp } from '#testing/build-app';
import { deskCommands } from '#testing/desk-commands';
import { createMember } from '#testing/factories';
import { checkStory, type Commands, type Story } from '#testing/story';
import { walletCommands } from '#testing/wallet-commands';

import { auditJobs } from './modules/audit/audit.jobs.ts';
import { auditAll, auditNewRows, closeFinding, openFindings, rules } from './modules/audit/audit.ts';
import { rewardTurnover } from './modules/wheel/coins.ts';
import { seed } from './seed.ts';

const SITE = 1;
const database = await testDatabase();
const config = readConfig({ DATABASE_URL: database.url });
await seed(database, config, database.ownerUrl);
const app = await buildTestApp({ database });
const { chaba: site } = app;
const owner = openDatabase({ url: database.ownerUrl, poolSize: 1, applicationName: 'tamper test' });
after(() => owner.close());

const withdrawalOf = ({ known }: Story, name: string) => known.get(name) as bigint;

const commands: Commands = {
  ...walletCommands(app),
  ...deskCommands(app),
  ...bankCommands(openTestBank(database)),
  async withdraw(story, given) {
    const { id: memberId } = await story.member(given.at(0));
    const idempotencyKey = given.named['key'] ?? 'K';
    const asked = { siteId: SITE, memberId, amount: given.amount(1), idempotencyKey };
    const { withdrawalId, state } = await requestWithdrawal(database, asked);
    story.known.set(idempotencyKey, withdrawalId);
    return state;
  },
  decideWithdrawal: (story, given) => {
    const decision = { siteId: SITE, withdrawalId: withdrawalOf(story, given.at(0)), decidedBy: 'test' };
    return database.transaction((tx) =>
      (given.at(1) === 'approve' ? approveWithdrawal : rejectWithdrawal)(tx, decision),
    );
  },
  payout: (story, given) => {
    const status = given.at(1) === 'paid' ? 'paid' : 'failed';
    return settlePayout(database, {
      payoutId: `P${SITE}-${withdrawalOf(story, given.at(0))}`,
      status,
      reason: undefined,
    });
  },
  async limit(story, given) {
    const { id: memberId } = await story.member(given.at(0));
    return setLimit(database, { siteId: SITE, memberId, kind: 'loss', span: 'day', amount: given.amount(1) });
  },
  earn: async () => String(await rewardTurnover(database, SITE, 0)),
  async code(story, given) {
    const { id: memberId } = await story.member(given.at(0));
    const asked = { siteId: SITE, memberId, typed: given.at(1), idempotencyKey: given.at(1), isLimited: false };
    return (await redeemCode(database, asked)).code;
  },
};

await ensureItemCode(database, SITE, {
  code: 'RICH',
  amount: baht(30),
  coins: 2n,
  turnoverTimes: 2,
  withdrawCap: undefined,
});
await checkStory(
  { database, site, commands },
  `
  cap       1000.00                                         done
  transfer  S1  from=M1  ago=2m  amount=2000.00                     made
  slip      M1  S1                                          credited
  feed      S1  ref=told                                    attached
  transfer  S2  from=M2  ago=3m  amount=3000.00                     made
  feed      S2                                              credited
  transfer  S3  from=M3  ago=4m  amount=700.00  tail=9999           made
  feed      S3  tail=9999                                   unmatched
  attach    S3  M3                                          credited
  transfer  S4  from=M3  ago=5m  amount=150.00  tail=8888           made
  feed      S4  tail=8888                                   unmatched
  send-back  S4                                              returned
  transfer  S5  from=M4  ago=6m  amount=90.00   tail=7777           made
  feed      S5  tail=7777                                   unmatched
  code      M4  WELCOME50                                   WELCOME50
  transfer  S6  from=M4  ago=7m  amount=400.00                      made
  feed      S6                                              parked
  code      M5  WELCOME50                                   WELCOME50
  transfer  S7  from=M5  ago=8m  amount=300.00                      made
  feed      S7                                              parked
  release   M5                                              released
  code      M2  RICH                                        RICH
  limit     M1  5000.00                                     set
  seat      M1                                              OK
  seat      M2                                              OK
  bet       M1  100.00   tx=a1  round=a                     OK
  win       M1  250.00   tx=a2  round=a  closed=yes         OK
  adjust    M1  200.00   tx=a3  ref=a2  round=a             OK
  bet       M1  50.00    tx=b1  round=b                     OK
  rollback  M1  ref=b1   tx=b2  round=b                     OK
  bet       M1  60.00    tx=c1  round=c                     OK
  win       M1  90.00    tx=c2  round=c  closed=yes         OK
  rollback  M1  ref=c2   tx=c3  round=c                     OK
  win       M1  0.00     tx=c4  round=c  closed=yes         OK
  rollback  M1  ref=d1   tx=d2  round=d                     OK          // its bet never came
  bet       M1  10.00    tx=e1  round=e  free=yes           OK
  win       M1  5.00     tx=e2  round=e  closed=yes         OK
  tip       M1  20.00    tx=f1                              OK
  award     M1  30.00    tx=g1                              OK
  bet       M1  100.00   tx=h1  round=h                     OK
  win       M1  1500.00  tx=h2  round=h  closed=yes         OK          // held
  bet       M1  100.00   tx=i1  round=i                     OK
  win       M1  1600.00  tx=i2  round=i  closed=yes         OK
  decide    i2  released                                    released
  bet       M1  100.00   tx=j1  round=j                     OK
  win       M1  1700.00  tx=j2  round=j  closed=yes         OK
  decide    j2  refused                                     refused
  award     M1  1800.00  tx=k1                              OK
  decide    k1  refused                                     refused
  win       M1  40.00    tx=l2  ref=l1  round=l             BET_NOT_FOUND
  bet       M1  40.00    tx=l1  round=l                     OK
  minute                                                    passed
  bet       M2  300.00   tx=m1  round=m                     OK
  win       M2  500.00   tx=m2  round=m  closed=yes         OK
  bet       M2  3230.00  tx=n1  round=n                     OK
  win       M2  0.00     tx=n2  round=n  closed=yes         OK
  rollback  M2  ref=m2   tx=m3  round=m                     OK          // owes what is not there any more
  transfer  S8  from=M2  ago=9m  amount=200.00                      made
  feed      S8                                              credited
  seat      M3                                              OK
  bet       M3  700.00   tx=o1  round=o                     OK
  win       M3  700.01   tx=o2  round=o  closed=yes         OK
  earn                                                      3
  withdraw  M3  100.00  key=W1                              approved
  payout    W1  paid                                        settled
  withdraw  M3  110.00  key=W2                              approved
  payout    W2  failed                                      settled
  withdraw  M3  120.00  key=W3                              requested
  decideWithdrawal  W3  reject                              rejected
  withdraw  M3  130.00  key=W4                              requested
  `,
);

type Plant = {
  readonly what: string;
  readonly rule: string;
  readonly how: readonly Sql[] | ((tx: Transaction) => Promise<unknown>);
};

/** One row of the site. */
const one = (table: Sql, condition: Sql): Sql =>
  sql`${table} where ctid = (select ctid from ${table} where site_id = ${SITE} and ${condition} order by ctid limit 1)`;
const change = (table: Sql, to: Sql, condition: Sql): Sql =>
  sql`update ${table} set ${to} where ctid = (select ctid from ${table} where site_id = ${SITE} and ${condition} order by ctid limit 1)`;
const remove = (table: Sql, condition: Sql): Sql => sql`delete from ${one(table, condition)}`;
const ofTest = (roundId: string): Sql => sql`provider = 'test' and round_id = ${roundId}`;
const isTx = (txId: string): Sql => sql`provider = 'test' and tx_id = ${txId}`;

const journal = sql`ledger_transfer`;
const call = sql`wallet_transaction`;
const round = sql`game_round`;
const line = sql`turnover_line`;

const plants: readonly Plant[] = [
  // ── the journal ──
  {
    what: 'a transfer for a reason that there is not',
    rule: 'a transfer goes a documented way',
    how: [change(journal, sql`reason = 'gift'`, sql`reason = 'deposit'`)],
  },
  {
    what: 'a posted deposit that no bank transfer stands behind',
    rule: 'a transfer has the row that caused it',
    how: (tx) =>
      post(tx, SITE, [
        { ownerId: 1n, from: chart.bank, to: chart.game, amount: baht(500), reason: 'deposit', key: 'deposit:999999' },
      ]),
  },
  {
    what: 'winnings that no wallet transaction stands behind',
    rule: 'a wallet transaction has the money it states',
    how: (tx) =>
      post(tx, SITE, [
        {
          ownerId: 1n,
          from: chart.games,
          to: chart.game,
          amount: baht(500),
          reason: 'win',
          key: 'test:z9',
          isOnceByCause: true,
        },
      ]),
  },
  {
    what: 'a withdrawal posted without a request',
    rule: 'a transfer has the row that caused it',
    how: (tx) =>
      post(tx, SITE, [
        {
          ownerId: 1n,
          from: chart.game,
          to: chart.withdrawalHeld,
          amount: baht(1),
          reason: 'withdrawal',
          key: 'hold:1:withdrawal:999999:place',
        },
      ]),
  },
  {
    what: 'a repayment that is larger than its credit',
    rule: 'a repayment is what the credit and the debt allow',
    how: [change(journal, sql`amount_e4 = amount_e4 + 10000000`, sql`reason = 'repays'`)],
  },
  {
    what: 'a debt that a deposit did not repay',
    rule: 'a credit repays a debt first',
    how: [remove(journal, sql`reason = 'repays'`)],
  },
  {
    what: 'a balance that grew by itself',
    rule: 'a balance equals the sum of its entries',
    how: [change(sql`ledger_balance`, sql`balance_e4 = balance_e4 + 100`, sql`kind = 1`)],
  },
  {
    what: 'a house account that grew by itself',
    rule: 'a house account equals the sum of its entries',
    how: [change(sql`ledger_house_balance`, sql`balance_e4 = balance_e4 + 100`, sql`kind = 101`)],
  },
  {
    what: 'a transfer that was deleted',
    rule: 'a lane has no gap',
    how: [remove(journal, sql`reason = 'tip'`)],
  },
  {
    what: 'a lane counter that was set back',
    rule: 'a lane has no gap',
    how: [change(sql`ledger_lane`, sql`last_sequence = last_sequence - 1`, sql`last_sequence > 0`)],
  },
  {
    what: 'a hold that was opened again',
    rule: 'a hold has the transfers of its state',
    how: [change(sql`ledger_hold`, sql`state = 'placed', closed_at = null`, sql`state = 'posted'`)],
  },
  {
    what: 'a held win that became larger',
    rule: 'a member wallet holds what its rows say',
    how: [change(sql`held_win`, sql`amount_e4 = amount_e4 + 10000`, sql`state = 'held'`)],
  },
  {
    what: 'an unmatched deposit that became larger',
    rule: 'a house account holds what its rows say',
    how: [change(sql`deposit`, sql`amount_e4 = amount_e4 + 100`, sql`state = 'unmatched'`)],
  },
  {
    what: 'a total of deposits that was written down',
    rule: 'the totals of a member are the sums of deposits and withdrawals',
    how: [change(sql`member`, sql`total_deposit_e4 = total_deposit_e4 - 100`, sql`total_deposit_e4 > 0`)],
  },
  // ── play ──
  {
    what: 'a win that became larger',
    rule: 'a wallet transaction has the money it states',
    how: [change(call, sql`amount_e4 = amount_e4 + 10000`, isTx('m2'))],
  },
  {
    what: 'a rollback that states another balance',
    rule: 'a rollback has the money it moved',
    how: [change(call, sql`balance_after_e4 = balance_after_e4 + 10000`, isTx('b2'))],
  },
  {
    what: 'a balance that the member never had',
    rule: 'a wallet transaction states a balance that the member had',
    how: [change(call, sql`balance_before_e4 = 777, balance_after_e4 = 777`, isTx('c4'))],
  },
  {
    what: 'a call filed under another hash, so that it could be sent again',
    rule: 'a wallet transaction is stored under its hash',
    how: [change(call, sql`tx_hash = gen_random_uuid()`, isTx('f1'))],
  },
  {
    what: 'a bet that its round does not have',
    rule: 'a bet stands in its round',
    how: [change(round, sql`bets = '[]', stake_e4 = 0, turnover_e4 = 0`, ofTest('n'))],
  },
  {
    what: 'a bet that was deleted from the calls',
    rule: 'a round has the calls of its bets',
    how: [remove(call, isTx('n1'))],
  },
  {
    what: 'turnover of a round that was written up',
    rule: 'a round is the sum of its bets',
    how: [change(round, sql`turnover_e4 = turnover_e4 + 10000`, ofTest('a'))],
  },
  {
    what: 'a payout of a round that was written down',
    rule: 'a round pays what its wins pay',
    how: [change(round, sql`payout_e4 = payout_e4 - 10000`, ofTest('a'))],
  },
  {
    what: 'a round that was deleted',
    rule: 'a win or an award has its round',
    how: [remove(round, ofTest('n'))],
  },
  {
    what: 'a correction that was written into its round alone',
    rule: 'the journal paid what a win pays',
    how: [change(round, sql`payout_e4 = payout_e4 + 10000, corrected_wins = '{"a2": "2010000"}'`, ofTest('a'))],
  },
  {
    what: 'a lost bet that was made a cancelled one',
    rule: 'a cancelled bet has its stake back',
    how: [
      change(
        round,
        sql`bets = jsonb_set(bets, '{0,state}', '"void"'), stake_e4 = 0, turnover_e4 = 0, state = 'void'`,
        ofTest('n'),
      ),
    ],
  },
  {
    what: 'a win taken back that counts again',
    rule: 'a rollback cancelled what it names',
    how: [change(round, sql`corrected_wins = '{}'`, ofTest('c'))],
  },
  {
    what: 'a rollback that was deleted',
    rule: 'what is cancelled has its rollback',
    how: [remove(call, isTx('d2'))],
  },
  {
    what: 'a held win that was deleted',
    rule: 'a held win is what the journal holds of it',
    how: [remove(sql`held_win`, sql`state = 'held'`)],
  },
  {
    what: 'a refused win that was made a released one',
    rule: 'a decided win has the transfers of the decision',
    how: [change(sql`held_win`, sql`state = 'released'`, sql`state = 'refused'`)],
  },
  {
    what: 'an orphan win of another amount',
    rule: 'an applied orphan win is a wallet transaction',
    how: [change(sql`waiting_win`, sql`amount_e4 = amount_e4 + 1`, sql`state = 'applied'`)],
  },
  {
    what: 'an earlier figure of a round that was written up for more cashback',
    rule: 'a correction belongs to a round that was corrected',
    how: [change(sql`round_correction`, sql`stake_e4 = stake_e4 + 10000000000`, sql`true`)],
  },
  // ── deposits and withdrawals ──
  {
    what: 'an unmatched deposit that was given to a member',
    rule: 'a deposit has the transfers of its state',
    how: [change(sql`deposit`, sql`state = 'credited', member_id = 1, credited_at = now()`, sql`state = 'unmatched'`)],
  },
  {
    what: 'a deposit given to another member',
    rule: 'a deposit has the transfers of its state',
    how: [change(sql`deposit`, sql`member_id = member_id + 1`, sql`state = 'credited' and member_id = 1`)],
  },
  {
    what: 'a parked deposit that counts as released',
    rule: 'a parked deposit is playable after its release alone',
    how: [change(sql`deposit`, sql`state = 'credited'`, sql`state = 'parked'`)],
  },
  {
    what: 'a line of the feed of another amount',
    rule: 'a line of the feed says what its deposit says',
    how: [change(sql`feed_line`, sql`amount_e4 = amount_e4 + 100`, sql`true`)],
  },
  {
    what: 'a credited slip of another transfer',
    rule: 'a credited slip is the slip of its deposit',
    how: [change(sql`slip`, sql`trans_ref = 'Z'`, sql`state = 'credited'`)],
  },
  {
    what: 'a withdrawal that became larger',
    rule: 'a withdrawal has the holds of its state',
    how: [change(sql`withdrawal`, sql`amount_e4 = amount_e4 + 1000000`, sql`state = 'requested'`)],
  },
  {
    what: 'a failed withdrawal that was made a rejected one',
    rule: 'a hold goes back or out as its withdrawal says',
    how: [change(sql`withdrawal`, sql`state = 'rejected'`, sql`state = 'failed'`)],
  },
  {
    what: 'a hold of no withdrawal',
    rule: 'a hold belongs to a withdrawal',
    how: [change(sql`ledger_hold`, sql`hold_id = 'withdrawal:999999'`, sql`state = 'posted'`)],
  },
  {
    what: 'a bank payout that is to be sent again',
    rule: 'a bank payout has the state of its withdrawal',
    how: [change(sql`payout`, sql`state = 'waiting'`, sql`last_answer = 'paid'`)],
  },
  {
    what: 'a withdrawal led to another account',
    rule: 'a withdrawal goes to the account of its member',
    how: [change(sql`withdrawal`, sql`account = '1234567890'`, sql`state = 'requested'`)],
  },
  // ── bonuses, codes, turnover ──
  {
    what: 'a grant of another bonus',
    rule: 'a grant has its bonus, its line and its deposit',
    how: [change(sql`bonus_grant`, sql`bonus_e4 = bonus_e4 + 100`, sql`true`)],
  },
  {
    what: 'a grant that asks for less than its terms',
    rule: 'a grant keeps its terms',
    how: [
      sql`update bonus_grant set need_e4 = need_e4 / 2 where site_id = ${SITE}`,
      sql`update turnover_line set need_e4 = need_e4 / 2, now_e4 = least(now_e4, need_e4 / 2) where site_id = ${SITE} and source = 'BONUS'`,
    ],
  },
  {
    what: 'a bonus that counts as given up and was kept',
    rule: 'a bonus given up went back',
    how: [change(line, sql`state = 'cancelled'`, sql`source = 'BONUS' and state = 'closed'`)],
  },
  {
    what: 'a lost bonus that runs again',
    rule: 'the history of a bonus ends in its state',
    how: [change(line, sql`state = 'closed'`, sql`source = 'BONUS' and state = 'lost'`)],
  },
  {
    what: 'a use of a code of another amount',
    rule: 'the use of a code has its money',
    how: [change(sql`item_code_use`, sql`amount_e4 = amount_e4 + 100`, sql`amount_e4 > 0`)],
  },
  {
    what: 'a counter of a code that was set back',
    rule: 'a code counts its uses',
    how: [change(sql`item_code`, sql`used = used - 1`, sql`used > 0`)],
  },
  {
    what: 'a turnover line that was deleted',
    rule: 'turnover lines are numbered without a gap',
    how: [remove(line, sql`source = 'DEPOSIT' and line_no = 2`)],
  },
  {
    what: 'a turnover line of a deposit that there is not',
    rule: 'a turnover line has the row that caused it',
    how: [change(line, sql`cause_id = 'deposit:999999'`, sql`source = 'DEPOSIT'`)],
  },
  {
    what: 'a code whose turnover was deleted',
    rule: 'a credit that asks for turnover has its line',
    how: [remove(line, sql`source = 'ITEMCODE'`)],
  },
  {
    what: 'a turnover line that was closed before it was met',
    rule: 'a turnover line has the state of its turnover',
    how: [change(line, sql`state = 'closed', closed_at = now()`, sql`state = 'active'`)],
  },
  {
    what: 'turnover that was met without play',
    rule: 'turnover done was played',
    how: [change(line, sql`now_e4 = need_e4, state = 'complete'`, sql`state = 'active' and source = 'ITEMCODE'`)],
  },
  {
    what: 'turnover that was taken from a member',
    rule: 'turnover played is done',
    how: [
      change(
        line,
        sql`now_e4 = 0, state = 'active'`,
        sql`closed_at is null and now_e4 > 0 and bet_terms is null and line_no = 1`,
      ),
    ],
  },
  // ── cashback, commission, wheel ──
  {
    what: 'a claim that was made an expiry',
    rule: 'a cashback period has the transfers of its state',
    how: [change(sql`cashback_period`, sql`state = 'expired', movement_id = null`, sql`state = 'claimed'`)],
  },
  {
    what: 'cashback that was written up',
    rule: 'cashback is the percentage of the loss',
    how: [change(sql`cashback_period`, sql`amount_e4 = amount_e4 + 100`, sql`state = 'claimable'`)],
  },
  {
    what: 'cashback carried from nowhere',
    rule: 'cashback carries on from the period before',
    how: [
      change(
        sql`cashback_period`,
        sql`carried_e4 = carried_e4 + 100, amount_e4 = amount_e4 + 100`,
        sql`state = 'claimable'`,
      ),
    ],
  },
  {
    what: 'a commission that counts as released',
    rule: 'a commission result has the transfer of its state',
    how: [change(sql`affiliate_result`, sql`state = 'released', closed_at = now()`, sql`state = 'pending'`)],
  },
  {
    what: 'a commission that was written up',
    rule: 'a commission result is the sum of its friends',
    how: [
      change(sql`affiliate_result`, sql`sum_e4 = sum_e4 + 100, payable_e4 = payable_e4 + 100`, sql`state = 'pending'`),
    ],
  },
  {
    what: 'a friend who brought more than the percentage',
    rule: 'a commission is the percentage of what a friend brought',
    how: [change(sql`affiliate_income`, sql`amount_e4 = amount_e4 + 100`, sql`true`)],
  },
  {
    what: 'a commission withdrawal of another amount',
    rule: 'a commission withdrawal has the transfer of its state',
    how: [change(sql`affiliate_withdrawal`, sql`amount_e4 = amount_e4 + 100`, sql`state = 'paid'`)],
  },
  {
    what: 'a spin that won more',
    rule: 'a spin has its payment and its prize',
    how: [change(sql`wheel_spin`, sql`amount_e4 = amount_e4 + 10000`, sql`kind = 'BAHT'`)],
  },
  {
    what: 'a spin that was deleted',
    rule: 'spins of a seed are numbered without a gap',
    how: [remove(sql`wheel_spin`, sql`kind = 'NONE'`)],
  },
  {
    what: 'a coin for a deposit that was never posted',
    rule: 'a coin for a deposit has its transfer',
    how: [
      sql`insert into wheel_deposit_coin (site_id, deposit_id)
        select site_id, deposit_id from deposit where site_id = ${SITE} and state = 'parked'`,
    ],
  },
  {
    what: 'coins for turnover that were never posted',
    rule: 'coins for turnover are the coins that were posted',
    how: [change(sql`wheel_turnover`, sql`coins = coins + 1`, sql`true`)],
  },
  // ── limits ──
  {
    what: 'a counted loss that was set back',
    rule: 'a counted loss equals the transfers of its day',
    how: [change(sql`member_loss`, sql`loss_e4 = loss_e4 - 100`, sql`true`)],
  },
];

class TakenBack extends Error {}

/** Plants a change, audits, and takes it back. */
async function auditWith(plant: Plant): Promise<readonly AuditFinding[]> {
  let findings: readonly AuditFinding[] = [];
  const work = owner.transaction(async (tx) => {
    if (typeof plant.how === 'function') await plant.how(tx);
    else {
      const changed = [];
      for (const statement of plant.how) changed.push(await tx.execute(statement));
      assert.ok(
        changed.every((rows) => rows > 0),
        'the change met no row',
      );
    }
    findings = await auditAll(tx, { siteId: SITE, isTest: true });
    throw new TakenBack();
  });
  await assert.rejects(work, TakenBack);
  return findings;
}

test('the books are right before anything is changed', async () => {
  assert.deepEqual(await auditAll(database, { siteId: SITE, isTest: true }), []);
});

test('a run over the rows since any time finds nothing in books that are right', async () => {
  const times = await database.rows<{ since: Date }>(sql`
    select created_at as since from (select created_at, row_number() over (order by created_at) as place from ledger_transfer) as posted
    where place % 97 = 0 order by created_at`);
  assert.ok(times.length > 5, `${times.length} times`);
  for (const { since } of times) {
    assert.deepEqual(await auditAll(database, { siteId: SITE, since, isTest: true }), [], since.toISOString());
  }
});

for (const plant of plants) {
  test(`the audit finds ${plant.what}`, async (t) => {
    const found = await auditWith(plant);
    const details = found.filter(({ rule }) => rule === plant.rule).map(({ detail }) => detail);
    const others = [...new Set(found.map(({ rule }) => rule))].filter((rule) => rule !== plant.rule);
    t.diagnostic(`${plant.rule}: ${details[0] ?? 'silent'}${others.map((rule) => `; also ${rule}`).join('')}`);
    assert.ok(details.length > 0, `"${plant.rule}" was silent; found: ${JSON.stringify(found)}`);
  });
}

test('the hourly run finds what was written since the last one, once, and an operator closes it', async () => {
  const fresh = await buildTestApp();
  const siteId = fresh.chaba.id;
  const member = await createMember(fresh.database, fresh.chaba);
  const job = auditJobs[0];
  assert.ok(job);
  const alarms = () => fresh.logLines.filter((text) => text.includes('audit finding')).length;
  await job.run(fresh.context);
  assert.equal(alarms(), 0);

  const forged = { ownerId: member.id, from: chart.bank, to: chart.game, amount: baht(5), reason: 'deposit' } as const;
  await fresh.database.transaction((tx) => post(tx, siteId, [{ ...forged, key: 'deposit:999999' }]));
  await job.run(fresh.context);
  await job.run(fresh.context);
  assert.equal(alarms(), 2, 'it is an alarm as long as nobody has seen to it');
  const [finding, ...others] = await openFindings(fresh.database, siteId);
  assert.deepEqual([finding?.rule, others], ['a transfer has the row that caused it', []]);

  const closing = { findingId: finding?.findingId ?? 0n, closedBy: 'test' };
  assert.equal(await closeFinding(fresh.database, siteId, closing), 'closed');
  assert.equal(await closeFinding(fresh.database, siteId, closing), 'not_waiting');
  await job.run(fresh.context);
  assert.deepEqual([alarms(), await openFindings(fresh.database, siteId)], [2, []]);
});

test('what was written long before the last run is for the whole audit', async () => {
  const fresh = await buildTestApp();
  const siteId = fresh.chaba.id;
  const member = await createMember(fresh.database, fresh.chaba, { money: baht(10) });
  const forged = { ownerId: member.id, from: chart.bank, to: chart.game, amount: baht(5), reason: 'deposit' } as const;
  await fresh.database.transaction((tx) => post(tx, siteId, [{ ...forged, key: 'deposit:999999' }]));
  await fresh.database.execute(sql`
    insert into audit_run (site_id, checked_until) values (${siteId}, now() + interval '1 hour')`);
  assert.deepEqual(await auditNewRows(fresh.database, siteId), []);
  const rulesBroken = new Set((await auditAll(fresh.database, { siteId, isTest: true })).map(({ rule }) => rule));
  assert.ok(rulesBroken.has('a transfer has the row that caused it'));
});

test('every rule was seen to find something', () => {
  const seen = new Set(plants.map(({ rule }) => rule));
  assert.deepEqual(
    rules.map(({ name }) => name).filter((name) => !seen.has(name)),
    [],
  );
});
