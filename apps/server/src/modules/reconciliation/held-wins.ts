// Held wins: wins and prizes above the provider's win cap, which an operator releases or rejects.
//
// Always true: held money is on an account of the member from which nothing is played or paid out. A released win
// repays debt first, and is under the removal of a bonus that ended since. A rejected win returns to its source, and
// its round shows the payout without it.
//
// Elsewhere: holding, and rollbacks or corrections of held wins (wallet/wallet-rules.ts), their own money
// (wallet/held-wins.ts), decisions (operators).

import { getBalances, lockLanes, postTransfers, type TransferRequest } from '@chaba/ledger';
import type { Queryable, Transaction } from '@chaba/database';
import { min, money, subtract } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { publishMemberChanged } from '#core/member-events';
import { assert } from '#core/domain-error';
import { forfeitSpentRequirements } from '#modules/own-money';
import { writeRemovals } from '#modules/removals';
import { countLosses } from '#modules/limits';
import { loadStakeRestrictions } from '#modules/members';
import { computeRepayment } from '#modules/debt';
import { shareReleasedWin, takeFromOwnMoney } from '#modules/wallet';

import * as store from './held-wins.store.ts';

export { changedHeldWins } from './held-wins.store.ts';

const SHOWN_MAX = 200;

export type HeldWinDecision = {
  readonly siteId: number;
  readonly provider: string;
  readonly txId: string;
  readonly state: 'released' | 'refused';
  /** Required where a provider used the id for several members. */
  readonly memberId?: bigint | undefined;
};

export async function decideHeldWin(
  tx: Transaction,
  { siteId, provider, txId, state, memberId: whose }: HeldWinDecision,
): Promise<'released' | 'refused' | 'not_waiting' | 'not_single'> {
  const owners = await store.ownersOf(tx, siteId, { provider, txId });
  const memberId = whose ?? owners[0];
  if (memberId === undefined || !owners.includes(memberId)) return 'not_waiting';
  if (whose === undefined && owners.length > 1) return 'not_single';
  await lockLanes(tx, siteId, [memberId]);
  const win = await store.closeHeldWin(tx, siteId, { memberId, provider, txId, state });
  if (!win) return 'not_waiting';
  const { receivable } = await getBalances(tx, siteId, memberId, { receivable: chart.receivable });
  const { changes, left: unremoved } =
    state === 'released'
      ? await shareReleasedWin(tx, siteId, { ...win, memberId, provider, txId })
      : { changes: [], left: win.amount };
  const repaid = state === 'released' ? computeRepayment(min(win.amount, unremoved), receivable) : money(0n);
  const left = subtract(win.amount, repaid);
  const key = `${memberId}:${provider}:${txId}`;
  const common = { ownerId: memberId, from: chart.winsHeld } as const;
  const transfers: TransferRequest[] = [];
  if (repaid > 0n) {
    transfers.push({
      ...common,
      to: chart.receivable,
      amount: repaid,
      reason: 'held win repays',
      key: `held-repay:${key}`,
    });
  }
  if (left > 0n) {
    const from = win.isPrize ? chart.awards : chart.games;
    const to = state === 'released' ? chart.game : from;
    transfers.push({ ...common, to, amount: left, reason: `held win ${state}`, key: `held:${key}` });
  }
  for (const { removal, share } of changes) {
    if (share === 0n) continue;
    transfers.push({
      ownerId: memberId,
      from: chart.game,
      to: chart[removal.account],
      amount: share,
      reason: removal.account === 'residual' ? 'held win capped' : 'held win removed',
      key: `held-removal:${removal.removalNo}:${key}`,
    });
  }
  await writeRemovals(
    tx,
    siteId,
    changes.map(({ removal }) => removal),
  );
  const outcomes = (await postTransfers(tx, siteId, transfers)).map(({ outcome }) => outcome);
  assert(
    outcomes.every((outcome) => outcome === 'posted'),
    `a held win was ${outcomes.join(', ')}`,
  );
  const { roundId, amount, winTxId } = win;
  const { limited } = await loadStakeRestrictions(tx, siteId, [memberId]);
  if (state === 'released' && limited.has(memberId)) {
    await countLosses(tx, siteId, new Map([[memberId, money(-amount)]]));
  }
  if (state === 'refused') {
    await takeFromOwnMoney(tx, siteId, { memberId, provider, txId: winTxId, roundId, amount });
    await store.takePayout(tx, siteId, { memberId, provider, txId: winTxId, roundId, amount });
    await forfeitSpentRequirements(tx, siteId, [memberId]);
  }
  tx.afterCommit(() => publishMemberChanged(siteId, memberId));
  return state;
}

/** Held wins that await a decision, oldest first. */
export function waitingHeldWins(database: Queryable, siteId: number): Promise<store.WaitingForPerson[]> {
  return store.openHeldWins(database, siteId, SHOWN_MAX);
}
