// Cashback at the edges of its periods: gifts played later, a disabled feature, daily sums in play mode, and rounds
// corrected after their period was calculated.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';
import { audit, getBalances } from '@chaba/ledger';
import { baht, formatBaht, type Money } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { auditAll } from '#modules/audit';
import { cancelBonus } from '#modules/promotions';
import { ensureItemCode, redeemCode } from '#modules/item-codes';
import { disputeDeposit, returnDeposit } from '#modules/deposits';
import { changeSite } from '#modules/site';
import type { BetWinItem } from '#modules/wallet-commands';
import { withTimeSimulation, type TimeSimulation, offerDouble, part, playing } from '#testing/time-simulation';
import type { TestMember } from '#testing/factories';

import { claimCashback, calculateDueWeeks, loadCashback } from './cashback.ts';

const database = await testDatabase();

/** A Monday. */
const MONDAY = '2026-01-05 09:00';

async function story(live: (simulation: TimeSimulation) => Promise<void>): Promise<void> {
  await withTimeSimulation(database.ownerUrl, MONDAY, async (simulation) => {
    await live(simulation);
    assert.deepEqual(await audit(simulation.past, simulation.site.id), []);
  });
}

const wallet = async ({ past, site }: TimeSimulation, member: TestMember): Promise<string> =>
  formatBaht((await getBalances(past, site.id, member.id, chart)).cashback);

/** Newest first: loss, amount, state. */
async function periods({ past, site }: TimeSimulation, member: TestMember): Promise<string[]> {
  const { periods: found } = await loadCashback(past, site.id, member.id);
  return found.map(({ loss, amount, state }) => `${formatBaht(loss)} ${formatBaht(amount)} ${state}`);
}

let keys = 0;
const nextKey = (): string => `edge-${(keys += 1)}`;
const claim = ({ past, site }: TimeSimulation, member: TestMember): Promise<Money> =>
  claimCashback(past, { siteId: site.id, memberId: member.id, idempotencyKey: nextKey() });

const switchCashback = (simulation: TimeSimulation, isCashbackOn: boolean): Promise<unknown> =>
  simulation.past.transactionAsOwner((tx) => changeSite(tx, simulation.site.id, { isCashbackOn }));

/** An open round, and provider calls that settle, reverse or correct it. */
function openRound(simulation: TimeSimulation, member: TestMember, name: string) {
  const round = playing(member, name, simulation.site);
  const { operation: _play, isTable: _table, ...correction } = round;
  return {
    bet: (amount: Money) =>
      simulation.decide({ ...round, parts: [part('bet', `${name}-bet`, amount)], isRoundClosed: false }),
    win: (amount: Money, txId = `${name}-win`) =>
      simulation.decide({ ...round, parts: [part('win', txId, amount)], isRoundClosed: true }),
    rollBack: (refTxId = `${name}-win`) =>
      simulation.decide({ ...correction, operation: 'rollback', txId: `${name}-undo-${nextKey()}`, refTxId }),
  };
}

test('subtracts a bonus of the previous week when it is played', () =>
  story(async (simulation) => {
    await offerDouble(simulation.past, simulation.site);
    const member = await simulation.member({ acceptsBonus: true });
    await simulation.goTo('2026-01-11 22:00');
    await simulation.deposit(member, baht(500));
    await simulation.goTo('2026-01-12 09:00');
    await simulation.round(member, baht(400), baht(0));
    await simulation.goTo('2026-01-19 09:00');
    // 400 were lost and 500 granted: 100 of the gift are unplayed.
    assert.deepEqual(await periods(simulation, member), ['-100.00 0.00 none']);
    await simulation.round(member, baht(300), baht(0));
    await simulation.goTo('2026-01-26 09:00');
    assert.deepEqual(await periods(simulation, member), ['200.00 10.00 claimable', '-100.00 0.00 none']);
  }));

test('subtracts a gift once', () =>
  story(async (simulation) => {
    await offerDouble(simulation.past, simulation.site);
    const member = await simulation.member({ acceptsBonus: true });
    await simulation.deposit(member, baht(1_000));
    await simulation.round(member, baht(1_200), baht(0));
    await simulation.goTo('2026-01-12 09:00');
    await simulation.round(member, baht(400), baht(0));
    await simulation.goTo('2026-01-19 09:00');
    assert.deepEqual(await periods(simulation, member), ['400.00 20.00 claimable', '200.00 10.00 expired']);
  }));

test('does not carry a gift that left with the balance', () =>
  story(async (simulation) => {
    const { past, site } = simulation;
    await ensureItemCode(past, site.id, {
      code: 'GIFT',
      amount: baht(50),
      coins: 0n,
      turnoverTimes: 0,
      withdrawCap: undefined,
    });
    const member = await simulation.member();
    const redemption = {
      siteId: site.id,
      memberId: member.id,
      typed: 'GIFT',
      idempotencyKey: 'gift',
      isLimited: false,
    };
    await redeemCode(past, redemption);
    await simulation.round(member, baht(50), baht(50));
    await simulation.round(member, baht(50), baht(0));
    await simulation.goTo('2026-01-12 09:00');
    await simulation.deposit(member, baht(1_000));
    await simulation.round(member, baht(400), baht(0));
    await simulation.goTo('2026-01-19 09:00');
    assert.deepEqual(await periods(simulation, member), ['400.00 20.00 claimable', '0.00 0.00 none']);
  }));

test('pays nothing for losses of a returned deposit', () =>
  story(async (simulation) => {
    const { past, site } = simulation;
    const member = await simulation.member();
    await simulation.deposit(member, baht(400));
    await simulation.deposit(member, baht(100));
    await simulation.round(member, baht(450), baht(0));
    const { id } = await past.one<{ id: bigint }>(sql`
      select deposit_id as id from deposit where member_id = ${member.id} and amount_e4 = ${baht(400)}`);
    const decision = { siteId: site.id, depositId: id, decidedBy: 'test' };
    assert.equal(await past.transaction((tx) => disputeDeposit(tx, decision)), 'disputed');
    const returned = await past.transaction((tx) => returnDeposit(tx, decision));
    assert.ok(typeof returned === 'object');
    assert.deepEqual([returned.takenBack?.fromWallets, returned.takenBack?.owed], [baht(50), baht(350)]);
    await simulation.goTo('2026-01-12 09:00');
    // Of the 450 lost, 100 were the member's own.
    assert.deepEqual(await periods(simulation, member), ['100.00 5.00 claimable']);
  }));

test('ignores an unplayed bonus of the previous week that is returned', () =>
  story(async (simulation) => {
    const { past, site } = simulation;
    await offerDouble(past, site);
    const member = await simulation.member({ acceptsBonus: true });
    await simulation.deposit(member, baht(500));
    await simulation.round(member, baht(10), baht(10));
    await simulation.goTo('2026-01-12 09:00');
    await cancelBonus(past, site.id, member.id);
    await simulation.round(member, baht(400), baht(0));
    await simulation.goTo('2026-01-19 09:00');
    assert.deepEqual(await periods(simulation, member), ['400.00 20.00 claimable', '-500.00 0.00 none']);
  }));

test('counts no loss for winnings that leave with a bonus of the previous week', () =>
  story(async (simulation) => {
    const { past, site } = simulation;
    await offerDouble(past, site);
    const member = await simulation.member({ acceptsBonus: true });
    await simulation.deposit(member, baht(500));
    await simulation.round(member, baht(100), baht(400));
    await simulation.goTo('2026-01-12 09:00');
    await cancelBonus(past, site.id, member.id);
    await simulation.round(member, baht(100), baht(0));
    await simulation.goTo('2026-01-19 09:00');
    // Of 1,300 the member keeps 500 and loses 100 of them.
    assert.deepEqual(await periods(simulation, member), ['100.00 5.00 claimable', '-800.00 0.00 none']);
  }));

test('counts a bonus in an open bet at the end of the week as a gift', () =>
  story(async (simulation) => {
    await offerDouble(simulation.past, simulation.site);
    const member = await simulation.member({ acceptsBonus: true });
    await simulation.goTo('2026-01-11 22:00');
    await simulation.deposit(member, baht(1_000));
    const round = openRound(simulation, member, 'over-midnight');
    assert.equal(await round.bet(baht(1_900)), 'OK');
    await simulation.goTo('2026-01-12 09:00');
    assert.equal(await round.win(baht(0)), 'OK');
    await simulation.deposit(member, baht(1_000));
    await simulation.goTo('2026-01-19 09:00');
    // 1,900 lost, 1,000 of them granted.
    assert.deepEqual((await periods(simulation, member))[0], '900.00 45.00 claimable');
  }));

test('counts a bonus as a gift whose open bet is returned after the end of the week', () =>
  story(async (simulation) => {
    await offerDouble(simulation.past, simulation.site);
    const member = await simulation.member({ acceptsBonus: true });
    await simulation.goTo('2026-01-11 22:00');
    await simulation.deposit(member, baht(1_000));
    const round = openRound(simulation, member, 'returned');
    assert.equal(await round.bet(baht(1_900)), 'OK');
    await simulation.goTo('2026-01-12 09:00');
    assert.equal(await round.rollBack('returned-bet'), 'OK');
    await simulation.round(member, baht(2_000), baht(0));
    await simulation.goTo('2026-01-19 09:00');
    // 2,000 lost, 1,000 of them granted.
    assert.deepEqual(await periods(simulation, member), ['1,000.00 50.00 claimable']);
  }));

test('calculates a week that ended while the feature was off once it is on', () =>
  story(async (simulation) => {
    const member = await simulation.member();
    await simulation.deposit(member, baht(1_000));
    await simulation.round(member, baht(400), baht(0));
    await switchCashback(simulation, false);
    await simulation.goTo('2026-01-12 12:00');
    assert.equal(await wallet(simulation, member), '0.00');
    await switchCashback(simulation, true);
    await simulation.goTo('2026-01-13 12:00');
    assert.deepEqual(await periods(simulation, member), ['400.00 20.00 claimable']);
    await simulation.goTo('2026-01-18 12:00');
    assert.equal(await claim(simulation, member), baht(20));
    await simulation.goTo('2026-01-20 12:00');
    assert.deepEqual(await periods(simulation, member), ['400.00 20.00 claimed']);
  }));

test('calculates each week that ended while the feature was off with its own inputs', () =>
  story(async (simulation) => {
    const member = await simulation.member();
    await simulation.deposit(member, baht(2_000));
    await switchCashback(simulation, false);
    for (const [day, lost] of [
      ['2026-01-06', 100],
      ['2026-01-13', 200],
      ['2026-01-20', 300],
      ['2026-01-27', 0],
      ['2026-02-03', 400],
      ['2026-02-10', 500],
    ] as const) {
      await simulation.goTo(`${day} 12:00`);
      if (lost > 0) await simulation.round(member, baht(lost), baht(0));
    }
    await simulation.goTo('2026-02-17 12:00');
    await switchCashback(simulation, true);
    await simulation.goTo('2026-02-18 12:00');
    assert.deepEqual(await periods(simulation, member), [
      '500.00 25.00 claimable',
      '400.00 20.00 claimable',
      '300.00 15.00 claimable',
      '200.00 10.00 claimable',
      '100.00 5.00 claimable',
    ]);
  }));

test('sums wins and losses of a day in play mode in either order', () =>
  story(async (simulation) => {
    const { past, site } = simulation;
    const [loses, wins] = [await simulation.member(), await simulation.member()];
    for (const member of [loses, wins]) await simulation.deposit(member, baht(2_000));
    const slice = async (): Promise<void> => {
      await simulation.wait(0.2);
      await calculateDueWeeks(past, site, true);
    };
    await simulation.round(loses, baht(1_000), baht(0));
    await simulation.round(wins, baht(100), baht(1_100));
    await slice();
    await assert.rejects(claim(simulation, loses), { code: 'CASHBACK_NONE' });
    await simulation.round(loses, baht(100), baht(900));
    await simulation.round(wins, baht(1_000), baht(0));
    await slice();
    await simulation.goTo('2026-01-06 00:29');
    await calculateDueWeeks(past, site, true);
    assert.deepEqual([await wallet(simulation, loses), await wallet(simulation, wins)], ['0.00', '0.00']);
    await simulation.goTo('2026-01-06 00:31');
    await calculateDueWeeks(past, site, true);
    await calculateDueWeeks(past, site, true);
    assert.deepEqual(await periods(simulation, loses), ['200.00 10.00 claimable']);
    assert.deepEqual(await periods(simulation, wins), ['0.00 0.00 none']);
    assert.equal(await claim(simulation, loses), baht(10));
  }));

test('subtracts a corrected loss from later losses after it was paid', () =>
  story(async (simulation) => {
    const member = await simulation.member();
    await simulation.deposit(member, baht(2_000));
    const round = openRound(simulation, member, 'corrected');
    assert.equal(await round.bet(baht(500)), 'OK');
    assert.equal(await round.win(baht(0)), 'OK');
    await simulation.goTo('2026-01-12 09:00');
    assert.deepEqual(await periods(simulation, member), ['500.00 25.00 claimable']);
    assert.equal(await round.rollBack(), 'OK');
    assert.equal(await round.win(baht(500), 'second'), 'OK');
    await simulation.goTo('2026-01-19 09:00');
    assert.deepEqual((await periods(simulation, member))[0], '-500.00 0.00 none');
    await simulation.round(member, baht(600), baht(0));
    await simulation.goTo('2026-01-26 09:00');
    assert.deepEqual((await periods(simulation, member))[0], '100.00 5.00 claimable');
  }));

test('limits a corrected win to the member’s real loss', () =>
  story(async (simulation) => {
    const member = await simulation.member();
    await simulation.deposit(member, baht(2_000));
    const round = openRound(simulation, member, 'taken-back');
    assert.equal(await round.bet(baht(100)), 'OK');
    assert.equal(await round.win(baht(1_100)), 'OK');
    await simulation.goTo('2026-01-12 09:00');
    assert.deepEqual(await periods(simulation, member), ['-1,000.00 0.00 none']);
    assert.equal(await round.rollBack(), 'OK');
    assert.equal(await round.win(baht(0), 'second'), 'OK');
    await simulation.goTo('2026-01-19 09:00');
    assert.deepEqual((await periods(simulation, member))[0], '100.00 5.00 claimable');
  }));

test('restores a gift used by a loss that is corrected', () =>
  story(async (simulation) => {
    await offerDouble(simulation.past, simulation.site);
    const member = await simulation.member({ acceptsBonus: true });
    await simulation.deposit(member, baht(500));
    const round = openRound(simulation, member, 'gift-again');
    assert.equal(await round.bet(baht(400)), 'OK');
    assert.equal(await round.win(baht(0)), 'OK');
    await simulation.goTo('2026-01-12 09:00');
    assert.equal(await round.rollBack(), 'OK');
    assert.equal(await round.win(baht(0), 'second'), 'OK');
    await simulation.goTo('2026-01-19 09:00');
    // 400 lost and 500 granted in total.
    assert.deepEqual(await periods(simulation, member), ['-100.00 0.00 none', '-100.00 0.00 none']);
  }));

test('subtracts a gift again where the loss that had used it is corrected and lost again', () =>
  story(async (simulation) => {
    const { past, site } = simulation;
    await ensureItemCode(past, site.id, {
      code: 'AGAIN',
      amount: baht(50),
      coins: 0n,
      turnoverTimes: 0,
      withdrawCap: undefined,
    });
    const member = await simulation.member();
    const redemption = { siteId: site.id, memberId: member.id, typed: 'AGAIN', idempotencyKey: 'again' };
    await redeemCode(past, { ...redemption, isLimited: false });
    const round = openRound(simulation, member, 'lost-again');
    assert.equal(await round.bet(baht(50)), 'OK');
    assert.equal(await round.win(baht(0)), 'OK');
    await simulation.goTo('2026-01-12 09:00');
    assert.equal(await round.rollBack(), 'OK');
    assert.equal(await round.win(baht(700), 'second'), 'OK');
    await simulation.round(member, baht(700), baht(0));
    await simulation.deposit(member, baht(100));
    await simulation.goTo('2026-01-19 09:00');
    // The gift was lost, and no own money.
    assert.deepEqual(await periods(simulation, member), ['0.00 0.00 none', '0.00 0.00 none']);
  }));

test('postpones a loss of winnings until the last free spin of their round', () =>
  story(async (simulation) => {
    const { past, site } = simulation;
    const member = await simulation.member();
    await simulation.deposit(member, baht(1_000));
    const round = playing(member, 'spins', site);
    const send = async (parts: readonly BetWinItem[], freeSpins: number) =>
      assert.equal(await simulation.decide({ ...round, parts, freeSpins, isRoundClosed: freeSpins === 0 }), 'OK');
    const spin = (name: string, payout: Money) => [
      { ...part('bet', name, baht(0)), isFree: true },
      part('win', `${name}-win`, payout),
    ];
    await send([part('bet', 'spins-bet', baht(100)), part('win', 'spins-win', baht(0))], 2);
    await send(spin('spin-1', baht(900)), 1);
    await simulation.round(member, baht(900), baht(0));
    await simulation.goTo('2026-01-12 09:00');
    // 900 of 1,800 were lost, and 800 of the round were won: it is over after more than thirty days.
    assert.deepEqual(await periods(simulation, member), ['100.00 5.00 claimable']);
    await simulation.goTo('2026-02-16 09:00');
    await send(spin('spin-2', baht(0)), 0);
    await simulation.goTo('2026-02-23 09:00');
    assert.deepEqual(await periods(simulation, member), ['0.00 0.00 none', '100.00 5.00 expired']);
    assert.deepEqual(await auditAll(past, { siteId: site.id }), []);
  }));

test('counts a postponed loss when the winnings of the open round are taken back', () =>
  story(async (simulation) => {
    const member = await simulation.member();
    await simulation.deposit(member, baht(1_000));
    const round = openRound(simulation, member, 'in-play');
    assert.equal(await round.bet(baht(100)), 'OK');
    const partly = { ...playing(member, 'in-play', simulation.site), isRoundClosed: false };
    assert.equal(
      await simulation.decide({ ...partly, parts: [part('win', 'in-play-win', baht(900))], freeSpins: 1 }),
      'OK',
    );
    await simulation.round(member, baht(900), baht(0));
    await simulation.goTo('2026-01-12 09:00');
    assert.deepEqual(await periods(simulation, member), ['100.00 5.00 claimable']);
    assert.equal(await round.rollBack(), 'OK');
    assert.equal(await round.win(baht(0), 'second'), 'OK');
    await simulation.goTo('2026-01-19 09:00');
    // The round lost 100, and 800 of the 900 had been postponed.
    assert.deepEqual((await periods(simulation, member))[0], '900.00 45.00 claimable');
  }));
