// Member limits: deposits and losses per day, week (from Monday) or month in the Bangkok calendar, the stake of one
// bet, and the play time per day.
//
//     none ──set──▶ limit ──lower: at once──▶ limit
//                     └──higher or removed: requested ──24 hours and a confirmation──▶ higher, or none
//                                                   └──seven more days unconfirmed: expired, the limit stays
//
// Always true: the member's lane is locked before a limit changes and before anything is checked against it, so
// concurrent requests cannot exceed it. Of several limits the lowest applies.
//
// Elsewhere: transfers above a limit (deposits/slip-rules.ts), losses (losses.ts), play time (play-time.ts), stakes
// (wallet/wallet-rules.ts).

import type { Database, Queryable, Transaction } from '@chaba/database';
import { type AuditFinding, lockLanes } from '@chaba/ledger';
import { add, type Money, zeroMoney } from '@chaba/money';

import { assert, fail } from '#core/domain-error';
import { isMemberBlocked } from '#modules/blocks';
import { findPlayBreak } from '#modules/play-breaks';
import { setPlayLimited } from '#modules/members';

import { auditLosses, deleteLosses, loadLossesSince, recountLosses } from './losses.ts';
import * as store from './limits.store.ts';
import type { LimitKind, LimitValue, SpanLimit, MemberLimit, LimitSpan, PlayLimit } from './limits.store.ts';
import { auditPlay, deletePlayTime, PLAY_GAP_MS, loadPlayedToday, recountPlay } from './play-time.ts';

export type { LimitKind, LimitSpan, PendingLimitChange, PlayLimit } from './limits.store.ts';

export { countLosses, computeLossDelta } from './losses.ts';
export { countPlay } from './play-time.ts';

type Owner = { readonly siteId: number; readonly memberId: bigint };
type LimitRef = Owner & { readonly kind: LimitKind; readonly span: LimitSpan };

const MINUTE_MS = 60_000;

/** All spans of a limit kind per day, week and month, with the limits set. */
async function listSpanLimits<Kind extends Exclude<LimitKind, 'stake'>>(
  database: Queryable,
  of: Owner & { readonly kind: Kind },
): Promise<SpanLimit<LimitValue<Kind>>[]> {
  const limits = await store.listLimits(database, of.siteId, of);
  return limits.flatMap((limit) => (limit.span === 'bet' ? [] : [limit]));
}

export type DepositLimit = SpanLimit & { readonly used: Money };

/** The deposit limits per day, week and month, each with the credited amount: bonuses and withdrawals do not count. */
export async function loadDepositLimits(database: Queryable, of: Owner): Promise<DepositLimit[]> {
  const limits = await listSpanLimits(database, { ...of, kind: 'deposit' });
  const begins = limits.map(({ begunAt }) => begunAt);
  const sums = await store.depositedSince(database, of.siteId, { memberId: of.memberId, begins });
  return limits.map((limit, place) => ({ ...limit, used: sums[place] ?? zeroMoney }));
}

/** Whether a deposit of this amount exceeds a limit. Called under the member's lane. */
export async function isAboveDepositLimit(tx: Transaction, of: Owner, amount: Money): Promise<boolean> {
  const limits = await loadDepositLimits(tx, of);
  return limits.some((limit) => limit.amount !== null && add(limit.used, amount) > limit.amount);
}

/** The reason for an operator's review of a deposit. Called under the lane that serialises breaks and limits. */
export async function findHoldReason(
  tx: Transaction,
  of: Owner,
  amount: Money,
): Promise<'MEMBER_PAUSED' | 'MEMBER_BLOCKED' | 'LIMIT_REACHED' | undefined> {
  if (await findPlayBreak(tx, of.siteId, of.memberId)) return 'MEMBER_PAUSED';
  if (await isMemberBlocked(tx, of.siteId, of.memberId)) return 'MEMBER_BLOCKED';
  return (await isAboveDepositLimit(tx, of, amount)) ? 'LIMIT_REACHED' : undefined;
}

/** Throws where a deposit limit is used up: the member is not shown the receiving accounts. */
export async function requireDepositLimitLeft(database: Queryable, of: Owner): Promise<void> {
  const limits = await loadDepositLimits(database, of);
  if (limits.some(({ amount, used }) => amount !== null && used >= amount)) fail('DEPOSIT_LIMIT_REACHED');
}

/** Play limits: losses, each with the amount lost so far, and the single stake. */
export async function loadPlayLimits(
  database: Queryable,
  { siteId, memberId }: Owner,
): Promise<(MemberLimit & { readonly lost: Money | null })[]> {
  const losses = await listSpanLimits(database, { siteId, memberId, kind: 'loss' });
  const stakes = await store.listLimits(database, siteId, { memberId, kind: 'stake' });
  const begins = losses.map(({ begunAt }) => begunAt);
  const lost = await loadLossesSince(database, siteId, { memberId, begins });
  return [
    // Without a limit losses are not counted.
    ...losses.map((limit, place) => ({ ...limit, lost: limit.amount === null ? null : (lost[place] ?? zeroMoney) })),
    ...stakes.map((limit) => ({ ...limit, lost: null })),
  ];
}

/** The daily time limit, with the time played until now. */
export async function loadTimeLimit(
  database: Queryable,
  { siteId, memberId }: Owner,
): Promise<SpanLimit<bigint> & { readonly playedMs: number | null; readonly leftMs: number | null }> {
  const [limit] = await listSpanLimits(database, { siteId, memberId, kind: 'time' });
  assert(limit, 'every span of a kind is listed, with or without a limit');
  // Without a limit time is not counted.
  if (limit.amount === null) return { ...limit, playedMs: null, leftMs: null };
  const playedMs = await loadPlayedToday(database, siteId, memberId);
  return { ...limit, playedMs, leftMs: Number(limit.amount) * MINUTE_MS - playedMs };
}

/** Sets a lower limit at once and records a request for a higher one. Setting the present limit cancels a request. */
export async function setLimit(
  database: Database,
  { amount, ...of }: LimitRef & { readonly amount: bigint | undefined },
): Promise<'set' | 'requested' | 'unchanged'> {
  return database.transaction(async (tx) => {
    const now = await lockLimit(tx, of);
    if (now.amount === null && amount === undefined) return 'unchanged';
    const isLooser = now.amount !== null && (amount === undefined || amount > now.amount);
    if (isLooser) {
      // Repeating a request does not restart its 24 hours.
      if (now.pending && now.pending.amount === (amount ?? null)) return 'requested';
      await store.requestLimitChange(tx, of.siteId, { ...of, requested: amount });
      await store.recordChange(tx, of.siteId, { ...of, action: 'requested', amount });
      return 'requested';
    }
    assert(amount !== undefined, 'what is not looser is an amount');
    if (amount === now.amount && !now.pending) return 'unchanged';
    await store.setLimit(tx, of.siteId, { ...of, amount });
    await store.recordChange(tx, of.siteId, { ...of, action: amount === now.amount ? 'withdrawn' : 'set', amount });
    await updatePlayCounters(tx, of);
    return 'set';
  });
}

/** Confirms a requested increase or removal. */
export async function confirmLimit(database: Database, of: LimitRef): Promise<void> {
  await database.transaction(async (tx) => {
    const { pending: change } = await lockLimit(tx, of);
    if (!change) fail('LIMIT_CHANGE_NOT_FOUND');
    if (!change.isConfirmable) fail('LIMIT_TOO_EARLY');
    if (change.amount === null) await store.deleteLimit(tx, of.siteId, of);
    else await store.setLimit(tx, of.siteId, { ...of, amount: change.amount });
    await store.recordChange(tx, of.siteId, { ...of, action: 'confirmed', amount: change.amount ?? undefined });
    await updatePlayCounters(tx, of);
  });
}

async function lockLimit(tx: Transaction, of: LimitRef): Promise<MemberLimit<bigint>> {
  await lockLanes(tx, of.siteId, [of.memberId]);
  const limit = (await store.listLimits(tx, of.siteId, of)).find(({ span }) => span === of.span);
  assert(limit, 'every span of a kind is listed, with or without a limit');
  return limit;
}

/** Losses are counted while the member has any play limit, time while it is limited. */
async function updatePlayCounters(tx: Transaction, { siteId, memberId, kind }: LimitRef): Promise<void> {
  if (kind === 'deposit') return;
  const limited = await store.listLimitedKinds(tx, siteId, memberId);
  if (kind === 'time') await (limited.has(kind) ? recountPlay : deletePlayTime)(tx, siteId, memberId);
  const isLimited = limited.has('loss') || limited.has('stake') || limited.has('time');
  if (!(await setPlayLimited(tx, siteId, memberId, isLimited))) return;
  if (isLimited) await recountLosses(tx, siteId, memberId);
  else await deleteLosses(tx, siteId, memberId);
}

/** Compares the counters of one site, or of all, with the journal; empty if they agree. */
export async function auditLimits(database: Queryable, siteId?: number): Promise<AuditFinding[]> {
  return [...(await auditLosses(database, siteId)), ...(await auditPlay(database, siteId))];
}

/** Grace time in which a round with a stake in it still accepts bets. */
const FINISHING_MS = 5 * MINUTE_MS;

/** Whether the stake exceeds a limit, given that `more` was lost since the limits were loaded. */
export function isStakeAboveLimits(
  limits: readonly PlayLimit[],
  { stake, more, isStaked }: { readonly stake: Money; readonly more: Money; readonly isStaked: boolean },
): boolean {
  return limits.some((limit) => {
    if (limit.span === 'time') return limit.leftMs <= (isStaked ? -FINISHING_MS : 0);
    return (limit.span === 'bet' ? stake : add(limit.lost, more, stake)) > limit.amount;
  });
}

/** Whether the play time of a member with these limits is counted. */
export const hasTimeLimit = (limits: readonly PlayLimit[] | undefined): boolean =>
  limits?.some(({ span }) => span === 'time') ?? false;

/** The members' play limits with the losses so far. The caller holds their lanes. */
export async function loadActivePlayLimits(
  tx: Transaction,
  siteId: number,
  memberIds: readonly bigint[],
): Promise<Map<bigint, readonly PlayLimit[]>> {
  return Map.groupBy(await store.listPlayLimits(tx, siteId, memberIds, PLAY_GAP_MS), ({ memberId }) => memberId);
}
