// Endpoints of a member's history: deposits, withdrawals, all movements, bets.
//
// A request without a cursor returns the first page; `nextCursor` of a page is the `cursor` of the next.

import * as z from 'zod/mini';

import { bahtSchema, daySchema, signedBahtSchema, timestampSchema } from './amounts.ts';
import { defineEndpoint } from './endpoint.ts';
import { BET_ID_LENGTH_MAX, CURSOR_LENGTH_MAX } from './constraints.ts';

/** Spec §4: 0 and 1 approved, 2 pending, 3 failed. */
export const transactionStatuses = [0, 1, 2, 3] as const;

export const transactionTypes = ['DEPOSIT', 'AFFILIATE', 'CASHBACK', 'WITHDRAW'] as const;

/** One to four transaction types, separated by commas. */
const TYPES = /^(?:DEPOSIT|AFFILIATE|CASHBACK|WITHDRAW)(?:,(?:DEPOSIT|AFFILIATE|CASHBACK|WITHDRAW)){0,3}$/;

const status = z.literal(transactionStatuses);
const cursor = z.nullable(z.string());

const pageQuery = z.object({
  cursor: z.optional(z.string().check(z.maxLength(CURSOR_LENGTH_MAX))),
  /** Extensions: a range of Bangkok days, both ends included, and one status. */
  from: z.optional(daySchema),
  to: z.optional(daySchema),
  Status: z.optional(z.enum(['0', '1', '2', '3'])),
  /** Spec §7: the types to return, comma-separated; all four if absent. */
  TransType: z.optional(z.string().check(z.regex(TYPES))),
});

/** Extension: approved totals of all matching rows, on the first page of a range with a start; otherwise null. */
const totals = z.optional(z.nullable(z.object({ in: bahtSchema, out: bahtSchema })));

/** A movement of the member's money. `BonusInfo._id` selects the badge (spec §4). */
export const depositItem = z.object({
  /** Support reference. */
  id: z.string(),
  TransType: z.enum(transactionTypes),
  Amount: bahtSchema,
  createdAt: timestampSchema,
  Status: status,
  /** ITEMCODE: free credit. ADJUSTMENT: by hand. null: no bonus. Anything else: bonus received. */
  BonusInfo: z.object({ _id: z.nullable(z.string()) }),
  /** Extension: why the transaction is pending or failed, in Thai; absent if there is none. */
  note: z.optional(z.string()),
});

export const withdrawItem = z.object({
  id: z.string(),
  TransType: z.literal('WITHDRAW'),
  Amount: bahtSchema,
  createdAt: timestampSchema,
  Status: status,
  /** Extensions: the receiving account, and the time of the decision. */
  BankCode: z.string(),
  /** Masked except for the last four digits. */
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
  /** Extension: why an adjustment was made, in Thai. */
  note: z.optional(z.string()),
});

export const betStatuses = ['OPEN', 'SETTLED', 'VOID'] as const;

/**
 * OPEN: no result yet. VOID: cancelled. FREE: free round. DRAW. OPPOSITE: both sides. PROVIDER. TABLE: no positions.
 */
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
  /** The part of the payout above the provider's win cap, held until an operator decides. */
  heldPayout: bahtSchema,
  /** Turnover counted for the bet. */
  turnover: bahtSchema,
  /** Why no turnover, or less than the stake (TABLE), was counted; otherwise null. */
  turnoverReason: z.nullable(z.enum(notCountedReasons)),
  /** Free spins of the round that wait to be played. */
  freeSpins: z.optional(z.int()),
  /** How an operator ended its waiting free spins, and why. */
  note: z.optional(z.string()),
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
  summary: 'Deposits, claims and withdrawals, newest first; clients filter by TransType.',
  query: pageQuery,
  data: z.object({ Transaction: z.array(depositItem), nextCursor: cursor, totals }),
  errorCodes: [],
});

export const withdrawHistory = defineEndpoint({
  method: 'GET',
  path: '/user-profile-composite/v1/history/withdraw',
  auth: 'member',
  summary: 'Withdrawals, newest first.',
  query: pageQuery,
  data: z.object({ Transaction: z.array(withdrawItem), nextCursor: cursor, totals }),
  errorCodes: [],
});

export const transferHistory = defineEndpoint({
  method: 'GET',
  path: '/user-profile-composite/v1/history/transfer',
  auth: 'member',
  summary: 'Deposits, claims and withdrawals together, newest first.',
  query: pageQuery,
  data: z.object({ Transaction: z.array(transferItem), nextCursor: cursor, totals }),
  errorCodes: [],
});

export const betHistory = defineEndpoint({
  method: 'GET',
  path: '/user-profile-composite/v1/history/bet',
  auth: 'member',
  summary: 'Bets of the last three months, newest first.',
  query: z.object({
    cursor: z.optional(z.string().check(z.maxLength(CURSOR_LENGTH_MAX))),
    /** A Bangkok day, both ends included. */
    from: z.optional(daySchema),
    to: z.optional(daySchema),
  }),
  data: z.object({ Transaction: z.array(betItem), nextCursor: cursor }),
  errorCodes: [],
  isExtension: true,
});

export const getBet = defineEndpoint({
  method: 'GET',
  path: '/user-profile-composite/v1/history/bet/:betId',
  auth: 'member',
  summary: 'One bet of the member.',
  params: z.object({ betId: z.string().check(z.maxLength(BET_ID_LENGTH_MAX)) }),
  data: betItem,
  errorCodes: ['BET_UNKNOWN'],
  isExtension: true,
});

export const getBetAtProvider = defineEndpoint({
  method: 'GET',
  path: '/user-profile-composite/v1/history/bet/:betId/provider',
  auth: 'member',
  summary: 'The round of a bet as the provider reports it now.',
  params: z.object({ betId: z.string().check(z.maxLength(BET_ID_LENGTH_MAX)) }),
  data: z.object({
    state: z.enum(['settled', 'open', 'voided']),
    Amount: bahtSchema,
    payout: bahtSchema,
    /** The provider's texts, in display order. */
    facts: z.array(z.object({ label: z.string(), value: z.string() })),
  }),
  errorCodes: ['BET_UNKNOWN', 'PROVIDER_UNAVAILABLE', 'PROVIDER_ROUND_NOT_FOUND'],
  isExtension: true,
});

export const betStatement = defineEndpoint({
  method: 'GET',
  path: '/user-profile-composite/v1/history/bet-statement',
  auth: 'member',
  summary: 'Every bet of the last twelve months as a table, newest first.',
  data: z.string(),
  errorCodes: [],
  form: 'table',
  isExtension: true,
});

/** Bangkok days. week: today and the 6 days before. month: and the 29 days before. quarter: and three months before. */
export const positionRanges = ['today', 'week', 'month', 'quarter'] as const;

export const netPosition = defineEndpoint({
  method: 'GET',
  path: '/user-profile-composite/v1/history/position',
  auth: 'member',
  summary: 'Net result of play, deposits and withdrawals in a range of days.',
  query: z.object({ range: z.enum(positionRanges) }),
  data: z.object({
    range: z.enum(positionRanges),
    /** Settled bets only. */
    stakes: bahtSchema,
    payouts: bahtSchema,
    /** Payouts less stakes. */
    net: signedBahtSchema,
    deposits: bahtSchema,
    withdrawals: bahtSchema,
  }),
  errorCodes: [],
  isExtension: true,
});
