// Deposits: money that members transfer to one of the brand's receiving accounts becomes their balance, once.
//
//     review ──▶ credited | parked       an operator or a better report confirms it
//        └─────▶ returned                back to the account it came from
//     credited, or parked ──▶ credited   a bonus with a withdraw cap is open: apart until the member chooses
//        └─────▶ returned                it was another member's: taken back, and what is missing is owed
//
// Always true: a deposit is what one bank movement is for one member; the movement is the real transfer, from whatever report, and one
// deposit of it at most is credited (movements.ts). The reference of a slip names a movement for ever, by the exact letters; states and
// entries change in one transaction, which holds the lanes. Nothing is guessed: two matching members count as no match.
//
// Elsewhere: slips (slips.ts), the bank's feed (feed.ts), decisions of persons (decisions.ts), the entries (deposit-postings.ts), what turnover a
// deposit asks for (bonuses), decisions by operators (operators).

import type { Database, Transaction } from '@chaba/database';
import { loadBatch, writeBatch } from '@chaba/ledger';
import { add, min, type Money, subtract, zeroMoney } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { signalAfterCommit } from '#core/member-events';
import { repayDebt } from '#core/debt-repayment';
import { assert, fail } from '#core/domain-error';
import { releaseOwnMoney } from '#modules/bonuses';

import * as store from './deposits.store.ts';
import * as movements from './movements.store.ts';
import type { ListedAccount, Movement, ReceivingAccount } from './movements.store.ts';
import { addDepositTurnover } from './record.ts';

export {
  assignDeposit,
  type Attached,
  disputeDeposit,
  returnDeposit,
} from './operator-decisions.ts';
export { type FeedOutcome, receiveFeed, receiveStatement, rematchDeposits } from './bank-feed.ts';
export { databaseTime } from './deposits.store.ts';
export type { ReceivedLine } from './feed-matching.ts';
export type { Correction } from './record.ts';
export type { VerifiedSlip } from './slip-rules.ts';
export {
  retryPendingSlips,
  type CreditedSlip,
  latestSlips,
  submitSlip,
  type SlipContext,
} from './submit-slip.ts';
export { openSlipVerifier, type SlipVerifier } from './slip-verifier.ts';
export type { Deposit, DepositState } from './deposits.store.ts';
export type { ListedAccount, ReceivingAccount } from './movements.store.ts';

const WAITING_SHOWN_MAX = 200;

/** The accounts that members may transfer to now, in the order they are shown. */
export async function openAccounts(database: Database, siteId: number): Promise<ListedAccount[]> {
  const now = await store.databaseTime(database);
  const ours = await movements.listReceivingAccounts(database, siteId);
  return ours.filter(({ activeFrom, activeTo }) => activeFrom <= now && (activeTo === null || now < activeTo));
}

/** All accounts of the site, those of the past included. */
export function listReceivingAccounts(database: Database, siteId: number): Promise<ListedAccount[]> {
  return movements.listReceivingAccounts(database, siteId);
}

/** Sets what a PromptPay code of the account pays to; nothing: the account has no code. For an operator's act. */
export function setPromptPayId(
  tx: Transaction,
  siteId: number,
  receivingAccountId: bigint,
  promptPayId: string | null,
): Promise<void> {
  return movements.setPromptPayId(tx, siteId, receivingAccountId, promptPayId);
}

/** Makes the account when there is none like it; the first site that has it owns its movements. Safe to repeat. */
export async function ensureReceivingAccount(
  tx: Transaction | Database,
  siteId: number,
  account: Pick<ReceivingAccount, 'kind' | 'bankCode' | 'account' | 'holderName'>,
): Promise<void> {
  await movements.insertReceivingAccount(tx, siteId, account);
  await movements.insertOwner(tx, account);
}

export type ReleaseRequest = { readonly siteId: number; readonly memberId: bigint; readonly idempotencyKey: string };

/** Everything in the main wallet becomes playable: parked deposits (which then ask for turnover) and payouts that came back. */
export async function releaseMainWallet(
  database: Database,
  { siteId, memberId, idempotencyKey }: ReleaseRequest,
): Promise<Money> {
  const key = `release:${memberId}:${idempotencyKey}`;
  return database.transaction(async (tx) => {
    const books = await loadBatch(tx, siteId, { ownerIds: [memberId], keys: [key] });
    const first = books.known(key);
    if (first) return first.amount;
    const amount = books.balance(memberId, chart.main);
    if (amount === 0n) fail('MAIN_WALLET_EMPTY');

    const posting = books.transfer({
      ownerId: memberId,
      from: chart.main,
      to: chart.game,
      amount,
      reason: 'main wallet released',
      key,
    });
    assert(posting.outcome === 'posted', 'all of an account can leave it');
    await writeBatch(tx, books);
    // What paid a debt is taken off the parked deposits, the oldest first: only what is playable asks for turnover.
    const playableOfAll = await repayDebt(tx, siteId, { memberId, amount, key });
    const parkedDeposits = await store.creditParked(tx, siteId, memberId);
    const parked = add(zeroMoney, ...parkedDeposits.map((deposit) => deposit.amount));
    await releaseOwnMoney(tx, siteId, { memberId, amount, playable: playableOfAll, parked });
    let repaid = subtract(amount, playableOfAll);
    for (const deposit of parkedDeposits) {
      const paying = min(deposit.amount, repaid);
      repaid = subtract(repaid, paying);
      const playable = subtract(deposit.amount, paying);
      if (playable > 0n) await addDepositTurnover(tx, siteId, { ...deposit, memberId, amount: playable });
    }
    signalAfterCommit(tx, siteId, memberId);
    return amount;
  });
}

/** A movement that waits for an operator, with all members who claim it. */
export type WaitingDeposit = {
  /** The number to decide it by. */
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

/** Movements on the site's accounts that wait for an operator, oldest first. */
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
    receivingAccount: await movements.loadAccountNumber(database, siteId, movement.receivingAccountId),
    reason: movement.reason,
    holder: holder && { siteId: holder.siteId, memberId: holder.memberId },
    isCredited: deposit?.state === 'credited' || deposit?.state === 'parked',
    senders: await store.listSlipSenders(database, movement),
  };
}

/** Deposits of a member that moved on since then. */
export function changedDeposits(
  database: Database,
  siteId: number,
  of: { readonly memberId: bigint; readonly since: Date },
): Promise<store.ChangedDeposit[]> {
  return store.changedDeposits(database, siteId, of);
}
