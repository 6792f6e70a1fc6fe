// The best play of a bonus at the slots, on a small scale: the play agrees with the search, stays below the bound, and
// shows what waiting free spins and coins of bonus play cost before.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { slotTitles } from '#studio/games/slots/titles/titles';
import { xoshiro } from '#studio/games/slots/simulation';
import { computeBonusCost, NO_REWARDS } from '@chaba/promotions/cost';

import { findPolicy, listStakes, measureTitle, playBonus, type PlayedTerms } from './bonus-play.ts';

const RUNS = 1_500;
const STANDARD_ERRORS = 4;
const TITLES = ['chang-sam-chueak', 'chaba-sam-dok', 'taphian-riang', 'lo-banthuek'];
const titles = slotTitles
  .filter(({ gameCode }) => TITLES.includes(gameCode))
  .map((title, index) => measureTitle(title, 60_000, xoshiro('measure', index)));
const edge = Math.min(...titles.map(({ returned }) => 1 - returned));

const base: PlayedTerms = {
  deposit: 200,
  bonus: 200,
  need: 1_600,
  cap: 1_000,
  rewards: { ...NO_REWARDS, lossRate: 0.01 },
  isApart: false,
  coinRate: 0,
};
const played = (changed: Partial<PlayedTerms> = {}) => {
  const terms = { ...base, ...changed };
  const policy = findPolicy(terms, titles, { stakes: [20, 5], unitsOfStart: 80 });
  return { policy, result: playBonus(policy, RUNS, xoshiro('play', 0)) };
};
const mended = played();

test('finds a policy whose play with the engine agrees with the search and stays below the bound', () => {
  const { policy, result } = mended;
  const { mean, error } = result.withRewards;
  assert.ok(Math.abs(result.luck) < STANDARD_ERRORS, `control variate: ${result.luck} standard errors`);
  assert.ok(result.finished > 0.2 && result.finished < 0.9 && result.spinsPerRun > 20);
  const expected = (policy.expected - base.deposit) / base.bonus;
  // The grid interpolates between balances.
  assert.ok(Math.abs(mean - expected) < STANDARD_ERRORS * error + 0.05, `${mean} played, ${expected} expected`);
  const bound = computeBonusCost(base, edge, base.rewards).share;
  assert.ok(mean - STANDARD_ERRORS * error < bound, `${mean} is above ${bound}`);
  assert.ok(mean > 0, 'these terms are worth playing');
  assert.ok(result.alone.mean < mean, 'the share of the loss adds to the cost');
});

test('reduces the error of the mean by the control variate', () => {
  const { policy, result } = mended;
  // Without it, a run ends with nothing or about the cap.
  const spread = Math.sqrt(result.finished * (1 - result.finished)) * (policy.terms.cap / policy.terms.bonus);
  assert.ok(result.alone.error < (0.8 * spread) / Math.sqrt(RUNS));
});

test('costs more when free spins wait outside the bonus', () => {
  const apart = played({ isApart: true }).result.alone;
  const { alone } = mended.result;
  assert.ok(apart.mean - alone.mean > STANDARD_ERRORS * Math.hypot(apart.error, alone.error));
});

test('adds coins of stakes under the bonus', () => {
  const coinRate = 0.01;
  const { alone, withRewards, spinsPerRun } = played({ coinRate, rewards: NO_REWARDS }).result;
  // Stakes of 5 to 20 baht.
  const [least, most] = [5, 20].map((stake) => (coinRate * stake * spinsPerRun) / base.bonus);
  const coins = withRewards.mean - alone.mean;
  assert.ok(coins > 0.9 * (least ?? 0) && coins < 1.1 * (most ?? 0), `${coins} for ${spinsPerRun} spins`);
});

test('lets a player give up terms that cost more than they bring', () => {
  const { result } = played({ need: 8_000, cap: 300 });
  assert.deepEqual([result.givenUp, result.alone.mean], [1, 0]);
});

test('offers the stakes up to the largest, from a share of the start or the smallest', () => {
  assert.deepEqual(listStakes(base, 20), [20, 10, 5, 2]);
  assert.deepEqual(listStakes({ ...base, deposit: 1_000, bonus: 1_000 }, 100), [100, 50, 20]);
  assert.deepEqual(listStakes(base, 10, 5), [10, 5]);
});
