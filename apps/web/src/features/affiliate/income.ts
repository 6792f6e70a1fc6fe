// Computes the referral income that can be withdrawn now. Pure; the server decides.

import { PENDING } from '@chaba/contract/codes';
import { add, max, subtract, zeroMoney, type Money } from '@chaba/money';

import { toMoney } from '#lib/wallet/balance';

import type { Affiliate } from './affiliate.queries.ts';

/** Withdrawals that are requested and await review. */
export function computeRequested({ transaction }: Affiliate): Money {
  return transaction
    .filter(({ Status }) => Status === PENDING)
    .reduce((sum, { Amount }) => add(sum, toMoney(Amount)), zeroMoney);
}

export function computeAvailable(affiliate: Affiliate): Money {
  return max(zeroMoney, subtract(toMoney(affiliate.balance), computeRequested(affiliate)));
}
