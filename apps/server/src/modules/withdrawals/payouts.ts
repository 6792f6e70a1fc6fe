// The bank's side of a withdrawal: telling it what to pay, hearing what became of it, once.
//
// A row of the outbox is written with the approval; the job tells the bank after the commit and goes on asking, and the
// bank also calls by itself. Whoever hears the result first closes the withdrawal; the other finds it closed.
//
// Always true: the payout id never changes, so the bank pays once however often it is told, also when its answer was lost.
// No result is made up: silence is asked about again, for ever, and after ten times shown to a person. Order of locks: the
// member's lane, the payout, the withdrawal.
//
// Elsewhere: their words (payout-bank.ts), asking and deciding (withdrawals.ts).

import type { Database, Transaction } from '@chaba/database';
import * as ledger from '@chaba/ledger';
import { add, zeroMoney } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { signalAfterCommit } from '#core/live';
import { assert } from '#core/refusal';
import { sideBySide } from '#core/side-by-side';
import { closeServedLines, returnOwnMoney } from '#modules/bonuses';
import { countWithdrawal } from '#modules/members';

import type { PayoutBank } from './payout-bank.ts';
import * as store from './withdrawals.store.ts';

export type PayoutResult = {
  readonly payoutId: string;
  readonly status: 'paid' | 'failed';
  readonly reason: string | undefined;
};

/** `contradicted`: the bank now says otherwise than at first. The first word stands, and somebody must look. */
export type Settlement = 'settled' | 'known' | 'contradicted' | 'unknown_payout';

const DUE_PAYOUTS_MAX = 20;
const TOLD_AT_ONCE = 4;
const ASK_AGAIN_SECONDS = 3;
const FAILURE_REASON_LENGTH_MAX = 200;

export function payoutIdOf(siteId: number, withdrawal: Pick<store.Withdrawal, 'withdrawalId'>): string {
  return `P${siteId}-${withdrawal.withdrawalId}`;
}

/** A withdrawal's holds: the amount itself, and what a cap takes away. */
export function holdNames(withdrawal: Pick<store.Withdrawal, 'withdrawalId'>) {
  const name = `withdrawal:${withdrawal.withdrawalId}`;
  return { amount: { holdId: name }, removed: { holdId: `${name}:cap` } } as const;
}

/** The job: tells the bank what waits and asks about what it accepted. Answers how many payouts it dealt with. */
export async function payWaiting(database: Database, bank: PayoutBank, siteId: number): Promise<number> {
  const due = await store.takeDuePayouts(database, siteId, DUE_PAYOUTS_MAX);
  await sideBySide(due, TOLD_AT_ONCE, (payout) => tellBank(database, bank, siteId, payout));
  return due.length;
}

async function tellBank(database: Database, bank: PayoutBank, siteId: number, payout: store.DuePayout): Promise<void> {
  const { payoutId, state } = payout;
  const answer =
    state === 'accepted' ? await bank.ask(payoutId) : await bank.pay({ ...payout, name: payout.holderName });
  switch (answer.status) {
    case 'paid':
    case 'failed':
      await settlePayout(database, { payoutId, status: answer.status, reason: answer.reason });
      return;
    case 'accepted':
      await store.noteAnswer(database, siteId, payoutId, {
        state: 'accepted',
        answer: 'accepted',
        nextTryInSeconds: state === 'waiting' ? ASK_AGAIN_SECONDS : undefined,
      });
      return;
    case 'unknown':
      // The bank never heard of it: tell it again, under the same id.
      await store.noteAnswer(database, siteId, payoutId, { state: 'waiting', answer: 'unknown', nextTryInSeconds: 0 });
      return;
    case 'conflict':
    case 'no_answer':
      // It may have heard us: the state stays, and the same id is asked about again.
      await store.noteAnswer(database, siteId, payoutId, {
        state: state === 'accepted' ? 'accepted' : 'waiting',
        answer: answer.status,
        nextTryInSeconds: undefined,
      });
  }
}

/** The bank said what became of a payout: by calling us, or when asked. */
export async function settlePayout(database: Database, result: PayoutResult): Promise<Settlement> {
  const name = /^P(\d{1,9})-(\d{1,18})$/.exec(result.payoutId);
  if (!name) return 'unknown_payout';
  const [siteId, withdrawalId] = [Number(name[1]), BigInt(name[2] ?? '')];

  return database.transaction(async (tx) => {
    const withdrawal = await store.findById(tx, siteId, withdrawalId);
    if (!withdrawal) return 'unknown_payout';
    await ledger.lockLanes(tx, siteId, [withdrawal.memberId]);
    const payout = await store.lockPayout(tx, siteId, result.payoutId);
    if (!payout) return 'unknown_payout';
    if (payout.state === 'done') {
      return isSameResult(await store.findById(tx, siteId, withdrawalId), result) ? 'known' : 'contradicted';
    }

    const reason = result.reason?.slice(0, FAILURE_REASON_LENGTH_MAX);
    const isClosed = await store.close(tx, siteId, withdrawalId, { state: result.status, reason });
    assert(isClosed, 'a withdrawal whose payout is not done is open');
    await store.closePayout(tx, siteId, result.payoutId, result.status);
    if (result.status === 'paid') await bookPaid(tx, siteId, withdrawal);
    else await giveBack(tx, siteId, withdrawal, chart.main);
    signalAfterCommit(tx, siteId, withdrawal.memberId);
    return 'settled';
  });
}

function isSameResult(withdrawal: store.Withdrawal | undefined, result: PayoutResult): boolean {
  return withdrawal?.state === result.status;
}

async function bookPaid(tx: Transaction, siteId: number, withdrawal: store.Withdrawal): Promise<void> {
  const names = holdNames(withdrawal);
  const ownerId = withdrawal.memberId;
  const posted = await ledger.postHold(tx, siteId, { ownerId, ...names.amount });
  assert(posted === 'posted', 'an open withdrawal has an open hold');
  await countWithdrawal(tx, siteId, ownerId, withdrawal.amount);
  await closeServedLines(tx, siteId, ownerId, withdrawal.createdAt);
  if (withdrawal.removed === 0n) return;
  const removed = await ledger.postHold(tx, siteId, { ownerId, ...names.removed });
  assert(removed === 'posted', 'what a cap removes is held beside the amount');
}

/** The amount goes back, to where the case says; what a cap would have removed goes back to where it was. */
export async function giveBack(
  tx: Transaction,
  siteId: number,
  withdrawal: store.Withdrawal,
  returnTo: typeof chart.game,
): Promise<void> {
  const names = holdNames(withdrawal);
  const ownerId = withdrawal.memberId;
  const voided = await ledger.voidHold(tx, siteId, { ownerId, ...names.amount, returnTo });
  assert(voided === 'voided', 'an open withdrawal has an open hold');
  if (withdrawal.removed > 0n) await ledger.voidHold(tx, siteId, { ownerId, ...names.removed });
  const amount = add(withdrawal.removed, returnTo === chart.game ? withdrawal.amount : zeroMoney);
  const key = `withdrawal:${withdrawal.withdrawalId}:back`;
  await returnOwnMoney(tx, siteId, { memberId: ownerId, amount, key, requestedAt: withdrawal.createdAt });
  signalAfterCommit(tx, siteId, ownerId);
}
