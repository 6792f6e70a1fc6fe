// The sums on a promotion card for a site's initial promotions and for edge cases of their terms.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { PublishedPromotion } from '@chaba/contract/bonuses';
import { BAHT, MULTIPLES } from '@chaba/contract/codes';
import { baht, formatBaht, parseBaht } from '@chaba/money';

import { computePromotionSums } from './promotion-sums.ts';

const offer = (change: Partial<PublishedPromotion>): PublishedPromotion => ({
  _id: 'p',
  title: '',
  ImageUrl: '',
  minimumDeposit: 100,
  TurnoverAmount: 3,
  DepositType: MULTIPLES,
  MaxBonus: 1_000,
  MaxBonusType: BAHT,
  MaxWithdrawAmount: 0,
  MaxWithdrawType: BAHT,
  bonusType: 'percent',
  bonusValue: 100,
  ...change,
});

function format(promotion: PublishedPromotion, deposit: string): string {
  const sums = computePromotionSums(promotion, parseBaht(deposit) ?? baht(0));
  if (!sums) return 'nothing';
  const cap = sums.withdrawMax === undefined ? 'no limit' : formatBaht(sums.withdrawMax);
  return `${formatBaht(sums.bonus)} | ${formatBaht(sums.start)} | ${formatBaht(sums.turnover)} | ${cap}`;
}

test('requires a turnover of 600 for a deposit of 100 with a welcome bonus of 100 %', () => {
  assert.equal(format(offer({}), '100'), '100.00 | 200.00 | 600.00 | no limit');
});

test('caps a bonus at its maximum, in baht or as a multiple of the deposit', () => {
  assert.equal(format(offer({}), '5000'), '1,000.00 | 6,000.00 | 18,000.00 | no limit');
  const half = offer({ MaxBonus: 0.5, MaxBonusType: MULTIPLES });
  assert.equal(format(half, '500'), '250.00 | 750.00 | 2,250.00 | no limit');
});

test('treats a maximum of zero as none, and a turnover in baht as fixed', () => {
  const open = offer({ MaxBonus: 0, TurnoverAmount: 1_500, DepositType: BAHT, bonusValue: 30 });
  assert.equal(format(open, '10000'), '3,000.00 | 13,000.00 | 1,500.00 | no limit');
});

test('computes a withdrawal cap in baht, also from a multiple of the deposit', () => {
  assert.equal(
    format(offer({ MaxWithdrawAmount: 5, MaxWithdrawType: MULTIPLES }), '200'),
    '200.00 | 400.00 | 1,200.00 | 1,000.00',
  );
  assert.equal(format(offer({ MaxWithdrawAmount: 700 }), '200'), '200.00 | 400.00 | 1,200.00 | 700.00');
});

test('truncates shares to whole satang', () => {
  assert.equal(format(offer({ bonusValue: 33.33 }), '100.01'), '33.33 | 133.34 | 400.02 | no limit');
});

test('returns nothing for too small a deposit, a zero bonus and an unstated bonus value', () => {
  assert.equal(format(offer({}), '99.99'), 'nothing');
  assert.equal(format(offer({ bonusValue: 0 }), '100'), 'nothing');
  const { bonusValue: _, bonusType: __, ...withoutValue } = offer({});
  assert.equal(format(withoutValue, '100'), 'nothing');
});
