// Disputes: payouts whose posted state the bank contradicts (paid after failed, failed after paid, paid without an
// order).
//
//     open ──confirm-paid──▶ paid
//       └────confirm-failed──▶ failed
//
// The first result stays posted. During a dispute the member cannot withdraw. If the bank now reports a payment, the
// money returned to the member is frozen in holds, first from the wallet that received it, then from the other.
//
// Always true: after the decision the ledger matches the operator's finding at the bank. A paid amount is in `payouts`
// (frozen money first, then the wallets; the member owes the difference), an unpaid one is the member's. Money debited
// from the game wallet had arrived in requirements that began after the request, and counts as sent there.
//
// Elsewhere: results without contradiction (payout-results.ts), decisions and reasons (operators).

import type { Queryable, Transaction } from '@chaba/database';
import * as ledger from '@chaba/ledger';
import { min, type Money, subtract, zeroMoney } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { publishAfterCommit } from '#core/member-events';
import { assert } from '#core/domain-error';
import { countTaken, findNewestRequirementNo } from '#modules/requirements';
import { loseOwnMoney, returnOwnMoney } from '#modules/own-money';

import * as payouts from './bank-payouts.store.ts';
import * as store from './withdrawals.store.ts';

export type PayoutClaim = { readonly claimed: 'paid' | 'failed' | 'returned'; readonly reason: string | undefined };

const SHOWN_MAX = 200;
const ACCOUNTS = { main: chart.main, game: chart.game };

/** Opens a dispute, or records the bank's latest claim in the open one. The caller holds the lane. */
export async function recordContradiction(
  tx: Transaction,
  siteId: number,
  withdrawal: store.Withdrawal,
  { claimed, reason }: PayoutClaim,
): Promise<'contradicted' | 'known'> {
  const { withdrawalId, memberId, state: recordedState } = withdrawal;
  const open = await payouts.findOpenDispute(tx, siteId, withdrawalId);
  if (open) return (await payouts.recordLastClaim(tx, siteId, open, claimed)) ? 'contradicted' : 'known';
  assert(claimed !== 'returned', 'a returned payout is no contradiction');
  assert(
    recordedState === 'requested' ||
      recordedState === 'paid' ||
      recordedState === 'rejected' ||
      recordedState === 'failed',
    'the withdrawal is in a state that the bank can contradict',
  );

  const disputeNo = await payouts.nextDisputeNo(tx, siteId, withdrawalId);
  const isFrozen = recordedState === 'failed' || recordedState === 'rejected';
  const { heldMain, heldGame } = isFrozen
    ? await freezeReturned(tx, siteId, withdrawal, disputeNo)
    : { heldMain: zeroMoney, heldGame: zeroMoney };
  const newestRequirementNo = await findNewestRequirementNo(tx, siteId, memberId);
  const dispute = {
    withdrawalId,
    disputeNo,
    memberId,
    recordedState,
    claimedResult: claimed,
    reason,
    heldMain,
    heldGame,
    newestRequirementNo,
  };
  await payouts.insertDispute(tx, siteId, dispute);
  publishAfterCommit(tx, siteId, memberId);
  return 'contradicted';
}

async function freezeReturned(
  tx: Transaction,
  siteId: number,
  { withdrawalId, memberId: ownerId, amount, state, isReleased }: store.Withdrawal,
  disputeNo: number,
): Promise<{ heldMain: Money; heldGame: Money }> {
  const { main, game } = await ledger.getBalances(tx, siteId, ownerId, ACCOUNTS);
  const isInMain = state === 'failed' && !isReleased;
  const [first, then] = isInMain ? [main, game] : [game, main];
  const frozenFirst = min(amount, first);
  const frozenThen = min(subtract(amount, frozenFirst), then);
  const [heldMain, heldGame] = isInMain ? [frozenFirst, frozenThen] : [frozenThen, frozenFirst];
  for (const [wallet, frozen] of [['main', heldMain] as const, ['game', heldGame] as const]) {
    if (frozen === 0n) continue;
    const placed = await ledger.placeHold(tx, siteId, {
      ownerId,
      holdId: formatHoldId({ withdrawalId, disputeNo }, wallet),
      from: chart[wallet],
      held: chart.withdrawalHeld,
      to: chart.payouts,
      amount: frozen,
      reason: 'payout disputed',
    });
    assert(placed === 'placed', 'a new dispute freezes at most the balance');
  }
  return { heldMain, heldGame };
}

/** Debits the frozen money, then the wallets; the member owes the difference. */
export async function postConfirmedPayout(
  tx: Transaction,
  siteId: number,
  withdrawal: store.Withdrawal,
  dispute: payouts.Dispute,
): Promise<void> {
  const { memberId: ownerId, withdrawalId } = withdrawal;
  await closeHolds(tx, siteId, dispute, 'post');
  const missing = subtract(subtract(withdrawal.amount, dispute.heldMain), dispute.heldGame);
  const { main, game } = await ledger.getBalances(tx, siteId, ownerId, ACCOUNTS);
  const fromMain = min(missing, main);
  const fromGame = min(subtract(missing, fromMain), game);
  const owed = subtract(subtract(missing, fromMain), fromGame);
  const key = `withdrawal:${withdrawalId}:dispute:${dispute.disputeNo}`;
  const common = { ownerId, to: chart.payouts } as const;
  const transfers = [
    { ...common, from: chart.main, amount: fromMain, reason: 'payout confirmed', key: `${key}:main` },
    { ...common, from: chart.game, amount: fromGame, reason: 'payout confirmed', key: `${key}:game` },
    { ...common, from: chart.receivable, amount: owed, reason: 'payout confirmed', key: `${key}:owed` },
  ].filter(({ amount }) => amount > 0n);
  const postings = await ledger.postTransfers(tx, siteId, transfers);
  assert(
    postings.every(({ outcome }) => outcome === 'posted'),
    'each debit is at most the balance, and the difference is owed',
  );
  // Requirements that began after the request contain money returned to the game wallet before them.
  const taken = { memberId: ownerId, afterRequirementNo: withdrawal.newestRequirementNo };
  await countTaken(tx, siteId, { ...taken, amount: dispute.heldGame, upToRequirementNo: dispute.newestRequirementNo });
  await countTaken(tx, siteId, { ...taken, amount: fromGame });
  await loseOwnMoney(tx, siteId, { ...taken, amount: owed });
}

/** Releases the frozen money to its wallets. */
export async function releaseFrozen(tx: Transaction, siteId: number, dispute: payouts.Dispute): Promise<void> {
  const { memberId, withdrawalId, disputeNo, heldGame: amount, openedAt: requestedAt } = dispute;
  await closeHolds(tx, siteId, dispute, 'void');
  if (dispute.heldMain > 0n) await store.markInMain(tx, siteId, withdrawalId);
  const key = `withdrawal:${withdrawalId}:dispute:${disputeNo}:back`;
  await returnOwnMoney(tx, siteId, { memberId, amount, key, requestedAt });
}

async function closeHolds(
  tx: Transaction,
  siteId: number,
  dispute: payouts.Dispute,
  how: 'post' | 'void',
): Promise<void> {
  const wallets = [['main', dispute.heldMain] as const, ['game', dispute.heldGame] as const];
  for (const [wallet, frozen] of wallets) {
    if (frozen === 0n) continue;
    const hold = { ownerId: dispute.memberId, holdId: formatHoldId(dispute, wallet) };
    const closed = how === 'post' ? await ledger.postHold(tx, siteId, hold) : await ledger.voidHold(tx, siteId, hold);
    assert(closed !== 'not_open', 'an open dispute has its holds');
  }
}

function formatHoldId(
  { withdrawalId, disputeNo }: Pick<payouts.Dispute, 'withdrawalId' | 'disputeNo'>,
  wallet: 'main' | 'game',
): string {
  return `withdrawal:${withdrawalId}:dispute:${disputeNo}:${wallet}`;
}

/** Disputes that wait for an operator, oldest first. */
export function listOpenDisputes(database: Queryable, siteId: number): Promise<payouts.OpenDispute[]> {
  return payouts.listOpenDisputes(database, siteId, SHOWN_MAX);
}
