// Repayment of a debt: a member's debt (a corrected win that was already spent) is repaid first from every credit:
// deposits, claims, gifts, prizes, wins and returned withdrawals.
//
// Always true: called in the crediting transaction under the member's lane. It debits at most the credit, once per key,
// and the debt never changes sign. Repaid money is not playable, so callers require turnover only for the remainder.

import type { Transaction } from '@chaba/database';
import { getBalances, postTransfers } from '@chaba/ledger';
import { min, money, type Money, subtract, zeroMoney } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { assert } from '#core/domain-error';

export type GameCredit = {
  readonly memberId: bigint;
  /** The amount just credited to the game wallet. */
  readonly amount: Money;
  /** Key of the crediting transfer. */
  readonly key: string;
};

/** The part of a credit that repays the debt; `receivable` is the balance of that account, negative for a debt. */
export function computeRepayment(credit: Money, receivable: bigint): Money {
  return min(credit, money(-receivable));
}

/** Repays the debt from a credit; returns the part of the credit that stays playable. */
export async function repayDebt(tx: Transaction, siteId: number, credit: GameCredit): Promise<Money> {
  const { memberId, amount, key } = credit;
  const { receivable } = await getBalances(tx, siteId, memberId, { receivable: chart.receivable });
  const repaid = computeRepayment(amount, receivable);
  if (repaid === zeroMoney) return amount;
  const repayment = { ownerId: memberId, from: chart.game, to: chart.receivable, amount: repaid };
  const [result] = await postTransfers(tx, siteId, [{ ...repayment, reason: 'repays', key: `${key}:repays` }]);
  assert(result?.outcome === 'posted', 'the credit of this transaction repays the debt once');
  return subtract(amount, repaid);
}
