// Friend referral through nights and months: when a day is calculated, how a loss is carried, when it can be withdrawn.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { testDatabase } from '@chaba/database/testing';
import { audit, balancesOf } from '@chaba/ledger';
import { baht, formatBaht } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { cancelBonus } from '#modules/bonuses';
import { changeSite } from '#modules/site';
import { inALifetime, type Lifetime, offerDouble, part, playing } from '#testing/lifetime';
import type { MemberWishes, TestMember } from '#testing/factories';

import { clawBack, readAffiliate, withdrawIncome } from './affiliates.ts';

const database = await testDatabase();

async function story(begun: string, live: (life: Lifetime) => Promise<void>): Promise<void> {
  await inALifetime(database.ownerUrl, begun, async (life) => {
    await live(life);
    assert.deepEqual(await audit(life.past, life.site.id), []);
  });
}

function friendOf({ member }: Lifetime, referrer: TestMember, wishes: MemberWishes = {}): Promise<TestMember> {
  return member({ firstName: `เพื่อน${referrer.phone}`, referrerId: referrer.id, ...wishes });
}

const wallet = async ({ past, site }: Lifetime, member: TestMember): Promise<string> =>
  formatBaht((await balancesOf(past, site.id, member.id, chart)).affiliate);

async function incomes({ past, site }: Lifetime, member: TestMember) {
  const { incomes: found } = await readAffiliate(past, site.id, member.id);
  return found.map(({ day, level, amount }) => `${day} ${level} ${formatBaht(amount)}`);
}

const play = async (life: Lifetime, friend: TestMember, stake: number, payout: number): Promise<void> => {
  await life.deposit(friend, baht(stake));
  await life.round(friend, baht(stake), baht(payout));
};

test('a day is calculated at one in the morning and released when three more days are over', () =>
  story('2026-01-05 09:00', async (life) => {
    const upper = await life.member({ firstName: 'บน' });
    const referrer = await friendOf(life, upper);
    const friend = await friendOf(life, referrer);
    await play(life, friend, 10_000, 0);
    await life.goTo('2026-01-06 00:45');
    assert.deepEqual(await incomes(life, referrer), []);
    await life.goTo('2026-01-06 01:01');
    assert.deepEqual(await incomes(life, referrer), ['2026-01-05 1 100.00']);
    assert.deepEqual(await incomes(life, upper), ['2026-01-05 2 50.00']);
    await life.goTo('2026-01-08 23:59');
    assert.equal(await wallet(life, referrer), '0.00');
    await life.goTo('2026-01-09 00:01');
    assert.deepEqual([await wallet(life, referrer), await wallet(life, upper)], ['100.00', '50.00']);
  }));

test('a friend’s win is carried to the end of the month and no further', () =>
  story('2026-01-30 09:00', async (life) => {
    const referrer = await life.member();
    const friend = await friendOf(life, referrer);
    await play(life, friend, 1_000, 31_000);
    await life.goTo('2026-01-31 09:00');
    await play(life, friend, 10_000, 0);
    await life.goTo('2026-02-01 09:00');
    await play(life, friend, 10_000, 0);
    await life.goTo('2026-02-06 09:00');
    // −300 and +100 of January come to nothing and are dropped; February begins anew.
    assert.equal(await wallet(life, referrer), '100.00');
  }));

test('only what a friend brings after the first approved deposit counts, whatever the basis', () =>
  story('2026-01-05 09:00', async (life) => {
    const { past, site } = life;
    const referrer = await life.member();
    const stranger = await friendOf(life, referrer, { money: baht(1_000) });
    await life.round(stranger, baht(1_000), baht(0));
    await life.goTo('2026-01-06 09:00');
    assert.deepEqual(await incomes(life, referrer), []);
    await past.transaction((tx) => changeSite(tx, site.id, { isAffiliateOn: false }));
    await play(life, stranger, 1_000, 0);
    await life.goTo('2026-01-07 09:00');
    await past.transaction((tx) => changeSite(tx, site.id, { isAffiliateOn: true }));
    await play(life, stranger, 1_000, 0);
    await life.goTo('2026-01-08 09:00');
    assert.deepEqual((await incomes(life, referrer))[0], '2026-01-07 1 10.00');
  }));

test('a bonus that a friend keeps is taken off, one that was given back is not', () =>
  story('2026-01-05 09:00', async (life) => {
    const { past, site } = life;
    await offerDouble(life.past, life.site);
    const referrer = await life.member();
    const keeper = await friendOf(life, referrer, { acceptsBonus: true });
    await life.deposit(keeper, baht(1_000));
    await life.round(keeper, baht(2_000), baht(0));
    await life.goTo('2026-01-06 09:00');
    const canceller = await friendOf(life, referrer, { acceptsBonus: true });
    await life.deposit(canceller, baht(1_000));
    await cancelBonus(past, site.id, canceller.id);
    await life.round(canceller, baht(1_000), baht(0));
    await life.goTo('2026-01-07 09:00');
    assert.deepEqual(await incomes(life, referrer), ['2026-01-06 1 10.00', '2026-01-05 1 10.00']);
  }));

test('a round that is opened again and settled anew on another day is not paid for twice', () =>
  story('2026-01-05 09:00', async (life) => {
    const referrer = await life.member();
    const friend = await friendOf(life, referrer);
    await life.deposit(friend, baht(20_000));
    const round = playing(friend, 'again', life.site);
    const settle = (txId: string) =>
      life.decide({ ...round, parts: [part('win', txId, baht(1))], isRoundClosed: true });
    await life.decide({ ...round, parts: [part('bet', 'stake', baht(10_001))], isRoundClosed: false });
    await settle('first');
    await life.goTo('2026-01-06 09:00');
    const { operation: _play, isTable: _table, ...back } = round;
    await life.decide({ ...back, operation: 'rollback', txId: 'undo', refTxId: 'first' });
    await settle('second');
    await life.goTo('2026-01-15 09:00');
    assert.equal(await wallet(life, referrer), '100.00');
  }));

test('somebody who looks like the referrer is held, and a clawback touches only what is in the wallet', () =>
  story('2026-01-05 09:00', async (life) => {
    const { past, site } = life;
    const referrer = await life.member({ firstName: 'คน', lastName: 'เดียว' });
    const shadow = await friendOf(life, referrer, { firstName: 'คน', lastName: 'เดียว' });
    const friend = await friendOf(life, referrer);
    await play(life, shadow, 50_000, 0);
    await life.goTo('2026-01-06 09:00');
    await play(life, friend, 20_000, 0);
    await life.goTo('2026-01-20 09:00');
    assert.equal(await wallet(life, referrer), '200.00');
    const asked = { siteId: site.id, memberId: referrer.id };
    const take = () => past.transaction((tx) => clawBack(tx, { ...asked, amount: baht(500), causeId: 'fraud' }));
    assert.equal((await withdrawIncome(past, { ...asked, idempotencyKey: 'all-of-it' })).amount, baht(200));
    assert.equal(await take(), baht(0));
    const { game } = await balancesOf(past, site.id, referrer.id, chart);
    assert.equal(game, baht(200));
  }));
