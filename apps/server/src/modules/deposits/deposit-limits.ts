// Limits that members set for what they deposit: in a day, a week (from Monday) or a month, all of the calendar in Bangkok.
//
//     none ──set──▶ limit ──tighter: at once──▶ limit
//                     └──looser, or none: asked ──24 hours and a second yes──▶ looser, or none
//
// Always true: the lowest one counts; what counts is what was credited, before bonuses and whatever was withdrawn since. A transfer
// that goes beyond is never credited by a machine: it waits for a person, who sends it back. The member's lane is locked before a
// limit changes and before a deposit is held against it, so that of many at once none slips through.
//
// Elsewhere: deposits of somebody on a break (members/pauses.ts), whoever asks before crediting (slips.ts, feed.ts, deposits.ts).

import type { Database, Queryable, Transaction } from '@chaba/database';
import { lockLanes } from '@chaba/ledger';
import { add, type Money } from '@chaba/money';

import { assert, refuse } from '#core/refusal';

import * as store from './deposit-limits.store.ts';

export type LimitSpan = 'day' | 'week' | 'month';

export type DepositLimit = {
  readonly span: LimitSpan;
  /** Null: none. */
  readonly amount: Money | null;
  readonly used: Money;
  readonly endsAt: Date;
  readonly isWished: boolean;
  /** Null beside a wish: no limit at all. */
  readonly wish: Money | null;
  readonly confirmFrom: Date | null;
  readonly isConfirmable: boolean;
};

type Owner = { readonly siteId: number; readonly memberId: bigint };

export function limitsOf(database: Queryable, { siteId, memberId }: Owner): Promise<DepositLimit[]> {
  return store.limitsOf(database, siteId, memberId);
}

/** Would this be more than the member wants to deposit. Called under the member's lane. */
export async function isAboveLimit(tx: Transaction, { siteId, memberId }: Owner, amount: Money): Promise<boolean> {
  const limits = await store.limitsOf(tx, siteId, memberId);
  return limits.some((limit) => limit.amount !== null && add(limit.used, amount) > limit.amount);
}

/** Nothing more may come in for now, so nobody is told where to send it. */
export async function checkLimitsNotReached(database: Queryable, { siteId, memberId }: Owner): Promise<void> {
  const limits = await store.limitsOf(database, siteId, memberId);
  if (limits.some(({ amount, used }) => amount !== null && used >= amount)) refuse('DEPOSIT_LIMIT_REACHED');
}

/** Tighter at once; looser is a wish. Asking for the one in force takes a wish back. */
export async function setLimit(
  database: Database,
  { siteId, memberId, span, amount }: Owner & { readonly span: LimitSpan; readonly amount: Money | undefined },
): Promise<'set' | 'asked' | 'unchanged'> {
  return database.transaction(async (tx) => {
    const now = await limitUnderLock(tx, { siteId, memberId, span });
    if (now.amount === null && amount === undefined) return 'unchanged';
    const isLooser = now.amount !== null && (amount === undefined || amount > now.amount);
    if (isLooser) {
      // The same wish again does not begin its day again.
      if (now.isWished && now.wish === (amount ?? null)) return 'asked';
      await store.wishLimit(tx, siteId, { memberId, span, wish: amount });
      await store.recordChange(tx, siteId, { memberId, span, act: 'asked', amount });
      return 'asked';
    }
    assert(amount !== undefined, 'what is not looser is an amount');
    if (amount === now.amount && !now.isWished) return 'unchanged';
    await store.setLimit(tx, siteId, { memberId, span, amount });
    const act = amount === now.amount ? 'taken_back' : 'set';
    await store.recordChange(tx, siteId, { memberId, span, act, amount });
    return 'set';
  });
}

/** The second yes to a looser one. */
export async function confirmLimit(
  database: Database,
  { siteId, memberId, span }: Owner & { readonly span: LimitSpan },
): Promise<void> {
  await database.transaction(async (tx) => {
    const now = await limitUnderLock(tx, { siteId, memberId, span });
    if (!now.isWished) refuse('LIMIT_NOT_ASKED');
    if (!now.isConfirmable) refuse('LIMIT_TOO_EARLY');
    if (now.wish === null) await store.dropLimit(tx, siteId, { memberId, span });
    else await store.setLimit(tx, siteId, { memberId, span, amount: now.wish });
    await store.recordChange(tx, siteId, { memberId, span, act: 'confirmed', amount: now.wish ?? undefined });
  });
}

async function limitUnderLock(tx: Transaction, of: Owner & { readonly span: LimitSpan }): Promise<DepositLimit> {
  await lockLanes(tx, of.siteId, [of.memberId]);
  const limit = (await store.limitsOf(tx, of.siteId, of.memberId)).find(({ span }) => span === of.span);
  assert(limit, 'every span is told, with a limit or without');
  return limit;
}
