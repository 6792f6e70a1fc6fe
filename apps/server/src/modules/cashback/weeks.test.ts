// Cashback over weeks: calculation time, inputs and claim period.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { testDatabase } from '@chaba/database/testing';
import { audit, getBalances, postTransfers } from '@chaba/ledger';
import { baht, formatBaht } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { cancelBonus } from '#modules/promotions';
import { ensureItemCode, redeemCode } from '#modules/item-codes';
import { changeSite } from '#modules/site';
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

async function periods({ past, site }: TimeSimulation, member: TestMember) {
  const { periods: found } = await loadCashback(past, site.id, member.id);
  return found.map(({ loss, amount, state }) => `${formatBaht(loss)} ${formatBaht(amount)} ${state}`);
}

let claims = 0;
const claim = ({ past, site }: TimeSimulation, member: TestMember) =>
  claimCashback(past, { siteId: site.id, memberId: member.id, idempotencyKey: `week-${(claims += 1)}` });

test('calculates a week, Monday to Sunday in Bangkok, once at 00:30', () =>
  story(async (simulation) => {
    const member = await simulation.member();
    await simulation.deposit(member, baht(2_000));
    await simulation.round(member, baht(400), baht(100));
    await simulation.goTo('2026-01-11 23:59');
    await simulation.round(member, baht(100), baht(0));
    await simulation.goTo('2026-01-12 00:29');
    await simulation.round(member, baht(1_000), baht(0));
    assert.equal(await wallet(simulation, member), '0.00');
    await simulation.goTo('2026-01-12 00:31');
    // 5 % of 300 + 100; the thousand of Monday belongs to the new week.
    assert.equal(await wallet(simulation, member), '20.00');
    await simulation.goTo('2026-01-13 12:00');
    assert.deepEqual(await periods(simulation, member), ['400.00 20.00 claimable']);
  }));

test('carries amounts below the minimum over weeks without play', () =>
  story(async (simulation) => {
    const member = await simulation.member();
    await simulation.deposit(member, baht(1_000));
    await simulation.round(member, baht(12), baht(0));
    await simulation.goTo('2026-01-12 01:00');
    assert.deepEqual(await periods(simulation, member), ['12.00 0.60 carried']);
    await simulation.goTo('2026-01-21 12:00');
    await simulation.round(member, baht(10), baht(0));
    await simulation.goTo('2026-01-26 01:00');
    assert.deepEqual(await periods(simulation, member), ['10.00 1.10 claimable', '12.00 0.60 carried']);
    assert.equal(await claim(simulation, member), baht(1) + 1_000n);
  }));

test('keeps a claim open for seven days and then returns it', () =>
  story(async (simulation) => {
    const [prompt, delayed] = [await simulation.member(), await simulation.member()];
    for (const member of [prompt, delayed]) {
      await simulation.deposit(member, baht(1_000));
      await simulation.round(member, baht(400), baht(0));
    }
    await simulation.goTo('2026-01-19 00:00');
    await claim(simulation, prompt);
    await assert.rejects(claim(simulation, prompt), { code: 'CASHBACK_NONE' });
    assert.equal(await wallet(simulation, delayed), '20.00');
    await simulation.goTo('2026-01-19 00:31');
    assert.equal(await wallet(simulation, delayed), '0.00');
    await assert.rejects(claim(simulation, delayed), { code: 'CASHBACK_NONE' });
    assert.deepEqual(await periods(simulation, delayed), ['400.00 20.00 expired']);
  }));

test('limits a loss to the member’s own money and credits nothing for a won week', () =>
  story(async (simulation) => {
    const [lucky, unlucky] = [await simulation.member(), await simulation.member()];
    for (const member of [lucky, unlucky]) await simulation.deposit(member, baht(100));
    await simulation.round(lucky, baht(100), baht(250));
    await simulation.round(unlucky, baht(100), baht(900));
    await simulation.goTo('2026-01-12 09:00');
    assert.deepEqual(await periods(simulation, lucky), ['-150.00 0.00 none']);
    // Winnings of last week count as own money when the new week opens.
    await simulation.round(unlucky, baht(900), baht(0));
    await simulation.goTo('2026-01-19 09:00');
    assert.deepEqual(await periods(simulation, unlucky), ['900.00 45.00 claimable', '-800.00 0.00 none']);
  }));

test('subtracts a kept bonus from the loss and ignores a returned one', () =>
  story(async (simulation) => {
    const { past, site } = simulation;
    await offerDouble(simulation.past, simulation.site);
    const [keeper, canceller] = [
      await simulation.member({ acceptsBonus: true }),
      await simulation.member({ acceptsBonus: true }),
    ];
    for (const member of [keeper, canceller]) await simulation.deposit(member, baht(500));
    await cancelBonus(past, site.id, canceller.id);
    for (const member of [keeper, canceller]) await simulation.round(member, baht(400), baht(0));
    await simulation.goTo('2026-01-12 01:00');
    assert.deepEqual(await periods(simulation, keeper), ['-100.00 0.00 none']);
    assert.deepEqual(await periods(simulation, canceller), ['400.00 20.00 claimable']);
  }));

test('subtracts codes, wheel prizes and commission from the loss', () =>
  story(async (simulation) => {
    const { past, site } = simulation;
    const code = { code: 'GIFT', amount: baht(50), coins: 0n, turnoverTimes: 1, withdrawCap: undefined };
    await ensureItemCode(past, site.id, code);
    const member = await simulation.member();
    await simulation.deposit(member, baht(1_000));
    const redemption = {
      siteId: site.id,
      memberId: member.id,
      typed: 'GIFT',
      idempotencyKey: 'gift',
      isLimited: false,
    };
    await redeemCode(past, redemption);
    for (const [from, amount] of [
      [chart.prizeCost, baht(20)],
      [chart.affiliate, baht(30)],
    ] as const) {
      const gift = { ownerId: member.id, to: chart.game, amount, reason: 'test', key: `test:${from.kind}` };
      const income = { ...gift, from: chart.affiliateCost, to: chart.affiliate, key: `test:${from.kind}:income` };
      await past.transaction(async (tx) => {
        if (from === chart.affiliate) await postTransfers(tx, site.id, [income]);
        await postTransfers(tx, site.id, [{ ...gift, from }]);
      });
    }
    await simulation.round(member, baht(400), baht(0));
    await simulation.goTo('2026-01-12 01:00');
    assert.deepEqual(await periods(simulation, member), ['300.00 15.00 claimable']);
  }));

test('pays once for a round that is resettled in another week', () =>
  story(async (simulation) => {
    const member = await simulation.member();
    await simulation.deposit(member, baht(2_000));
    const round = playing(member, 'again', simulation.site);
    const settle = (txId: string) =>
      simulation.decide({ ...round, parts: [part('win', txId, baht(100))], isRoundClosed: true });
    await simulation.decide({ ...round, parts: [part('bet', 'stake', baht(500))], isRoundClosed: false });
    assert.equal(await settle('first'), 'OK');
    await simulation.goTo('2026-01-12 09:00');
    assert.deepEqual(await periods(simulation, member), ['400.00 20.00 claimable']);
    const { operation: _play, isTable: _table, ...back } = round;
    assert.equal(await simulation.decide({ ...back, operation: 'rollback', txId: 'undo', refTxId: 'first' }), 'OK');
    assert.equal(await settle('second'), 'OK');
    await simulation.round(member, baht(100), baht(0));
    await simulation.goTo('2026-01-19 09:00');
    assert.deepEqual((await periods(simulation, member))[0], '100.00 5.00 claimable');
  }));

test('calculates a day after its end in play mode and shows it before', () =>
  story(async (simulation) => {
    const { past, site } = simulation;
    const close = () => calculateDueWeeks(past, site, true);
    const member = await simulation.member();
    const today = async () => {
      const shown = await loadCashback(past, site.id, member.id, true);
      return shown.today && `${formatBaht(shown.today.loss)} ${formatBaht(shown.today.amount)}`;
    };
    assert.equal(await close(), 0, 'a new site begins with the day before');
    await simulation.deposit(member, baht(2_000));
    assert.equal(await today(), undefined);
    await simulation.round(member, baht(100), baht(0));
    assert.equal(await today(), undefined, 'settled a moment ago');
    await simulation.wait(1);
    assert.equal(await today(), '100.00 5.00');
    assert.equal(await close(), 0);
    assert.deepEqual(await periods(simulation, member), []);
    await simulation.goTo('2026-01-06 00:10');
    await simulation.round(member, baht(300), baht(0));
    assert.equal(await close(), 0);
    await simulation.goTo('2026-01-06 00:31');
    assert.equal(await today(), '300.00 15.00');
    assert.equal(await close(), 1);
    assert.equal(await close(), 0);
    assert.deepEqual(await periods(simulation, member), ['100.00 5.00 claimable']);
    await simulation.goTo('2026-01-09 12:00');
    assert.equal(await close(), 1, 'days that were not calculated in time are calculated later');
    assert.deepEqual(await periods(simulation, member), ['300.00 15.00 claimable', '100.00 5.00 claimable']);
  }));

test('pauses the expiry of claims while the feature is off', () =>
  story(async (simulation) => {
    const { past, site } = simulation;
    const member = await simulation.member();
    await simulation.deposit(member, baht(1_000));
    await simulation.round(member, baht(400), baht(0));
    await simulation.goTo('2026-01-13 12:00');
    await past.transactionAsOwner((tx) => changeSite(tx, site.id, { isCashbackOn: false }));
    await simulation.goTo('2026-01-25 12:00');
    await assert.rejects(claim(simulation, member), { code: 'CASHBACK_CLOSED' });
    await past.transactionAsOwner((tx) => changeSite(tx, site.id, { isCashbackOn: true }));
    await simulation.goTo('2026-01-26 12:00');
    assert.equal(await claim(simulation, member), baht(20));
  }));
