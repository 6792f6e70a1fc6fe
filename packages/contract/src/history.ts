// Calls of the member's own history: deposits, withdrawals, everything that moved, bets.
//
// The plain call answers the first page; `nextCursor` of one page is the `cursor` of the next.

import * as z from 'zod/mini';

import { bahtOnWire, timeOnWire } from './amounts.ts';
import { call } from './call.ts';
import { BET_ID_LENGTH_MAX, CURSOR_LENGTH_MAX } from './limits.ts';

/** Spec §4: 0 and 1 approved, 2 pending, 3 failed. */
export const transactionStatuses = [0, 1, 2, 3] as const;
export const APPROVED = 1;
export const PENDING = 2;
export const FAILED = 3;

export const transactionTypes = ['DEPOSIT', 'AFFILIATE', 'CASHBACK', 'WITHDRAW'] as const;

const status = z.literal(transactionStatuses);
const cursor = z.nullable(z.string());

const dayOnWire = z.iso.date();
const pageQuery = z.object({
  cursor: z.optional(z.string().check(z.maxLength(CURSOR_LENGTH_MAX))),
  /** Additions: a Bangkok day, both ends included, and one status. */
  from: z.optional(dayOnWire),
  to: z.optional(dayOnWire),
  Status: z.optional(z.enum(['0', '1', '2', '3'])),
});

/** A deposit, or a claim that came in as one. `BonusInfo._id` is what the badge says (spec §4). */
export const depositItem = z.object({
  /** The reference a member can name to support. */
  id: z.string(),
  TransType: z.enum(transactionTypes),
  Amount: bahtOnWire,
  createdAt: timeOnWire,
  Status: status,
  /** ITEMCODE: free credit. null: no bonus. Anything else: bonus received. */
  BonusInfo: z.object({ _id: z.nullable(z.string()) }),
  /** Addition: why it waits or failed, in Thai; absent when there is nothing to say. */
  note: z.optional(z.string()),
});

export const withdrawItem = z.object({
  id: z.string(),
  TransType: z.literal('WITHDRAW'),
  Amount: bahtOnWire,
  createdAt: timeOnWire,
  Status: status,
  /** Additions: where it goes, and when it was decided. */
  BankCode: z.string(),
  /** Masked but for the last four digits. */
  BankAccount: z.string(),
  finishedAt: z.nullable(timeOnWire),
  note: z.optional(z.string()),
});

export const transferItem = z.object({
  id: z.string(),
  TransType: z.enum(transactionTypes),
  Amount: bahtOnWire,
  createdAt: timeOnWire,
  Status: status,
  BonusInfo: z.object({ _id: z.nullable(z.string()) }),
});

export const betStatuses = ['OPEN', 'SETTLED', 'VOID'] as const;

/** Not settled yet, cancelled, a free round, a draw, both sides of a bet, or the provider says so. */
export const notCountedReasons = ['OPEN', 'VOID', 'FREE', 'DRAW', 'OPPOSITE', 'PROVIDER'] as const;

export const betItem = z.object({
  betId: z.string(),
  roundId: z.string(),
  ch: z.string(),
  gameCode: z.string(),
  gameName: z.string(),
  /** The stake. */
  Amount: bahtOnWire,
  payout: bahtOnWire,
  /** What it added to the turnover. */
  turnover: bahtOnWire,
  /** Why it added nothing; null when it added something. */
  turnoverReason: z.nullable(z.enum(notCountedReasons)),
  status: z.enum(betStatuses),
  createdAt: timeOnWire,
  settledAt: z.nullable(timeOnWire),
});

export type DepositItem = z.output<typeof depositItem>;
export type WithdrawItem = z.output<typeof withdrawItem>;
export type TransferItem = z.output<typeof transferItem>;
export type BetItem = z.output<typeof betItem>;

export const depositHistory = call({
  method: 'GET',
  path: '/user-profile-composite/v1/history/deposit',
  auth: 'member',
  summary: 'Deposits and claims, newest first.',
  query: pageQuery,
  data: z.object({ Transaction: z.array(depositItem), nextCursor: cursor }),
  refusals: [],
});

export const withdrawHistory = call({
  method: 'GET',
  path: '/user-profile-composite/v1/history/withdraw',
  auth: 'member',
  summary: 'Withdrawals, newest first.',
  query: pageQuery,
  data: z.object({ Transaction: z.array(withdrawItem), nextCursor: cursor }),
  refusals: [],
});

export const transferHistory = call({
  method: 'GET',
  path: '/user-profile-composite/v1/history/transfer',
  auth: 'member',
  summary: 'Deposits, claims and withdrawals together, newest first.',
  query: pageQuery,
  data: z.object({ Transaction: z.array(transferItem), nextCursor: cursor }),
  refusals: [],
});

export const betHistory = call({
  method: 'GET',
  path: '/user-profile-composite/v1/history/bet',
  auth: 'member',
  summary: 'Bets, newest first.',
  query: z.object({ cursor: z.optional(z.string().check(z.maxLength(CURSOR_LENGTH_MAX))) }),
  data: z.object({ Transaction: z.array(betItem), nextCursor: cursor }),
  refusals: [],
  addition: true,
});

export const getBet = call({
  method: 'GET',
  path: '/user-profile-composite/v1/history/bet/:betId',
  auth: 'member',
  summary: 'One bet of the member.',
  params: z.object({ betId: z.string().check(z.maxLength(BET_ID_LENGTH_MAX)) }),
  data: betItem,
  refusals: ['BET_UNKNOWN'],
  addition: true,
});
