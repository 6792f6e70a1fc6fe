// Limits that members set for themselves: what they deposit or lose in a day, a week (from Monday) or a month, all of the calendar in
// Bangkok, what they stake in one bet, and how long they play in a day.
//
//     none ──set──▶ limit ──tighter: at once──▶ limit
//                     └──looser, or none: asked ──24 hours and a second yes──▶ looser, or none
//                                           └──seven more days without it: lapsed, the limit stays
//
// Always true: the member's lane is locked before a limit changes and before anything is held against it, so that of many at once
// none slips through; of several limits the lowest one counts.
//
// Elsewhere: what counts as deposited and what happens to a transfer above it (deposits/deposit-limits.ts), what counts as lost
// (losses.ts) and as played (play-time.ts), who refuses a stake (play/wallet-state-machine.ts).

import type { Database, Queryable, Transaction } from '@chaba/database';
import { type AuditFinding, lockLanes } from '@chaba/ledger';
import { add, type Money, zeroMoney } from '@chaba/money';

import { assert, fail } from '#core/domain-error';
import { setPlayLimited } from '#modules/members';

import { auditLosses, forgetLosses, lostSince, recountLosses } from './losses.ts';
import * as store from './limits.store.ts';
import { auditPlay, forgetPlay, PLAY_GAP_MS, playedToday, recountPlay } from './play-time.ts';

export { countLosses, computeLossDelta } from './losses.ts';
export { countPlay } from './play-time.ts';

export type LimitKind = 'deposit' | 'loss' | 'stake' | 'time';
/** Money, or the minutes of a limit of time. */
export type MostOf<Kind extends LimitKind> = Kind extends 'time' ? bigint : Money;

type Limit<Most> = {
  /** Null: none. */
  readonly amount: Most | null;
  /** A looser one that was asked for. */
  readonly pending: PendingLimitChange<Most> | null;
};
export type SpanLimit<Most = Money> = Limit<Most> & {
  readonly span: 'day' | 'week' | 'month';
  readonly begunAt: Date;
  readonly endsAt: Date;
};
export type BetLimit<Most = Money> = Limit<Most> & {
  readonly span: 'bet';
  readonly begunAt: null;
  readonly endsAt: null;
};
export type MemberLimit<Most = Money> = SpanLimit<Most> | BetLimit<Most>;
export type LimitSpan = MemberLimit['span'];

export type PendingLimitChange<Most = Money> = {
  /** Null: no limit at all. */
  readonly amount: Most | null;
  readonly confirmFrom: Date;
  /** Not confirmed by then, it is as if it had not been asked for. */
  readonly confirmUntil: Date;
  readonly isConfirmable: boolean;
};

type Owner = { readonly siteId: number; readonly memberId: bigint };
type OfLimit = Owner & { readonly kind: LimitKind; readonly span: LimitSpan };

const MINUTE_MS = 60_000;

/** What can be limited in a day, a week and a month, with what is set. */
export async function spanLimitsOf<Kind extends Exclude<LimitKind, 'stake'>>(
  database: Queryable,
  of: Owner & { readonly kind: Kind },
): Promise<SpanLimit<MostOf<Kind>>[]> {
  const limits = await store.limitsOf(database, of.siteId, of);
  return limits.flatMap((limit) => (limit.span === 'bet' ? [] : [limit]));
}

/** Limits of play: of losses, each with what was lost so far, and of a single stake. */
export async function ownPlayLimits(
  database: Queryable,
  { siteId, memberId }: Owner,
): Promise<(MemberLimit & { readonly lost: Money | null })[]> {
  const losses = await spanLimitsOf(database, { siteId, memberId, kind: 'loss' });
  const stakes = await store.limitsOf(database, siteId, { memberId, kind: 'stake' });
  const begins = losses.map(({ begunAt }) => begunAt);
  const lost = await lostSince(database, siteId, { memberId, begins });
  return [
    // Without a limit nobody counts.
    ...losses.map((limit, place) => ({ ...limit, lost: limit.amount === null ? null : (lost[place] ?? zeroMoney) })),
    ...stakes.map((limit) => ({ ...limit, lost: null })),
  ];
}

/** The limit of the time played in a day, with what was played of it up to this moment. */
export async function ownTimeLimit(
  database: Queryable,
  { siteId, memberId }: Owner,
): Promise<SpanLimit<bigint> & { readonly playedMs: number | null; readonly leftMs: number | null }> {
  const [limit] = await spanLimitsOf(database, { siteId, memberId, kind: 'time' });
  assert(limit, 'every span of a kind is told, with a limit or without');
  // Without a limit nobody counts.
  if (limit.amount === null) return { ...limit, playedMs: null, leftMs: null };
  const playedMs = await playedToday(database, siteId, memberId);
  return { ...limit, playedMs, leftMs: Number(limit.amount) * MINUTE_MS - playedMs };
}

/** Tighter at once; looser is a wish. Asking for the one in force takes a wish back. */
export async function setLimit(
  database: Database,
  { amount, ...of }: OfLimit & { readonly amount: bigint | undefined },
): Promise<'set' | 'asked' | 'unchanged'> {
  return database.transaction(async (tx) => {
    const now = await limitUnderLock(tx, of);
    if (now.amount === null && amount === undefined) return 'unchanged';
    const isLooser = now.amount !== null && (amount === undefined || amount > now.amount);
    if (isLooser) {
      // The same wish again does not begin its day again.
      if (now.pending && now.pending.amount === (amount ?? null)) return 'asked';
      await store.requestLimitChange(tx, of.siteId, { ...of, wish: amount });
      await store.recordChange(tx, of.siteId, { ...of, act: 'asked', amount });
      return 'asked';
    }
    assert(amount !== undefined, 'what is not looser is an amount');
    if (amount === now.amount && !now.pending) return 'unchanged';
    await store.setLimit(tx, of.siteId, { ...of, amount });
    await store.recordChange(tx, of.siteId, { ...of, act: amount === now.amount ? 'taken_back' : 'set', amount });
    await watchPlay(tx, of);
    return 'set';
  });
}

/** The second yes to a looser one. */
export async function confirmLimit(database: Database, of: OfLimit): Promise<void> {
  await database.transaction(async (tx) => {
    const { pending: wish } = await limitUnderLock(tx, of);
    if (!wish) fail('LIMIT_CHANGE_NOT_FOUND');
    if (!wish.isConfirmable) fail('LIMIT_TOO_EARLY');
    if (wish.amount === null) await store.dropLimit(tx, of.siteId, of);
    else await store.setLimit(tx, of.siteId, { ...of, amount: wish.amount });
    await store.recordChange(tx, of.siteId, { ...of, act: 'confirmed', amount: wish.amount ?? undefined });
    await watchPlay(tx, of);
  });
}

async function limitUnderLock(tx: Transaction, of: OfLimit): Promise<MemberLimit<bigint>> {
  await lockLanes(tx, of.siteId, [of.memberId]);
  const limit = (await store.limitsOf(tx, of.siteId, of)).find(({ span }) => span === of.span);
  assert(limit, 'every span of a kind is told, with a limit or without');
  return limit;
}

/** Losses are counted from a member's first limit for play to the last one, and time as long as it is limited. */
async function watchPlay(tx: Transaction, { siteId, memberId, kind }: OfLimit): Promise<void> {
  if (kind === 'deposit') return;
  const limited = await store.limitedKinds(tx, siteId, memberId);
  if (kind === 'time') await (limited.has(kind) ? recountPlay : forgetPlay)(tx, siteId, memberId);
  const isLimited = limited.has('loss') || limited.has('stake') || limited.has('time');
  if (!(await setPlayLimited(tx, siteId, memberId, isLimited))) return;
  if (isLimited) await recountLosses(tx, siteId, memberId);
  else await forgetLosses(tx, siteId, memberId);
}

/** Proves the counters of one site, or of all: an empty answer is the proof. */
export async function auditLimits(database: Queryable, siteId?: number): Promise<AuditFinding[]> {
  return [...(await auditLosses(database, siteId)), ...(await auditPlay(database, siteId))];
}

// ── held against play ────────────────────────────────────────────────────────────────────────────────────────────────────

/** One limit of a member's play; `lost` stands for all of its span, and is nothing for a single bet. */
export type PlayLimit =
  | { readonly span: LimitSpan; readonly amount: Money; readonly lost: Money }
  /** Of the time of today; below zero: so long ago it was used up. */
  | { readonly span: 'time'; readonly leftMs: number };

/** A round with a stake in it may be brought to its end: for so long more its bets are taken. */
const FINISHING_MS = 5 * MINUTE_MS;

/** Is this stake more than one of the limits allows, when so much more is lost than was loaded. */
export function isStakeAboveLimits(
  limits: readonly PlayLimit[],
  { stake, more, isStaked }: { readonly stake: Money; readonly more: Money; readonly isStaked: boolean },
): boolean {
  return limits.some((limit) => {
    if (limit.span === 'time') return limit.leftMs <= (isStaked ? -FINISHING_MS : 0);
    return (limit.span === 'bet' ? stake : add(limit.lost, more, stake)) > limit.amount;
  });
}

/** Whether the time of whoever has these limits is counted. */
export const hasTimeLimit = (limits: readonly PlayLimit[] | undefined): boolean =>
  limits?.some(({ span }) => span === 'time') ?? false;

/** The limits of these members' play, with what is lost so far. Called under their lanes. */
export async function playLimitsOf(
  tx: Transaction,
  siteId: number,
  memberIds: readonly bigint[],
): Promise<Map<bigint, readonly PlayLimit[]>> {
  return Map.groupBy(await store.playLimits(tx, siteId, memberIds, PLAY_GAP_MS), ({ memberId }) => memberId);
}
