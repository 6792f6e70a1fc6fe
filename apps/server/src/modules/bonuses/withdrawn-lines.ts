// Turnover lines and the withdrawals that leave under them: what counts as sent, and when a served cap closes.
//
//     complete ──paid while the play is settled──▶ closed
//         └──paid while a round may still pay──▶ served ──settled──▶ closed
//
// Always true: a line that was open at the request of a withdrawal contains its money, so paid_e4 of the line contains the amount from the
// submission to the bank on, and no longer than the amount is out: whatever is won before the line closes is bound by the limit that is
// left. A line that began later does not contain it; money that comes back arrives there as own money when it is playable again.
//
// Elsewhere: the limit (position), when money leaves (withdrawals), filling lines (turnover.ts).

import type { Queryable, Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

import * as store from './withdrawn-lines.store.ts';

export type LeavingAmount = {
  readonly memberId: bigint;
  readonly amount: Money;
  /** The newest line of the member at the request. */
  readonly lineNo: number;
};

/** Counts an amount that leaves under the open lines that contain it. */
export function countLeaving(tx: Transaction, siteId: number, leaving: LeavingAmount): Promise<void> {
  return store.addPaid(tx, siteId, leaving);
}

/** Takes an amount off that did not leave, or came back. */
export function uncountLeaving(tx: Transaction, siteId: number, leaving: LeavingAmount): Promise<void> {
  return store.subtractPaid(tx, siteId, leaving);
}

export type TakenAmount = {
  readonly memberId: bigint;
  readonly amount: Money;
  readonly afterLineNo: number;
  /** Left out: to the newest. */
  readonly upToLineNo?: number;
};

/** An amount leaves the game wallet without a withdrawal of these lines, which contain it as own money: it counts as sent there. */
export async function countTaken(tx: Transaction, siteId: number, taken: TakenAmount): Promise<void> {
  if (taken.amount > 0n) await store.addPaidBetween(tx, siteId, taken);
}

/** The newest turnover line of the member, open or not; 0: there is none. */
export function newestLineNo(tx: Transaction, siteId: number, memberId: bigint): Promise<number> {
  return store.newestLineNo(tx, siteId, memberId);
}

/** A withdrawal was paid while a round may still pay: complete lines that contain it close, those with a cap when the play is settled. */
export function serveLines(
  tx: Transaction,
  siteId: number,
  lines: { readonly memberId: bigint; readonly lineNo: number },
): Promise<void> {
  return store.serveLines(tx, siteId, lines);
}

/** Open lines with a cap under which a withdrawal was paid. */
export function listServedLineNos(tx: Transaction, siteId: number, memberId: bigint): Promise<number[]> {
  return store.servedLineNos(tx, siteId, memberId);
}

/** Closes served lines after what lies above their caps was removed. */
export function closeServedCaps(tx: Transaction, siteId: number, memberId: bigint): Promise<void> {
  return store.closeServedCaps(tx, siteId, memberId);
}

/** Members with served lines, for the job that closes them. */
export function listMembersWithServedLines(database: Queryable, siteId: number, limit: number): Promise<bigint[]> {
  return store.membersWithServedLines(database, siteId, limit);
}
