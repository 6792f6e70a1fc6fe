// Own money and removals of held wins that an operator accepts or rejects. Under the lane lock of the member.
//
// Elsewhere: the decision and its transfers (reconciliation/held-wins.ts), holding and corrections (wallet-rules.ts).

import type { Transaction } from '@chaba/database';
import { add, type Money, zeroMoney } from '@chaba/money';

import { assert } from '#core/domain-error';
import { toRoundKey, toTransactionKey, type TransactionName } from '#core/transaction-names';
import { isBonusRequirement } from '#modules/turnover';
import { loadOpenRequirements, saveOwnMoney } from '#modules/requirements';
import { loadRemovals } from '#modules/removals';

import { computeOwnChange, shareCorrection } from './result-shares.ts';
import * as store from './wallet.store.ts';

/** A released correction or new result of a bonus that ended is under its removal. */
export async function shareReleasedWin(
  tx: Transaction,
  siteId: number,
  win: TransactionName & { readonly roundId: string; readonly winTxId: string; readonly amount: Money },
): Promise<ReturnType<typeof shareCorrection>> {
  const { memberId, provider, winTxId: txId, roundId, amount } = win;
  const removals = await loadRemovals(tx, siteId, [memberId]);
  if (removals.length === 0) return { changes: [], left: amount };
  const round = (await store.loadRounds(tx, siteId, [win])).get(toRoundKey(provider, memberId, roundId));
  const names = [{ provider, memberId, txId }];
  const paid = (await store.findTransactions(tx, siteId, names)).get(toTransactionKey(provider, memberId, txId));
  assert(round && paid, 'a held win belongs to a round and a transaction');
  const bets = round.bets.filter(({ by }) => by === txId);
  return shareCorrection(removals, { win: paid, round, bets, change: amount });
}

/** A held win of bets from before a bonus counts as own money; a rejected one does not. */
export async function takeFromOwnMoney(
  tx: Transaction,
  siteId: number,
  win: TransactionName & { readonly roundId: string; readonly amount: Money },
): Promise<void> {
  const { memberId, provider, txId, roundId, amount } = win;
  const lines = (await loadOpenRequirements(tx, siteId, [memberId])).filter(isBonusRequirement);
  if (lines.length === 0) return;
  const round = (await store.loadRounds(tx, siteId, [win])).get(toRoundKey(provider, memberId, roundId));
  assert(round, 'a held win belongs to a round');
  const bets = round.bets.filter(({ by }) => by === txId);
  const changed = lines.map((line) => {
    const change = computeOwnChange(round, bets, {
      requirementNo: line.requirementNo,
      from: amount,
      to: zeroMoney,
      settles: 0n,
    });
    return { ...line, own: add(line.own, change) };
  });
  await saveOwnMoney(tx, siteId, changed);
}
