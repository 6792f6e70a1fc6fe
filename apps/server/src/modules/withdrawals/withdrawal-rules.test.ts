import assert from 'node:assert/strict';
import { test } from 'node:test';

import { baht, type Money, zeroMoney } from '@chaba/money';

import { DomainError } from '#core/domain-error';
import { createStandardCatalogue } from '#modules/catalogue';
import type { Position, PositionRequirement } from '#modules/position';

import {
  checkRequest,
  checkUnsent,
  computeRemoval,
  listReasons,
  listReviewReasons,
  PAID_PER_DAY_UNSEEN_MAX,
  type UnsentWithdrawal,
  type WithdrawTerms,
} from './withdrawal-rules.ts';

const limits = {
  canWithdraw: true,
  minimum: baht(100),
  maximum: baht(50_000),
  isAutomatic: true,
  automaticMaximum: baht(5_000),
  catalogue: createStandardCatalogue('default'),
};

const line: PositionRequirement = {
  requirementNo: 1,
  source: 'ITEMCODE',
  required: baht(10),
  progress: baht(10),
  cap: undefined,
  own: zeroMoney,
  bonus: zeroMoney,
  sent: zeroMoney,
  hasOldRound: false,
  returned: zeroMoney,
  createdAt: new Date(0),
  expiresAt: undefined,
};
const leaving = {
  withdrawalId: 1n,
  amount: baht(100),
  removed: zeroMoney,
  state: 'approved',
  requestedAt: new Date(0),
} as const;
const inRound = { own: zeroMoney, bonus: baht(5), stakes: [], openRounds: 1, oldRequirements: [], freeSpins: [] };
const excluded = { playBreak: { isExclusion: true, until: undefined } };

function positionWith(given: Partial<Position> = {}): Position {
  return {
    memberId: 1n,
    playable: baht(10_000),
    inPlay: { own: zeroMoney, bonus: zeroMoney, stakes: [], openRounds: 0, oldRequirements: [], freeSpins: [] },
    winsHeld: { held: zeroMoney, orphan: zeroMoney, orphanCount: 0 },
    leaving: undefined,
    disputed: { frozen: zeroMoney, count: 0 },
    parked: {
      main: zeroMoney,
      deposits: zeroMoney,
      cashback: zeroMoney,
      affiliate: zeroMoney,
      residual: zeroMoney,
      coins: 0n,
      spins: 0n,
    },
    debt: zeroMoney,
    requirements: [],
    isLocked: false,
    playBreak: undefined,
    ...given,
  };
}

function answerTo(amount: Money, given: Partial<Position> = {}, site: WithdrawTerms = limits): string {
  try {
    checkRequest(amount, positionWith(given), site);
    return 'yes';
  } catch (error) {
    return error instanceof DomainError ? error.code : String(error);
  }
}

const listCodes = (given: Partial<Position>): string[] =>
  listReasons(positionWith(given), limits).map(({ code }) => code);

test('accepts amounts at the limits, and any amount where the maximum is zero', () => {
  assert.equal(answerTo(baht(100)), 'yes');
  assert.equal(answerTo((baht(100) - 100n) as Money), 'WITHDRAW_BELOW_MINIMUM');
  const rich = { playable: baht(60_000) };
  assert.equal(answerTo(baht(50_000), rich), 'yes');
  assert.equal(answerTo(baht(50_001), rich), 'WITHDRAW_ABOVE_MAXIMUM');
  assert.equal(answerTo(baht(50_001), rich, { ...limits, maximum: zeroMoney }), 'yes');
});

test('rejects with the first reason in the order of the rules', () => {
  const closed = { ...limits, canWithdraw: false };
  const capped = { ...line, cap: baht(1) };
  const all: Partial<Position> = {
    isLocked: true,
    leaving,
    disputed: { frozen: zeroMoney, count: 1 },
    debt: baht(1),
    requirements: [{ ...capped, progress: zeroMoney }],
    inPlay: inRound,
    winsHeld: { held: baht(1), orphan: zeroMoney, orphanCount: 0 },
    playable: zeroMoney,
  };
  const ease: Partial<Position>[] = [
    {},
    { isLocked: false },
    { leaving: undefined },
    { disputed: { frozen: zeroMoney, count: 0 } },
    { debt: zeroMoney },
    { requirements: [capped] },
    { inPlay: positionWith().inPlay },
    { winsHeld: positionWith().winsHeld },
    { requirements: [] },
    { playable: baht(100) },
  ];
  let given = all;
  const order = [answerTo(baht(100), given, closed)];
  for (const next of ease) {
    given = { ...given, ...next };
    order.push(answerTo(baht(100), given));
  }
  assert.deepEqual(order, [
    'WITHDRAW_CLOSED',
    'MEMBER_LOCKED',
    'WITHDRAW_ALREADY_OPEN',
    'WITHDRAW_DISPUTED',
    'WITHDRAW_FROZEN',
    'TURNOVER_NOT_MET',
    'WITHDRAW_BET_OPEN',
    'WITHDRAW_WIN_HELD',
    'WITHDRAW_ABOVE_CAP',
    'INSUFFICIENT_FUNDS',
    'yes',
  ]);
});

test('lists every reason at once', () => {
  const requirements = [{ ...line, progress: baht(3) }];
  assert.deepEqual(listCodes({ leaving, requirements, playable: baht(99) }), [
    'WITHDRAW_ALREADY_OPEN',
    'TURNOVER_NOT_MET',
    'INSUFFICIENT_FUNDS',
  ]);
  assert.deepEqual(listCodes({}), []);
});

test('lists the cap as a reason if its remainder is below the minimum', () => {
  const requirements = [{ ...line, cap: baht(200), sent: baht(150) }];
  assert.deepEqual(listCodes({ requirements }), ['WITHDRAW_ABOVE_CAP']);
  assert.deepEqual(listCodes({ requirements, inPlay: inRound }), ['WITHDRAW_BET_OPEN']);
  assert.deepEqual(listCodes({ requirements: [{ ...line, cap: baht(200), sent: baht(100) }] }), []);
});

test('waits for rounds only under a cap', () => {
  assert.deepEqual(listCodes({ inPlay: inRound, requirements: [line] }), []);
  assert.deepEqual(listCodes({ inPlay: inRound, requirements: [{ ...line, cap: baht(500) }] }), ['WITHDRAW_BET_OPEN']);
  const held = { held: baht(5), orphan: zeroMoney, orphanCount: 0 };
  assert.deepEqual(listCodes({ winsHeld: held, requirements: [{ ...line, cap: baht(500) }] }), ['WITHDRAW_WIN_HELD']);
  const orphan = { held: zeroMoney, orphan: baht(5), orphanCount: 1 };
  assert.deepEqual(listCodes({ winsHeld: orphan, requirements: [{ ...line, cap: baht(500) }] }), ['WITHDRAW_BET_OPEN']);
});

test('makes an excluded member wait only for results of a running bonus', () => {
  const bonus: PositionRequirement = { ...line, source: 'BONUS', progress: zeroMoney };
  assert.deepEqual(listCodes({ ...excluded, requirements: [bonus], inPlay: inRound }), ['WITHDRAW_BONUS_ENDING']);
  assert.deepEqual(listCodes({ ...excluded, requirements: [bonus] }), []);
  assert.deepEqual(listCodes({ ...excluded, requirements: [{ ...line, progress: zeroMoney }], inPlay: inRound }), []);
});

test('removes 4,000 of 5,000 under a cap of 1,000, nothing of 900, and nothing of the own part', () => {
  const capped = (playable: Money, own: Money = zeroMoney) =>
    computeRemoval(positionWith({ playable, requirements: [{ ...line, cap: baht(1_000), own }] }));
  assert.equal(capped(baht(5_000)), baht(4_000));
  assert.equal(capped(baht(900)), 0n);
  assert.equal(capped(baht(5_000), baht(300)), baht(3_700));
  assert.equal(computeRemoval(positionWith({ playable: baht(5_000) })), 0n);
});

test('requires a review for each risk', () => {
  const known = {
    isNameVerified: true,
    paid: 3,
    paidToday: 0,
    failedToday: 0,
    isIdentityNew: false,
    isRecovered: false,
  };
  const reasons = (amount: Money, history = known, given: Partial<Position> = {}, site = limits) =>
    listReviewReasons(amount, positionWith(given), { limits: site, history });
  assert.deepEqual(reasons(baht(5_000)), []);
  assert.deepEqual(reasons(baht(5_001)), ['ABOVE_AUTOMATIC_MAXIMUM']);
  assert.deepEqual(reasons(baht(100), known, {}, { ...limits, isAutomatic: false }), ['AUTOMATIC_OFF']);
  assert.deepEqual(reasons(baht(100), { ...known, isNameVerified: false }), []);
  assert.deepEqual(reasons(baht(100), { ...known, isNameVerified: false, paid: 0 }), ['NAME_UNVERIFIED']);
  assert.deepEqual(reasons(baht(100), { ...known, paidToday: PAID_PER_DAY_UNSEEN_MAX }), ['MANY_TODAY']);
  assert.deepEqual(reasons(baht(100), { ...known, failedToday: 1 }), ['PAYOUT_FAILED_TODAY']);
  assert.deepEqual(reasons(baht(100), { ...known, isIdentityNew: true }), ['IDENTITY_CHANGED']);
  assert.deepEqual(reasons(baht(100), { ...known, isRecovered: true }), ['PASSWORD_RECOVERED']);
  const requirements: PositionRequirement[] = [{ ...line, source: 'BONUS', progress: zeroMoney }];
  assert.deepEqual(reasons(baht(100), known, { ...excluded, requirements }), [
    'EXCLUDED_WITHOUT_TURNOVER',
    'BONUS_NOT_GIVEN_UP',
  ]);
});

test('binds a withdrawal by the requirements at its request', () => {
  const unsent: UnsentWithdrawal = { amount: baht(600), removed: baht(400), newestRequirementNo: 1, reviewReasons: [] };
  const capped = { ...line, cap: baht(1_000) };
  const getVerdict = (given: Partial<Position>, of = unsent) =>
    checkUnsent(of, positionWith({ playable: baht(400), ...given }));
  assert.deepEqual(getVerdict({ requirements: [capped] }), { verdict: 'submit', removed: baht(400) });
  assert.deepEqual(getVerdict({ requirements: [capped], playable: baht(900) }), {
    verdict: 'submit',
    removed: baht(900),
  });
  const newer = { ...line, requirementNo: 2, cap: baht(100), progress: zeroMoney };
  assert.deepEqual(getVerdict({ requirements: [newer], inPlay: inRound }), { verdict: 'submit', removed: zeroMoney });
  assert.deepEqual(getVerdict({ requirements: [capped], inPlay: inRound }), { verdict: 'wait', reason: 'BET_OPEN' });
  assert.deepEqual(getVerdict({ requirements: [{ ...capped, progress: zeroMoney }], isLocked: true }), {
    verdict: 'review',
    reasons: ['MEMBER_LOCKED', 'TURNOVER_LOST'],
  });
  assert.deepEqual(getVerdict({ requirements: [{ ...capped, sent: baht(500) }] }), {
    verdict: 'review',
    reasons: ['ABOVE_CAP'],
  });
  const open = { ...excluded, requirements: [{ ...line, progress: zeroMoney }] };
  assert.deepEqual(getVerdict(open), { verdict: 'review', reasons: ['EXCLUDED_WITHOUT_TURNOVER'] });
  const seen = { ...unsent, reviewReasons: ['EXCLUDED_WITHOUT_TURNOVER'] };
  assert.equal(getVerdict(open, seen).verdict, 'submit');
  assert.deepEqual(getVerdict({ debt: baht(1), isLocked: true }), { verdict: 'repay' });
});
