// Turnover requirements, which must be met before money may leave, and own money beside them.
//
//     active ──met──▶ complete ──withdrawal paid──▶ closed
//        └── balance gone ──▶ lost           (expired, cancelled: with its bonus, modules/promotions, or its deposit)
//
// Always true: requirements change only under the member's lane lock, in the transaction that moves the money. Active
// and complete ones are open; the displayed need and now are their sums. One cause makes one requirement.
//
// Elsewhere: adding turnover (turnover.ts), contribution of a bet (wallet/contribution.ts), bet terms (bet-terms.ts),
// own money (own-money.ts), removals (removals.ts), money under a withdraw cap (withdrawn-lines.ts, withdrawals).

import type { Queryable, Transaction } from '@chaba/database';
import { lockLanes } from '@chaba/ledger';
import { zeroMoney } from '@chaba/money';

import { type GameName, checkBetTerms } from './bet-terms.ts';
import * as store from './requirements.store.ts';
import type { NewRequirement } from './requirements.store.ts';
import { type TurnoverRequirement, type Turnover, sumTurnover } from './turnover.ts';

export type { NewRequirement } from './requirements.store.ts';

export { checkBetTerms, type GameName, parseStored, serializeBetTerms, type StoredBetTerms } from './bet-terms.ts';
export {
  bindRoundsBeside,
  closeLine,
  insertRequirement,
  listResultsBeside,
  type RequirementName,
} from './requirements.store.ts';
export {
  subtractTurnover,
  addTurnover,
  isBonusRequirement,
  type TurnoverRequirement,
  type Turnover,
} from './turnover.ts';
export {
  computeOwnAtStart,
  creditOwnMoney,
  forfeitSpentRequirements,
  isSpent,
  loseOwnMoney,
  recallCapped,
  recallReturned,
  releaseOwnMoney,
  returnOwnMoney,
} from './own-money.ts';
export {
  changeRemoval,
  endRemoval,
  isRemovalMade,
  loadRemovals,
  computeRemoved,
  listRequirementNos,
  loadCapped,
  type NewRemoval,
  recordRemoval,
  type Removal,
  type RemovalBack,
  writeRemovals,
} from './removals.ts';
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

/** Whether a running bonus excludes this game. */
export async function isGameExcluded(
  database: Queryable,
  siteId: number,
  { memberId, ...game }: GameName & { readonly memberId: bigint },
): Promise<boolean> {
  const lines = await store.listOpenRequirements(database, siteId, [memberId]);
  return checkBetTerms(lines, game, zeroMoney) === 'GAME_EXCLUDED';
}

/** The open requirements of several members, oldest first within each, for batches. */
export function loadOpenRequirements(
  tx: Transaction,
  siteId: number,
  memberIds: readonly bigint[],
): Promise<TurnoverRequirement[]> {
  return store.listOpenRequirements(tx, siteId, memberIds);
}

/** Stores changed requirements; met ones become complete, reduced ones active again. */
export function saveRequirements(
  tx: Transaction,
  siteId: number,
  lines: readonly TurnoverRequirement[],
): Promise<void> {
  return store.updateRequirements(tx, siteId, lines);
}

/** Cancels the requirement of a deposit that was debited from the wrong member. The caller holds the member's lane. */
export async function cancelDepositRequirement(
  tx: Transaction,
  siteId: number,
  { memberId, depositId }: { readonly memberId: bigint; readonly depositId: bigint },
): Promise<void> {
  const lines = await store.listOpenRequirements(tx, siteId, [memberId]);
  const line = lines.find(({ causeId }) => causeId === `deposit:${depositId}`);
  if (line) await store.closeLine(tx, siteId, line, 'cancelled');
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
