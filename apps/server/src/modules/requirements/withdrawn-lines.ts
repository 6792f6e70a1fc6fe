// Turnover requirements and the withdrawals that leave under them: amounts counted as sent, and closing of served caps.
//
//     complete ──paid while the play is settled──▶ closed
//         └──paid while a round may still pay──▶ served ──settled and met──▶ closed
//
// Always true: a requirement open at the request of a withdrawal contains its money, so its sent_e4 contains the amount
// from the submission until it is returned. Winnings before the requirement closes are bound by the remaining limit. A
// requirement that began later does not contain it; returned money arrives there as own money once it is playable.
//
// Elsewhere: the limit (position), time of leaving (withdrawals), adding turnover (turnover.ts).

import type { Queryable, Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

import * as store from './withdrawn-lines.store.ts';
import type { LeavingAmount, TakenAmount } from './withdrawn-lines.store.ts';

/** Counts a leaving amount in the open requirements that contain it. */
export function countLeaving(tx: Transaction, siteId: number, leaving: LeavingAmount): Promise<void> {
  return store.addSent(tx, siteId, leaving);
}

/** Subtracts an amount that did not leave or was returned. */
export function uncountLeaving(tx: Transaction, siteId: number, leaving: LeavingAmount): Promise<void> {
  return store.subtractSent(tx, siteId, leaving);
}

/**
 * Counts an amount that leaves the game wallet without a withdrawal under these requirements, which contain it as own
 * money, as sent there.
 */
export async function countTaken(tx: Transaction, siteId: number, taken: TakenAmount): Promise<void> {
  if (taken.amount > 0n) await store.addPaidBetween(tx, siteId, taken);
}

/** The amount that left the game wallet without a withdrawal since the requirement began: sent back, or debited. */
export function loadTaken(
  database: Queryable,
  siteId: number,
  line: { readonly memberId: bigint; readonly createdAt: Date },
): Promise<Money> {
  return store.sumTaken(database, siteId, line);
}

/** The member's newest requirement, open or not; 0: none. */
export function findNewestRequirementNo(tx: Transaction, siteId: number, memberId: bigint): Promise<number> {
  return store.findNewestRequirementNo(tx, siteId, memberId);
}

/**
 * Handles a withdrawal paid during unsettled play: complete requirements that contain it close, those with a cap once
 * the play is settled.
 */
export function markCapsUsed(
  tx: Transaction,
  siteId: number,
  lines: { readonly memberId: bigint; readonly newestRequirementNo: number },
): Promise<void> {
  return store.markCapsUsed(tx, siteId, lines);
}

/** Open requirements with a cap under which a withdrawal was paid. */
export function listServedRequirementNos(tx: Transaction, siteId: number, memberId: bigint): Promise<number[]> {
  return store.listUsedCapNos(tx, siteId, memberId);
}

/** Closes served requirements after the money above their caps was removed. */
export function closeUsedCaps(tx: Transaction, siteId: number, memberId: bigint): Promise<void> {
  return store.closeUsedCaps(tx, siteId, memberId);
}

/** Members with served requirements whose turnover is met, for the job that closes them. */
export function listMembersWithServedLines(database: Queryable, siteId: number, limit: number): Promise<bigint[]> {
  return store.listMembersWithUsedCaps(database, siteId, limit);
}
