// Story commands for bonuses and codes: requirements, their end, and incoming own money.
//
//     redeem     M1  CAPPED                                  redeemed
//     cancel     M1                                          cancelled
//     revoke     M1                                          revoked      // by an operator
//     exclude    M1  6m                                      paused       // a play break of this length
//     job                                                    done         // the bonus jobs
//     time       M1  -1_hours                                done         // the bonus expires then; the job runs
//     bonus      M1  state=active  reasons=granted
//     affiliate  M1  50.00                                   claimed      // likewise cashback, wheel
//     position   M1  worth=150.00  lines=1  limit=250.00  unsettled=false
//     refuse     M1                                          rejected     // the open withdrawal, by an operator
//     bank-says  M1  failed                                  settled      // of the open withdrawal
//
// Always true: money comes from the product's own functions; this file creates only claimable income.

import { sql } from '@chaba/database';
import { postTransfers } from '@chaba/ledger';
import { baht, type Money, money, zeroMoney } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { withdrawIncome } from '#modules/affiliates';
import { cancelBonus, ensurePromotion, expireBonuses, type Promotion, revokeBonus } from '#modules/promotions';
import { ensureItemCode, redeemCode } from '#modules/item-codes';
import { claimCashback } from '#modules/cashback';
import { playBreakLengths } from '@chaba/contract/constraints';
import { startPlayBreak } from '#modules/play';
import { computeWithdrawCap, computeWorth, isUnsettled, loadPosition } from '#modules/position';
import { ensureWheel, spin } from '#modules/wheel';
import { payouts, approveWithdrawal, rejectWithdrawal, requestWithdrawal } from '#modules/withdrawals';

import type { TestApp } from './build-app.ts';
import { type Commands, type Story, storyAmount } from './story.ts';

const WHEEL_PRIZE = baht(40);

/**
 * Promotions, codes and a wheel for stories: `double` (100 %, 2 ×), `capped` for deposits of 300 and more (100 %, 1 ×,
 * cap of 3 × the deposit, maximum bet of 50), CAPPED (50 baht, 5 ×, cap of 200), PLAIN (20 baht, 1 ×), and a wheel
 * whose every field pays 40 baht.
 */
export async function offerBonuses({ database, chaba: site }: Pick<TestApp, 'database' | 'chaba'>): Promise<void> {
  const double: Promotion = {
    id: 'double',
    usable: 'always',
    title: 'double',
    imageUrl: '',
    minimumDeposit: baht(100),
    turnover: { unit: 'times', hundredths: 200 },
    bonusMax: { unit: 'baht', amount: baht(1_000) },
    withdrawMax: { unit: 'baht', amount: zeroMoney },
    bonus: { kind: 'percent', basisPoints: 10_000 },
    sortOrder: 0,
  };
  const capped: Promotion = {
    ...double,
    id: 'capped',
    minimumDeposit: baht(300),
    turnover: { unit: 'times', hundredths: 100 },
    withdrawMax: { unit: 'times', hundredths: 300 },
    sortOrder: 1,
    bets: { betMax: baht(50), excluded: [], weights: {} },
  };
  const word = { coins: 0n, withdrawCap: undefined, usesPerMember: 5 };
  await database.transaction(async (tx) => {
    await ensurePromotion(tx, site.id, double);
    await ensurePromotion(tx, site.id, capped);
    await ensureItemCode(tx, site.id, {
      ...word,
      code: 'CAPPED',
      amount: baht(50),
      turnoverTimes: 5,
      withdrawCap: baht(200),
    });
    await ensureItemCode(tx, site.id, { ...word, code: 'PLAIN', amount: baht(20), turnoverTimes: 1 });
    await ensureWheel(tx, site.id, {
      version: 1,
      isOn: true,
      segments: Array.from({ length: 8 }, () => ({ kind: 'BAHT', amount: WHEEL_PRIZE, weight: 1 }) as const),
      turnoverTimes: 1,
      coinDeposit: null,
      coinTurnover: null,
    });
  });
  // Every withdrawal needs an operator, and every income can be claimed.
  await database.owner.execute(sql`update site set is_withdraw_automatic = false, is_affiliate_on = true, is_affiliate_automatic = true,
      affiliate_min_e4 = 0, is_cashback_on = true, cashback_min_e4 = 0 where site_id = ${site.id}`);
}

let attempts = 0;
const nextKey = (): string => `test:bonus-command:${(attempts += 1)}`;

export function bonusCommands({ database, chaba: site }: Pick<TestApp, 'database' | 'chaba'>): Commands {
  const request = async (story: Story, name: string) => ({
    siteId: site.id,
    memberId: (await story.member(name)).id,
    idempotencyKey: nextKey(),
  });
  const credit = (
    memberId: bigint,
    way: { from: typeof chart.affiliateCost; to: typeof chart.affiliate },
    amount: Money,
  ) =>
    database.transaction((tx) =>
      postTransfers(tx, site.id, [{ ownerId: memberId, ...way, amount, reason: 'test', key: nextKey() }]),
    );
  const openWithdrawal = (memberId: bigint) =>
    database.one<{ id: bigint }>(sql`select withdrawal_id as id from withdrawal where site_id = ${site.id}
      and member_id = ${memberId} order by withdrawal_id desc limit 1`);
  return {
    async redeem(story, given) {
      await redeemCode(database, { ...(await request(story, given.at(0))), typed: given.at(1), isLimited: false });
      return 'redeemed';
    },
    async cancel(story, given) {
      await cancelBonus(database, site.id, (await story.member(given.at(0))).id);
      return 'cancelled';
    },
    async revoke(story, given) {
      const { id } = await story.member(given.at(0));
      return database.transaction((tx) => revokeBonus(tx, site.id, id));
    },
    async exclude(story, given) {
      const { id: memberId } = await story.member(given.at(0));
      const length = playBreakLengths.find((each) => each === given.at(1)) ?? '6m';
      await database.transaction((tx) => startPlayBreak(tx, site.id, { memberId, length, requestedBy: 'member' }));
      return 'paused';
    },
    async job() {
      await expireBonuses(database, site.id);
      return 'done';
    },
    async time(story, given) {
      const { id } = await story.member(given.at(0));
      await database.execute(sql`update turnover_requirement set expires_at = now() + ${given.at(1).replace('_', ' ')}::interval
        where site_id = ${site.id} and member_id = ${id} and source = 'BONUS' and closed_at is null`);
      await expireBonuses(database, site.id);
      return 'done';
    },
    async bonus(story, given) {
      const { id } = await story.member(given.at(0));
      const rows = await database.rows<{ state: string; reason: string }>(sql`
        select line.state, event.reason from turnover_requirement as line
        left join bonus_event as event using (site_id, member_id, requirement_no)
        where line.site_id = ${site.id} and line.member_id = ${id} and line.source = 'BONUS' and line.requirement_no = (
          select max(requirement_no) from turnover_requirement where site_id = ${site.id} and member_id = ${id} and source = 'BONUS')
        order by event.bonus_event_id`);
      return { state: rows[0]?.state ?? 'none', reasons: rows.map(({ reason }) => reason).join('+') };
    },
    async affiliate(story, given) {
      const command = await request(story, given.at(0));
      await credit(command.memberId, { from: chart.affiliateCost, to: chart.affiliate }, given.amount(1));
      await withdrawIncome(database, command);
      return 'claimed';
    },
    async cashback(story, given) {
      const command = await request(story, given.at(0));
      const amount = given.amount(1);
      const { from } = await database.one<{ from: Date }>(sql`
        insert into cashback_period (site_id, member_id, period_from, period_to, stakes_e4, payouts_e4, gifts_e4, deposits_e4,
          withdrawals_e4, opening_e4, loss_e4, percent_bp, carried_e4, amount_e4, state, expires_at)
        values (${site.id}, ${command.memberId}, date_trunc('day', now()) - interval '2 days', date_trunc('day', now()) - interval '1 day', ${amount}, 0, 0, ${amount}, 0, 0, ${amount}, 10000, 0,
          ${amount}, 'claimable', now() + interval '1 day')
        returning period_from as "from"`);
      const way = { from: chart.cashbackCost, to: chart.cashback, amount, reason: 'cashback' };
      const key = `cashback:${command.memberId}:${from.toISOString()}:calculated`;
      await database.transaction((tx) => postTransfers(tx, site.id, [{ ownerId: command.memberId, ...way, key }]));
      await claimCashback(database, command);
      return 'claimed';
    },
    /** Pays 40 baht. */
    async wheel(story, given) {
      const command = await request(story, given.at(0));
      await credit(command.memberId, { from: chart.coinIssue, to: chart.coin }, money(1n));
      await spin(database, command);
      return 'claimed';
    },
    async withdraw(story, given) {
      const command = await request(story, given.at(0));
      return (await requestWithdrawal(database, { ...command, amount: given.amount(1) })).state;
    },
    async refuse(story, given) {
      const { id } = await openWithdrawal((await story.member(given.at(0))).id);
      const decision = { siteId: site.id, withdrawalId: id, decidedBy: 'test' };
      return database.transaction((tx) => rejectWithdrawal(tx, decision));
    },
    'bank-says': async (story, given) => {
      const { id } = await openWithdrawal((await story.member(given.at(0))).id);
      const status = given.at(1) === 'failed' ? 'failed' : 'paid';
      await database.transaction((tx) =>
        approveWithdrawal(tx, { siteId: site.id, withdrawalId: id, decidedBy: 'test' }),
      );
      return payouts.settle(database, { payoutId: `P${site.id}-${id}`, status, reason: undefined });
    },
    async position(story, given) {
      const position = await loadPosition(database, site.id, (await story.member(given.at(0))).id);
      const limit = computeWithdrawCap(position);
      return {
        worth: storyAmount(computeWorth(position)),
        lines: String(position.requirements.length),
        own: position.requirements.map(({ own }) => storyAmount(own)).join('+'),
        limit: limit === undefined ? 'none' : storyAmount(limit),
        unsettled: String(isUnsettled(position)),
      };
    },
  };
}
