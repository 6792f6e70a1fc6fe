// Commission of a friend's day. Pure.
//
// Always true: the house pays level 2, and level 1 is not reduced by it; a disabled level earns nothing, and so does a
// friend who is the earning member by the verdict of an operator. Amounts are whole satang, rounded towards zero for
// both signs.

import { floorToSatang, type Money, percentFloor, subtract, zeroMoney } from '@chaba/money';

import type { AffiliateTerms } from '#modules/site';

import type { FriendDay, DailyCommission, FraudSignal } from './affiliates.store.ts';

export function computeIncomes(days: readonly FriendDay[], terms: AffiliateTerms): DailyCommission[] {
  return days.flatMap((day) => {
    const basis = getBasis(day, terms.basis);
    if (basis === 0n) return [];
    const computeLevel = (
      level: 1 | 2,
      memberId: bigint | null,
      suspicions: readonly FraudSignal[],
    ): DailyCommission[] => {
      const { isOn, percentBp } = level === 1 ? terms.level1 : terms.level2;
      // Two members who referred one another through a third, or two accounts of one person, would otherwise be paid
      // for themselves.
      if (!isOn || memberId === null || memberId === day.friendId || suspicions.includes('person')) return [];
      const amount = computeShare(basis, percentBp);
      return [{ memberId, friendId: day.friendId, level, basis, percentBp, amount, suspicions }];
    };
    return [...computeLevel(1, day.referrerId, day.likeReferrer), ...computeLevel(2, day.upperId, day.likeUpper)];
  });
}

function getBasis(day: FriendDay, basis: AffiliateTerms['basis']): Money {
  if (basis === 'WINLOSS') return day.winloss;
  return basis === 'TURNOVER' ? day.turnover : day.firstDeposit;
}

function computeShare(basis: Money, percentBp: number): Money {
  if (basis >= 0n) return floorToSatang(percentFloor(basis, percentBp));
  return subtract(zeroMoney, floorToSatang(percentFloor(subtract(zeroMoney, basis), percentBp)));
}
