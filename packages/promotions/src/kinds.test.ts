// The three forms of every kind of bonus, and the deposits at which its growth changes.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { baht, formatBaht, money } from '@chaba/money';

import {
  type Bonus,
  bonusKindNames,
  bonusWords,
  computeBonus,
  formatBonus,
  getExample,
  listBends,
  parseBonus,
  parseStoredBonus,
  toStoredBonus,
} from './kinds.ts';

/** Of every kind: a typed value, its stored value, and its bonus of 200 baht. */
const kinds: { readonly [Kind in Bonus['kind']]: readonly (readonly [string, bigint, string])[] } = {
  percent: [
    ['30', 3_000n, '60.00'],
    ['1000', 100_000n, '2,000.00'],
  ],
  fixed: [
    ['50.00', 500_000n, '50.00'],
    ['1,250.50', 12_505_000n, '1,250.50'],
  ],
};

test('types, stores and computes each kind', () => {
  for (const kind of bonusKindNames) {
    assert.ok(parseBonus(kind, getExample(kind)), kind);
    for (const [typed, stored, worth] of kinds[kind]) {
      const bonus = parseBonus(kind, typed);
      assert.ok(bonus, typed);
      assert.equal(formatBonus(bonus), typed);
      assert.equal(toStoredBonus(bonus).value, stored);
      assert.deepEqual(parseStoredBonus(kind, toStoredBonus(bonus)), bonus);
      assert.equal(formatBaht(computeBonus(bonus, baht(200))), worth);
    }
  }
});

test('rejects typed values that are none', () => {
  for (const typed of ['', '-1', '30.5', '1001', '30 %', 'x']) assert.equal(parseBonus('percent', typed), undefined);
  for (const typed of ['', '-1', '30.505', 'x']) assert.equal(parseBonus('fixed', typed), undefined);
});

test('reads no stored bonus of an unknown kind, without worth or with figures that its kind does not have', () => {
  assert.equal(parseStoredBonus('toString', { value: 1n, figures: null }), undefined);
  for (const kind of ['percent', 'fixed'] as const) {
    assert.equal(parseStoredBonus(kind, { value: 0n, figures: null }), undefined);
    assert.equal(parseStoredBonus(kind, { value: 100n, figures: [] }), undefined);
  }
});

test('rounds a fixed amount down to whole satang', () => {
  assert.equal(computeBonus({ kind: 'fixed', amount: money(505_050n) }, baht(100)), 505_000n);
});

test('lists the deposit at which a share reaches the maximum', () => {
  assert.deepEqual(listBends({ kind: 'percent', basisPoints: 2_500 }, baht(500)), [baht(2_000)]);
  assert.deepEqual(listBends({ kind: 'percent', basisPoints: 2_500 }, undefined), []);
  assert.deepEqual(listBends({ kind: 'fixed', amount: baht(50) }, baht(500)), []);
  assert.deepEqual([bonusWords.percent, bonusWords.fixed], ['percent', 'baht']);
});
