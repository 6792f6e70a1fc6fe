// Terms on the wire and back, and what they bring to a deposit.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { add, baht, formatBaht, money, parseBaht, zeroMoney } from '@chaba/money';

import type { Bonus } from './kinds.ts';
import { computeOffer, type OfferTerms } from './offer.ts';
import { parseWireTerms, toWireTerms } from './wire.ts';

const MULTIPLES = 1;
const BAHT = 2;

type Wire = Parameters<typeof parseWireTerms>[0];

const published: Wire = {
  minimumDeposit: 100,
  TurnoverAmount: 3,
  DepositType: MULTIPLES,
  MaxBonus: 1_000,
  MaxBonusType: BAHT,
  MaxWithdrawAmount: 0,
  MaxWithdrawType: BAHT,
  bonusType: 'percent',
  bonusValue: 100,
};

/** "bonus | deposit and bonus | turnover | cap" of a deposit, in baht. */
function format(change: Partial<Wire>, typed: string): string {
  const terms = parseWireTerms({ ...published, ...change });
  const deposit = parseBaht(typed) ?? zeroMoney;
  const offer = terms && computeOffer(terms, deposit);
  if (!offer) return 'nothing';
  const cap = offer.withdrawCap === undefined ? 'no limit' : formatBaht(offer.withdrawCap);
  return [...[offer.bonus, add(deposit, offer.bonus), offer.need].map(formatBaht), cap].join(' | ');
}

test('requires a turnover of 600 for a deposit of 100 with a welcome bonus of 100 %', () => {
  assert.equal(format({}, '100'), '100.00 | 200.00 | 600.00 | no limit');
});

test('caps a bonus at its maximum, in baht or as a multiple of the deposit', () => {
  assert.equal(format({}, '5000'), '1,000.00 | 6,000.00 | 18,000.00 | no limit');
  const half = { MaxBonus: 0.5, MaxBonusType: MULTIPLES };
  assert.equal(format(half, '500'), '250.00 | 750.00 | 2,250.00 | no limit');
});

test('treats a maximum of zero as none, and a turnover in baht as fixed', () => {
  const open = { MaxBonus: 0, TurnoverAmount: 1_500, DepositType: BAHT, bonusValue: 30 };
  assert.equal(format(open, '10000'), '3,000.00 | 13,000.00 | 1,500.00 | no limit');
});

test('computes a withdrawal cap in baht, also from a multiple of the deposit', () => {
  const times = { MaxWithdrawAmount: 5, MaxWithdrawType: MULTIPLES };
  assert.equal(format(times, '200'), '200.00 | 400.00 | 1,200.00 | 1,000.00');
  assert.equal(format({ MaxWithdrawAmount: 700 }, '200'), '200.00 | 400.00 | 1,200.00 | 700.00');
});

test('truncates shares to whole satang', () => {
  assert.equal(format({ bonusValue: 33.33 }, '100.01'), '33.33 | 133.34 | 400.02 | no limit');
});

test('returns nothing for too small a deposit, a zero bonus, an unstated one and a figure that is none', () => {
  assert.equal(format({}, '99.99'), 'nothing');
  assert.equal(format({ bonusValue: 0 }, '100'), 'nothing');
  assert.equal(format({ bonusValue: -30 }, '100'), 'nothing');
  assert.equal(format({ TurnoverAmount: -3 }, '100'), 'nothing');
  assert.equal(format({ MaxBonus: 0.001, MaxBonusType: BAHT }, '100'), 'nothing');
  const { bonusValue: _, bonusType: __, ...withoutValue } = published;
  assert.equal(parseWireTerms(withoutValue), undefined);
});

/** One bonus of every kind. */
const bonuses: { readonly [Each in Bonus as Each['kind']]: Each } = {
  percent: { kind: 'percent', basisPoints: 3_333 },
  fixed: { kind: 'fixed', amount: money(505_000n) },
};

test('brings the terms of every kind over the wire unchanged', () => {
  for (const bonus of Object.values(bonuses)) {
    const terms: OfferTerms = {
      minimumDeposit: baht(100),
      bonus,
      bonusMax: { unit: 'baht', amount: baht(500) },
      turnover: { unit: 'times', hundredths: 1_250 },
      withdrawMax: { unit: 'times', hundredths: 300 },
    };
    assert.deepEqual(parseWireTerms(toWireTerms(terms)), terms);
  }
});
