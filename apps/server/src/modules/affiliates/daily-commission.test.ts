// Friend referral over days and months: calculation time, carried losses and withdrawal time.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { testDatabase } from '@chaba/database/testing';
import { audit, getBalances } from '@chaba/ledger';
import { baht, formatBaht } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { cancelBonus } from '#modules/promotions';
import { changeSite } from '#modules/site';
import { withTimeSimulation, type TimeSimulation, offerDouble, part, playing } from '#testing/time-simulation';
import type { MemberOptions, TestMember } from '#testing/factories';

import { clawBack, loadAffiliate, withdrawIncome } from './affiliates.ts';

const database = await testDatabase();

async function story(begun: string, live: (simulation: TimeSimulation) => Promise<void>): Promise<void> {
  await withTimeSimulation(database.ownerUrl, begun, async (simulation) => {
    await live(simulation);
    assert.deepEqual(await audit(simulation.past, simulation.site.id), []);
  });
}

function friendOf({ member }: TimeSimulation, referrer: TestMember, options: MemberOptions = {}): Promise<TestMember> {
  return member({ firstName: `เพื่อน${referrer.phone}`, referrerId: referrer.id, ...options });
}

const wallet = async ({ past, site }: TimeSimulation, member: TestMember): Promise<string> =>
  formatBaht((await getBalances(past, site.id, member.id, chart)).affiliate);

async function incomes({ past, site }: TimeSimulation, member: TestMember) {
  const { incomes: found } = await loadAffiliate(past, site.id, member.id);
  return found.map(({ day, level, amount }) => `${day} ${level} ${formatBaht(amount)}`);
}

const play = async (simulation: TimeSimulation, friend: TestMember, stake: number, payout: number): Promise<void> => {
  await simulation.deposit(friend, baht(stake));
  await simulation.round(friend, baht(stake), baht(payout));
};

test('calculates a day at 01:00 and releases it after three more days', () =>
  story('2026-01-05 09:00', async (simulation) => {
    const upper = await simulation.member({ firstName: 'บน' });
    const referrer = await friendOf(simulation, upper);
    const friend = await friendOf(simulation, referrer);
    await play(simulation, friend, 10_000, 0);
    await simulation.goTo('2026-01-06 00:45');
    assert.deepEqual(await incomes(simulation, referrer), []);
    await simulation.goTo('2026-01-06 01:01');
    assert.deepEqual(await incomes(simulation, referrer), ['2026-01-05 1 100.00']);
    assert.deepEqual(await incomes(simulation, upper), ['2026-01-05 2 50.00']);
    await simulation.goTo('2026-01-08 23:59');
    assert.equal(await wallet(simulation, referrer), '0.00');
    await simulation.goTo('2026-01-09 00:01');
    assert.deepEqual([await wallet(simulation, referrer), await wallet(simulation, upper)], ['100.00', '50.00']);
  }));

test('carries a friend’s win to the end of the month', () =>
  story('2026-01-30 09:00', async (simulation) => {
    const referrer = await simulation.member();
    const friend = await friendOf(simulation, referrer);
    await play(simulation, friend, 1_000, 31_000);
    await simulation.goTo('2026-01-31 09:00');
    await play(simulation, friend, 10_000, 0);
    await simulation.goTo('2026-02-01 09:00');
    await play(simulation, friend, 10_000, 0);
    await simulation.goTo('2026-02-06 09:00');
    // −300 and +100 of January are dropped; February starts at zero.
    assert.equal(await wallet(simulation, referrer), '100.00');
  }));

test('counts only contributions after the first approved deposit on every basis', () =>
  story('2026-01-05 09:00', async (simulation) => {
    const { past, site } = simulation;
    const referrer = await simulation.member();
    const stranger = await friendOf(simulation, referrer, { money: baht(1_000) });
    await simulation.round(stranger, baht(1_000), baht(0));
    await simulation.goTo('2026-01-06 09:00');
    assert.deepEqual(await incomes(simulation, referrer), []);
    await past.transactionAsOwner((tx) => changeSite(tx, site.id, { isAffiliateOn: false }));
    await play(simulation, stranger, 1_000, 0);
    await simulation.goTo('2026-01-07 09:00');
    await past.transactionAsOwner((tx) => changeSite(tx, site.id, { isAffiliateOn: true }));
    await play(simulation, stranger, 1_000, 0);
    await simulation.goTo('2026-01-08 09:00');
    assert.deepEqual((await incomes(simulation, referrer))[0], '2026-01-07 1 10.00');
  }));

test('subtracts a kept bonus of a friend and ignores a returned one', () =>
  story('2026-01-05 09:00', async (simulation) => {
    const { past, site } = simulation;
    await offerDouble(simulation.past, simulation.site);
    const referrer = await simulation.member();
    const keeper = await friendOf(simulation, referrer, { acceptsBonus: true });
    await simulation.deposit(keeper, baht(1_000));
    await simulation.round(keeper, baht(2_000), baht(0));
    await simulation.goTo('2026-01-06 09:00');
    const canceller = await friendOf(simulation, referrer, { acceptsBonus: true });
    await simulation.deposit(canceller, baht(1_000));
    await cancelBonus(past, site.id, canceller.id);
    await simulation.round(canceller, baht(1_000), baht(0));
    await simulation.goTo('2026-01-07 09:00');
    assert.deepEqual(await incomes(simulation, referrer), ['2026-01-06 1 10.00', '2026-01-05 1 10.00']);
  }));

test('pays once for a round that is resettled on another day', () =>
  story('2026-01-05 09:00', async (simulation) => {
    const referrer = await simulation.member();
    const friend = await friendOf(simulation, referrer);
    await simulation.deposit(friend, baht(20_000));
    const round = playing(friend, 'again', simulation.site);
    const settle = (txId: string) =>
      simulation.decide({ ...round, parts: [part('win', txId, baht(1))], isRoundClosed: true });
    await simulation.decide({ ...round, parts: [part('bet', 'stake', baht(10_001))], isRoundClosed: false });
    await settle('first');
    await simulation.goTo('2026-01-06 09:00');
    const { operation: _play, isTable: _table, ...back } = round;
    await simulation.decide({ ...back, operation: 'rollback', txId: 'undo', refTxId: 'first' });
    await settle('second');
    await simulation.goTo('2026-01-15 09:00');
    assert.equal(await wallet(simulation, referrer), '100.00');
  }));

test('holds results with signs of self-referral and claws back only from the wallet', () =>
  story('2026-01-05 09:00', async (simulation) => {
    const { past, site } = simulation;
    const referrer = await simulation.member({ firstName: 'คน', lastName: 'เดียว' });
    const shadow = await friendOf(simulation, referrer, { firstName: 'คน', lastName: 'เดียว' });
    const friend = await friendOf(simulation, referrer);
    await play(simulation, shadow, 50_000, 0);
    await simulation.goTo('2026-01-06 09:00');
    await play(simulation, friend, 20_000, 0);
    await simulation.goTo('2026-01-20 09:00');
    assert.equal(await wallet(simulation, referrer), '200.00');
    const request = { siteId: site.id, memberId: referrer.id };
    const take = () => past.transaction((tx) => clawBack(tx, { ...request, amount: baht(500), causeId: 'fraud' }));
    assert.equal((await withdrawIncome(past, { ...request, idempotencyKey: 'all-of-it' })).amount, baht(200));
    assert.equal(await take(), baht(0));
    const { game } = await getBalances(past, site.id, referrer.id, chart);
    assert.equal(game, baht(200));
  }));
