// Own money and removals of held wins that an operator accepts or rejects. Under the lane lock of the member.
//
// Elsewhere: the decision and its transfers (reconciliation/held-wins.ts), holding and corrections (wallet-rules.ts).

import type { Transaction } from '@chaba/database';
import { add, type Money, subtract, zeroMoney } from '@chaba/money';

import { assert } from '#core/domain-error';
import { toRoundKey, toTransactionKey, type TransactionName } from '#core/transaction-names';
import { isBonusRequirement } from '#modules/turnover';
import { loadOpenRequirements, saveOwnMoney } from '#modules/requirements';
import { listRequirementNos, loadRemovals } from '#modules/removals';

import { computeOwnChange, computeOwnShare, shareCorrection } from './result-shares.ts';
import * as store from './wallet.store.ts';

/**
 * A released correction or new result of a bonus that ended is under its removal. What the removal takes is no own
 * money of the requirements after it, which contain the win since it was held.
 */
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
  const shared = shareCorrection(removals, { win: paid, round, bets, change: amount });
  await changeOwn(tx, siteId, memberId, (of) => {
    const taken = shared.changes.map(({ removal, share }) =>
      computeOwnShare(round, bets, { madeBy: listRequirementNos(removal), share, of }),
    );
    return subtract(zeroMoney, add(zeroMoney, ...taken));
  });
  return shared;
}

/** A held win of bets from before a bonus counts as own money; a rejected one does not. */
export async function takeFromOwnMoney(
  tx: Transaction,
  siteId: number,
  win: TransactionName & { readonly roundId: string; readonly amount: Money },
): Promise<void> {
  const { memberId, provider, txId, roundId, amount } = win;
  const round = (await store.loadRounds(tx, siteId, [win])).get(toRoundKey(provider, memberId, roundId));
  assert(round, 'a held win belongs to a round');
  const bets = round.bets.filter(({ by }) => by === txId);
  await changeOwn(tx, siteId, memberId, (requirementNo) =>
    computeOwnChange(round, bets, { requirementNo, from: amount, to: zeroMoney, settles: 0n }),
  );
}

/** Adds the change of each open requirement of a bonus or code to its own money. */
async function changeOwn(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  compute: (requirementNo: number) => Money,
): Promise<void> {
  const lines = (await loadOpenRequirements(tx, siteId, [memberId])).filter(isBonusRequirement);
  const changed = lines.map((line) => ({ ...line, own: add(line.own, compute(line.requirementNo)) }));
  await saveOwnMoney(tx, siteId, changed);
}
