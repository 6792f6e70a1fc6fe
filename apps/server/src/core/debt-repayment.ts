// What a member owes (a corrected win that was spent already) is paid first by whatever becomes playable: deposits, claims, gifts,
// prizes, and withdrawals that come back. Money of providers does the same inside the wallet's own rule (modules/wallet/wallet-state.ts).
//
// Always true: called in the transaction that credits, under the member's lane; it takes no more than was credited, once by its key,
// and what is owed never goes below nothing. What paid a debt was not played with, so callers ask turnover for the rest alone.

import type { Transaction } from '@chaba/database';
import { getBalances, postTransfers } from '@chaba/ledger';
import { min, money, type Money, subtract, zeroMoney } from '@chaba/money';

import { chart } from './chart-of-accounts.ts';
import { assert } from './domain-error.ts';

export type GameCredit = {
  readonly memberId: bigint;
  /** What was moved to the game wallet a moment ago. */
  readonly amount: Money;
  /** The key of that movement. */
  readonly key: string;
};

/** Pays what is owed out of a credit; answers how much of the credit is left to play with. */
export async function repayDebt(tx: Transaction, siteId: number, credit: GameCredit): Promise<Money> {
  const { memberId, amount, key } = credit;
  const { receivable } = await getBalances(tx, siteId, memberId, { receivable: chart.receivable });
  const repaid = min(amount, money(-receivable));
  if (repaid === zeroMoney) return amount;
  const repaying = { ownerId: memberId, from: chart.game, to: chart.receivable, amount: repaid };
  const [posting] = await postTransfers(tx, siteId, [{ ...repaying, reason: 'repays', key: `${key}:repays` }]);
  assert(posting?.outcome === 'posted', 'what was credited a moment ago can pay what is owed, once');
  return subtract(amount, repaid);
}
