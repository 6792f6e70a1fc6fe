// Turnover requirements, which must be met before money may leave, and the money that left under them.
//
//     active ──met──▶ complete ──withdrawal paid──▶ closed
//        └── balance gone ──▶ lost           (expired, cancelled: with its bonus, modules/promotions, or its deposit)
//
// Always true: requirements change only under the member's lane lock, in the transaction that moves the money. Active
// and complete ones are open; the displayed need and now are their sums. One cause makes one requirement.
//
// Elsewhere: adding turnover and bet terms (modules/turnover), contribution of a bet (wallet/contribution.ts), own
// money (modules/own-money), removals (modules/removals), money under a withdraw cap (withdrawn-lines.ts, withdrawals).

import type { Queryable, Transaction } from '@chaba/database';
import { lockLanes } from '@chaba/ledger';

import { type TurnoverRequirement, type Turnover, sumTurnover } from '#modules/turnover';

import * as store from './requirements.store.ts';
import type { NewRequirement } from './requirements.store.ts';

export {
  bindRoundsBeside,
  closeLine,
  closeRequirements,
  insertRequirement,
  listResultsBeside,
} from './requirements.store.ts';
export {
  closeUsedCaps,
  countLeaving,
  countTaken,
  listMembersWithServedLines,
  listServedRequirementNos,
  findNewestRequirementNo,
  loadTaken,
  markCapsUsed,
  uncountLeaving,
} from './withdrawn-lines.ts';

/** Adds a turnover requirement. A requirement of zero is added only if it carries a withdraw cap. */
export async function addTurnoverRequirement(tx: Transaction, siteId: number, line: NewRequirement): Promise<void> {
  if (line.required === 0n && line.withdrawCap === undefined) return;
  await lockLanes(tx, siteId, [line.memberId]);
  await store.insertRequirement(tx, siteId, line);
}

/** Required and completed turnover over all open requirements. */
export async function loadTurnover(database: Queryable, siteId: number, memberId: bigint): Promise<Turnover> {
  return sumTurnover(await store.listOpenRequirements(database, siteId, [memberId]));
}

/** The open requirements of several members, oldest first within each, for batches. */
export function loadOpenRequirements(
  database: Queryable,
  siteId: number,
  memberIds: readonly bigint[],
): Promise<TurnoverRequirement[]> {
  return store.listOpenRequirements(database, siteId, memberIds);
}

/** Stores changed requirements; met ones become complete, reduced ones active again. */
export function saveRequirements(
  tx: Transaction,
  siteId: number,
  lines: readonly TurnoverRequirement[],
): Promise<void> {
  return store.updateRequirements(tx, siteId, lines);
}

/** Stores own money of requirements after results of bets placed before them. */
export function saveOwnMoney(tx: Transaction, siteId: number, lines: readonly TurnoverRequirement[]): Promise<void> {
  return store.updateBoundMoney(tx, siteId, lines);
}

/** After a paid withdrawal: closes the requirements that were complete at its request. */
export async function closeMetRequirements(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  requestedAt: Date,
): Promise<void> {
  await lockLanes(tx, siteId, [memberId]);
  await store.closeCompleteRequirements(tx, siteId, memberId, requestedAt);
}
