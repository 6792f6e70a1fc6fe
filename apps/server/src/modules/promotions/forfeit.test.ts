import assert from 'node:assert/strict';
import { test } from 'node:test';

import { baht, type Money, zeroMoney } from '@chaba/money';

import { computeKept } from './forfeit.ts';

test('keeps own money and the deposit less net losses of a forfeited bonus', () => {
  // A deposit of 100 with a bonus of 100, and earlier own money.
  const getKept = (own: number, lost: number): Money => {
    const funds = baht(own + 200 - lost);
    return computeKept({ playable: funds, funds, own: baht(own), deposit: baht(100), bonus: baht(100) });
  };
  assert.equal(getKept(0, 0), baht(100));
  assert.equal(getKept(0, 30), baht(70));
  assert.equal(getKept(0, 150), zeroMoney);
  assert.equal(getKept(0, -40), baht(100));
  assert.equal(getKept(1_000, 0), baht(1_100));
  assert.equal(getKept(1_000, 1_150), zeroMoney);
});

test('keeps at most the playable money of a forfeited bonus', () => {
  const line = { own: baht(500), deposit: baht(100), bonus: baht(100) };
  assert.equal(computeKept({ playable: baht(50), funds: baht(700), ...line }), baht(50));
});
