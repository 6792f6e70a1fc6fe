// Deposits: money that members transfer to one of the brand's receiving accounts becomes their balance, once.
//
//     unmatched ──▶ credited            a slip or a feed line fits exactly one member, or a person says who it is
//         │   └───▶ parked ──▶ credited  a bonus with a withdraw cap is open: apart until the member chooses
//         ├───────▶ review ──▶ credited | parked   the sender fits but something is in doubt (time, name, a limit): a person decides
//         └───────▶ returned             back to the account it came from (also from review)
//
// Always true: one row for one real transfer, whoever told us of it; the reference of a slip names it for ever, by the exact
// letters; the row's state and its entries change in one transaction, which holds the lane, then the receiving account.
// Nothing is guessed: two members who fit are as good as none.
//
// Elsewhere: slips (slips.ts), the bank's feed (feed.ts), the entries (booking.ts), what turnover a deposit asks for
// (bonuses), who may decide by hand (operators).

import type { Database, Transaction } from '@chaba/database';
import { lockLanes, openBooks, writeBooks } from '@chaba/ledger';
import { add, min, type Money, subtract, zeroMoney } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { signalAfterCommit } from '#core/live';
import { payOwed } from '#core/owed';
import { assert, refuse } from '#core/refusal';
import { releaseOwnMoney } from '#modules/bonuses';

import { askForTurnover, bookCredit, bookReturn, creditState } from './booking.ts';
import { isAboveLimit } from './deposit-limits.ts';
import * as store from './deposits.store.ts';
import type { ReceivingAccount } from './slip-judging.ts';
import { closeSlipsOf, creditSlipsOf } from './slips.store.ts';

export { type LineOutcome, matchAgain, receiveFeed, type ReceivedLine, receiveStatement } from './feed.ts';
export { askAgainAboutSlips, type CreditedSlip, latestSlips, sendSlip, type SlipDesk } from './slips.ts';
export { openSlipVerifier, type SlipVerifier } from './slip-verifier.ts';
export type { Deposit, DepositState, WaitingDeposit } from './deposits.store.ts';
export type { ReceivingAccount } from './slip-judging.ts';

const WAITING_SHOWN_MAX = 200;

/** The accounts that members may transfer to now, in the order they are shown. */
export async function openAccounts(database: Database, siteId: number): Promise<ReceivingAccount[]> {
  const now = await store.databaseTime(database);
  const accounts = await store.receivingAccounts(database, siteId);
  return accounts.filter(({ activeFrom, activeTo }) => activeFrom <= now && (activeTo === null || now < activeTo));
}

/** Makes the account when there is none like it. Safe to repeat. */
export function ensureReceivingAccount(
  tx: Transaction | Database,
  siteId: number,
  account: Pick<ReceivingAccount, 'kind' | 'bankCode' | 'account' | 'holderName'>,
): Promise<void> {
  return store.insertReceivingAccount(tx, siteId, account);
}

export type ReleaseRequest = { readonly siteId: number; readonly memberId: bigint; readonly idempotencyKey: string };

/** Everything in the main wallet becomes playable: parked deposits (which then ask for turnover) and payouts that came back. */
export async function releaseMainWallet(
  database: Database,
  { siteId, memberId, idempotencyKey }: ReleaseRequest,
): Promise<Money> {
  const key = `release:${memberId}:${idempotencyKey}`;
  return database.transaction(async (tx) => {
    const books = await openBooks(tx, siteId, { ownerIds: [memberId], keys: [key] });
    const first = books.known(key);
    if (first) return first.amount;
    const amount = books.balance(memberId, chart.main);
    if (amount === 0n) refuse('MAIN_WALLET_EMPTY');

    const posting = books.transfer({
      ownerId: memberId,
      from: chart.main,
      to: chart.game,
      amount,
      reason: 'main wallet released',
      key,
    });
    assert(posting.outcome === 'posted', 'all of an account can leave it');
    await writeBooks(tx, books);
    // What paid a debt is taken off the parked deposits, the oldest first: only what is playable asks for turnover.
    const playableOfAll = await payOwed(tx, siteId, { memberId, amount, key });
    const parkedDeposits = await store.creditParked(tx, siteId, memberId);
    const parked = add(zeroMoney, ...parkedDeposits.map((deposit) => deposit.amount));
    await releaseOwnMoney(tx, siteId, { memberId, amount, playable: playableOfAll, parked });
    let repaid = subtract(amount, playableOfAll);
    for (const deposit of parkedDeposits) {
      const paying = min(deposit.amount, repaid);
      repaid = subtract(repaid, paying);
      const playable = subtract(deposit.amount, paying);
      if (playable > 0n) await askForTurnover(tx, siteId, { ...deposit, memberId, amount: playable });
    }
    signalAfterCommit(tx, siteId, memberId);
    return amount;
  });
}

/** Deposits that wait for a person, oldest first. */
export function waitingDeposits(database: Database, siteId: number): Promise<store.WaitingDeposit[]> {
  return store.waitingDeposits(database, siteId, WAITING_SHOWN_MAX);
}

/** Deposits of a member that moved on since then. */
export function changedDeposits(
  database: Database,
  siteId: number,
  of: { readonly memberId: bigint; readonly since: Date },
): Promise<store.ChangedDeposit[]> {
  return store.changedDeposits(database, siteId, of);
}

export type DepositDecision = { readonly siteId: number; readonly depositId: bigint; readonly decidedBy: string };

/** A person says whose money it is. Called inside the transaction that records who said so and why. */
export async function attachDeposit(
  tx: Transaction,
  decision: DepositDecision & { readonly memberId: bigint },
): Promise<'credited' | 'parked' | 'not_waiting' | 'over_limit'> {
  const { siteId, depositId, memberId, decidedBy } = decision;
  await lockLanes(tx, siteId, [memberId]);
  const waiting = await store.findDeposit(tx, siteId, depositId);
  if (waiting && isWaiting(waiting) && (await isAboveLimit(tx, decision, waiting.amount))) return 'over_limit';
  const state = await creditState(tx, siteId, memberId);
  const isDecided = await store.decideDeposit(tx, siteId, depositId, {
    state,
    memberId,
    decidedBy,
    reviewReason: undefined,
  });
  if (!isDecided) return 'not_waiting';

  const deposit = await store.findDeposit(tx, siteId, depositId);
  assert(deposit, 'a deposit that was decided a moment ago exists');
  await bookCredit(tx, siteId, { ...deposit, memberId }, { from: 'unmatched', state });
  await creditSlipsOf(tx, siteId, { depositId, memberId });
  return state;
}

function isWaiting({ state }: store.Deposit): boolean {
  return state === 'unmatched' || state === 'review';
}

/** A person sends the money back to the account it came from; whoever claimed it is told no. */
export async function returnDeposit(
  tx: Transaction,
  { siteId, depositId, decidedBy }: DepositDecision,
): Promise<'returned' | 'not_waiting'> {
  await lockLanes(tx, siteId, [0n]);
  const to = { state: 'returned', memberId: undefined, decidedBy, reviewReason: undefined } as const;
  if (!(await store.decideDeposit(tx, siteId, depositId, to))) return 'not_waiting';

  const deposit = await store.findDeposit(tx, siteId, depositId);
  assert(deposit, 'a deposit that was decided a moment ago exists');
  await bookReturn(tx, siteId, deposit);
  await closeSlipsOf(tx, siteId, depositId);
  if (deposit.memberId !== null) signalAfterCommit(tx, siteId, deposit.memberId);
  return 'returned';
}
