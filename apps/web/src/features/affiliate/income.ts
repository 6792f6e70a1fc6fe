// What of the referral income can be withdrawn now. Pure; the server decides.

import { PENDING } from '@chaba/contract/codes';
import { add, max, subtract, zeroMoney, type Money } from '@chaba/money';

import { shownMoney } from '#lib/balance';

import type { Affiliate } from './affiliate.queries.ts';

/** What is asked for already and waits for a person. */
export function requestedOf({ transaction }: Affiliate): Money {
  return transaction
    .filter(({ Status }) => Status === PENDING)
    .reduce((sum, { Amount }) => add(sum, shownMoney(Amount)), zeroMoney);
}

export function availableOf(affiliate: Affiliate): Money {
  return max(zeroMoney, subtract(shownMoney(affiliate.balance), requestedOf(affiliate)));
}
