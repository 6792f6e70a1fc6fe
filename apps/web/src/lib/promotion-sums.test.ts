// The sums on a promotion card, by the promotions that a brand begins with and the corners of their terms.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { PublishedPromotion } from '@chaba/contract/bonuses';
import { BAHT, MULTIPLES } from '@chaba/contract/codes';
import { baht, formatBaht, parseBaht } from '@chaba/money';

import { promotionSums } from './promotion-sums.ts';

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

function told(promotion: PublishedPromotion, deposit: string): string {
  const sums = promotionSums(promotion, parseBaht(deposit) ?? baht(0));
  if (!sums) return 'nothing';
  const most = sums.withdrawMax === undefined ? 'no limit' : formatBaht(sums.withdrawMax);
  return `${formatBaht(sums.bonus)} | ${formatBaht(sums.start)} | ${formatBaht(sums.turnover)} | ${most}`;
}

test('a deposit of 100 with a welcome bonus of 100 % asks for 600', () => {
  assert.equal(told(offer({}), '100'), '100.00 | 200.00 | 600.00 | no limit');
});

test('a bonus stops at its maximum, in baht or in times of the deposit', () => {
  assert.equal(told(offer({}), '5000'), '1,000.00 | 6,000.00 | 18,000.00 | no limit');
  const half = offer({ MaxBonus: 0.5, MaxBonusType: MULTIPLES });
  assert.equal(told(half, '500'), '250.00 | 750.00 | 2,250.00 | no limit');
});

test('a maximum of zero is none, and a turnover in baht is taken as it stands', () => {
  const open = offer({ MaxBonus: 0, TurnoverAmount: 1_500, DepositType: BAHT, bonusValue: 30 });
  assert.equal(told(open, '10000'), '3,000.00 | 13,000.00 | 1,500.00 | no limit');
});

test('a cap on withdrawals is told in baht, also when it is a multiple of the deposit', () => {
  assert.equal(
    told(offer({ MaxWithdrawAmount: 5, MaxWithdrawType: MULTIPLES }), '200'),
    '200.00 | 400.00 | 1,200.00 | 1,000.00',
  );
  assert.equal(told(offer({ MaxWithdrawAmount: 700 }), '200'), '200.00 | 400.00 | 1,200.00 | 700.00');
});

test('shares are cut down to whole satang', () => {
  assert.equal(told(offer({ bonusValue: 33.33 }), '100.01'), '33.33 | 133.34 | 400.02 | no limit');
});

test('too small a deposit, a bonus of nothing and a worth that the host does not tell have no sum', () => {
  assert.equal(told(offer({}), '99.99'), 'nothing');
  assert.equal(told(offer({ bonusValue: 0 }), '100'), 'nothing');
  const { bonusValue: _, bonusType: __, ...silent } = offer({});
  assert.equal(told(silent, '100'), 'nothing');
});
