// What a friend's day is worth to those who referred. Pure.
//
// Always true: level 2 is paid by the house and takes nothing from level 1; a level that is off earns nothing. Whole satang,
// rounded towards nothing on both sides.

import { floorToSatang, type Money, percentFloor, subtract, zeroMoney } from '@chaba/money';

import type { AffiliateTerms } from '#modules/site';

import type { FriendDay, Income, FraudSignal } from './affiliates.store.ts';

export function incomesOfDay(days: readonly FriendDay[], terms: AffiliateTerms): Income[] {
  return days.flatMap((day) => {
    const basis = basisOf(day, terms.basis);
    if (basis === 0n) return [];
    const ofLevel = (level: 1 | 2, memberId: bigint | null, suspicions: readonly FraudSignal[]): Income[] => {
      const { isOn, percentBp } = level === 1 ? terms.level1 : terms.level2;
      // Two who referred one another through a third would otherwise be paid for themselves.
      if (!isOn || memberId === null || memberId === day.friendId) return [];
      const amount = shareOf(basis, percentBp);
      return [{ memberId, friendId: day.friendId, level, basis, percentBp, amount, suspicions }];
    };
    return [...ofLevel(1, day.referrerId, day.likeReferrer), ...ofLevel(2, day.upperId, day.likeUpper)];
  });
}

function basisOf(day: FriendDay, basis: AffiliateTerms['basis']): Money {
  if (basis === 'WINLOSS') return day.winloss;
  return basis === 'TURNOVER' ? day.turnover : day.firstDeposit;
}

function shareOf(basis: Money, percentBp: number): Money {
  if (basis >= 0n) return floorToSatang(percentFloor(basis, percentBp));
  return subtract(zeroMoney, floorToSatang(percentFloor(subtract(zeroMoney, basis), percentBp)));
}
