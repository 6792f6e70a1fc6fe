// Endpoints of withdrawals to the member's registered bank account.

import * as z from 'zod/mini';

import { bahtSchema, positiveBahtSchema } from './amounts.ts';
import { defineEndpoint } from './endpoint.ts';

export const getWithdrawCondition = defineEndpoint({
  method: 'GET',
  path: '/fund-composite/v1/withdrawal/condition',
  auth: 'member',
  summary: 'The conditions of a withdrawal, and the violations that currently prevent one.',
  data: z.object({
    canWithdraw: z.boolean(),
    minWithdraw: bahtSchema,
    /** Zero: no limit. */
    maxWithdraw: bahtSchema,
    gameWallet: bahtSchema,
    needTurnover: bahtSchema,
    nowTurnover: bahtSchema,
    remaining: bahtSchema,
    /**
     * Withdrawal cap of the open bonus. Zero: no limit, or nothing can be withdrawn, in which case `reasons` is set.
     */
    maxWithdrawAmount: bahtSchema,
    /** Amount that the cap would remove on a withdrawal of the whole balance. */
    willRemove: bahtSchema,
    /** Every violated condition, in display order; empty if canWithdraw. */
    reasons: z.array(z.object({ code: z.string(), message: z.string() })),
  }),
  errorCodes: [],
});

export const requestWithdrawal = defineEndpoint({
  method: 'POST',
  path: '/fund-composite/v1/withdrawal',
  auth: 'member',
  summary: 'Requests a withdrawal. The amount is held at once.',
  // The client may also send its known minimum (spec §7); the server ignores it.
  body: z.strictObject({
    Amount: positiveBahtSchema,
    Channel: z.literal('BANK'),
    minWithdraw: z.optional(z.unknown()),
  }),
  data: z.object({
    withdrawalId: z.string(),
    Amount: bahtSchema,
    Status: z.literal([1, 2]),
    /** Extension: why the request is pending, in Thai; absent if there is no reason to show. */
    note: z.optional(z.string()),
  }),
  errorCodes: [
    'WITHDRAW_CLOSED',
    'WITHDRAW_BELOW_MINIMUM',
    'WITHDRAW_ABOVE_MAXIMUM',
    'WITHDRAW_ABOVE_CAP',
    'WITHDRAW_RETURNED_WAITS',
    'TURNOVER_NOT_MET',
    'WITHDRAW_ALREADY_OPEN',
    'WITHDRAW_DISPUTED',
    'WITHDRAW_FROZEN',
    'WITHDRAW_BET_OPEN',
    'WITHDRAW_FREE_SPINS',
    'WITHDRAW_WIN_HELD',
    'WITHDRAW_BONUS_ENDING',
    'INSUFFICIENT_FUNDS',
  ],
  whenInvalid: { Amount: 'WITHDRAW_AMOUNT_INVALID' },
});

export const receivePayoutResult = defineEndpoint({
  method: 'POST',
  path: '/integrations/bank/v1/payouts',
  auth: 'bank',
  summary:
    'The bank reports the result of a payout. Resent until acknowledged; counts once. A report of another form is acknowledged and kept for an operator; one of an unknown payout is kept and returns 404.',
  body: z.object({
    payoutId: z.string().check(z.minLength(1), z.maxLength(100)),
    /** returned: the payout was paid and later sent back by the receiving bank. */
    status: z.enum(['paid', 'failed', 'returned']),
    /** For operators; any other value is ignored, and the begin of a long text is kept. */
    reason: z.optional(z.union([z.string(), z.unknown()])),
  }),
  data: z.object({}),
  errorCodes: [],
  isExtension: true,
});
