// Bonuses: the promotions of a brand and the turnover that members owe before money may leave.
//
//     active ──filled──▶ complete ──withdrawal paid──▶ closed
//        └── balance gone ──▶ lost         (expired, cancelled: with the bonus that asked, grants.ts, or with its deposit)
//
// Always true: lines change only under the member's lane lock, in the transaction that moved the money. Active and complete
// lines are open: need and now as shown are their sums (rules §7). One cause makes one line.
//
// Elsewhere: filling lines (turnover.ts), what a bet contributes (play), the withdraw cap's money (withdrawals).

import type { Queryable, Transaction } from '@chaba/database';
import { lockLanes } from '@chaba/ledger';
import { type Money, zeroMoney } from '@chaba/money';

import { type GameName, checkBetTerms, type StoredBetTerms } from './bet-terms.ts';
import * as store from './bonuses.store.ts';
import { closeLine } from './grants.store.ts';
import { type TurnoverRequirement, type Turnover, turnoverOfLines, type TurnoverSource } from './turnover.ts';

export { type GameName, checkBetTerms } from './bet-terms.ts';
export {
  subtractTurnover,
  addTurnover,
  isBonusLine,
  type TurnoverRequirement,
  type Turnover,
} from './turnover.ts';
export { cancelBonus, giveUpForExclusion, revokeBonus } from './giving-up.ts';
export { expireBonuses, grantDepositBonus, openBonusOf, readBonuses } from './grants.ts';
export { creditOwnMoney, loseSpentLines, releaseOwnMoney, returnOwnMoney } from './own-money.ts';
export {
  allCodes,
  codeOf,
  endCode,
  ensureItemCode,
  findLatestCode,
  type ListedCode,
  makeCode,
  type NewItemCode,
  redeemCode,
} from './codes.ts';
export {
  allPromotions,
  endPromotion,
  ensurePromotion,
  type ListedPromotion,
  type Measure,
  type Promotion,
  promotionsOf,
  writePromotion,
} from './promotions.ts';
export {
  changeRemoval,
  loadRemovals,
  recordRemoval,
  type Removal,
  shareOfRemoval,
  writeRemovals,
} from './removals.ts';
export { timesOf } from './terms.ts';
export {
  CODE_SHARE_MAX,
  costOfCode,
  costOfCoins,
  costOfCommission,
  costOfLossShare,
  costOfPromotion,
  EDGE_SHARE_MAX,
  playable,
  PROMOTION_SHARE_MAX,
  shareText,
  worthOfCoin,
} from './economics.ts';
export { type GameReturn, gameReturns, withReturns } from './game-returns.ts';
export { findBestPlay } from './optimal-play.ts';
export {
  closeServedCaps,
  countLeaving,
  countTaken,
  listMembersWithServedLines,
  listServedLineNos,
  newestLineNo,
  serveLines,
  uncountLeaving,
} from './withdrawn-lines.ts';

export type NewTurnoverLine = {
  readonly memberId: bigint;
  readonly source: TurnoverSource;
  readonly needTurnover: Money;
  /** What asked for it; the same cause again changes nothing. */
  readonly causeId: string;
  /** The most that may leave while this line is open. */
  readonly withdrawCap?: Money;
  readonly expiresAt?: Date;
  /** How the member may bet until it is filled. */
  readonly bets?: StoredBetTerms;
  /** Of a bonus or code: what it is worth, the deposit under it, and the member's own money when it begins. */
  readonly bound?: { readonly own: Money; readonly bonus: Money; readonly deposit: Money };
};

/** Asks a member for turnover. A need of nothing asks for nothing, unless it carries a withdraw cap. */
export async function addTurnoverLine(tx: Transaction, siteId: number, line: NewTurnoverLine): Promise<void> {
  if (line.needTurnover === 0n && line.withdrawCap === undefined) return;
  await lockLanes(tx, siteId, [line.memberId]);
  await store.insertLine(tx, siteId, line);
}

/** What a member owes and has done, over all open lines. */
export async function turnoverOf(database: Queryable, siteId: number, memberId: bigint): Promise<Turnover> {
  return turnoverOfLines(await store.openLines(database, siteId, [memberId]));
}

/** Whether a running bonus keeps the member from this game. */
export async function isGameExcluded(
  database: Queryable,
  siteId: number,
  { memberId, ...game }: GameName & { readonly memberId: bigint },
): Promise<boolean> {
  const lines = await store.openLines(database, siteId, [memberId]);
  return checkBetTerms(lines, game, zeroMoney) === 'GAME_EXCLUDED';
}

/** The open lines of many members at once, oldest first within each: for those who fill them in a batch. */
export function loadOpenRequirements(
  tx: Transaction,
  siteId: number,
  memberIds: readonly bigint[],
): Promise<TurnoverRequirement[]> {
  return store.openLines(tx, siteId, memberIds);
}

/** Writes lines that were filled or drained; full ones become complete, drained ones active again. */
export function writeLines(tx: Transaction, siteId: number, lines: readonly TurnoverRequirement[]): Promise<void> {
  return store.updateLines(tx, siteId, lines);
}

/** A deposit was taken back from the wrong member: its own turnover line ends. Called under the member's lane lock. */
export async function cancelDepositLine(
  tx: Transaction,
  siteId: number,
  { memberId, depositId }: { readonly memberId: bigint; readonly depositId: bigint },
): Promise<void> {
  const lines = await store.openLines(tx, siteId, [memberId]);
  const line = lines.find(({ causeId }) => causeId === `deposit:${depositId}`);
  if (line) await closeLine(tx, siteId, line, 'cancelled');
}

/** Writes own money of lines after results of bets that were placed before them. */
export function writeOwnMoney(tx: Transaction, siteId: number, lines: readonly TurnoverRequirement[]): Promise<void> {
  return store.updateBoundMoney(tx, siteId, lines);
}

/** A withdrawal was paid: the lines that were complete when it was asked for have served. */
export async function closeMetRequirements(
  tx: Transaction,
  siteId: number,
  memberId: bigint,
  askedAt: Date,
): Promise<void> {
  await lockLanes(tx, siteId, [memberId]);
  await store.closeCompleteLines(tx, siteId, memberId, askedAt);
}
