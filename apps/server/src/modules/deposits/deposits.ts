// Deposits: a transfer of a member to a receiving account of the site becomes balance, once.
//
//     review ──▶ credited | parked       an operator or a better report confirms it
//        └─────▶ returned                back to the sending account
//     parked ──▶ credited                parked while a bonus with a withdraw cap is open; the member releases it
//     credited | parked ──▶ returned     debited, because the money is another member's; the difference becomes debt
//
// A slip: deposits.routes.ts → submit-slip.ts → slip-rules.ts (with movement-matching.ts) → record.ts. A line of the
// feed (bank-feed.ts, line-rules.ts) and an order of an operator (operator-decisions.ts) end in the same record.ts.
//
// Always true: a deposit is one bank movement as the money of one member; at most one deposit of a movement is
// credited. The reference of a slip identifies one movement permanently and is case-sensitive. States and entries
// change in one transaction, which holds the lanes. Two matching members count as no match.
//
// Elsewhere: states and entries (record.ts), turnover (bonuses), deposit limits (limits), audited actions (operators).

import type { Database } from '@chaba/database';
import { loadBatch, writeBatch } from '@chaba/ledger';
import { min, type Money, subtract } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { publishAfterCommit } from '#core/member-events';
import { loadPosition, markReleased } from '#modules/position';
import { repayDebt } from '#modules/debt';
import { assert, fail } from '#core/domain-error';
import { releaseOwnMoney } from '#modules/own-money';
import { loadAccountNumber } from '#modules/receiving-accounts';

import * as store from './deposits.store.ts';
import * as movementStore from './movements.store.ts';
import type { Movement } from './movements.store.ts';
import { addDepositTurnover } from './record.ts';

export { assignDeposit, disputeDeposit, returnDeposit } from './operator-decisions.ts';
export { type DepositCandidate, type DepositReview, explainCandidate, loadDepositReview } from './deposit-review.ts';
export { previewStatement, type StatementFile, receiveFeed, receiveStatement } from './bank-feed.ts';
export { isBad, type StatementRow } from './statement-table.ts';
export { findDeposit, listChangedDeposits } from './deposits.store.ts';
export * as slips from './slips.ts';
export * as movements from './movements.ts';

const WAITING_SHOWN_MAX = 200;

type ReleaseRequest = { readonly siteId: number; readonly memberId: bigint; readonly idempotencyKey: string };

/** Moves the main wallet to the game wallet: parked deposits, which then require turnover, and returned payouts. */
export async function releaseMainWallet(
  database: Database,
  { siteId, memberId, idempotencyKey }: ReleaseRequest,
): Promise<Money> {
  const key = `release:${memberId}:${idempotencyKey}`;
  return database.transaction(async (tx) => {
    const batch = await loadBatch(tx, siteId, { ownerIds: [memberId], keys: [key] });
    const first = batch.findTransfer(key);
    if (first) return first.amount;
    const amount = batch.getBalance(memberId, chart.main);
    if (amount === 0n) fail('MAIN_WALLET_EMPTY');
    const before = await loadPosition(tx, siteId, memberId);

    const posting = batch.transfer({
      ownerId: memberId,
      from: chart.main,
      to: chart.game,
      amount,
      reason: 'main wallet released',
      key,
    });
    assert(posting.outcome === 'posted', 'the whole balance of an account can be transferred');
    await writeBatch(tx, batch);
    // Repaid debt reduces the parked deposits, oldest first: only playable money requires turnover.
    const playableOfAll = await repayDebt(tx, siteId, { memberId, amount, key });
    const parkedDeposits = await store.creditParked(tx, siteId, memberId);
    await markReleased(tx, siteId, { memberId, fromRequirementNo: 0 });
    await releaseOwnMoney(tx, siteId, { before, amount });
    let repaid = subtract(amount, playableOfAll);
    for (const deposit of parkedDeposits) {
      const paying = min(deposit.amount, repaid);
      repaid = subtract(repaid, paying);
      const playable = subtract(deposit.amount, paying);
      if (playable > 0n) await addDepositTurnover(tx, siteId, { ...deposit, memberId, amount: playable });
    }
    publishAfterCommit(tx, siteId, memberId);
    return amount;
  });
}

/** A movement that requires a decision of an operator, with all members who claim it. */
export type WaitingDeposit = {
  /** The number that an order of an operator names. */
  readonly depositId: bigint;
  readonly state: 'seen' | 'claimed' | 'disputed';
  readonly transferredAt: Date;
  readonly amount: Money;
  readonly senderBank: string | null;
  readonly senderAccount: string | null;
  readonly senderName: string | null;
  readonly receivingAccount: string;
  readonly reason: string | null;
  /** The member with the claim or the credit. */
  readonly holder: { readonly siteId: number; readonly memberId: bigint } | undefined;
  readonly isCredited: boolean;
  /** Members with a slip of it, newest first. */
  readonly senders: readonly { readonly siteId: number; readonly memberId: bigint }[];
};

/** Movements on the site's accounts that require a decision of an operator, oldest first. */
export async function waitingDeposits(database: Database, siteId: number): Promise<WaitingDeposit[]> {
  const waiting = await movementStore.listWaitingMovements(database, siteId, WAITING_SHOWN_MAX);
  const listed: WaitingDeposit[] = [];
  for (const movement of waiting) listed.push(await toWaiting(database, movement));
  return listed;
}

async function toWaiting(database: Database, movement: Movement): Promise<WaitingDeposit> {
  const { siteId, holder } = movement;
  const deposit = holder && (await store.findDeposit(database, holder.siteId, holder.depositId));
  return {
    depositId: movement.movementId,
    state: movement.state as WaitingDeposit['state'],
    transferredAt: movement.transferredAt,
    amount: movement.amount,
    senderBank: movement.senderBank,
    senderAccount: movement.senderAccount,
    senderName: movement.senderName,
    receivingAccount: await loadAccountNumber(database, siteId, movement.receivingAccountId),
    reason: movement.reason,
    holder: holder && { siteId: holder.siteId, memberId: holder.memberId },
    isCredited: deposit?.state === 'credited' || deposit?.state === 'parked',
    senders: await store.listSlipSenders(database, movement),
  };
}
