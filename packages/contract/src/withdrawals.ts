// Calls of money going out to the member's bound bank account.

import * as z from 'zod/mini';

import { bahtSchema, positiveBahtOnWire } from './amounts.ts';
import { defineEndpoint } from './endpoint.ts';

export const getWithdrawCondition = defineEndpoint({
  method: 'GET',
  path: '/fund-composite/v1/withdrawal/condition',
  auth: 'member',
  summary: 'What stands between the member and a withdrawal.',
  data: z.object({
    canWithdraw: z.boolean(),
    minWithdraw: bahtSchema,
    /** Zero: no limit. */
    maxWithdraw: bahtSchema,
    gameWallet: bahtSchema,
    needTurnover: bahtSchema,
    nowTurnover: bahtSchema,
    remaining: bahtSchema,
    /** What an open bonus still lets out. Zero: no limit, or nothing: then `reasons` says why. */
    maxWithdrawAmount: bahtSchema,
    /** What that limit would take away from a withdrawal of everything. */
    willRemove: bahtSchema,
    /** Every reason to say no, in the order a member should hear them; empty when canWithdraw. */
    reasons: z.array(z.object({ code: z.string(), message: z.string() })),
  }),
  refusals: [],
});

export const requestWithdrawal = defineEndpoint({
  method: 'POST',
  path: '/fund-composite/v1/withdrawal',
  auth: 'member',
  summary: 'Asks for money out. The amount is held at once.',
  // The client may also pass the minimum it knows (spec §7); the server does not read it.
  body: z.strictObject({
    Amount: positiveBahtOnWire,
    Channel: z.literal('BANK'),
    minWithdraw: z.optional(z.unknown()),
  }),
  data: z.object({
    withdrawalId: z.string(),
    Amount: bahtSchema,
    Status: z.literal([1, 2]),
    /** Addition: what the request waits for, in Thai; absent when nothing is to be said. */
    note: z.optional(z.string()),
  }),
  refusals: [
    'WITHDRAW_CLOSED',
    'WITHDRAW_BELOW_MINIMUM',
    'WITHDRAW_ABOVE_MAXIMUM',
    'WITHDRAW_ABOVE_CAP',
    'TURNOVER_NOT_MET',
    'WITHDRAW_ALREADY_OPEN',
    'WITHDRAW_DISPUTED',
    'WITHDRAW_FROZEN',
    'WITHDRAW_BET_OPEN',
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
  summary: 'The bank says what became of a payout. Sent until answered; counts once.',
  body: z.object({
    payoutId: z.string().check(z.minLength(1), z.maxLength(100)),
    /** returned: paid before, and sent back by the receiving bank since. */
    status: z.enum(['paid', 'failed', 'returned']),
    reason: z.optional(z.string().check(z.maxLength(500))),
  }),
  data: z.object({}),
  refusals: [],
  isExtension: true,
});
