// Winnings taken with a bonus or code: they are subtracted from payouts once, in the period of their bonus, and no
// longer where their result is undone. The commission of the referrer follows the same figures.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { testDatabase } from '@chaba/database/testing';
import { baht, formatBaht, type Money } from '@chaba/money';

import { loadAffiliate } from '#modules/affiliates';
import { auditAll } from '#modules/audit';
import { cancelBonus } from '#modules/promotions';
import { ensureItemCode, redeemCode } from '#modules/item-codes';
import { startPlayBreak } from '#modules/play';
import { payouts, requestWithdrawal } from '#modules/withdrawals';
import { withTimeSimulation, type TimeSimulation, offerDouble, part, playing } from '#testing/time-simulation';
import type { TestMember } from '#testing/factories';

import { loadCashback } from './cashback.ts';

const database = await testDatabase();

/** Mondays. */
const FIRST = '2026-01-05 09:00';
const SECOND = '2026-01-12 09:00';
const THIRD = '2026-01-19 09:00';
const FOURTH = '2026-01-26 09:00';

type Player = { readonly member: TestMember; readonly referrer: TestMember };

async function story(
  live: (simulation: TimeSimulation, player: Player) => Promise<void>,
  { acceptsBonus = true } = {},
): Promise<void> {
  await withTimeSimulation(database.ownerUrl, FIRST, async (simulation) => {
    await offerDouble(simulation.past, simulation.site);
    const referrer = await simulation.member();
    const friend = { firstName: 'เพื่อน', referrerId: referrer.id, acceptsBonus };
    await live(simulation, { referrer, member: await simulation.member(friend) });
    assert.deepEqual(await auditAll(simulation.past, { siteId: simulation.site.id }), []);
  });
}

/** Oldest first: the loss of each week. */
async function losses({ past, site }: TimeSimulation, { member }: Player): Promise<string[]> {
  const { periods } = await loadCashback(past, site.id, member.id);
  return periods.toReversed().map(({ loss }) => formatBaht(loss));
}

/** The net win of the house in all days of the friend, of which the referrer earns one percent. */
async function earned({ past, site }: TimeSimulation, { referrer }: Player): Promise<string> {
  const { incomes } = await loadAffiliate(past, site.id, referrer.id);
  return formatBaht(incomes.reduce((sum, { amount }) => (sum + amount) as Money, baht(0)));
}

const cancel = ({ past, site }: TimeSimulation, { member }: Player) => cancelBonus(past, site.id, member.id);

async function redeem({ past, site }: TimeSimulation, { member }: Player, withdrawCap?: Money): Promise<void> {
  await ensureItemCode(past, site.id, { code: 'FIFTY', amount: baht(50), coins: 0n, turnoverTimes: 5, withdrawCap });
  const redemption = { siteId: site.id, memberId: member.id, typed: 'FIFTY', idempotencyKey: 'fifty' };
  await redeemCode(past, { ...redemption, isLimited: false });
}

/** A round of one bet and one win, and the corrections of its provider. */
async function playRound(simulation: TimeSimulation, { member }: Player, name: string, stake: number, payout: number) {
  const round = playing(member, name, simulation.site);
  const { operation: _play, isTable: _table, ...correction } = round;
  const send = async (request: Parameters<TimeSimulation['decide']>[0]): Promise<void> =>
    assert.equal(await simulation.decide(request), 'OK');
  const parts = [part('bet', `${name}-bet`, baht(stake)), part('win', `${name}-win`, baht(payout))];
  await send({ ...round, parts, isRoundClosed: true });
  let corrections = 0;
  const nextId = () => `${name}-${(corrections += 1)}`;
  const rollBack = (refTxId: string) => send({ ...correction, operation: 'rollback', txId: nextId(), refTxId });
  return {
    /** The round was never played. */
    undo: async () => {
      await rollBack(`${name}-win`);
      await rollBack(`${name}-bet`);
    },
    /** The win was another amount. */
    adjust: (amount: number) =>
      send({ ...correction, operation: 'adjust', txId: nextId(), refTxId: `${name}-win`, amount: baht(amount) }),
  };
}

/** A bet without a result. */
async function openRound(simulation: TimeSimulation, { member }: Player, name: string, stake: number) {
  const round = playing(member, name, simulation.site);
  const send = async (of: ReturnType<typeof part>, isRoundClosed: boolean): Promise<void> =>
    assert.equal(await simulation.decide({ ...round, parts: [of], isRoundClosed }), 'OK');
  await send(part('bet', `${name}-bet`, baht(stake)), false);
  return { settle: (payout: number) => send(part('win', `${name}-win`, baht(payout)), true) };
}

test('counts no loss for a win taken with its bonus and undone in the same week', () =>
  story(async (simulation, player) => {
    await simulation.deposit(player.member, baht(1_000));
    const round = await playRound(simulation, player, 'a', 100, 1_000);
    assert.equal((await cancel(simulation, player)).removed, baht(1_900));
    await round.undo();
    await playRound(simulation, player, 'even', 100, 100);
    await simulation.goTo(SECOND);
    assert.deepEqual(await losses(simulation, player), ['0.00']);
    assert.equal(await earned(simulation, player), '0.00');
  }));

test('counts no loss for a win taken with its bonus and undone in the next week', () =>
  story(async (simulation, player) => {
    await simulation.deposit(player.member, baht(1_000));
    const round = await playRound(simulation, player, 'a', 100, 1_000);
    await cancel(simulation, player);
    await simulation.goTo(SECOND);
    assert.deepEqual(await losses(simulation, player), ['0.00']);
    await round.undo();
    await simulation.goTo(THIRD);
    assert.deepEqual(await losses(simulation, player), ['0.00', '0.00']);
    assert.equal(await earned(simulation, player), '0.00');
  }));

test('counts the win of each of two bonuses of a week for its own bonus', () =>
  story(async (simulation, player) => {
    await simulation.deposit(player.member, baht(1_000));
    const first = await playRound(simulation, player, 'a', 100, 1_000);
    await cancel(simulation, player);
    await simulation.deposit(player.member, baht(1_000));
    const second = await playRound(simulation, player, 'b', 100, 600);
    await first.undo();
    await cancel(simulation, player);
    await simulation.goTo(SECOND);
    assert.deepEqual(await losses(simulation, player), ['0.00']);
    await second.undo();
    await simulation.goTo(THIRD);
    assert.deepEqual(await losses(simulation, player), ['0.00', '0.00']);
    assert.equal(await earned(simulation, player), '0.00');
  }));

test('counts a corrected win for its ended bonus while another bonus runs', () =>
  story(async (simulation, player) => {
    await simulation.deposit(player.member, baht(1_000));
    const round = await playRound(simulation, player, 'a', 100, 1_000);
    await cancel(simulation, player);
    await simulation.goTo(SECOND);
    await simulation.deposit(player.member, baht(1_000));
    await round.adjust(1_500);
    await round.adjust(400);
    await playRound(simulation, player, 'even', 100, 100);
    await cancel(simulation, player);
    await simulation.goTo(THIRD);
    assert.deepEqual(await losses(simulation, player), ['0.00', '0.00']);
    await round.undo();
    await simulation.goTo(FOURTH);
    assert.deepEqual((await losses(simulation, player)).slice(0, 3), ['0.00', '0.00', '0.00']);
    assert.equal(await earned(simulation, player), '0.00');
  }));

test('counts no debt that a bonus paid for and its end charges, whatever its results become', () =>
  story(async (simulation, player) => {
    const { member } = player;
    await simulation.deposit(member, baht(1_000));
    await cancel(simulation, player);
    const own = await playRound(simulation, player, 'own', 100, 400);
    const open = await openRound(simulation, player, 'open', 1_280);
    const old = await openRound(simulation, player, 'old', 20);
    await simulation.deposit(member, baht(100));
    const round = await playRound(simulation, player, 'a', 10, 60);
    await open.settle(0);
    await own.adjust(0);
    await simulation.wait(25);
    // Of 400 that were undone the deposit pays 100, the bonus and its win pay 150, and 150 are owed before the end.
    const { removed, debt } = await cancel(simulation, player);
    assert.deepEqual([removed, debt], [baht(0), baht(300)]);
    await simulation.goTo(SECOND);
    assert.deepEqual(await losses(simulation, player), ['1,100.00']);
    await round.undo();
    await old.settle(20);
    await simulation.goTo(THIRD);
    // Of the win that is undone, the member owes less of the bonus: no loss again.
    assert.deepEqual(await losses(simulation, player), ['1,100.00', '0.00']);
  }));

test('counts a loss corrected under the removal of its lost bonus once', () =>
  story(async (simulation, player) => {
    await simulation.deposit(player.member, baht(1_000));
    const round = await playRound(simulation, player, 'a', 2_000, 0);
    await simulation.goTo(SECOND);
    assert.deepEqual(await losses(simulation, player), ['1,000.00']);
    // Of 1,500 a half of the deposit stays: 500 of the 1,000 come back from later losses.
    await round.adjust(1_500);
    await simulation.goTo(THIRD);
    assert.deepEqual(await losses(simulation, player), ['1,000.00', '-500.00']);
    await round.adjust(0);
    await simulation.goTo(FOURTH);
    // All was lost again, and paid for in the first week.
    assert.deepEqual((await losses(simulation, player))[2], '0.00');
  }));

test('counts what a code took for the code and not for a bonus that began later', () =>
  story(async (simulation, player) => {
    const { past, site } = simulation;
    const { member } = player;
    await redeem(simulation, player);
    const round = await playRound(simulation, player, 'a', 50, 500);
    await simulation.goTo(SECOND);
    await simulation.deposit(member, baht(1_000));
    await playRound(simulation, player, 'even', 100, 100);
    const exclusion = { memberId: member.id, length: '6m', requestedBy: 'member' } as const;
    await past.transaction((tx) => startPlayBreak(tx, site.id, exclusion));
    await simulation.goTo(THIRD);
    // The win was no payout of the second week.
    assert.deepEqual(await losses(simulation, player), ['-500.00', '0.00']);
    await round.undo();
    await simulation.goTo(FOURTH);
    assert.equal((await losses(simulation, player)).at(-1), '0.00');
  }));

test('counts no loss for a win removed above a cap and undone', () =>
  story(
    async (simulation, player) => {
      const { past, site } = simulation;
      const { member } = player;
      await redeem(simulation, player, baht(200));
      const round = await playRound(simulation, player, 'a', 50, 600);
      await playRound(simulation, player, 'even', 200, 200);
      const request = { siteId: site.id, memberId: member.id, amount: baht(200), idempotencyKey: 'capped' };
      const { withdrawalId } = await requestWithdrawal(past, request);
      await payouts.settle(past, { payoutId: `P${site.id}-${withdrawalId}`, status: 'paid', reason: undefined });
      await simulation.goTo(SECOND);
      await simulation.deposit(member, baht(1_000));
      await round.undo();
      await playRound(simulation, player, 'even-again', 100, 100);
      await simulation.goTo(THIRD);
      assert.equal((await losses(simulation, player)).at(-1), '0.00');
    },
    { acceptsBonus: false },
  ));
