// Debt is repaid first from any incoming money, and money that repaid debt adds no turnover requirement.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sql } from '@chaba/database';
import { audit, postTransfers } from '@chaba/ledger';
import { baht, formatBaht, zeroMoney } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { ensureItemCode, redeemCode } from '#modules/item-codes';
import { ensurePromotion, type Promotion } from '#modules/promotions';
import { claimCashback } from '#modules/cashback';
import { rejectWithdrawal, requestWithdrawal } from '#modules/withdrawals';
import { bankCommands, openOurAccount, openTestBank } from '#testing/bank-commands';
import { buildTestApp } from '#testing/build-app';
import { checkStory, type Commands } from '#testing/story';
import { walletCommands } from '#testing/wallet-commands';

import { quoteDeposit } from './modules/promotions/grants.ts';

const app = await buildTestApp();
const { database, chaba: site } = app;
const welcome: Promotion = {
  id: 'welcome',
  usable: 'first_deposit',
  title: 'welcome',
  imageUrl: '',
  minimumDeposit: baht(100),
  turnover: { unit: 'times', hundredths: 300 },
  bonusMax: { unit: 'baht', amount: baht(1_000) },
  withdrawMax: { unit: 'baht', amount: zeroMoney },
  bonus: { kind: 'percent', basisPoints: 10_000 },
  sortOrder: 0,
};
const bank = openTestBank(database);
await openOurAccount(database, site);
await database.transaction(async (tx) => {
  const gift = { amount: baht(50), coins: 0n, turnoverTimes: 5, withdrawCap: baht(200) };
  await ensureItemCode(tx, site.id, { code: 'GIFT50', ...gift });
  await ensurePromotion(tx, site.id, welcome);
});

let debts = 0;
const commands: Commands = {
  ...walletCommands(app),
  ...bankCommands(bank),
  // The state after a correction when the money is spent.
  async debt(story, given) {
    const { id: ownerId } = await story.member(given.at(0));
    debts += 1;
    const owed = { ownerId, from: chart.receivable, to: chart.games, amount: given.amount(1), reason: 'owed' };
    await database.transaction((tx) => postTransfers(tx, site.id, [{ ...owed, key: `test:debt:${debts}` }]));
    return 'owed';
  },
  async redeem(story, given) {
    const { id: memberId } = await story.member(given.at(0));
    const typed = given.at(1);
    await redeemCode(database, { siteId: site.id, memberId, typed, idempotencyKey: 'redeemed-once', isLimited: false });
    return 'redeemed';
  },
  async quote(story, given) {
    const { id: memberId } = await story.member(given.at(0));
    const { offers } = await quoteDeposit(database, site.id, memberId, given.amount(1));
    return formatBaht(offers[0]?.bonus ?? zeroMoney);
  },
  async withdraw(story, given) {
    const { id: memberId } = await story.member(given.at(0));
    const request = { siteId: site.id, memberId, amount: given.amount(1), idempotencyKey: 'asked-once' };
    const { withdrawalId, state } = await requestWithdrawal(database, request);
    story.known.set('withdrawal', withdrawalId);
    return state;
  },
  async reject(story) {
    const withdrawalId = story.known.get('withdrawal') as bigint;
    return database.transaction((tx) => rejectWithdrawal(tx, { siteId: site.id, withdrawalId, decidedBy: 'test' }));
  },
  async lost(story, given) {
    const { id: memberId } = await story.member(given.at(0));
    const amount = given.amount(1);
    await database.transaction(async (tx) => {
      const { from } = await tx.one<{ from: Date }>(sql`
        insert into cashback_period (site_id, member_id, period_from, period_to, stakes_e4, payouts_e4, gifts_e4, deposits_e4,
          withdrawals_e4, opening_e4, loss_e4, percent_bp, carried_e4, amount_e4, state, expires_at)
        values (${site.id}, ${memberId}, date_trunc('day', now()) - interval '7 days', now(), ${amount}, 0, 0, 0, 0, ${amount}, ${amount}, 10000, 0,
          ${amount}, 'claimable', now() + interval '1 day')
        returning period_from as "from"`);
      const way = {
        from: chart.cashbackCost,
        to: chart.cashback,
        reason: 'cashback',
        key: `cashback:${memberId}:${from.toISOString()}:calculated`,
      };
      await postTransfers(tx, site.id, [{ ownerId: memberId, amount, ...way }]);
    });
    return 'lost';
  },
  async claim(story, given) {
    const { id: memberId } = await story.member(given.at(0));
    await claimCashback(database, { siteId: site.id, memberId, idempotencyKey: 'claimed-once' });
    return 'claimed';
  },
};
const story = (table: string, acceptsBonus = false) =>
  checkStory({ database, site, commands, memberOptions: { acceptsBonus } }, table);

test('repays debt first from a deposit and requires turnover for the remainder only', () =>
  story(`
    debt      M1  200.00                            owed
    transfer  A1  from=M1  amount=150.00            made
    slip      M1  A1                                credited
    balance   M1  game=0.00  receivable=-50.00
    turnover  M1  need=0.00  now=0.00
    transfer  A2  from=M1  amount=500.00            made
    feed      A2  line=A2                           credited
    balance   M1  game=450.00  receivable=0.00
    turnover  M1  need=450.00  now=0.00
    transfer  A3  from=M1  amount=100.00            made
    slip      M1  A3                                credited
    balance   M1  game=550.00  receivable=0.00
    turnover  M1  need=550.00  now=0.00
  `));

test('computes a bonus from the playable part of a deposit and repays no debt from it', async () => {
  await story(
    `
    debt      M2  200.00                            owed
    quote     M2  500.00                            300.00
    transfer  B1  from=M2  amount=500.00            made
    slip      M2  B1                                credited
    balance   M2  game=600.00  receivable=0.00      // 300 plus 100 %
    turnover  M2  need=1,800.00  now=0.00
  `,
    true,
  );
});

test('repays debt from a code, a claim, a rejected withdrawal and parked money', () =>
  story(`
    debt      M3  30.00                             owed
    redeem    M3  GIFT50                            redeemed
    balance   M3  game=20.00  receivable=0.00
    turnover  M3  need=100.00  now=0.00
    debt      M3  60.00                             owed
    transfer  C1  from=M3  amount=100.00            made
    slip      M3  C1                                parked          // the code has a cap
    balance   M3  game=20.00  main=100.00  receivable=-60.00
    release   M3                                    released
    balance   M3  game=60.00  main=0.00  receivable=0.00
    turnover  M3  need=140.00  now=0.00
    debt      M4  10.00                             owed
    lost      M4  25.00                             lost
    claim     M4                                    claimed
    balance   M4  game=15.00  cashback=0.00  receivable=0.00
    turnover  M4  need=15.00  now=0.00
    give      M5  6000.00                           given
    withdraw  M5  5500.00                           requested
    debt      M5  700.00                            owed
    reject                                          rejected
    balance   M5  game=5300.00  withdrawalHeld=0.00  receivable=0.00
  `));

test('passes the ledger audit', async () => {
  assert.deepEqual(await audit(database, site.id), []);
});
