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

import { banks } from '@chaba/contract/banks';
import type { Database, Queryable, Transaction } from '@chaba/database';
import { loadBatch, writeBatch } from '@chaba/ledger';
import { min, type Money, subtract } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { publishAfterCommit } from '#core/member-events';
import { loadPosition, markReleased, repayDebt } from '#modules/position';
import { assert, fail } from '#core/domain-error';
import { releaseOwnMoney } from '#modules/requirements';

import * as store from './deposits.store.ts';
import * as movements from './movements.store.ts';
import * as accounts from './receiving-accounts.store.ts';
import type { Movement } from './movements.store.ts';
import type { ReceivingAccount } from './receiving-accounts.store.ts';
import { addDepositTurnover } from './record.ts';

export { assignDeposit, disputeDeposit, returnDeposit } from './operator-decisions.ts';
export { type DepositCandidate, type DepositReview, explainCandidate, loadDepositReview } from './deposit-review.ts';
export { previewStatement, type StatementFile, receiveFeed, receiveStatement } from './bank-feed.ts';
export { isBad, type StatementRow } from './statement-table.ts';
export { databaseTime, findDeposit, listChangedDeposits } from './deposits.store.ts';
export type { CreditCorrection } from './record.ts';
export type { VerifiedSlip } from './slip-rules.ts';
export { retryPendingSlips, listLatestSlips, submitSlip, type SlipContext } from './submit-slip.ts';
export { createSlipVerifier, type SlipVerifier } from './slip-verifier.ts';
export type { Deposit } from './deposits.store.ts';
export {
  findMovementAt as findMovement,
  listMovementsOf as listWaitingMovements,
  listRecentMovements,
  type Movement,
} from './movements.store.ts';
export {
  type ListedAccount,
  listReceivingAccounts,
  setCeilings,
  setPlace,
  setPromptPayId,
} from './receiving-accounts.store.ts';
export {
  chooseTurns,
  type CountedAccount,
  createShownAccounts,
  listCountedAccounts,
  listOpenAccounts,
} from './shown-accounts.ts';

const WAITING_SHOWN_MAX = 200;

/** An account as a site enters it; a wallet has no bank. */
export type NewAccount = Pick<ReceivingAccount, 'kind' | 'bankCode' | 'account' | 'holderName'>;

/** Creates the account unless it exists; the first site that has it owns its movements. Idempotent. */
export async function ensureReceivingAccount(
  tx: Transaction | Database,
  siteId: number,
  account: NewAccount,
): Promise<void> {
  await insertAccount(tx, siteId, account, { isRequested: false, shownAfterSeconds: 0 });
}

async function insertAccount(
  tx: Transaction | Database,
  siteId: number,
  account: NewAccount,
  of: { readonly isRequested: boolean; readonly shownAfterSeconds: number },
): Promise<void> {
  await accounts.insertReceivingAccount(tx, siteId, account, of);
  await accounts.insertOwner(tx, account);
}

/**
 * Creates the account or opens a closed one again; members are shown it after this time. The holder must be the one
 * that any site wrote for it. Called by an action of an operator.
 */
export async function openReceivingAccount(
  tx: Transaction,
  siteId: number,
  account: NewAccount,
  { shownAfterSeconds }: { readonly shownAfterSeconds: number },
): Promise<'opened' | 'exists' | 'holder_differs'> {
  const written = await accounts.findHolder(tx, account);
  if (written !== undefined && written.holderName !== account.holderName) return 'holder_differs';
  const listed = await accounts.listReceivingAccounts(tx, siteId);
  const known = listed.find((other) => other.bankCode === account.bankCode && other.account === account.account);
  if (known === undefined) {
    await insertAccount(tx, siteId, account, { isRequested: true, shownAfterSeconds });
    return 'opened';
  }
  const { receivingAccountId } = known;
  return (await accounts.reopenAccount(tx, siteId, { receivingAccountId, shownAfterSeconds })) ? 'opened' : 'exists';
}

/**
 * Closes the account: members are not shown it, and slips of later transfers are rejected. Lines of its feed still
 * count. Called by an audited action of an operator.
 */
export async function closeReceivingAccount(
  tx: Transaction,
  siteId: number,
  receivingAccountId: bigint,
): Promise<'closed' | 'unchanged'> {
  return (await accounts.closeAccount(tx, siteId, receivingAccountId)) ? 'closed' : 'unchanged';
}

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
  const waiting = await movements.listWaitingMovements(database, siteId, WAITING_SHOWN_MAX);
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
    receivingAccount: await accounts.loadAccountNumber(database, siteId, movement.receivingAccountId),
    reason: movement.reason,
    holder: holder && { siteId: holder.siteId, memberId: holder.memberId },
    isCredited: deposit?.state === 'credited' || deposit?.state === 'parked',
    senders: await store.listSlipSenders(database, movement),
  };
}

/** Movements by the reference of the sending bank, in any case of its letters. */
export function listMovementsByReference(
  database: Queryable,
  siteId: number,
  transRef: string,
): Promise<movements.ReferencedMovement[]> {
  return movements.listByReference(database, siteId, { transRef, banks: banks.map(({ code }) => code) });
}
