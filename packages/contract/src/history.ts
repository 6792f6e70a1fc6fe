// Calls of the member's own history: deposits, withdrawals, everything that moved, bets.
//
// The plain call answers the first page; `nextCursor` of one page is the `cursor` of the next.

import * as z from 'zod/mini';

import { bahtSchema, signedBahtOnWire, timestampSchema } from './amounts.ts';
import { defineEndpoint } from './endpoint.ts';
import { BET_ID_LENGTH_MAX, CURSOR_LENGTH_MAX } from './constraints.ts';

/** Spec §4: 0 and 1 approved, 2 pending, 3 failed. */
export const transactionStatuses = [0, 1, 2, 3] as const;

export const transactionTypes = ['DEPOSIT', 'AFFILIATE', 'CASHBACK', 'WITHDRAW'] as const;

/** One or several types of a list, each at most once in a sensible query. */
const TYPES = /^(?:DEPOSIT|AFFILIATE|CASHBACK|WITHDRAW)(?:,(?:DEPOSIT|AFFILIATE|CASHBACK|WITHDRAW)){0,3}$/;

const status = z.literal(transactionStatuses);
const cursor = z.nullable(z.string());

const dayOnWire = z.iso.date();
const pageQuery = z.object({
  cursor: z.optional(z.string().check(z.maxLength(CURSOR_LENGTH_MAX))),
  /** Additions: a Bangkok day, both ends included, and one status. */
  from: z.optional(dayOnWire),
  to: z.optional(dayOnWire),
  Status: z.optional(z.enum(['0', '1', '2', '3'])),
  /** Spec §7: the types that a list keeps, one or several with commas between them; without it, all four. */
  TransType: z.optional(z.string().check(z.regex(TYPES))),
});

/**
 * Addition: what was approved of everything that was asked for, whatever its page. On the first page of a range that has a
 * beginning; else null.
 */
const totals = z.optional(z.nullable(z.object({ in: bahtSchema, out: bahtSchema })));

/** A movement of the member's money. `BonusInfo._id` is what the badge says (spec §4). */
export const depositItem = z.object({
  /** The reference a member can name to support. */
  id: z.string(),
  TransType: z.enum(transactionTypes),
  Amount: bahtSchema,
  createdAt: timestampSchema,
  Status: status,
  /** ITEMCODE: free credit. null: no bonus. Anything else: bonus received. */
  BonusInfo: z.object({ _id: z.nullable(z.string()) }),
  /** Addition: why it waits or failed, in Thai; absent when there is nothing to say. */
  note: z.optional(z.string()),
});

export const withdrawItem = z.object({
  id: z.string(),
  TransType: z.literal('WITHDRAW'),
  Amount: bahtSchema,
  createdAt: timestampSchema,
  Status: status,
  /** Additions: where it goes, and when it was decided. */
  BankCode: z.string(),
  /** Masked but for the last four digits. */
  BankAccount: z.string(),
  finishedAt: z.nullable(timestampSchema),
  note: z.optional(z.string()),
});

export const transferItem = z.object({
  id: z.string(),
  TransType: z.enum(transactionTypes),
  Amount: bahtSchema,
  createdAt: timestampSchema,
  Status: status,
  BonusInfo: z.object({ _id: z.nullable(z.string()) }),
});

export const betStatuses = ['OPEN', 'SETTLED', 'VOID'] as const;

/** Not settled yet, cancelled, a free round, a draw, both sides of a bet, the provider says so, or a table that names no positions. */
export const notCountedReasons = ['OPEN', 'VOID', 'FREE', 'DRAW', 'OPPOSITE', 'PROVIDER', 'TABLE'] as const;

export const betItem = z.object({
  betId: z.string(),
  roundId: z.string(),
  ch: z.string(),
  gameCode: z.string(),
  gameName: z.string(),
  /** The stake. */
  Amount: bahtSchema,
  payout: bahtSchema,
  /** What of the payout is above the provider's cap and waits for a person. */
  heldPayout: bahtSchema,
  /** What it added to the turnover. */
  turnover: bahtSchema,
  /** Why it added nothing, or less than the stake (TABLE); else null. */
  turnoverReason: z.nullable(z.enum(notCountedReasons)),
  status: z.enum(betStatuses),
  createdAt: timestampSchema,
  settledAt: z.nullable(timestampSchema),
});

export type DepositItem = z.output<typeof depositItem>;
export type WithdrawItem = z.output<typeof withdrawItem>;
export type TransferItem = z.output<typeof transferItem>;
export type BetItem = z.output<typeof betItem>;

export const depositHistory = defineEndpoint({
  method: 'GET',
  path: '/user-profile-composite/v1/history/deposit',
  auth: 'member',
  summary: 'Deposits, claims and withdrawals, newest first; a client keeps the types that its list shows.',
  query: pageQuery,
  data: z.object({ Transaction: z.array(depositItem), nextCursor: cursor, totals }),
  refusals: [],
});

export const withdrawHistory = defineEndpoint({
  method: 'GET',
  path: '/user-profile-composite/v1/history/withdraw',
  auth: 'member',
  summary: 'Withdrawals, newest first.',
  query: pageQuery,
  data: z.object({ Transaction: z.array(withdrawItem), nextCursor: cursor, totals }),
  refusals: [],
});

export const transferHistory = defineEndpoint({
  method: 'GET',
  path: '/user-profile-composite/v1/history/transfer',
  auth: 'member',
  summary: 'Deposits, claims and withdrawals together, newest first.',
  query: pageQuery,
  data: z.object({ Transaction: z.array(transferItem), nextCursor: cursor, totals }),
  refusals: [],
});

export const betHistory = defineEndpoint({
  method: 'GET',
  path: '/user-profile-composite/v1/history/bet',
  auth: 'member',
  summary: 'Bets of the last three months, newest first.',
  query: z.object({
    cursor: z.optional(z.string().check(z.maxLength(CURSOR_LENGTH_MAX))),
    /** A Bangkok day, both ends included. */
    from: z.optional(dayOnWire),
    to: z.optional(dayOnWire),
  }),
  data: z.object({ Transaction: z.array(betItem), nextCursor: cursor }),
  refusals: [],
  isExtension: true,
});

export const getBet = defineEndpoint({
  method: 'GET',
  path: '/user-profile-composite/v1/history/bet/:betId',
  auth: 'member',
  summary: 'One bet of the member.',
  params: z.object({ betId: z.string().check(z.maxLength(BET_ID_LENGTH_MAX)) }),
  data: betItem,
  refusals: ['BET_UNKNOWN'],
  isExtension: true,
});

export const getBetAtProvider = defineEndpoint({
  method: 'GET',
  path: '/user-profile-composite/v1/history/bet/:betId/provider',
  auth: 'member',
  summary: 'What the provider says about the round of a bet, asked now.',
  params: z.object({ betId: z.string().check(z.maxLength(BET_ID_LENGTH_MAX)) }),
  data: z.object({
    state: z.enum(['settled', 'open', 'voided']),
    Amount: bahtSchema,
    payout: bahtSchema,
    /** In the provider's words, in the order to show them. */
    facts: z.array(z.object({ label: z.string(), value: z.string() })),
  }),
  refusals: ['BET_UNKNOWN', 'PROVIDER_UNAVAILABLE', 'PROVIDER_ROUND_NOT_FOUND'],
  isExtension: true,
});

export const betStatement = defineEndpoint({
  method: 'GET',
  path: '/user-profile-composite/v1/history/bet-statement',
  auth: 'member',
  summary: 'Every bet of the last twelve months as a table, newest first.',
  data: z.string(),
  refusals: [],
  form: 'table',
  isExtension: true,
});

/** Today; today and the six days before; today and the 29 days before; today and three months before, as the bets. Bangkok days. */
export const positionRanges = ['today', 'week', 'month', 'quarter'] as const;

export const netPosition = defineEndpoint({
  method: 'GET',
  path: '/user-profile-composite/v1/history/position',
  auth: 'member',
  summary: 'What the member won or lost, and put in and took out, in a range of days.',
  query: z.object({ range: z.enum(positionRanges) }),
  data: z.object({
    range: z.enum(positionRanges),
    /** Of bets that have their result. */
    stakes: bahtSchema,
    payouts: bahtSchema,
    /** Payouts less stakes. */
    net: signedBahtOnWire,
    deposits: bahtSchema,
    withdrawals: bahtSchema,
  }),
  refusals: [],
  isExtension: true,
});
