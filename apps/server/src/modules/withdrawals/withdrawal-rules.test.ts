import assert from 'node:assert/strict';
import { test } from 'node:test';

import { baht, type Money, zeroMoney } from '@chaba/money';

import { Refusal } from '#core/refusal';

import {
  checkRules,
  PAID_PER_DAY_UNSEEN_MAX,
  reasonsAgainst,
  removedByCap,
  reviewReasons,
  type Standing,
} from './withdrawal-rules.ts';

const limits = {
  canWithdraw: true,
  minimum: baht(100),
  maximum: baht(50_000),
  isAutomatic: true,
  automaticMaximum: baht(5_000),
};

function standing(given: Partial<Standing> = {}): Standing {
  return {
    limits,
    gameWallet: baht(10_000),
    remaining: zeroMoney,
    withdrawCap: undefined,
    hasOpenRequest: false,
    isOwing: false,
    isExcluded: false,
    ...given,
  };
}

function answerTo(amount: Money, given: Partial<Standing> = {}): string {
  try {
    checkRules(amount, standing(given));
    return 'yes';
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error);
  }
}

test('limits are inclusive, and a maximum of nothing is no maximum', () => {
  assert.equal(answerTo(baht(100)), 'yes');
  assert.equal(answerTo((baht(100) - 100n) as Money), 'WITHDRAW_BELOW_MINIMUM');
  assert.equal(answerTo(baht(50_000), { gameWallet: baht(60_000) }), 'yes');
  assert.equal(answerTo(baht(50_001), { gameWallet: baht(60_000) }), 'WITHDRAW_ABOVE_MAXIMUM');
  assert.equal(answerTo(baht(50_001), { gameWallet: baht(60_000), limits: { ...limits, maximum: zeroMoney } }), 'yes');
});

test('a member hears the first reason only, in the order of the rules', () => {
  const all = {
    limits: { ...limits, canWithdraw: false },
    hasOpenRequest: true,
    isOwing: true,
    remaining: baht(1),
    withdrawCap: baht(1),
    gameWallet: zeroMoney,
  };
  const order: string[] = [];
  const ease: Partial<Standing>[] = [
    {},
    { limits },
    { hasOpenRequest: false },
    { isOwing: false },
    { remaining: zeroMoney },
    { withdrawCap: undefined },
    { gameWallet: baht(100) },
  ];
  let given: Partial<Standing> = all;
  for (const next of ease) {
    given = { ...given, ...next };
    order.push(answerTo(baht(100), given));
  }
  assert.deepEqual(order, [
    'WITHDRAW_CLOSED',
    'WITHDRAW_ALREADY_OPEN',
    'WITHDRAW_FROZEN',
    'TURNOVER_NOT_MET',
    'WITHDRAW_ABOVE_CAP',
    'INSUFFICIENT_FUNDS',
    'yes',
  ]);
});

test('the condition names every reason at once', () => {
  const reasons = reasonsAgainst(standing({ hasOpenRequest: true, remaining: baht(7), gameWallet: baht(99) }));
  assert.deepEqual(
    reasons.map(({ code }) => code),
    ['WITHDRAW_ALREADY_OPEN', 'TURNOVER_NOT_MET', 'INSUFFICIENT_FUNDS'],
  );
  assert.deepEqual(reasonsAgainst(standing()), []);
});

test('a cap of 1,000 takes 4,000 of 5,000, and nothing of 900', () => {
  assert.equal(removedByCap({ gameWallet: baht(5_000), withdrawCap: baht(1_000) }), baht(4_000));
  assert.equal(removedByCap({ gameWallet: baht(900), withdrawCap: baht(1_000) }), 0n);
  assert.equal(removedByCap({ gameWallet: baht(5_000), withdrawCap: undefined }), 0n);
});

test('a person looks when the rule may not decide', () => {
  const known = { lacksTurnover: false, isNameVerified: true, paid: 3, paidToday: 0, failedToday: 0 };
  assert.deepEqual(reviewReasons(baht(5_000), limits, known), []);
  assert.deepEqual(reviewReasons(baht(5_001), limits, known), ['ABOVE_AUTOMATIC_MAXIMUM']);
  assert.deepEqual(reviewReasons(baht(100), { ...limits, isAutomatic: false }, known), ['AUTOMATIC_OFF']);
  assert.deepEqual(reviewReasons(baht(100), limits, { ...known, isNameVerified: false }), []);
  assert.deepEqual(reviewReasons(baht(100), limits, { ...known, isNameVerified: false, paid: 0 }), ['NAME_UNVERIFIED']);
  assert.deepEqual(reviewReasons(baht(100), limits, { ...known, paidToday: PAID_PER_DAY_UNSEEN_MAX }), ['MANY_TODAY']);
  assert.deepEqual(reviewReasons(baht(100), limits, { ...known, failedToday: 1 }), ['PAYOUT_FAILED_TODAY']);
});
