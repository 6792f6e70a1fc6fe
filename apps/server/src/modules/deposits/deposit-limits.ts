// Limits that members set for what they deposit: in a day, a week or a month.
//
// Always true: what counts is what was credited, before bonuses and whatever was withdrawn since. A transfer that goes beyond is never
// credited by a machine: it waits for a person, who sends it back. It is held against the limit under the member's lane.
//
// Elsewhere: how limits are set and loosened (limits), deposits of somebody on a break (members/play-breaks.ts), whoever asks before
// crediting (slips.ts, feed.ts, deposits.ts).

import type { Queryable, Transaction } from '@chaba/database';
import { add, type Money, zeroMoney } from '@chaba/money';

import { fail } from '#core/domain-error';
import { type SpanLimit, spanLimitsOf } from '#modules/limits';
import { findPlayBreak } from '#modules/members';

import { depositedSince } from './deposit-limits.store.ts';

export type DepositLimit = SpanLimit & { readonly used: Money };

type Owner = { readonly siteId: number; readonly memberId: bigint };

/** All three spans, each with what was deposited in it so far. */
export async function depositLimitsOf(database: Queryable, of: Owner): Promise<DepositLimit[]> {
  const limits = await listSpanLimits(database, { ...of, kind: 'deposit' });
  const begins = limits.map(({ begunAt }) => begunAt);
  const sums = await depositedSince(database, of.siteId, { memberId: of.memberId, begins });
  return limits.map((limit, place) => ({ ...limit, used: sums[place] ?? zeroMoney }));
}

/** Would this be more than the member wants to deposit. Called under the member's lane. */
export async function isAboveLimit(tx: Transaction, of: Owner, amount: Money): Promise<boolean> {
  const limits = await depositLimitsOf(tx, of);
  return limits.some((limit) => limit.amount !== null && add(limit.used, amount) > limit.amount);
}

/** Why an operator decides about money of this member. Called under the member's lane, under which breaks and limits begin. */
export async function findHoldReason(
  tx: Transaction,
  of: Owner,
  amount: Money,
): Promise<'MEMBER_PAUSED' | 'LIMIT_REACHED' | undefined> {
  if (await findPlayBreak(tx, of.siteId, of.memberId)) return 'MEMBER_PAUSED';
  return (await isAboveLimit(tx, of, amount)) ? 'LIMIT_REACHED' : undefined;
}

/** Nothing more may come in for now, so nobody is told where to send it. */
export async function checkLimitsNotReached(database: Queryable, of: Owner): Promise<void> {
  const limits = await depositLimitsOf(database, of);
  if (limits.some(({ amount, used }) => amount !== null && used >= amount)) fail('DEPOSIT_LIMIT_REACHED');
}
