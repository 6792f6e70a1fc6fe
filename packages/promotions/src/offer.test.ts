import assert from 'node:assert/strict';
import { test } from 'node:test';

import { baht, formatBaht, parseBaht, zeroMoney } from '@chaba/money';

import { compareOffers, computeOffer, type Measure, type OfferTerms } from './offer.ts';

const none: Measure = { unit: 'baht', amount: zeroMoney };
const times = (count: number): Measure => ({ unit: 'times', hundredths: count * 100 });
const inBaht = (amount: number): Measure => ({ unit: 'baht', amount: baht(amount) });

type TestPromotion = OfferTerms & { readonly id: string; readonly sortOrder: number };

const promotion = (changed: Partial<TestPromotion> = {}): TestPromotion => ({
  id: 'welcome',
  minimumDeposit: baht(100),
  turnover: times(3),
  bonusMax: inBaht(1_000),
  withdrawMax: none,
  bonus: { kind: 'percent', basisPoints: 10_000 },
  sortOrder: 0,
  ...changed,
});

/** "bonus turnover cap" of a deposit, in baht. */
function format(changed: Partial<TestPromotion>, deposit: string): string {
  const offer = computeOffer(promotion(changed), parseBaht(deposit) ?? zeroMoney);
  if (!offer) return 'none';
  return [offer.bonus, offer.need, ...(offer.withdrawCap === undefined ? [] : [offer.withdrawCap])]
    .map(formatBaht)
    .join(' ');
}

test('computes DepositType 1 as a multiple and others as baht', () => {
  assert.equal(format({}, '100'), '100.00 600.00');
  assert.equal(format({ turnover: times(5), bonus: { kind: 'percent', basisPoints: 3_000 } }, '200'), '60.00 1,300.00');
  assert.equal(format({ turnover: { unit: 'times', hundredths: 150 } }, '100'), '100.00 300.00');
  assert.equal(format({ turnover: inBaht(750) }, '100'), '100.00 750.00');
  assert.equal(format({ turnover: inBaht(0) }, '100'), '100.00 0.00');
});

test('rounds a bonus down to satang and limits it to its maximum', () => {
  assert.equal(format({}, '3000'), '1,000.00 12,000.00');
  assert.equal(format({ bonusMax: none }, '3000'), '3,000.00 18,000.00');
  assert.equal(format({ bonusMax: { unit: 'times', hundredths: 50 } }, '200'), '100.00 900.00');
  assert.equal(format({ bonus: { kind: 'fixed', amount: baht(50) } }, '100'), '50.00 450.00');
  assert.equal(format({ bonus: { kind: 'percent', basisPoints: 3_333 } }, '100.01'), '33.33 400.02');
});

test('requires the minimum deposit, inclusive', () => {
  assert.equal(format({}, '99.99'), 'none');
  assert.equal(format({}, '100.00'), '100.00 600.00');
});

test('computes MaxWithdrawType 1 as a multiple and others as baht, without limit if absent', () => {
  assert.equal(format({ withdrawMax: times(5) }, '100'), '100.00 600.00 500.00');
  assert.equal(format({ withdrawMax: inBaht(2_000) }, '100'), '100.00 600.00 2,000.00');
  assert.equal(format({ withdrawMax: times(0) }, '100'), '100.00 600.00');
});

test('prefers the largest bonus, then the lower requirement', () => {
  const offers = [
    promotion({ id: 'small', bonus: { kind: 'fixed', amount: baht(50) } }),
    promotion({ id: 'hard', turnover: times(10) }),
    promotion({ id: 'best', sortOrder: 2 }),
    promotion({ id: 'later', sortOrder: 3 }),
  ].flatMap((one) => computeOffer(one, baht(100)) ?? []);
  assert.deepEqual(
    offers.toSorted(compareOffers).map((offer) => offer.promotion.id),
    ['best', 'later', 'hard', 'small'],
  );
});
