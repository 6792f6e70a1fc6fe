// The price walk and its bets: symmetry, equal results of both implementations, and stated returns.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';

import { baht, zeroMoney } from '@chaba/money';

import { hmacSha256 } from '#studio/fairness/sha256';

import { computeOdds, returnPercent } from './odds.ts';
import { EPOCH_TICKS, EXPIRIES, computePayout, computePrices, STEP_MAX, drawSteps } from './walk.ts';

const SEED = 'cd'.repeat(32);
const nodeHmac = (key: Uint8Array, message: Uint8Array): Uint8Array =>
  createHmac('sha256', key).update(message).digest();

test('computes the same walk in both implementations of the draw', () => {
  const steps = drawSteps(nodeHmac, 'trading', SEED, 12);
  assert.deepEqual(drawSteps(hmacSha256, 'trading', SEED, 12), steps);
  assert.notDeepEqual(drawSteps(nodeHmac, 'trading', SEED, 13), steps);
  assert.equal(steps.length, EPOCH_TICKS);
  assert.ok(steps.every((step) => Number.isInteger(step) && Math.abs(step) <= STEP_MAX));
  assert.deepEqual(computePrices(100, [3, -9, 0]), [103, 94, 94]);
});

test('draws each step as often as its opposite, within three deviations over 300 epochs', () => {
  const seen = Array.from({ length: 2 * STEP_MAX + 1 }, () => 0);
  for (let epoch = 0; epoch < 300; epoch += 1) {
    for (const step of drawSteps(nodeHmac, 'trading', SEED, epoch)) {
      seen[step + STEP_MAX] = (seen[step + STEP_MAX] ?? 0) + 1;
    }
  }
  const expected = (300 * EPOCH_TICKS) / seen.length;
  const square = seen.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  assert.ok(square < 18 + 3 * Math.sqrt(36), `chi-square ${square}`);
});

test('pays 1.9 times for a correct guess, nothing for a wrong one, and the stake for an equal price', () => {
  assert.equal(computePayout('up', baht(100), 50, 51), baht(190));
  assert.equal(computePayout('down', baht(100), 50, 51), zeroMoney);
  assert.equal(computePayout('down', baht(100), 51, 50), baht(190));
  assert.equal(computePayout('up', baht(100), 50, 50), baht(100));
});

test('returns 95 % of decided bets and the exact share of each expiry with equal prices', () => {
  for (const ticks of EXPIRIES) {
    const { up, level, returned } = computeOdds(ticks);
    assert.ok(Math.abs(2 * up + level - 1_000_000) <= 2, 'up and down weigh the same');
    assert.ok(Math.abs((1_000_000 - level) * 0.95 + level - returned) <= 2);
  }
  assert.deepEqual(
    EXPIRIES.map((ticks) => computeOdds(ticks).returned),
    [950_930, 950_661, 950_468],
  );
  assert.equal(returnPercent(), '95.04');
});
