// Final check of an approved withdrawal, and the submission mark before the bank is called.
//
//     approved ──submit──▶ paying                   what the cap removes is recomputed and taken, the mark is written
//        ├── a round may still pay ──▶ approved     waits with the reason and is checked again
//        ├── lock, lost turnover, … ──▶ requested   an operator decides
//        ├── debt ──▶ rejected                      the money repays the debt
//        └── its bonus ends ──▶ rejected            the money is a part of the bonus
//
// Always true: `submitted_at` is committed under the member's lane before the bank is called. A process that ends
// between the two leaves an unknown outcome, which only the bank's answer resolves. These rules are never checked after
// the mark.
//
// Elsewhere: the verdict (withdrawal-rules.ts), calling the bank (bank-payouts.ts).

import type { Database, Transaction } from '@chaba/database';
import * as ledger from '@chaba/ledger';
import { add } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { publishAfterCommit } from '#core/member-events';
import { assert } from '#core/domain-error';
import { forEachConcurrent } from '#core/for-each-concurrent';
import { forfeitForExclusion } from '#modules/promotions';
import { countLeaving } from '#modules/requirements';
import { returnOwnMoney } from '#modules/own-money';
import { loadPosition } from '#modules/position';
import type { PayoutOrder } from '#modules/payout-client';

import { adjustRemoved, removeAboveCap, voidHolds } from './caps.ts';
import * as payouts from './bank-payouts.store.ts';
import { checkUnsent, type WithdrawalVerdict } from './withdrawal-rules.ts';
import * as store from './withdrawals.store.ts';

const WAIT_SECONDS = 3;
const DEBTORS_AT_ONCE_MAX = 200;

/** Loads the withdrawal under the member's lane lock. */
export async function lockWithdrawal(
  tx: Transaction,
  siteId: number,
  withdrawalId: bigint,
): Promise<store.Withdrawal | undefined> {
  const withdrawal = await store.findById(tx, siteId, withdrawalId);
  if (!withdrawal) return undefined;
  await ledger.lockLanes(tx, siteId, [withdrawal.memberId]);
  return store.findById(tx, siteId, withdrawalId);
}

/** Submits a payout unless a rule prevents it now. Returns the order for the bank. */
export function submitPayout(
  database: Database,
  siteId: number,
  due: payouts.DuePayout,
): Promise<PayoutOrder | undefined> {
  const { payoutId, memberId } = due;
  return database.transaction(async (tx) => {
    const withdrawal = await lockWithdrawal(tx, siteId, due.withdrawalId);
    const payout = await payouts.lockPayout(tx, siteId, due.withdrawalId);
    if (payout?.state !== 'queued' || !payout.isDue) return undefined;
    assert(withdrawal?.state === 'approved', 'a waiting payout belongs to an approved withdrawal');

    const ending = await endForExclusion(tx, siteId, withdrawal);
    if (ending === 'cancelled') return undefined;
    const found = checkUnsent(withdrawal, await loadPosition(tx, siteId, memberId));
    const verdict: WithdrawalVerdict =
      found.verdict === 'submit' && ending === 'pending' ? { verdict: 'wait', reason: 'BET_OPEN' } : found;
    switch (verdict.verdict) {
      case 'repay':
        await cancelUnsent(tx, siteId, withdrawal, { decidedBy: 'system', reason: 'OWED' });
        return undefined;
      case 'review':
        await payouts.stopPayout(tx, siteId, withdrawal.withdrawalId);
        await store.requireReview(tx, siteId, withdrawal.withdrawalId, verdict.reasons);
        publishAfterCommit(tx, siteId, memberId);
        return undefined;
      case 'wait':
        await payouts.postponePayout(tx, siteId, payoutId, WAIT_SECONDS);
        if (await store.setWaitReason(tx, siteId, withdrawal.withdrawalId, verdict.reason)) {
          publishAfterCommit(tx, siteId, memberId);
        }
        return undefined;
      case 'submit': {
        const { adjusted, later } = await adjustRemoved(tx, siteId, withdrawal, verdict.removed);
        await removeAboveCap(tx, siteId, adjusted, later);
        await countLeaving(tx, siteId, withdrawal);
        await payouts.markSubmitted(tx, siteId, payoutId);
        const isMarked = await store.markPaying(tx, siteId, withdrawal.withdrawalId);
        assert(isMarked, 'an approved withdrawal is submitted once');
        publishAfterCommit(tx, siteId, memberId);
        const { bankCode, account, holderName, amount } = withdrawal;
        return { payoutId, bankCode, account, name: holderName, amount };
      }
    }
  });
}

/**
 * Forfeits the bonuses of an excluded member. An unsubmitted withdrawal under one of them is cancelled first: its money
 * is a part of the bonus. `pending`: a round may still pay.
 */
export async function endForExclusion(
  tx: Transaction,
  siteId: number,
  withdrawal: store.Withdrawal,
): Promise<'cancelled' | 'pending' | 'done'> {
  const { memberId } = withdrawal;
  const outcome = await forfeitForExclusion(tx, siteId, memberId);
  if (outcome !== 'payout_open') return outcome;
  // A dispute has its own review reason.
  if ((await loadPosition(tx, siteId, memberId)).disputed.count > 0) return 'done';
  await cancelUnsent(tx, siteId, withdrawal, { decidedBy: 'system', reason: 'BONUS_ENDED' });
  await forfeitForExclusion(tx, siteId, memberId);
  return 'cancelled';
}

/** Cancels the member's open withdrawal unless it was submitted. Called before its bonus is revoked. */
export async function cancelOpenWithdrawal(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
): Promise<'cancelled' | 'not_waiting'> {
  const { leaving } = await loadPosition(tx, siteId, memberId);
  const withdrawal = leaving && (await store.findById(tx, siteId, leaving.withdrawalId));
  if (!withdrawal || withdrawal.state === 'paying') return 'not_waiting';
  if (await payouts.findOpenDispute(tx, siteId, withdrawal.withdrawalId)) return 'not_waiting';
  await cancelUnsent(tx, siteId, withdrawal, { decidedBy: 'system', reason: 'BONUS_ENDED' });
  return 'cancelled';
}

/** Job: cancels requests of members with a debt, which repays it. Approved withdrawals are checked at submission. */
export async function cancelDebtorRequests(database: Database, siteId: number): Promise<void> {
  const found = await store.listDebtorRequests(database, siteId, {
    debtKind: chart.receivable.kind,
    limit: DEBTORS_AT_ONCE_MAX,
  });
  await forEachConcurrent(found, 1, (withdrawalId) =>
    database.transaction(async (tx) => {
      const withdrawal = await lockWithdrawal(tx, siteId, withdrawalId);
      if (withdrawal?.state !== 'requested') return;
      const { debt } = await loadPosition(tx, siteId, withdrawal.memberId);
      if (debt === 0n || (await payouts.findOpenDispute(tx, siteId, withdrawalId))) return;
      await cancelUnsent(tx, siteId, withdrawal, { decidedBy: 'system', reason: 'OWED' });
    }),
  );
}

/** Cancels a withdrawal that was certainly not submitted: the money is playable again, less debts. */
export async function cancelUnsent(
  tx: Transaction,
  siteId: number,
  withdrawal: store.Withdrawal,
  to: { readonly decidedBy: string; readonly reason: string | undefined },
): Promise<void> {
  const { withdrawalId, memberId } = withdrawal;
  await payouts.stopPayout(tx, siteId, withdrawalId);
  assert(await store.cancel(tx, siteId, withdrawalId, to), 'a withdrawal that was not submitted can be cancelled');
  const { amount: removed } = await voidHolds(tx, siteId, withdrawal, chart.game);
  const key = `withdrawal:${withdrawalId}:back`;
  const amount = add(withdrawal.amount, removed);
  await returnOwnMoney(tx, siteId, { memberId, amount, removed, key, requestedAt: withdrawal.createdAt });
  publishAfterCommit(tx, siteId, memberId);
}
